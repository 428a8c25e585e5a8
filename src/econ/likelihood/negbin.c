/* negbin.c - Negative binomial regression, NB2.
 *
 * The search is over the coefficients and log(alpha). With m = exp(index) and r = 1/alpha, the score of r is
 *  D = digamma(y + r) - digamma(r) + log(r/(r + m)) + (m - y)/(r + m).
 * Poisson regression finds the first point, drops regressors and rows as poisson does, and shows whether y is overdispersed:
 * the likelihood rises with alpha at alpha = 0 if the sum of (y - m)² - y is positive. */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The trigamma function of z: a sum of 12 terms, and the asymptotic series. */
#define TRIGAMMA(z, f)                                                                                               \
    f " = 0; x = " z "; for (i = 0; i < 12; i += 1) { " f " = " f " + 1/(x*x); x = x + 1; } q = 1/(x*x); " f " = " f \
      " + 1/x + q/2 + q/x*(1/6.0 - q*(1/30.0 - q*(1/42.0 - q*(1/30.0 - q*(5/66.0 - q*691/2730.0))))); "

static const char text[] = "r = exp(-t); a = exp(t); m = exp(minimum(maximum(e, -130), 300)); am = a*m; o = 1 + am; " TRIGAMMA(
    "y + r", "p")
    TRIGAMMA("r", "p0") "s = digamma(y + r) - digamma(r) - log1p(am) + (m - y)/(r + m); "
                        "g = p - p0 + 1/r - 1/(r + m) - (m - y)/((r + m)*(r + m)); "
                        "l = w*(gammaln(y + r) - gammaln(r) - gammaln(y + 1) + y*(t + log(m)) - (y + r)*log1p(am)); "
                        "u = w*(y - m)/o; v = -w*r*s; h = w*m*(1 + a*y)/(o*o); c = w*(y - m)*am/(o*o); "
                        "d = -w*(r*s + r*r*g)";

static gla_array *predict(gla_scope *s, const gla_econ_fit *fit, gla_array *index)
{
    return lik_poisson.method.predict(s, fit, index);
}

static int lines(const gla_econ_fit *fit, econ_line *lines)
{
    const econ_estimates *e = fit->of;
    int n = lik_lines(fit, lines);
    double poisson = e->own[0], ratio = 2 * (e->loglik - poisson);
    /* alpha = 0 is at the boundary, so the statistic is 0 with probability 1/2. */
    lines[n] = (econ_line){.label = "LR test, alpha = 0", .value = ratio};
    snprintf(lines[n++].text, sizeof lines->text, "p = %.4g", 0.5 * erfc(sqrt(fmax(ratio, 0) / 2)));
    return n;
}

const econ_method lik_negbin_method = {
    .name = "negbin", .title = "Negative binomial", .likelihood = true, .predict = predict, .lines = lines};

/* Maximise with the start from a Poisson regression, whose index is eta. */
static void search(gla_scope *s, lik_two *t, const lik_problem *p)
{
    const model_frame *f = &p->f;
    gla_array *in[3] = {f->y, p->eta, p->w}, *out[2] = {NULL};
    int64_t m = f->X.n;
    lik_formula(s, "T y, T eta, T w", "T a, T b", "m = exp(eta); a = w*((y - m)*(y - m) - y); b = w*m*m", 3, in, out);
    double excess = lik_sum(s, out[0]), squares = lik_sum(s, out[1]);
    if (!s->status && !(excess > 1e-10 * squares))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: given the regressors, the variance of %s is not greater than its mean, so alpha is 0; use poisson",
                   s->op, f->y_name);
    *t = (lik_two){.inputs = "", .text = text, .added = true, .least = -60};
    lik_two_begin(s, t, f);
    for (int64_t i = 0; i < m && !s->status; i++)
        for (int64_t j = i; j < m; j++)
            t->q.at[i] += t->q.R[i * m + j] * p->b[j];
    if (!s->status)
        t->q.at[m] = log(excess / squares);
    lik_search_run(s, &t->q, p->o);
}

/* The negative binomial log-likelihood with a constant alone. */
static double null_loglik(gla_scope *s, const lik_problem *of)
{
    static const char *const names[] = {"Intercept"};
    model_frame f = of->f;
    lik_problem p;
    lik_two t = {.step = NULL};
    gla_array *ones = s->status ? NULL : gla_s_new(s, f.y->object.dev, f.y->dtype, 2, (int64_t[]){f.n, 1});
    gla_s_fill(s, ones, 1);
    f.X = (model_columns){1, (const char **)(uintptr_t)names, ones};
    lik_begin(s, &p, &lik_poisson, &f, of->o);
    lik_maximise(s, &p);
    search(s, &t, &p);
    double loglik = t.q.loglik;
    lik_two_end(&t);
    lik_end(&p);
    return loglik;
}

static void store(gla_scope *s, econ_estimates *e, lik_two *t, lik_problem *p, int64_t given)
{
    int64_t k = t->q.k, m = k - 1;
    double *T = gla_s_memory(s, k * k + 1, sizeof *T), *b = gla_s_memory(s, k + 1, sizeof *b);
    double *inverse = gla_s_memory(s, m * m + 1, sizeof *inverse);
    if (s->status)
        return;
    e->own[0] = p->loglik + lik_constant(s, p);
    lik_invert_triangle(m, t->q.R, m, inverse);
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < m; j++) {
            T[i * k + j] = inverse[i * m + j];
            b[i] += inverse[i * m + j] * t->q.at[j];
        }
    T[m * k + m] = b[m] = exp(t->q.at[m]);
    lik_search_store(s, &t->q, e, b, T, lik_two_scores(s, t));
    gla_array *mean = predict(s, NULL, lik_two_index(s, t));
    e->X = econ_keep(s, p->f.X.values);
    lik_describe(s, e, &p->f, mean, given);
    e->ancillary = 1;
    e->loglik0 = null_loglik(s, p);
}

/* The names of the regressors, and of the further parameter. */
const char **lik_names_and(gla_scope *s, const model_frame *f, const char *last)
{
    const char **names = gla_s_memory(s, f->X.n + 1, sizeof *names);
    for (int64_t i = 0; i < f->X.n && names; i++)
        names[i] = f->X.names[i];
    if (names)
        names[f->X.n] = last;
    return names;
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    lik_problem p;
    lik_two t = {.step = NULL};
    gla_econ_fit *fit = NULL;
    (void)context;
    lik_check_y(s, f, false, true);
    lik_refuse_effects(s, f);
    econ_check_weights(s, f, o);
    lik_begin(s, &p, &lik_poisson, f, o);
    lik_check_variation(s, f, false);
    lik_maximise(s, &p);
    search(s, &t, &p);
    const char **names = lik_names_and(s, &p.f, "alpha");
    if (!s->status)
        fit = econ_new_fit(s, &lik_negbin_method, &p.f, o, t.q.k, names);
    if (fit)
        store(s, fit->of, &t, &p, f->X.n);
    lik_two_end(&t);
    lik_end(&p);
    return fit ? econ_finish(s, fit, o) : NULL;
}

gla_status gla_econ_negbin(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_variable *offset,
                           const char *vcov, const gla_variable *weights, const char *weights_type, const char *ssc,
                           const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time,
                           const gla_variable *split, bool keep, double tol, int64_t maxiter, double collinear_tol)
{
    const model_options m = {
        .weights = weights, .offset = offset, .split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {vcov, ssc, weights_type, keep, true, tol, collinear_tol, maxiter};
    return econ_run("negbin", formula, data, &m, &o, estimate, NULL, fits);
}
