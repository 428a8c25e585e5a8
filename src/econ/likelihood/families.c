/* families.c - Logit, probit and Poisson: log-likelihood, derivatives and mean as formulas.
 *
 * Formulas avoid cancellation: 1 - P is computed as P(-index), and the inverse Mills ratio for negative arguments from erfcx.
 * The second derivative has a floor, so that its square root can be divided by. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

static gla_array *apply(gla_scope *s, const char *text, gla_array *index)
{
    gla_array *out[1] = {NULL};
    lik_formula(s, "T eta", "T m", text, 1, &index, out);
    return out[0];
}

static gla_array *predict_logit(gla_scope *s, const gla_econ_fit *fit, gla_array *index)
{
    (void)fit;
    return apply(s, lik_logit.mean, index);
}

static gla_array *predict_probit(gla_scope *s, const gla_econ_fit *fit, gla_array *index)
{
    (void)fit;
    return apply(s, lik_probit.mean, index);
}

static gla_array *predict_poisson(gla_scope *s, const gla_econ_fit *fit, gla_array *index)
{
    (void)fit;
    return apply(s, lik_poisson.mean, index);
}

const lik_family lik_logit = {
    .method = {.name = "logit", .title = "Logit", .likelihood = true, .predict = predict_logit, .lines = lik_lines},
    .binary = true,
    .start = "eta = (y > 0.5 ? 1.0986122886681098 : -1.0986122886681098) + 0*m*w",
    .step = "p = expit(eta); q = expit(-eta); e = y > 0.5 ? q : -p; l = w*log_expit(y > 0.5 ? eta : -eta); u = w*e; "
            "h = w*maximum(p*q, 1e-60); r = sqrt(h); v = u/h",
    .mean = "m = expit(eta)",
    .quantile = "e = logit(m)",
    .slope = "m = expit(eta)*expit(-eta)",
    .bend = "m = expit(eta)*expit(-eta)*(expit(-eta) - expit(eta))",
};

#define MILLS "g = z < 0 ? 0.7978845608028654/erfcx(-0.7071067811865476*z) : 0.3989422804014327*exp(-0.5*z*z)/ndtr(z); "

const lik_family lik_probit = {
    .method = {.name = "probit", .title = "Probit", .likelihood = true, .predict = predict_probit, .lines = lik_lines},
    .binary = true,
    .start = "eta = (y > 0.5 ? 0.6744897501960817 : -0.6744897501960817) + 0*m*w",
    .step = "z = y > 0.5 ? eta : -eta; " MILLS "l = w*log_ndtr(z); u = w*(y > 0.5 ? g : -g); "
            "h = w*maximum(g*(g + z), 1e-60); r = sqrt(h); v = u/h",
    .mean = "m = ndtr(eta)",
    .quantile = "e = ndtri(m)",
    .slope = "m = 0.3989422804014327*exp(-0.5*eta*eta)",
    .bend = "m = -0.3989422804014327*eta*exp(-0.5*eta*eta)",
};

/* The bound on the index keeps a step that overshoots finite; the step is then halved. */
const lik_family lik_poisson = {
    .method = {.name = "poisson", .title = "Poisson", .likelihood = true, .predict = predict_poisson, .lines = lik_lines},
    .multiplicative = true,
    .start = "eta = log((y + m)/2) + 0*w",
    .step = "e = minimum(maximum(eta, -130), 300); m = exp(e); l = w*(y*e - m); u = w*(y - m); h = w*m; r = sqrt(h); v = u/h",
    .constant = "c = -w*gammaln(y + 1)",
    .mean = "m = exp(eta)",
    .quantile = "e = log(m)",
    .slope = "m = exp(eta)",
    .bend = "m = exp(eta)",
};
