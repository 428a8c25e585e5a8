/* block.c - Arrays from nested lists of blocks. */
#include "core/scope.h"
#include "shape/join.h"

#include <string.h>

typedef struct blocks {
    gla_scope s;
    const gla_arrays *given;
    const gla_array **parts; /* with leading dimensions added */
    int ndim;
    int64_t lists, leaves; /* lists and leaves read so far */
    gla_array *whole;      /* NULL while only lengths are computed */
} blocks;

/* Return true if the nested lists are consistent with their lengths.  C programs may pass inconsistent lists. */
static bool is_whole(const gla_arrays *a, int level, int64_t *lists, int64_t *leaves)
{
    if (level == a->depth)
        return (*leaves)++ < a->n;
    if (*lists >= a->lists || !a->lengths)
        return false;
    for (int64_t i = a->lengths[(*lists)++]; i > 0; i--)
        if (!is_whole(a, level + 1, lists, leaves))
            return false;
    return true;
}

static void check_lists(gla_scope *s, const gla_arrays *a)
{
    int64_t lists = 0, leaves = 0;
    if (a->depth < 0 || a->depth > GLA_MAX_NDIM || !is_whole(a, 0, &lists, &leaves) || lists != a->lists || leaves != a->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the nested lists of arrays are inconsistent with their lengths", s->op);
    for (int64_t i = 0; i < a->lists && !s->status; i++)
        if (a->lengths[i] < 1)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a list of arrays is empty; give at least one", s->op);
}

static void take_parts(blocks *b)
{
    gla_scope *s = &b->s;
    const gla_arrays *a = b->given;
    check_lists(s, a);
    b->ndim = a->depth;
    for (int64_t i = 0; i < a->n && !s->status; i++)
        b->ndim = a->v[i]->ndim > b->ndim ? a->v[i]->ndim : b->ndim;
    b->parts = gla_s_memory(s, a->n, sizeof *b->parts);
    for (int64_t i = 0; i < a->n && !s->status; i++) {
        const gla_array *x = a->v[i];
        int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM] = {0};
        int missing = b->ndim - x->ndim;
        for (int d = 0; d < b->ndim; d++) {
            shape[d] = d < missing ? 1 : x->shape[d - missing];
            strides[d] = d < missing ? 0 : x->strides[d - missing];
        }
        b->parts[i] = missing ? gla_s_view(s, x, b->ndim, shape, strides, 0) : x;
    }
}

/* Write one part of the result, starting at element `at`, and compute the shape of the part. */
static void put(blocks *b, int level, int64_t at, int64_t shape[])
{
    gla_scope *s = &b->s;
    int axis = b->ndim - (b->given->depth - level);
    int64_t next[GLA_MAX_NDIM];
    char text[2][GLA_SHAPE_TEXT];
    if (level == b->given->depth) {
        const gla_array *x = b->parts[b->leaves++];
        memcpy(shape, x->shape, (size_t)b->ndim * sizeof *shape);
        gla_array *place = b->whole && x->size ? gla_s_view(s, b->whole, b->ndim, shape, b->whole->strides, at) : NULL;
        if (place)
            gla_s_assign(s, place, x);
        gla_s_release(s, place);
        return;
    }
    int64_t n = b->given->lengths[b->lists++];
    put(b, level + 1, at, shape);
    for (int64_t i = 1; i < n && !s->status; i++) {
        put(b, level + 1, b->whole ? at + shape[axis] * b->whole->strides[axis] : 0, next);
        for (int d = 0; d < b->ndim && !s->status; d++)
            if (d != axis && shape[d] != next[d])
                gla_s_fail(s, GLA_SHAPE_ERROR,
                           "%s: blocks of shapes %s and %s are in one list, but they may differ only along axis %d", s->op,
                           gla_shape_text(b->ndim, shape, text[0], sizeof text[0]),
                           gla_shape_text(b->ndim, next, text[1], sizeof text[1]), axis);
        if (!s->status && __builtin_add_overflow(shape[axis], next[axis], &shape[axis]))
            gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the size of the result overflows int64", s->op);
    }
}

gla_status gla_block(const gla_blocks *arrays, gla_array **out)
{
    blocks b = {.given = arrays};
    gla_scope *s = &b.s;
    gla_device *dev = NULL;
    int64_t shape[GLA_MAX_NDIM] = {0};
    *out = NULL;
    gla_scope_begin(s, "block");
    gla_s_check(s, gla_check_parts("block", arrays));
    if (!s->status)
        take_parts(&b);
    if (!s->status)
        put(&b, 0, 0, shape);
    if (!s->status)
        gla_s_check(s, gla_common_device("block", (int)arrays->n, arrays->v, &dev));
    gla_array *whole = s->status ? NULL : gla_s_new(s, dev, gla_promote_arrays((int)arrays->n, arrays->v), b.ndim, shape);
    b.whole = whole;
    b.lists = b.leaves = 0;
    if (whole)
        put(&b, 0, 0, shape);
    return gla_scope_return(s, whole, out);
}
