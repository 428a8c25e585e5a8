/* assign.c - copy values between arrays: of any type and strides, on any device, overlapping or not. */
#include "core/across.h"
#include "runtime/object.h"
#include "runtime/pending.h"

#include <math.h>
#include <stdio.h>

bool gla_array_may_overlap(const gla_array *a, const gla_array *b)
{
    if (a->buffer->device != b->buffer->device || !a->size || !b->size)
        return false;
    const gla_array *both[2] = {a, b};
    const char *low[2], *high[2];
    for (int k = 0; k < 2; k++) { /* byte range of each */
        const gla_array *x = both[k];
        int64_t first = 0, last = 0, item = (int64_t)gla_itemsize(x->dtype);
        for (int i = 0; i < x->ndim; i++) {
            int64_t reach = (x->shape[i] - 1) * x->strides[i];
            *(reach < 0 ? &first : &last) += reach;
        }
        low[k] = (const char *)gla_data(x) + first * item;
        high[k] = (const char *)gla_data(x) + (last + 1) * item;
    }
    return low[0] < high[1] && low[1] < high[0];
}

static gla_status copy_slot(const char *op, const gla_array *src, gla_array *dst)
{
    gla_device *dev = gla_device_of(dst);
    const gla_array_ops *ops = dev->backend->array;
    if (!ops || !ops->copy)
        return gla_fail_unsupported(op, dev);
    void *state = gla_work_begin((double)dst->size);
    gla_status st = ops->copy(dev, src, dst);
    gla_work_end(state);
    return st;
}

/* Of an array that repeats, what it repeats: dimensions of stride 0 have length one. */
static gla_status once(const gla_array *x, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM];
    for (int i = 0; i < x->ndim; i++)
        shape[i] = x->strides[i] == 0 ? 1 : x->shape[i];
    return gla_array_view(x, x->ndim, shape, x->strides, 0, out);
}

/* Send what is needed of src, repeat it there. */
static gla_status assign_elsewhere(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *few, *own = NULL;
    gla_status st = once(src, &few);
    if (st)
        return st;
    if (gla_same_shape(few, dst)) {
        st = gla_assign_across(op, dst, few);
    } else {
        st = gla_array_new(op, gla_device_of(dst), few->dtype, few->ndim, few->shape, &own);
        if (!st)
            st = gla_assign_across(op, own, few);
        if (!st)
            st = gla_array_assign(op, dst, own);
    }
    gla_unref(own);
    gla_unref(few);
    return st;
}

/* For single precision numbers are rounded, but not to infinity. */
static gla_status check_single(const char *op, gla_dtype dtype, const gla_array *value)
{
    const double *v = gla_data(value);
    int64_t n = value->dtype == GLA_COMPLEX128 ? 2 * value->size : value->size;
    for (int64_t i = 0; i < n; i++)
        if (isfinite(v[i]) && isinf((float)v[i]))
            return gla_fail(GLA_OVERFLOW_ERROR, "%s: %.15g does not fit %s; choose a wider type", op, v[i],
                            gla_dtype_name(dtype));
    return GLA_OK;
}

/* Numbers and lists that a script wrote down must fit the type that they go to; only data that has a type of its own is
 * converted as C does. */
static gla_status check_literals(const char *op, gla_dtype dtype, const gla_array *src)
{
    bool is_unsigned = src->dtype == GLA_UINT64, literal = src->flags & (GLA_BORROWED | GLA_WEAK) && !src->buffer->release;
    if (literal && src->contiguous && (src->dtype == GLA_FLOAT64 || src->dtype == GLA_COMPLEX128) &&
        (dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64))
        return check_single(op, dtype, src);
    if (!literal || !src->contiguous || (src->dtype != GLA_INT64 && !is_unsigned) || src->dtype == dtype ||
        !gla_dtype_is_integer(dtype))
        return GLA_OK;
    const uint64_t *bits = gla_data(src);
    for (int64_t i = 0; i < src->size; i++) {
        if (gla_integer_fits(bits[i], is_unsigned, dtype))
            continue;
        char value[24];
        snprintf(value, sizeof value, is_unsigned ? "%llu" : "%lld", (unsigned long long)bits[i]);
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: %s does not fit %s; choose a wider type", op, value, gla_dtype_name(dtype));
    }
    return GLA_OK;
}

/* Whether the type `to` has each value of the type `from`, but for the digits that a floating-point type has not. */
static bool is_kept_by(gla_dtype from, gla_dtype to)
{
    if (from == to || gla_dtype_is_complex(to))
        return true;
    if (to >= GLA_FLOAT32)
        return !gla_dtype_is_complex(from);
    return from < GLA_FLOAT32 && gla_promote(from, to) == to;
}

/* A number that the script wrote, for an array of integers or of truth values. */
static gla_status check_number(const char *op, const char *into, gla_dtype dtype, double value)
{
    bool is_bool = dtype == GLA_BOOL;
    int bits = 8 * (int)gla_itemsize(dtype) - !gla_dtype_is_unsigned(dtype);
    double low = is_bool || gla_dtype_is_unsigned(dtype) ? 0 : -ldexp(1, bits), high = is_bool ? 2 : ldexp(1, bits);
    if (!isfinite(value) || value != trunc(value))
        return gla_fail(GLA_DTYPE_ERROR, "%s: %.15g is not a whole number, but %s is %s; round it, or choose a "
                        "floating-point type", op, value, into, gla_dtype_name(dtype));
    if (value < low || value >= high)
        return gla_fail(GLA_OVERFLOW_ERROR, "%s: %.15g does not fit %s; choose a wider type", op, value, gla_dtype_name(dtype));
    return GLA_OK;
}

