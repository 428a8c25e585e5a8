/* fft.c - Derivatives of Fourier transforms. The adjoint of a transform is the other transform, scaled at the other end. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

typedef gla_status transform(const gla_array *x, gla_array **out, const gla_ints *s, const gla_ints *axes, const char *norm);

static const char *adjoint_norm(const char *norm)
{
    return !norm || strcmp(norm, "backward") == 0 ? "forward" : strcmp(norm, "forward") == 0 ? "backward" : norm;
}

/* Arguments of a transform along one axis or several: the axes, and the lengths of the transform. */
typedef struct plan {
    gla_ints axes, lengths;
    const char *norm;
} plan;

static int last_axis(const plan *p)
{
    return (int)p->axes.v[p->axes.n - 1];
}

/* The lengths are those of the result, which half_back corrects. */
static plan plan_of(const gla_vjp *c, bool several)
{
    const gla_operand *data = gla_r_like_out(c, 0);
    const gla_passed *in = c->node->in;
    plan p = {.norm = in[3].text};
    int ndim = data->ndim;
    if (!several)
        p.axes = (gla_ints){.n = 1, .v = {gla_r_axis(in[2].integer, ndim)}};
    else if (in[2].ints)
        p.axes = *in[2].ints;
    else
        p.axes.n = in[1].ints ? in[1].ints->n : ndim;
    for (int i = 0; i < p.axes.n; i++) {
        bool given = several && !in[2].ints;
        p.axes.v[i] = given ? ndim - p.axes.n + i : gla_r_axis(p.axes.v[i], ndim);
        p.lengths.v[i] = data->shape[p.axes.v[i]];
    }
    p.lengths.n = p.axes.n;
    return p;
}

/* Give the adjoint of padding the argument with zeros, or of cutting it off. */
static void give_resized(gla_vjp *c, gla_array *y)
{
    const gla_operand *x = gla_r_like(c, 0);
    for (int i = 0; y && i < x->ndim; i++)
        y = gla_r_resized(c, y, i, x->shape[i]);
    gla_r_give(c, 0, y);
}

static gla_array *apply(gla_vjp *c, transform *f, const gla_array *x, const plan *p, const char *norm)
{
    gla_array *made = NULL;
    if (!x || gla_r_fails(c))
        return NULL;
    return gla_r_adopt(c, f(x, &made, &p->lengths, &p->axes, norm), &made);
}

static void complex_back(gla_vjp *c, bool several, transform *other)
{
    plan p = plan_of(c, several);
    give_resized(c, p.axes.n ? apply(c, other, gla_r_g(c, 0), &p, adjoint_norm(p.norm)) : gla_r_g(c, 0));
}

/* Multiply a half along an axis by a factor for the elements that represent two of the n elements: not the first one, and not
 * the middle one if n is even. */
static gla_array *weighted(gla_vjp *c, const gla_array *x, int axis, int64_t n, double factor)
{
    if (!x || gla_r_fails(c))
        return NULL;
    int64_t shape[GLA_MAX_NDIM], twice = (n - 1) / 2, length = x->shape[axis];
    for (int i = 0; i < x->ndim; i++)
        shape[i] = 1;
    shape[axis] = length;
    gla_dtype dtype = x->dtype == GLA_COMPLEX64 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *one = gla_s_zeros(&c->s, gla_device_of(x), dtype, x->ndim, shape);
    gla_array *w = gla_r_join(c, gla_r_filled(c, one, axis, 1, 1), gla_r_filled(c, one, axis, twice, factor), axis);
    if (length > 1 + twice)
        w = gla_r_join(c, w, gla_r_filled(c, one, axis, length - 1 - twice, 1), axis);
    return gla_r_multiply(c, x, w);
}

/* Real data to a half: the other half has no cotangent, so elements that represent two count half. */
static void half_back(gla_vjp *c, bool several, gla_array *g, bool is_inverse)
{
    plan p = plan_of(c, several);
    const gla_passed *in = c->node->in;
    int k = p.axes.n - 1;
    int64_t length = gla_r_like(c, 0)->shape[last_axis(&p)];
    if (several && in[1].ints && in[1].ints->v[k] > 0)
        length = in[1].ints->v[k];
    else if (!several && in[1].axis != GLA_NO_AXIS)
        length = in[1].axis;
    p.lengths.v[k] = length;
    g = weighted(c, g, last_axis(&p), length, 0.5);
    give_resized(c, apply(c, gla_fft_irfftn, g, &p, is_inverse ? p.norm : adjoint_norm(p.norm)));
}

/* A half to real data. */
static gla_array *data_back(gla_vjp *c, const plan *p, const char *norm)
{
    gla_array *y = apply(c, gla_fft_rfftn, gla_r_g(c, 0), p, norm);
    return weighted(c, y, last_axis(p), p->lengths.v[p->axes.n - 1], 2);
}

static void real_back(gla_vjp *c, bool several)
{
    plan p = plan_of(c, several);
    give_resized(c, data_back(c, &p, adjoint_norm(p.norm)));
}

GLA_VJP(fft_fft)
{
    complex_back(c, false, gla_fft_ifftn);
}

GLA_VJP(fft_ifft)
{
    complex_back(c, false, gla_fft_fftn);
}

GLA_VJP(fft_fftn)
{
    complex_back(c, true, gla_fft_ifftn);
}

GLA_VJP(fft_ifftn)
{
    complex_back(c, true, gla_fft_fftn);
}

GLA_VJP(fft_fft2)
{
    complex_back(c, true, gla_fft_ifftn);
}

GLA_VJP(fft_ifft2)
{
    complex_back(c, true, gla_fft_fftn);
}

GLA_VJP(fft_rfft)
{
    half_back(c, false, gla_r_g(c, 0), false);
}

GLA_VJP(fft_rfftn)
{
    half_back(c, true, gla_r_g(c, 0), false);
}

GLA_VJP(fft_rfft2)
{
    half_back(c, true, gla_r_g(c, 0), false);
}

GLA_VJP(fft_irfft)
{
    real_back(c, false);
}

GLA_VJP(fft_irfftn)
{
    real_back(c, true);
}

GLA_VJP(fft_irfft2)
{
    real_back(c, true);
}

/* hfft is irfft of the conjugate, scaled at the other end. */
GLA_VJP(fft_hfft)
{
    plan p = plan_of(c, false);
    give_resized(c, gla_r_conj(c, data_back(c, &p, p.norm)));
}

/* ihfft is the conjugate of rfft, scaled at the other end. */
GLA_VJP(fft_ihfft)
{
    half_back(c, false, gla_r_conj(c, gla_r_g(c, 0)), true);
}

static void shift_back(gla_vjp *c, gla_status (*other)(const gla_array *, gla_array **, const gla_ints *))
{
    gla_array *g = gla_r_g(c, 0), *made = NULL;
    if (g)
        gla_r_give(c, 0, gla_r_adopt(c, other(g, &made, c->node->in[1].ints), &made));
}

GLA_VJP(fft_fftshift)
{
    shift_back(c, gla_fft_ifftshift);
}

GLA_VJP(fft_ifftshift)
{
    shift_back(c, gla_fft_fftshift);
}
