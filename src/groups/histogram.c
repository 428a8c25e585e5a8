/* histogram.c - counts, or sums of weights, of what falls between edges. */
#include "groups/common.h"
#include "groups/bins.h"
#include "array/range.h"
#include "elementwise/where.h"
#include "reduce/common.h"

#include <math.h>

/* One call: its edges, and what it counts. */
typedef struct bins {
    gla_scope *s;
    gla_device *dev;
    const gla_array *a; /* on the device; real */
    int64_t n;          /* of bins of equal width; 0: the edges are given */
    double first, last;
    bool wide; /* the range was given in more than float32 */
    gla_array *edges;
} bins;

static double read_end(bins *b, const gla_array *x)
{
    gla_number number = {0};
    if (!b->s->status)
        gla_s_check(b->s, gla_read_number(b->s->op, "range", x, &number));
    return number.re;
}

static void read_range(bins *b, const gla_array *range)
{
    gla_scope *s = b->s;
    if (range && (range->ndim != 1 || range->size != 2 || gla_dtype_is_complex(range->dtype)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: range is two real numbers, the lowest and the highest edge", s->op);
    b->first = 0;
    b->last = 1;
    b->wide = range && range->dtype != GLA_FLOAT32 && !b->dev->lacks_float64;
    if (s->status)
        return;
    if (range) {
        b->first = read_end(b, gla_s_view(s, range, 0, NULL, NULL, 0));
        b->last = read_end(b, s->status ? NULL : gla_s_view(s, range, 0, NULL, NULL, range->strides[0]));
    } else if (b->a->size) {
        b->first = read_end(b, gla_s_reduce_all(s, gla_min, b->a));
        b->last = read_end(b, gla_s_reduce_all(s, gla_max, b->a));
    }
    if (!isfinite(b->first) || !isfinite(b->last))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the range from %g to %g is not finite; give range, or finite numbers", s->op,
                   b->first, b->last);
    if (b->first > b->last)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: range begins at %g and ends at %g; the first must not be larger", s->op,
                   b->first, b->last);
}

/* As linspace has them, in the arithmetic of the type, or of the range. */
static void make_edges(bins *b)
{
    gla_scope *s = b->s;
    if (s->status)
        return;
    bool narrow = b->a->dtype == GLA_FLOAT32 || b->dev->lacks_float64, single = narrow && !b->wide;
    if (single) {
        b->first = (float)b->first;
        b->last = (float)b->last;
    }
    if (b->first == b->last) {
        b->first = single ? (float)b->first - 0.5F : b->first - 0.5;
        b->last = single ? (float)b->last + 0.5F : b->last + 0.5;
    }
    double width = b->last - b->first;
    if (!isfinite(width))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the range from %g to %g is too wide; scale the numbers down", s->op, b->first,
                   b->last);
    if (single) {
        float step = (float)width / (float)b->n;
        b->edges = gla_new_range(s, b->dev, GLA_FLOAT32, b->n + 1, 0, 1, 0, 0);
        b->edges = b->edges ? gla_s_combine(s, gla_multiply, b->edges, gla_s_number(s, (double)step)) : NULL;
        b->edges = b->edges ? gla_s_combine(s, gla_add, b->edges, gla_s_number(s, b->first)) : NULL;
    } else {
        b->edges = gla_new_range(s, b->dev, GLA_FLOAT64, b->n + 1, b->first, width / (double)b->n, 0, 0);
        b->edges = b->edges && narrow ? gla_s_typed(s, GLA_FLOAT32, b->edges) : b->edges;
    }
    if (b->edges)
        gla_s_fill(s, gla_s_view(s, b->edges, 0, NULL, NULL, b->n), b->last);
    if (gla_bins_step(s, gla_greater_equal, b->edges))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %lld bins are too many between %g and %g; they would be empty of numbers", s->op,
                   (long long)b->n, b->first, b->last);
}

/* bins: NULL, a number of them, or edges. */
static void read_bins(bins *b, const gla_array *given, const gla_array *range)
{
    gla_scope *s = b->s;
    gla_number number = {.is_integer = true, .integer = 10};
    if (given && given->ndim == 0 && gla_s_check(s, gla_read_number(s->op, "bins", given, &number)))
        return;
    if (given && (given->ndim > 1 || gla_dtype_is_complex(given->dtype)))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: bins is a number of bins, or their edges in one dimension of real numbers", s->op);
    else if (given && given->ndim == 0 && !number.is_integer)
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: bins is %g; give a whole number, or edges", s->op, number.re);
    else if (number.integer < 1 || number.integer >= INT64_MAX)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: bins must be 1 or more", s->op);
    if (s->status)
        return;
    if (!given || given->ndim == 0) {
        b->n = (int64_t)number.integer;
        read_range(b, range);
        make_edges(b);
        return;
    }
    b->edges = gla_s_contiguous(s, b->dev, given->dtype, given);
    if (gla_bins_step(s, gla_greater, b->edges))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the edges in bins must not fall; sort them", s->op);
}

