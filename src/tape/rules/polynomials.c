/* polynomials.c - Derivatives of evaluating and fitting polynomials, and of their roots. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

static gla_array *powers(gla_vjp *c, const gla_array *x, int64_t n)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_vander(x, &made, &(const gla_ints){1, {n}}, false), &made) : NULL;
}

/* Return the value of the derivative of a polynomial. */
static gla_array *slope(gla_vjp *c, const gla_array *p, const gla_array *x)
{
    int64_t n = p ? p->size - 1 : 0;
    if (n < 1)
        return NULL;
    gla_array *factors = gla_r_flipped(c, gla_r_range(c, gla_device_of(p), 1, n, GLA_INT64), 0);
    return gla_r_combine(c, gla_polyval, gla_r_multiply(c, gla_r_part(c, p, 0, 0, n), gla_r_astype(c, factors, p->dtype)), x);
}

GLA_VJP(polyval)
{
    gla_array *g = gla_r_g(c, 0);
    gla_array *x = gla_r_conj(c, gla_r_x(c, 1));
    int64_t n = gla_r_like(c, 0)->shape[0];
    if (!g)
        return;
    if (gla_r_wants(c, 0) && n)
        gla_r_give(c, 0, gla_r_matmul(c, gla_r_flat(c, g), powers(c, gla_r_flat(c, x), n)));
    if (gla_r_wants(c, 1))
        gla_r_give(c, 1, gla_r_multiply(c, g, slope(c, gla_r_conj(c, gla_r_x(c, 0)), x)));
}

/* Return x, or its elements as a column if the polynomials are columns. */
static gla_array *along_rows(gla_vjp *c, gla_array *x, const gla_array *like)
{
    return like && like->ndim == 2 ? gla_r_add_last(c, x, 1) : x;
}

/* The coefficients are P b for A = w·V, b = w·y, P = A⁺ and powers V of x: gb = Pᴴ g and gA = r (P gb)ᴴ - gb coefficientsᴴ with
 * the residuals r. The columns of A have the norm one, as in polyfit. */
GLA_VJP(polyfit)
{
    gla_array *g = gla_r_g(c, 0), *x = gla_r_x(c, 0), *y = gla_r_x(c, 1), *b = gla_r_out(c, 0), *w = gla_r_x(c, 3),
              *made = NULL;
    if (!g || !x)
        return;
    int64_t n = g->shape[0];
    gla_array *v = powers(c, gla_r_astype(c, x, g->dtype), n), *a = w ? gla_r_multiply(c, gla_r_add_last(c, w, 1), v) : v;
    gla_array *size = gla_r_apply(c, gla_abs, a);
    size = gla_r_apply(c, gla_sqrt, gla_r_sum(c, gla_r_multiply(c, size, size), &(const gla_ints){1, {0}}, false));
    gla_array *unit = gla_r_divide(c, a, size);
    if (!unit)
        return;
    gla_array *inverse = gla_r_adopt(c, gla_pinv(unit, &made, NULL), &made);
    inverse = gla_r_divide(c, inverse, gla_r_add_last(c, size, 1));
    gla_array *u = gla_r_matmul(c, gla_r_h(c, inverse), g), *weight = w ? along_rows(c, w, g) : NULL;
    gla_r_give(c, 1, w ? gla_r_multiply(c, gla_r_conj(c, weight), u) : u);
    bool weighs = w && gla_r_wants(c, 3);
    if (!gla_r_wants(c, 0) && !weighs)
        return;
    gla_array *rest = gla_r_subtract(c, y, gla_r_matmul(c, v, b));
    gla_array *r = w ? gla_r_multiply(c, weight, rest) : rest, *z = gla_r_matmul(c, inverse, u);
    if (!r || !z || !u)
        return;
    if (r->ndim == 1) {
        r = gla_r_add_last(c, r, 1);
        z = gla_r_add_last(c, z, 1);
        b = gla_r_add_last(c, b, 1);
        y = gla_r_add_last(c, y, 1);
        u = gla_r_add_last(c, u, 1);
    }
    gla_array *d = gla_r_subtract(c, gla_r_matmul(c, r, gla_r_h(c, z)), gla_r_matmul(c, u, gla_r_h(c, b)));
    gla_ints rows = {1, {1}};
    if (weighs)
        gla_r_give(c, 3,
                   gla_r_add(c, gla_r_sum(c, gla_r_multiply(c, d, gla_r_conj(c, v)), &rows, false),
                             gla_r_sum(c, gla_r_multiply(c, u, gla_r_conj(c, y)), &rows, false)));
    if (!gla_r_wants(c, 0) || n < 2)
        return;
    gla_array *factors = gla_r_astype(c, gla_r_flipped(c, gla_r_range(c, gla_device_of(x), 1, n - 1, GLA_INT64), 0), g->dtype);
    gla_array *steps = gla_r_multiply(c, powers(c, gla_r_astype(c, x, g->dtype), n - 1), factors);
    gla_array *sum = gla_r_sum(c, gla_r_multiply(c, gla_r_part(c, d, 1, 0, n - 1), gla_r_conj(c, steps)), &rows, false);
    gla_r_give(c, 0, w ? gla_r_multiply(c, gla_r_conj(c, w), sum) : sum);
}

/* dr = -Σ dp[k] r^(n - k)/p'(r): infinite for a multiple root, which is not differentiable. */
GLA_VJP(roots)
{
    gla_array *g = gla_r_g(c, 0), *p = gla_r_x(c, 0), *r = gla_r_out(c, 0);
    if (!g || !p || !r || !r->size)
        return;
    gla_array *ratio = gla_r_negative(c, gla_r_divide(c, g, gla_r_conj(c, slope(c, gla_r_astype(c, p, r->dtype), r))));
    gla_r_give(c, 0, gla_r_matmul(c, ratio, gla_r_conj(c, powers(c, r, p->size))));
}
