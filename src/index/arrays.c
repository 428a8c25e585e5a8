/* arrays.c - index arrays: of any type, from anywhere, brought to int64 on the device that works. */
#include "index/select.h"

/* Values of uint64 beyond int64 would turn negative: they are out of range of every array. */
static gla_status check_unsigned(const char *op, const gla_array *a)
{
    gla_array *packed = NULL, *host = NULL;
    void *data;
    gla_status st = gla_array_contiguous(op, gla_device_of(a), a->dtype, a, &packed);
    if (!st)
        st = gla_to_host(packed, &host, &data);
    for (int64_t i = 0; !st && i < a->size; i++) {
        uint64_t v = ((const uint64_t *)data)[i];
        if (v > INT64_MAX)
            st = gla_fail(GLA_INDEX_ERROR, "%s: index %llu is out of range of any array", op, (unsigned long long)v);
    }
    gla_unref(packed);
    gla_unref(host);
    return st;
}

gla_status gla_index_from_integers(const char *op, gla_device *dev, const gla_array *a, gla_array **out)
{
    gla_status st = GLA_OK;
    if (a->dtype == GLA_UINT64)
        st = check_unsigned(op, a);
    return st ? st : gla_array_contiguous(op, dev, GLA_INT64, a, out);
}

/* A truth value without dimensions indexes a new axis of length one: by position 0, or by none. */
static gla_status from_truth(const char *op, gla_device *dev, const gla_array *mask, gla_array **out)
{
    gla_array *host, *zero = NULL;
    void *data;
    int64_t nothing = 0;
    gla_status st = gla_to_host(mask, &host, &data);
    if (st)
        return st;
    int64_t n = *(const uint8_t *)data != 0;
    gla_unref(host);
    st = gla_array_new(op, dev, GLA_INT64, 1, &n, out);
    if (!st && n && !(st = gla_scalar(GLA_INT64, &nothing, &zero)))
        st = gla_array_assign(op, *out, zero);
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    gla_unref(zero);
    return st;
}

static gla_status call_nonzero(const char *op, gla_device *dev, const gla_array *mask, gla_array **positions)
{
    const gla_array_ops *ops = dev->backend->array;
    int64_t shape[2] = {mask->ndim, 0};
    if (!ops || !ops->count_nonzero || !ops->nonzero)
        return gla_fail_unsupported(op, dev);
    void *state = gla_work_begin((double)mask->size);
    gla_status st = mask->size ? ops->count_nonzero(dev, mask, &shape[1]) : GLA_OK;
    gla_work_end(state);
    if (!st)
        st = gla_array_new(op, dev, GLA_INT64, 2, shape, positions);
    if (st || shape[1] == 0)
        return st;
    state = gla_work_begin((double)mask->size);
    st = ops->nonzero(dev, mask, *positions);
    gla_work_end(state);
    return st;
}

gla_status gla_index_from_mask(const char *op, gla_device *dev, const gla_array *mask, gla_array *out[])
{
    gla_array *here = NULL, *positions = NULL;
    if (mask->ndim == 0)
        return from_truth(op, dev, mask, out);
    gla_status st = gla_place_operands(op, dev, 1, &mask, false, &here);
    if (!st)
        st = call_nonzero(op, dev, here, &positions);
    for (int d = 0; !st && positions && d < mask->ndim; d++)
        st = gla_array_view(positions, 1, &positions->shape[1], NULL, d * positions->shape[1], &out[d]);
    gla_release_operands(1, &here);
    gla_unref(positions);
    return st;
}

gla_status gla_index_broadcast(const char *op, gla_device *dev, int n, gla_array *idx[])
{
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    gla_status st = gla_broadcast_shapes(op, n, (const gla_array *const *)idx, &ndim, shape);
    for (int j = 0; !st && j < n; j++) {
        gla_array *wide = NULL, *packed = NULL;
        st = gla_broadcast_view(idx[j], ndim, shape, &wide);
        if (!st)
            st = gla_array_contiguous(op, dev, GLA_INT64, wide, &packed);
        gla_unref(wide);
        if (!st) {
            gla_unref(idx[j]);
            idx[j] = packed;
        }
    }
    return st;
}

static gla_status check_positions(const char *op, const gla_array *idx, int axis, int64_t length)
{
    gla_array *host;
    void *data;
    gla_status st = gla_to_host(idx, &host, &data);
    if (st)
        return st;
    for (int64_t i = 0; !st && i < idx->size; i++) {
        int64_t v = ((const int64_t *)data)[i];
        if (v < -length || v >= length)
            st = gla_fail(GLA_INDEX_ERROR, "%s: index %lld is out of range for axis %d of length %lld", op,
                          (long long)v, axis, (long long)length);
    }
    gla_unref(host);
    return st;
}

gla_status gla_selection_check(const char *op, const gla_selection *s)
{
    gla_status st = GLA_OK;
    for (int j = 0; !st && j < s->nidx; j++)
        st = check_positions(op, s->idx[j], s->axis[j], s->view->shape[j]);
    return st;
}
