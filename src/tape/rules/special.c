/* special.c - Derivatives of special functions that are not formulas. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <math.h>

static gla_array *plus(gla_vjp *c, const gla_array *x, double number)
{
    return gla_r_combine(c, gla_add, x, gla_r_number(c, number));
}

static gla_array *times(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    return gla_r_multiply(c, x, y);
}

/* ---- error functions --------------------------------------------------------------------------------------------- */
/* 2 x f − 2/√π cancels for large x, where −(1 − 3/(2x²) (1 − 5/(2x²) (1 − 7/(2x²))))/(√π x²) is exact to 12 digits. */
GLA_VJP(special_erfcx)
{
    gla_array *x = gla_r_x(c, 0), *limit = gla_r_number(c, 50), *far = gla_r_combine(c, gla_maximum, x, limit);
    gla_array *square = times(c, far, far), *series = gla_r_number(c, 1);
    for (double k = 3.5; k > 1; k--)
        series = gla_r_subtract(c, gla_r_number(c, 1), gla_r_divide(c, gla_r_scale(c, series, k), square));
    series = gla_r_scale(c, gla_r_divide(c, series, square), -0.5641895835477563);
    gla_array *plain = plus(c, gla_r_scale(c, times(c, x, gla_r_out(c, 0)), 2), -1.1283791670955126);
    gla_array *slope = gla_r_where(c, gla_r_combine(c, gla_greater, x, limit), series, plain);
    gla_r_give(c, 0, times(c, gla_r_g(c, 0), slope));
}

/* φ/Φ for log Φ: exp(log φ − log Φ) cancels for negative z. */
gla_array *gla_r_normal_ratio(gla_vjp *c, const gla_array *z, const gla_array *log_cdf)
{
    gla_array *zero = gla_r_number(c, 0), *negative = gla_r_combine(c, gla_minimum, z, zero);
    gla_array *tail = gla_r_apply(c, gla_special_erfcx, gla_r_scale(c, negative, -0.7071067811865476));
    gla_array *left = gla_r_divide(c, gla_r_number(c, 0.7978845608028654), tail);
    gla_array *exponent = gla_r_subtract(c, gla_r_scale(c, times(c, z, z), -0.5), log_cdf);
    gla_array *is_left = gla_r_combine(c, gla_less, z, zero);
    exponent = gla_r_where(c, is_left, zero, exponent);
    return gla_r_where(c, is_left, left, gla_r_scale(c, gla_r_apply(c, gla_exp, exponent), 0.3989422804014327));
}

GLA_VJP(special_log_ndtr)
{
    gla_r_give(c, 0, times(c, gla_r_g(c, 0), gla_r_normal_ratio(c, gla_r_x(c, 0), gla_r_out(c, 0))));
}

/* ---- gamma functions --------------------------------------------------------------------------------------------- */
/* Trigamma function of x ≥ 1/2: Σ 1/(x + k)², and the asymptotic series from x + 12 on. */
static gla_array *trigamma_right(gla_vjp *c, gla_array *x)
{
    static const double bernoulli[] = {-691 / 2730.0, 5 / 66.0, -1 / 30.0, 1 / 42.0, -1 / 30.0, 1 / 6.0};
    gla_array *inverse = gla_r_apply(c, gla_reciprocal, plus(c, x, 12)), *square = times(c, inverse, inverse);
    gla_array *sum = gla_r_scale(c, square, bernoulli[0]);
    for (int k = 1; k < 6; k++)
        sum = times(c, square, plus(c, sum, bernoulli[k]));
    sum = gla_r_add(c, gla_r_scale(c, square, 0.5), times(c, inverse, plus(c, sum, 1)));
    for (int k = 11; k >= 0; k--)
        sum = gla_r_add(c, sum, gla_r_apply(c, gla_reciprocal, gla_r_apply(c, gla_square, plus(c, x, k))));
    return sum;
}

/* The reflection is π²/sin²(πx) − trigamma(1 − x); the other branch is computed at 1/2, where all is finite. */
static gla_array *trigamma(gla_vjp *c, const gla_array *x)
{
    gla_array *half = gla_r_number(c, 0.5), *one = gla_r_number(c, 1), *left = gla_r_combine(c, gla_less, x, half);
    gla_array *right = trigamma_right(c, gla_r_where(c, left, gla_r_subtract(c, one, x), x));
    gla_array *near = gla_r_where(c, left, gla_r_subtract(c, x, gla_r_apply(c, gla_round, x)), half);
    gla_array *sine = gla_r_apply(c, gla_sin, gla_r_scale(c, near, 3.141592653589793));
    gla_array *pole = gla_r_divide(c, gla_r_number(c, 9.869604401089358), times(c, sine, sine));
    return gla_r_where(c, left, gla_r_subtract(c, pole, right), right);
}

GLA_VJP(special_digamma)
{
    gla_r_give(c, 0, gla_r_mask(c, times(c, gla_r_g(c, 0), trigamma(c, gla_r_x(c, 0)))));
}

/* ---- incomplete functions: densities ----------------------------------------------------------------------------- */
/* Fail if one of the first n arguments, a and b, is wanted. */
static bool wants_shapes(gla_vjp *c, int n)
{
    for (int i = 0; i < n; i++)
        if (gla_r_wants(c, i)) {
            gla_r_fail(c, "with respect to %c has no derivative; use stop_gradient if it is a constant", "ab"[i]);
            return true;
        }
    return false;
}

