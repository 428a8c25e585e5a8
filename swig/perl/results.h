/* results.h - Conversion of results to Perl's values. */

static bool gla_pl_load_complex(pTHX)
{
    gla_pl_frame none = {0, 0};
    if (get_cv("Math::Complex::make", 0))
        return true;
    return gla_pl_call_perl(aTHX_ none, "GPULinalg::_load_complex", &PL_sv_undef) != NULL;
}

/* Return a Math::Complex object made by GPULinalg::_complex. */
static SV *gla_pl_complex(pTHX_ double re, double im)
{
    dSP;
    ENTER;
    SAVETMPS;
    PUSHMARK(SP);
    EXTEND(SP, 2);
    mPUSHn(re);
    mPUSHn(im);
    PUTBACK;
    call_pv("GPULinalg::_complex", G_SCALAR);
    SPAGAIN;
    SV *z = newSVsv(POPs);
    PUTBACK;
    FREETMPS;
    LEAVE;
    return z;
}

static SV *gla_pl_number(pTHX_ const gla_number *n)
{
    switch (n->dtype) {
    case GLA_BOOL: return newSVsv(n->v.b ? &PL_sv_yes : &PL_sv_no);
    case GLA_INT64: return newSViv((IV)n->v.i);
    case GLA_UINT64: return newSVuv((UV)n->v.u);
    case GLA_FLOAT64: return newSVnv(n->v.f[0]);
    default: return gla_pl_complex(aTHX_ n->v.f[0], n->v.f[1]);
    }
}

/* Return one element as a new scalar. */
static SV *gla_pl_element(pTHX_ gla_dtype dtype, const void *p)
{
    gla_number n;
    if (dtype == GLA_FLOAT64)
        return newSVnv(*(const double *)p);
    gla_number_load(&n, dtype, p);
    return gla_pl_number(aTHX_ & n);
}

/* Append the part of an array below dimension d to a list. Return false if a signal handler ended the call. */
static bool gla_pl_nest(pTHX_ const gla_array *a, int d, const char *p, AV *into)
{
    int64_t n = gla_array_shape(a)[d], step = gla_array_strides(a)[d] * (int64_t)gla_itemsize(gla_array_dtype(a));
    bool last = d == gla_array_ndim(a) - 1;
    if (n)
        av_extend(into, (SSize_t)n - 1);
    for (int64_t i = 0; i < n; i++) {
        if (last)
            av_push(into, gla_pl_element(aTHX_ gla_array_dtype(a), p + i * step));
        else {
            AV *row = newAV();
            av_push(into, newRV_noinc((SV *)row));
            if (!gla_pl_nest(aTHX_ a, d + 1, p + i * step, row))
                return false;
        }
        if (UNLIKELY(PL_sig_pending) && gla_pl_pause(aTHX))
            return false;
    }
    return true;
}

static void gla_pl_drop(pTHX_ void *array)
{
    PERL_UNUSED_CONTEXT;
    gla_unref(array);
}

/* Return the array on the host, which the next LEAVE releases, because creating complex numbers runs Perl code, which may die.
 * If the copy fails or Perl cannot represent the elements, set the error and return NULL. */
static gla_array *gla_pl_on_host(pTHX_ const gla_array *a, void **data)
{
    gla_array *host = NULL;
    if ((gla_dtype_is_complex(gla_array_dtype(a)) && !gla_pl_load_complex(aTHX)) || gla_to_host(a, &host, data))
        return NULL;
    SAVEDESTRUCTOR_X(gla_pl_drop, host);
    return host;
}

/* Return the elements as nested lists, or the only element. Runs on a separate stack, as gla_pl_call_perl does. */
static gla_status gla_pl_show(pTHX_ const gla_array *a, bool only, SV **out)
{
    dSP;
    void *data;
    SV *result = NULL;
    ENTER;
    gla_array *host = gla_pl_on_host(aTHX_ a, &data);
    if (host) {
        PUSHSTACKi(PERLSI_MAGIC);
        AV *all = (AV *)sv_2mortal((SV *)newAV());
        if (only || !gla_array_ndim(host))
            result = gla_pl_element(aTHX_ gla_array_dtype(host), data);
        else if (gla_pl_nest(aTHX_ host, 0, data, all))
            result = newRV_inc((SV *)all);
        POPSTACK;
    }
    LEAVE;
    *out = result ? sv_2mortal(result) : NULL;
    return result ? GLA_OK : gla_last_status();
}

