/* residuals.c - Residuals and convergence tests of LOBPCG, and the end of a search. */
#include "eigen/block.h"

#include "gpulinalg/elementwise.h"

#include <math.h>

enum { PATIENCE = 60 }; /* number of steps without improvement after which rounding is assumed to be the limit */

gla_array *block_residuals(const block_step *t)
{
    gla_scope *s = t->s;
    eigen_solver *q = t->q;
    gla_array *value = gla_s_convert(s, block_part(t, PART_VALUE), gla_real_of(q->v.dtype), q->v.dev, GLA_YES);
    gla_array *bx = block_columns(s, block_part(t, PART_BQ), 0, q->k), *ax = block_columns(s, block_part(t, PART_AQ), 0, q->k);
    gla_array *r = gla_s_combine(s, gla_subtract, ax, gla_s_combine(s, gla_multiply, bx, value));
    gla_array *y = block_part(t, PART_Y);
    return y ? block_subtract(s, r, block_part(t, PART_BY), block_gram(s, y, r)) : r;
}

/* Return true if any residual, or the sum of the values, is still decreasing. */
bool block_makes_progress(const block_step *t)
{
    eigen_block *b = t->b;
    double longest = 0, sum = 0, eps = eigen_epsilon(t->q->v.dtype);
    for (int j = 0; j < t->q->k; j++) {
        longest = fmax(longest, block_number(t, PART_RESIDUAL, j));
        sum += b->largest ? -block_number(t, PART_VALUE, j) : block_number(t, PART_VALUE, j);
    }
    bool first = t->q->restarts == 0;
    if (first || longest < 0.99 * b->best || sum < b->sum - 16 * t->q->k * eps * b->size) {
        b->best = first ? longest : fmin(b->best, longest);
        b->sum = first ? sum : fmin(b->sum, sum);
        b->better_at = t->q->restarts;
    }
    return t->q->restarts - b->better_at < PATIENCE;
}

/* ---- the end ------------------------------------------------------------------------------------------------- */
bool block_has_converged(const block_step *t, int j)
{
    double eps = eigen_epsilon(t->q->v.dtype), of = t->b->size * (t->b->has_b ? block_number(t, PART_LENGTH, j) : 1);
    double wanted = t->b->tol < 0 ? sqrt(eps) * of : t->b->tol * t->q->scale;
    return t->b->dense || block_number(t, PART_RESIDUAL, j) <= fmax(wanted, 4 * sqrt(t->q->k) * eps * of);
}

void block_finish(const block_step *t, bool stagnated)
{
    gla_scope *s = t->s;
    eigen_solver *q = t->q;
    int *which = gla_s_memory(s, q->k, sizeof *which), n = 0;
    double complex *values = gla_s_memory(s, q->k, sizeof *values);
    double longest = 0;
    for (int j = 0; j < q->k && !s->status; j++) {
        if (block_has_converged(t, j)) {
            values[n] = block_number(t, PART_VALUE, j) / q->scale;
            which[n++] = j;
        } else {
            longest = fmax(longest, block_number(t, PART_RESIDUAL, j) / q->scale);
        }
    }
    gla_array *x = block_columns(s, block_part(t, PART_Q), 0, q->k);
    x = n < q->k ? block_choose(s, x, which, n) : gla_s_contiguous(s, q->v.dev, q->v.dtype, x);
    x = eigen_normal_signs(s, x, NULL);
    gla_array *w = eigen_values_array(s, q, values, n, false);
    if (s->status)
        return;
    eigen_keep(&q->values, w);
    eigen_keep(&q->vectors, x);
    eigen_keep(&q->vector, NULL);
    q->converged = n;
    q->done = true;
    q->wants = "";
    if (n < q->k)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: only %d of %d values converged in %lld iteration%s, with a largest "
                   "residual of %.3g%s (the converged pairs are still available from the Eigensolver)",
                   s->op, n, q->k, (long long)q->restarts, q->restarts == 1 ? "" : "s", longest,
                   stagnated ? " that no longer decreases; increase tol, or use another preconditioner M"
                             : "; increase maxiter or tol, or use a preconditioner M");
}
