/* callers.c - Functions for C callers and bindings: borrow memory, create scalars, query array properties. */
#include "core/core.h"
#include "runtime/placing.h"
#include "runtime/object.h"
#include "runtime/devices.h"

#include <string.h>

gla_status gla_check_layout(const void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides)
{
    int64_t size = 0, low = 0, high = 0, item = (int64_t)gla_itemsize(dtype), bytes;
    if (dtype == GLA_NO_DTYPE || (unsigned)dtype >= GLA_DTYPE_COUNT)
        return gla_fail(GLA_DTYPE_ERROR, "asarray: dtype is %d, which is not a dtype", (int)dtype);
    if (ndim > 0 && !shape)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: shape is NULL, but there are %d dimensions", ndim);
    gla_status st = gla_check_shape("asarray", dtype, ndim, shape, &size);
    if (st || size == 0)
        return st;
    if (!data)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: data is NULL, but there are %lld elements", (long long)size);
    int64_t align = gla_dtype_is_complex(dtype) ? item / 2 : item;
    if ((uintptr_t)data % (uintptr_t)align)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the data is not aligned to %lld bytes, as %s must be; take a copy first",
                        (long long)align, gla_dtype_name(dtype));
    bool overflow = false;
    for (int i = 0; i < ndim && strides; i++) {
        int64_t reach, *end = strides[i] < 0 ? &low : &high;
        overflow |= __builtin_mul_overflow(shape[i] - 1, strides[i], &reach) || __builtin_add_overflow(*end, reach, end);
    }
    if (overflow || __builtin_mul_overflow(low, item, &bytes) || -(uintptr_t)bytes > (uintptr_t)data ||
        __builtin_mul_overflow(high, item, &bytes) || (uintptr_t)bytes > UINTPTR_MAX - (uintptr_t)data - (uintptr_t)item)
        return gla_fail(GLA_OVERFLOW_ERROR, "asarray: the strides reach beyond all memory addresses");
    return GLA_OK;
}

gla_status gla_array_borrow(void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides, bool readonly,
                            void (*release)(void *owner), void *owner, gla_array **out)
{
    gla_device *host;
    if (!out)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: out is NULL, but must point to the result");
    *out = NULL;
    gla_status st = gla_check_layout(data, dtype, ndim, shape, strides);
    if (!st)
        st = gla_host_device(&host);
    return st ? st
              : gla_array_wrap(host, data, dtype, ndim, shape, strides, GLA_BORROWED | (readonly ? GLA_READONLY : 0), release,
                               owner, out);
}

gla_status gla_scalar(gla_dtype dtype, const void *value, gla_array **out)
{
    void *data = NULL;
    if (out)
        *out = NULL;
    if (!value)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: value is NULL");
    gla_status st = gla_new_host(dtype, 0, NULL, out, &data);
    if (st)
        return st;
    memcpy(gla_data(*out), value, gla_itemsize(dtype));
    (*out)->flags |= GLA_WEAK;
    return GLA_OK;
}

gla_status gla_array_new_host(const char *op, gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out, void **data)
{
    gla_device *host;
    gla_status st = gla_host_device(&host);
    if (!st)
        st = gla_array_new(op, host, dtype, ndim, shape, out);
    if (st)
        return st;
    (*out)->flags |= GLA_BORROWED;
    *data = gla_data(*out);
    return GLA_OK;
}

gla_status gla_new_host(gla_dtype dtype, int ndim, const int64_t *shape, gla_array **out, void **data)
{
    static const _Alignas(16) char any[16]; /* placeholder for memory that is not allocated yet */
    if (!out || !data)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: out is NULL, but must point to the result");
    *out = NULL;
    *data = NULL;
    gla_status st = gla_check_layout(any, dtype, ndim, shape, NULL);
    return st ? st : gla_array_new_host("asarray", dtype, ndim, shape, out, data);
}

/* Return true if `a` is an array. Otherwise set the thread's error, so that the query can return an empty value. */
static bool is_queryable(const char *op, const gla_array *a)
{
    if (gla_is_array(a) || gla_has_shape(a))
        return true;
    gla_refuse_handle(op, "a", a, "array");
    return false;
}

gla_dtype gla_array_dtype(const gla_array *a)
{
    return is_queryable("array_dtype", a) ? a->dtype : GLA_NO_DTYPE;
}
int gla_array_ndim(const gla_array *a)
{
    return is_queryable("array_ndim", a) ? a->ndim : 0;
}
const int64_t *gla_array_shape(const gla_array *a)
{
    return is_queryable("array_shape", a) ? a->shape : NULL;
}
const int64_t *gla_array_strides(const gla_array *a)
{
    return is_queryable("array_strides", a) ? a->strides : NULL;
}
int64_t gla_array_size(const gla_array *a)
{
    return is_queryable("array_size", a) ? a->size : 0;
}
bool gla_array_readonly(const gla_array *a)
{
    return is_queryable("array_readonly", a) && a->flags & GLA_READONLY;
}
bool gla_array_is_contiguous(const gla_array *a)
{
    return is_queryable("array_is_contiguous", a) && a->contiguous;
}
bool gla_array_floating(const gla_array *a)
{
    return is_queryable("array_floating", a) && atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed) &&
           gla_floats(a);
}
const char *gla_array_device(const gla_array *a)
{
    return is_queryable("array_device", a) ? gla_device_of(a)->name : "";
}