/* Density at x of the gamma distribution (n = 1) or the beta distribution (n = 2) with the shapes of this call; 0 if a shape is
 * 0, where the functions are constant. */
static gla_array *density(gla_vjp *c, int n, const gla_array *x)
{
    gla_array *made = NULL, *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1), *shapes[2] = {NULL}, *none = NULL;
    for (int i = 0; i < n; i++) {
        gla_array *shape = gla_r_x(c, i), *is_zero = gla_r_combine(c, gla_equal, shape, zero);
        shapes[i] = gla_r_where(c, is_zero, one, shape);
        none = i ? gla_r_combine(c, gla_logical_or, none, is_zero) : is_zero;
    }
    if (c->s.status)
        return NULL;
    gla_status st = n == 1 ? gla_stats_gamma_pdf(x, shapes[0], &made, NULL, NULL)
                           : gla_stats_beta_pdf(x, shapes[0], shapes[1], &made, NULL, NULL);
    return gla_r_where(c, none, zero, gla_r_adopt(c, st, &made));
}

static void tail(gla_vjp *c, int n, double sign)
{
    if (!wants_shapes(c, n))
        gla_r_give(c, n, gla_r_mask(c, times(c, gla_r_g(c, 0), gla_r_scale(c, density(c, n, gla_r_x(c, n)), sign))));
}

static void inverse(gla_vjp *c, int n, double sign)
{
    if (!wants_shapes(c, n))
        gla_r_give(c, n, gla_r_mask(c, gla_r_divide(c, gla_r_scale(c, gla_r_g(c, 0), sign), density(c, n, gla_r_out(c, 0)))));
}

GLA_VJP(special_gammainc)
{
    tail(c, 1, 1);
}

GLA_VJP(special_gammaincc)
{
    tail(c, 1, -1);
}

GLA_VJP(special_betainc)
{
    tail(c, 2, 1);
}

GLA_VJP(special_betaincc)
{
    tail(c, 2, -1);
}

GLA_VJP(special_gammaincinv)
{
    inverse(c, 1, 1);
}

GLA_VJP(special_gammainccinv)
{
    inverse(c, 1, -1);
}

GLA_VJP(special_betaincinv)
{
    inverse(c, 2, 1);
}

GLA_VJP(special_betainccinv)
{
    inverse(c, 2, -1);
}

/* ---- sums of exponentials ---------------------------------------------------------------------------------------- */
/* d log|Σ b exp(x)| = Σ (b dx + db) exp(x − result) / sign. A result of −inf has the exponentials 0. */
GLA_VJP(special_logsumexp)
{
    const gla_ints *axis = c->node->in[1].ints;
    const gla_operand *x = gla_r_like(c, 0), *b = gla_r_like(c, 2);
    gla_operand whole = *x; /* x, broadcast with b */
    int64_t shape[GLA_MAX_NDIM];
    gla_array *g = gla_r_g(c, 0), *out = gla_r_out(c, 0), *factor = gla_r_x(c, 2), *sign = gla_r_out(c, 1);
    if (!g || !out)
        return;
    whole.ndim = b->dtype != GLA_NO_DTYPE && b->ndim > x->ndim ? b->ndim : x->ndim;
    for (int i = 0; i < whole.ndim; i++)
        shape[i] = 1;
    whole.shape = shape;
    for (int k = 1; k <= whole.ndim; k++) {
        int64_t of_x = k <= x->ndim ? x->shape[x->ndim - k] : 1;
        int64_t of_b = b->dtype != GLA_NO_DTYPE && k <= b->ndim ? b->shape[b->ndim - k] : 1;
        shape[whole.ndim - k] = of_x == 1 ? of_b : of_x;
    }
    gla_array *lowest = gla_r_combine(c, gla_equal, out, gla_r_number(c, -INFINITY));
    gla_array *level = gla_r_spread(c, gla_r_where(c, lowest, gla_r_number(c, 0), out), &whole, axis);
    gla_array *weight = gla_r_apply(c, gla_exp, gla_r_subtract(c, gla_r_x(c, 0), level));
    g = gla_r_spread(c, sign ? times(c, g, sign) : g, &whole, axis);
    gla_array *zero = gla_r_number(c, 0), *unused = gla_r_combine(c, gla_equal, g, zero);
    gla_array *part = gla_r_where(c, unused, zero, times(c, g, weight));
    gla_r_give(c, 2, part);
    gla_r_give(c, 0, factor ? times(c, part, factor) : part);
}

/* Σ x over the axes of the call, which keep length 1. */
static gla_array *sum(gla_vjp *c, const gla_array *x)
{
    return gla_r_sum(c, x, c->node->in[1].ints, true);
}

GLA_VJP(special_softmax)
{
    gla_array *out = gla_r_out(c, 0), *part = times(c, gla_r_g(c, 0), out);
    gla_r_give(c, 0, gla_r_subtract(c, part, times(c, out, sum(c, part))));
}

GLA_VJP(special_log_softmax)
{
    gla_array *g = gla_r_g(c, 0);
    gla_r_give(c, 0, gla_r_subtract(c, g, times(c, gla_r_apply(c, gla_exp, gla_r_out(c, 0)), sum(c, g))));
}
