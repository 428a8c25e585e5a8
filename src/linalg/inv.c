/* inv.c - inverses, by LU factorisation with the identity on the right. */
#include "condition.h"

#include <string.h>

/* In one step, where the device does that; else *answer is GLA_SMALL_NOT_TAKEN. */
static gla_status inverse_small(const gla_call *c, gla_matrices *x, int64_t *info, gla_doubts *doubts, gla_small *answer)
{
    *answer = GLA_SMALL_NOT_TAKEN;
    if (!c->dev->backend->lapack->small_gesv || c->n > GLA_SMALL_MOST || c->a->size == 0)
        return GLA_OK;
    gla_status st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->n, c->n, GLA_ROW_MAJOR, x);
    if (!st)
        st = gla_small_solve(c, GLA_NO_TRANS, c->a, NULL, x->array, info, doubts->of, answer);
    if (!st && *answer == GLA_SMALL_DONE)
        memset(info, 0, (size_t)c->count * sizeof *info);
    if (st || *answer == GLA_SMALL_NOT_TAKEN)
        gla_matrices_release(x);
    return st;
}

/* Whatever order the copy of a has, the solution has it too: (aᵀ)⁻¹ read the other way round is a⁻¹. */
gla_status gla_inverse_stack(const gla_call *c, gla_array **out, int64_t *info, gla_doubts *doubts)
{
    gla_matrices a = {0}, x = {0};
    gla_small answer;
    double n = (double)c->n;
    *out = NULL;
    gla_status st = inverse_small(c, &x, info, doubts, &answer);
    bool rest = !st && answer == GLA_SMALL_NOT_TAKEN;
    if (rest)
        st = gla_matrices_copy(c->op, c->dev, c->dtype, c->a, c->nbatch, c->batch, GLA_AS_IT_LIES, &a);
    if (!st && rest)
        st = gla_require_finite_before(c, c->name, a.array);
    if (!st && rest)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->n, c->n,
                              a.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR, &x);
    if (!st && rest)
        st = gla_fill_eye(c->op, x.array);
    if (!st && rest && x.array->size > 0) {
        void *state = gla_work_begin((double)c->count * n * n * n);
        st = c->dev->backend->lapack->gesv(c->dev, c->dtype, GLA_NO_TRANS, &a.matrix, &x.matrix, c->count, info,
                                             doubts->of, doubts->wanted);
        gla_work_end(state);
    }
    if (!st && x.array->size > 0)
        st = gla_info_check_finite(c, info);
    gla_matrices_release(&a);
    if (!st && x.array->size > 0 && gla_doubts_scale(c, doubts))
        st = gla_scaled_solve(c, GLA_NO_TRANS, c->a, NULL, x.array, info, doubts);
    if (st)
        gla_matrices_release(&x);
    *out = x.array;
    return st;
}

gla_status gla_inv(const gla_array *x, gla_array **out)
{
    gla_call c;
    int64_t few[GLA_FEW] = {0}, *info = NULL;
    gla_doubts doubts = {.wanted = false};
    *out = NULL;
    gla_status st = gla_call_begin(&c, "inv", "x", x, true);
    if (!st)
        st = gla_info_new(c.op, c.count, few, &info);
    if (!st)
        st = gla_doubts_new(&c, &doubts);
    if (!st)
        st = gla_inverse_stack(&c, out, info, &doubts);
    if (!st && (*out)->size > 0)
        st = gla_info_check(&c, GLA_SINGULAR_ERROR, info, "x is singular: pivot %lld is exactly zero",
                            "look for rows or columns that depend on others, or use pinv");
    if (!st && (*out)->size > 0)
        st = gla_doubts_check(&c, &doubts, "the inverse", "look for columns that nearly depend on others, or use pinv");
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    gla_call_end(&c);
    return st;
}
