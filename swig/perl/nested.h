/* nested.h - nested array references to arrays.
 *
 * The shape is read along the first elements, the array allocated with the type of the first number, and filled in one
 * pass that checks everything again.  A value that the type cannot hold starts the filling again with a wider one. */

enum { GLA_PL_AGAIN = -1, GLA_PL_SPECIAL = -2 }; /* beside gla_status: widen the type; a value must first be taken apart */

typedef struct {
    int ndim;
    int64_t shape[GLA_MAX_NDIM], at[GLA_MAX_NDIM];
    unsigned seen; /* needs of the values met so far */
    gla_dtype dtype;
    char *out; /* where the next element goes */
} gla_pl_list;

static gla_dtype gla_pl_dtype_for(unsigned seen)
{
    if (seen & GLA_PL_COMPLEX)
        return GLA_COMPLEX128;
    if (seen & GLA_PL_REAL || (seen & GLA_PL_BEYOND_INT64 && seen & GLA_PL_NEGATIVE))
        return GLA_FLOAT64;
    if (seen & GLA_PL_BEYOND_INT64)
        return GLA_UINT64;
    return seen & GLA_PL_INTEGER ? GLA_INT64 : seen & GLA_PL_BOOL ? GLA_BOOL : GLA_FLOAT64;
}

static bool gla_pl_is_list(const SV *sv)
{
    return sv && SvROK(sv) && SvTYPE(SvRV(sv)) == SVt_PVAV && !SvOBJECT(SvRV(sv));
}

