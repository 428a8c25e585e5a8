/* empty_pinned.c - Arrays in page-locked memory. */
#include "core/core.h"

gla_status gla_empty_pinned(const gla_ints *shape, gla_array **out, gla_dtype dtype, const char *device)
{
    gla_device *dev;
    *out = NULL;
    gla_status st = gla_find_device(device, &dev);
    return st ? st : gla_array_new_pinned("empty_pinned", dev, dtype ? dtype : GLA_FLOAT64, shape->n, shape->v, out);
}
