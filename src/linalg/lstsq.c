/* lstsq.c - least squares: from Gram matrices where that can be trusted (lstsq_tall.c), else by scaled QR, with the rank
 * decided by singular values (lstsq_qr.c, lstsq_rank.c). */
#include "condition.h"
#include "lstsq.h"

#include <math.h>

/* Some matrices of the stack have full rank, others not: take each solution from where it belongs. */
static gla_array *choose(const gla_lstsq_call *p, const gla_array *full, const gla_array *deficient)
{
    gla_scope *s = p->c.s;
    gla_array *n;
    n = s->status ? NULL : gla_s_made(s, gla_scalar(GLA_INT64, &p->c.n, &n), &n);
    gla_array *is_full = gla_s_combine(s, gla_equal, p->rank, n);
    return gla_s_where(s, gla_s_add_last(s, gla_s_add_last(s, is_full)), full, deficient);
}

static gla_array *solve(const gla_lstsq_call *p, gla_array **residuals)
{
    gla_array *full = p->some_full ? gla_lstsq_solve_full(p, residuals) : NULL;
    if (!p->some_deficient)
        return full;
    gla_array *deficient = gla_lstsq_solve_deficient(p);
    *residuals = NULL; /* of others than the x that is returned */
    return full ? choose(p, full, deficient) : deficient;
}

/* No rows, no columns or no matrices: x is zero, all of b is left. */
static gla_array *solve_nothing(gla_lstsq_call *p, gla_array **residuals)
{
    const gla_call *c = &p->c;
    p->s = gla_call_new(c, gla_real_of(c->dtype), p->k);
    p->rank = gla_call_new(c, GLA_INT64, -1);
    gla_s_fill(c->s, p->rank, 0);
    gla_array *x = gla_call_matrices(c, c->n, p->b->shape[p->b->ndim - 1], GLA_ROW_MAJOR).array;
    gla_s_fill(c->s, x, 0);
    *residuals = gla_s_squares(c->s, gla_call_copy(c, p->b, GLA_ROW_MAJOR).array, -2);
    return x;
}

static void begin(gla_lstsq_call *p, const gla_array *a, const gla_array *b, bool *vector)
{
    *p = (gla_lstsq_call){.k = 0};
    gla_call_begin_late(&p->c, "lstsq", a, b, vector);
    p->b = gla_s_typed(p->c.s, p->c.dtype, p->c.b);
    p->k = p->c.m < p->c.n ? p->c.m : p->c.n;
}

/* a where the call computes, in its type. */
static void bring(gla_lstsq_call *p)
{
    gla_call_bring(&p->c);
    p->a = gla_s_typed(p->c.s, p->c.dtype, p->c.a);
}

/* Data of the script that has come as rows of numbers of the right type is sent while it is worked on. */
static bool may_stay(const gla_lstsq_call *p)
{
    const gla_array *a = p->c.a;
    return gla_device_of(a) != p->c.dev && gla_lstsq_is_tall(p) && a->dtype == p->c.dtype && a->strides[1] == 1 &&
           a->strides[0] >= a->shape[1];
}

/* Steps of refinement in doubled precision save what the triangle leaves a part of. */
#define REFINED_DOUBTFUL 1.0

/* Where the rank is full by the rule that was asked for, and yet the triangle leaves no digit. */
static void look_at_triangle(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    int64_t *rank;
    if (gla_failed(c) || !p->some_full || !c->dev->backend->lapack->trcon || gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING))
        return;
    gla_triangular factor = {.uplo = GLA_UPPER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT, .of = GLA_OF_QR};
    int64_t *info = gla_call_info(c);
    gla_doubts doubts = gla_doubts_new(c);
    gla_triangle_doubts(c, &p->r, factor, NULL, info, &doubts);
    gla_array *host = gla_s_to_host(c->s, p->rank, (void **)&rank);
    for (int64_t i = 0; host && i < c->count; i++) {
        bool saved = gla_lstsq_can_refine(p) && doubts.of[i] <= REFINED_DOUBTFUL;
        doubts.of[i] = rank[i] < c->n || saved ? 0 : info[i] ? INFINITY : doubts.of[i];
    }
    gla_doubts_check(c, &doubts, "x", "leave out columns that nearly depend on others, or raise rcond");
}

static gla_array *solve_qr(gla_lstsq_call *p, const gla_array *rcond, gla_array **residuals)
{
    const gla_call *c = &p->c;
    if (!p->a)
        bring(p);
    gla_call_require_finite(c, "a", p->a);
    gla_call_require_finite(c, "b", p->b);
    gla_lstsq_factor(p);
    gla_lstsq_decide_rank(p, rcond);
    gla_array *x = solve(p, residuals);
    look_at_triangle(p);
    if (!gla_call_finite(c, x))
        gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: x is too large for %s; use other units, so that its numbers become "
                   "smaller", c->op, gla_dtype_name(c->dtype));
    if (!*residuals)
        *residuals = gla_s_squares(c->s, gla_lstsq_residual(p, x), -2);
    return x;
}

static gla_array *solve_any(gla_lstsq_call *p, const gla_array *rcond, gla_array **residuals)
{
    gla_array *x = NULL;
    if (gla_failed(&p->c))
        return NULL;
    if (p->k == 0 || p->c.count == 0)
        return solve_nothing(p, residuals);
    if (!may_stay(p))
        bring(p);
    if (!gla_failed(&p->c) && gla_lstsq_is_tall(p))
        x = gla_lstsq_tall(p, rcond, residuals);
    return x ? x : solve_qr(p, rcond, residuals);
}

gla_status gla_lstsq(const gla_array *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank,
                     gla_array **s, const gla_array *rcond)
{
    gla_lstsq_call p;
    bool vector;
    *x = *residuals = *rank = *s = NULL;
    gla_status st = gla_check_tolerance("lstsq", "rcond", rcond);
    if (st)
        return st;
    begin(&p, a, b, &vector);
    gla_scope *o = p.c.s;
    gla_array *sums = NULL, *solution = solve_any(&p, rcond, &sums);
    if (vector) {
        solution = gla_s_drop_last(o, solution);
        sums = gla_s_drop_last(o, sums);
    }
    gla_scope_give(o, solution, x);
    gla_scope_give(o, sums, residuals);
    gla_scope_give(o, p.rank, rank);
    gla_scope_give(o, p.s, s);
    return gla_call_end(&p.c);
}
