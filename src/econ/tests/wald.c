/* wald.c - Tests of hypotheses about the coefficients of a Fit. */
#include "econ/tests/restriction.h"
#include "gpulinalg/econ_tests.h"
#include "runtime/record.h"

#include <math.h>
#include <string.h>

/* The quadratic form of the covariance matrix: a' V b. */
static double quadratic(const gla_econ_fit *fit, const double *a, const double *b)
{
    int64_t k = fit->of->k;
    double sum = 0;
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++)
            sum += a[i] * fit->covariance[i * k + j] * b[j];
    return sum;
}

/* True if a function of the coefficients has a value and a gradient. */
static bool is_defined(int64_t k, double value, const double *gradient)
{
    bool defined = isfinite(value);
    for (int64_t i = 0; i < k; i++)
        defined = defined && isfinite(gradient[i]);
    return defined;
}

static bool depends(int64_t k, const double *gradient)
{
    for (int64_t i = 0; i < k; i++)
        if (gradient[i] != 0)
            return true;
    return false;
}

gla_status gla_econ_fit_wald(const gla_econ_fit *fit, const gla_strings *hypotheses, gla_record **test)
{
    gla_scope s;
    int64_t q = hypotheses->n, k = fit->of->k;
    gla_scope_begin(&s, "wald");
    if (q == 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: there is no hypothesis; give one such as \"educ = 0\"", s.op);
    bool single = econ_single(&s, fit, "params and covariance");
    double *gradient = gla_s_memory(&s, q * k + 1, sizeof *gradient), *value = gla_s_memory(&s, q + 1, sizeof *value);
    double *middle = gla_s_memory(&s, q * q + 1, sizeof *middle), *x = gla_s_memory(&s, q + 1, sizeof *x);
    for (int64_t i = 0; single && i < q && !s.status; i++) {
        x[i] = value[i] = econ_restriction(&s, fit->of, hypotheses->v[i], gradient + i * k);
        if (!s.status && !is_defined(k, value[i], gradient + i * k))
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the hypothesis '%.100s' is not defined at the estimates: its value is %g",
                       s.op, hypotheses->v[i], isnan(value[i]) ? (double)NAN : value[i]); /* without a sign */
    }
    for (int64_t i = 0; i < q && !s.status; i++)
        for (int64_t j = 0; j < q; j++)
            middle[i * q + j] = quadratic(fit, gradient + i * k, gradient + j * k);
    if (!s.status && !econ_solve_positive(middle, x, q))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "%s: a hypothesis depends on the others, or does not depend on the coefficients; "
                   "leave it out",
                   s.op);
    double statistic = 0;
    for (int64_t i = 0; i < q && !s.status; i++)
        statistic += value[i] * x[i];
    if (!s.status)
        *test = econ_test_record(&s, "Wald", isinf(fit->df_t) ? statistic : statistic / (double)q, (double)q, fit->df_t);
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_delta(const gla_econ_fit *fit, const char *expression, gla_record **estimate, double level)
{
    gla_scope s;
    gla_scope_begin(&s, "delta");
    if (!(level > 0 && level < 1))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: level is %g, but it must be between 0 and 1", s.op, level);
    double *gradient = gla_s_memory(&s, fit->of->k + 1, sizeof *gradient);
    double value = econ_single(&s, fit, "params and covariance") ? econ_restriction(&s, fit->of, expression, gradient) : 0;
    double se = s.status ? 0 : sqrt(quadratic(fit, gradient, gradient));
    if (!s.status && is_defined(fit->of->k, value, gradient) && !depends(fit->of->k, gradient))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the expression does not depend on the coefficients; its value is %g", s.op,
                   value);
    if (!s.status && !(isfinite(value) && isfinite(se)))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the expression is not defined at the estimates: its value is %g", s.op,
                   isnan(value) ? (double)NAN : value);
    double p = econ_t_tail(&s, value / se, fit->df_t), width = econ_t_quantile(&s, level, fit->df_t) * se;
    gla_record *r = econ_new_record(&s);
    if (r) {
        gla_record_real(r, "estimate", value);
        gla_record_real(r, "se", se);
        gla_record_real(r, "t", value / se);
        gla_record_real(r, "p", p);
        gla_record_real(r, "lower", value - width);
        gla_record_real(r, "upper", value + width);
    }
    *estimate = econ_finish_record(&s, r);
    return gla_scope_end(&s);
}

