/* stats.c - Derivatives of probability distributions, by their densities. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/distributions.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* ---- arguments --------------------------------------------------------------------------------------------------- */
/* The arguments are x, at most two shapes, the location and the scale; discrete distributions have no scale. */
typedef struct family {
    const char *name;
    int shapes;
    const char *names[2]; /* of the shapes */
    /* d log density/dz of z = (x - loc)/scale; NULL for discrete distributions */
    gla_array *(*score)(gla_vjp *c, gla_array *z, gla_array *a, gla_array *b);
    gla_array *(*shape_score)(gla_vjp *c, int i, gla_array *z, gla_array *a, gla_array *b); /* d log density/d shape i */
    bool is_normal;
} family;

static gla_array *plus(gla_vjp *c, const gla_array *x, double number)
{
    return gla_r_combine(c, gla_add, x, gla_r_number(c, number));
}

static gla_array *times(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_multiply(c, x, y);
}

static gla_array *over(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_divide(c, x, y);
}

static gla_array *minus(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_subtract(c, x, y);
}

static gla_array *logarithm(gla_vjp *c, const gla_array *x)
{
    return gla_r_apply(c, gla_log, x);
}

static gla_array *digamma(gla_vjp *c, const gla_array *x)
{
    return gla_r_apply(c, gla_special_digamma, x);
}

/* x/y, but 0 for 0/0. */
static gla_array *ratio(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    gla_array *zero = gla_r_number(c, 0);
    gla_array *both = gla_r_combine(c, gla_logical_and, gla_r_combine(c, gla_equal, x, zero),
                                    gla_r_combine(c, gla_equal, y, zero));
    return over(c, x, gla_r_where(c, both, gla_r_number(c, 1), y));
}

/* Return y with 0 where x has a value. */
static gla_array *unless(gla_vjp *c, const gla_array *x, double value, const gla_array *y)
{
    return gla_r_where(c, gla_r_combine(c, gla_equal, x, gla_r_number(c, value)), gla_r_number(c, 0), y);
}

static gla_array *shape_of(gla_vjp *c, const family *f, int i)
{
    return i < f->shapes ? gla_r_x(c, 1 + i) : NULL;
}

static gla_array *located(gla_vjp *c, const family *f, const gla_array *x)
{
    return gla_r_subtract(c, x, gla_r_x(c, f->shapes + 1));
}

static gla_array *standard(gla_vjp *c, const family *f, const gla_array *x)
{
    gla_array *z = located(c, f, x), *scale = gla_r_x(c, f->shapes + 2);
    return scale ? over(c, z, scale) : z;
}

/* Call another function of the distribution, with the arguments of this call but x and perhaps a shape. */
static gla_array *call(gla_vjp *c, const family *f, const char *function, const gla_array *x, const gla_array *a)
{
    char name[40];
    const gla_array *in[5] = {x};
    gla_array *made = NULL;
    if (c->s.status || !x)
        return NULL;
    for (int i = 1; c->node->f->forms[i]; i++)
        in[i] = gla_r_x(c, i);
    if (a)
        in[1] = a;
    snprintf(name, sizeof name, "%s.%s", f->name, function);
    return gla_r_adopt(c, gla_r_distribution(name)(in, &made), &made);
}

static bool wants_shape(gla_vjp *c, const family *f)
{
    for (int i = 0; i < f->shapes; i++)
        if (gla_r_wants(c, 1 + i)) {
            gla_r_fail(c, "with respect to %s has no derivative; use stop_gradient if it is a constant", f->names[i]);
            return true;
        }
    return false;
}

/* ---- continuous distributions ------------------------------------------------------------------------------------ */
/* Give the cotangents of x, loc and scale for d result = slope · dx, where z = (x - loc)/scale. Where the slope is 0, z may be
 * infinite. */
static void give_x(gla_vjp *c, const family *f, gla_array *slope, const gla_array *z)
{
    int loc = f->shapes + 1;
    gla_array *g = gla_r_mask(c, times(c, gla_r_g(c, 0), slope));
    gla_r_give(c, 0, g);
    if (gla_r_wants(c, loc))
        gla_r_give(c, loc, gla_r_negative(c, g));
    if (gla_r_wants(c, loc + 1))
        gla_r_give(c, loc + 1, gla_r_negative(c, unless(c, g, 0, times(c, g, z))));
}

static void probability(gla_vjp *c, const family *f, double sign)
{
    gla_array *x = gla_r_x(c, 0);
    if (!wants_shape(c, f))
        give_x(c, f, gla_r_scale(c, call(c, f, "pdf", x, NULL), sign), standard(c, f, x));
}

