/* solve.c - linear systems by LU factorisation. */
#include "condition.h"

/* One matrix and a whole stack of right-hand sides: factor once, all columns side by side. */
static bool shares_matrix(const gla_call *c)
{
    for (int i = 0; i < c->a->ndim - 2; i++)
        if (c->a->shape[i] != 1)
            return false;
    return c->count > 1;
}

static void check(const gla_call *c, const int64_t *info, const gla_doubts *doubts)
{
    gla_info_check(c, GLA_SINGULAR_ERROR, info, "a is singular: pivot %lld is exactly zero",
                   "look for rows or columns that depend on others, or use lstsq");
    gla_doubts_check(c, doubts, "x", "look for columns that nearly depend on others, or use lstsq");
}

/* The whole stack once more, scaled; c is as it was before x was worked on. */
static void solve_scaled(const gla_call *c, gla_trans trans, const gla_matrices *x)
{
    int64_t *info = gla_call_info(c);
    gla_doubts doubts = gla_doubts_new(c);
    gla_scaled_solve(c, trans, c->a, c->b, x->array, info, &doubts);
    check(c, info, &doubts);
}

/* In one step, where the device does that; else without an array. */
static gla_matrices solve_small(const gla_call *c, gla_trans trans)
{
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    gla_matrices x = {0};
    if (gla_failed(c) || !c->dev->backend->lapack->small_gesv || c->n > GLA_SMALL_MOST || c->n == 0)
        return x;
    x = gla_call_matrices(c, c->n, c->b->shape[c->b->ndim - 1], GLA_COLUMN_MAJOR);
    if (!gla_failed(c) && x.array->size > 0) {
        int64_t *info = gla_call_info(c);
        gla_doubts doubts = gla_doubts_new(c);
        gla_small_solve(c, trans, c->a, c->b, x.array, info, doubts.of, &answer);
        if (answer == GLA_SMALL_FAILED)
            gla_info_check_finite(c, info);
        if (answer == GLA_SMALL_FAILED || answer == GLA_SMALL_DOUBTFUL) {
            if (gla_doubts_scale(c, &doubts))
                solve_scaled(c, trans, &x);
            else
                check(c, info, &doubts);
        }
    }
    if (answer == GLA_SMALL_NOT_TAKEN) {
        gla_s_release(c->s, x.array);
        x.array = NULL;
    }
    return x;
}

/* x holds b on entry.  A straight copy of row-major a is aᵀ, so the flag is turned; only conj(a) has no flag. */
static void solve_stacks(const gla_call *whole, gla_trans asked, const gla_matrices *x)
{
    gla_call part = *whole, *c = &part;
    gla_trans trans = asked;
    gla_matrix right = x->matrix;
    int skip = shares_matrix(whole) ? c->a->ndim - 2 : 0;
    if (shares_matrix(whole)) {
        right.cols *= c->count;
        c->nbatch = 0; /* there is one matrix to report on */
        c->count = 1;
    }
    gla_array *matrix = gla_s_view(c->s, c->a, c->a->ndim - skip, c->a->shape + skip, c->a->strides + skip, 0);
    gla_matrices a = gla_call_copy(c, matrix, trans == GLA_CONJ_TRANS ? GLA_COLUMN_MAJOR : GLA_AS_IT_LIES);
    if (a.transposed)
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : GLA_NO_TRANS;
    int64_t *info = gla_call_info(c);
    gla_doubts doubts = gla_doubts_new(c);
    gla_call_require_finite_before(c, "a", a.array);
    gla_lu_solve(c, trans, &a.matrix, &right, info, &doubts);
    gla_info_check_finite(c, info);
    gla_s_release(c->s, a.array);
    if (gla_doubts_scale(c, &doubts))
        solve_scaled(whole, asked, x);
    else
        check(c, info, &doubts);
}

gla_status gla_solve(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    gla_call c;
    bool vector, from_host;
    *out = NULL;
    if ((unsigned)trans > GLA_CONJUGATE_TRANSPOSED)
        return gla_fail(GLA_ARGUMENT_ERROR, "solve: trans is %d, but it must be 0 (a), 1 (transposed) or 2 (conjugate "
                        "transposed)", (int)trans);
    gla_status st = gla_solve_from_host(a, b, trans, out, &from_host);
    if (st || from_host)
        return st;
    gla_call_begin_pair(&c, "solve", a, b, true, &vector);
    gla_trans flag = trans == GLA_CONJUGATE_TRANSPOSED && !gla_dtype_is_complex(c.dtype) ? GLA_TRANS : flags[trans];
    gla_matrices x = solve_small(&c, flag);
    if (!x.array) {
        x = gla_call_copy(&c, c.b, GLA_COLUMN_MAJOR);
        if (!gla_failed(&c) && x.array->size > 0) {
            gla_call_require_finite_before(&c, "b", x.array);
            if (!gla_failed(&c))
                solve_stacks(&c, flag, &x);
        }
    }
    return gla_call_return(&c, vector ? gla_s_drop_last(c.s, x.array) : x.array, out);
}
