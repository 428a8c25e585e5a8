/* anderson_rubin.c - The Anderson-Rubin test, and the confidence set that inverts it. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_iv_tests.h"
#include "runtime/record.h"
#include "runtime/writer.h"

#include <math.h>
#include <stdlib.h>

enum { POINTS = 400 }; /* of the search for the ends of a set */

/* Read the hypothetical coefficients as those of [W y]: -value and 1, divided by the largest, as only ratios matter. */
static void read_value(gla_scope *s, const iv_blocks *t, const gla_array *value, double *w)
{
    int64_t m = t->m;
    double most = 1;
    if (value->size != m || value->ndim > 1) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: value has %lld element%s, but there %s %lld endogenous regressor%s", s->op,
                   (long long)value->size, value->size == 1 ? "" : "s", m == 1 ? "is" : "are", (long long)m, m == 1 ? "" : "s");
        return;
    }
    econ_read(s, value, w, m);
    for (int64_t i = 0; i < m && !s->status; i++) {
        if (!isfinite(w[i]))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: value contains %g, but hypothetical coefficients are finite numbers", s->op,
                       w[i]);
        most = fmax(most, fabs(w[i]));
    }
    for (int64_t i = 0; i <= m && !s->status; i++)
        w[i] = (i < m ? -w[i] : 1) / most;
}

gla_status gla_econ_fit_anderson_rubin(const gla_econ_fit *fit, const gla_array *value, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    double statistic = NAN, df = NAN;
    gla_scope_begin(&s, "anderson_rubin");
    if (iv_begin(&s, fit, &t)) {
        double *w = iv_doubles(&s, t.m + 1);
        read_value(&s, &t, value, w);
        statistic = iv_wald(&s, &t, w, &df);
    }
    gla_record *r = s.status ? NULL : econ_test_record(&s, "Anderson-Rubin", iv_per(statistic, t.l, df), (double)t.l, df);
    return iv_give(&s, r, test);
}

/* What the set inverts, for one endogenous regressor: the Wald statistic of y - beta W, in terms of beta. a (2, l) are the
 * products of W and y with the instruments. The covariance matrix of y - beta W is yy - beta cross + beta^2 ww, where all have
 * order L; for iid errors v are the variances. */
typedef struct inverted {
    const iv_blocks *t;
    iv_auxiliary on;
    int64_t l;
    bool iid;
    double *a, *ww, *cross, *yy, v[3]; /* v: of W, of both, of y */
    double critical;
} inverted;

/* Return true if beta is in the set. */
static bool inside(gla_scope *s, const inverted *v, double beta)
{
    int64_t l = v->l, L = v->on.k;
    double *a = iv_doubles(s, l), *all = iv_doubles(s, L * L), *V = iv_doubles(s, l * l);
    if (s->status)
        return false;
    for (int64_t i = 0; i < l; i++)
        a[i] = v->a[l + i] - beta * v->a[i];
    if (v->iid)
        return iv_norm2(a, l) <= v->critical * (v->v[2] - 2 * beta * v->v[1] + beta * beta * v->v[0]);
    for (int64_t i = 0; i < L * L; i++)
        all[i] = v->yy[i] - beta * v->cross[i] + beta * beta * v->ww[i];
    iv_tested(s, v->t, &v->on, all, V);
    return iv_form(s, v->t, V, a, l) <= v->critical;
}

