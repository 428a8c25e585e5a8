/* broadcast.c - Broadcast shapes, and views with other axes. */
#include "core/core.h"

#include <string.h>

/* Return a hint for a failed broadcast. If a vector of length m is combined with an m-row matrix, the user probably means a
 * column vector. If two matrices can be multiplied, the user probably means the matrix product. */
static const char *remedy(const char *op, const gla_array *a, const gla_array *b)
{
    const gla_array *v = a->ndim == 1 ? a : b, *m = a->ndim == 1 ? b : a;
    if (v->ndim == 1 && m->ndim > 1 && m->shape[m->ndim - 2] == v->shape[0])
        return "; {expand_dims(v, axis=-1)} makes a column of the vector v";
    bool is_product = a->ndim > 1 && b->ndim > 1 && a->shape[a->ndim - 1] == b->shape[b->ndim - 2];
    return is_product && strcmp(op, "multiply") == 0 ? "; the matrix product is {x1 @ x2}" : "";
}

static gla_status fail_shapes(const char *op, const gla_array *a, const gla_array *b, int64_t length, int64_t other)
{
    char first[GLA_SHAPE_TEXT], second[GLA_SHAPE_TEXT], spelled[GLA_SPELLED];
    return gla_fail(GLA_SHAPE_ERROR, "%s: shapes %s and %s cannot be broadcast together (%lld against %lld)%s", op,
                    gla_shape_text(a->ndim, a->shape, first, sizeof first),
                    gla_shape_text(b->ndim, b->shape, second, sizeof second), (long long)length, (long long)other,
                    gla_spell(remedy(op, a, b), spelled));
}

gla_status gla_common_shape(const char *op, int n, const gla_array *const in[], int *ndim, int64_t *shape)
{
    int nd = 0;
    for (int i = 0; i < n; i++)
        if (in[i] && in[i]->ndim > nd)
            nd = in[i]->ndim;
    for (int d = 0; d < nd; d++)
        shape[d] = 1;
    for (int i = 0; i < n; i++) {
        if (!in[i])
            continue;
        for (int d = 0; d < in[i]->ndim; d++) {
            int64_t *have = &shape[nd - in[i]->ndim + d], want = in[i]->shape[d];
            if (want == *have || want == 1)
                continue;
            if (*have != 1)
                return fail_shapes(op, in[0] && in[0] != in[i] ? in[0] : in[i], in[i], *have, want);
            *have = want;
        }
    }
    *ndim = nd;
    return GLA_OK;
}

gla_status gla_broadcast_view(const gla_array *a, int ndim, const int64_t *shape, gla_array **out)
{
    int64_t strides[GLA_MAX_NDIM];
    int skip = ndim - a->ndim;
    for (int i = 0; i < ndim; i++)
        strides[i] = i < skip || a->shape[i - skip] != shape[i] ? 0 : a->strides[i - skip];
    gla_status st = gla_array_view(a, ndim, shape, strides, 0, out);
    if (!st)
        (*out)->flags |= GLA_READONLY;
    return st;
}

gla_status gla_array_swap_axis(const gla_array *a, int axis, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int last = a->ndim - 1, at = axis < 0 ? axis + a->ndim : axis;
    for (int i = 0; i <= last; i++) {
        int from = i == last ? at : i == at ? last : i;
        shape[i] = a->shape[from];
        strides[i] = a->strides[from];
    }
    return gla_array_view(a, a->ndim, shape, strides, 0, out);
}
