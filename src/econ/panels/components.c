/* components.c - Variances of effects and errors: Swamy and Arora, or Baltagi and Chang. */
#include "components.h"
#include "gpulinalg.h"
#include "linalg/common.h"

#include <math.h>

/* The norms of the columns of X. */
static double *norms_of(gla_scope *s, const gla_array *X)
{
    int64_t k = s->status ? 0 : X->shape[1];
    double *norms = gla_s_memory(s, k + 1, sizeof *norms);
    econ_read(s, gla_s_squares(s, X, 0), norms, k);
    for (int64_t i = 0; i < k && norms; i++)
        norms[i] = sqrt(norms[i]);
    return norms;
}

/* Set the columns of W to 0 that are rounding errors of the columns of X. */
static gla_array *clean(gla_scope *s, const gla_array *W, const gla_array *X, double tol)
{
    const double *left = norms_of(s, W), *norms = norms_of(s, X);
    int64_t k = s->status ? 0 : X->shape[1];
    double *keep = gla_s_memory(s, k + 1, sizeof *keep);
    for (int64_t j = 0; j < k && keep; j++)
        keep[j] = left[j] > tol * norms[j];
    return gla_s_combine(s, gla_multiply, W, econ_array(s, keep, 1, &k));
}

/* x minus the means of its units. */
static gla_array *within(gla_scope *s, const gla_array *x, const gla_array *means, const panels_units *u)
{
    return gla_s_combine(s, gla_subtract, x, panels_take(s, means, u->codes));
}

/* The variance of the errors, from the within regression. */
static double error_variance(gla_scope *s, const model_frame *f, const panels_units *u, const econ_options *o,
                             const gla_array *X, const gla_array *y)
{
    econ_independent c;
    gla_array *residuals = (gla_array *)y;
    econ_find_independent(s, clean(s, X, f->X.values, o->collinear_tol), f->X.names, o->collinear_tol, NULL, &c);
    if (s->status)
        return 0;
    int64_t df = f->n - u->groups - c.n;
    if (df <= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the variance of the errors cannot be estimated: %lld rows, %lld units and %lld regressors that vary "
                   "within units leave no degree of freedom; use more periods",
                   s->op, (long long)f->n, (long long)u->groups, (long long)c.n);
    if (c.n)
        panels_coefficients(s, &c, y, &residuals);
    return panels_dot(s, residuals, residuals) / (double)df;
}

/* The trace of (A'A)⁻¹ A'TA, where A is sqrt(T) X and T the diagonal matrix of counts. */
static double weighted_trace(gla_scope *s, const gla_array *A, const gla_array *counts)
{
    gla_array *Q = NULL, *R = NULL;
    if (s->status || gla_s_check(s, gla_qr(A, &Q, &R, "reduced")))
        return 0;
    gla_s_own(s, R);
    Q = gla_s_own(s, Q);
    return panels_dot(s, gla_s_squares(s, Q, 1), counts);
}

static double effect_variance(gla_scope *s, const model_frame *f, const panels_units *u, const econ_options *o, bool weighted,
                              const gla_array *X, const gla_array *y, double errors)
{
    econ_independent c;
    gla_array *residuals = NULL, *root = weighted ? gla_s_apply(s, gla_sqrt, u->counts) : NULL;
    if (weighted) {
        X = gla_s_combine(s, gla_multiply, X, gla_s_add_last(s, root));
        y = gla_s_combine(s, gla_multiply, y, root);
    }
    econ_find_independent(s, X, f->X.names, o->collinear_tol, NULL, &c);
    if (s->status)
        return 0;
    int64_t df = u->groups - c.n;
    if (df <= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the variance of the effects cannot be estimated: the means of %lld units and %lld regressors leave no "
                   "degree of freedom; use more units, or fixed effects",
                   s->op, (long long)u->groups, (long long)c.n);
    panels_coefficients(s, &c, y, &residuals);
    double rss = panels_dot(s, residuals, residuals), value;
    if (weighted) {
        value = (rss - (double)df * errors) / ((double)f->n - weighted_trace(s, c.X, u->counts));
    } else {
        double inverse = 0; /* of the harmonic mean of the counts */
        gla_array *reciprocal = gla_s_apply(s, gla_reciprocal, u->counts);
        econ_read(s, gla_s_reduce_all(s, gla_mean, reciprocal), &inverse, 1);
        value = rss / (double)df - errors * inverse;
    }
    return value > 0 ? value : 0;
}

/* 1 - sqrt(errors / (T effects + errors)) */
static gla_array *theta_of(gla_scope *s, const panels_units *u, panels_components *v)
{
    gla_array *sum = gla_s_combine(s, gla_multiply, u->counts, gla_s_number(s, v->effects)), *median = NULL;
    sum = gla_s_combine(s, gla_add, sum, gla_s_number(s, v->errors));
    gla_array *ratio = gla_s_apply(s, gla_sqrt, gla_s_combine(s, gla_divide, gla_s_number(s, v->errors), sum));
    gla_array *theta = gla_s_combine(s, gla_subtract, gla_s_number(s, 1), ratio);
    econ_read(s, gla_s_reduce_all(s, gla_min, theta), &v->smallest, 1);
    econ_read(s, gla_s_reduce_all(s, gla_max, theta), &v->largest, 1);
    if (!s->status)
        gla_s_adopt(s, gla_median(theta, &median, NULL, false), &median);
    econ_read(s, median, &v->theta, 1);
    return theta;
}

gla_array *panels_estimate_components(gla_scope *s, const model_frame *f, const panels_units *u, const econ_options *o,
                                      bool small_sample, panels_components *v)
{
    double counts[2] = {0};
    gla_array *X = panels_means(s, f->X.values, u), *y = panels_means(s, f->y, u);
    v->errors = error_variance(s, f, u, o, within(s, f->X.values, X, u), within(s, f->y, y, u));
    econ_read(s, gla_s_reduce_all(s, gla_min, u->counts), counts, 1);
    econ_read(s, gla_s_reduce_all(s, gla_max, u->counts), counts + 1, 1);
    if (!s->status && !(v->errors > 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the within regression has no residuals, so the variance of the errors is 0; use fixed effects", s->op);
    v->effects = effect_variance(s, f, u, o, small_sample && counts[0] < counts[1], X, y, v->errors);
    return s->status ? NULL : theta_of(s, u, v);
}
