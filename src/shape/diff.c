/* diff.c - Differences of adjacent elements along an axis. */
#include "core/scope.h"
#include "runtime/interrupt.h"

#include <string.h>

/* Return the array to be joined before or after x, with the dtype of the result. A 0-d array is expanded to one element per
 * line. */
static const gla_array *end_piece(gla_scope *s, const gla_array *x, const gla_array *piece, gla_dtype dtype, int axis)
{
    int64_t shape[GLA_MAX_NDIM];
    if (piece->ndim && piece->ndim != x->ndim)
        gla_s_fail(s, GLA_SHAPE_ERROR, "diff: prepend or append has ndim %d, but x has ndim %d; they must be equal",
                   piece->ndim, x->ndim);
    gla_array *typed = gla_s_astype(s, dtype, piece);
    if (!typed || typed->ndim)
        return typed;
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[axis] = 1;
    return gla_s_broadcast(s, typed, x->ndim, shape);
}

static gla_array *extended(gla_scope *s, const gla_array *x, const gla_array *before, const gla_array *behind, int axis)
{
    const gla_array *all[3] = {x, before, behind}, *parts[3];
    gla_array *placed[3], *joined;
    gla_device *dev;
    gla_arrays list = {.v = parts};
    gla_dtype dtype = gla_promote_arrays(3, all);
    gla_s_place(s, 3, all, false, &dev, placed);
    if (!s->status && before)
        parts[list.n++] = end_piece(s, x, placed[1], dtype, axis);
    parts[list.n++] = placed[0];
    if (!s->status && behind)
        parts[list.n++] = end_piece(s, x, placed[2], dtype, axis);
    if (s->status || list.n == 1)
        return placed[0];
    return gla_s_adopt(s, gla_concat(&list, &joined, axis), &joined);
}

static gla_array *difference(gla_scope *s, const gla_array *x, int axis)
{
    int64_t n = x->shape[axis] > 0 ? x->shape[axis] - 1 : 0;
    return gla_s_combine(s, gla_subtract, gla_s_slice(s, x, axis, 1, n), gla_s_slice(s, x, axis, 0, n));
}

gla_status gla_diff(const gla_array *x, gla_array **out, int64_t n, int axis, const gla_array *prepend, const gla_array *append)
{
    int along = 0;
    gla_scope s;
    *out = NULL;
    gla_status st = gla_normalize_axis("diff", x->ndim, axis, &along);
    if (st)
        return st;
    if (n < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "diff: n is %lld, but it must not be negative", (long long)n);
    if (n == 0)
        return gla_copy(x, out);
    gla_scope_begin(&s, "diff");
    gla_array *y = extended(&s, x, prepend, append, along);
    if (y && y->dtype == GLA_BOOL)
        gla_s_fail(&s, GLA_DTYPE_ERROR, "diff: bool is not a number; convert with astype first");
    int kept = gla_scope_mark(&s);
    for (int64_t i = 0; i < n && !s.status && (i == 0 || y->shape[along] > 0); i++) {
        if (gla_interrupted())
            gla_s_fail(&s, GLA_INTERRUPTED_ERROR, "diff: interrupted");
        y = gla_scope_keep(&s, kept, difference(&s, y, along));
    }
    return gla_scope_return(&s, y, out);
}
