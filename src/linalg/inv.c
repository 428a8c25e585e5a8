/* inv.c - Matrix inverses, by LU factorisation with the identity as right-hand side. */
#include "condition.h"
#include "strategies.h"

typedef struct inverting {
    const gla_call *c;
    int64_t *info;
    gla_estimates *doubts;
    gla_array *x;
} inverting;

static bool is_small(const void *call)
{
    return gla_is_small(((const inverting *)call)->c);
}

static bool invert_small(void *call)
{
    inverting *p = call;
    const gla_call *c = p->c;
    gla_small answer;
    p->x = gla_call_matrices(c, c->n, c->n, GLA_ROW_MAJOR).array;
    gla_small_solve(c, GLA_NO_TRANS, c->a, NULL, p->x, p->info, p->doubts->of, &answer);
    p->doubts->none = answer == GLA_SMALL_DONE;
    if (answer == GLA_SMALL_NOT_TAKEN)
        gla_s_release(c->s, p->x);
    return answer != GLA_SMALL_NOT_TAKEN;
}

/* The solution has the same memory order as the copy of a, because (aᵀ)⁻¹ read in the other order is a⁻¹. */
static bool invert_copy(void *call)
{
    inverting *p = call;
    const gla_call *c = p->c;
    gla_matrices a = gla_call_copy(c, c->a, GLA_KEEP_ORDER);
    gla_call_require_finite_before(c, c->name, a.array);
    gla_matrices x = gla_call_matrices(c, c->n, c->n, a.transposed ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR);
    gla_call_eye(c, x.array);
    if (!gla_failed(c) && x.array->size > 0)
        gla_lu_solve(c, GLA_NO_TRANS, &a.matrix, &x.matrix, p->info, p->doubts);
    gla_s_release(c->s, a.array);
    p->x = x.array;
    return true;
}

static const gla_strategy rows[] = {
    {"small", "orders up to 64", GLA_SLOT(lapack, small_gesv), is_small, invert_small},
    {"each", "any: LU factorisation of a copy", GLA_NO_SLOT, NULL, invert_copy},
};
const gla_strategies gla_inv_strategies = {"inv", rows};

gla_array *gla_inverse_stack(const gla_call *c, int64_t *info, gla_estimates *doubts)
{
    inverting p = {c, info, doubts, NULL};
    gla_try(&gla_inv_strategies, c->dev, &c->s->status, &p);
    if (gla_failed(c) || p.x->size == 0 || doubts->none)
        return p.x;
    if (!gla_info_check_finite(c, info) && gla_estimates_need_scaling(c, doubts))
        gla_scaled_solve(c, GLA_NO_TRANS, c->a, NULL, p.x, info, doubts);
    return p.x;
}

gla_status gla_inv_as(const char *op, const gla_array *x, gla_array **out)
{
    gla_call c;
    *out = NULL;
    gla_call_begin(&c, op, "x", x, true);
    int64_t *info = gla_call_info(&c);
    gla_estimates doubts = gla_estimates_new(&c);
    gla_array *inverse = gla_inverse_stack(&c, info, &doubts);
    if (!doubts.none)
        gla_info_check(&c, GLA_SINGULAR_ERROR, info, "x is singular: pivot %lld (counted from 1) is exactly zero",
                       "look for linearly dependent rows or columns, or use pinv");
    gla_estimates_warn(&c, &doubts, "the inverse", "look for nearly dependent columns, or use pinv");
    return gla_call_return(&c, inverse, out);
}

gla_status gla_inv(const gla_array *x, gla_array **out)
{
    return gla_inv_as("inv", x, out);
}
