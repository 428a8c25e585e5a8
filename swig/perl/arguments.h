/* arguments.h - what SWIG's typemaps call for arguments (see the list in gpulinalg.i). */

/* Arrays that were made while an argument was read, given back after the call. */
typedef struct {
    int n;
    gla_array **v;
} GlaTemp;

static gla_status gla_pl_scalar(pTHX_ SV *sv, gla_array **out)
{
    gla_pl_number number;
    char text[128];
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
        return gla_fail(GLA_ARGUMENT_ERROR, ": a reference to a scalar is no array; packed strings are read by "
                        "GPULinalg::from_packed");
    return gla_fail(GLA_ARGUMENT_ERROR, ": %s is no array; give an Array, a PDL, an array reference or a number",
                    gla_pl_describe(aTHX_ sv, text, sizeof text));
}

/* Anything array-like.  An undefined value is an error here; the typemap of optional arguments keeps it out. */
static gla_status gla_pl_array(pTHX_ SV *sv, const gla_array **p, gla_array **tmp)
{
    if (SvROK(sv) && (*p = gla_pl_handle(aTHX_ SvRV(sv))))
        return GLA_OK;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    gla_status st;
    *tmp = NULL;
    if (SvROK(sv) && SvOBJECT(SvRV(sv)) && !SvGMAGICAL(sv)) {
        if (SvSTASH(SvRV(sv)) && sv_derived_from(sv, GLA_PL_CLASS))
            return gla_fail(GLA_ARGUMENT_ERROR, ": this Array object has been destroyed or was not made by GPULinalg");
        if (sv_derived_from(sv, "PDL")) {
            st = gla_pl_from_pdl(aTHX_ sv, tmp);
            *p = *tmp;
            return st;
        }
    }
    if (!gla_pl_is_list(sv)) {
        SV *given = sv;
        if ((st = gla_pl_simplify(aTHX_ &sv)))
            return st;
        if (sv != given && SvROK(sv) && SvOBJECT(SvRV(sv)) && (*p = gla_pl_handle(aTHX_ SvRV(sv)))) {
            *tmp = gla_ref(*p);
            return GLA_OK;
        }
    }
    st = gla_pl_is_list(sv) ? gla_pl_from_list(aTHX_ sv, tmp) : gla_pl_scalar(aTHX_ sv, tmp);
    *p = *tmp;
    return st;
}

static gla_status gla_pl_self(pTHX_ SV *sv, gla_array **p)
{
    char text[128];
    if (SvROK(sv) && (*p = gla_pl_handle(aTHX_ SvRV(sv))))
        return GLA_OK;
    if (SvROK(sv) && SvOBJECT(SvRV(sv)) && sv_derived_from(sv, GLA_PL_CLASS))
        return gla_fail(GLA_ARGUMENT_ERROR, ": this Array object has been destroyed or was not made by GPULinalg");
    return gla_fail(GLA_DTYPE_ERROR, ": only an Array can be changed in place, not %s",
                    gla_pl_describe(aTHX_ sv, text, sizeof text));
}

static void gla_pl_free_temp(GlaTemp *temp)
{
    for (int i = 0; i < temp->n; i++)
        gla_unref(temp->v[i]);
    gla_free(temp->v);
}

/* ---- lists of arrays ---------------------------------------------------------------------------------------------- */
static void gla_pl_free_arrays(gla_arrays *list)
{
    for (int64_t i = 0; i < list->n; i++)
        gla_unref((gla_array *)list->v[i]);
    gla_free(list->v);
    *list = (gla_arrays){0, NULL};
}

/* An array reference; of an Array or a PDL the parts along its first axis would be meant, which nobody has asked for. */
static gla_status gla_pl_arrays(pTHX_ SV *sv, gla_arrays *list)
{
    char text[128];
    *list = (gla_arrays){0, NULL};
    if (!gla_pl_is_list(sv) || SvMAGICAL(SvRV(sv)))
        return gla_fail(GLA_ARGUMENT_ERROR, ": a reference to a plain list of arrays is needed, not %s",
                        gla_pl_describe(aTHX_ sv, text, sizeof text));
    AV *av = (AV *)SvRV(sv_2mortal(newRV_inc(SvRV(sv)))); /* kept alive: reading an element may run the user's code */
    int64_t n = av_len(av) + 1;
    if (!(list->v = gla_calloc((size_t)n, sizeof *list->v)))
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR, ": out of memory for a list of %lld arrays", (long long)n);
    for (int64_t i = 0; i < n; i++) {
        SV **item = av_fetch(av, i, 0); /* the list may shrink while an element is read */
        gla_array *tmp = NULL;
        const gla_array *p = NULL;
        gla_status st = gla_pl_array(aTHX_ item ? *item : &PL_sv_undef, &p, &tmp);
        if (st) {
            gla_unref(tmp);
            gla_pl_free_arrays(list);
            return st;
        }
        list->v[list->n++] = tmp ? tmp : gla_ref(p);
    }
    return GLA_OK;
}

