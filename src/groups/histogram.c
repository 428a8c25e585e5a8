/* histogram.c - Counts, or sums of weights, of elements in bins. */
#include "groups/bins.h"
#include "reduce/common.h"

#include <math.h>

static double read_end(gla_bins *b, const gla_array *x)
{
    gla_number number = {0};
    if (!b->s->status)
        gla_s_check(b->s, gla_read_number(b->s->op, "range", x, &number));
    return number.re;
}

static void read_range(gla_bins *b, const gla_array *range)
{
    gla_scope *s = b->s;
    if (range && (range->ndim != 1 || range->size != 2 || gla_dtype_is_complex(range->dtype)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: range must be two real numbers, the lowest and the highest edge", s->op);
    b->first = 0;
    b->last = 1;
    b->narrow = b->x->dtype == GLA_FLOAT32 || b->dev->lacks_float64;
    b->single = b->narrow && (!range || range->dtype == GLA_FLOAT32 || b->dev->lacks_float64);
    if (s->status)
        return;
    if (range) {
        b->first = read_end(b, gla_s_view(s, range, 0, NULL, NULL, 0));
        b->last = read_end(b, s->status ? NULL : gla_s_view(s, range, 0, NULL, NULL, range->strides[0]));
    } else if (b->x->size) {
        b->first = read_end(b, gla_s_reduce_all(s, gla_min, b->x));
        b->last = read_end(b, gla_s_reduce_all(s, gla_max, b->x));
    }
    if (!isfinite(b->first) || !isfinite(b->last))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the range from %g to %g is not finite; give range, or remove infinite elements and NaN", s->op,
                   b->first, b->last);
    if (b->first > b->last)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: range goes from %g to %g, but the first value must not exceed the second", s->op,
                   b->first, b->last);
}

/* If all elements are equal, set the width of the range to one. */
static void widen_range(gla_bins *b)
{
    gla_scope *s = b->s;
    if (b->single) {
        b->first = (float)b->first;
        b->last = (float)b->last;
    }
    if (b->first == b->last) {
        b->first = b->single ? (float)b->first - 0.5F : b->first - 0.5;
        b->last = b->single ? (float)b->last + 0.5F : b->last + 0.5;
    }
    if (!isfinite(b->last - b->first))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the width of the range from %g to %g overflows; rescale the data", s->op,
                   b->first, b->last);
}

static int64_t read_count(gla_scope *s, const gla_array *given)
{
    gla_number number = {.is_integer = true, .integer = 10};
    if (given && gla_s_check(s, gla_read_number(s->op, "bins", given, &number)))
        return 0;
    if (!number.is_integer)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: bins is %g, but it must be an integer or a vector of edges", s->op, number.re);
    else if (number.integer < 1 || number.integer >= INT64_MAX)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: bins must be 1 or more", s->op);
    return (int64_t)number.integer;
}

/* Read the `bins` argument: NULL, a number of bins, edges, or the name of a rule. */
static void read_bins(gla_bins *b, const gla_chosen *bins, const gla_array *range)
{
    gla_scope *s = b->s;
    const gla_array *given = bins ? bins->array : NULL;
    if (given && (given->ndim > 1 || gla_dtype_is_complex(given->dtype)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: bins must be a number of bins or a real vector of edges", s->op);
    if (s->status)
        return;
    if (!given || given->ndim == 0) {
        int64_t n = read_count(s, given);
        if (!s->status)
            read_range(b, range);
        if (!s->status)
            widen_range(b);
        gla_bins_divide(b, bins && bins->text ? gla_bins_by_rule(b, bins->text) : n);
        return;
    }
    b->edges = gla_s_contiguous(s, b->dev, given->dtype, given);
    gla_bins_require_numbers(s, b->edges);
    if (gla_bins_step(s, gla_greater, b->edges))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the edges in bins must not decrease; sort them", s->op);
}

static void begin(gla_bins *b, gla_scope *s, const gla_array *a, const gla_chosen *bins, const gla_array *range,
                  const gla_array *weights)
{
    const gla_array *in[2] = {a, weights};
    char text[2][GLA_SHAPE_TEXT];
    *b = (gla_bins){.s = s};
    if (gla_dtype_is_complex(a->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: complex values have no order; take real() or abs() first", s->op);
    if (weights && !gla_same_shape(a, weights))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the weights have shape %s and a has shape %s, but they must be the same", s->op,
                   gla_shape_text(weights->ndim, weights->shape, text[0], sizeof text[0]),
                   gla_shape_text(a->ndim, a->shape, text[1], sizeof text[1]));
    if (weights && bins && bins->text)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: rule '%s' does not support weights; give a number of bins, or edges", s->op,
                   bins->text);
    if (!s->status)
        gla_s_check(s, gla_common_device(s->op, weights ? 2 : 1, in, &b->dev));
    gla_array *x = s->status ? NULL : gla_s_contiguous(s, b->dev, a->dtype == GLA_BOOL ? GLA_UINT8 : a->dtype, a);
    b->x = x ? gla_s_view(s, x, 1, &x->size, NULL, 0) : NULL;
    if (!s->status)
        read_bins(b, bins, range);
}

/* Convert counts to a density: fractions of the total per unit of width. */
static gla_array *make_density(gla_bins *b, gla_array *hist)
{
    gla_scope *s = b->s;
    gla_array *total = gla_s_adopt(s, gla_sum(hist, &total, NULL, GLA_NO_DTYPE, false), &total);
    int64_t rest = b->edges->size - 1;
    gla_dtype dtype = b->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *width = gla_s_combine(s, gla_subtract, gla_s_slice(s, b->edges, 0, 1, rest),
                                     gla_s_slice(s, b->edges, 0, 0, rest));
    hist = width ? gla_s_combine(s, gla_divide, hist, gla_s_astype(s, dtype, width)) : NULL;
    return total ? gla_s_combine(s, gla_divide, hist, total) : NULL;
}

gla_status gla_histogram(const gla_array *a, gla_array **hist, gla_array **bin_edges, const gla_chosen *bins,
                         const gla_array *range, bool density, const gla_array *weights)
{
    gla_scope s;
    gla_bins b;
    gla_array *sums = NULL;
    *hist = *bin_edges = NULL;
    gla_scope_begin(&s, "histogram");
    begin(&b, &s, a, bins, range, weights);
    gla_dtype dtype = weights ? gla_sum_dtype(weights->dtype) : GLA_INT64;
    if (!s.status && (b.edges->size < 2 || a->size == 0)) {
        int64_t count = b.edges->size < 2 ? 0 : b.edges->size - 1;
        sums = gla_s_new(&s, b.dev, dtype, 1, &count);
        gla_s_fill(&s, sums, 0);
    } else if (!s.status) {
        gla_array *flat = weights ? gla_s_contiguous(&s, b.dev, weights->dtype, weights) : NULL;
        flat = flat ? gla_s_view(&s, flat, 1, &flat->size, NULL, 0) : NULL;
        sums = gla_bins_count(&b, flat);
    }
    if (sums && density)
        sums = make_density(&b, sums);
    gla_scope_give(&s, sums, hist);
    gla_scope_give(&s, b.edges, bin_edges);
    return gla_scope_end(&s);
}

gla_status gla_histogram_bin_edges(const gla_array *a, gla_array **out, const gla_chosen *bins, const gla_array *range)
{
    gla_scope s;
    gla_bins b;
    *out = NULL;
    gla_scope_begin(&s, "histogram_bin_edges");
    begin(&b, &s, a, bins, range, NULL);
    return gla_scope_return(&s, b.edges, out);
}
