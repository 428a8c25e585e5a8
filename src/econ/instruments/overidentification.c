/* overidentification.c - Tests of overidentifying restrictions: Sargan, Basmann, Hansen's J. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_iv_tests.h"
#include "runtime/record.h"

#include <math.h>

/* Products of the residuals with the columns of Q. */
static double *residual_products(gla_scope *s, const iv_blocks *t)
{
    const iv_extra *x = t->x;
    const double *b = t->fit->of->b;
    double *rho = iv_doubles(s, x->c);
    for (int64_t r = 0; r < x->c && !s->status; r++) {
        rho[r] = x->R[r * x->c + x->c - 1];
        for (int64_t j = 0; j < x->k; j++)
            rho[r] -= x->R[r * x->c + (j < x->kx ? j : j + x->l)] * b[j];
    }
    return rho;
}

double iv_sargan(gla_scope *s, const iv_blocks *t, double *off)
{
    double *rho = residual_products(s, t);
    if (s->status)
        return NAN;
    double on = iv_norm2(rho, t->x->L);
    *off = iv_norm2(rho + t->x->L, t->m + 1);
    return t->nobs * on / (on + *off);
}

static bool check_over(gla_scope *s, const iv_blocks *t)
{
    if (!s->status && t->l == t->m)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: there %s %lld excluded instrument%s for %lld endogenous regressor%s, so there are no overidentifying "
                   "restrictions to test",
                   s->op, t->l == 1 ? "is" : "are", (long long)t->l, t->l == 1 ? "" : "s", (long long)t->m,
                   t->m == 1 ? "" : "s");
    return !s->status;
}

static gla_status give(gla_scope *s, const iv_blocks *t, const char *name, double statistic, gla_record **test)
{
    gla_record *r = s->status ? NULL : econ_test_record(s, name, statistic, (double)(t->l - t->m), INFINITY);
    return iv_give(s, r, test);
}

gla_status gla_econ_fit_sargan(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    double off, statistic = NAN;
    gla_scope_begin(&s, "sargan");
    if (iv_begin(&s, fit, &t) && check_over(&s, &t))
        statistic = iv_sargan(&s, &t, &off);
    return give(&s, &t, "Sargan", statistic, test);
}

gla_status gla_econ_fit_basmann(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    double off = NAN, statistic = NAN;
    gla_scope_begin(&s, "basmann");
    if (iv_begin(&s, fit, &t) && check_over(&s, &t)) {
        double share = iv_sargan(&s, &t, &off) / t.nobs;
        statistic = t.df * share / (1 - share);
    }
    return give(&s, &t, "Basmann", statistic, test);
}

/* The minimum of (g - R1 b)' S^-1 (g - R1 b), with S from the residuals of the Fit. */
static double two_step_j(gla_scope *s, const iv_blocks *t)
{
    const iv_extra *x = t->x;
    const econ_estimates *e = t->fit->of;
    int64_t L = x->L, k = x->k;
    if (iv_needs_leverage(s, t->fit) || !econ_holds(s, t->fit, x->Q))
        return NAN;
    double *S = iv_doubles(s, L * L), *g = residual_products(s, t);
    double *solved = iv_doubles(s, L * (k + 1)), *both = iv_doubles(s, L * (k + 1)), *inner = iv_doubles(s, (k + 1) * (k + 1));
    gla_array *u = e->weights ? gla_s_combine(s, gla_multiply, e->residuals, gla_s_apply(s, gla_sqrt, e->weights))
                              : e->residuals;
    iv_meat(s, t->fit, gla_s_combine(s, gla_multiply, gla_s_slice(s, x->Q, 1, 0, L), gla_s_add_last(s, u)), k, L, S);
    for (int64_t r = 0; r < L && !s->status; r++) {
        for (int64_t j = 0; j < k; j++)
            both[r * (k + 1) + j] = x->R[r * x->c + (j < x->kx ? j : j + x->l)];
        both[r * (k + 1) + k] = g[r];
    }
    iv_whiten(s, S, L, both, k + 1, solved);
    iv_triangle(s, solved, L, k + 1, inner);
    return s->status ? NAN : inner[(k + 1) * (k + 1) - 1] * inner[(k + 1) * (k + 1) - 1];
}

gla_status gla_econ_fit_hansen_j(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    iv_blocks t;
    double off, statistic = NAN;
    gla_scope_begin(&s, "hansen_j");
    if (iv_begin(&s, fit, &t) && check_over(&s, &t)) {
        bool own = !isnan(t.x->j);
        statistic = own ? t.x->j : t.iid ? iv_sargan(&s, &t, &off) : two_step_j(&s, &t);
    }
    return give(&s, &t, "Hansen's J", statistic, test);
}
