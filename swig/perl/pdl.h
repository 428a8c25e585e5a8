/* pdl.h - Conversion from and to PDL.
 *
 * If the module is built with PDL's headers, and the loaded PDL has the same binary interface, memory is shared, including
 * slices. While an array shares a PDL's memory, the PDL is marked untouchable, so that PDL refuses to move the memory.
 * Otherwise data is copied through method calls, because nothing could stop PDL from moving the memory. PDL lists dimensions
 * from the fastest to the slowest, gpulinalg from the slowest to the fastest. */

#ifdef HAVE_PDL
#define GLA_PL_CODE(code) code
#else
#define GLA_PL_CODE(code) 0
#endif
static const struct {
    const char *name; /* PDL's ioname */
    gla_dtype dtype;
    int code; /* type code of PDL's core; -1: PDL has no boolean type */
} gla_pl_pdl_types[] = {{"double", GLA_FLOAT64, GLA_PL_CODE(PDL_D)},     {"float", GLA_FLOAT32, GLA_PL_CODE(PDL_F)},
                        {"longlong", GLA_INT64, GLA_PL_CODE(PDL_LL)},    {"long", GLA_INT32, GLA_PL_CODE(PDL_L)},
                        {"indx", GLA_INT64, GLA_PL_CODE(PDL_IND)},       {"short", GLA_INT16, GLA_PL_CODE(PDL_S)},
                        {"sbyte", GLA_INT8, GLA_PL_CODE(PDL_SB)},        {"byte", GLA_UINT8, GLA_PL_CODE(PDL_B)},
                        {"ushort", GLA_UINT16, GLA_PL_CODE(PDL_US)},     {"ulong", GLA_UINT32, GLA_PL_CODE(PDL_UL)},
                        {"ulonglong", GLA_UINT64, GLA_PL_CODE(PDL_ULL)}, {"cdouble", GLA_COMPLEX128, GLA_PL_CODE(PDL_CD)},
                        {"cfloat", GLA_COMPLEX64, GLA_PL_CODE(PDL_CF)},  {"byte", GLA_BOOL, GLA_PL_CODE(-1)}};
enum { GLA_PL_TYPES = sizeof gla_pl_pdl_types / sizeof *gla_pl_pdl_types };

static gla_dtype gla_pl_dtype_of_pdl(const char *name)
{
    for (int i = 0; i < GLA_PL_TYPES; i++)
        if (strEQ(name, gla_pl_pdl_types[i].name))
            return gla_pl_pdl_types[i].dtype;
    return GLA_NO_DTYPE;
}

/* Return the index of a dtype in the table. */
static int gla_pl_pdl_type(gla_dtype dtype)
{
    int i = 0;
    while (gla_pl_pdl_types[i].dtype != dtype)
        i++;
    return i;
}

/* Refuse types, and numbers of dimensions, that arrays do not support. */
static gla_status gla_pl_check_pdl(const char *type, gla_dtype dtype, long long ndim)
{
    if (dtype == GLA_NO_DTYPE)
        return gla_argument_fact(GLA_DTYPE_ERROR, "is a PDL of type %.40s; convert it to double", type);
    return ndim <= GLA_MAX_NDIM ? GLA_OK
                                : gla_argument_fact(GLA_SHAPE_ERROR, "is a PDL of %lld dimensions, but an array has at most %d",
                                                    ndim, GLA_MAX_NDIM);
}

/* Refuse bad values, which are not numbers. The flag may be set although no value is bad. The remedies in the message do not
 * change this PDL, because clearing its flag would turn bad values into ordinary numbers. */
static gla_status gla_pl_refuse_bad(pTHX_ gla_pl_frame f, SV *sv, gla_dtype dtype)
{
    SV *count = gla_pl_call_perl(aTHX_ f, "GPULinalg::_bad_values", sv);
    if (!count)
        return gla_last_status();
    if (!SvIOK(count) || !SvIVX(count))
        return GLA_OK;
    return gla_argument_fact(GLA_ARGUMENT_ERROR,
                             "is a PDL with %lld bad value%s; pass $p%s->setbadtoval('nan') to replace them by NaN, or "
                             "$p->where($p->isgood) to drop them",
                             (long long)SvIVX(count), SvIVX(count) == 1 ? "" : "s",
                             gla_dtype_is_integer(dtype) ? "->double" : "");
}

/* ---- by method calls ---------------------------------------------------------------------------------------------- */
/* GPULinalg::_pdl_parts returns the type's name, the packed data and the dimensions in gpulinalg's order; a class derived from
 * PDL may return anything. */
