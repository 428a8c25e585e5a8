/* inv.c - inverses, by LU factorisation with the identity on the right. */
#include "condition.h"

#include <string.h>

/* In one step, where the device does that; else without an array. */
static gla_matrices inverse_small(const gla_call *c, int64_t *info, gla_doubts *doubts)
{
    gla_small answer;
    gla_matrices x = {0};
    if (gla_failed(c) || !c->dev->backend->lapack->small_gesv || c->n > GLA_SMALL_MOST || c->a->size == 0)
        return x;
    x = gla_call_matrices(c, c->n, c->n, GLA_ROW_MAJOR);
    gla_small_solve(c, GLA_NO_TRANS, c->a, NULL, x.array, info, doubts->of, &answer);
    if (answer == GLA_SMALL_DONE && !gla_failed(c))
        memset(info, 0, (size_t)c->count * sizeof *info);
    if (answer == GLA_SMALL_NOT_TAKEN) {
        gla_s_release(c->s, x.array);
        x.array = NULL;
    }
    return x;
}

/* Whatever order the copy of a has, the solution has it too: (aᵀ)⁻¹ read the other way round is a⁻¹. */
static gla_matrices inverse_large(const gla_call *c, int64_t *info, gla_doubts *doubts)
{
    gla_matrices a = gla_call_copy(c, c->a, GLA_AS_IT_LIES);
    gla_call_require_finite_before(c, c->name, a.array);
    gla_matrices x = gla_call_matrices(c, c->n, c->n, a.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR);
    gla_call_eye(c, x.array);
    if (!gla_failed(c) && x.array->size > 0)
        gla_lu_solve(c, GLA_NO_TRANS, &a.matrix, &x.matrix, info, doubts);
    gla_s_release(c->s, a.array);
    return x;
}

gla_array *gla_inverse_stack(const gla_call *c, int64_t *info, gla_doubts *doubts)
{
    gla_matrices x = inverse_small(c, info, doubts);
    if (!x.array)
        x = inverse_large(c, info, doubts);
    if (!gla_failed(c) && x.array->size > 0) {
        gla_info_check_finite(c, info);
        if (gla_doubts_scale(c, doubts))
            gla_scaled_solve(c, GLA_NO_TRANS, c->a, NULL, x.array, info, doubts);
    }
    return x.array;
}

gla_status gla_inv(const gla_array *x, gla_array **out)
{
    gla_call c;
    gla_call_begin(&c, "inv", "x", x, true);
    int64_t *info = gla_call_info(&c);
    gla_doubts doubts = gla_doubts_new(&c);
    gla_array *inverse = gla_inverse_stack(&c, info, &doubts);
    gla_info_check(&c, GLA_SINGULAR_ERROR, info, "x is singular: pivot %lld is exactly zero",
                   "look for rows or columns that depend on others, or use pinv");
    gla_doubts_check(&c, &doubts, "the inverse", "look for columns that nearly depend on others, or use pinv");
    return gla_call_return(&c, inverse, out);
}