static gla_status gla_pl_item(pTHX_ const gla_array *a, SV **out)
{
    gla_number n;
    if (gla_dtype_is_complex(gla_array_dtype(a)) && gla_array_size(a) == 1) /* this runs Perl code */
        return gla_pl_show(aTHX_ a, true, out);
    gla_status st = gla_single(a, "item", &n);
    *out = st ? NULL : sv_2mortal(gla_pl_number(aTHX_ & n));
    return st;
}

/* Return the bytes in row-major order, for use with unpack. */
static gla_status gla_pl_packed(pTHX_ const gla_array *a, SV **out)
{
    gla_pl_frame none = {0, 0};
    size_t bytes = (size_t)gla_array_size(a) * gla_itemsize(gla_array_dtype(a));
    SV *sv = *out = sv_2mortal(newSV(bytes + 1));
    gla_status st = gla_to_bytes(GLA_PL_READER(none), a, SvPVX(sv));
    SvPVX(sv)[bytes] = 0;
    SvCUR_set(sv, bytes);
    (void)SvPOK_only(sv);
    return st;
}

/* The device of an array that floats is also a number, by which gla_pl_look recognises it, so that `device => $x->device` lets
 * the result float, too. */
static SV *gla_pl_device(pTHX_ const gla_array *a)
{
    SV *sv = sv_2mortal(newSVpv(gla_array_device(a), 0));
    if (gla_array_floating(a)) {
        SvUPGRADE(sv, SVt_PVIV);
        SvIV_set(sv, GLA_PL_FLOATING);
        SvIOK_on(sv);
    }
    return sv;
}

/* Return a function's result as a Perl value; a record becomes a hash. */
static SV *gla_pl_value(pTHX_ const gla_result *r)
{
    dMY_CXT;
    gla_result item;
    switch (r->form) {
    case GLA_FORM_TEXT: return r->v.text ? sv_2mortal(gla_pl_new_text(aTHX_ r->v.text)) : &PL_sv_undef;
    case GLA_FORM_BOOL: return sv_mortalcopy(r->v.truth ? &PL_sv_yes : &PL_sv_no);
    case GLA_FORM_INT64: return sv_2mortal(newSViv((IV)r->v.integer));
    case GLA_FORM_UINT64: return sv_2mortal(newSVuv((UV)r->v.integer));
    case GLA_FORM_DTYPE: return sv_2mortal(newSVpv(gla_dtype_name(r->v.dtype), 0));
    case GLA_FORM_DOUBLE: return sv_2mortal(newSVnv(r->v.real));
    case GLA_FORM_ARRAY:
    case GLA_FORM_OBJECT: return gla_pl_wrap_object(aTHX_ gla_object_ref(r->v.object));
    default: break;
    }
    SV *all = r->form == GLA_FORM_RECORD ? (SV *)newHV() : (SV *)newAV(), *reference = sv_2mortal(newRV_noinc(all));
    for (int64_t i = 0, n = gla_result_length(r); i < n; i++) {
        const char *name = gla_result_item(r, i, &item);
        SV *value = SvREFCNT_inc(gla_pl_value(aTHX_ & item));
        if (name)
            (void)hv_store((HV *)all, name, -(I32)strlen(name), value, 0); /* a negative length marks UTF-8 */
        else
            av_push((AV *)all, value);
    }
    return r->form == GLA_FORM_SIZES ? sv_bless(reference, MY_CXT.shape_class) : reference;
}

static SV *gla_pl_result(pTHX_ gla_form form, const void *place)
{
    gla_result result = gla_result_at(form, place);
    SV *value = gla_pl_value(aTHX_ & result);
    gla_release_result(&result);
    return value;
}

#define GLA_OUT(form, place) gla_pl_result(aTHX_ form, place)
