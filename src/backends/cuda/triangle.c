/* triangle.c - one triangle of each matrix; whether all elements are finite. */
#include "array_kernels.h"

#include <string.h>

/* As kernels/triangle.h declares it. */
typedef struct pair_layout {
    int ndim;
    int64_t shape[GLA_MAX_NDIM], from[GLA_MAX_NDIM], to[GLA_MAX_NDIM];
} pair_layout;

/* Threads walk along the last axis: let that be the one in which dst is contiguous. */
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

gla_status gla_cuda_triangle(gla_device *dev, bool lower, bool unit, const gla_array *src, gla_array *dst)
{
    char defines[600];
    cudaKernel_t kernel;
    gla_cuda *cuda;
    pair_layout l = {.ndim = dst->ndim};
    int64_t n = dst->size;
    int is_lower = lower, is_unit = unit;
    const void *from = gla_data(src);
    void *to = gla_data(dst);
    size_t bytes = (size_t)dst->ndim * sizeof *l.shape;
    memcpy(l.shape, dst->shape, bytes);
    memcpy(l.from, src->strides, bytes);
    memcpy(l.to, dst->strides, bytes);
    turn(&l, &is_lower);
    int64_t rows = l.shape[l.ndim - 2], cols = l.shape[l.ndim - 1];
    /* Smaller matrices stay in the nearest cache, whatever the order in which they are read. */
    bool turned = rows >= 32 && cols >= 32 && l.to[l.ndim - 1] == 1 && l.from[l.ndim - 2] == 1 && l.from[l.ndim - 1] != 1;
    gla_status st = gla_cuda_enter("triangle", dev, &cuda);
    gla_cuda_type_defines(dst->dtype, defines, sizeof defines);
    if (!st)
        st = gla_cuda_kernel(dev, "triangle.h", defines, turned ? "triangle_turned" : "triangle", &kernel);
    int64_t tiles = turned ? n / rows / cols * ((rows + 31) / 32) * ((cols + 31) / 32) : 0;
    void *args[] = {turned ? &tiles : &n, &l, &is_lower, &is_unit, &from, &to};
    return st ? st : gla_cuda_launch_for("triangle", dev, kernel, turned ? 256 * tiles : n, args);
}

gla_status gla_cuda_all_finite(gla_device *dev, const gla_array *x, bool *yes)
{
    char defines[600];
    cudaKernel_t kernel;
    gla_cuda *cuda;
    pair_layout l;
    int64_t n = x->size;
    int *flag = NULL, found = 0;
    const void *data = gla_data(x);
    gla_status st = gla_cuda_enter("isfinite", dev, &cuda);
    gla_cuda_collapse(1, &x, &l.ndim, l.shape, l.from);
    gla_cuda_type_defines(x->dtype, defines, sizeof defines);
    if (!st)
        st = gla_cuda_kernel(dev, "triangle.h", defines, "all_finite", &kernel);
    if (!st)
        st = gla_cuda_flag("isfinite", dev, &flag);
    void *args[] = {&n, &l, &data, &flag};
    if (!st)
        st = gla_cuda_launch_for("isfinite", dev, kernel, n, args);
    if (!st)
        st = gla_cuda_read_flag("isfinite", dev, flag, &found);
    gla_cuda_free(dev, flag);
    *yes = !found;
    return st;
}
