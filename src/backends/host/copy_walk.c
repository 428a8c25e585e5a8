/* copy_walk.c - the index space that strided arrays have in common. */
#include "copy.h"

#include <string.h>

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* Axes of the last array from the widest to the narrowest stride; ties keep their order. */
static int order_axes(const gla_array *a, int order[])
{
    int n = 0;
    for (int i = 0; i < a->ndim; i++) {
        if (a->shape[i] == 1)
            continue;
        int j = n++;
        for (; j > 0 && magnitude(a->strides[order[j - 1]]) < magnitude(a->strides[i]); j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    return n;
}

/* Whether the walk's last axis and the arrays' axis are one: stepping over the second ends at the next of the first. */
static bool merges(const gla_walk *w, const gla_array *const arrays[], int axis)
{
    for (int k = 0; k < w->n; k++)
        if (w->strides[k][w->ndim - 1] != arrays[k]->strides[axis] * arrays[k]->shape[axis])
            return false;
    return true;
}

void gla_walk_init(gla_walk *w, int n, const gla_array *const arrays[])
{
    int order[GLA_MAX_NDIM], axes = order_axes(arrays[n - 1], order);
    w->n = n;
    w->ndim = 0;
    w->size = arrays[n - 1]->size;
    for (int i = 0; i < axes; i++) {
        int axis = order[i];
        bool merge = w->ndim > 0 && merges(w, arrays, axis);
        int d = merge ? w->ndim - 1 : w->ndim++;
        w->shape[d] = (merge ? w->shape[d] : 1) * arrays[0]->shape[axis];
        for (int k = 0; k < n; k++)
            w->strides[k][d] = arrays[k]->strides[axis];
    }
    if (w->ndim == 0) { /* a single element */
        w->ndim = 1;
        w->shape[0] = w->size;
        for (int k = 0; k < n; k++)
            w->strides[k][0] = 1;
    }
}

bool gla_walk_is_linear(const gla_walk *w, int k)
{
    int64_t step = 1;
    for (int d = w->ndim; d-- > 0;) {
        if (w->strides[k][d] != step)
            return false;
        step *= w->shape[d];
    }
    return true;
}

bool gla_walk_is_constant(const gla_walk *w, int k)
{
    for (int d = 0; d < w->ndim; d++)
        if (w->strides[k][d] != 0)
            return false;
    return true;
}

void gla_walk_seek(const gla_walk *w, int64_t position, int64_t *index)
{
    for (int d = w->ndim; d-- > 0;) {
        index[d] = position % w->shape[d];
        position /= w->shape[d];
    }
}

int64_t gla_walk_offset(const gla_walk *w, int k, const int64_t *index)
{
    int64_t offset = 0;
    for (int d = 0; d < w->ndim; d++)
        offset += index[d] * w->strides[k][d];
    return offset;
}

/* Run convert over n elements row by row; packed is the contiguous side. */
static void rows(const gla_walk *w, int k, char *data, size_t item, const int64_t *start, int64_t n, char *packed,
                 size_t packed_item, gla_host_converter convert, bool gather)
{
    int64_t index[GLA_MAX_NDIM], last = w->ndim - 1, length = w->shape[last], stride = w->strides[k][last];
    memcpy(index, start, (size_t)w->ndim * sizeof *index);
    char *row = data + (gla_walk_offset(w, k, index) - index[last] * stride) * (int64_t)item;
    while (n > 0) {
        int64_t m = length - index[last] < n ? length - index[last] : n;
        char *first = row + index[last] * stride * (int64_t)item;
        if (gather)
            convert(m, first, stride, packed, 1);
        else
            convert(m, packed, 1, first, stride);
        packed += m * (int64_t)packed_item;
        n -= m;
        index[last] = 0;
        for (int64_t d = last; d-- > 0;) { /* on to the next row */
            row += w->strides[k][d] * (int64_t)item;
            if (++index[d] < w->shape[d])
                break;
            row -= w->shape[d] * w->strides[k][d] * (int64_t)item;
            index[d] = 0;
        }
    }
}

void gla_walk_gather(const gla_walk *w, int k, const void *data, gla_dtype from, const int64_t *index, int64_t n, void *dst,
                     gla_dtype to)
{
    rows(w, k, (char *)data, gla_itemsize(from), index, n, dst, gla_itemsize(to), gla_host_convert(from, to), true);
}

void gla_walk_scatter(const gla_walk *w, int k, void *data, gla_dtype to, const int64_t *index, int64_t n, const void *src,
                      gla_dtype from)
{
    rows(w, k, data, gla_itemsize(to), index, n, (char *)src, gla_itemsize(from), gla_host_convert(from, to), false);
}
