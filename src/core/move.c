/* move.c - Assign values to an array on the same or another device. Between devices one contiguous block is copied, in memory
 * order. A device other than the host converts dtype and axis order. */
#include "core/move.h"
#include "runtime/stream.h"

/* Return true for a host scalar, which a device accepts as an argument. */
static bool is_number(const gla_array *a)
{
    return a->size == 1 && gla_device_of(a)->is_host;
}

static bool lacks(const gla_device *dev, gla_dtype dtype)
{
    return dev->lacks_float64 && (dtype == GLA_FLOAT64 || dtype == GLA_COMPLEX128);
}

static gla_status check(const char *op, const gla_array *dst, const gla_array *src)
{
    if (gla_dtype_is_complex(src->dtype) && !gla_dtype_is_complex(dst->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s values are not representable in %s; take real() or abs() first", op,
                        gla_dtype_name(src->dtype), gla_dtype_name(dst->dtype));
    if (gla_same_shape(src, dst))
        return GLA_OK;
    const gla_array *both[2] = {dst, src};
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    gla_status st = gla_common_shape(op, 2, both, &ndim, shape);
    bool fits = !st && ndim == dst->ndim;
    for (int i = 0; fits && i < ndim; i++)
        fits = shape[i] == dst->shape[i];
    if (st || fits)
        return st;
    char from[GLA_SHAPE_TEXT], to[GLA_SHAPE_TEXT];
    return gla_fail(GLA_SHAPE_ERROR, "%s: a value of shape %s cannot be broadcast to shape %s", op,
                    gla_shape_text(src->ndim, src->shape, from, sizeof from),
                    gla_shape_text(dst->ndim, dst->shape, to, sizeof to));
}

/* Sort axes from the widest to the narrowest stride. Axes of length one keep their position. */
static void sort_axes(int n, const int64_t *shape, const int64_t *strides, int *order)
{
    for (int i = 0; i < n; i++) {
        int j = i;
        int64_t s = strides[i] < 0 ? -strides[i] : strides[i];
        for (; j > 0 && shape[i] != 1; j--) {
            int64_t t = strides[order[j - 1]];
            if ((t < 0 ? -t : t) >= s && shape[order[j - 1]] != 1)
                break;
            order[j] = order[j - 1];
        }
        order[j] = i;
    }
}

/* Create views of both arrays with the axes of dst, sorted by the memory order of the array on the host (else of src), with
 * positive strides. Axes along which src repeats get length one, so that each element is copied once. */
static gla_status arrange(const gla_array *dst, const gla_array *src, gla_array **d, gla_array **s)
{
    int n = dst->ndim, skip = n - src->ndim, order[GLA_MAX_NDIM];
    int64_t lengths[GLA_MAX_NDIM], steps[GLA_MAX_NDIM], shape[2][GLA_MAX_NDIM], strides[2][GLA_MAX_NDIM], offset[2] = {0, 0};
    for (int i = 0; i < n; i++) {
        steps[i] = i < skip || src->shape[i - skip] == 1 ? 0 : src->strides[i - skip];
        lengths[i] = steps[i] == 0 ? 1 : dst->shape[i];
    }
    bool by_dst = gla_device_of(dst)->is_host;
    const int64_t *by = by_dst ? dst->strides : steps;
    sort_axes(n, by_dst ? dst->shape : lengths, by, order);
    for (int i = 0; i < n; i++) {
        int axis = order[i], sign = by[axis] < 0 ? -1 : 1;
        shape[0][i] = dst->shape[axis];
        shape[1][i] = lengths[axis];
        strides[0][i] = sign * dst->strides[axis];
        strides[1][i] = sign * steps[axis];
        offset[0] += sign < 0 ? dst->strides[axis] * (dst->shape[axis] - 1) : 0;
        offset[1] += sign < 0 ? steps[axis] * (lengths[axis] - 1) : 0;
    }
    gla_status st = gla_array_view(dst, n, shape[0], strides[0], offset[0], d);
    return st ? st : gla_array_view(src, n, shape[1], strides[1], offset[1], s);
}

/* Choose the dtype in which the values are copied. The device converts, unless it does not support one of the two dtypes. */
static gla_dtype type_sent(const gla_array *dst, const gla_array *src)
{
    gla_device *from = gla_device_of(src), *to = gla_device_of(dst);
    if (to->is_host)
        return lacks(from, dst->dtype) ? src->dtype : dst->dtype;
    return lacks(to, src->dtype) ? dst->dtype : src->dtype;
}

/* Pack on the source device, copy, and unpack on the destination device; each step is done only if needed. The host packs and
 * unpacks during the copy. */
static gla_status move_across(const char *op, gla_array *dst, const gla_array *src)
{
    gla_array *d = NULL, *s = NULL, *packed = NULL, *landed = NULL;
    gla_device *from = gla_device_of(src), *to = gla_device_of(dst);
    gla_dtype sent = type_sent(dst, src);
    gla_status st = GLA_OK;
    if (!(src->contiguous && dst->contiguous && gla_same_shape(src, dst))) {
        if ((st = arrange(dst, src, &d, &s)))
            goto done;
        dst = d;
        src = s;
    }
    if (src->dtype != sent || !(src->contiguous || from->is_host)) {
        st = gla_stream_reads(src);
        if (!st)
            st = gla_array_new(op, from, sent, src->ndim, src->shape, &packed);
        if (!st)
            st = gla_copy_within(op, packed, src);
        src = packed;
    }
    bool direct = dst->dtype == sent && (dst->contiguous || to->is_host) && !st && gla_same_shape(src, dst);
    if (!st && !direct)
        st = gla_array_new(op, to, sent, src->ndim, src->shape, &landed);
    if (!st)
        st = gla_transfer(op, src, direct ? dst : landed);
    if (!st && !direct)
        st = gla_stream_writes(dst);
    if (!st && !direct)
        st = gla_copy_within(op, dst, landed);
done:
    gla_unref(d);
    gla_unref(s);
    gla_unref(packed);
    gla_unref(landed);
    return st;
}

gla_status gla_array_assign(const char *op, gla_array *dst, const gla_array *src)
{
    bool across = gla_device_of(src) != gla_device_of(dst) && !is_number(src);
    gla_status st = src->flags & GLA_UNPLACED ? gla_check_literals(op, dst->dtype, src) : GLA_OK;
    if (!st)
        st = check(op, dst, src);
    if (st || dst->size == 0)
        return st;
    /* A copy between devices may be queued after copies that the host would otherwise have to wait for. */
    if (!(across && gla_device_of(src)->is_host))
        st = gla_stream_reads(src);
    if (!st && !(across && gla_device_of(dst)->is_host))
        st = gla_stream_writes(dst);
    if (!st)
        st = across ? move_across(op, dst, src) : gla_copy_within(op, dst, src);
    gla_stream_used(src);
    gla_stream_used(dst);
    return st;
}
