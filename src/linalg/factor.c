/* factor.c - Calls of the LU slots gesv and getrf. */
#include "condition.h"

void gla_lu_solve(const gla_call *c, gla_trans trans, const gla_matrix *a, const gla_matrix *b, int64_t *info, gla_doubts *d)
{
    double n = (double)a->rows;
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, gesv), (double)c->count * n * n * (n + (double)b->cols));
    gla_matrix left = gla_run_matrix(&r, GLA_READ, c->dtype, a, c->count);
    gla_matrix right = gla_run_matrix(&r, GLA_UPDATED, c->dtype, b, c->count);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->gesv(r.at, c->dtype, trans, &left, &right, c->count, info, d->of, d->wanted));
    gla_run_end(&r);
}

void gla_lu_factor(const gla_call *c, const gla_matrix *a, int64_t *pivots, int64_t *info, gla_doubts *d, bool wanted)
{
    double m = (double)a->rows, n = (double)a->cols;
    gla_run r = gla_run_begin(c->s, c->dev, GLA_SLOT(lapack, getrf), (double)c->count * m * n * (m < n ? m : n));
    gla_matrix there = gla_run_matrix(&r, GLA_UPDATED, c->dtype, a, c->count);
    if (!gla_failed(c))
        gla_s_check(c->s, r.at->backend->lapack->getrf(r.at, c->dtype, &there, c->count, pivots, info, d->of, wanted));
    gla_run_end(&r);
}
