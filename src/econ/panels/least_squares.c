/* least_squares.c - Least squares of the transformed variables of a panel. */
#include "gpulinalg.h"
#include "linalg/common.h"
#include "panels.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Subtract from v its projections on n orthonormal vectors, and add the coefficients to c. Two passes make the rest orthogonal
 * to working precision. */
static void orthogonalise(const double *q, int64_t n, int64_t m, double *v, double *c)
{
    memset(c, 0, (size_t)n * sizeof *c);
    for (int pass = 0; pass < 2; pass++)
        for (int64_t i = 0; i < n; i++) {
            double dot = 0;
            for (int64_t t = 0; t < m; t++)
                dot += q[i * m + t] * v[t];
            for (int64_t t = 0; t < m; t++)
                v[t] -= dot * q[i * m + t];
            c[i] += dot;
        }
}

static double norm_of(const double *v, int64_t m)
{
    double sum = 0;
    for (int64_t t = 0; t < m; t++)
        sum = hypot(sum, v[t]);
    return sum;
}

/* Set bread to (R'R)⁻¹, where R is the triangle in the first c->n rows and columns of r, whose rows have k elements. */
static void invert(gla_scope *s, const double *r, panels_columns *c)
{
    int64_t n = c->n;
    double *inverse = gla_s_memory(s, n * n + 1, sizeof *inverse);
    c->bread = gla_s_memory(s, n * n + 1, sizeof *c->bread);
    for (int64_t j = 0; j < n && !s->status; j++)
        for (int64_t i = j; i >= 0; i--) {
            double sum = i == j;
            for (int64_t t = i + 1; t <= j; t++)
                sum -= r[i * c->k + t] * inverse[t * n + j];
            inverse[i * n + j] = sum / r[i * c->k + i];
        }
    for (int64_t i = 0; i < n && !s->status; i++)
        for (int64_t j = 0; j < n; j++)
            for (int64_t t = i > j ? i : j; t < n; t++)
                c->bread[i * n + j] += inverse[i * n + t] * inverse[j * n + t];
}

bool panels_independent(gla_scope *s, const gla_array *X, double tol, panels_columns *c)
{
    gla_array *Q = NULL, *R = NULL;
    int64_t k = s->status ? 0 : X->shape[1], m = s->status || X->shape[0] > k ? k : X->shape[0];
    *c = (panels_columns){.k = k};
    c->kept = gla_s_memory(s, k + 1, sizeof *c->kept);
    double *r = gla_s_memory(s, m * k + 1, sizeof *r), *q = gla_s_memory(s, m * k + 1, sizeof *q);
    double *v = gla_s_memory(s, m + 1, sizeof *v), *a = gla_s_memory(s, k + 1, sizeof *a);
    double *triangle = gla_s_memory(s, k * k + 1, sizeof *triangle);
    if (s->status || gla_s_check(s, gla_qr(X, &Q, &R, "reduced")))
        return false;
    gla_unref(Q);
    econ_read(s, gla_s_own(s, R), r, m * k);
    for (int64_t j = 0; j < k && !s->status; j++) {
        for (int64_t t = 0; t < m; t++)
            v[t] = r[t * k + j];
        double whole = norm_of(v, m);
        orthogonalise(q, c->n, m, v, a);
        double rest = norm_of(v, m);
        if (c->n == m || !(rest > tol * whole))
            continue;
        for (int64_t t = 0; t < m; t++)
            q[c->n * m + t] = v[t] / rest;
        for (int64_t i = 0; i < c->n; i++)
            triangle[i * k + c->n] = a[i];
        triangle[c->n * k + c->n] = rest;
        c->kept[c->n++] = j;
    }
    invert(s, triangle, c);
    c->values = panels_keep_columns(s, X, c);
    return !s->status;
}

