/* specification.c - Tests of the specification of a linear regression, by auxiliary regressions. */
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_tests.h"
#include "runtime/record.h"

#include <math.h>
#include <string.h>

/* An auxiliary regression: sums of squares, and the rank of the regressors. */
typedef struct auxiliary {
    double rss, tss, sum_squares;
    int64_t rank;
} auxiliary;

static double number_of(gla_scope *s, const gla_array *x)
{
    double value = 0;
    econ_read(s, x, &value, 1);
    return value;
}

static gla_array *scaled_columns(gla_scope *s, gla_array *X)
{
    gla_array *norms = NULL;
    const gla_ints axis = {1, {0}};
    if (s->status)
        return NULL;
    norms = gla_s_adopt(s, gla_vector_norm(X, &norms, &axis, false, 2), &norms);
    gla_array *zero = gla_s_combine(s, gla_equal, norms, gla_s_number(s, 0));
    return gla_s_combine(s, gla_divide, X, gla_s_combine(s, gla_add, norms, zero));
}

/* Regress y on X, whose columns may depend on each other.  The singular vectors of the scaled columns span them. */
static auxiliary regress(gla_scope *s, const gla_array *y, gla_array *X)
{
    auxiliary a = {0};
    gla_array *U = NULL, *S = NULL, *V = NULL;
    gla_array *scaled = scaled_columns(s, X);
    if (s->status)
        return a;
    gla_s_check(s, gla_svd(scaled, &U, &S, &V, false));
    gla_s_own(s, S), gla_s_own(s, V);
    U = gla_s_own(s, U);
    if (s->status)
        return a;
    int64_t n = S->shape[0];
    double *values = gla_s_memory(s, n + 1, sizeof *values);
    econ_read(s, S, values, n);
    while (!s->status && a.rank < n && values[a.rank] > 1e-11 * values[0])
        a.rank++;
    U = gla_s_slice(s, U, 1, 0, a.rank);
    gla_array *part = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, U), y);
    gla_array *rest = gla_s_combine(s, gla_subtract, y, gla_s_combine(s, gla_matmul, U, part));
    gla_array *centred = gla_s_combine(s, gla_subtract, y, gla_s_reduce_all(s, gla_mean, y));
    a.rss = number_of(s, gla_s_combine(s, gla_matmul, rest, rest));
    a.tss = number_of(s, gla_s_combine(s, gla_matmul, centred, centred));
    a.sum_squares = number_of(s, gla_s_combine(s, gla_matmul, y, y));
    return a;
}

static gla_array *with_constant(gla_scope *s, gla_array *X)
{
    if (s->status)
        return NULL;
    gla_array *column = gla_s_slice(s, X, 1, 0, 1);
    gla_array *ones = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, column, gla_s_number(s, 0)), gla_s_number(s, 1));
    return econ_beside(s, 2, (const gla_array *[]){ones, X});
}

/* Check that the test is defined for this Fit. */
static bool check_fit(gla_scope *s, const gla_econ_fit *fit, bool effects)
{
    const econ_estimates *e = fit->of;
    if (!econ_single(s, fit, "one regression at a time"))
        return false;
    if (strcmp(e->method->name, "ols"))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the test is for Fits of ols, but this Fit is of %s", s->op, e->method->name);
    else if (econ_holds(s, fit, e->X) && e->weights)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the test is not defined for a regression with weights", s->op);
    else if (!s->status && e->n_effects && !effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the test is not defined with fixed effects; write them as dummies, i(%.60s)",
                   s->op, e->effects[0].name);
    return !s->status;
}

/* Read a variable with a value, or a row, for each row of the Fit. */
static gla_array *variable_of(gla_scope *s, const gla_econ_fit *fit, const gla_variable *v, const char *name)
{
    const econ_estimates *e = fit->of;
    if (v->text && !e->table)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is a string, but this Fit has no Table; give an array", s->op, name);
    if (s->status)
        return NULL;
    if (v->text)
        return model_read_numbers(s, e->table, e->rows, v->text);
    if (v->array->ndim < 1 || v->array->ndim > 2 || v->array->shape[0] != e->n)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s must have a row for each of the %lld rows of the Fit", s->op, name,
                   (long long)e->n);
    econ_refuse_missing(s, v->array, NULL, name);
    return s->status ? NULL : gla_s_convert(s, v->array, e->X->dtype, e->X->object.dev, GLA_MAYBE);
}

