/* series.c - Derivatives of convolutions, numerical derivatives and integrals, autocorrelations. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

/* ---- convolutions ------------------------------------------------------------------------------------------------ */
static gla_array *correlated(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    gla_array *made = NULL;
    return x && y && !gla_r_fails(c) ? gla_r_adopt(c, gla_correlate(x, y, &made, "valid"), &made) : NULL;
}

/* Return g of the mode "full": zeros where the mode leaves out elements. `late`: the centre of an odd remainder is rounded
 * up. */
static gla_array *whole(gla_vjp *c, gla_array *g, const char *mode, bool late)
{
    int64_t n = gla_r_like(c, 0)->shape[0], m = gla_r_like(c, 1)->shape[0], least = n < m ? n : m;
    if (!g || strcmp(mode, "full") == 0)
        return g;
    int64_t before = strcmp(mode, "valid") == 0 ? least - 1 : (least - 1 + (late ? 1 : 0)) / 2;
    return gla_r_padded(c, g, 0, before, n + m - 1 - before - g->shape[0]);
}

GLA_VJP(convolve)
{
    gla_array *g = whole(c, gla_r_g(c, 0), c->node->in[2].text, false);
    for (int k = 0; k < 2; k++)
        if (gla_r_wants(c, k))
            gla_r_give(c, k, correlated(c, g, gla_r_x(c, 1 - k)));
}

/* Element k of "full" is Σ a[j + k - m + 1]·conj(v[j]): the convolution of a with v, conjugated and reversed. */
GLA_VJP(correlate)
{
    int64_t n = gla_r_like(c, 0)->shape[0], m = gla_r_like(c, 1)->shape[0];
    gla_array *g = whole(c, gla_r_g(c, 0), c->node->in[2].text, n < m);
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, correlated(c, g, gla_r_flipped(c, gla_r_conj(c, gla_r_x(c, 1)), 0)));
    if (gla_r_wants(c, 1))
        gla_r_give(c, 1, gla_r_conj(c, gla_r_flipped(c, correlated(c, g, gla_r_x(c, 0)), 0)));
}

/* ---- integrals and derivatives ----------------------------------------------------------------------------------- */
static gla_array *differences(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_diff(x, &made, 1, -1, NULL, NULL), &made) : NULL;
}

/* Return x[i - 1] + x[i], or x[i - 1] - x[i], along the last axis, with zeros beyond the ends. */
static gla_array *neighbours(gla_vjp *c, const gla_array *x, bool sum)
{
    int axis = x ? x->ndim - 1 : 0;
    gla_array *left = gla_r_padded(c, x, axis, 1, 0), *right = gla_r_padded(c, x, axis, 0, 1);
    return sum ? gla_r_add(c, left, right) : gla_r_subtract(c, left, right);
}

/* The integral is Σ (x[i + 1] - x[i])·(y[i] + y[i + 1])/2. The axis is moved to the end. */
GLA_VJP(trapezoid)
{
    const gla_operand *y = gla_r_like(c, 0), *x = gla_r_like(c, 1);
    int axis = gla_r_axis(c->node->in[3].integer, y->ndim), last = y->ndim - 1;
    int64_t n = y->shape[axis];
    gla_array *g = gla_r_add_last(c, gla_r_g(c, 0), 1), *widths = NULL;
    if (!g || n < 2)
        return;
    bool whole = x->dtype != GLA_NO_DTYPE && x->ndim > 1;
    if (x->dtype != GLA_NO_DTYPE)
        widths = gla_r_wants(c, 0) ? differences(c, whole ? gla_r_moved(c, gla_r_x(c, 1), axis, last) : gla_r_x(c, 1)) : NULL;
    else
        widths = gla_r_filled(c, g, last, n - 1, c->node->in[2].real);
    if (widths && gla_r_wants(c, 0)) {
        gla_array *weights = gla_r_scale(c, neighbours(c, gla_r_conj(c, widths), true), 0.5);
        gla_r_give(c, 0, gla_r_moved(c, gla_r_multiply(c, g, weights), last, axis));
    }
    if (x->dtype == GLA_NO_DTYPE || !gla_r_wants(c, 1))
        return;
    gla_array *v = gla_r_moved(c, gla_r_x(c, 0), axis, last);
    gla_array *sums = gla_r_add(c, gla_r_part(c, v, last, 0, n - 1), gla_r_part(c, v, last, 1, n - 1));
    gla_array *d = neighbours(c, gla_r_multiply(c, g, gla_r_scale(c, gla_r_conj(c, sums), 0.5)), false);
    gla_r_give(c, 1, whole ? gla_r_moved(c, d, last, axis) : d);
}

/* Return the derivative at an end: of the line through two points, or of the parabola through three. m: slopes of the
 * intervals,
 * h: their lengths, NULL if all are equal. */
static gla_array *end_of(gla_vjp *c, const gla_array *m, const gla_array *h, int order, bool at_end)
{
    int last = m ? m->ndim - 1 : 0;
    int64_t n = m ? m->shape[last] : 0, near = at_end ? n - 1 : 0, far = at_end ? n - 2 : 1;
    gla_array *own = gla_r_part(c, m, last, near, 1);
    if (order == 1)
        return own;
    gla_array *change = gla_r_subtract(c, own, gla_r_part(c, m, last, far, 1)), *weight = gla_r_number(c, 0.5);
    if (h) {
        gla_array *length = gla_r_part(c, h, 0, near, 1);
        weight = gla_r_divide(c, length, gla_r_add(c, length, gla_r_part(c, h, 0, far, 1)));
    }
    return gla_r_add(c, own, gla_r_multiply(c, change, weight));
}

