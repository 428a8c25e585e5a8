/* transform.c - Fourier transforms: validation of lengths, axes and dtypes, truncation and padding, and the call to the
 * slot. */
#include "transform.h"
#include "contract/fft.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* State of a call after validation. */
typedef struct plan {
    const gla_fft_call *call;
    gla_scope *s;
    int n_axes, axes[GLA_MAX_NDIM];
    int64_t lengths[GLA_MAX_NDIM]; /* lengths of the transforms along the axes */
    int64_t before[GLA_MAX_NDIM];  /* shape of the input after truncation and padding */
    int64_t after[GLA_MAX_NDIM];
    gla_fft f;
} plan;

static void choose_axes(plan *p, int ndim)
{
    const gla_ints *axes = p->call->axes, *lengths = p->call->lengths;
    unsigned mask = 0;
    p->n_axes = axes ? axes->n : lengths ? lengths->n : ndim;
    if (axes && gla_s_check(p->s, gla_normalize_axes(p->s->op, ndim, axes, &mask)))
        return;
    if (lengths && lengths->n != p->n_axes)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: the number of lengths in s, %d, must equal the number of axes, %d", p->s->op,
                   lengths->n, p->n_axes);
    else if (p->n_axes > ndim)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: s has %d lengths, but x has only %d dimensions", p->s->op, p->n_axes, ndim);
    else if (p->n_axes == 0 && p->call->form != GLA_FFT_OF_COMPLEX)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: axes is empty; give at least one axis", p->s->op);
    for (int i = 0; i < p->n_axes && !p->s->status; i++) {
        int64_t axis = axes ? axes->v[i] : ndim - p->n_axes + i;
        p->axes[i] = (int)(axis < 0 ? axis + ndim : axis);
    }
}

/* Find the length of the transform along axis number i, and the lengths of input and output. */
static void choose_length(plan *p, const gla_array *x, int i)
{
    const gla_ints *lengths = p->call->lengths;
    int axis = p->axes[i];
    int64_t m = x->shape[axis], n = m;
    bool halved = p->call->form != GLA_FFT_OF_COMPLEX && i == p->n_axes - 1;
    bool from_half = halved && p->call->form == GLA_FFT_OF_HALF, given = lengths && (p->call->one || lengths->v[i] != -1);
    if (given)
        n = lengths->v[i];
    else if (from_half && __builtin_mul_overflow(m - 1, 2, &n))
        gla_s_fail(p->s, GLA_OVERFLOW_ERROR, "%s: the length of the result would exceed 2**63", p->s->op);
    if (given && n < 1)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR, "%s: %s is %lld, but it must be positive%s", p->s->op,
                   p->call->one ? "n" : "a length in s", (long long)n, p->call->one ? "" : ", or -1 for the length of x");
    else if (m < 1 && !given)
        gla_s_fail(p->s, GLA_SHAPE_ERROR, "%s: x has length 0 along axis %d, so it cannot be transformed", p->s->op, axis);
    else if (n < 1)
        gla_s_fail(p->s, GLA_ARGUMENT_ERROR,
                   "%s: x has one element along axis %d, so the length of the result is unknown; give %s", p->s->op, axis,
                   p->call->one ? "n" : "s");
    p->lengths[i] = n;
    p->before[axis] = from_half ? n / 2 + 1 : n;
    p->after[axis] = halved && !from_half ? n / 2 + 1 : n;
}

static double choose_scale(const plan *p)
{
    const char *norm = p->call->norm ? p->call->norm : "backward";
    double n = 1;
    for (int i = 0; i < p->n_axes; i++)
        n *= (double)p->lengths[i];
    bool divides = strcmp(norm, p->call->inverse != p->call->conjugates ? "backward" : "forward") == 0;
    return divides ? 1 / n : strcmp(norm, "ortho") == 0 ? 1 / sqrt(n) : 1;
}

static void check(plan *p, const gla_array *x)
{
    gla_dtype dtype = gla_floating_of(x->dtype);
    choose_axes(p, x->ndim);
    if (p->call->form == GLA_FFT_OF_REAL && gla_dtype_is_complex(x->dtype))
        gla_s_fail(p->s, GLA_DTYPE_ERROR, "%s: x is %s, but it must be real; take its real part, or use %s", p->s->op,
                   gla_dtype_name(x->dtype), p->call->one ? "fft" : "fftn");
    for (int i = 0; i < x->ndim; i++)
        p->before[i] = p->after[i] = x->shape[i];
    for (int i = 0; i < p->n_axes && !p->s->status; i++)
        choose_length(p, x, i);
    if (p->s->status)
        return;
    p->f.dtype = gla_complex_of(dtype);
    p->f.inverse = p->call->inverse;
    p->f.scale = choose_scale(p);
    p->f.kind = p->call->form == GLA_FFT_OF_REAL                                   ? GLA_FFT_REAL_TO_HALF
                : p->call->form == GLA_FFT_OF_HALF                                 ? GLA_FFT_HALF_TO_REAL
                : gla_dtype_is_complex(x->dtype) || p->f.inverse || p->n_axes == 0 ? GLA_FFT_COMPLEX
                                                                                   : GLA_FFT_REAL_TO_WHOLE;
}