/* "[0, 2]" of the element at depth d. */
static const char *gla_pl_place(const gla_pl_list *list, int d, char *buffer, size_t size)
{
    size_t used = 0;
    buffer[0] = 0;
    for (int i = 0; i <= d && i < GLA_MAX_NDIM && used < size; i++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%lld", i ? ", " : "", (long long)list->at[i]);
    return buffer;
}

static int gla_pl_refuse(pTHX_ const gla_pl_list *list, SV *sv)
{
    char place[100], text[128];
    gla_pl_place(list, list->ndim - 1, place, sizeof place);
    if (gla_pl_is_list(sv))
        return gla_fail(GLA_SHAPE_ERROR, ": the nested list is ragged: element [%s] is a list where others are numbers; "
                        "make all rows equally long and deep", place);
    if (!sv || !SvOK(sv))
        return gla_fail(GLA_DTYPE_ERROR, ": element [%s] is undefined; put a number there (\"nan\" for a missing one)", place);
    return gla_fail(GLA_DTYPE_ERROR, ": element [%s] is not a number but %s; arrays hold only numbers", place,
                    gla_pl_describe(aTHX_ sv, text, sizeof text));
}

/* Store one element.  Returns 0, a status, or one of the two above. */
static int gla_pl_store(pTHX_ gla_pl_list *list, SV *sv)
{
    static const unsigned holds[GLA_DTYPE_COUNT] = {
        [GLA_BOOL] = GLA_PL_BOOL,
        [GLA_INT64] = GLA_PL_BOOL | GLA_PL_INTEGER | GLA_PL_NEGATIVE,
        [GLA_UINT64] = GLA_PL_BOOL | GLA_PL_INTEGER | GLA_PL_BEYOND_INT64,
        [GLA_FLOAT64] = GLA_PL_COMPLEX - 1,
        [GLA_COMPLEX128] = 2 * GLA_PL_COMPLEX - 1};
    gla_pl_number number;
    if (!sv)
        return gla_pl_refuse(aTHX_ list, sv);
    if (SvGMAGICAL(sv))
        return GLA_PL_SPECIAL;
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (!kind)
        return SvROK(sv) && SvOBJECT(SvRV(sv)) ? GLA_PL_SPECIAL : gla_pl_refuse(aTHX_ list, sv);
    list->seen |= kind;
    if (kind & ~holds[list->dtype])
        return GLA_PL_AGAIN;
    if (list->dtype == GLA_BOOL) {
        *list->out++ = (char)number.integer;
        return 0;
    }
    if (list->dtype == GLA_INT64 || list->dtype == GLA_UINT64) {
        memcpy(list->out, &number.integer, 8);
        list->out += 8;
        return 0;
    }
    double value[2] = {number.re, 0.0};
    if (kind == GLA_PL_COMPLEX)
        value[1] = number.im;
    else if (kind & GLA_PL_BEYOND_INT64)
        value[0] = (double)(uint64_t)number.integer;
    else if (kind != GLA_PL_REAL)
        value[0] = (double)number.integer;
    size_t bytes = list->dtype == GLA_FLOAT64 ? 8 : 16;
    memcpy(list->out, value, bytes);
    list->out += bytes;
    return 0;
}

static int gla_pl_fill(pTHX_ gla_pl_list *list, SV *sv, int d)
{
    if (d == list->ndim)
        return gla_pl_store(aTHX_ list, sv);
    if (sv && (SvGMAGICAL(sv) || (SvROK(sv) && SvOBJECT(SvRV(sv)))))
        return GLA_PL_SPECIAL;
    char place[100];
    if (!gla_pl_is_list(sv))
        return gla_fail(GLA_SHAPE_ERROR, ": the nested list is ragged: element [%s] is no list where others are; "
                        "make all rows equally long and deep", gla_pl_place(list, d - 1, place, sizeof place));
    AV *av = (AV *)SvRV(sv);
    if (SvMAGICAL(av))
        return GLA_PL_SPECIAL;
    if (av_len(av) + 1 != list->shape[d])
        return gla_fail(GLA_SHAPE_ERROR, ": the nested list is ragged: element [%s] has %lld elements where others have "
                        "%lld; make all rows equally long", gla_pl_place(list, d - 1, place, sizeof place),
                        (long long)av_len(av) + 1, (long long)list->shape[d]);
    SV **items = AvARRAY(av);
    int st = 0;
    for (int64_t i = 0; i < list->shape[d] && !st; i++) {
        list->at[d] = i;
        st = gla_pl_fill(aTHX_ list, items[i], d + 1);
    }
    return st;
}

/* Shape along the first elements, and what the first number needs.  Returns like gla_pl_fill. */
static int gla_pl_measure(pTHX_ gla_pl_list *list, SV *sv)
{
    gla_pl_number number;
    list->ndim = 0;
    for (;;) {
        if (sv && (SvGMAGICAL(sv) || (SvROK(sv) && SvOBJECT(SvRV(sv)) && !gla_pl_read(aTHX_ sv, &number))))
            return GLA_PL_SPECIAL;
        if (!gla_pl_is_list(sv)) {
            list->seen |= sv ? gla_pl_read(aTHX_ sv, &number) : 0;
            return 0;
        }
        if (list->ndim == GLA_MAX_NDIM)
            return gla_fail(GLA_SHAPE_ERROR, ": the list is nested deeper than %d, or contains itself; arrays have at most "
                            "%d dimensions", GLA_MAX_NDIM, GLA_MAX_NDIM);
        AV *av = (AV *)SvRV(sv);
        if (SvMAGICAL(av))
            return GLA_PL_SPECIAL;
        list->at[list->ndim] = 0;
        list->shape[list->ndim++] = av_len(av) + 1;
        sv = av_len(av) >= 0 ? AvARRAY(av)[0] : NULL;
        if (!sv && av_len(av) < 0)
            return 0;
    }
}

static gla_status gla_pl_from_list(pTHX_ SV *sv, gla_array **out)
{
    gla_pl_list list = {.seen = 0};
    bool simplified = false;
    void *data;
    for (;;) {
        int st = gla_pl_measure(aTHX_ &list, sv);
        while (!st) {
            list.dtype = gla_pl_dtype_for(list.seen);
            if ((st = gla_new_host(list.dtype, list.ndim, list.shape, out, &data)))
                break;
            list.out = data;
            if (!(st = gla_pl_fill(aTHX_ &list, sv, 0)))
                return GLA_OK;
            gla_unref(*out);
            *out = NULL;
            if (st == GLA_PL_AGAIN)
                st = 0;
        }
        if (st != GLA_PL_SPECIAL)
            return (gla_status)st;
        if (simplified) /* an object that _plain did not know either */
            return gla_fail(GLA_DTYPE_ERROR, ": the list holds something that is not a number; arrays hold only numbers");
        simplified = true;
        if (!(sv = gla_pl_plain(aTHX_ sv)))
            return gla_last_status();
    }
}
