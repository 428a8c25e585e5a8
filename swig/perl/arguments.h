/* arguments.h - what SWIG's typemaps call for arguments (see the list in gpulinalg.i). */

/* What an argument needs until the call is over: arrays, and a text that is short. */
typedef struct {
    gla_arrays held;
    char text[64];
} GlaTemp;

static gla_status gla_pl_scalar(pTHX_ SV *sv, gla_array **out)
{
    gla_number n;
    if (gla_pl_read(aTHX_ sv, &n))
        return gla_scalar(n.dtype, &n.v, out);
    if (SvROK(sv) && !SvOBJECT(SvRV(sv)) && SvTYPE(SvRV(sv)) < SVt_PVAV)
        return gla_argument_fact(GLA_ARGUMENT_ERROR, "is a reference to a scalar, but it must be " GLA_WANT_ARRAY
                                 "; packed strings are read by GPULinalg::from_packed");
    return gla_pl_wanted(aTHX_ GLA_ARGUMENT_ERROR, sv, GLA_WANT_ARRAY);
}

static gla_status gla_pl_destroyed(void)
{
    return gla_argument_fact(GLA_ARGUMENT_ERROR, "is an Array object that has been destroyed or was not made by GPULinalg");
}

/* An array-like that is not an Array: what its array holds on to is in *tmp. */
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
    if (!gla_pl_is_list(sv)) {
        SV *given = sv;
        if ((st = gla_pl_simplify(aTHX_ f, &sv)))
            return st;
        if (sv != given && SvROK(sv) && SvOBJECT(SvRV(sv)) && (*p = gla_pl_handle(aTHX_ SvRV(sv)))) {
            *tmp = gla_ref(*p);
            return GLA_OK;
        }
    }
    st = gla_pl_is_list(sv) ? gla_read_nested(GLA_PL_READER(f), sv, tmp) : gla_pl_scalar(aTHX_ sv, tmp);
    *p = *tmp;
    return st;
}

/* Anything array-like.  An undefined value is an error here; the typemap of optional arguments keeps it out. */
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

/* A Stream, Event ..., or none. */
static gla_status gla_pl_object(pTHX_ SV *sv, const char *class, void **object)
{
    char wanted[GLA_DESCRIPTION];
    *object = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    void *held = gla_pl_object_of(aTHX_ sv);
    if (!held || strNE(gla_object_class(held), class))
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, gla_describe_class(wanted, class));
    *object = held;
    return GLA_OK;
}

/* ---- index expressions -------------------------------------------------------------------------------------------- */
/* A list is an index array, unless there is something in it that an array cannot hold: then it is a list of places.
 * The methods of the class bless their arguments as places. */
static bool gla_pl_is_places(pTHX_ SV *sv)
{
    gla_number n;
    if (gla_pl_is_a(aTHX_ sv, "GPULinalg::_Places") && SvTYPE(SvRV(sv)) == SVt_PVAV)
        return true;
    if (!gla_pl_is_list(sv) || SvMAGICAL(SvRV(sv)))
        return false;
    AV *av = (AV *)SvRV(sv);
    for (SSize_t i = 0; i <= AvFILLp(av); i++) {
        SV *item = AvARRAY(av)[i];
        if (!item || (!SvROK(item) && !SvGMAGICAL(item) && !gla_pl_read(aTHX_ item, &n)))
            return true;
    }
    return false;
}

#define GLA_PL_FRAME ((gla_pl_frame){ax, items})
#define GLA_IS_NONE(obj) (!SvOK(obj))
#define GLA_IN_ARRAY(obj, p, tmp) gla_pl_array(aTHX_ GLA_PL_FRAME, obj, (const gla_array **)(p), tmp)
#define GLA_IN_PLACES(obj, p, tmp) gla_read_places(GLA_PL_READER(GLA_PL_FRAME), obj, p, tmp)
#define GLA_IN_SELF(obj, p) gla_pl_self(aTHX_ obj, p)
#define GLA_IN_OBJECT(obj, class, p) gla_pl_object(aTHX_ obj, class, p)
#define GLA_FREE_ARRAYS(list) gla_release_arrays(list)
#define GLA_IN_INDEX(obj, index, temp) \
    gla_read_index(GLA_PL_READER(GLA_PL_FRAME), obj, gla_pl_is_places(aTHX_ obj), index, &(temp)->held)
#define GLA_FREE_INDEX(temp) gla_release_arrays(&(temp)->held)
/* What is not given keeps its default. */
#define GLA_PL_GIVEN(obj, read) (gla_pl_not_given(aTHX_ obj) ? GLA_OK : (read))
#define GLA_PL_PLAIN(name, obj, p) GLA_PL_GIVEN(obj, gla_read_##name(GLA_PL_READER(GLA_PL_FRAME), obj, p))
#define GLA_IN_ARRAYS(obj, p) GLA_PL_PLAIN(arrays, obj, p)
#define GLA_IN_INTS(obj, store, p) \
    GLA_PL_GIVEN(obj, gla_read_ints(GLA_PL_READER(GLA_PL_FRAME), obj, store, (const gla_ints **)(p)))
#define GLA_IN_DTYPE(obj, p) GLA_PL_PLAIN(dtype, obj, p)
#define GLA_IN_AXIS(obj, p) GLA_PL_PLAIN(axis, obj, p)
#define GLA_IN_MAYBE(obj, p) GLA_PL_PLAIN(maybe, obj, p)
#define GLA_IN_BOOL(obj, p) (SvOK(obj) || gla_pl_not_given(aTHX_ obj) ? GLA_PL_PLAIN(bool, obj, p) : (*(p) = false, GLA_OK))
#define GLA_IN_INT(obj, p) GLA_PL_PLAIN(int, obj, p)
#define GLA_IN_INT64(obj, p) GLA_PL_PLAIN(int64, obj, p)
#define GLA_IN_DOUBLE(obj, p) GLA_PL_PLAIN(double, obj, p)
#define GLA_IN_TEXTS(obj, p) GLA_PL_PLAIN(texts, obj, p)
#define GLA_RAISE(status) gla_pl_raise(aTHX_ cv, status)
