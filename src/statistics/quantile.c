/* quantile.c - Quantiles, percentiles and medians along axes. */
#include "statistics/quantile.h"

#include "shape/reshape.h"
#include "statistics/statistics.h"

/* ---- arguments ----------------------------------------------------------------------------------------------- */
/* Return x as (m, n): the axes in the mask, in order, become the rows. */
static gla_array *as_rows(gla_scope *s, const gla_array *x, unsigned mask)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM], length[2] = {1, 1};
    int at = 0;
    if (s->status)
        return NULL;
    for (unsigned reduced = 0; reduced < 2; reduced++)
        for (int d = 0; d < x->ndim; d++)
            if ((mask >> d & 1) == reduced) {
                shape[at] = x->shape[d];
                strides[at++] = x->strides[d];
                length[reduced] *= x->shape[d];
            }
    return gla_s_reshape(s, gla_s_view(s, x, x->ndim, shape, strides, 0), 2, length);
}

static void read_rows(gla_quantile_call *c, const gla_array *a, const gla_array *weights, const gla_ints *axis)
{
    gla_scope *s = &c->s;
    const gla_array *in[2] = {a, weights};
    gla_array *placed[2] = {NULL, NULL};
    gla_device *dev = NULL;
    unsigned mask = 0;
    int64_t n = 1;
    if (gla_dtype_is_complex(a->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: complex values have no order; take the real or the imaginary part", s->op);
    gla_s_check(s, gla_normalize_axes(s->op, a->ndim, axis, &mask));
    gla_s_place(s, weights ? 2 : 1, in, false, &dev, placed);
    if (s->status)
        return;
    c->ndim = a->ndim;
    for (int d = 0; d < a->ndim; d++) {
        bool reduced = mask >> d & 1;
        c->whole[d] = reduced ? 1 : a->shape[d];
        if (reduced)
            n *= a->shape[d];
        else
            c->kept[c->nkept++] = a->shape[d];
    }
    if (n == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the array is empty, so it has no quantiles", s->op);
    gla_array *spread = weights ? gla_quantile_weights(c, placed[0], placed[1], axis) : NULL;
    c->rows = as_rows(s, placed[0], mask);
    c->weights = weights ? as_rows(s, spread, mask) : NULL;
}

void gla_quantile_read(gla_quantile_call *c, const gla_array *q)
{
    gla_scope *s = &c->s;
    void *data;
    if (gla_dtype_is_complex(q->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: q is complex, but it must be real", s->op);
    if (s->status)
        return;
    c->q = q;
    c->many = q->size;
    gla_array *plain = gla_s_contiguous(s, gla_device_of(q), GLA_FLOAT64, q);
    if (!plain || !gla_s_to_host(s, plain, &data))
        return;
    c->numbers = data;
    for (int64_t i = 0; i < c->many && !s->status; i++)
        if (!(c->numbers[i] >= 0 && c->numbers[i] <= c->scale))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: q is %g, but it must be between 0 and %g%s", s->op, c->numbers[i], c->scale,
                       c->scale == 1 && c->numbers[i] > 1 && c->numbers[i] <= 100 ? "; use percentile for 0 to 100" : "");
}

/* Reshape (m, many) values so that the axes of q come first. */
static gla_array *as_result(gla_quantile_call *c, gla_array *values, bool keepdims)
{
    int64_t shape[2 * GLA_MAX_NDIM];
    int n = 0, rest = keepdims ? c->ndim : c->nkept;
    if (!values)
        return NULL;
    if (c->q->ndim + rest > GLA_MAX_NDIM) {
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are supported", c->s.op,
                   c->q->ndim + rest, GLA_MAX_NDIM);
        return NULL;
    }
    for (int d = 0; d < c->q->ndim; d++)
        shape[n++] = c->q->shape[d];
    for (int d = 0; d < rest; d++)
        shape[n++] = keepdims ? c->whole[d] : c->kept[d];
    return gla_s_reshape(&c->s, gla_s_swap_last(&c->s, values), n, shape);
}

static gla_status find(gla_quantile_call *c, const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis,
                       bool keepdims, const gla_array *weights)
{
    gla_quantile_read(c, q);
    read_rows(c, a, weights, axis);
    c->skips_nan = c->skips_nan && gla_dtype_is_real_floating(a->dtype);
    return gla_scope_return(&c->s, as_result(c, weights ? gla_weighted_quantiles(c) : gla_quantiles_of_rows(c), keepdims), out);
}

/* ---- functions ----------------------------------------------------------------------------------------------- */
static gla_status quantile(const char *op, double scale, bool skips_nan, const gla_array *a, const gla_array *q,
                           gla_array **out, const gla_ints *axis, const char *method, bool keepdims, const gla_array *weights)
{
    gla_quantile_call c = {
        .method = gla_find_quantile_method(method ? method : "linear"), .skips_nan = skips_nan, .scale = scale};
    *out = NULL;
    gla_scope_begin(&c.s, op);
    return find(&c, a, q, out, axis, keepdims, weights);
}

gla_status gla_quantile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis, const char *method,
                        bool keepdims, const gla_array *weights)
{
    return quantile("quantile", 1, false, a, q, out, axis, method, keepdims, weights);
}

gla_status gla_percentile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis, const char *method,
                          bool keepdims, const gla_array *weights)
{
    return quantile("percentile", 100, false, a, q, out, axis, method, keepdims, weights);
}

gla_status gla_nanquantile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis, const char *method,
                           bool keepdims, const gla_array *weights)
{
    return quantile("nanquantile", 1, true, a, q, out, axis, method, keepdims, weights);
}

gla_status gla_nanpercentile(const gla_array *a, const gla_array *q, gla_array **out, const gla_ints *axis, const char *method,
                             bool keepdims, const gla_array *weights)
{
    return quantile("nanpercentile", 100, true, a, q, out, axis, method, keepdims, weights);
}

static gla_status median(const char *op, bool skips_nan, const gla_array *a, gla_array **out, const gla_ints *axis,
                         bool keepdims)
{
    gla_quantile_call c = {.method = GLA_AT_LINEAR, .is_median = true, .skips_nan = skips_nan, .scale = 1};
    double middle = 0.5;
    gla_array *q = NULL;
    *out = NULL;
    gla_scope_begin(&c.s, op);
    gla_s_adopt(&c.s, gla_scalar(GLA_FLOAT64, &middle, &q), &q);
    if (!q)
        return gla_scope_end(&c.s);
    return find(&c, a, q, out, axis, keepdims, NULL);
}

gla_status gla_median(const gla_array *a, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return median("median", false, a, out, axis, keepdims);
}

gla_status gla_nanmedian(const gla_array *a, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return median("nanmedian", true, a, out, axis, keepdims);
}
