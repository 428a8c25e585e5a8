/* anderson_rubin.c - The Anderson-Rubin test, and the confidence set that inverts it. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_iv_tests.h"
#include "runtime/record.h"
#include "runtime/writer.h"

#include <math.h>
#include <stdlib.h>

gla_status gla_econ_fit_anderson_rubin(const gla_econ_fit *fit, const gla_array *value, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    double f = NAN, df2 = NAN;
    gla_scope_begin(&s, "anderson_rubin");
    if (iv_begin(&s, fit, &t)) {
        double *w = iv_doubles(&s, t.m + 1);
        if (value->size != t.m || value->ndim > 1)
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: value has %lld element%s, but there %s %lld endogenous regressor%s", s.op,
                       (long long)value->size, value->size == 1 ? "" : "s", t.m == 1 ? "is" : "are", (long long)t.m,
                       t.m == 1 ? "" : "s");
        econ_read(&s, value, w, t.m);
        for (int64_t i = 0; i < t.m && !s.status; i++)
            w[i] = -w[i];
        if (!s.status)
            w[t.m] = 1;
        df2 = iv_denominator_df(&t, t.df);
        f = iv_wald(&s, &t, w) / (double)t.l;
    }
    gla_record *r = s.status ? NULL : econ_test_record(&s, "Anderson-Rubin", f, (double)t.l, df2);
    return iv_give(&s, r, test);
}

/* What the set inverts, for one endogenous regressor: the Wald statistic of y - beta W, in terms of beta. a (2, l) are the
 * products of W and y with the instruments; V (2l, 2l) the covariance matrix of both, or for iid errors v the variances. */
typedef struct inverted {
    int64_t l;
    bool iid;
    double *a, *V, v[3]; /* v: of W, of both, of y */
    double critical;
} inverted;

/* The covariance matrix (l, l) of y - beta W. */
static void variance(const inverted *t, double beta, double *out)
{
    int64_t l = t->l, n = 2 * l;
    for (int64_t i = 0; i < l; i++)
        for (int64_t j = 0; j < l; j++)
            out[i * l + j] = t->V[(l + i) * n + l + j] - beta * (t->V[i * n + l + j] + t->V[(l + i) * n + j]) +
                             beta * beta * t->V[i * n + j];
}

/* Return true if beta is in the set. */
static bool inside(gla_scope *s, const inverted *t, double beta)
{
    int64_t l = t->l;
    double *a = iv_doubles(s, l), *V = iv_doubles(s, l * l);
    if (s->status)
        return false;
    for (int64_t i = 0; i < l; i++)
        a[i] = t->a[l + i] - beta * t->a[i];
    if (t->iid)
        return iv_norm2(a, l) <= t->critical * (t->v[2] - 2 * beta * t->v[1] + beta * beta * t->v[0]);
    variance(t, beta, V);
    return iv_form(s, V, a, l) <= t->critical;
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
static int64_t polynomial(gla_scope *s, const inverted *t, double *roots)
{
    int64_t l = t->l, n = 2 * l, found = 0;
    double *lead = iv_doubles(s, l * l), *rest = iv_doubles(s, 2 * l * l), *solved = iv_doubles(s, 2 * l * l), c = t->critical;
    double *companion = iv_doubles(s, n * n), *real = iv_doubles(s, n), *imaginary = iv_doubles(s, n);
    gla_array *values = NULL;
    const double *w = t->a, *y = t->a + l, *V = t->V;
    for (int64_t i = 0; i < l && !s->status; i++)
        for (int64_t j = 0; j < l; j++) {
            lead[i * l + j] = c * V[i * n + j] - w[i] * w[j];
            rest[i * n + j] = -(c * V[(l + i) * n + l + j] - y[i] * y[j]);
            rest[i * n + l + j] = c * (V[i * n + l + j] + V[(l + i) * n + j]) - (w[i] * y[j] + y[i] * w[j]);
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

static void collect(gla_scope *s, const iv_blocks *t, double level, inverted *v)
{
    int64_t l = t->l;
    double wanted = 1 - level, df1 = (double)l, df2 = iv_denominator_df(t, t->df), w[2] = {1, 0}, y[2] = {0, 1};
    gla_array *quantile = NULL;
    *v = (inverted){.l = l, .iid = t->iid, .a = iv_doubles(s, 2 * l), .V = iv_doubles(s, 4 * l * l)};
    const gla_array *q = econ_array(s, &wanted, 0, NULL), *first = econ_array(s, &df1, 0, NULL);
    const gla_array *second = econ_array(s, &df2, 0, NULL);
    if (!s->status)
        gla_s_check(s, gla_stats_f_isf(q, first, second, &quantile, NULL, NULL));
    econ_read(s, gla_s_own(s, quantile), &v->critical, 1);
    v->critical *= df1;
    for (int64_t i = 0; i < l && !s->status; i++)
        v->a[i] = t->A[2 * i], v->a[l + i] = t->A[2 * i + 1];
    for (int64_t r = 0; r < 2 && !s->status; r++) {
        v->v[0] += t->B[2 * r] * t->B[2 * r] / t->df;
        v->v[1] += t->B[2 * r] * t->B[2 * r + 1] / t->df;
        v->v[2] += t->B[2 * r + 1] * t->B[2 * r + 1] / t->df;
    }
    if (!t->iid && !s->status)
        iv_meat(s, t->fit, iv_join(s, 2, (const gla_array *[]){iv_scores(s, t, w, false), iv_scores(s, t, y, false)}), t->x->L,
                true, v->V);
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
    double *roots = iv_doubles(&s, 2 * (s.status ? 1 : t.l) + 2), *ends = iv_doubles(&s, 4 * (s.status ? 1 : t.l) + 4);
    if (!s.status) {
        double c = v.critical, aa = 0, ab = 0, bb = 0;
        for (int64_t i = 0; i < t.l; i++)
            aa += v.a[i] * v.a[i], ab += v.a[i] * v.a[t.l + i], bb += v.a[t.l + i] * v.a[t.l + i];
        n = v.iid ? quadratic(aa - c * v.v[0], -(ab - c * v.v[1]), bb - c * v.v[2], roots) : polynomial(&s, &v, roots);
        qsort(roots, (size_t)n, sizeof *roots, ascending);
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