gla_status gla_econ_fit_lm(const gla_econ_fit *fit, const gla_variable *added, gla_record **test)
{
    gla_scope s;
    gla_scope_begin(&s, "lm");
    const econ_estimates *e = fit->of;
    gla_array *z = check_fit(&s, fit, false) ? variable_of(&s, fit, added, "added") : NULL;
    auxiliary a = regress(&s, e->residuals, econ_beside(&s, 2, (const gla_array *[]){e->X, z}));
    if (!s.status && a.rank <= e->k)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the added variables depend linearly on the regressors", s.op);
    if (!s.status)
        *test = econ_test_record(&s, "Lagrange multiplier", (double)e->n * (1 - a.rss / a.sum_squares), (double)(a.rank - e->k),
                                 INFINITY);
    return gla_scope_end(&s);
}

/* The residuals in units near the largest, a power of two, so that powers of them neither overflow nor vanish. */
static gla_array *scaled_residuals(gla_scope *s, const gla_array *u)
{
    int exponent = 0;
    double most = s->status ? 0 : number_of(s, gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, u)));
    if (most > 0 && isfinite(most))
        (void)frexp(most, &exponent);
    gla_array *half = gla_s_combine(s, gla_multiply, u, gla_s_number(s, ldexp(1, -exponent / 2)));
    return gla_s_combine(s, gla_multiply, half, gla_s_number(s, ldexp(1, -exponent - (-exponent / 2))));
}

static gla_array *squared_residuals(gla_scope *s, const gla_econ_fit *fit)
{
    gla_array *u = check_fit(s, fit, false) ? scaled_residuals(s, fit->of->residuals) : NULL;
    return gla_s_combine(s, gla_multiply, u, u);
}

gla_status gla_econ_fit_breusch_pagan(const gla_econ_fit *fit, gla_record **test, bool studentized)
{
    gla_scope s;
    gla_scope_begin(&s, "breusch_pagan");
    const econ_estimates *e = fit->of;
    gla_array *squares = squared_residuals(&s, fit), *X = s.status ? NULL : with_constant(&s, e->X);
    auxiliary a = regress(&s, squares, X);
    double variance = s.status ? 1 : number_of(&s, gla_s_reduce_all(&s, gla_mean, squares));
    double statistic = studentized ? (double)e->n * (1 - a.rss / a.tss) : (a.tss - a.rss) / (2 * variance * variance);
    if (!s.status)
        *test = econ_test_record(&s, studentized ? "Breusch-Pagan (Koenker)" : "Breusch-Pagan", statistic, (double)(a.rank - 1),
                                 INFINITY);
    return gla_scope_end(&s);
}

/* Append the products of column i of X and its columns from i on. */
static gla_array *with_products(gla_scope *s, gla_array *all, gla_array *X, int64_t i)
{
    if (s->status)
        return NULL;
    gla_array *rest = gla_s_slice(s, X, 1, i, X->shape[1] - i);
    gla_array *products = gla_s_combine(s, gla_multiply, gla_s_slice(s, X, 1, i, 1), rest);
    return econ_beside(s, 2, (const gla_array *[]){all, products});
}

gla_status gla_econ_fit_white(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    gla_scope_begin(&s, "white");
    const econ_estimates *e = fit->of;
    gla_array *squares = squared_residuals(&s, fit);
    gla_array *X = s.status ? NULL : scaled_columns(&s, e->X), *all = s.status ? NULL : with_constant(&s, X);
    for (int64_t i = 0; i < e->k && !s.status; i++)
        all = with_products(&s, all, X, i);
    auxiliary a = regress(&s, squares, all);
    if (!s.status && a.rank >= e->n)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: %lld rows are too few for %lld squares and products; use breusch_pagan", s.op,
                   (long long)e->n, (long long)a.rank);
    if (!s.status)
        *test = econ_test_record(&s, "White", (double)e->n * (1 - a.rss / a.tss), (double)(a.rank - 1), INFINITY);
    return gla_scope_end(&s);
}

/* The mean of x, in which a row with a frequency counts so often. */
static double mean_of(gla_scope *s, const econ_estimates *e, gla_array *x)
{
    gla_array *share = e->is_frequency ? gla_s_combine(s, gla_divide, e->weights, gla_s_number(s, e->nobs)) : NULL;
    return number_of(s, share ? gla_s_combine(s, gla_matmul, share, x) : gla_s_reduce_all(s, gla_mean, x));
}

static double power_mean(gla_scope *s, const econ_estimates *e, gla_array *x, int power)
{
    gla_array *product = x;
    for (int i = 1; i < power; i++)
        product = gla_s_combine(s, gla_multiply, product, x);
    return mean_of(s, e, product);
}