static void log_probability(gla_vjp *c, const family *f, double sign)
{
    gla_array *x = gla_r_x(c, 0), *out = gla_r_out(c, 0), *z = standard(c, f, x), *scale = gla_r_x(c, f->shapes + 2);
    gla_array *slope;
    if (wants_shape(c, f))
        return;
    if (f->is_normal) {
        slope = gla_r_normal_ratio(c, gla_r_scale(c, z, sign), out);
        slope = scale ? over(c, slope, scale) : slope;
    } else {
        slope = gla_r_apply(c, gla_exp, minus(c, call(c, f, "logpdf", x, NULL), out));
    }
    give_x(c, f, gla_r_scale(c, unless(c, out, -INFINITY, slope), sign), z);
}

static void quantile(gla_vjp *c, const family *f, double sign)
{
    int loc = f->shapes + 1;
    gla_array *g = gla_r_g(c, 0), *out = gla_r_out(c, 0);
    if (wants_shape(c, f))
        return;
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, gla_r_mask(c, over(c, gla_r_scale(c, g, sign), call(c, f, "pdf", out, NULL))));
    gla_r_give(c, loc, g);
    if (gla_r_wants(c, loc + 1))
        gla_r_give(c, loc + 1, gla_r_mask(c, times(c, g, standard(c, f, out))));
}

/* The derivatives of the log density, times `factor` for the density itself; 0 outside the support. */
static void density(gla_vjp *c, const family *f, bool is_log)
{
    int loc = f->shapes + 1;
    gla_array *out = gla_r_out(c, 0), *a = shape_of(c, f, 0), *b = shape_of(c, f, 1), *scale = gla_r_x(c, loc + 1);
    gla_array *z = standard(c, f, gla_r_x(c, 0)), *g = is_log ? gla_r_g(c, 0) : times(c, gla_r_g(c, 0), out);
    double nothing = is_log ? -INFINITY : 0;
    if (!g)
        return;
    if (gla_r_wants(c, 0) || gla_r_wants(c, loc) || gla_r_wants(c, loc + 1)) {
        gla_array *slope = gla_r_mask(c, unless(c, out, nothing, times(c, g, f->score(c, z, a, b))));
        gla_array *inner = scale ? over(c, slope, scale) : slope;
        gla_r_give(c, 0, inner);
        if (gla_r_wants(c, loc))
            gla_r_give(c, loc, gla_r_negative(c, inner));
        if (gla_r_wants(c, loc + 1)) {
            gla_array *whole = gla_r_add(c, g, unless(c, slope, 0, times(c, slope, z)));
            gla_r_give(c, loc + 1, gla_r_mask(c, unless(c, out, nothing, gla_r_negative(c, over(c, whole, scale)))));
        }
    }
    for (int i = 0; i < f->shapes; i++)
        if (gla_r_wants(c, 1 + i))
            gla_r_give(c, 1 + i, gla_r_mask(c, unless(c, out, nothing, times(c, g, f->shape_score(c, i, z, a, b)))));
}

/* ---- the distributions ------------------------------------------------------------------------------------------- */
static gla_array *norm_score(gla_vjp *c, gla_array *z, gla_array *a, gla_array *b)
{
    (void)a;
    (void)b;
    return gla_r_negative(c, z);
}

/* −(1 + 1/ν) z/(1 + z²/ν), also for ν = ∞. */
static gla_array *t_score(gla_vjp *c, gla_array *z, gla_array *df, gla_array *b)
{
    (void)b;
    gla_array *more = plus(c, over(c, times(c, z, z), df), 1), *one = gla_r_number(c, 1);
    return gla_r_negative(c, times(c, plus(c, over(c, one, df), 1), over(c, z, more)));
}

/* [ψ((ν + 1)/2) − ψ(ν/2) − 1/ν − log(1 + z²/ν) + (1 + 1/ν) z²/(ν + z²)]/2 */
static gla_array *t_shape(gla_vjp *c, int i, gla_array *z, gla_array *df, gla_array *b)
{
    (void)i;
    (void)b;
    gla_array *square = times(c, z, z), *inverse = over(c, gla_r_number(c, 1), df);
    gla_array *gammas = minus(c, digamma(c, gla_r_scale(c, plus(c, df, 1), 0.5)), digamma(c, gla_r_scale(c, df, 0.5)));
    gla_array *kernel = minus(c, times(c, plus(c, inverse, 1), over(c, square, gla_r_add(c, df, square))),
                              gla_r_apply(c, gla_log1p, over(c, square, df)));
    return gla_r_scale(c, gla_r_add(c, minus(c, gammas, inverse), kernel), 0.5);
}

