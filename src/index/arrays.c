/* arrays.c - Convert index arrays of any dtype to int64 on the device of the call. */
#include "core/dispatch.h"
#include "index/select.h"
#include "contract/array.h"

#include <string.h>

/* Refuse uint64 values that are not representable in int64, which would become negative. They are out of range for every
 * array. */
static void check_unsigned(gla_scope *s, const gla_array *a)
{
    void *data;
    gla_array *host = gla_s_to_host(s, gla_s_contiguous(s, gla_device_of(a), a->dtype, a), &data);
    for (int64_t i = 0; host && !s->status && i < a->size; i++) {
        uint64_t v = ((const uint64_t *)data)[i];
        if (v > INT64_MAX)
            gla_s_fail(s, GLA_INDEX_ERROR, "%s: index %llu is out of range for any array", s->op, (unsigned long long)v);
    }
}

gla_array *gla_index_from_integers(gla_scope *s, gla_device *dev, const gla_array *a)
{
    if (a->dtype == GLA_UINT64)
        check_unsigned(s, a);
    return gla_s_contiguous(s, dev, GLA_INT64, a);
}

/* Convert a 0-d bool to positions along a new axis of length one: position 0 if the bool is true, else no position. */
static gla_array *from_truth(gla_scope *s, gla_device *dev, const gla_array *mask)
{
    void *data;
    int64_t n = gla_s_to_host(s, mask, &data) && *(const uint8_t *)data;
    gla_array *positions = gla_s_new(s, dev, GLA_INT64, 1, &n);
    gla_s_fill(s, positions, 0);
    return positions;
}

bool gla_index_count(gla_scope *s, const gla_array *mask, gla_nonzero_ranges *ranges)
{
    gla_device *dev = gla_device_of(mask);
    ranges->count = ranges->starts[0] = 0; /* further elements are set as needed */
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, count_nonzero), (double)mask->size);
    if (!s->status && mask->size)
        gla_s_check(s, dev->backend->array->count_nonzero(dev, mask, ranges));
    gla_run_end(&r);
    return !s->status;
}

static gla_array *nonzero(gla_scope *s, const gla_array *mask)
{
    gla_device *dev = gla_device_of(mask);
    gla_nonzero_ranges ranges;
    if (!gla_index_count(s, mask, &ranges))
        return NULL;
    gla_array *positions = gla_s_new(s, dev, GLA_INT64, 2, (int64_t[]){mask->ndim, ranges.starts[ranges.count]});
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, nonzero), (double)mask->size);
    if (!s->status && positions->size)
        gla_s_check(s, dev->backend->array->nonzero(dev, mask, &ranges, positions));
    gla_run_end(&r);
    return positions;
}

void gla_index_from_mask(gla_scope *s, gla_device *dev, const gla_array *mask, gla_array *out[])
{
    if (mask->ndim == 0) {
        *out = from_truth(s, dev, mask);
        return;
    }
    gla_array *here = gla_s_to_device(s, dev, mask), *positions = here ? nonzero(s, here) : NULL;
    for (int d = 0; positions && d < mask->ndim; d++)
        out[d] = gla_s_view(s, positions, 1, &positions->shape[1], NULL, d * positions->shape[1]);
}

void gla_index_broadcast(gla_scope *s, gla_device *dev, int n, gla_array *idx[])
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    if (s->status || gla_s_check(s, gla_common_shape(s->op, n, (const gla_array *const *)idx, &ndim, shape)))
        return;
    for (int j = 0; j < n && !s->status; j++)
        if (gla_device_of(idx[j]) != dev || idx[j]->ndim != ndim || memcmp(idx[j]->shape, shape, (size_t)ndim * sizeof *shape))
            idx[j] = gla_s_contiguous(s, dev, GLA_INT64, gla_s_broadcast(s, idx[j], ndim, shape));
}

static void check_positions(gla_scope *s, const gla_array *idx, int axis, int64_t length)
{
    void *data;
    gla_array *host = gla_s_to_host(s, idx, &data);
    for (int64_t i = 0; host && !s->status && i < idx->size; i++) {
        int64_t v = ((const int64_t *)data)[i];
        if (v < -length || v >= length)
            gla_s_fail(s, GLA_INDEX_ERROR, "%s: index %lld is out of range for axis %d of length %lld", s->op, (long long)v,
                       axis, (long long)length);
    }
}

void gla_selection_check(gla_scope *s, const gla_selection *sel)
{
    for (int j = 0; j < sel->nidx; j++)
        check_positions(s, sel->idx[j], sel->axis[j], sel->view->shape[j]);
}

void gla_selection_report(gla_scope *s, const gla_selection *sel, gla_status st)
{
    if (st != GLA_INDEX_ERROR) {
        gla_s_check(s, st);
        return;
    }
    gla_selection_check(s, sel);
    gla_s_fail(s, st, "%s: an index array changed while it was read; do not write to it during the call", s->op);
}