gla_status gla_econ_fit_jarque_bera(const gla_econ_fit *fit, gla_record **test)
{
    gla_scope s;
    gla_scope_begin(&s, "jarque_bera");
    const econ_estimates *e = fit->of;
    double skewness = 0, kurtosis = 0;
    if (econ_single(&s, fit, "one regression at a time") && econ_has_residuals(&s, fit)) {
        gla_array *scaled = scaled_residuals(&s, e->residuals);
        gla_array *u = gla_s_combine(&s, gla_subtract, scaled, gla_s_number(&s, mean_of(&s, e, scaled)));
        double sd = sqrt(power_mean(&s, e, u, 2));
        if (!s.status && !(sd > 0))
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: all residuals are equal", s.op);
        u = s.status ? NULL : gla_s_combine(&s, gla_divide, u, gla_s_number(&s, sd));
        skewness = power_mean(&s, e, u, 3);
        kurtosis = power_mean(&s, e, u, 4);
    }
    double excess = kurtosis - 3;
    gla_record *r = s.status ? NULL
                             : econ_test_record(&s, "Jarque-Bera", e->nobs / 6 * (skewness * skewness + excess * excess / 4), 2,
                                                INFINITY);
    if (r) {
        gla_record_real(r, "skewness", skewness);
        gla_record_real(r, "kurtosis", kurtosis);
        *test = econ_finish_record(&s, r);
    }
    return gla_scope_end(&s);
}

/* F test of q restrictions. */
static gla_record *compare(gla_scope *s, const char *name, double restricted, double rss, int64_t q, int64_t df)
{
    return econ_test_record(s, name, (restricted - rss) / (double)q / (rss / (double)df), (double)q, (double)df);
}

gla_status gla_econ_fit_chow(const gla_econ_fit *fit, const gla_variable *split, gla_record **test)
{
    gla_scope s;
    gla_scope_begin(&s, "chow");
    const econ_estimates *e = fit->of;
    gla_array *d = check_fit(&s, fit, false) ? variable_of(&s, fit, split, "split") : NULL;
    d = s.status ? NULL : gla_s_astype(&s, GLA_FLOAT64, gla_s_combine(&s, gla_not_equal, d, gla_s_number(&s, 0)));
    double count = d ? (double)e->n * number_of(&s, gla_s_reduce_all(&s, gla_mean, d)) : 0;
    if (!s.status && (count < (double)e->k || (double)e->n - count < (double)e->k || e->n <= 2 * e->k))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the parts have %g and %g rows, too few for %lld coefficients each", s.op, count,
                   (double)e->n - count, (long long)e->k);
    gla_array *first = s.status ? NULL : gla_s_combine(&s, gla_multiply, e->X, gla_s_add_last(&s, d));
    gla_array *second = s.status ? NULL : gla_s_combine(&s, gla_subtract, e->X, first);
    auxiliary a = regress(&s, e->y, econ_beside(&s, 2, (const gla_array *[]){first, second}));
    if (!s.status && a.rank < 2 * e->k)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: in one part, the regressors depend linearly on each other", s.op);
    if (!s.status)
        *test = compare(&s, "Chow", e->sigma2_rss, a.rss, e->k, e->n - 2 * e->k);
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_reset(const gla_econ_fit *fit, gla_record **test, int power)
{
    gla_scope s;
    gla_scope_begin(&s, "reset");
    const econ_estimates *e = fit->of;
    if (power < 2 || power > 9)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: power is %d, but it must be from 2 to 9", s.op, power);
    gla_array *f = check_fit(&s, fit, false)
                       ? gla_s_combine(&s, gla_subtract, e->fitted, gla_s_reduce_all(&s, gla_mean, e->fitted))
                       : NULL;
    gla_array *scale = s.status ? NULL : gla_s_reduce_all(&s, gla_max, gla_s_apply(&s, gla_abs, f));
    f = s.status ? NULL : gla_s_combine(&s, gla_divide, f, scale);
    gla_array *all = s.status ? NULL : e->X, *product = f;
    for (int i = 2; i <= power && !s.status; i++) {
        product = gla_s_combine(&s, gla_multiply, product, f);
        all = econ_beside(&s, 2, (const gla_array *[]){all, product});
    }
    auxiliary a = regress(&s, e->y, all);
    if (!s.status && (a.rank <= e->k || e->n <= a.rank))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: %s", s.op,
                   e->n <= a.rank ? "the Fit has too few rows" : "the powers of the fitted values depend on the regressors");
    if (!s.status)
        *test = compare(&s, "RESET", e->sigma2_rss, a.rss, a.rank - e->k, e->n - a.rank);
    return gla_scope_end(&s);
}