/* ---- shapes, axes, types, text ------------------------------------------------------------------------------------ */
static gla_status gla_pl_ints(pTHX_ SV *sv, gla_ints *store, const gla_ints **p)
{
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    gla_status st = gla_pl_simplify(aTHX_ &sv);
    if (!st && gla_pl_is_list(sv) && SvMAGICAL(SvRV(sv)) && !(sv = gla_pl_plain(aTHX_ sv)))
        st = gla_last_status();
    if (st)
        return st;
    *p = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    if (!gla_pl_is_list(sv)) {
        store->n = 1;
        st = gla_pl_int64(aTHX_ sv, &store->v[0]);
    }
    else {
        AV *av = (AV *)SvRV(sv_2mortal(newRV_inc(SvRV(sv)))); /* as above */
        if (av_len(av) >= GLA_MAX_NDIM)
            return gla_fail(GLA_SHAPE_ERROR, ": a list of %lld integers, but an array has at most %d dimensions",
                            (long long)av_len(av) + 1, GLA_MAX_NDIM);
        store->n = (int)av_len(av) + 1;
        for (int i = 0; i < store->n && !st; i++) {
            SV **item = av_fetch(av, i, 0);
            st = gla_pl_int64(aTHX_ item ? *item : &PL_sv_undef, &store->v[i]);
        }
    }
    *p = st ? NULL : store;
    return st;
}

static gla_dtype gla_pl_dtype_of_pdl(const char *name);

static gla_status gla_pl_dtype(pTHX_ SV *sv, gla_dtype *dtype)
{
    char text[128];
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (SvGMAGICAL(sv) && !(sv = gla_pl_plain(aTHX_ sv)))
        return gla_last_status();
    *dtype = GLA_NO_DTYPE;
    if (!SvOK(sv))
        return GLA_OK;
    if (gla_pl_is_a(aTHX_ sv, "PDL::Type"))
        *dtype = gla_pl_dtype_of_pdl(SvPV_nolen(sv));
    else if (!SvROK(sv))
        *dtype = gla_dtype_from_name(SvPV_nomg_nolen(sv));
    if (*dtype != GLA_NO_DTYPE)
        return GLA_OK;
    return gla_fail(GLA_DTYPE_ERROR, ": there is no dtype %s; the types are bool, int8 to int64, uint8 to uint64, float32, "
                    "float64, complex64 and complex128", gla_pl_describe(aTHX_ sv, text, sizeof text));
}

static gla_status gla_pl_text(pTHX_ SV *sv, const char **p)
{
    char text[128];
    STRLEN length;
    if (gla_pl_not_given(aTHX_ sv))
        return GLA_OK;
    if (SvGMAGICAL(sv) && !(sv = gla_pl_plain(aTHX_ sv)))
        return gla_last_status();
    *p = NULL;
    if (!SvOK(sv))
        return GLA_OK;
    if (SvROK(sv))
        return gla_fail(GLA_DTYPE_ERROR, ": text is needed, not %s", gla_pl_describe(aTHX_ sv, text, sizeof text));
    *p = SvPV_nomg(sv, length);
    if (strlen(*p) != length)
        return gla_fail(GLA_ARGUMENT_ERROR, ": the text holds a zero byte");
    return GLA_OK;
}

/* ---- index expressions -------------------------------------------------------------------------------------------- */
static gla_status gla_pl_index_array(pTHX_ SV *sv, gla_index *index, GlaTemp *temp)
{
    gla_array *tmp = NULL;
    const gla_array *p = NULL;
    gla_status st = gla_pl_array(aTHX_ sv, &p, &tmp);
    if (!st && !temp->v && !(temp->v = gla_calloc(2 * GLA_MAX_NDIM, sizeof *temp->v)))
        st = gla_fail(GLA_OUT_OF_MEMORY_ERROR, ": out of memory for an index");
    if (st) {
        gla_unref(tmp);
        return st;
    }
    index->v[index->n++] = (gla_index_item){.kind = GLA_INDEX_ARRAY, .array = p};
    if (tmp)
        temp->v[temp->n++] = tmp;
    return GLA_OK;
}

