/* lstsq.c - Least squares.  One kernel solves stacks of small matrices.  Tall matrices are solved from Gram matrices if these
 * are accurate enough (lstsq_tall.c).  All other matrices are solved by scaled QR, with the rank from singular values
 * (lstsq_qr.c, lstsq_rank.c). */
#include "condition.h"
#include "lstsq.h"
#include "strategies.h"

#include <math.h>

/* Some matrices of the stack have full rank, others do not.  For each matrix, select the solution that applies to it. */
static gla_array *choose(const gla_lstsq_call *p, const gla_array *full, const gla_array *deficient)
{
    gla_scope *s = p->c.s;
    gla_array *n;
    n = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &p->c.n, &n), &n);
    gla_array *is_full = gla_s_combine(s, gla_equal, p->rank, n);
    return gla_s_where(s, gla_s_add_last(s, gla_s_add_last(s, is_full)), full, deficient);
}

static void solve(gla_lstsq_call *p)
{
    gla_array *full = p->some_full ? gla_lstsq_solve_full(p) : NULL;
    p->x = full;
    if (!p->some_deficient)
        return;
    gla_array *deficient = gla_lstsq_solve_deficient(p);
    p->residuals = NULL; /* the residuals belong to another x than the one returned */
    p->x = full ? choose(p, full, deficient) : deficient;
}

/* If there are no rows, no columns or no matrices, x is zero and the residual is b. */
static void solve_nothing(gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    p->s = gla_call_new(c, gla_real_of(c->dtype), p->k);
    p->rank = gla_call_new(c, GLA_INT64, -1);
    gla_s_fill(c->s, p->rank, 0);
    p->x = gla_call_matrices(c, c->n, p->b->shape[p->b->ndim - 1], GLA_ROW_MAJOR).array;
    gla_s_fill(c->s, p->x, 0);
    p->residuals = gla_s_squares(c->s, gla_call_copy(c, p->b, GLA_ROW_MAJOR).array, -2);
}

static void begin(gla_lstsq_call *p, const char *op, const gla_array *a, const gla_array *b, bool *vector)
{
    *p = (gla_lstsq_call){.k = 0};
    gla_call_begin_pair(&p->c, op, a, b, false, true, vector);
    p->b = gla_s_astype(p->c.s, p->c.dtype, p->c.b);
    p->k = p->c.m < p->c.n ? p->c.m : p->c.n;
}

/* Copy a to the device of the call, and convert it to the dtype of the call. */
static void bring(gla_lstsq_call *p)
{
    gla_call_bring(&p->c);
    p->a = gla_s_astype(p->c.s, p->c.dtype, p->c.a);
}

/* Return true if a can stay on the host and be copied while the computation runs.  This requires contiguous rows and the dtype
 * of the call. */
static bool may_stay(const gla_lstsq_call *p)
{
    const gla_array *a = p->c.a;
    return gla_device_of(a) != p->c.dev && gla_lstsq_is_tall(p) && a->dtype == p->c.dtype && a->strides[1] == 1 &&
           a->strides[0] >= a->shape[1];
}

/* error estimate up to which refinement in twice the working precision recovers the solution */
#define REFINED_DOUBTFUL 1.0

/* Warn if the rank is full by the rule in use, but the triangle is so ill-conditioned that x has no correct digit. */
static void warn_ill_conditioned(const gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    int64_t *rank;
    if (gla_failed(c) || !p->some_full || !c->dev->backend->lapack->trcon || gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING))
        return;
    gla_triangular factor = {.uplo = GLA_UPPER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT};
    int64_t *info = gla_call_info(c);
    gla_estimates doubts = gla_estimates_new(c);
    gla_estimate_triangle(c, &p->r, factor, NULL, info, &doubts);
    gla_array *host = gla_s_to_host(c->s, p->rank, (void **)&rank);
    for (int64_t i = 0; host && i < c->count; i++) {
        bool saved = gla_lstsq_can_refine(p) && doubts.of[i] <= REFINED_DOUBTFUL;
        doubts.of[i] = rank[i] < c->n || saved ? 0 : info[i] ? INFINITY : doubts.of[i];
    }
    gla_estimates_warn(c, &doubts, "x", "remove nearly dependent columns, or increase rcond");
}

static bool is_small_stack(const void *call)
{
    const gla_lstsq_call *p = call;
    const gla_call *c = &p->c;
    return gla_has_small_order(c) && c->count > 1 && c->m >= c->n && c->b->shape[c->b->ndim - 1] > 0 && !c->dev->lacks_float64;
}

/* safety factor for the rank threshold; above it no rank warning is needed */
#define SURELY_WELL 4

