/* lstsq.c - least squares: from Gram matrices where that can be trusted (lstsq_tall.c), else by scaled QR, with the rank
 * judged by singular values (lstsq_qr.c, lstsq_rank.c). */
#include "condition.h"
#include "lstsq.h"

#include <math.h>

static void release(gla_lstsq_call *p)
{
    gla_array *owned[] = {p->a, p->b, p->norms, p->scale, p->tau, p->s, p->rank};
    for (size_t i = 0; i < sizeof owned / sizeof *owned; i++)
        gla_unref(owned[i]);
    gla_matrices_release(&p->qr);
    gla_matrices_release(&p->r);
    gla_call_end(&p->c);
}

/* Some matrices of the stack have full rank, others not: take each solution from where it belongs. */
static gla_status choose(const gla_lstsq_call *p, const gla_array *full, const gla_array *deficient, gla_array **x)
{
    gla_array *n = NULL, *is_full = NULL, *column = NULL, *square = NULL;
    gla_status st = gla_scalar(GLA_INT64, &p->c.n, &n);
    if (!st)
        st = gla_equal(p->rank, n, &is_full);
    if (!st)
        st = gla_add_last(is_full, &column);
    if (!st)
        st = gla_add_last(column, &square);
    if (!st)
        st = gla_where(square, full, deficient, x);
    gla_unref(n);
    gla_unref(is_full);
    gla_unref(column);
    gla_unref(square);
    return st;
}

static gla_status solve(const gla_lstsq_call *p, gla_array **x, gla_array **residuals)
{
    gla_array *full = NULL, *deficient = NULL;
    gla_status st = p->some_full ? gla_lstsq_solve_full(p, &full, residuals) : GLA_OK;
    if (!st && p->some_deficient)
        st = gla_lstsq_solve_deficient(p, &deficient);
    if (!st && full && deficient)
        st = choose(p, full, deficient, x);
    else if (!st)
        *x = gla_ref(full ? full : deficient);
    if (deficient) { /* of others than the x that is returned */
        gla_unref(*residuals);
        *residuals = NULL;
    }
    gla_unref(full);
    gla_unref(deficient);
    return st;
}

/* Sums of squares of the columns of r, (..., m, k). */
static gla_status column_sums(const gla_array *r, gla_array **out)
{
    gla_array *dots;
    gla_status st = gla_vecdot(r, r, &dots, -2);
    if (st)
        return st;
    st = gla_real(dots, out);
    gla_unref(dots);
    return st;
}

static gla_status residual_sums(const gla_lstsq_call *p, const gla_array *x, gla_array **out)
{
    gla_array *r = NULL;
    gla_status st = gla_lstsq_residual(p, x, &r);
    if (!st)
        st = column_sums(r, out);
    gla_unref(r);
    return st;
}

/* No rows, no columns or no matrices: x is zero, all of b is left. */
static gla_status solve_nothing(gla_lstsq_call *p, gla_array **x, gla_array **residuals)
{
    const gla_call *c = &p->c;
    gla_matrices solution = {0}, rest = {0};
    int64_t nrhs = p->b->shape[p->b->ndim - 1], shape[GLA_MAX_NDIM];
    for (int i = 0; i < c->nbatch; i++)
        shape[i] = c->batch[i];
    shape[c->nbatch] = p->k;
    gla_status st = gla_array_new(c->op, c->dev, gla_real_of(c->dtype), c->nbatch + 1, shape, &p->s);
    if (!st)
        st = gla_array_new(c->op, c->dev, GLA_INT64, c->nbatch, c->batch, &p->rank);
    if (!st)
        st = gla_fill(c->op, p->rank, 0);
    if (!st)
        st = gla_matrices_new(c->op, c->dev, c->dtype, c->nbatch, c->batch, c->n, nrhs, GLA_ROW_MAJOR, &solution);
    *x = solution.array;
    if (!st)
        st = gla_fill(c->op, *x, 0);
    if (!st)
        st = gla_matrices_copy(c->op, c->dev, c->dtype, p->b, c->nbatch, c->batch, GLA_ROW_MAJOR, &rest);
    if (!st)
        st = column_sums(rest.array, residuals);
    gla_matrices_release(&rest);
    return st;
}

static gla_status begin(gla_lstsq_call *p, const gla_array *a, const gla_array *b, bool *vector)
{
    *p = (gla_lstsq_call){.k = 0};
    gla_status st = gla_call_begin_late(&p->c, "lstsq", a, b, vector);
    if (!st)
        st = gla_typed(p->c.op, p->c.dtype, p->c.b, &p->b);
    p->k = p->c.m < p->c.n ? p->c.m : p->c.n;
    return st;
}

