/* weak.c - Tests of weak identification: Cragg and Donald, Kleibergen and Paap, effective F. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_iv_tests.h"
#include "runtime/record.h"

#include <math.h>
#include <string.h>

/* Canonical correlations of the endogenous regressors with the instruments. */
typedef struct canonical {
    double least;      /* the smallest correlation */
    double *direction; /* coefficients of [W y] that have it; the coefficient of y is 0 */
    double *left;      /* (l, l - m + 1): the directions of the instruments that are left */
} canonical;

static void correlate(gla_scope *s, const iv_blocks *t, canonical *found)
{
    int64_t l = t->l, m = t->m, q = m + 1, free = l - m + 1;
    double *both = iv_doubles(s, (l + m) * m), *T = iv_doubles(s, m * m), *Tt = iv_doubles(s, m * m);
    double *At = iv_doubles(s, m * l), *theta = iv_doubles(s, m * l), *back = iv_doubles(s, m);
    double *U = iv_doubles(s, m * m), *S = iv_doubles(s, l), *Vt = iv_doubles(s, l * l);
    *found = (canonical){NAN, iv_doubles(s, q), iv_doubles(s, l * free)};
    for (int64_t r = 0; r < l + m && !s->status; r++)
        for (int64_t j = 0; j < m; j++) {
            both[r * m + j] = r < l ? t->A[r * q + j] : t->B[(r - l) * q + j];
            if (r < l)
                At[j * l + r] = both[r * m + j];
        }
    iv_triangle(s, both, l + m, m, T);
    for (int64_t i = 0; i < m * m && !s->status; i++)
        Tt[i] = T[i % m * m + i / m];
    iv_solve(s, Tt, m, At, l, theta); /* the transpose of A T^-1, whose singular values are the correlations */
    iv_svd(s, theta, m, l, U, S, Vt);
    double *last = iv_doubles(s, m);
    if (s->status)
        return;
    found->least = S[m - 1];
    for (int64_t i = 0; i < m; i++)
        last[i] = U[i * m + m - 1];
    iv_solve(s, T, m, last, 1, back);
    memcpy(found->direction, back, (size_t)m * sizeof *back);
    for (int64_t r = 0; r < l; r++)
        for (int64_t j = 0; j < free; j++)
            found->left[r * free + j] = Vt[(m - 1 + j) * l + r];
}

static double cragg_donald(const iv_blocks *t, const canonical *c)
{
    double square = c->least * c->least;
    return square / (1 - square) * t->df / (double)t->l;
}

gla_status gla_econ_fit_cragg_donald(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    canonical c = {.least = 0};
    gla_scope_begin(&s, "cragg_donald");
    if (iv_begin(&s, fit, &t))
        correlate(&s, &t, &c);
    gla_record *r = s.status ? NULL : iv_record(&s, "Cragg-Donald", cragg_donald(&t, &c));
    if (r) {
        gla_record_integer(r, "instruments", t.l);
        gla_record_integer(r, "endogenous", t.m);
    }
    return iv_give(&s, r, test);
}

/* lambda' V^-1 lambda, where lambda are the products of the free directions of the instruments with W w. */
static double rank_statistic(gla_scope *s, const iv_blocks *t, const canonical *c, bool whole, bool adjust)
{
    int64_t l = t->l, free = l - t->m + 1;
    double *lambda = iv_doubles(s, free), *V = iv_doubles(s, free * free), *a, *rest;
    double *all = iv_doubles(s, l * l), *half = iv_doubles(s, free * l);
    iv_auxiliary on;
    iv_combine(s, t, c->direction, &a, &rest);
    if (s->status)
        return NAN;
    iv_product(lambda, c->left, a, free, l, 1, IV_LEFT);
    if (!iv_on_instruments(s, t, &on))
        return NAN;
    iv_sandwich(s, t, &on, iv_off(s, t, c->direction, whole), adjust, all);
    if (s->status)
        return NAN;
    iv_product(half, c->left, all, free, l, l, IV_LEFT);
    iv_product(V, half, c->left, free, l, free, IV_PLAIN);
    return iv_form(s, t, V, lambda, free);
}

