/* shift.c - fftshift and ifftshift: reordering of frequencies. */
#include "core/scope.h"

/* Rotate each axis by half of its length, forward or back.  Each axis has two halves, which are exchanged; each contiguous
 * block is copied at once. */
static gla_status shift(const char *op, const gla_array *x, const gla_ints *axes, bool forward, gla_array **out)
{
    int moved[GLA_MAX_NDIM], n = 0;
    unsigned mask = 0;
    gla_scope s;
    *out = NULL;
    gla_status st = gla_normalize_axes(op, x->ndim, axes, &mask);
    if (st)
        return st;
    gla_scope_begin(&s, op);
    gla_device *dev;
    gla_array *placed;
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    gla_array *result = s.status ? NULL : gla_s_new(&s, dev, x->dtype, x->ndim, x->shape);
    for (int i = 0; i < x->ndim; i++)
        if (mask >> i & 1 && x->shape[i] > 1)
            moved[n++] = i;
    for (unsigned corner = 0; corner >> n == 0 && !s.status && x->size > 0; corner++) {
        int64_t shape[GLA_MAX_NDIM], from = 0, to = 0;
        for (int i = 0; i < x->ndim; i++)
            shape[i] = x->shape[i];
        for (int k = 0; k < n; k++) {
            int axis = moved[k];
            int64_t length = x->shape[axis], by = forward ? length / 2 : length - length / 2;
            bool second = corner >> k & 1;
            shape[axis] = second ? by : length - by;
            from += second ? (length - by) * placed->strides[axis] : 0;
            to += second ? 0 : by * result->strides[axis];
        }
        int mark = gla_scope_mark(&s);
        gla_array *part = gla_s_view(&s, result, x->ndim, shape, result->strides, to);
        gla_array *source = gla_s_view(&s, placed, x->ndim, shape, placed->strides, from);
        if (!s.status)
            gla_s_assign(&s, part, source);
        gla_scope_keep(&s, mark, NULL);
    }
    return gla_scope_return(&s, result, out);
}

gla_status gla_fft_fftshift(const gla_array *x, gla_array **out, const gla_ints *axes)
{
    return shift("fftshift", x, axes, true, out);
}

gla_status gla_fft_ifftshift(const gla_array *x, gla_array **out, const gla_ints *axes)
{
    return shift("ifftshift", x, axes, false, out);
}
