/* cholesky.c - Cholesky factorisation. */
#include "condition.h"
#include "strategies.h"

typedef struct factoring {
    const gla_call *c;
    bool upper;
    const gla_array *x; /* in the dtype of c, not empty */
    const gla_matrices *f;
    int64_t *info;
    gla_estimates doubts;
} factoring;

static void factor(factoring *p, const gla_array *x)
{
    const gla_call *c = p->c;
    double n = (double)c->n;
    gla_call_triangle(c, !p->upper, false, x, p->f->array);
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, potrf), (double)c->count * n * n * n / 3);
    gla_matrix m = gla_run_matrix(&r, GLA_UPDATED, c->dtype, &p->f->matrix, c->count);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->potrf(r.at, c->dtype, GLA_LOWER, &m, c->count, p->info, p->doubts.of,
                                                       p->doubts.wanted));
    gla_run_end(&r);
}

/* Matrices are not checked in advance.  If a matrix may contain NaN or Inf, its triangle is copied over the failed factor and
 * checked there. */
static void check_finite(factoring *p)
{
    const gla_call *c = p->c;
    bool suspect = gla_estimates_need_scaling(c, &p->doubts);
    if (gla_info_check_finite(c, p->info))
        return;
    for (int64_t i = 0; i < c->count && !suspect; i++)
        suspect = p->info[i] > 0;
    if (!suspect || gla_call_finite(c, p->x))
        return;
    gla_call_triangle(c, !p->upper, false, p->x, p->f->array);
    gla_call_require_finite(c, c->name, p->f->array);
}

/* Factor D x D, where D is diagonal with powers of two.  The factor of D x D is D times the factor of x. */
static void factor_scaled(factoring *p)
{
    const gla_call *c = p->c;
    gla_scaled s = gla_scaled_new(c, p->x, GLA_SCALE_SYMMETRIC);
    factor(p, gla_s_contiguous(c->s, c->dev, c->dtype, s.host.array));
    gla_matrices back = gla_scaled_fetch(c, p->f->array);
    for (int64_t i = 0; i < c->count * c->n && !gla_failed(c); i++)
        s.rows[i] = -s.rows[i];
    gla_scaled_store(c, &back, p->upper ? NULL : s.rows, p->upper ? s.rows : NULL, p->info, "the factor", p->f->array);
}

static void finish(factoring *p)
{
    const gla_call *c = p->c;
    check_finite(p);
    if (gla_estimates_need_scaling(c, &p->doubts))
        factor_scaled(p);
    gla_info_check(c, GLA_NOT_POSITIVE_DEFINITE_ERROR, p->info,
                   "x is not positive definite: the leading minor of order %lld is not positive",
                   "check that x is symmetric and its columns are linearly independent, or use eigh");
    gla_estimates_warn(c, &p->doubts, "a solution computed with the factor",
                       "look for nearly dependent columns, or add a small constant to the diagonal");
}

static bool is_small(const void *call)
{
    return gla_has_small_order(((const factoring *)call)->c);
}

static bool factor_small(void *call)
{
    factoring *p = call;
    gla_small answer;
    gla_small_cholesky(p->c, p->upper, p->x, p->f->array, p->info, p->doubts.of, &answer);
    if (answer == GLA_SMALL_FAILED || answer == GLA_SMALL_DOUBTFUL)
        finish(p);
    return answer != GLA_SMALL_NOT_TAKEN;
}

static bool factor_each(void *call)
{
    factoring *p = call;
    factor(p, p->x);
    finish(p);
    return true;
}

static const gla_strategy rows[] = {
    {"small", "orders up to 64", GLA_SLOT(lapack, small_potrf), is_small, factor_small},
    {"each", "any: factorisation of a copy of the triangle", GLA_NO_SLOT, NULL, factor_each},
};
const gla_strategies gla_cholesky_strategies = {"cholesky", rows};

/* LAPACK always computes a column-major lower factor: L by columns, or U by rows.  If U is stored by rows, the same memory read
 * by columns is the transpose of U, which is a factor of conj(x).  Therefore the triangle that is read is also the triangle
 * that is returned. */
gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper)
{
    gla_call c;
    gla_call_begin(&c, "cholesky", "x", x, true);
    gla_matrices f = gla_call_matrices(&c, c.n, c.n, upper ? GLA_ROW_MAJOR : GLA_COLUMN_MAJOR);
    if (!gla_failed(&c) && f.array->size > 0) {
        factoring p = {&c, upper, gla_s_astype(c.s, c.dtype, c.a), &f, gla_call_info(&c), gla_estimates_new(&c)};
        gla_try(&gla_cholesky_strategies, c.dev, &c.s->status, &p);
    }
    return gla_call_return(&c, f.array, out);
}