gla_array *panels_keep_columns(gla_scope *s, const gla_array *X, const panels_columns *c)
{
    double *kept = gla_s_memory(s, c->n + 1, sizeof *kept);
    if (s->status || c->n == c->k)
        return (gla_array *)X;
    for (int64_t i = 0; i < c->n; i++)
        kept[i] = (double)c->kept[i];
    gla_array *at = gla_s_astype(s, GLA_INT64, econ_array(s, kept, 1, &c->n));
    return gla_s_swap_last(s, panels_take(s, gla_s_swap_last(s, X), at));
}

gla_array *panels_coefficients(gla_scope *s, const panels_columns *c, const gla_array *y, gla_array **residuals)
{
    gla_array *x = NULL, *rank = NULL;
    if (s->status)
        return NULL;
    gla_s_check(s, gla_lstsq_as(s->op, c->values, y, &x, &rank));
    gla_s_own(s, rank);
    x = gla_s_own(s, x);
    *residuals = gla_s_combine(s, gla_subtract, y, gla_s_combine(s, gla_matmul, c->values, x));
    return x;
}

double panels_dot(gla_scope *s, const gla_array *x, const gla_array *y)
{
    double value = 0;
    econ_read(s, gla_s_combine(s, gla_matmul, x, y), &value, 1);
    return value;
}

/* Return the names of the columns that are kept, and note the others. */
static const char **keep_names(gla_scope *s, const model_columns *X, const panels_columns *c)
{
    const char **names = gla_s_memory(s, c->n + 1, sizeof *names);
    for (int64_t i = 0; i < c->n && names; i++)
        names[i] = X->names[c->kept[i]];
    return names;
}

static void note_dropped(gla_scope *s, econ_estimates *e, const model_columns *X, const panels_columns *c)
{
    int64_t at = 0;
    for (int64_t j = 0; j < c->k && !s->status; j++)
        if (at < c->n && c->kept[at] == j)
            at++;
        else
            econ_note(s, e, "%s: depends on the regressors before it", X->names[j]);
}

/* The sum of squares of y, around its mean if there is a constant. */
static double total(gla_scope *s, const gla_array *y, bool constant)
{
    gla_array *centred = (gla_array *)y;
    if (constant)
        centred = gla_s_combine(s, gla_subtract, y, gla_s_reduce_all(s, gla_mean, y));
    return panels_dot(s, centred, centred);
}

gla_econ_fit *panels_begin_fit(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o,
                              const gla_array *X, panels_columns *c)
{
    if (!panels_independent(s, X, o->collinear_tol, c))
        return NULL;
    if (!c->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no regressor is left; all of them are 0", s->op);
    gla_econ_fit *fit = s->status ? NULL : econ_new_fit(s, method, f, o, c->n, keep_names(s, &f->X, c));
    if (fit) {
        memcpy(fit->of->bread, c->bread, (size_t)(c->n * c->n) * sizeof *c->bread);
        note_dropped(s, fit->of, &f->X, c);
    }
    return fit;
}

gla_econ_fit *panels_least_squares(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o,
                                  panels_columns *c)
{
    gla_array *u = NULL;
    gla_econ_fit *fit = panels_begin_fit(s, method, f, o, f->X.values, c);
    if (!fit)
        return NULL;
    if (f->n <= c->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %lld observations and %lld coefficients leave no degree of freedom; use more data or fewer regressors",
                   s->op, (long long)f->n, (long long)c->n);
    econ_estimates *e = fit->of;
    gla_array *x = panels_coefficients(s, c, f->y, &u);
    econ_read(s, x, e->b, e->k);
    e->sigma2_rss = panels_dot(s, u, u);
    e->tss = e->tss_within = e->rss0 = total(s, f->y, f->constant);
    e->X = econ_keep(s, c->values);
    e->u = econ_keep(s, u);
    e->residuals = econ_keep(s, u);
    e->fitted = econ_keep(s, gla_s_combine(s, gla_subtract, f->y, u));
    return fit;
}