gla_status gla_econ_fit_kleibergen_paap(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    canonical c = {.least = 0};
    double lm = NAN, wald = NAN, f = NAN;
    gla_scope_begin(&s, "kleibergen_paap");
    if (iv_begin(&s, fit, &t) && !iv_needs_leverage(&s, fit))
        correlate(&s, &t, &c);
    if (!s.status && t.iid) {
        double square = c.least * c.least;
        lm = t.nobs * square, wald = t.nobs * square / (1 - square), f = cragg_donald(&t, &c);
    } else if (!s.status) {
        lm = rank_statistic(&s, &t, &c, true, false), wald = rank_statistic(&s, &t, &c, false, false);
        f = rank_statistic(&s, &t, &c, false, true) / (double)t.l;
    }
    double df = s.status ? 1 : (double)(t.l - t.m + 1), wald_p = econ_f_tail(&s, wald, df, INFINITY);
    gla_record *r = s.status ? NULL : econ_test_record(&s, "Kleibergen-Paap", lm, df, INFINITY);
    if (r) {
        gla_record_real(r, "wald", wald);
        gla_record_real(r, "wald_p", wald_p);
        gla_record_real(r, "F", f);
    }
    return iv_give(&s, r, test);
}

/* P(X <= x) of the noncentral chi-squared distribution: central ones, weighted by Poisson probabilities. */
static double noncentral_cdf(gla_scope *s, double x, double df, double centre)
{
    int64_t n = (int64_t)(centre / 2 + 12 * sqrt(centre / 2 + 1)) + 40;
    double *dfs = iv_doubles(s, n), *p = iv_doubles(s, n), sum = 0;
    gla_array *made = NULL;
    for (int64_t j = 0; j < n && !s->status; j++)
        dfs[j] = df + 2 * (double)j;
    const gla_array *at = econ_array(s, &x, 0, NULL), *shape = econ_array(s, dfs, 1, &n);
    if (!s->status)
        gla_s_check(s, gla_stats_chi2_cdf(at, shape, &made, NULL, NULL));
    econ_read(s, gla_s_own(s, made), p, n);
    for (int64_t j = 0; j < n && !s->status; j++)
        sum += exp(-centre / 2 + (double)j * log(centre / 2) - lgamma((double)j + 1)) * p[j];
    return sum;
}

static double noncentral_quantile(gla_scope *s, double level, double df, double centre)
{
    double low = 0, high = df + centre + 20 * sqrt(2 * (df + 2 * centre)) + 20;
    for (int i = 0; i < 100 && high - low > 1e-12 * high && !s->status; i++) {
        int mark = gla_scope_mark(s);
        double middle = (low + high) / 2;
        *(noncentral_cdf(s, middle, df, centre) < level ? &low : &high) = middle;
        gla_scope_keep(s, mark, NULL);
    }
    return (low + high) / 2;
}

/* F, effective degrees of freedom and critical value from the covariance matrix V of the first stage. */
static void effective(gla_scope *s, const iv_blocks *t, double tau, double *out)
{
    int64_t l = t->l, q = t->m + 1;
    double *V = iv_doubles(s, l * l), *S = iv_doubles(s, l), w[2] = {1, 0}, *a, *rest;
    iv_auxiliary on;
    iv_combine(s, t, w, &a, &rest);
    if (s->status)
        return;
    if (t->iid)
        for (int64_t i = 0; i < l; i++)
            V[i * l + i] = iv_norm2(rest, q) / t->df;
    else if (iv_on_instruments(s, t, &on))
        iv_sandwich(s, t, &on, iv_off(s, t, w, false), true, V);
    iv_svd(s, V, l, l, NULL, S, NULL);
    double trace = 0, squares = 0, x = 1 / tau;
    for (int64_t i = 0; i < l && !s->status; i++)
        trace += S[i], squares += S[i] * S[i];
    out[0] = iv_norm2(a, l) / trace;
    out[1] = trace * trace * (1 + 2 * x) / (squares + 2 * x * trace * S[0]);
    out[2] = s->status ? NAN : noncentral_quantile(s, 0.95, out[1], out[1] * x) / out[1];
}

gla_status gla_econ_fit_effective_f(const gla_econ_fit *fit, gla_record **test, double tau)
{
    gla_scope s;
    iv_blocks t;
    double out[3] = {NAN, NAN, NAN};
    gla_scope_begin(&s, "effective_f");
    if (!(tau > 0 && tau <= 1))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: tau is %g, but it must be positive and at most 1", s.op, tau);
    if (!s.status && iv_begin(&s, fit, &t)) {
        if (t.m > 1)
            gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                       "%s: there are %lld endogenous regressors, but the test is for one; use "
                       "kleibergen_paap or first_stage",
                       s.op, (long long)t.m);
        else
            effective(&s, &t, tau, out);
    }
    gla_record *r = iv_record(&s, "effective F", out[0]);
    if (r) {
        gla_record_real(r, "df", out[1]);
        gla_record_real(r, "critical", out[2]);
    }
    return iv_give(&s, r, test);
}
