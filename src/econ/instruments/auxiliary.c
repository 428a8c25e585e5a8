/* auxiliary.c - Covariance matrices of the auxiliary regressions that tests of instruments rest on. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

double iv_degrees(gla_scope *s, const gla_econ_fit *fit, int64_t k)
{
    econ_estimates e = *fit->of;
    vcov v = {.s = s, .e = &e, .ssc = vcov_convention(fit->ssc)};
    e.k = k;
    vcov_count_parameters(&v);
    return e.nobs - v.parameters;
}

bool iv_needs_leverage(gla_scope *s, const gla_econ_fit *fit)
{
    vcov_spec spec = {0};
    if (!econ_is_iid(fit))
        vcov_parse(s, fit->vcov, &spec);
    if (!s->status && (spec.kind == VCOV_HC2 || spec.kind == VCOV_HC3))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: '%s' corrects the residuals of one regression, which this test has not; use fit.vcov(\"HC1\")", s->op,
                   fit->vcov);
    return s->status != GLA_OK;
}

bool iv_on_instruments(gla_scope *s, const iv_blocks *t, iv_auxiliary *a)
{
    const iv_extra *x = t->x;
    *a = (iv_auxiliary){.k = x->L, .q = x->l, .df = NAN};
    if (s->status || !econ_holds(s, t->fit, x->Q))
        return false;
    a->basis = gla_s_slice(s, x->Q, 1, 0, x->L);
    a->T = iv_block(s, x->R, x->c, 0, x->L, 0, x->L);
    return !s->status;
}

/* The factor of a covariance matrix that has been computed. */
static double factor_of(const vcov *v)
{
    int64_t groups = v->n_groups ? v->fit->groups[0] : v->periods;
    for (int i = 1; i < v->n_groups; i++)
        groups = v->fit->groups[i] < groups ? v->fit->groups[i] : groups;
    return vcov_factor(v, groups);
}

/* Without the correction, fixest's convention is used, whose factor is the same in all terms of the sum. */
void iv_raw(gla_scope *s, const iv_blocks *t, iv_auxiliary *a, const gla_array *u, bool adjust, double *V)
{
    int64_t k = a->k;
    econ_estimates e = *t->fit->of;
    gla_econ_fit shell = {.of = &e, .covariance = V};
    vcov v = {.s = s, .fit = &shell, .e = &e, .ssc = adjust ? vcov_convention(t->fit->ssc) : SSC_FIXEST, .raw = true};
    int mark = gla_scope_mark(s);
    e.bread = iv_doubles(s, k * k);
    gla_array *root = e.weights && !s->status ? gla_s_apply(s, gla_sqrt, e.weights) : NULL;
    gla_array *flat = s->status ? NULL : gla_s_drop_last(s, (gla_array *)u);
    e.X = root ? gla_s_combine(s, gla_divide, a->basis, gla_s_add_last(s, root)) : a->basis;
    e.u = root ? gla_s_combine(s, gla_multiply, flat, root) : flat;
    e.scores = NULL;
    e.k = k;
    for (int64_t i = 0; i < k && e.bread; i++)
        e.bread[i * k + i] = 1;
    if (!s->status)
        vcov_parse(s, t->fit->vcov, &v.spec);
    if (!s->status)
        vcov_compute(&v);
    for (int64_t i = 0; i < k * k && !adjust && !s->status; i++)
        V[i] /= factor_of(&v);
    a->df = shell.df_t;
    gla_scope_keep(s, mark, NULL);
}

/* The inverse of an upper triangular matrix. */
static double *invert(gla_scope *s, const double *T, int64_t k)
{
    double *inverse = iv_doubles(s, k * k);
    for (int64_t j = 0; j < k && !s->status; j++)
        for (int64_t i = j + 1; i-- > 0;) {
            double sum = i == j;
            for (int64_t p = i + 1; p <= j; p++)
                sum -= T[i * k + p] * inverse[p * k + j];
            inverse[i * k + j] = sum / T[i * k + i];
        }
    return inverse;
}

/* to (n, n) = A V A' */
static void transform(gla_scope *s, const double *A, const double *V, int64_t n, double *to)
{
    double *half = iv_doubles(s, n * n);
    if (s->status)
        return;
    iv_product(half, A, V, n, n, n, IV_PLAIN);
    iv_product(to, half, A, n, n, n, IV_RIGHT);
}

/* The repair depends on the scale of the regressors, so it is made in terms of their coefficients, as for a Fit. */
void iv_tested(gla_scope *s, const iv_blocks *t, const iv_auxiliary *a, const double *V, double *block)
{
    int64_t k = a->k, q = a->q, from = k - q;
    double *coefficients = iv_doubles(s, k * k), *repaired = iv_doubles(s, k * k);
    if (s->status)
        return;
    if (t->fit->n_groups > 1) {
        transform(s, invert(s, a->T, k), V, k, coefficients);
        int64_t bad = vcov_repair(s, coefficients, k, t->quiet || *t->warned ? NULL : t->fit->vcov);
        *t->warned |= bad > 0;
        if (bad)
            transform(s, a->T, coefficients, k, repaired);
        V = bad ? repaired : V;
    }
    for (int64_t i = 0; i < q * q && !s->status; i++)
        block[i] = V[(from + i / q) * k + from + i % q];
}

void iv_sandwich(gla_scope *s, const iv_blocks *t, iv_auxiliary *a, const gla_array *u, bool adjust, double *block)
{
    double *V = iv_doubles(s, a->k * a->k);
    if (s->status)
        return;
    iv_raw(s, t, a, u, adjust, V);
    iv_tested(s, t, a, V, block);
}

double iv_form(gla_scope *s, const iv_blocks *t, const double *V, const double *x, int64_t n)
{
    double sum = 0, *factor = iv_doubles(s, n * n), *solved = iv_doubles(s, n);
    if (s->status)
        return NAN;
    memcpy(factor, V, (size_t)(n * n) * sizeof *factor);
    memcpy(solved, x, (size_t)n * sizeof *solved);
    bool positive = econ_solve_positive(factor, solved, n);
    if (!positive && t->quiet)
        return NAN;
    if (!positive)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the covariance matrix '%s' of the %lld coefficients tested is singular, so they cannot be tested "
                   "together; use %s",
                   s->op, t->fit->vcov, (long long)n,
                   t->fit->n_groups ? "fewer instruments, or more clusters than instruments" : "fewer instruments");
    for (int64_t i = 0; i < n && !s->status; i++)
        sum += x[i] * solved[i];
    return s->status ? NAN : sum;
}

double iv_per(double wald, int64_t q, double df)
{
    return isinf(df) ? wald : wald / (double)q;
}