/* a where the call computes, in its type. */
static gla_status bring(gla_lstsq_call *p)
{
    gla_status st = gla_call_bring(&p->c);
    return st ? st : gla_typed(p->c.op, p->c.dtype, p->c.a, &p->a);
}

/* Data of the script that has come as rows of numbers of the right type is sent while it is worked on. */
static bool may_stay(const gla_lstsq_call *p)
{
    const gla_array *a = p->c.a;
    return gla_device_of(a) != p->c.dev && gla_lstsq_is_tall(p) && a->dtype == p->c.dtype && a->strides[1] == 1 &&
           a->strides[0] >= a->shape[1];
}

static gla_status solve_tall(gla_lstsq_call *p, const gla_array *rcond, gla_array **x, gla_array **residuals, bool *done)
{
    *done = false;
    if (may_stay(p))
        return gla_lstsq_tall(p, rcond, x, residuals, done);
    gla_status st = bring(p);
    return st || !gla_lstsq_is_tall(p) ? st : gla_lstsq_tall(p, rcond, x, residuals, done);
}

/* Steps of refinement in doubled precision save what the triangle leaves a part of. */
#define REFINED_DOUBTFUL 1.0

/* Where the rank is full by the rule that was asked for, and yet the triangle leaves no digit. */
static gla_status look_at_triangle(gla_lstsq_call *p)
{
    const gla_call *c = &p->c;
    int64_t few[GLA_FEW], *info = NULL, *rank;
    gla_doubts doubts = {.wanted = false};
    gla_array *host = NULL;
    if (!p->some_full || !c->dev->backend->lapack->trcon || gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING))
        return GLA_OK;
    gla_triangular factor = {.uplo = GLA_UPPER, .trans = GLA_NO_TRANS, .diag = GLA_NON_UNIT, .of = GLA_OF_QR};
    gla_status st = gla_info_new(c->op, c->count, few, &info);
    if (!st)
        st = gla_doubts_new(c, &doubts);
    if (!st)
        st = gla_triangle_doubts(c, &p->r, factor, NULL, info, &doubts);
    if (!st)
        st = gla_to_host(p->rank, &host, (void **)&rank);
    for (int64_t i = 0; i < c->count && !st; i++) {
        bool saved = gla_lstsq_can_refine(p) && doubts.of[i] <= REFINED_DOUBTFUL;
        doubts.of[i] = rank[i] < c->n || saved ? 0 : info[i] ? INFINITY : doubts.of[i];
    }
    if (!st)
        st = gla_doubts_check(c, &doubts, "x", "leave out columns that nearly depend on others, or raise rcond");
    gla_info_free(few, info);
    gla_doubts_free(&doubts);
    gla_unref(host);
    return st;
}

static gla_status check_x(const gla_lstsq_call *p, const gla_array *x)
{
    bool is_finite;
    gla_status st = gla_all_finite(x, &is_finite);
    if (!st && !is_finite)
        st = gla_fail(GLA_OVERFLOW_ERROR, "%s: x is too large for %s; use other units, so that its numbers become smaller",
                      p->c.op, gla_dtype_name(p->c.dtype));
    return st;
}

static gla_status solve_qr(gla_lstsq_call *p, const gla_array *rcond, gla_array **x, gla_array **residuals)
{
    gla_status st = p->a ? GLA_OK : bring(p);
    if (!st)
        st = gla_require_finite(p->c.op, "a", p->a);
    if (!st)
        st = gla_require_finite(p->c.op, "b", p->b);
    if (!st)
        st = gla_lstsq_factor(p);
    if (!st)
        st = gla_lstsq_decide_rank(p, rcond);
    if (!st)
        st = solve(p, x, residuals);
    if (!st)
        st = look_at_triangle(p);
    if (!st)
        st = check_x(p, *x);
    if (!st && !*residuals)
        st = residual_sums(p, *x, residuals);
    return st;
}

static gla_status solve_any(gla_lstsq_call *p, const gla_array *rcond, gla_array **x, gla_array **residuals)
{
    bool done;
    if (p->k == 0 || p->c.count == 0)
        return solve_nothing(p, x, residuals);
    gla_status st = solve_tall(p, rcond, x, residuals, &done);
    return st || done ? st : solve_qr(p, rcond, x, residuals);
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
    st = begin(&p, a, b, &vector);
    if (!st)
        st = solve_any(&p, rcond, x, residuals);
    if (!st && vector)
        st = gla_drop_last(x);
    if (!st && vector)
        st = gla_drop_last(residuals);
    if (!st) {
        *rank = gla_ref(p.rank);
        *s = gla_ref(p.s);
    } else {
        gla_unref(*x);
        gla_unref(*residuals);
        *x = *residuals = NULL;
    }
    release(&p);
    return st;
}
