/* results.h - values and arrays of the library as Perl's values. */

static bool gla_pl_load_complex(pTHX)
{
    gla_pl_frame none = {0, 0};
    if (get_cv("Math::Complex::make", 0))
        return true;
    return gla_pl_ask(aTHX_ none, "GPULinalg::_load_complex", &PL_sv_undef) != NULL;
}

/* A Math::Complex object, made by GPULinalg::_complex. */
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

/* One element as a new scalar. */
static SV *gla_pl_element(pTHX_ gla_dtype dtype, const void *p)
{
    switch (dtype) {
    case GLA_BOOL: return newSVsv(*(const uint8_t *)p ? &PL_sv_yes : &PL_sv_no);
    case GLA_INT8: return newSViv(*(const int8_t *)p);
    case GLA_INT16: return newSViv(*(const int16_t *)p);
    case GLA_INT32: return newSViv(*(const int32_t *)p);
    case GLA_INT64: return newSViv(*(const int64_t *)p);
    case GLA_UINT8: return newSViv(*(const uint8_t *)p);
    case GLA_UINT16: return newSViv(*(const uint16_t *)p);
    case GLA_UINT32: return newSViv(*(const uint32_t *)p);
    case GLA_UINT64: return newSVuv(*(const uint64_t *)p);
    case GLA_FLOAT32: return newSVnv(*(const float *)p);
    case GLA_FLOAT64: return newSVnv(*(const double *)p);
    case GLA_COMPLEX64: return gla_pl_complex(aTHX_ ((const float *)p)[0], ((const float *)p)[1]);
    case GLA_COMPLEX128: return gla_pl_complex(aTHX_ ((const double *)p)[0], ((const double *)p)[1]);
    default: return newSV(0);
    }
}

/* The part of an array below dimension d as elements of a list; false when a handler of a signal ended the call. */
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

/* The array on the host; it is let go at the next LEAVE, since making complex numbers runs Perl code, which may die.  NULL
 * with the error set when that fails or the numbers cannot be shown. */
static gla_array *gla_pl_on_host(pTHX_ const gla_array *a, void **data)
{
    gla_array *host = NULL;
    if (gla_dtype_is_complex(gla_array_dtype(a)) && !gla_pl_load_complex(aTHX))
        return NULL;
    if (gla_to_host(a, &host, data))
        return NULL;
    SAVEDESTRUCTOR_X(gla_pl_drop, host);
    return host;
}

/* The elements as nested lists, or the only one.  On a stack of its own, as in gla_pl_ask. */
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
    return gla_array_size(a) == 1 ? gla_pl_show(aTHX_ a, true, out) : gla_single(a, "item", &n);
}

/* The bytes in row-major order, as unpack reads them. */
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

static SV *gla_pl_shape(pTHX_ const gla_array *a)
{
    int n = gla_array_ndim(a);
    AV *av = newAV();
    for (int i = 0; i < n; i++)
        av_push(av, newSViv((IV)gla_array_shape(a)[i]));
    return sv_2mortal(newRV_noinc((SV *)av));
}

static SV *gla_pl_take_text(pTHX_ char *text)
{
    SV *sv = text ? newSVpvn_flags(text, strlen(text), SVs_TEMP) : &PL_sv_undef;
    gla_free(text);
    return sv;
}

static SV *gla_pl_take_strings(pTHX_ gla_strings *strings)
{
    AV *av = newAV();
    for (int64_t i = 0; strings && i < strings->n; i++)
        av_push(av, newSVpv(strings->v[i], 0));
    gla_strings_free(strings);
    return sv_2mortal(newRV_noinc((SV *)av));
}

static SV *gla_pl_take_arrays(pTHX_ gla_arrays *arrays)
{
    AV *av = newAV();
    for (int64_t i = 0; arrays && i < arrays->n; i++)
        av_push(av, SvREFCNT_inc(gla_pl_wrap(aTHX_ gla_ref(arrays->v[i]))));
    gla_arrays_free(arrays);
    return sv_2mortal(newRV_noinc((SV *)av));
}

static SV *gla_pl_take_record(pTHX_ gla_record *record)
{
    HV *hv = newHV();
    for (int i = 0; record && i < record->n; i++) {
        const gla_field *f = record->fields[i];
        SV *value = f->kind == GLA_FIELD_TEXT ? newSVpv(f->text, 0)
            : f->kind == GLA_FIELD_REAL ? newSVnv(f->real)
            : f->kind == GLA_FIELD_BOOL ? newSVsv(f->integer ? &PL_sv_yes : &PL_sv_no)
            : newSViv((IV)f->integer);
        (void)hv_store(hv, f->key, (I32)strlen(f->key), value, 0);
    }
    gla_record_free(record);
    return sv_2mortal(newRV_noinc((SV *)hv));
}

/* A PDL that shares the array's memory; undef where that cannot be, and the Perl side copies. */
static gla_status gla_pl_to_pdl(pTHX_ const gla_array *a, SV **out)
{
    *out = &PL_sv_undef;
#ifdef HAVE_PDL
    PDL_Indx dims[GLA_MAX_NDIM];
    void *data;
    Core *core = gla_pl_pdl_core(aTHX);
    int nd = gla_array_ndim(a), code = gla_pl_pdl_types[gla_pl_pdl_type(gla_array_dtype(a))].code;
    if (!core || !gla_array_size(a) || !gla_array_is_contiguous(a) || gla_array_readonly(a))
        return GLA_OK;
    gla_array *host = NULL;
    gla_status st = code < 0 ? GLA_OK : gla_to_host(a, &host, &data);
    if (st || code < 0)
        return st;
    for (int i = 0; i < nd; i++)
        dims[i] = (PDL_Indx)gla_array_shape(host)[nd - 1 - i];
    SV *sv = sv_newmortal();
    pdl *p = core->pdlnew();
    p->datatype = (pdl_datatypes)code;
    pdl_error error = core->setdims(p, dims, nd);
    p->data = data;
    p->state |= PDL_DONTTOUCHDATA | PDL_ALLOCATED;
    core->add_deletedata_magic(p, gla_pl_end_pdl, (Size_t)PTR2UV(host));
    core->SetSV_PDL(sv, p);
    *out = sv;
    if (error.error)
        return gla_fail(GLA_ARGUMENT_ERROR, "pdl: PDL cannot take these dimensions: %s", error.message);
#else
    (void)a;
#endif
    return GLA_OK;
}

#define GLA_OUT_TEXT(s) gla_pl_take_text(aTHX_ s)
#define GLA_OUT_STRINGS(s) gla_pl_take_strings(aTHX_ s)
#define GLA_OUT_ARRAYS(s) gla_pl_take_arrays(aTHX_ s)
#define GLA_OUT_RECORD(r) gla_pl_take_record(aTHX_ r)
#define GLA_OUT_BOOL(b) sv_mortalcopy((b) ? &PL_sv_yes : &PL_sv_no)
#define GLA_OUT_DOUBLE(d) sv_2mortal(newSVnv(d))
