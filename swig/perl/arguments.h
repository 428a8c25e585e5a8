/* arguments.h - Argument conversions called by SWIG's typemaps (see the list in gpulinalg.i). */

static gla_status gla_pl_destroyed(void)
{
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is an Array object that has been destroyed or was not made by GPULinalg");
}

/* Convert an array-like value that is not an Array. *tmp owns the new array. */
static gla_status gla_pl_other_array(pTHX_ gla_pl_frame f, SV *sv, const gla_array **p, gla_array **tmp)
{
    gla_status st;
    *tmp = NULL;
    if (SvROK(sv) && SvOBJECT(SvRV(sv)) && !SvGMAGICAL(sv)) {
        if (sv_derived_from(sv, GLA_PL_CLASS))
            return gla_pl_destroyed();
        if (sv_derived_from(sv, "PDL")) {
            st = gla_pl_from_pdl(aTHX_ f, sv, tmp);
            *p = *tmp;
            return st;
        }
    }
    if (!gla_pl_is_list(aTHX_ sv) && (st = gla_pl_simplify(aTHX_ f, &sv)))
        return st;
    if (SvROK(sv) && !SvOBJECT(SvRV(sv)) && SvTYPE(SvRV(sv)) < SVt_PVAV)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a reference to a scalar, but it must be " GLA_WANT_ARRAY
                                                     "; packed strings are read by GPULinalg::from_packed");
    return gla_make_array(GLA_PL_READER(f), sv, (gla_array **)p, tmp);
}

/* Convert any array-like value. An undefined value is an error here, because the typemap of optional arguments handles undef
 * before the conversion. */
static inline gla_status gla_pl_array(pTHX_ gla_pl_frame f, SV *sv, const gla_array **p, gla_array **tmp)
{
    if (SvROK(sv) && (*p = gla_pl_handle(aTHX_ SvRV(sv))))
        return GLA_OK;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    return gla_pl_other_array(aTHX_ f, sv, p, tmp);
}

static gla_status gla_pl_self(pTHX_ SV *sv, gla_array **p)
{
    if (SvROK(sv) && (*p = gla_pl_handle(aTHX_ SvRV(sv))))
        return GLA_OK;
    if (SvROK(sv) && SvOBJECT(SvRV(sv)) && sv_derived_from(sv, GLA_PL_CLASS))
        return gla_pl_destroyed();
    return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_SELF);
}

#define GLA_PL_FRAME ((gla_pl_frame){ax, items})
#define GLA_READER GLA_PL_READER(GLA_PL_FRAME)
#define GLA_GIVEN(obj) (!gla_pl_not_given(aTHX_ obj))
#define GLA_IS_NONE(obj) (!SvOK(obj))
#define GLA_IN_ARRAY(obj, p, tmp) gla_pl_array(aTHX_ GLA_PL_FRAME, obj, (const gla_array **)(p), tmp)
#define GLA_IN_SELF(obj, p) gla_pl_self(aTHX_ obj, p)
#define GLA_RAISE(status) gla_pl_raise(aTHX_ status)
