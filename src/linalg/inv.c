/* inv.c - inverses, by LU factorisation with the identity on the right. */
#include "common.h"

/* Whatever order the copy of a has, the solution has it too: (aᵀ)⁻¹ read the other way round is a⁻¹. */
gla_status gla_inverse_stack(const gla_call *c, gla_array **out, int64_t *info)
{
    gla_matrices a = {0}, x = {0};
    double n = (double)c->n;
    *out = NULL;
    gla_status st = gla_matrices_copy(c->op, c->dev, c->dtype, c->a, c->nbatch, c->batch, GLA_AS_IT_LIES, &a);
    if (!st)
        st = gla_require_finite_before(c, c->name, a.array);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->n, c->n,
                              a.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR, &x);
    if (!st)
        st = gla_fill_eye(c->op, x.array);
    if (!st && x.array->size > 0) {
        void *state = gla_work_begin((double)c->count * n * n * n);
        st = c->dev->backend->lapack->gesv(c->dev, c->dtype, GLA_NO_TRANS, &a.matrix, &x.matrix, c->count, info);
        gla_work_end(state);
    }
    if (!st && x.array->size > 0)
        st = gla_info_check_finite(c, info);
    gla_matrices_release(&a);
    if (st)
        gla_matrices_release(&x);
    *out = x.array;
    return st;
}

gla_status gla_inv(const gla_array *x, gla_array **out)
{
    gla_call c;
    int64_t few[GLA_FEW] = {0}, *info = NULL;
    *out = NULL;
    gla_status st = gla_call_begin(&c, "inv", "x", x, true);
    if (!st)
        st = gla_info_new(c.op, c.count, few, &info);
    if (!st)
        st = gla_inverse_stack(&c, out, info);
    if (!st && (*out)->size > 0)
        st = gla_info_check(&c, GLA_SINGULAR_ERROR, info, "x is singular: pivot %lld is exactly zero",
                            "look for rows or columns that depend on others, or use pinv");
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    gla_info_free(few, info);
    gla_call_end(&c);
    return st;
}
