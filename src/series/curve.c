/* curve.c - Validation of grid nodes.  The nodes are few, so this is done on the host. */
#include "series/curve.h"

#include <string.h>

double *gla_read_nodes(gla_scope *s, const char *name, gla_dtype real, const gla_array *x, bool *decrease)
{
    void *data = NULL;
    if (!s->status && x->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has %d dimensions, but it must be a vector", s->op, name, x->ndim);
    if (!s->status && gla_dtype_is_complex(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is complex, but positions must be real; take the real part", s->op, name);
    gla_array *rounded = s->status ? NULL : gla_s_astype(s, real, x);
    gla_array *wide = s->status ? NULL : gla_s_astype(s, GLA_FLOAT64, rounded);
    gla_array *packed = s->status ? NULL : gla_s_contiguous(s, gla_device_of(wide), GLA_FLOAT64, wide);
    gla_array *host = s->status ? NULL : gla_s_to_host(s, packed, &data);
    double *nodes = host ? gla_s_memory(s, x->size, sizeof *nodes) : NULL;
    if (!nodes || s->status)
        return NULL;
    memcpy(nodes, data, sizeof *nodes * (size_t)x->size);
    bool down = decrease && x->size > 1 && nodes[1] < nodes[0];
    for (int64_t i = 0; down && i < x->size / 2; i++) {
        double other = nodes[i];
        nodes[i] = nodes[x->size - 1 - i];
        nodes[x->size - 1 - i] = other;
    }
    bool ordered = x->size == 0 || nodes[0] == nodes[0];
    for (int64_t i = 1; ordered && i < x->size; i++)
        ordered = nodes[i] > nodes[i - 1];
    if (!ordered)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s must strictly increase%s as %s; sort the values and remove duplicates", s->op,
                   name, decrease ? " or decrease" : "", gla_dtype_name(real));
    if (decrease)
        *decrease = down;
    return nodes;
}

gla_array *gla_place_numbers(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, const double *x)
{
    gla_array *made = NULL;
    void *data = NULL;
    if (s->status || !gla_s_adopt(s, gla_array_new_host(s->op, GLA_FLOAT64, ndim, shape, &made, &data), &made))
        return NULL;
    memcpy(data, x, sizeof *x * (size_t)made->size);
    return gla_s_contiguous(s, dev, dtype, made);
}
