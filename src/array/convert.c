/* convert.c - asarray, astype, copy, to_device: convert dtype and device, or copy. */
#include "core/core.h"

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
        return gla_fail(GLA_DTYPE_ERROR, "astype: dtype is missing; give one, such as \"float64\"");
    gla_status st = device ? gla_find_device(device, &dev) : GLA_OK;
    return st ? st : gla_convert("astype", x, dtype, dev, copy ? GLA_YES : GLA_MAYBE, out);
}

gla_status gla_copy(const gla_array *x, gla_array **out)
{
    gla_device *dev;
    *out = NULL;
    gla_status st = gla_common_device("copy", 1, &x, &dev);
    return st ? st : gla_array_copy("copy", dev, x->dtype, x, out);
}

gla_status gla_to_device(const gla_array *x, const char *device, gla_array **out, gla_maybe copy)
{
    gla_device *dev;
    *out = NULL;
    gla_status st = gla_find_device(device, &dev);
    return st ? st : gla_convert("to_device", x, GLA_NO_DTYPE, dev, copy, out);
}