/* If a matrix does not clearly have full rank, another strategy processes the whole stack and raises the warning. */
static bool solve_small_stack(void *call)
{
    gla_lstsq_call *p = call;
    const gla_call *c = &p->c;
    gla_small answer = GLA_SMALL_NOT_TAKEN;
    bring(p);
    int64_t nrhs = gla_failed(c) ? 0 : p->b->shape[p->b->ndim - 1];
    int start = gla_scope_mark(c->s);
    p->x = gla_call_matrices(c, c->n, nrhs, GLA_ROW_MAJOR).array;
    p->residuals = gla_call_new(c, gla_real_of(c->dtype), nrhs);
    p->s = gla_call_new(c, gla_real_of(c->dtype), c->n);
    gla_small_lstsq(c, SURELY_WELL * gla_lstsq_full_rank_threshold(p), p->a, p->b, p->x, p->residuals, p->s, &answer);
    if (answer == GLA_SMALL_DONE && p->rcond)
        gla_lstsq_count_rank(p, gla_significant(c, p->s, p->rcond));
    else if (answer == GLA_SMALL_DONE)
        gla_lstsq_all_full(p);
    if (gla_failed(c) || (answer == GLA_SMALL_DONE && !p->some_deficient))
        return true;
    gla_scope_keep(c->s, start, NULL);
    p->x = p->residuals = p->s = p->rank = NULL;
    p->some_full = p->some_deficient = false;
    return false;
}

static bool is_tall(const void *call)
{
    return gla_lstsq_is_tall(call);
}

static bool solve_tall(void *call)
{
    gla_lstsq_call *p = call;
    if (!p->a && !may_stay(p))
        bring(p);
    return !gla_failed(&p->c) && gla_lstsq_tall(p);
}

static bool solve_qr(void *call)
{
    gla_lstsq_call *p = call;
    const gla_call *c = &p->c;
    if (!p->a)
        bring(p);
    gla_call_require_finite(c, "a", p->a);
    gla_call_require_finite(c, "b", p->b);
    gla_lstsq_factor(p);
    gla_lstsq_decide_rank(p);
    if (!p->is_silent)
        gla_lstsq_warn_deficient(p);
    solve(p);
    warn_ill_conditioned(p);
    if (!gla_call_finite(c, p->x))
        gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: x is too large for %s; rescale a or b so that x becomes smaller", c->op,
                   gla_dtype_name(c->dtype));
    if (!p->residuals)
        p->residuals = gla_s_squares(c->s, gla_lstsq_residual(p, p->x), -2);
    return true;
}

static const gla_strategy rows[] = {
    {"small", "stacks with up to 32 columns, clearly of full rank, and few right-hand sides: one kernel",
     GLA_SLOT(lapack, small_gels), is_small_stack, solve_small_stack},
    {"Gram matrices", "one matrix with at least as many rows as columns, and at most 8 right-hand sides",
     GLA_SLOT(lapack, gram), is_tall, solve_tall},
    {"QR", "any: scaled QR, with the rank from singular values", GLA_NO_SLOT, NULL, solve_qr},
};
const gla_strategies gla_lstsq_strategies = {"lstsq", rows};

static gla_status solve_as(const char *op, bool is_silent, const gla_array *a, const gla_array *b, gla_array **x,
                           gla_array **residuals, gla_array **rank, gla_array **s, const gla_array *rcond)
{
    gla_lstsq_call p;
    bool vector;
    begin(&p, op, a, b, &vector);
    p.rcond = rcond;
    p.is_silent = is_silent;
    gla_scope *o = p.c.s;
    if (!gla_failed(&p.c) && (p.k == 0 || p.c.count == 0))
        solve_nothing(&p);
    else
        gla_try(&gla_lstsq_strategies, p.c.dev, &o->status, &p);
    gla_scope_give(o, vector ? gla_s_become_vectors(o, p.x) : p.x, x);
    gla_scope_give(o, vector ? gla_s_become_vectors(o, p.residuals) : p.residuals, residuals);
    gla_scope_give(o, p.rank, rank);
    gla_scope_give(o, p.s, s);
    return gla_call_end(&p.c);
}

gla_status gla_lstsq_as(const char *op, const gla_array *a, const gla_array *b, gla_array **x, gla_array **rank)
{
    gla_array *residuals = NULL, *s = NULL;
    *x = *rank = NULL;
    gla_status st = solve_as(op, true, a, b, x, &residuals, rank, &s, NULL);
    gla_unref(residuals);
    gla_unref(s);
    return st;
}

gla_status gla_lstsq(const gla_array *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank,
                     gla_array **s, const gla_array *rcond)
{
    *x = *residuals = *rank = *s = NULL;
    gla_status st = gla_check_tolerance("lstsq", "rcond", rcond);
    return st ? st : solve_as("lstsq", false, a, b, x, residuals, rank, s, rcond);
}
