/* nested.h - nested array references to arrays.
 *
 * The shape is read along the first elements, the array allocated with the type of the first number, and filled in one
 * pass that checks everything again.  A value that the type cannot hold starts the filling again with a wider one. */

enum { GLA_PL_AGAIN = -1, GLA_PL_SPECIAL = -2 }; /* beside gla_status: widen the type; a value must first be taken apart */

typedef struct {
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    unsigned seen; /* needs of the values met so far */
    bool taken_apart; /* the list is a copy of ours, in which there is nothing special any more */
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

static int gla_pl_refuse(pTHX_ SV *sv)
{
    if (gla_pl_is_list(sv))
        return gla_argument_fact(GLA_SHAPE_ERROR, "is a list where others are numbers; make all rows equally long and deep");
    return gla_pl_wanted(aTHX_ GLA_DTYPE_ERROR, sv ? sv : &PL_sv_undef, GLA_WANT_NUMBER);
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
        return gla_pl_refuse(aTHX_ sv);
    if (SvGMAGICAL(sv))
        return GLA_PL_SPECIAL;
    unsigned kind = gla_pl_read(aTHX_ sv, &number);
    if (!kind)
        return !list->taken_apart && SvROK(sv) && SvOBJECT(SvRV(sv)) ? GLA_PL_SPECIAL : gla_pl_refuse(aTHX_ sv);
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

static int gla_pl_fill(pTHX_ gla_pl_list *list, SV *sv, int d);

/* The elements of one list, which is held: a handler of a signal may let it go, or change it. */
static int gla_pl_fill_row(pTHX_ gla_pl_list *list, AV *av, int d)
{
    int64_t n = list->shape[d];
    int st = 0;
    SvREFCNT_inc_simple_void_NN(av);
    for (int64_t i = 0; i < n && !st; i++) {
        if (AvFILLp(av) + 1 != n)
            st = gla_argument_fact(GLA_SHAPE_ERROR, "changed while it was read; pass a copy");
        else if ((st = gla_pl_fill(aTHX_ list, AvARRAY(av)[i], d + 1)) > 0)
            gla_argument_at(i);
        else if (!st && UNLIKELY(PL_sig_pending))
            st = gla_pl_pause(aTHX);
    }
    SvREFCNT_dec_NN(av);
    return st;
}

static int gla_pl_fill(pTHX_ gla_pl_list *list, SV *sv, int d)
{
    char text[GLA_DESCRIPTION];
    if (d == list->ndim)
        return gla_pl_store(aTHX_ list, sv);
    if (sv && (SvGMAGICAL(sv) || (!list->taken_apart && SvROK(sv) && SvOBJECT(SvRV(sv)))))
        return GLA_PL_SPECIAL;
    if (!gla_pl_is_list(sv))
        return gla_argument_fact(GLA_SHAPE_ERROR, "is %s where others are lists; make all rows equally long and deep",
                                 gla_pl_describe(aTHX_ sv ? sv : &PL_sv_undef, text));
    AV *av = (AV *)SvRV(sv);
    if (SvMAGICAL(av))
        return GLA_PL_SPECIAL;
    if (AvFILLp(av) + 1 != list->shape[d])
        return gla_argument_fact(GLA_SHAPE_ERROR, "has %lld elements where others have %lld; make all rows equally long",
                                 (long long)AvFILLp(av) + 1, (long long)list->shape[d]);
    return gla_pl_fill_row(aTHX_ list, av, d);
}

/* Shape along the first elements, and what the first number needs.  Returns like gla_pl_fill. */
static int gla_pl_measure(pTHX_ gla_pl_list *list, SV *sv)
{
    gla_pl_number number;
    list->ndim = 0;
    for (;;) {
        if (sv && !list->taken_apart
            && (SvGMAGICAL(sv) || (SvROK(sv) && SvOBJECT(SvRV(sv)) && !gla_pl_read(aTHX_ sv, &number))))
            return GLA_PL_SPECIAL;
        if (!gla_pl_is_list(sv)) {
            list->seen |= sv ? gla_pl_read(aTHX_ sv, &number) : 0;
            return 0;
        }
        if (list->ndim == GLA_MAX_NDIM)
            return gla_argument_fact(GLA_SHAPE_ERROR, "is nested deeper than %d lists, or contains itself; arrays have at most "
                                     "%d dimensions", GLA_MAX_NDIM, GLA_MAX_NDIM);
        AV *av = (AV *)SvRV(sv);
        if (SvMAGICAL(av))
            return GLA_PL_SPECIAL;
        list->shape[list->ndim++] = AvFILLp(av) + 1;
        if (AvFILLp(av) < 0)
            return 0;
        sv = AvARRAY(av)[0];
    }
}

static gla_status gla_pl_from_list(pTHX_ gla_pl_frame f, SV *sv, gla_array **out)
{
    gla_pl_list list = {.seen = 0};
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
        if (list.taken_apart) /* tied while it was read */
            return gla_argument_fact(GLA_SHAPE_ERROR, "changed while it was read; pass a copy");
        list.taken_apart = true;
        if (!(sv = gla_pl_plain(aTHX_ f, sv)))
            return gla_last_status();
    }
}
