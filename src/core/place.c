/* place.c - Provide data in the form that a call needs: the array itself, a view, or a copy with another dtype, order or
 * device. */
#include "core/core.h"
#include "runtime/placing.h"
#include "runtime/object.h"
#include "runtime/pending.h"
#include "runtime/devices.h"

#include <string.h>

/* Assign the values of x to the new array `a`. *out is set only on success. */
static gla_status fill(const char *op, gla_array *a, const gla_array *x, gla_array **out)
{
    gla_status st = gla_array_assign(op, a, x);
    if (st)
        gla_unref(a);
    else
        *out = a;
    return st;
}

gla_status gla_array_copy(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out)
{
    gla_array *a;
    gla_status st = gla_array_new(op, dev, dtype, x->ndim, x->shape, &a);
    return st ? st : fill(op, a, x, out);
}

gla_status gla_array_copy_like(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out)
{
    gla_array *a;
    gla_status st = gla_array_new_like(op, dev, dtype, x, &a);
    return st ? st : fill(op, a, x, out);
}

gla_status gla_array_contiguous(const char *op, gla_device *dev, gla_dtype dtype, const gla_array *x, gla_array **out)
{
    if (!x->contiguous || x->dtype != dtype || gla_device_of(x) != dev)
        return gla_array_copy(op, dev, dtype, x, out);
    gla_status st = gla_stream_reads(x); /* a copy would have waited, too */
    *out = st ? NULL : gla_ref(x);
    return st;
}

/* Return the same memory as an array placed on a device. The owner of borrowed memory sees changes to this array. */
static gla_status share(const gla_array *x, gla_array **out)
{
    bool is_pinned = x->buffer->floats && gla_placing_now.inside && !gla_placing_now.floats;
    bool is_freed = gla_placing_now.inside && gla_placing_now.floats && !gla_floats(x); /* a copy floats */
    if (is_freed && !(x->flags & GLA_UNPLACED))
        return gla_array_copy_like("asarray", gla_device_of(x), x->dtype, x, out);
    if (!(x->flags & GLA_UNPLACED) && !is_pinned) {
        *out = gla_ref(x);
        return GLA_OK;
    }
    gla_status st = gla_array_view(x, x->ndim, x->shape, x->strides, 0, out);
    if (!st)
        (*out)->flags = ((*out)->flags & ~(unsigned)GLA_UNPLACED) | (is_pinned ? GLA_PINNED : 0);
    return st;
}

gla_status gla_convert(const char *op, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy, gla_array **out)
{
    gla_status st;
    if (!dev && (st = gla_common_device(op, 1, &x, &dev)))
        return st;
    if (dtype == GLA_NO_DTYPE)
        dtype = x->dtype;
    /* Memory that a binding filled from a list or scalar is already a private copy. */
    bool copied = x->flags & GLA_UNPLACED && !x->buffer->release;
    bool fits = x->dtype == dtype && gla_device_of(x) == dev;
    if (copy == GLA_NO && copied)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: copy is false, but lists and numbers can only be copied; omit the copy argument", op);
    if (copy == GLA_NO && !fits)
        return gla_fail(
            GLA_ARGUMENT_ERROR,
            "%s: copy is false, but the result (%s on %s) requires a copy of the array (%s on %s); omit the copy argument", op,
            gla_dtype_name(dtype), dev->name, gla_dtype_name(x->dtype), gla_device_of(x)->name);
    if (fits && (copy != GLA_YES || copied))
        return share(x, out);
    return gla_array_copy_like(op, dev, dtype, x, out);
}

gla_status gla_to_host(const gla_array *a, gla_array **out, void **data)
{
    gla_device *host;
    gla_status st = GLA_OK;
    if (!out || !data)
        return gla_fail(GLA_ARGUMENT_ERROR, "to_host: out or data is NULL, but must point to the result");
    *out = NULL;
    *data = NULL;
    if ((st = gla_admit_array("to_host", "a", a)))
        return st;
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

gla_status gla_common_device(const char *op, int n, const gla_array *const in[], gla_device **dev)
{
    gla_device *found = NULL, *floating = NULL;
    bool differ = false; /* then they are needed where the call runs */
    for (int i = 0; i < n; i++) {
        if (!in[i] || in[i]->flags & GLA_UNPLACED)
            continue;
        if (gla_floats(in[i])) {
            differ = differ || (floating && floating != gla_device_of(in[i]));
            floating = floating ? floating : gla_device_of(in[i]);
            continue;
        }
        if (found && gla_device_of(in[i]) != found)
            return gla_fail(GLA_DEVICE_ERROR, "%s: operands are on %s and %s; move one with to_device", op, found->name,
                            gla_device_of(in[i])->name);
        found = gla_device_of(in[i]);
    }
    if (!found && differ && gla_placing_now.inside && gla_placing_now.dev)
        found = gla_placing_now.dev;
    if (!found)
        found = floating;
    if (!found)
        return gla_default_device(dev);
    *dev = found;
    return GLA_OK;
}