gla_status gla_econ_fit_lr(const gla_econ_fit *fit, const gla_econ_fit *restricted, gla_record **test)
{
    gla_scope s;
    const econ_estimates *a = fit->of, *b = restricted->of;
    gla_scope_begin(&s, "lr");
    double statistic = 2 * (a->loglik - b->loglik);
    if (!econ_single(&s, fit, "params") || !econ_single(&s, restricted, "params"))
        return gla_scope_end(&s);
    if (a->method != b->method || strcmp(a->y_name, b->y_name) || a->n != b->n)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "%s: the Fits must have the same estimator, dependent variable and rows, but they are %s of %.60s with %lld "
                   "rows and %s of %.60s with %lld rows",
                   s.op, a->method->name, a->y_name, (long long)a->n, b->method->name, b->y_name, (long long)b->n);
    else if (isnan(statistic))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: %s has no log-likelihood; use wald", s.op, a->method->name);
    else if (b->k >= a->k)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the restricted Fit has %lld coefficients and the other %lld; exchange them",
                   s.op, (long long)b->k, (long long)a->k);
    else if (statistic < -1e-8 * fabs(a->loglik))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the restricted Fit has the higher log-likelihood, so the Fits are not nested",
                   s.op);
    else
        *test = econ_test_record(&s, "likelihood ratio", statistic > 0 ? statistic : 0, (double)(a->k - b->k), INFINITY);
    return gla_scope_end(&s);
}

/* List the positions of the coefficients that two Fits share, the constant excepted. */
static int64_t match(const econ_estimates *a, const econ_estimates *b, int64_t *of_a, int64_t *of_b)
{
    int64_t n = 0;
    for (int64_t i = 0; i < a->k; i++)
        for (int64_t j = 0; j < b->k && strcmp(a->names->v[i], "Intercept"); j++)
            if (!strcmp(a->names->v[i], b->names->v[j])) {
                of_a[n] = i;
                of_b[n++] = j;
            }
    return n;
}

gla_status gla_econ_fit_hausman(const gla_econ_fit *fit, const gla_econ_fit *efficient, gla_record **test)
{
    gla_scope s;
    const econ_estimates *a = fit->of, *b = efficient->of;
    gla_scope_begin(&s, "hausman");
    if (!econ_single(&s, fit, "params") || !econ_single(&s, efficient, "params"))
        return gla_scope_end(&s);
    if (!econ_is_iid(fit) || !econ_is_iid(efficient)) {
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "%s: the test needs the covariance matrix \"iid\" in both Fits; give fit.vcov(\"iid\"), or test added group "
                   "means with a robust covariance matrix",
                   s.op);
        return gla_scope_end(&s);
    }
    int64_t *of_a = gla_s_memory(&s, a->k + 1, sizeof *of_a), *of_b = gla_s_memory(&s, a->k + 1, sizeof *of_b);
    int64_t n = s.status ? 0 : match(a, b, of_a, of_b);
    if (!s.status && n == 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the Fits have no coefficient in common besides the constant", s.op);
    double *v = gla_s_memory(&s, n * n + 1, sizeof *v), *d = gla_s_memory(&s, n + 1, sizeof *d);
    double *x = gla_s_memory(&s, n + 1, sizeof *x), statistic = 0;
    for (int64_t i = 0; i < n && !s.status; i++) {
        x[i] = d[i] = a->b[of_a[i]] - b->b[of_b[i]];
        for (int64_t j = 0; j < n; j++)
            v[i * n + j] = fit->covariance[of_a[i] * a->k + of_a[j]] - efficient->covariance[of_b[i] * b->k + of_b[j]];
    }
    if (!s.status && !econ_solve_positive(v, x, n))
        gla_s_fail(
            &s, GLA_NOT_POSITIVE_DEFINITE_ERROR,
            "%s: the difference of the covariance matrices is not positive definite; give the consistent Fit first and the "
            "efficient one second, or test added group means",
            s.op);
    for (int64_t i = 0; i < n && !s.status; i++)
        statistic += d[i] * x[i];
    if (!s.status)
        *test = econ_test_record(&s, "Hausman", statistic, (double)n, INFINITY);
    return gla_scope_end(&s);
}