static gla_array *gamma_score(gla_vjp *c, gla_array *z, gla_array *a, gla_array *b)
{
    (void)b;
    return plus(c, ratio(c, plus(c, a, -1), z), -1);
}

static gla_array *gamma_shape(gla_vjp *c, int i, gla_array *z, gla_array *a, gla_array *b)
{
    (void)i;
    (void)b;
    return minus(c, logarithm(c, z), digamma(c, a));
}

/* The gamma distribution of z/2 with shape df/2. */
static gla_array *chi2_score(gla_vjp *c, gla_array *z, gla_array *df, gla_array *b)
{
    return gla_r_scale(c, gamma_score(c, gla_r_scale(c, z, 0.5), gla_r_scale(c, df, 0.5), b), 0.5);
}

static gla_array *chi2_shape(gla_vjp *c, int i, gla_array *z, gla_array *df, gla_array *b)
{
    return gla_r_scale(c, gamma_shape(c, i, gla_r_scale(c, z, 0.5), gla_r_scale(c, df, 0.5), b), 0.5);
}

static gla_array *beta_score(gla_vjp *c, gla_array *z, gla_array *a, gla_array *b)
{
    gla_array *rest = minus(c, gla_r_number(c, 1), z);
    return minus(c, ratio(c, plus(c, a, -1), z), ratio(c, plus(c, b, -1), rest));
}

static gla_array *beta_shape(gla_vjp *c, int i, gla_array *z, gla_array *a, gla_array *b)
{
    gla_array *power = i ? gla_r_apply(c, gla_log1p, gla_r_negative(c, z)) : logarithm(c, z);
    return minus(c, power, minus(c, digamma(c, i ? b : a), digamma(c, gla_r_add(c, a, b))));
}

/* (m/2 − 1)/z − (m/n + 1)/2 · m/(1 + m z/n) */
static gla_array *f_score(gla_vjp *c, gla_array *z, gla_array *m, gla_array *n)
{
    gla_array *share = over(c, m, n), *more = plus(c, times(c, share, z), 1);
    gla_array *rest = gla_r_scale(c, over(c, times(c, plus(c, share, 1), m), more), 0.5);
    return minus(c, ratio(c, plus(c, gla_r_scale(c, m, 0.5), -1), z), rest);
}

/* With s = n + m z: [log(m z/s) + 1 − (m + n) z/s − ψ(m/2) + ψ((m + n)/2)]/2 and [log(n/s) + 1 − (m + n)/s − ψ(n/2) + ψ((m +
 * n)/2)]/2. */
static gla_array *f_shape(gla_vjp *c, int i, gla_array *z, gla_array *m, gla_array *n)
{
    gla_array *both = gla_r_add(c, m, n), *s = gla_r_add(c, n, times(c, m, z));
    gla_array *gammas = minus(c, digamma(c, gla_r_scale(c, both, 0.5)), digamma(c, gla_r_scale(c, i ? n : m, 0.5)));
    gla_array *part = logarithm(c, over(c, i ? n : times(c, m, z), s));
    gla_array *kernel = minus(c, plus(c, part, 1), over(c, i ? both : times(c, both, z), s));
    return gla_r_scale(c, gla_r_add(c, kernel, gammas), 0.5);
}

static const family norm = {.name = "stats.norm", .score = norm_score, .is_normal = true};
static const family t_ = {"stats.t", 1, {"df"}, t_score, t_shape, false};
static const family gamma_ = {"stats.gamma", 1, {"a"}, gamma_score, gamma_shape, false};
static const family chi2 = {"stats.chi2", 1, {"df"}, chi2_score, chi2_shape, false};
static const family beta = {"stats.beta", 2, {"a", "b"}, beta_score, beta_shape, false};
static const family f_ = {"stats.f", 2, {"dfn", "dfd"}, f_score, f_shape, false};

