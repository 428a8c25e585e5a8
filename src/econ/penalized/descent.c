/* descent.c - Coordinate descent for the lasso, with the moments of the data.
 *
 * When a pass changes no sign, the coefficients that are not 0 solve linear equations. If their solution has the same signs and
 * satisfies the conditions of a minimum, it is the minimum. Correlated regressors, for which the descent is slow, are therefore
 * no obstacle. */
#include "penalized.h"
#include "runtime/interrupt.h"

#include <math.h>
#include <string.h>

enum { PASSES = 8 }; /* passes between two attempts to solve the equations */
#define SLACK 1e-9   /* relative amount by which a slope may exceed the penalty */

bool penalized_begin(gla_scope *s, const penalized_moments *m, double tol, int64_t maxiter, penalized_descent *d)
{
    *d = (penalized_descent){.m = m, .tol = tol, .maxiter = maxiter};
    d->b = gla_s_memory(s, m->k + 1, sizeof *d->b);
    d->slope = gla_s_memory(s, m->k + 1, sizeof *d->slope);
    d->active = gla_s_memory(s, m->k + 1, sizeof *d->active);
    d->solution = gla_s_memory(s, m->k + 1, sizeof *d->solution);
    d->rest = gla_s_memory(s, m->k + 1, sizeof *d->rest);
    d->factor = gla_s_memory(s, m->k * m->k + 1, sizeof *d->factor);
    if (!s->status)
        memcpy(d->slope, m->xy, (size_t)m->k * sizeof *d->slope);
    return !s->status;
}

static double soften(double x, double by)
{
    return x > by ? x - by : x < -by ? x + by : 0;
}

/* Minimise over each coefficient in turn. Return the largest change of the fitted values; *stable: no sign changed. */
static double pass(penalized_descent *d, double alpha, bool *stable)
{
    const penalized_moments *m = d->m;
    double most = 0;
    *stable = true;
    for (int64_t j = 0; j < m->k; j++) {
        double own = m->gram[j * m->k + j], old = d->b[j];
        if (m->scale[j] == 0 || !(own > 0))
            continue;
        double now = soften(d->slope[j] + own * old, alpha) / own, change = now - old;
        if (change == 0)
            continue;
        *stable &= (now > 0) == (old > 0) && (now < 0) == (old < 0);
        d->b[j] = now;
        for (int64_t l = 0; l < m->k; l++)
            d->slope[l] -= m->gram[j * m->k + l] * change;
        most = fmax(most, sqrt(own) * fabs(change));
    }
    return most;
}

/* Solve G x = r in place for the n coefficients at `active`; l is memory of n * n. Return false if G is nearly singular. */
static bool solve(const penalized_moments *m, const int64_t *active, int64_t n, double *l, double *x)
{
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j <= i; j++) {
            double sum = m->gram[active[i] * m->k + active[j]];
            for (int64_t t = 0; t < j; t++)
                sum -= l[i * n + t] * l[j * n + t];
            if (i == j && !(sum > 1e-13 * m->gram[active[i] * m->k + active[i]]))
                return false;
            l[i * n + j] = i == j ? sqrt(sum) : sum / l[j * n + j];
        }
    for (int64_t i = 0; i < n; i++) {
        for (int64_t t = 0; t < i; t++)
            x[i] -= l[i * n + t] * x[t];
        x[i] /= l[i * n + i];
    }
    for (int64_t i = n; i-- > 0;) {
        for (int64_t t = i + 1; t < n; t++)
            x[i] -= l[t * n + i] * x[t];
        x[i] /= l[i * n + i];
    }
    return true;
}

/* Replace b by the solution of the equations if it is the minimum. */
static bool finish(penalized_descent *d, double alpha)
{
    const penalized_moments *m = d->m;
    int64_t n = 0, *active = d->active;
    double *x = d->solution, *slope = d->rest;
    for (int64_t j = 0; j < m->k; j++)
        if (d->b[j] != 0) {
            x[n] = m->xy[j] - (d->b[j] > 0 ? alpha : -alpha);
            active[n++] = j;
        }
    bool good = solve(m, active, n, d->factor, x);
    for (int64_t i = 0; i < n && good; i++)
        good = x[i] * d->b[active[i]] > 0;
    for (int64_t j = 0; j < m->k && good; j++) {
        slope[j] = m->xy[j];
        for (int64_t i = 0; i < n; i++)
            slope[j] -= m->gram[j * m->k + active[i]] * x[i];
        good = d->b[j] != 0 || m->scale[j] == 0 || fabs(slope[j]) <= alpha * (1 + SLACK) + 1e-15 * sqrt(m->yy);
    }
    for (int64_t i = 0; i < n && good; i++)
        d->b[active[i]] = x[i];
    if (good)
        memcpy(d->slope, slope, (size_t)m->k * sizeof *slope);
    return good;
}

void penalized_minimise(gla_scope *s, penalized_descent *d, double alpha)
{
    const penalized_moments *m = d->m;
    double enough = d->tol * sqrt(m->yy);
    for (int64_t i = 0; i < d->maxiter && !s->status; i++) {
        bool stable;
        double most = pass(d, alpha, &stable);
        d->passes++;
        if (most <= enough || (stable && i % PASSES == 1 && finish(d, alpha)))
            return;
        if (gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    gla_s_fail(s, GLA_CONVERGENCE_ERROR,
               "%s: the coefficients for alpha = %g did not converge within %lld passes; increase maxiter, tol or alpha", s->op,
               alpha, (long long)d->maxiter);
}
