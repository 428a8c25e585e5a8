/* average.c - Weighted means. */
#include "statistics/statistics.h"

gla_array *gla_s_operand(gla_scope *s, const gla_array *x)
{
    gla_array *placed = NULL;
    gla_device *dev = NULL;
    gla_s_place(s, 1, &x, false, &dev, &placed);
    return placed;
}

gla_array *gla_s_sum_axes(gla_scope *s, const gla_array *x, const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    gla_array *sum;
    return s->status ? NULL : gla_s_adopt(s, gla_sum(x, &sum, axis, dtype, keepdims), &sum);
}

/* Reshape weights that are given only along the reduced axes, so that they have the dimensions of a. */
static gla_array *spread_weights(gla_scope *s, const gla_array *a, const gla_array *weights, unsigned axes)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    char one[GLA_SHAPE_TEXT], other[GLA_SHAPE_TEXT];
    int at = 0;
    bool fits = true;
    if (s->status)
        return NULL;
    if (gla_same_shape(a, weights))
        return gla_s_own(s, gla_ref(weights));
    for (int i = 0; i < a->ndim; i++) {
        bool along = axes >> i & 1;
        if (along)
            fits = fits && at < weights->ndim && weights->shape[at] == a->shape[i];
        shape[i] = along ? a->shape[i] : 1;
        strides[i] = along && fits ? weights->strides[at] : 1;
        at += along;
    }
    if (!fits || at != weights->ndim) {
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "average: weights have shape %s, but they must have the shape of a, %s, or the lengths of a along axis",
                   gla_shape_text(weights->ndim, weights->shape, one, sizeof one),
                   gla_shape_text(a->ndim, a->shape, other, sizeof other));
        return NULL;
    }
    return gla_s_view(s, weights, a->ndim, shape, strides, 0);
}

/* Broadcast the weights to x for summing.  If one weight applies to many results, all these results have the same sum of
 * weights, so the host sums the weights only once. */
static gla_array *spread_over_few(gla_scope *s, const gla_array *x, const gla_array *w, unsigned axes)
{
    int64_t shape[GLA_MAX_NDIM];
    for (int i = 0; !s->status && i < x->ndim; i++) {
        const bool is_same = !(axes >> i & 1) && w->shape[i] == 1 && x->shape[i] > 0 && gla_device_of(x)->is_host;
        shape[i] = is_same ? 1 : x->shape[i];
    }
    return s->status ? NULL : gla_s_broadcast(s, w, x->ndim, shape);
}

/* Broadcast the sums of weights to the shape of the results. */
static gla_array *first_of_few(gla_scope *s, const gla_array *sum, gla_array *weight)
{
    int64_t shape[GLA_MAX_NDIM];
    if (s->status || gla_same_shape(sum, weight))
        return weight;
    for (int i = 0; i < sum->ndim; i++)
        shape[i] = weight->shape[i] == sum->shape[i] ? sum->shape[i] : 1;
    return gla_s_view(s, weight, sum->ndim, shape, weight->strides, 0);
}

/* Return the unweighted mean, and the number of elements of each mean. */
static gla_status average_all(const gla_array *a, gla_array **average, gla_array **total, const gla_ints *axis, bool keepdims)
{
    gla_scope s;
    gla_scope_begin(&s, "average");
    gla_array *made, *mean = gla_s_adopt(&s, gla_mean(a, &made, axis, keepdims), &made), *number = NULL;
    if (mean) {
        number = gla_s_new(&s, gla_device_of(mean), mean->dtype, mean->ndim, mean->shape);
        gla_s_fill(&s, number, mean->size > 0 ? (double)a->size / (double)mean->size : 0);
    }
    gla_scope_give(&s, number, total);
    return gla_scope_return(&s, mean, average);
}

gla_status gla_average(const gla_array *a, gla_array **average, gla_array **sum_of_weights, const gla_ints *axis,
                       const gla_array *weights, bool returned, bool keepdims)
{
    const gla_array *in[2] = {a, weights};
    gla_array *placed[2];
    gla_device *dev = NULL;
    unsigned axes = 0;
    gla_scope s;
    *average = *sum_of_weights = NULL;
    if (!weights)
        return returned ? average_all(a, average, sum_of_weights, axis, keepdims) : gla_mean(a, average, axis, keepdims);
    gla_scope_begin(&s, "average");
    gla_s_check(&s, gla_normalize_axes("average", a->ndim, axis, &axes));
    gla_s_place(&s, 2, in, false, &dev, placed);
    gla_dtype dtype = gla_floating_of(gla_promote_arrays(2, in));
    gla_array *x = s.status ? NULL : gla_s_astype(&s, dtype, placed[0]);
    gla_array *w = s.status ? NULL : spread_weights(&s, x, gla_s_astype(&s, dtype, placed[1]), axes);
    gla_array *sum = gla_s_sum_axes(&s, gla_s_combine(&s, gla_multiply, x, w), axis, dtype, keepdims);
    gla_array *weight = gla_s_sum_axes(&s, spread_over_few(&s, x, w, axes), axis, dtype, keepdims);
    gla_array *first = first_of_few(&s, sum, weight), *mean = gla_s_combine(&s, gla_divide, sum, first);
    if (returned && mean) {
        first = gla_s_broadcast(&s, first, mean->ndim, mean->shape);
        gla_scope_give(&s, s.status ? NULL : gla_s_contiguous(&s, gla_device_of(mean), dtype, first), sum_of_weights);
    }
    return gla_scope_return(&s, mean, average);
}