#define RULE(dist, function, call)     \
    GLA_VJP(stats_##dist##_##function) \
    {                                  \
        call;                          \
    }
#define CONTINUOUS(dist, family)                       \
    RULE(dist, pdf, density(c, &family, false))        \
    RULE(dist, logpdf, density(c, &family, true))      \
    RULE(dist, cdf, probability(c, &family, 1))        \
    RULE(dist, sf, probability(c, &family, -1))        \
    RULE(dist, logcdf, log_probability(c, &family, 1)) \
    RULE(dist, logsf, log_probability(c, &family, -1)) \
    RULE(dist, ppf, quantile(c, &family, 1))           \
    RULE(dist, isf, quantile(c, &family, -1))

CONTINUOUS(norm, norm)
CONTINUOUS(t, t_)
CONTINUOUS(gamma, gamma_)
CONTINUOUS(chi2, chi2)
CONTINUOUS(beta, beta)
CONTINUOUS(f, f_)

/* ---- discrete distributions: constant in k and loc --------------------------------------------------------------- */
static const family poisson = {.name = "stats.poisson", .shapes = 1, .names = {"mu"}};
static const family binom = {.name = "stats.binom", .shapes = 2, .names = {"n", "p"}};

/* Give the cotangent of the mean, or of the probability of success, for d result = slope · d argument. */
static void give_last(gla_vjp *c, const family *f, const gla_array *slope)
{
    gla_r_give(c, f->shapes, gla_r_mask(c, times(c, gla_r_g(c, 0), slope)));
}

/* Return whether there is something to do; fail if the number of trials is wanted. */
static bool starts(gla_vjp *c, const family *f)
{
    if (f->shapes == 2 && gla_r_wants(c, 1))
        gla_r_fail(c, "with respect to n, a whole number, has no derivative; use stop_gradient if it is a constant");
    return gla_r_g(c, 0) && gla_r_wants(c, f->shapes) && !c->s.status;
}

/* Probability of k, or its logarithm: of one trial less for the binomial distribution. */
static gla_array *of_fewer(gla_vjp *c, const family *f, const char *function, const gla_array *k)
{
    gla_array *n = f->shapes == 2 ? gla_r_x(c, 1) : NULL;
    return call(c, f, function, k, n ? gla_r_combine(c, gla_maximum, plus(c, n, -1), gla_r_number(c, 0)) : NULL);
}

static gla_array *trials(gla_vjp *c, const family *f, gla_array *x)
{
    return f->shapes == 2 ? times(c, x, gla_r_x(c, 1)) : x;
}

/* dp(k) = p(k − 1) − p(k), for the binomial distribution n times that of n − 1 trials. */
static void discrete_density(gla_vjp *c, const family *f)
{
    gla_array *k = gla_r_x(c, 0);
    if (starts(c, f))
        give_last(c, f, trials(c, f, minus(c, of_fewer(c, f, "pmf", plus(c, k, -1)), of_fewer(c, f, "pmf", k))));
}

/* k/μ − 1, or k/p − (n − k)/(1 − p). */
static void discrete_log_density(gla_vjp *c, const family *f)
{
    gla_array *k = located(c, f, gla_r_x(c, 0)), *last = gla_r_x(c, f->shapes), *slope;
    if (!starts(c, f))
        return;
    gla_array *one = gla_r_number(c, 1);
    slope = ratio(c, k, last);
    slope = minus(c, slope, f->shapes == 2 ? ratio(c, minus(c, gla_r_x(c, 1), k), minus(c, one, last)) : one);
    give_last(c, f, unless(c, gla_r_out(c, 0), -INFINITY, slope));
}

/* d P(K ≤ k) = −p(⌊k⌋), for the binomial distribution n times that of n − 1 trials. */
static gla_array *floor_of(gla_vjp *c, const family *f)
{
    gla_array *k = gla_r_apply(c, gla_floor, located(c, f, gla_r_x(c, 0))), *loc = gla_r_x(c, f->shapes + 1);
    return gla_r_add(c, k, loc);
}

static void discrete_probability(gla_vjp *c, const family *f, double sign)
{
    if (starts(c, f))
        give_last(c, f, gla_r_scale(c, trials(c, f, of_fewer(c, f, "pmf", floor_of(c, f))), -sign));
}

static void discrete_log_probability(gla_vjp *c, const family *f, double sign)
{
    gla_array *out = gla_r_out(c, 0);
    if (!starts(c, f))
        return;
    gla_array *share = gla_r_apply(c, gla_exp, minus(c, of_fewer(c, f, "logpmf", floor_of(c, f)), out));
    give_last(c, f, gla_r_scale(c, unless(c, out, -INFINITY, trials(c, f, share)), -sign));
}

#define DISCRETE(dist)                                        \
    RULE(dist, pmf, discrete_density(c, &dist))               \
    RULE(dist, logpmf, discrete_log_density(c, &dist))        \
    RULE(dist, cdf, discrete_probability(c, &dist, 1))        \
    RULE(dist, sf, discrete_probability(c, &dist, -1))        \
    RULE(dist, logcdf, discrete_log_probability(c, &dist, 1)) \
    RULE(dist, logsf, discrete_log_probability(c, &dist, -1))

DISCRETE(poisson)
DISCRETE(binom)