static bool gla_pl_are_pdl_parts(pTHX_ SV *parts)
{
    AV *av = SvROK(parts) && SvTYPE(SvRV(parts)) == SVt_PVAV ? (AV *)SvRV(parts) : NULL;
    if (!av || SvMAGICAL(av) || AvFILLp(av) < 1 || !SvPOK(AvARRAY(av)[0]) || !SvROK(AvARRAY(av)[1]))
        return false;
    for (SSize_t i = 2; i <= AvFILLp(av); i++)
        if (!SvIOK(AvARRAY(av)[i]))
            return false;
    return true;
}

static gla_status gla_pl_from_pdl_calls(pTHX_ gla_pl_frame f, SV *sv, gla_array **out)
{
    void *data;
    SV *parts = gla_pl_call_perl(aTHX_ f, "GPULinalg::_pdl_parts", sv);
    if (!parts)
        return gla_last_status();
    if (!gla_pl_are_pdl_parts(aTHX_ parts))
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a PDL whose methods do not return type, data and dimensions");
    AV *av = (AV *)SvRV(parts);
    int ndim = (int)AvFILLp(av) - 1;
    int64_t shape[GLA_MAX_NDIM];
    const char *name = SvPVX(AvARRAY(av)[0]);
    SV *bytes = SvRV(AvARRAY(av)[1]);
    gla_dtype dtype = gla_pl_dtype_of_pdl(name);
    gla_status st = gla_pl_check_pdl(name, dtype, ndim);
    if (!st)
        st = gla_pl_refuse_bad(aTHX_ f, sv, dtype);
    for (int i = 0; i < ndim && !st; i++)
        shape[i] = SvIVX(AvARRAY(av)[i + 2]);
    if (st || (st = gla_new_host(dtype, ndim, shape, out, &data)))
        return st;
    size_t need = (size_t)gla_array_size(*out) * gla_itemsize(dtype);
    if (SvPOK(bytes) && SvCUR(bytes) >= need) {
        memcpy(data, SvPVX(bytes), need);
        return GLA_OK;
    }
    gla_unref(*out);
    *out = NULL;
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a PDL with less data than its dimensions require");
}

#ifdef HAVE_PDL
/* ---- through PDL's core ------------------------------------------------------------------------------------------- */
/* Return PDL's table of functions if the loaded PDL has the binary interface of the build. */
static Core *gla_pl_pdl_core(pTHX)
{
    SV *share = get_sv("PDL::SHARE", 0);
    if (!share || !SvIOK(share) || secure_getenv("GPULINALG_NO_PDL_CORE"))
        return NULL;
    Core *core = INT2PTR(Core *, SvIV(share));
    return core && core->Version == PDL_CORE_VERSION ? core : NULL;
}

static gla_dtype gla_pl_dtype_of_pdl_code(int code)
{
    for (int i = 0; i < GLA_PL_TYPES; i++)
        if (gla_pl_pdl_types[i].code == code)
            return gla_pl_pdl_types[i].dtype;
    return GLA_NO_DTYPE;
}

/* The memory of a PDL that our arrays use. */
typedef struct {
    PerlInterpreter *perl;
    SV *hold; /* reference to the PDL that owns the memory */
    pdl *data;
} gla_pl_loan;

/* Count the uses of a PDL's memory. Mark the PDL untouchable at the first use, and remove the mark after the last use. The
 * count's number slot records whether the mark existed before (because the memory is a mapped file, or belongs to an array). */
static void gla_pl_count_loan(pTHX_ pdl *data, int change)
{
    dMY_CXT;
    SV **count = hv_fetch(MY_CXT.borrowed, (char *)&data, sizeof data, 1);
    if (!count)
        return;
    IV n = SvIOK(*count) ? SvIVX(*count) : 0;
    if (n == 0 && change > 0) {
        n = data->state & PDL_DONTTOUCHDATA ? 1000000000 : 0;
        data->state |= PDL_DONTTOUCHDATA;
    }
    n += change;
    if (n == 0)
        data->state &= ~PDL_DONTTOUCHDATA;
    if (n == 0 || n == 1000000000)
        (void)hv_delete(MY_CXT.borrowed, (char *)&data, sizeof data, G_DISCARD);
    else
        sv_setiv(*count, n);
}

/* Arrays normally stay in the thread of their interpreter. If the last use nevertheless ends in another thread, the PDL is
 * leaked. */
static void gla_pl_end_loan(void *owner)
{
    gla_pl_loan *loan = owner;
    PerlInterpreter *my_perl = loan->perl;
    if (PERL_GET_CONTEXT == my_perl && PL_phase != PERL_PHASE_DESTRUCT) {
        gla_pl_count_loan(aTHX_ loan->data, -1);
        SvREFCNT_dec(loan->hold);
    }
    gla_free(loan);
}