/* The derivative of values v[0] along the last axis, with the spacing or coordinates v[1], if given. */
static gla_array *differentiated(gla_vjp *c, gla_array *const v[])
{
    bool spaced = gla_r_like(c, 1)->dtype != GLA_NO_DTYPE, varies = spaced && v[1]->ndim;
    gla_array *h = varies ? differences(c, v[1]) : NULL, *m = differences(c, v[0]), *inside;
    int last = v[0]->ndim - 1, order = (int)c->node->in[3].integer;
    int64_t n = v[0]->shape[last] - 2;
    if (spaced)
        m = gla_r_divide(c, m, varies ? h : v[1]);
    gla_array *m0 = gla_r_part(c, m, last, 0, n), *m1 = gla_r_part(c, m, last, 1, n);
    if (varies) {
        gla_array *h0 = gla_r_part(c, h, 0, 0, n), *h1 = gla_r_part(c, h, 0, 1, n);
        inside = gla_r_add(c, gla_r_multiply(c, h1, m0), gla_r_multiply(c, h0, m1));
        inside = gla_r_divide(c, inside, gla_r_add(c, h0, h1));
    } else {
        inside = gla_r_scale(c, gla_r_add(c, m0, m1), 0.5);
    }
    return gla_r_join(c, gla_r_join(c, end_of(c, m, h, order, false), inside, last), end_of(c, m, h, order, true), last);
}

/* The values are not saved if only they vary, as the derivative is linear in them. */
GLA_VJP(gradient)
{
    const gla_operand *f = gla_r_like(c, 0);
    gla_array *g = gla_r_g(c, 0), *x[2] = {gla_r_x(c, 0), gla_r_x(c, 1)}, *d[2] = {NULL};
    gla_axis given = c->node->in[2].axis;
    int axis = given == GLA_NO_AXIS ? 0 : gla_r_axis(given, f->ndim), last = f->ndim - 1;
    if (!g || gla_r_fails(c))
        return;
    x[0] = gla_r_moved(c, gla_r_astype(c, x[0] ? x[0] : gla_r_zeros(c, 0), g->dtype), axis, last);
    gla_r_compose(c, differentiated, gla_r_like(c, 1)->dtype == GLA_NO_DTYPE ? 1 : 2, x, gla_r_moved(c, g, axis, last), d);
    gla_r_give(c, 0, gla_r_moved(c, d[0], last, axis));
    gla_r_give(c, 1, d[1]);
}

/* ---- autocorrelations -------------------------------------------------------------------------------------------- */
static gla_array *spectrum(gla_vjp *c, const gla_array *x, int64_t n)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_fft_rfft(x, &made, n, -1, "backward"), &made) : NULL;
}

static gla_array *centred(gla_vjp *c, const gla_array *x)
{
    gla_array *mean = x ? gla_r_scale(c, gla_r_sum(c, x, &(const gla_ints){1, {-1}}, true), 1 / (double)x->shape[x->ndim - 1])
                        : NULL;
    return gla_r_subtract(c, x, mean);
}

/* For s[k] = Σ x[t] x[t + k] the cotangent of x is Σ ḡ[k]·(x[t + k] + x[t - k]): a convolution with a symmetric kernel, by
 * Fourier transforms that are long enough for both. The autocorrelation is s[k]/s[0]. */
GLA_VJP(autocorrelation)
{
    gla_array *g = gla_r_g(c, 0), *r = gla_r_out(c, 0), *made = NULL;
    const gla_operand *like = gla_r_like(c, 0);
    int axis = gla_r_axis(c->node->in[3].integer, like->ndim), last = like->ndim - 1;
    gla_ints ends = {1, {-1}};
    int64_t n = like->shape[axis];
    g = gla_r_moved(c, g, axis, last);
    gla_array *x = centred(c, gla_r_astype(c, gla_r_moved(c, gla_r_x(c, 0), axis, last), g ? g->dtype : GLA_FLOAT64));
    if (!g || !x)
        return;
    gla_array *ratio = gla_r_sum(c, gla_r_multiply(c, g, gla_r_moved(c, r, axis, last)), &ends, true);
    gla_array *variance = gla_r_sum(c, gla_r_multiply(c, x, x), &ends, true);
    if (c->node->in[2].truth) { /* divided by (n - k)/n */
        gla_array *count = gla_r_range(c, gla_device_of(g), 0, g->shape[last], g->dtype);
        g = gla_r_divide(c, g, gla_r_subtract(c, gla_r_number(c, 1), gla_r_scale(c, count, 1 / (double)n)));
    }
    int64_t length = 2 * n;
    gla_array *kernel = gla_r_scale(c, gla_r_apply(c, gla_real, spectrum(c, gla_r_divide(c, g, variance), length)), 2);
    gla_array *product = gla_r_multiply(c, spectrum(c, x, length), kernel);
    if (product)
        product = gla_r_adopt(c, gla_fft_irfft(product, &made, length, -1, "backward"), &made);
    gla_array *scaled = gla_r_multiply(c, x, gla_r_scale(c, gla_r_divide(c, ratio, variance), 2));
    gla_array *d = centred(c, gla_r_subtract(c, gla_r_part(c, product, last, 0, n), scaled));
    gla_r_give(c, 0, gla_r_moved(c, d, last, axis));
}
