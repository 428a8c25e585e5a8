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

static gla_status check(const gla_call *c, const int64_t *info, const gla_doubts *doubts)
{
    gla_status st = gla_info_check(c, GLA_SINGULAR_ERROR, info, "a is singular: pivot %lld is exactly zero",
                                   "look for rows or columns that depend on others, or use lstsq");
    return st ? st : gla_doubts_check(c, doubts, "x", "look for columns that nearly depend on others, or use lstsq");
}

/* The whole stack once more, scaled; c is as it was before x was worked on. */
static gla_status solve_scaled(const gla_call *c, gla_trans trans, gla_matrices *x)
{
    int64_t few[GLA_FEW], *info = NULL;
    gla_doubts doubts = {.wanted = false};
    gla_status st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_doubts_new(c, &doubts);
    if (!st)
        st = gla_scaled_solve(c, trans, c->a, c->b, x->array, info, &doubts);
    if (!st)
        st = check(c, info, &doubts);
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    return st;
}

/* In one step, where the device does that; else *answer is GLA_SMALL_NOT_TAKEN. */
static gla_status solve_small(const gla_call *c, gla_trans trans, gla_matrices *x, gla_small *answer)
{
    int64_t few[GLA_FEW], *info = NULL;
    gla_doubts doubts = {.wanted = false};
    bool scale = false;
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!c->dev->backend->lapack->small_gesv || c->n > GLA_SMALL_MOST || c->n == 0)
        return GLA_OK;
    gla_status st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->n, c->b->shape[c->b->ndim - 1],
                                     GLA_COLUMN_MAJOR, x);
    if (!st && x->array->size > 0) {
        st = gla_info_new(c->op, c->count, few, &info);
        if (!st)
            st = gla_doubts_new(c, &doubts);
        if (!st)
            st = gla_small_solve(c, trans, c->a, c->b, x->array, info, doubts.of, answer);
        if (!st && *answer == GLA_SMALL_FAILED)
            st = gla_info_check_finite(c, info);
        if (!st && (*answer == GLA_SMALL_FAILED || *answer == GLA_SMALL_DOUBTFUL))
            scale = gla_doubts_scale(c, &doubts);
        if (!st && !scale && *answer != GLA_SMALL_DONE && *answer != GLA_SMALL_NOT_TAKEN)
            st = check(c, info, &doubts);
        gla_doubts_free(&doubts);
        if (!st && scale)
            st = solve_scaled(c, trans, x);
        gla_info_free(few, info);
    }
    if (st || *answer == GLA_SMALL_NOT_TAKEN)
        gla_matrices_release(x);
    return st;
}

/* x holds b on entry.  A straight copy of row-major a is aᵀ, so the flag is turned; only conj(a) has no flag. */
static gla_status solve_stacks(gla_call *c, gla_trans trans, gla_matrices *x)
{
    gla_matrices a = {0};
    gla_array *matrix = NULL;
    int64_t few[GLA_FEW], *info = NULL;
    gla_doubts doubts = {.wanted = false};
    gla_call whole = *c;
    gla_trans asked = trans;
    bool scale = false;
    gla_matrix right = x->matrix;
    int skip = shares_matrix(c) ? c->a->ndim - 2 : 0;
    if (shares_matrix(c)) {
        right.cols *= c->count;
        c->nbatch = 0; /* there is one matrix to report on */
        c->count = 1;
    }
    gla_status st = gla_array_view(c->a, c->a->ndim - skip, c->a->shape + skip, c->a->strides + skip, 0, &matrix);
    if (!st)
        st = gla_matrices_copy(c->op, c->dev, c->dtype, matrix, c->nbatch, c->batch,
                               trans == GLA_CONJ_TRANS ? GLA_COLUMN_MAJOR : GLA_AS_IT_LIES, &a);
    if (a.transposed)
        trans = trans == GLA_NO_TRANS ? GLA_TRANS : GLA_NO_TRANS;
    if (!st)
        st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_doubts_new(c, &doubts);
    if (!st)
        st = gla_require_finite_before(c, "a", a.array);
    if (!st) {
        double n = (double)c->n;
        void *state = gla_work_begin((double)c->count * n * n * (n + (double)right.cols));
        st = c->dev->backend->lapack->gesv(c->dev, c->dtype, trans, &a.matrix, &right, c->count, info, doubts.of,
                                             doubts.wanted);
        gla_work_end(state);
    }
    if (!st)
        st = gla_info_check_finite(c, info);
    if (!st)
        scale = gla_doubts_scale(c, &doubts);
    if (!st && !scale)
        st = check(c, info, &doubts);
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    gla_matrices_release(&a);
    gla_unref(matrix);
    return st || !scale ? st : solve_scaled(&whole, asked, x);
}

gla_status gla_solve(const gla_array *a, const gla_array *b, gla_array **out, int trans)
{
    static const gla_trans flags[3] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    gla_call c;
    gla_matrices x = {0};
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    bool vector;
    *out = NULL;
    if (trans < 0 || trans > 2)
        return gla_fail(GLA_ARGUMENT_ERROR, "solve: trans is %d, but it must be 0 (a), 1 (transposed) or 2 (conjugate "
                        "transposed)", trans);
    bool from_host;
    gla_status st = gla_solve_from_host(a, b, trans, out, &from_host);
    if (st || from_host)
        return st;
    st = gla_call_begin_pair(&c, "solve", a, b, true, &vector);
    gla_trans flag = trans == 2 && !gla_dtype_is_complex(c.dtype) ? GLA_TRANS : flags[trans];
    if (!st)
        st = solve_small(&c, flag, &x, &answer);
    bool rest = !st && answer == GLA_SMALL_NOT_TAKEN;
    if (rest)
        st = gla_matrices_copy(c.op, c.dev, c.dtype, c.b, c.nbatch, c.batch, GLA_COLUMN_MAJOR, &x);
    if (!st && rest && x.array->size > 0) {
        st = gla_require_finite_before(&c, "b", x.array);
        if (!st)
            st = solve_stacks(&c, flag, &x);
    }
    if (!st && vector)
        st = gla_drop_last(&x.array);
    if (st)
        gla_matrices_release(&x);
    *out = x.array;
    gla_call_end(&c);
    return st;
}
