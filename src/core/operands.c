/* operands.c - bring the inputs of one call to one device and one shape. */
#include "core/core.h"
#include "runtime/stream.h"

#include <string.h>

/* Borrowed data and plain numbers go wherever the call goes. */
static bool is_placed(const gla_array *a)
{
    return !(a->flags & (GLA_BORROWED | GLA_WEAK));
}

gla_status gla_common_device(const char *op, int n, const gla_array *const in[], gla_device **dev)
{
    gla_device *found = NULL;
    for (int i = 0; i < n; i++) {
        if (!in[i] || !is_placed(in[i]))
            continue;
        if (found && gla_device_of(in[i]) != found)
            return gla_fail(GLA_DEVICE_ERROR, "%s: operands are on %s and on %s; move one with to_device", op,
                            found->name, gla_device_of(in[i])->name);
        found = gla_device_of(in[i]);
    }
    if (!found)
        return gla_default_device(dev);
    *dev = found;
    return GLA_OK;
}

gla_status gla_place_operands(const char *op, gla_device *dev, int n, const gla_array *const in[], bool keep_scalars,
                              gla_array *placed[])
{
    gla_status st;
    memset(placed, 0, (size_t)n * sizeof *placed);
    for (int i = 0; i < n; i++) {
        if (!in[i])
            continue;
        if (gla_device_of(in[i]) == dev || (keep_scalars && in[i]->flags & GLA_WEAK)) {
            placed[i] = gla_ref(in[i]);
            st = gla_stream_reads(in[i]);
        } else {
            st = gla_array_new_like(op, dev, in[i]->dtype, in[i], &placed[i]);
            if (!st)
                st = gla_array_assign(op, placed[i], in[i]);
        }
        if (st) {
            gla_release_operands(n, placed);
            return st;
        }
    }
    return GLA_OK;
}

void gla_release_operands(int n, gla_array *placed[])
{
    for (int i = 0; i < n; i++) {
        if (placed[i])
            gla_stream_used(placed[i]);
        gla_unref(placed[i]);
        placed[i] = NULL;
    }
}

gla_status gla_broadcast_shapes(const char *op, int n, const gla_array *const in[], int *ndim, int64_t *shape)
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
            if (*have != 1) {
                char a[GLA_SHAPE_TEXT], b[GLA_SHAPE_TEXT];
                const gla_array *first = in[0] && in[0] != in[i] ? in[0] : in[i];
                return gla_fail(GLA_SHAPE_ERROR, "%s: shapes %s and %s do not broadcast together (%lld against %lld)", op,
                                gla_shape_text(first->ndim, first->shape, a, sizeof a),
                                gla_shape_text(in[i]->ndim, in[i]->shape, b, sizeof b), (long long)*have, (long long)want);
            }
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
