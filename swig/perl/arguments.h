/* arguments.h - what SWIG's typemaps call for arguments (see the list in gpulinalg.i). */

/* What an argument needs until the call is over: arrays, and a text that is short. */
typedef struct {
    int n;
    gla_array **v;
    char text[64];
} GlaTemp;

static gla_status gla_pl_scalar(pTHX_ SV *sv, gla_array **out)
{
    gla_pl_number number;
    double value[2];
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (kind == GLA_PL_BOOL) {
        uint8_t truth = number.integer != 0;
        return gla_scalar(GLA_BOOL, &truth, out);
    }
    if (kind & GLA_PL_INTEGER)
        return gla_scalar(kind & GLA_PL_BEYOND_INT64 ? GLA_UINT64 : GLA_INT64, &number.integer, out);
    value[0] = number.re;
    value[1] = number.im;
    if (kind)
        return gla_scalar(kind == GLA_PL_COMPLEX ? GLA_COMPLEX128 : GLA_FLOAT64, value, out);
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
    st = gla_pl_is_list(sv) ? gla_pl_from_list(aTHX_ f, sv, tmp) : gla_pl_scalar(aTHX_ sv, tmp);
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

static void gla_pl_free_temp(GlaTemp *temp)
{
    for (int i = 0; i < temp->n; i++)
        gla_unref(temp->v[i]);
    gla_free(temp->v);
}

/* ---- lists -------------------------------------------------------------------------------------------------------- */
/* The elements of an array reference, held while they are read, which may run code of the user; tied ones are read first. */
static AV *gla_pl_elements(pTHX_ gla_pl_frame f, SV *sv)
{
    if (SvMAGICAL(SvRV(sv)) && !(sv = gla_pl_ask(aTHX_ f, "GPULinalg::_elements", sv)))
        return NULL;
    return (AV *)SvRV(sv_2mortal(newRV_inc(SvRV(sv))));
}

/* The list may have become shorter while an element was read. */
static SV *gla_pl_element_at(pTHX_ AV *av, SSize_t i)
{
    SV **item = av_fetch(av, i, 0);
    return item ? *item : &PL_sv_undef;
}

static void gla_pl_free_arrays(gla_arrays *list)
{
    for (int64_t i = 0; i < list->n; i++)
        gla_unref((gla_array *)list->v[i]);
    gla_free(list->v);
    *list = (gla_arrays){0, NULL};
}

/* An array reference; of an Array or a PDL the parts along its first axis would be meant, which nobody has asked for. */
static gla_status gla_pl_arrays(pTHX_ gla_pl_frame f, SV *sv, gla_arrays *list)
{
    *list = (gla_arrays){0, NULL};
    if (!gla_pl_is_list(sv))
        return gla_pl_wanted(aTHX_ GLA_ARGUMENT_ERROR, sv, GLA_WANT_ARRAYS);
    AV *av = gla_pl_elements(aTHX_ f, sv);
    int64_t n = av ? av_len(av) + 1 : 0;
    if (!av)
        return gla_last_status();
    if (!(list->v = gla_calloc((size_t)n, sizeof *list->v)))
        return gla_fail_memory("a list of arrays", (size_t)n);
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < n && !st; i++) {
        gla_array *tmp = NULL;
        const gla_array *p = NULL;
        if ((st = gla_pl_array(aTHX_ f, gla_pl_element_at(aTHX_ av, (SSize_t)i), &p, &tmp))) {
            gla_unref(tmp);
            gla_argument_at(i);
        }
        else
            list->v[list->n++] = tmp ? tmp : gla_ref(p);
        if (!st && PL_sig_pending)
            st = gla_pl_pause(aTHX);
    }
    if (st)
        gla_pl_free_arrays(list);
    return st;
}

/* ---- shapes, axes, types, text ------------------------------------------------------------------------------------ */
static gla_status gla_pl_int_list(pTHX_ gla_pl_frame f, SV *sv, gla_ints *store)
{
    AV *av = gla_pl_elements(aTHX_ f, sv);
    SSize_t n = av ? av_len(av) + 1 : 0;
    if (!av)
        return gla_last_status();
    if (n > GLA_MAX_NDIM)
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a list of %lld integers, but an array has at most %d dimensions",
                                 (long long)n, GLA_MAX_NDIM);
    store->n = (int)n;
    for (int i = 0; i < n; i++) {
        gla_status st = gla_pl_int64(aTHX_ f, gla_pl_element_at(aTHX_ av, i), &store->v[i]);
        if (st) {
            gla_argument_at(i);
            return st;
        }
    }
    return GLA_OK;
}