static void begin(bins *b, gla_scope *s, const gla_array *a, const gla_array *given, const gla_array *range,
                  const gla_array *weights)
{
    const gla_array *in[2] = {a, weights};
    char text[2][GLA_SHAPE_TEXT];
    *b = (bins){.s = s};
    if (gla_dtype_is_complex(a->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: complex numbers have no order; take real() or abs() first", s->op);
    if (weights && !gla_same_shape(a, weights))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the weights have shape %s and a has %s; they must be the same", s->op,
                   gla_shape_text(weights->ndim, weights->shape, text[0], sizeof text[0]),
                   gla_shape_text(a->ndim, a->shape, text[1], sizeof text[1]));
    if (!s->status)
        gla_s_check(s, gla_common_device(s->op, weights ? 2 : 1, in, &b->dev));
    b->a = s->status ? NULL : gla_s_bring(s, b->dev, a);
    if (b->a && a->dtype == GLA_BOOL)
        b->a = gla_s_typed(s, GLA_UINT8, b->a);
    if (!s->status)
        read_bins(b, given, range);
}

/* The edges with the last one moved to the number above it, so that what lies on it is not beyond. */
static gla_array *open_end(bins *b, gla_dtype dtype)
{
    gla_scope *s = b->s;
    gla_array *edges = gla_s_made(s, gla_array_copy(s->op, b->dev, dtype, b->edges, &edges), &edges);
    gla_array *last = edges ? gla_s_view(s, edges, 0, NULL, NULL, edges->size - 1) : NULL;
    gla_array *above = last ? gla_s_combine(s, gla_nextafter, last, gla_s_number(s, INFINITY)) : NULL;
    /* NaN comes after infinity */
    above = above ? gla_s_where(s, gla_s_apply(s, gla_isinf, last), gla_s_number(s, NAN), above) : NULL;
    if (above)
        gla_s_assign(s, last, above);
    return edges;
}

/* For each element the number of edges that are not above it, but the last bin has its right edge too: 0 below all, the number
 * of edges beyond. */
static gla_array *find_places(bins *b)
{
    gla_scope *s = b->s;
    if (s->status)
        return NULL;
    gla_array *found, *flat = gla_s_contiguous(s, b->dev, b->a->dtype, b->a);
    flat = flat ? gla_s_view(s, flat, 1, &flat->size, NULL, 0) : NULL;
    gla_dtype dtype = gla_promote(b->a->dtype, b->edges->dtype);
    bool moves = dtype >= GLA_FLOAT32;
    gla_array *edges = moves ? open_end(b, dtype) : b->edges;
    found = s->status ? NULL : gla_s_made(s, gla_searchsorted(edges, flat, &found, "right", NULL), &found);
    if (!found || moves)
        return found;
    gla_array *last = gla_s_view(s, b->edges, 0, NULL, NULL, b->edges->size - 1);
    gla_array *on_it = last ? gla_s_combine(s, gla_equal, flat, last) : NULL;
    int64_t inside = b->edges->size - 1;
    gla_array *place = s->status ? NULL : gla_s_made(s, gla_scalar(GLA_INT64, &inside, &place), &place);
    return gla_s_where(s, on_it, place, found);
}

/* Sums over the places 0 … edges; those of the bins, the last of which has its right edge too. */
static gla_array *sum_bins(bins *b, const gla_array *places, const gla_array *weights)
{
    gla_scope *s = b->s;
    gla_groups g;
    gla_array *sums = NULL;
    if (s->status)
        return NULL;
    int64_t count = b->edges->size;
    gla_groups_begin(&g, s->op, weights, places, count + 1);
    gla_array *x = g.s.status ? NULL : weights ? gla_s_typed(&g.s, gla_sum_dtype(weights->dtype), g.values) : NULL;
    gla_array *all = g.s.status ? NULL : weights ? gla_groups_sum(&g, x) : gla_groups_count(&g);
    gla_status st = gla_groups_return(&g, all, &sums);
    sums = gla_s_made(s, st, &sums);
    return sums ? gla_s_stretch(s, sums, 0, 1, count - 1) : NULL;
}

/* Shares of all that was counted, for a unit of width. */
static gla_array *make_density(bins *b, gla_array *hist)
{
    gla_scope *s = b->s;
    gla_array *total = gla_s_made(s, gla_sum(hist, &total, NULL, GLA_NO_DTYPE, false), &total);
    int64_t rest = b->edges->size - 1;
    gla_dtype dtype = b->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *width = gla_s_combine(s, gla_subtract, gla_s_stretch(s, b->edges, 0, 1, rest),
                                     gla_s_stretch(s, b->edges, 0, 0, rest));
    hist = width ? gla_s_combine(s, gla_divide, hist, gla_s_typed(s, dtype, width)) : NULL;
    return total ? gla_s_combine(s, gla_divide, hist, total) : NULL;
}

gla_status gla_histogram(const gla_array *a, gla_array **hist, gla_array **bin_edges, const gla_array *given,
                         const gla_array *range, bool density, const gla_array *weights)
{
    gla_scope s;
    bins b;
    gla_array *sums = NULL;
    *hist = *bin_edges = NULL;
    gla_scope_begin(&s, "histogram");
    begin(&b, &s, a, given, range, weights);
    gla_dtype dtype = weights ? gla_sum_dtype(weights->dtype) : GLA_INT64;
    if (!s.status && (b.edges->size < 2 || a->size == 0)) {
        int64_t count = b.edges->size < 2 ? 0 : b.edges->size - 1;
        sums = gla_s_new(&s, b.dev, dtype, 1, &count);
        gla_s_fill(&s, sums, 0);
    } else if (!s.status) {
        gla_array *flat = weights ? gla_s_contiguous(&s, b.dev, weights->dtype, weights) : NULL;
        flat = flat ? gla_s_view(&s, flat, 1, &flat->size, NULL, 0) : NULL;
        sums = sum_bins(&b, find_places(&b), flat);
    }
    if (sums && density)
        sums = make_density(&b, sums);
    gla_scope_give(&s, sums, hist);
    gla_scope_give(&s, b.edges, bin_edges);
    return gla_scope_end(&s);
}

gla_status gla_histogram_bin_edges(const gla_array *a, gla_array **out, const gla_array *given, const gla_array *range)
{
    gla_scope s;
    bins b;
    *out = NULL;
    gla_scope_begin(&s, "histogram_bin_edges");
    begin(&b, &s, a, given, range, NULL);
    return gla_scope_return(&s, b.edges, out);
}
