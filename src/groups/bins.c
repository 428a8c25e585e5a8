/* bins.c - Edges of equal-width bins, and counting of elements between edges. */
#include "groups/bins.h"
#include "elementwise/where.h"
#include "groups/common.h"
#include "reduce/common.h"
#include "runtime/devices.h"

#include <math.h>
#include <string.h>

/* Compute the edges as linspace does, in the arithmetic of the dtype or of the range. */
static bool fill_edges(const gla_bins *b, int64_t n, void *edges)
{
    double step = (b->last - b->first) / (double)n, before = -INFINITY;
    float single_step = (float)(b->last - b->first) / (float)n;
    bool rise = true;
    for (int64_t i = 0; i <= n; i++) {
        double edge = i == n      ? b->last
                      : b->single ? (double)((float)i * single_step + (float)b->first)
                                  : b->first + (double)i * step;
        if (b->narrow)
            edge = ((float *)edges)[i] = (float)edge;
        else
            ((double *)edges)[i] = edge;
        rise = rise && edge > before;
        before = edge;
    }
    return rise;
}

void gla_bins_divide(gla_bins *b, int64_t n)
{
    gla_scope *s = b->s;
    gla_device *host;
    if (s->status || gla_s_check(s, gla_host_device(&host)))
        return;
    int64_t count = n + 1;
    gla_dtype dtype = b->narrow ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *edges = gla_s_new(s, host, dtype, 1, &count), *open = edges ? gla_s_new(s, host, dtype, 1, &count) : NULL;
    if (!open)
        return;
    if (!fill_edges(b, n, gla_data(edges)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %lld bins between %g and %g are too narrow for floating-point edges; use fewer bins", s->op,
                   (long long)n, b->first, b->last);
    memcpy(gla_data(open), gla_data(edges), (size_t)count * gla_itemsize(dtype));
    if (b->narrow)
        ((float *)gla_data(open))[n] = nextafterf((float)b->last, INFINITY);
    else
        ((double *)gla_data(open))[n] = nextafter(b->last, INFINITY);
    b->edges = gla_s_contiguous(s, b->dev, dtype, edges);
    b->open = b->edges ? gla_s_contiguous(s, b->dev, dtype, open) : NULL;
}

/* Return the edges with the last edge moved to the next larger floating-point number, so that elements equal to the last edge
 * are inside. */
static gla_array *open_end(gla_bins *b, gla_dtype dtype)
{
    gla_scope *s = b->s;
    if (b->open && b->open->dtype == dtype)
        return b->open;
    gla_array *edges = gla_s_adopt(s, gla_array_copy(s->op, b->dev, dtype, b->edges, &edges), &edges);
    gla_array *last = edges ? gla_s_view(s, edges, 0, NULL, NULL, edges->size - 1) : NULL;
    gla_array *above = last ? gla_s_combine(s, gla_nextafter, last, gla_s_number(s, INFINITY)) : NULL;
    /* NaN sorts after infinity */
    above = above ? gla_s_where(s, gla_s_apply(s, gla_isinf, last), gla_s_number(s, NAN), above) : NULL;
    if (above)
        gla_s_assign(s, last, above);
    return edges;
}

/* Return for each element the number of edges that are not greater than the element.  The last bin includes its right edge.
 * The result is 0 for elements less than all edges, and the number of edges for elements beyond the last edge. */
static gla_array *find_places(gla_bins *b)
{
    gla_scope *s = b->s;
    gla_array *found;
    gla_dtype dtype = gla_promote(b->x->dtype, b->edges->dtype);
    bool moves = dtype >= GLA_FLOAT32;
    gla_array *edges = moves ? open_end(b, dtype) : b->edges;
    found = s->status ? NULL : gla_s_adopt(s, gla_searchsorted(edges, b->x, &found, "right", NULL), &found);
    if (!found || moves)
        return found;
    gla_array *last = gla_s_view(s, b->edges, 0, NULL, NULL, b->edges->size - 1);
    gla_array *on_it = last ? gla_s_combine(s, gla_equal, b->x, last) : NULL;
    int64_t inside = b->edges->size - 1;
    gla_array *place = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &inside, &place), &place);
    return gla_s_where(s, on_it, place, found);
}

gla_array *gla_bins_count(gla_bins *b, const gla_array *weights)
{
    gla_scope *s = b->s;
    gla_groups g;
    gla_array *sums = NULL, *places = s->status ? NULL : find_places(b);
    if (s->status)
        return NULL;
    int64_t count = b->edges->size;
    gla_groups_begin(&g, s->op, weights, places, count + 1); /* the first and the last position are outside */
    gla_array *x = g.s.status ? NULL : weights ? gla_s_astype(&g.s, gla_sum_dtype(weights->dtype), g.values) : NULL;
    gla_array *all = g.s.status ? NULL : weights ? gla_groups_sum(&g, x) : gla_groups_count(&g);
    gla_status st = gla_groups_return(&g, all, &sums);
    sums = gla_s_adopt(s, st, &sums);
    return sums ? gla_s_slice(s, sums, 0, 1, count - 1) : NULL;
}
