/* diagonal.c - diagonals as views, and their sums. */
#include "common.h"

gla_status gla_diagonal_view(const gla_array *x, int64_t offset, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int nd = x->ndim - 1;
    for (int i = 0; i < nd - 1; i++) {
        shape[i] = x->shape[i];
        strides[i] = x->strides[i];
    }
    int64_t m = x->shape[nd - 1], n = x->shape[nd], rs = x->strides[nd - 1], cs = x->strides[nd], start = 0;
    /* A diagonal that begins outside of the matrix is empty; the comparisons cannot overflow. */
    int64_t rows = offset >= 0 ? m : offset <= -m ? 0 : m + offset;
    int64_t cols = offset <= 0 ? n : offset >= n ? 0 : n - offset;
    shape[nd - 1] = rows < cols ? rows : cols;
    strides[nd - 1] = rs + cs;
    if (shape[nd - 1] > 0)
        start = offset >= 0 ? offset * cs : -offset * rs;
    return gla_array_view(x, nd, shape, strides, start, out);
}

gla_status gla_diagonal(const gla_array *x, gla_array **out, int64_t offset)
{
    *out = NULL;
    if (x->ndim < 2)
        return gla_fail(GLA_SHAPE_ERROR, "diagonal: x has %d dimension%s, but a matrix needs two", x->ndim,
                        x->ndim == 1 ? "" : "s");
    gla_status st = gla_diagonal_view(x, offset, out);
    if (!st)
        (*out)->flags |= GLA_READONLY;
    return st;
}

gla_status gla_trace(const gla_array *x, gla_array **out, int64_t offset, gla_dtype dtype)
{
    gla_array *diagonal;
    gla_ints last = {1, {-1}};
    *out = NULL;
    if (x->ndim < 2)
        return gla_fail(GLA_SHAPE_ERROR, "trace: x has %d dimension%s, but a matrix needs two", x->ndim,
                        x->ndim == 1 ? "" : "s");
    gla_status st = gla_diagonal_view(x, offset, &diagonal);
    if (st)
        return st;
    st = gla_sum(diagonal, out, &last, dtype, false);
    gla_unref(diagonal);
    return st;
}
