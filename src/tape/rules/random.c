/* random.c - Derivatives of random numbers with respect to the parameters of their distributions, at given uniform or normal
 * draws, where the numbers are functions of these. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/matrix.h"

#include <string.h>

static gla_array *parameter(gla_vjp *c, int argument, double fallback)
{
    gla_array *x = gla_r_x(c, argument);
    return x ? x : gla_r_number(c, fallback);
}

/* The number is low + (high - low) u. */
GLA_VJP(random_generator_uniform)
{
    gla_array *g = gla_r_g(c, 0), *low = parameter(c, 1, 0), *high = parameter(c, 2, 1);
    gla_array *u = gla_r_divide(c, gla_r_subtract(c, gla_r_out(c, 0), low), gla_r_subtract(c, high, low));
    gla_r_give(c, 1, gla_r_mask(c, gla_r_multiply(c, g, gla_r_subtract(c, gla_r_number(c, 1), u))));
    gla_r_give(c, 2, gla_r_mask(c, gla_r_multiply(c, g, u)));
}

/* The number is scale times a number that depends on alpha. */
GLA_VJP(random_generator_gamma)
{
    if (gla_r_wants(c, 1))
        gla_r_fail(c, "has no derivative with respect to alpha; only scale has one");
    else
        gla_r_give(c, 2, gla_r_multiply(c, gla_r_g(c, 0), gla_r_divide(c, gla_r_out(c, 0), gla_r_x(c, 2))));
}

/* The number is scale e^(1/a). */
GLA_VJP(random_generator_weibull)
{
    gla_array *g = gla_r_g(c, 0), *x = gla_r_out(c, 0), *scale = parameter(c, 2, 1), *zero = gla_r_number(c, 0);
    gla_array *z = gla_r_divide(c, x, scale);
    if (gla_r_wants(c, 1)) {
        gla_array *none = gla_r_combine(c, gla_equal, x, zero);
        gla_array *log = gla_r_apply(c, gla_log, gla_r_where(c, none, gla_r_number(c, 1), z));
        gla_r_give(c, 1, gla_r_negative(c, gla_r_multiply(c, g, gla_r_divide(c, gla_r_multiply(c, x, log), gla_r_x(c, 1)))));
    }
    gla_r_give(c, 2, gla_r_mask(c, gla_r_multiply(c, g, z)));
}

/* The number is scale (exp(e/a) - 1). */
GLA_VJP(random_generator_pareto)
{
    gla_array *g = gla_r_g(c, 0), *x = gla_r_out(c, 0), *scale = parameter(c, 2, 1), *z = gla_r_divide(c, x, scale);
    if (gla_r_wants(c, 1)) {
        gla_array *d = gla_r_multiply(c, gla_r_add(c, x, scale), gla_r_apply(c, gla_log1p, z));
        gla_r_give(c, 1, gla_r_negative(c, gla_r_multiply(c, g, gla_r_divide(c, d, gla_r_x(c, 1)))));
    }
    gla_r_give(c, 2, gla_r_mask(c, gla_r_multiply(c, g, z)));
}

/* ---- vectors and matrices ---------------------------------------------------------------------------------------- */
static gla_array *factor_of(gla_vjp *c, const gla_array *x, gla_dtype dtype)
{
    gla_array *L = NULL;
    x = gla_r_astype(c, x, dtype);
    return x && !c->s.status ? gla_r_adopt(c, gla_cholesky(x, &L, false), &L) : NULL;
}

/* Rows of g and e as matrices with n columns: draws of one distribution. */
static gla_array *rows(gla_vjp *c, const gla_array *x, int64_t n)
{
    return x ? gla_r_reshape(c, x, 2, (const int64_t[]){n ? x->size / n : 0, n}) : NULL;
}

/* The vector is mean + L e; the cotangent of L is the sum of g eᵀ over the draws. */
GLA_VJP(random_generator_multivariate_normal)
{
    gla_array *g = gla_r_g(c, 0), *out = gla_r_out(c, 0);
    const char *method = c->node->in[4].text;
    gla_r_give(c, 1, g);
    if (!gla_r_wants(c, 2) || !g || !out || gla_r_is_empty(gla_r_like_out(c, 0)))
        return;
    if (method && !strcmp(method, "eigh")) {
        gla_r_fail(c, "with method=\"eigh\" has no derivative with respect to cov; use method=\"cholesky\"");
        return;
    }
    int64_t n = out->shape[out->ndim - 1];
    gla_array *L = factor_of(c, gla_r_x(c, 2), out->dtype);
    gla_array *e = gla_r_add_last(c, gla_r_subtract(c, out, gla_r_x(c, 1)), 1);
    e = gla_r_uncolumn(c, gla_r_triangular(c, L, e, GLA_AS_GIVEN, true), true);
    gla_array *gL = gla_r_like(c, 2)->ndim == 2 ? gla_r_matmul(c, gla_r_t(c, rows(c, g, n)), rows(c, e, n))
                                                : gla_r_multiply(c, gla_r_add_last(c, g, 1), gla_r_row(c, e));
    gla_r_give(c, 2, gla_r_cholesky_back(c, L, gL));
}

/* A draw is L M Lᵀ, and the distribution of M depends on df. */
GLA_VJP(random_generator_wishart)
{
    gla_array *out = gla_r_out(c, 0), *g = gla_r_g(c, 0);
    if (gla_r_wants(c, 1)) {
        gla_r_fail(c, "has no derivative with respect to df; pass a number that is not watched");
        return;
    }
    if (!g || !out || gla_r_is_empty(gla_r_like_out(c, 0)))
        return;
    gla_array *L = factor_of(c, gla_r_x(c, 2), out->dtype);
    gla_array *ml = gla_r_t(c, gla_r_triangular(c, L, out, GLA_AS_GIVEN, true)); /* out L⁻ᵀ, as out is symmetric */
    gla_array *gL = gla_r_matmul(c, gla_r_scale(c, gla_r_hermitian(c, g), 2), ml);
    gla_r_give(c, 2, gla_r_cholesky_back(c, L, gL));
}