static int ascending(const void *x, const void *y)
{
    double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

/* Roots of a2 x^2 + 2 a1 x + a0. */
static int64_t quadratic(double a2, double a1, double a0, double *roots)
{
    double d = a1 * a1 - a2 * a0, q = -(a1 + copysign(sqrt(fmax(d, 0)), a1));
    if (d < 0 || (a2 == 0 && a1 == 0))
        return 0;
    if (q != 0)
        roots[0] = a0 / q;
    else
        roots[0] = 0;
    if (a2 == 0)
        return 1;
    roots[1] = q / a2;
    return 2;
}

/* Real x where det(c V(x) - a(x) a(x)') = 0: eigenvalues of the companion matrix of this matrix polynomial. */
static int64_t polynomial(gla_scope *s, const inverted *v, double *roots)
{
    int64_t l = v->l, n = 2 * l, L = v->on.k, from = L - l, found = 0;
    double *lead = iv_doubles(s, l * l), *rest = iv_doubles(s, 2 * l * l), *solved = iv_doubles(s, 2 * l * l), c = v->critical;
    double *companion = iv_doubles(s, n * n), *real = iv_doubles(s, n), *imaginary = iv_doubles(s, n);
    gla_array *values = NULL;
    const double *w = v->a, *y = v->a + l;
    for (int64_t i = 0; i < l && !s->status; i++)
        for (int64_t j = 0; j < l; j++) {
            int64_t at = (from + i) * L + from + j;
            lead[i * l + j] = c * v->ww[at] - w[i] * w[j];
            rest[i * n + j] = -(c * v->yy[at] - y[i] * y[j]);
            rest[i * n + l + j] = c * v->cross[at] - (w[i] * y[j] + y[i] * w[j]);
        }
    iv_solve(s, lead, l, rest, n, solved);
    for (int64_t i = 0; i < l && !s->status; i++) {
        companion[i * n + l + i] = 1;
        for (int64_t j = 0; j < n; j++)
            companion[(l + i) * n + j] = solved[i * n + j];
    }
    const gla_array *matrix = econ_array(s, companion, 2, (int64_t[]){n, n});
    if (!s->status)
        gla_s_check(s, gla_eigvals(matrix, &values));
    values = gla_s_own(s, values);
    econ_read(s, gla_s_apply(s, gla_real, values), real, n);
    econ_read(s, gla_s_apply(s, gla_imag, values), imaginary, n);
    for (int64_t i = 0; i < n && !s->status; i++)
        if (fabs(imaginary[i]) <= 1e-9 * (fabs(real[i]) + 1e-300))
            roots[found++] = real[i];
    return found;
}

/* With several cluster variables the covariance matrix may be repaired at some beta, and the statistic is no ratio of
 * polynomials there: find the ends between points that are dense about the estimate. */
static int64_t search(gla_scope *s, const inverted *v, double *roots)
{
    const gla_econ_fit *fit = v->t->fit;
    int64_t k = v->t->x->k, found = 0;
    double centre = fit->of->b[k - 1], scale = sqrt(fmax(fit->covariance[k * k - 1], 0)), last = 0;
    bool before = false;
    scale = scale > 0 ? scale : fabs(centre) > 0 ? fabs(centre) : 1;
    for (int i = 0; i < POINTS && !s->status; i++) {
        double beta = centre + scale * sinh(40.0 * i / (POINTS - 1) - 20), low = last, high = beta;
        int mark = gla_scope_mark(s);
        bool now = inside(s, v, beta);
        while (i && now != before && !s->status) {
            double middle = low + (high - low) / 2;
            if (middle <= low || middle >= high || high - low <= 1e-14 * scale) {
                roots[found++] = middle;
                break;
            }
            *(inside(s, v, middle) == before ? &low : &high) = middle;
        }
        before = now, last = beta;
        gla_scope_keep(s, mark, NULL);
    }
    return found;
}

/* The covariance matrices of W and y, and of both: V(x) = yy - x cross + x^2 ww at an x that gives all terms the same size. */
static void collect_robust(gla_scope *s, inverted *v)
{
    const iv_blocks *t = v->t;
    if (!iv_on_instruments(s, t, &v->on))
        return;
    int64_t n = v->on.k * v->on.k;
    double x = v->v[0] > 0 && v->v[2] > 0 ? sqrt(v->v[2] / v->v[0]) : 1, *both = iv_doubles(s, n);
    v->ww = iv_doubles(s, n), v->cross = iv_doubles(s, n), v->yy = iv_doubles(s, n);
    if (s->status)
        return;
    iv_raw(s, t, &v->on, iv_off(s, t, (double[]){1, 0}, false), true, v->ww);
    iv_raw(s, t, &v->on, iv_off(s, t, (double[]){0, 1}, false), true, v->yy);
    iv_raw(s, t, &v->on, iv_off(s, t, (double[]){-x, 1}, false), true, both);
    for (int64_t i = 0; i < n && !s->status; i++)
        v->cross[i] = (v->yy[i] - both[i]) / x + x * v->ww[i];
}

static void collect(gla_scope *s, const iv_blocks *t, double level, inverted *v)
{
    int64_t l = t->l;
    *v = (inverted){.t = t, .l = l, .iid = t->iid, .a = iv_doubles(s, 2 * l)};
    for (int64_t i = 0; i < l && !s->status; i++)
        v->a[i] = t->A[2 * i], v->a[l + i] = t->A[2 * i + 1];
    for (int64_t r = 0; r < 2 && !s->status; r++) {
        v->v[0] += t->B[2 * r] * t->B[2 * r] / t->df;
        v->v[1] += t->B[2 * r] * t->B[2 * r + 1] / t->df;
        v->v[2] += t->B[2 * r + 1] * t->B[2 * r + 1] / t->df;
    }
    if (!t->iid)
        collect_robust(s, v);
    v->critical = s->status ? NAN : econ_f_quantile(s, level, (double)l, t->iid ? t->df : v->on.df);
    if (isfinite(v->on.df))
        v->critical *= (double)l;
}

/* Where the statistic has the critical value, in ascending order. */
static int64_t find_ends(gla_scope *s, const inverted *v, double *roots)
{
    double c = v->critical, aa = 0, ab = 0, bb = 0;
    int64_t n, l = v->l;
    for (int64_t i = 0; i < l; i++)
        aa += v->a[i] * v->a[i], ab += v->a[i] * v->a[l + i], bb += v->a[l + i] * v->a[l + i];
    if (v->iid)
        n = quadratic(aa - c * v->v[0], -(ab - c * v->v[1]), bb - c * v->v[2], roots);
    else
        n = v->t->fit->n_groups > 1 ? search(s, v, roots) : polynomial(s, v, roots);
    qsort(roots, (size_t)n, sizeof *roots, ascending);
    return n;
}

/* The intervals between the roots that belong to the set. Return their number. */
static int64_t assemble(gla_scope *s, const inverted *v, const double *roots, int64_t n, double *ends)
{
    int64_t found = 0;
    bool before = false;
    for (int64_t i = 0; i <= n && !s->status; i++) {
        double low = i ? roots[i - 1] : -INFINITY, high = i < n ? roots[i] : INFINITY;
        double at = i && i < n ? (low + high) / 2 : i ? low + 1 + fabs(low) : i < n ? high - 1 - fabs(high) : 0;
        bool now = inside(s, v, at);
        if (now && before)
            ends[2 * found - 1] = high;
        else if (now) {
            ends[2 * found] = low;
            ends[2 * found++ + 1] = high;
        }
        before = now;
    }
    return found;
}

static const char *kind_of(int64_t n, const double *ends)
{
    bool low = n && isinf(ends[0]), high = n && isinf(ends[2 * n - 1]);
    if (n == 0)
        return "empty";
    if (n > 1)
        return "disjoint";
    return low && high ? "all numbers" : low || high ? "unbounded" : "interval";
}

gla_status gla_econ_fit_anderson_rubin_set(const gla_econ_fit *fit, gla_array **intervals, char **kind, double level)
{
    gla_scope s;
    iv_blocks t;
    inverted v;
    int64_t n = 0;
    gla_scope_begin(&s, "anderson_rubin_set");
    if (!(level > 0 && level < 1))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: level is %g, but it must be between 0 and 1", s.op, level);
    if (!s.status && iv_begin(&s, fit, &t) && t.m > 1)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: there are %lld endogenous regressors, but the set is for one", s.op,
                   (long long)t.m);
    if (!s.status)
        collect(&s, &t, level, &v);
    int64_t most = s.status ? 1 : t.fit->n_groups > 1 ? POINTS : 2 * t.l;
    double *roots = iv_doubles(&s, most + 2), *ends = iv_doubles(&s, 2 * most + 4);
    if (!s.status) {
        n = find_ends(&s, &v, roots);
        n = assemble(&s, &v, roots, n, ends);
    }
    gla_array *made = econ_array(&s, ends, 2, (int64_t[]){n, 2});
    gla_writer text = GLA_WRITER("anderson_rubin_set");
    if (!s.status) {
        gla_put_text(&text, kind_of(n, ends));
        gla_s_check(&s, gla_writer_finish(&text, kind));
    }
    return gla_scope_return(&s, made, intervals);
}