/* Return the PDL inside an object, or NULL if the PDL was destroyed explicitly, or if something else was blessed into the
 * class. */
static pdl *gla_pl_inner_pdl(Core *core, SV *sv)
{
    SV *inner = SvRV(sv);
    if (SvTYPE(inner) != SVt_PVMG || !SvIOK(inner) || SvIVX(inner) < 0x10000)
        return NULL;
    return core->SvPDLV(sv);
}

/* Return the PDL inside an object, after computing its values. */
static gla_status gla_pl_physical_pdl(Core *core, SV *sv, pdl **p)
{
    *p = gla_pl_inner_pdl(core, sv);
    pdl_error error = *p ? core->make_physvaffine(*p) : (pdl_error){0};
    return *p && !error.error
               ? GLA_OK
               : gla_argument_fact(GLA_ARGUMENT_ERROR, "is a PDL without values: %s", *p ? error.message : "it was destroyed");
}

static gla_status gla_pl_from_pdl_core(pTHX_ gla_pl_frame f, Core *core, SV *sv, gla_array **out)
{
    char type[24] = "";
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    pdl *p;
    gla_status st = gla_pl_physical_pdl(core, sv, &p);
    if (!st && p->state & PDL_BADVAL && !(st = gla_pl_refuse_bad(aTHX_ f, sv, gla_pl_dtype_of_pdl_code(p->datatype))))
        st = gla_pl_physical_pdl(core, sv, &p); /* methods of a derived class may have changed the object */
    if (st)
        return st;
    gla_dtype dtype = gla_pl_dtype_of_pdl_code(p->datatype);
    if (dtype == GLA_NO_DTYPE)
        my_snprintf(type, sizeof type, "number %d", (int)p->datatype);
    if ((st = gla_pl_check_pdl(type, dtype, (long long)p->ndims)))
        return st;
    int nd = (int)p->ndims;
    bool affine = PDL_VAFFOK(p);
    const PDL_Indx *steps = affine ? p->vafftrans->incs : p->dimincs;
    for (int i = 0; i < nd; i++) {
        shape[i] = p->dims[nd - 1 - i];
        strides[i] = steps[nd - 1 - i];
    }
    pdl *owner = affine ? p->vafftrans->from : p;
    char *data = (char *)owner->data + (affine ? p->vafftrans->offs * (PDL_Indx)gla_itemsize(dtype) : 0);
    gla_pl_loan *loan = gla_malloc(sizeof *loan);
    if (!loan)
        return gla_fail_memory("a PDL", sizeof *loan);
    *loan = (gla_pl_loan){my_perl, NULL, owner};
    if (owner->sv == SvRV(sv))
        loan->hold = newRV_inc(SvRV(sv));
    else { /* keep a reference to the parent itself, because a slice keeps its parent alive only until the slice is severed */
        loan->hold = newSV(0);
        core->SetSV_PDL(loan->hold, owner);
    }
    gla_pl_count_loan(aTHX_ owner, 1);
    st = gla_borrow(data, dtype, nd, shape, strides, false, gla_pl_end_loan, loan, out);
    if (st)
        gla_pl_end_loan(loan);
    return st;
}

/* ---- out ---------------------------------------------------------------------------------------------------------- */
static void gla_pl_end_pdl(pdl *p, Size_t array)
{
    p->data = NULL;
    p->state &= ~PDL_DONTTOUCHDATA;
    gla_unref(INT2PTR(gla_array *, array));
}
#endif

static gla_status gla_pl_from_pdl(pTHX_ gla_pl_frame f, SV *sv, gla_array **out)
{
#ifdef HAVE_PDL
    Core *core = gla_pl_pdl_core(aTHX);
    if (core && SvTYPE(SvRV(sv)) == SVt_PVHV && !(sv = gla_pl_call_perl(aTHX_ f, "GPULinalg::_pdl_of_hash", sv)))
        return gla_last_status();
    if (core && !gla_pl_is_a(aTHX_ sv, "PDL"))
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a PDL without values");
    if (core)
        return gla_pl_from_pdl_core(aTHX_ f, core, sv, out);
#endif
    return gla_pl_from_pdl_calls(aTHX_ f, sv, out);
}

/* Return a PDL that shares the array's memory. Return undef if sharing is impossible; Perl code then copies the array. */
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
    gla_status st = code < 0 ? GLA_OK : gla_expose(a);
    if (!st && code >= 0)
        st = gla_to_host(a, &host, &data);
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
        return gla_fail(GLA_ARGUMENT_ERROR, "pdl: PDL does not support these dimensions: %s", error.message);
#else
    (void)a;
#endif
    return GLA_OK;
}