static gla_status gla_pl_ints(pTHX_ gla_pl_frame f, SV *sv, gla_ints *store, const gla_ints **p)
{
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    const gla_array *a = SvROK(sv) ? gla_pl_handle(aTHX_ SvRV(sv)) : NULL;
    if (a && gla_array_ndim(a) > 1)
        return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_INTEGERS);
    gla_status st = gla_pl_simplify(aTHX_ f, &sv);
    if (st)
        return st;
    *p = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    store->n = 1;
    st = gla_pl_is_list(sv) ? gla_pl_int_list(aTHX_ f, sv, store)
                            : gla_pl_int64_as(aTHX_ f, sv, GLA_WANT_INTEGERS, &store->v[0]);
    *p = st ? NULL : store;
    return st;
}

static gla_dtype gla_pl_dtype_of_pdl(const char *name);
static gla_status gla_pl_text(pTHX_ SV *sv, const char **p, GlaTemp *temp);

static gla_status gla_pl_dtype(pTHX_ gla_pl_frame f, SV *sv, gla_dtype *dtype)
{
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    *dtype = GLA_NO_DTYPE;
    if (!SvOK(sv))
        return GLA_OK;
    if (gla_pl_is_a(aTHX_ sv, "PDL::Type")) {
        SV *name = gla_pl_ask(aTHX_ f, "GPULinalg::_text_of", sv);
        if (!name)
            return gla_last_status();
        *dtype = gla_pl_dtype_of_pdl(SvPV_nolen(name));
    }
    else if (SvPOK(sv))
        *dtype = gla_dtype_from_name(SvPVX(sv));
    return *dtype != GLA_NO_DTYPE ? GLA_OK : gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv, GLA_WANT_DTYPE);
}

/* ---- index expressions -------------------------------------------------------------------------------------------- */
/* Places of a list that Perl holds as floating-point numbers, as it does the results of divisions, are integers if whole. */
static gla_status gla_pl_whole_places(gla_array **a)
{
    gla_array *list = *a, *whole = NULL;
    void *from, *to;
    int64_t n = gla_array_size(list);
    if (gla_array_dtype(list) != GLA_FLOAT64 || !n)
        return GLA_OK;
    if (gla_to_host(list, &list, &from))
        return gla_last_status();
    gla_status st = gla_new_host(GLA_INT64, gla_array_ndim(list), gla_array_shape(list), &whole, &to);
    for (int64_t i = 0; i < n && !st; i++) {
        char text[GLA_DESCRIPTION];
        double x = ((const double *)from)[i];
        if (!gla_pl_is_whole(x))
            st = gla_argument_fact(GLA_DTYPE_ERROR, "holds %s, but places must be integers", gla_describe_real(text, x));
        else
            ((int64_t *)to)[i] = (int64_t)x;
    }
    gla_unref(list);
    gla_unref(st ? whole : *a);
    if (!st)
        *a = whole;
    return st;
}

/* An array of places, as take and index expressions have them. */
static gla_status gla_pl_places(pTHX_ gla_pl_frame f, SV *sv, const gla_array **p, gla_array **tmp)
{
    gla_status st = gla_pl_array(aTHX_ f, sv, p, tmp);
    if (st || !*tmp || !gla_pl_is_list(sv))
        return st;
    st = gla_pl_whole_places(tmp);
    *p = *tmp;
    return st;
}

static gla_status gla_pl_index_array(pTHX_ gla_pl_frame f, SV *sv, gla_index *index, GlaTemp *temp)
{
    gla_array *tmp = NULL;
    const gla_array *p = NULL;
    gla_status st = gla_pl_places(aTHX_ f, sv, &p, &tmp);
    if (!st && !temp->v && !(temp->v = gla_calloc(2 * GLA_MAX_NDIM, sizeof *temp->v)))
        st = gla_fail_memory("an index", 2 * GLA_MAX_NDIM * sizeof *temp->v);
    if (st) {
        gla_unref(tmp);
        return st;
    }
    index->v[index->n++] = (gla_index_item){.kind = GLA_INDEX_ARRAY, .array = p};
    temp->v[temp->n++] = tmp ? tmp : gla_ref(p);
    return GLA_OK;
}

