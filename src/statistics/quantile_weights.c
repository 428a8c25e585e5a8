/* quantile_weights.c - Weighted quantiles: the elements at which the cumulative weights reach a fraction of the total
 * weight. */
#include "elementwise/where.h"
#include "index/along_axis.h"
#include "sorting/sorting.h"
#include "statistics/quantile.h"
#include "contract/sorting.h"

#include <math.h>

/* ---- shapes -------------------------------------------------------------------------------------------------- */
/* Return weights that are given only along the axes, transposed to the order of the axes in the array. */
static gla_array *spread(gla_scope *s, const gla_array *a, const gla_array *weights, const gla_ints *axis)
{
    int64_t strides[GLA_MAX_NDIM] = {0};
    bool fits = axis && axis->n == weights->ndim;
    char one[GLA_SHAPE_TEXT], other[GLA_SHAPE_TEXT];
    for (int i = 0; fits && i < weights->ndim; i++) {
        int64_t d = axis->v[i] < 0 ? axis->v[i] + a->ndim : axis->v[i]; /* validated earlier */
        fits = weights->shape[i] == a->shape[d];
        strides[d] = weights->strides[i];
    }
    if (!fits) {
        gla_s_fail(s, GLA_SHAPE_ERROR,
                   "%s: weights have shape %s, but they must have the shape of a, %s, or the lengths of a along axis", s->op,
                   gla_shape_text(weights->ndim, weights->shape, one, sizeof one),
                   gla_shape_text(a->ndim, a->shape, other, sizeof other));
        return NULL;
    }
    return gla_s_view(s, weights, a->ndim, a->shape, strides, 0);
}

gla_array *gla_quantile_weights(gla_quantile_call *c, const gla_array *a, const gla_array *weights, const gla_ints *axis)
{
    gla_scope *s = &c->s;
    if (c->method != GLA_AT_INVERTED_CDF)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: weights are supported only by the method \"inverted_cdf\"", s->op);
    if (gla_dtype_is_complex(weights->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: the weights are complex, but they must be real", s->op);
    if (s->status)
        return NULL;
    return gla_same_shape(a, weights) ? gla_s_own(s, gla_ref(weights)) : spread(s, a, weights, axis);
}

/* ---- values -------------------------------------------------------------------------------------------------- */
static gla_array *last_of(gla_scope *s, const gla_array *rows)
{
    return s->status ? NULL : gla_s_slice(s, rows, 1, rows->shape[1] - 1, 1);
}

/* Return the cumulative weights in the sorted rows as fractions of the total.  Elements with cumulative weight 0 come before q
 * = 0. */
static gla_array *sum_up(gla_quantile_call *c, const gla_array *weights, const gla_array *ignored, gla_dtype real)
{
    gla_scope *s = &c->s;
    gla_array *sums = NULL;
    sums = s->status ? NULL : gla_s_adopt(s, gla_cumulative_sum(weights, &sums, -1, weights->dtype, false), &sums);
    gla_array *shares = gla_s_combine(s, gla_divide, sums, last_of(s, sums));
    gla_array *bad = gla_s_apply(s, gla_isnan, last_of(s, shares));
    if (ignored) /* rows without elements */
        bad = gla_s_combine(s, gla_logical_and, bad, gla_s_apply(s, gla_logical_not, ignored));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, bad)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the weights of a slice sum to 0, or a weight is NaN or infinite", s->op);
    gla_array *rounded = s->status ? NULL : gla_s_astype(s, real < shares->dtype ? real : shares->dtype, shares);
    gla_array *empty = gla_s_combine(s, gla_equal, rounded, gla_s_number(s, 0));
    return gla_s_where(s, empty, gla_s_number(s, -1), rounded);
}

/* Return a copy of q for each row, (m, many), in the given dtype. */
static gla_array *targets(gla_quantile_call *c, gla_dtype dtype)
{
    gla_scope *s = &c->s;
    gla_array *made = NULL;
    void *data;
    if (s->status || !gla_s_adopt(s, gla_array_new_host(s->op, GLA_FLOAT64, 2, (int64_t[]){1, c->many}, &made, &data), &made))
        return NULL;
    bool single = c->q->dtype == GLA_FLOAT32;
    for (int64_t i = 0; i < c->many; i++) {
        double whole = c->scale == 1 ? c->numbers[i] : c->numbers[i] / c->scale;
        ((double *)data)[i] = single ? (double)(float)whole : whole;
    }
    gla_device *dev = gla_device_of(c->rows);
    gla_array *typed = gla_s_contiguous(s, dev, dtype, made);
    gla_array *each = s->status ? NULL : gla_s_broadcast(s, typed, 2, (int64_t[]){c->rows->shape[0], c->many});
    return s->status ? NULL : gla_s_contiguous(s, dev, dtype, each);
}

gla_array *gla_weighted_quantiles(gla_quantile_call *c)
{
    gla_scope *s = &c->s;
    gla_array *missing = NULL, *spoiled = NULL, *weights = NULL;
    if (!s->status)
        weights = gla_s_astype(s, gla_device_of(c->rows)->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, c->weights);
    gla_array *negative = gla_s_combine(s, gla_less, weights, gla_s_number(s, 0));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, negative)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a weight is negative, but all must be at least 0", s->op);
    if (s->status)
        return NULL;
    if (gla_dtype_is_real_floating(c->rows->dtype))
        missing = gla_s_apply(s, gla_isnan, c->rows);
    if (missing && c->skips_nan)
        weights = gla_s_where(s, missing, gla_s_number(s, 0), weights);
    if (missing)
        spoiled = gla_s_reduce(s, c->skips_nan ? gla_all : gla_any, missing, 1, true);
    gla_array *order = gla_s_argsort(s, c->rows, false);
    gla_array *shares = sum_up(c, gla_s_take_along(s, weights, order, -1), c->skips_nan ? spoiled : NULL,
                               c->q->dtype == GLA_FLOAT32 ? GLA_FLOAT32 : GLA_FLOAT64);
    gla_array *places = s->status ? NULL : gla_s_search(s, GLA_SEARCH_LEFT, shares, targets(c, shares->dtype));
    if (places && c->skips_nan) { /* rows that are all NaN have no fractions */
        gla_array *most = gla_s_number(s, (double)(c->rows->shape[1] - 1));
        places = gla_s_astype(s, GLA_INT64, gla_s_combine(s, gla_minimum, places, most));
    }
    gla_array *values = gla_s_take_along(s, c->rows, gla_s_take_along(s, order, places, -1), -1);
    return missing ? gla_s_where(s, spoiled, gla_s_number(s, NAN), values) : values;
}
