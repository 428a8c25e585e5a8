/* triangle.c - Extract one triangle of each matrix, and test whether all elements are finite. */
#include "array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"
#include "backends/device/array/slots.h"

#include <string.h>

GLA_LIST_FLOATING(triangle)
{
    gla_list_add(list, gla_device_typed("triangle.h", t), "triangles", gla_list_common(t));
}

/* Threads traverse the last axis.  Exchange the last two axes if dst is contiguous along the second to last axis. */
static void turn(pair_layout *l, int *lower)
{
    int r = l->ndim - 2, c = l->ndim - 1;
    if (l->to[c] == 1 || l->to[r] != 1)
        return;
    int64_t shape = l->shape[r], from = l->from[r], to = l->to[r];
    l->shape[r] = l->shape[c], l->from[r] = l->from[c], l->to[r] = l->to[c];
    l->shape[c] = shape, l->from[c] = from, l->to[c] = to;
    *lower = !*lower;
}

gla_status gla_device_triangle(gla_device *dev, bool lower, bool unit, const gla_array *src, gla_array *dst)
{
    pair_layout l = {.ndim = dst->ndim};
    int64_t n = dst->size;
    int is_lower = lower, is_unit = unit;
    size_t bytes = (size_t)dst->ndim * sizeof *l.shape;
    memcpy(l.shape, dst->shape, bytes);
    memcpy(l.from, src->strides, bytes);
    memcpy(l.to, dst->strides, bytes);
    turn(&l, &is_lower);
    int64_t rows = l.shape[l.ndim - 2], cols = l.shape[l.ndim - 1];
    /* smaller matrices stay in the first-level cache in any order of access, and a CPU has no groups for tiles */
    bool turned = !gla_device_is_serial(dev) && rows >= 32 && cols >= 32 && l.to[l.ndim - 1] == 1 && l.from[l.ndim - 2] == 1 &&
                  l.from[l.ndim - 1] != 1;
    gla_status st = gla_device_enter("triangle", dev);
    const gla_device_program program = gla_device_typed("triangle.h", dst->dtype);
    int64_t tiles = turned ? n / rows / cols * ((rows + 31) / 32) * ((cols + 31) / 32) : 0;
    if (turned)
        n = tiles;
    const gla_argument args[] = {GLA_VALUE(n),
                                 GLA_VALUE(l),
                                 GLA_VALUE(is_lower),
                                 GLA_VALUE(is_unit),
                                 GLA_BUFFER(gla_data(src)),
                                 GLA_BUFFER(gla_data(dst))};
    return st ? st
              : gla_device_run_for("triangle", dev, &program, turned ? "triangle_turned" : "triangle",
                                   turned ? GLA_GROUP * tiles : n, 6, args);
}

/* Test all elements.  The order of the tests does not matter, so neighbouring threads read neighbouring elements, even in a
 * column-major matrix. */
gla_status gla_device_all_finite(gla_device *dev, const gla_array *x, bool *yes)
{
    pair_layout l;
    int64_t n = x->size;
    int *flag = NULL, found = 0, order[GLA_MAX_NDIM];
    gla_status st = gla_device_enter("isfinite", dev);
    l.ndim = gla_merge_axes(1, &x, x->shape, 0, gla_order_axes(x, order), order, l.shape, &l.from);
    const gla_device_program program = gla_device_typed("triangle.h", x->dtype);
    if (!st)
        st = gla_device_flag("isfinite", dev, &flag);
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(l), GLA_BUFFER(gla_data(x)), GLA_BUFFER(flag)};
    if (!st)
        st = gla_device_run_for("isfinite", dev, &program, "all_finite", n, 4, args);
    if (!st)
        st = gla_device_read_flag("isfinite", dev, flag, &found);
    gla_device_drop(dev, flag);
    *yes = !found;
    return st;
}
