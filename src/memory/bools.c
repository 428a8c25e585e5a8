/* bools.c - Borrow and adopt foreign memory, and normalise bools in it. The library requires each bool to be 0 or 1, but other
 * libraries treat every nonzero byte as true. If foreign memory contains other bytes, a normalised copy is used instead. */
#include "core/scope.h"

#include <string.h>

static bool is_clean_run(const uint8_t *p, int64_t n, int64_t step)
{
    uint64_t word, seen = 0;
    int64_t i = 0;
    for (; step == 1 && i + 8 <= n; i += 8) {
        memcpy(&word, p + i, 8);
        seen |= word;
    }
    for (; i < n; i++)
        seen |= p[i * step];
    return !(seen & 0xFEFEFEFEFEFEFEFEu);
}

static bool is_clean(const gla_array *a, int axis, const uint8_t *p)
{
    int64_t n = axis < a->ndim ? a->shape[axis] : 1, step = axis < a->ndim ? a->strides[axis] : 1;
    if (axis + 1 >= a->ndim)
        return is_clean_run(p, n, step);
    bool clean = true;
    for (int64_t i = 0; clean && i < n; i++)
        clean = is_clean(a, axis + 1, p + i * step);
    return clean;
}

static uint8_t *copy_truth(const gla_array *a, int axis, const uint8_t *p, uint8_t *to)
{
    if (axis == a->ndim) {
        *to = *p != 0;
        return to + 1;
    }
    for (int64_t i = 0; i < a->shape[axis]; i++)
        to = copy_truth(a, axis + 1, p + i * a->strides[axis], to);
    return to;
}

static gla_status on_host(const gla_array *a, gla_array **fresh)
{
    void *to = NULL;
    *fresh = NULL;
    if (!a->size || is_clean(a, 0, gla_data(a)))
        return GLA_OK;
    gla_status st = gla_new_host(GLA_BOOL, a->ndim, a->shape, fresh, &to);
    if (!st)
        copy_truth(a, 0, gla_data(a), to);
    return st;
}

/* Return true if any byte of a, which is on a device, is greater than 1. */
static bool has_others(gla_scope *s, const gla_array *a)
{
    return gla_s_truth(s, gla_s_reduce_all(s, gla_any, gla_s_combine(s, gla_greater, a, gla_s_number(s, 1))));
}

static gla_status on_device(const gla_array *a, gla_array **fresh)
{
    gla_scope s;
    gla_scope_begin(&s, "adopt");
    gla_array *truth = a->size && has_others(&s, a) ? gla_s_combine(&s, gla_not_equal, a, gla_s_number(&s, 0)) : NULL;
    if (truth)
        return gla_scope_return(&s, truth, fresh);
    *fresh = NULL;
    return gla_scope_end(&s);
}

static void keep(void *owner)
{
    (void)owner;
}

gla_status gla_bool_from_bytes(gla_array **a)
{
    gla_array *fresh;
    if (!a)
        return gla_fail(GLA_ARGUMENT_ERROR, "bool_from_bytes: a is NULL, but must point to an array");
    gla_status st = gla_admit_array("bool_from_bytes", "a", *a);
    if (!st && (*a)->dtype != GLA_UINT8) {
        st = gla_fail(GLA_DTYPE_ERROR, "bool_from_bytes: a has dtype %s, but it must be uint8", gla_dtype_name((*a)->dtype));
        gla_unref(*a);
    }
    if (st) {
        *a = NULL;
        return st;
    }
    st = gla_device_of(*a)->is_host ? on_host(*a, &fresh) : on_device(*a, &fresh);
    if (st) {
        (*a)->buffer->release = keep; /* a failed call must not release the owner */
        gla_unref(*a);
        *a = NULL;
    } else if (fresh) {
        fresh->flags |= (*a)->flags & (GLA_READONLY | GLA_BORROWED);
        gla_unref(*a);
        *a = fresh;
    } else {
        (*a)->dtype = GLA_BOOL;
    }
    return st;
}

gla_status gla_borrow(void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides, bool readonly,
                      void (*release)(void *owner), void *owner, gla_array **out)
{
    gla_dtype bytes = dtype == GLA_BOOL ? GLA_UINT8 : dtype;
    gla_status st = gla_array_borrow(data, bytes, ndim, shape, strides, readonly, release, owner, out);
    return st || dtype != GLA_BOOL ? st : gla_bool_from_bytes(out);
}

gla_status gla_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape, const int64_t *strides,
                     bool readonly, void (*release)(void *owner), void *owner, gla_array **out)
{
    gla_dtype bytes = dtype == GLA_BOOL ? GLA_UINT8 : dtype;
    gla_status st = gla_array_adopt(device, data, bytes, ndim, shape, strides, readonly, release, owner, out);
    return st || dtype != GLA_BOOL ? st : gla_bool_from_bytes(out);
}