/* Return x, truncated or copied to a larger array of zeros, in the input dtype of the transform. */
static gla_array *prepare(plan *p, gla_device *dev, gla_array *x)
{
    bool is_real = p->f.kind == GLA_FFT_REAL_TO_HALF || p->f.kind == GLA_FFT_REAL_TO_WHOLE, pads = false;
    gla_dtype dtype = is_real ? gla_real_of(p->f.dtype) : p->f.dtype;
    int64_t common[GLA_MAX_NDIM];
    if (p->s->status)
        return NULL;
    for (int i = 0; i < x->ndim; i++) {
        common[i] = x->shape[i] < p->before[i] ? x->shape[i] : p->before[i];
        pads = pads || common[i] < p->before[i];
    }
    if (!pads && gla_same_shape(x, &(gla_array){.ndim = x->ndim, .shape = p->before}))
        return gla_s_astype(p->s, dtype, x);
    gla_array *cut = gla_s_view(p->s, x, x->ndim, common, x->strides, 0);
    if (!pads)
        return p->s->status ? NULL : gla_s_astype(p->s, dtype, cut);
    gla_array *padded = gla_s_zeros(p->s, dev, dtype, x->ndim, p->before);
    gla_array *part = padded ? gla_s_view(p->s, padded, x->ndim, common, padded->strides, 0) : NULL;
    if (part)
        gla_s_assign(p->s, part, cut);
    return padded;
}

/* Describe the axes and the batch for the slot.  Adjacent axes that are not transformed are merged if their strides permit
 * this. */
static void describe(plan *p, const gla_array *x, const gla_array *out)
{
    gla_fft *f = &p->f;
    unsigned mask = 0;
    f->n_axes = f->n_batch = 0;
    for (int i = 0; i < p->n_axes; i++) {
        mask |= 1u << p->axes[i];
        bool last = i == p->n_axes - 1 && f->kind != GLA_FFT_COMPLEX;
        if (p->lengths[i] > 1 || last)
            f->axes[f->n_axes++] = (gla_fft_axis){p->lengths[i], x->strides[p->axes[i]], out->strides[p->axes[i]]};
    }
    for (int i = 0; i < x->ndim; i++) {
        gla_fft_axis axis = {x->shape[i], x->strides[i], out->strides[i]};
        gla_fft_axis *outer = f->n_batch ? &f->batch[f->n_batch - 1] : NULL;
        if (mask >> i & 1 || axis.n == 1)
            continue;
        if (outer && outer->from == axis.n * axis.from && outer->to == axis.n * axis.to)
            *outer = (gla_fft_axis){outer->n * axis.n, axis.from, axis.to};
        else
            f->batch[f->n_batch++] = axis;
    }
}

static bool takes_strides(const plan *p, gla_device *dev)
{
    const gla_fft_ops *ops = dev->backend->fft;
    return ops && ops->transform && ops->takes_strides && ops->takes_strides(dev, &p->f);
}

static gla_array *transform(plan *p, gla_device *dev, gla_array *x)
{
    gla_scope *s = p->s;
    gla_array *out = gla_s_new(s, dev, p->f.kind == GLA_FFT_HALF_TO_REAL ? gla_real_of(p->f.dtype) : p->f.dtype,
                               x ? x->ndim : 0, p->after);
    if (s->status || out->size == 0)
        return out;
    describe(p, x, out);
    if (p->f.n_axes == 0) { /* all lengths are 1, so the transform is a copy */
        gla_s_assign(s, out, x);
        return out;
    }
    if (!x->contiguous && !takes_strides(p, dev)) {
        x = gla_s_contiguous(s, dev, x->dtype, x);
        if (!x)
            return NULL;
        describe(p, x, out);
    }
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(fft, transform), 5 * (double)out->size * log2((double)out->size + 2));
    const void *in = s->status ? NULL : r.at == r.dev ? gla_data(x) : gla_run_array(&r, GLA_READ, x);
    void *to = s->status ? NULL : gla_run_array(&r, GLA_WRITTEN, out);
    if (!s->status)
        gla_s_check(s, r.at->backend->fft->transform(s->op, r.at, &p->f, in, to));
    gla_run_end(&r);
    gla_stream_used(x);
    return out;
}

gla_status gla_fft_transform(const gla_fft_call *f, const gla_array *x, gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed;
    plan p = {.call = f, .s = &s};
    *out = NULL;
    gla_scope_begin(&s, f->op);
    check(&p, x);
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (f->conjugates && f->form == GLA_FFT_OF_HALF)
        placed = s.status ? NULL : gla_s_apply(&s, gla_conj, placed);
    gla_array *result = transform(&p, dev, prepare(&p, dev, placed));
    if (f->conjugates && f->form == GLA_FFT_OF_REAL)
        result = s.status ? NULL : gla_s_apply(&s, gla_conj, result);
    return gla_scope_return(&s, result, out);
}