gla_status gla_check_kept(const char *op, const char *into, gla_dtype dtype, const char *name, const gla_array *value)
{
    bool literal = value->flags & (GLA_BORROWED | GLA_WEAK) && !value->buffer->release;
    gla_status st = GLA_OK;
    if (is_kept_by(value->dtype, dtype))
        return check_literals(op, dtype, value);
    if (literal && value->contiguous && value->dtype == GLA_FLOAT64) {
        const double *v = gla_data(value);
        for (int64_t i = 0; i < value->size && !st; i++)
            st = check_number(op, into, dtype, v[i]);
        return st;
    }
    if (literal && value->contiguous && (value->dtype == GLA_INT64 || value->dtype == GLA_UINT64)) {
        if (dtype != GLA_BOOL)
            return check_literals(op, dtype, value);
        const int64_t *v = gla_data(value);
        for (int64_t i = 0; i < value->size && !st; i++)
            st = check_number(op, into, dtype, value->dtype == GLA_INT64 ? (double)v[i] : (double)(uint64_t)v[i]);
        return st;
    }
    if (gla_dtype_is_complex(value->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s is %s, but %s is %s; take real() or abs() first", op, name,
                        gla_dtype_name(value->dtype), into, gla_dtype_name(dtype));
    return gla_fail(GLA_DTYPE_ERROR,
                    "%s: %s is %s, but %s is %s, which does not have all its values; convert it with astype", op, name,
                    gla_dtype_name(value->dtype), into, gla_dtype_name(dtype));
}

/* One that a device takes as an argument. */
static bool is_number(const gla_array *a)
{
    return a->size == 1 && gla_device_of(a)->is_host;
}

/* Both may be used in the thread's current stream. */
static gla_status assign(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *view = NULL, *own = NULL;
    bool across = gla_device_of(src) != gla_device_of(dst) && !is_number(src);
    gla_status st = GLA_OK;
    if (gla_dtype_is_complex(src->dtype) && !gla_dtype_is_complex(dst->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s values do not fit %s; take real() or abs() first", op,
                        gla_dtype_name(src->dtype), gla_dtype_name(dst->dtype));
    if (!gla_same_shape(src, dst)) {
        const gla_array *both[2] = {dst, src};
        int64_t shape[GLA_MAX_NDIM];
        int ndim;
        if ((st = gla_broadcast_shapes(op, 2, both, &ndim, shape)))
            return st;
        bool fits = ndim == dst->ndim;
        for (int i = 0; fits && i < ndim; i++)
            fits = shape[i] == dst->shape[i];
        if (!fits) {
            char from[GLA_SHAPE_TEXT], to[GLA_SHAPE_TEXT];
            return gla_fail(GLA_SHAPE_ERROR, "%s: a value of shape %s does not broadcast to shape %s", op,
                            gla_shape_text(src->ndim, src->shape, from, sizeof from),
                            gla_shape_text(dst->ndim, dst->shape, to, sizeof to));
        }
    }
    if (dst->size == 0)
        return GLA_OK;
    if (across)
        return assign_elsewhere(op, dst, src);
    if (gla_array_may_overlap(src, dst)) {
        if ((st = gla_array_new(op, gla_device_of(src), src->dtype, src->ndim, src->shape, &own)))
            return st;
        if ((st = copy_slot(op, src, own)))
            goto done;
        src = own;
    }
    st = gla_broadcast_view(src, dst->ndim, dst->shape, &view);
    if (!st)
        st = copy_slot(op, view, dst);
done:
    gla_unref(view);
    gla_unref(own);
    return st;
}

gla_status gla_array_assign(const char *op, gla_array *dst, const gla_array *src)
{
    bool across = gla_device_of(src) != gla_device_of(dst) && !is_number(src);
    gla_status st = check_literals(op, dst->dtype, src);
    /* A copy across devices may be queued behind those that the host would have to wait for. */
    if (!st && !(across && gla_device_of(src)->is_host))
        st = gla_stream_reads(src);
    if (!st && !(across && gla_device_of(dst)->is_host))
        st = gla_stream_writes(dst);
    if (!st)
        st = assign(op, dst, src);
    gla_stream_used(src);
    gla_stream_used(dst);
    return st;
}

gla_status gla_array_contiguous(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *a, gla_array **out)
{
    gla_array *copy;
    if (a->contiguous && a->dtype == dtype && gla_device_of(a) == dev) {
        *out = gla_ref(a);
        return GLA_OK;
    }
    gla_status st = gla_array_new(op, dev, dtype, a->ndim, a->shape, &copy);
    if (!st && (st = gla_array_assign(op, copy, a)))
        gla_unref(copy);
    if (!st)
        *out = copy;
    return st;
}

gla_status gla_to_host(const gla_array *a, gla_array **out, void **data)
{
    gla_device *host;
    gla_status st = GLA_OK;
    if (!out || !data)
        return gla_fail(GLA_ARGUMENT_ERROR, "to_host: the place for the result is NULL");
    *out = NULL;
    *data = NULL;
    if (!gla_is_array(a))
        return gla_refuse_handle("to_host", "a", a, "array");
    if (gla_device_of(a)->is_host) {
        if ((st = gla_pending_wait(a->buffer)))
            return st;
        *out = gla_ref(a);
    } else {
        st = gla_host_device(&host);
        if (!st)
            st = gla_array_contiguous("to_host", host, a->dtype, a, out);
    }
    if (!st)
        *data = gla_data(*out);
    return st;
}
