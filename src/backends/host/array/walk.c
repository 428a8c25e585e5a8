/* walk.c - Index space of strided arrays that have the same shape. */
#include "copy.h"

#include <string.h>

static int64_t magnitude(int64_t x)
{
    return x < 0 ? -x : x;
}

/* Sort the axes of the last array by descending stride; ties keep their order. */
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

/* Return true if the axis can be merged with the walk's last axis, that is if, in each array, one step beyond the end of the
 * axis leads to the next element of the walk's last axis. */
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

/* Expand a column into rows.  Each row repeats one element, and the elements of the column have stride `step`. */
#define SPREAD(name, type)                                                                \
    static void name(const type *x, int64_t step, int64_t rows, int64_t length, type *to) \
    {                                                                                     \
        for (int64_t r = 0; r < rows; r++, to += length)                                  \
            for (int64_t i = 0; i < length; i++)                                          \
                to[i] = x[r * step];                                                      \
    }
SPREAD(spread_32, uint32_t)
SPREAD(spread_64, uint64_t)

/* A position in an iteration over the rows of an array. */
typedef struct place {
    const gla_walk *w;
    int k;
    int64_t item; /* bytes */
    char *row;
    int64_t index[GLA_MAX_NDIM];
} place;

static void begin_rows(place *p, const gla_walk *w, int k, char *data, size_t item, const int64_t *start)
{
    const int last = w->ndim - 1;
    p->w = w;
    p->k = k;
    p->item = (int64_t)item;
    memcpy(p->index, start, (size_t)w->ndim * sizeof *p->index);
    p->row = data + (gla_walk_offset(w, k, start) - start[last] * w->strides[k][last]) * p->item;
}

/* Move to the start of the row that is `count` rows further, but at most one row beyond the end of a plane. */
static void go_on(place *p, int64_t count)
{
    const int64_t last = p->w->ndim - 1;
    p->index[last] = 0;
    for (int64_t d = last; d-- > 0; count = 1) {
        p->row += count * p->w->strides[p->k][d] * p->item;
        if ((p->index[d] += count) < p->w->shape[d])
            break;
        p->row -= p->w->shape[d] * p->w->strides[p->k][d] * p->item;
        p->index[d] = 0;
    }
}

/* Expand some of n elements, if each row is one repeated element and needs no conversion: several whole rows, or part of one
 * row. Return the number of elements expanded, or 0 if the rows have another form. */
static int64_t spread_some(place *p, int64_t n, char *packed)
{
    const gla_walk *w = p->w;
    const int last = w->ndim - 1;
    if (last == 0 || w->strides[p->k][last] != 0 || (p->item != 4 && p->item != 8))
        return 0;
    const int64_t all = w->shape[last], left = all - p->index[last], step = w->strides[p->k][last - 1];
    const int64_t there = w->shape[last - 1] - p->index[last - 1], whole = left < all ? 0 : n / all < there ? n / all : there;
    const int64_t length = whole ? all : left < n ? left : n, count = whole ? whole : 1;
    if (p->item == 4)
        spread_32((const uint32_t *)(void *)p->row, step, count, length, (uint32_t *)(void *)packed);
    else
        spread_64((const uint64_t *)(void *)p->row, step, count, length, (uint64_t *)(void *)packed);
    go_on(p, count);
    return count * length;
}

/* Convert n elements row by row.  `packed` is the contiguous array. */
static void rows(place *p, int64_t n, char *packed, size_t packed_item, gla_host_converter convert, bool gather, bool same)
{
    const int last = p->w->ndim - 1;
    const int64_t length = p->w->shape[last], stride = p->w->strides[p->k][last];
    while (n > 0) {
        int64_t m = gather && same ? spread_some(p, n, packed) : 0;
        if (!m) {
            m = length - p->index[last] < n ? length - p->index[last] : n;
            char *first = p->row + p->index[last] * stride * p->item;
            if (gather)
                convert(m, first, stride, packed, 1);
            else
                convert(m, packed, 1, first, stride);
            go_on(p, 1);
        }
        packed += m * (int64_t)packed_item;
        n -= m;
    }
}

void gla_walk_gather(const gla_walk *w, int k, const void *data, gla_dtype from, const int64_t *index, int64_t n, void *dst,
                     gla_dtype to)
{
    place p;
    begin_rows(&p, w, k, (char *)data, gla_itemsize(from), index);
    rows(&p, n, dst, gla_itemsize(to), gla_host_convert(from, to), true, from == to);
}

void gla_walk_scatter(const gla_walk *w, int k, void *data, gla_dtype to, const int64_t *index, int64_t n, const void *src,
                      gla_dtype from)
{
    place p;
    begin_rows(&p, w, k, data, gla_itemsize(to), index);
    rows(&p, n, (char *)src, gla_itemsize(from), gla_host_convert(from, to), false, from == to);
}