/* One place of an index: undef is a new axis, text holds slices, references hold index arrays. */
static gla_status gla_pl_index_item(pTHX_ SV *sv, gla_index *index, GlaTemp *temp)
{
    gla_pl_number number;
    if (SvGMAGICAL(sv) && !(sv = gla_pl_plain(aTHX_ sv)))
        return gla_last_status();
    if (index->n >= 2 * GLA_MAX_NDIM)
        return gla_fail(GLA_INDEX_ERROR, ": an index of more than %d parts", 2 * GLA_MAX_NDIM);
    if (!SvOK(sv)) {
        index->v[index->n++] = (gla_index_item){.kind = GLA_INDEX_NEW_AXIS};
        return GLA_OK;
    }
    unsigned kind = SvROK(sv) ? 0 : gla_pl_read(aTHX_ sv, &number);
    if (SvROK(sv) || kind == GLA_PL_BOOL)
        return gla_pl_index_array(aTHX_ sv, index, temp);
    if (!kind) {
        const char *text = NULL;
        gla_status st = gla_pl_text(aTHX_ sv, &text);
        return st ? st : gla_index_parse(text, index);
    }
    if (kind == GLA_PL_REAL && number.re != floor(number.re))
        return gla_fail(GLA_DTYPE_ERROR, ": the place %g is no integer; use an integer, text such as \"1:3\", or an array",
                        number.re);
    gla_index_item item = {.kind = GLA_INDEX_INTEGER};
    gla_status st = gla_pl_int64(aTHX_ sv, &item.start);
    if (!st)
        index->v[index->n++] = item;
    return st;
}

/* A list is an index array, unless there is something in it that an array cannot hold: then it is a list of places.
 * The methods of the class bless their arguments as places. */
static bool gla_pl_is_places(pTHX_ SV *sv)
{
    gla_pl_number number;
    if (gla_pl_is_a(aTHX_ sv, "GPULinalg::_Places"))
        return true;
    if (!gla_pl_is_list(sv) || SvMAGICAL(SvRV(sv)))
        return false;
    AV *av = (AV *)SvRV(sv);
    for (SSize_t i = 0; i <= av_len(av); i++) {
        SV *item = AvARRAY(av)[i];
        if (!item || (!SvROK(item) && !SvGMAGICAL(item) && !gla_pl_read(aTHX_ item, &number)))
            return true;
    }
    return false;
}

static gla_status gla_pl_index(pTHX_ SV *sv, gla_index *index, GlaTemp *temp)
{
    index->n = 0;
    if (!gla_pl_is_places(aTHX_ sv))
        return gla_pl_index_item(aTHX_ sv, index, temp);
    AV *av = (AV *)SvRV(sv_2mortal(newRV_inc(SvRV(sv)))); /* as above */
    for (SSize_t i = 0; i <= av_len(av); i++) {
        SV **item = av_fetch(av, i, 0);
        gla_status st = gla_pl_index_item(aTHX_ item ? *item : &PL_sv_undef, index, temp);
        if (st)
            return st;
    }
    return GLA_OK;
}

#define GLA_IS_NONE(obj) (!SvOK(obj))
#define GLA_IN_ARRAY(obj, p, tmp) gla_pl_array(aTHX_ obj, (const gla_array **)(p), tmp)
#define GLA_IN_SELF(obj, p) gla_pl_self(aTHX_ obj, p)
#define GLA_IN_ARRAYS(obj, list) gla_pl_arrays(aTHX_ obj, list)
#define GLA_FREE_ARRAYS(list) gla_pl_free_arrays(list)
#define GLA_IN_INDEX(obj, index, temp) gla_pl_index(aTHX_ obj, index, temp)
#define GLA_FREE_INDEX(temp) gla_pl_free_temp(temp)
#define GLA_IN_INTS(obj, store, p) gla_pl_ints(aTHX_ obj, store, (const gla_ints **)(p))
#define GLA_IN_DTYPE(obj, p) gla_pl_dtype(aTHX_ obj, p)
#define GLA_IN_AXIS(obj, p) gla_pl_axis(aTHX_ obj, p)
#define GLA_IN_MAYBE(obj, p) gla_pl_maybe(aTHX_ obj, p)
#define GLA_IN_BOOL(obj, p) gla_pl_bool(aTHX_ obj, p)
#define GLA_IN_INT(obj, p) gla_pl_int(aTHX_ obj, p)
#define GLA_IN_INT64(obj, p) gla_pl_int64(aTHX_ obj, p)
#define GLA_IN_DOUBLE(obj, p) gla_pl_double(aTHX_ obj, p)
#define GLA_IN_TEXT(obj, p, temp) ((void)(temp), gla_pl_text(aTHX_ obj, (const char **)(p)))
#define GLA_FREE_TEXT(temp) gla_pl_free_temp(temp)
#define GLA_RAISE() gla_pl_raise(aTHX_ cv)