/* One place of an index: undef is a new axis, text holds slices, references hold index arrays. */
static gla_status gla_pl_index_item(pTHX_ gla_pl_frame f, SV *sv, gla_index *index, GlaTemp *temp)
{
    gla_pl_number number;
    if (SvGMAGICAL(sv) && !(sv = gla_pl_plain(aTHX_ f, sv)))
        return gla_last_status();
    if (index->n >= 2 * GLA_MAX_NDIM)
        return gla_argument_fact(GLA_INDEX_ERROR, "has more than %d parts", 2 * GLA_MAX_NDIM);
    if (!SvOK(sv)) {
        index->v[index->n++] = (gla_index_item){.kind = GLA_INDEX_NEW_AXIS};
        return GLA_OK;
    }
    unsigned kind = SvROK(sv) ? 0 : gla_pl_read(aTHX_ sv, &number);
    if (SvROK(sv) || kind == GLA_PL_BOOL)
        return gla_pl_index_array(aTHX_ f, sv, index, temp);
    if (!kind) {
        GlaTemp text = {0}; /* parsed at once */
        const char *value = NULL;
        gla_status st = gla_pl_text(aTHX_ sv, &value, &text);
        return st ? st : gla_index_parse(value, index);
    }
    gla_index_item item = {.kind = GLA_INDEX_INTEGER};
    gla_status st = gla_pl_int64_as(aTHX_ f, sv, GLA_WANT_INDEX, &item.start);
    if (!st)
        index->v[index->n++] = item;
    return st;
}

/* A list is an index array, unless there is something in it that an array cannot hold: then it is a list of places.
 * The methods of the class bless their arguments as places. */
static bool gla_pl_is_places(pTHX_ SV *sv)
{
    gla_pl_number number;
    if (gla_pl_is_a(aTHX_ sv, "GPULinalg::_Places") && SvTYPE(SvRV(sv)) == SVt_PVAV)
        return true;
    if (!gla_pl_is_list(sv) || SvMAGICAL(SvRV(sv)))
        return false;
    AV *av = (AV *)SvRV(sv);
    for (SSize_t i = 0; i <= AvFILLp(av); i++) {
        SV *item = AvARRAY(av)[i];
        if (!item || (!SvROK(item) && !SvGMAGICAL(item) && !gla_pl_read(aTHX_ item, &number)))
            return true;
    }
    return false;
}

static gla_status gla_pl_index(pTHX_ gla_pl_frame f, SV *sv, gla_index *index, GlaTemp *temp)
{
    index->n = 0;
    if (!gla_pl_is_places(aTHX_ sv))
        return gla_pl_index_item(aTHX_ f, sv, index, temp);
    AV *av = gla_pl_elements(aTHX_ f, sv);
    gla_status st = av ? GLA_OK : gla_last_status();
    for (SSize_t i = 0; !st && i <= av_len(av); i++)
        if ((st = gla_pl_index_item(aTHX_ f, gla_pl_element_at(aTHX_ av, i), index, temp)))
            gla_argument_at(i);
    return st;
}

#define GLA_PL_FRAME ((gla_pl_frame){ax, items})
#define GLA_IS_NONE(obj) (!SvOK(obj))
#define GLA_IN_ARRAY(obj, p, tmp) gla_pl_array(aTHX_ GLA_PL_FRAME, obj, (const gla_array **)(p), tmp)
#define GLA_IN_PLACES(obj, p, tmp) gla_pl_places(aTHX_ GLA_PL_FRAME, obj, (const gla_array **)(p), tmp)
#define GLA_IN_SELF(obj, p) gla_pl_self(aTHX_ obj, p)
#define GLA_IN_ARRAYS(obj, list) gla_pl_arrays(aTHX_ GLA_PL_FRAME, obj, list)
#define GLA_FREE_ARRAYS(list) gla_pl_free_arrays(list)
#define GLA_IN_INDEX(obj, index, temp) gla_pl_index(aTHX_ GLA_PL_FRAME, obj, index, temp)
#define GLA_FREE_INDEX(temp) gla_pl_free_temp(temp)
#define GLA_IN_INTS(obj, store, p) gla_pl_ints(aTHX_ GLA_PL_FRAME, obj, store, (const gla_ints **)(p))
#define GLA_IN_DTYPE(obj, p) gla_pl_dtype(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_AXIS(obj, p) gla_pl_axis(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_MAYBE(obj, p) gla_pl_maybe(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_BOOL(obj, p) gla_pl_bool(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_INT(obj, p) gla_pl_int(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_INT64(obj, p) gla_pl_int64(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_IN_DOUBLE(obj, p) gla_pl_double(aTHX_ GLA_PL_FRAME, obj, p)
#define GLA_RAISE(status) gla_pl_raise(aTHX_ cv, status)
