/* convert.c - asarray, astype, copy, to_device: other type, other device, own memory. */
#include "array/convert.h"

/* What the script's data still is: on no device. */
#define UNPLACED (GLA_BORROWED | GLA_WEAK)

/* The same memory, placed on its device: what it was borrowed from is seen through the array. */
static gla_status share(const gla_array *x, gla_array **out)
{
    if (!(x->flags & UNPLACED)) {
        *out = gla_ref(x);
        return GLA_OK;
    }
    gla_status st = gla_array_view(x, x->ndim, x->shape, x->strides, 0, out);
    if (!st)
        (*out)->flags &= ~(unsigned)UNPLACED;
    return st;
}

gla_status gla_convert(const char *op, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy,
                       gla_array **out)
{
    gla_array *a;
    gla_status st;
    if (!dev && (st = gla_common_device(op, 1, &x, &dev)))
        return st;
    if (dtype == GLA_NO_DTYPE)
        dtype = x->dtype;
    /* Memory that a binding filled from a list or a number is a copy already, and nobody else's. */
    bool copied = x->flags & UNPLACED && !x->buffer->release;
    bool fits = x->dtype == dtype && gla_device_of(x) == dev;
    if (copy == GLA_NO && copied)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: copy is false, but lists and numbers can only be copied; leave copy "
                        "out", op);
    if (copy == GLA_NO && !fits)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: copy is false, but making %s on %s of %s on %s needs one; leave copy "
                        "out", op, gla_dtype_name(dtype), dev->name, gla_dtype_name(x->dtype), gla_device_of(x)->name);
    if (fits && (copy != GLA_YES || copied))
        return share(x, out);
    if ((st = gla_array_new_like(op, dev, dtype, x, &a)))
        return st;
    if ((st = gla_array_assign(op, a, x)))
        gla_unref(a);
    else
        *out = a;
    return st;
}

gla_status gla_asarray(const gla_array *obj, gla_array **out, gla_dtype dtype, const char *device, gla_maybe copy)
{
    gla_device *dev = NULL;
    *out = NULL;
    gla_status st = device ? gla_find_device(device, &dev) : GLA_OK;
    return st ? st : gla_convert("asarray", obj, dtype, dev, copy, out);
}

gla_status gla_astype(const gla_array *x, gla_dtype dtype, gla_array **out, bool copy, const char *device)
{
    gla_device *dev = NULL;
    *out = NULL;
    if (dtype == GLA_NO_DTYPE)
        return gla_fail(GLA_DTYPE_ERROR, "astype: no dtype is given; name one, such as \"float64\"");
    gla_status st = device ? gla_find_device(device, &dev) : GLA_OK;
    return st ? st : gla_convert("astype", x, dtype, dev, copy ? GLA_YES : GLA_MAYBE, out);
}

gla_status gla_copy(const gla_array *x, gla_array **out)
{
    gla_device *dev;
    gla_array *a;
    *out = NULL;
    gla_status st = gla_common_device("copy", 1, &x, &dev);
    if (!st)
        st = gla_array_new("copy", dev, x->dtype, x->ndim, x->shape, &a);
    if (st)
        return st;
    if ((st = gla_array_assign("copy", a, x)))
        gla_unref(a);
    else
        *out = a;
    return st;
}

gla_status gla_to_device(const gla_array *x, const char *device, gla_array **out, gla_maybe copy)
{
    gla_device *dev;
    *out = NULL;
    gla_status st = gla_find_device(device, &dev);
    return st ? st : gla_convert("to_device", x, GLA_NO_DTYPE, dev, copy, out);
}
