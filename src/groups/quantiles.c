/* quantiles.c - Medians and quantiles of groups, from the values sorted within each group. */
#include "elementwise/where.h"
#include "groups/common.h"
#include "index/along_axis.h"
#include "shape/reshape.h"
#include "sorting/sorting.h"
#include "statistics/quantile.h"

#include <math.h>

/* Return the values as (k, n): each column as a row, sorted by group, then by value. */
static gla_array *arrange(gla_groups *g)
{
    gla_scope *s = &g->s;
    gla_array *columns = gla_s_contiguous(s, g->dev, g->values->dtype, gla_s_swap_last(s, g->values));
    gla_array *order = gla_s_argsort(s, columns, false), *line = NULL, *keys = NULL;
    if (order)
        line = gla_s_view(s, order, 1, &order->size, NULL, 0);
    if (!line)
        return NULL;
    keys = gla_s_adopt(s, gla_take(g->keys, line, &keys, NULL), &keys);
    gla_array *rows = keys ? gla_s_view(s, keys, 2, order->shape, NULL, 0) : NULL;
    return gla_s_take_along(s, gla_s_take_along(s, columns, order, -1), gla_s_argsort(s, rows, false), -1);
}

/* Return the position of each group's last element, shape (groups).  For an empty group, return the position for the previous
 * group. */
static gla_array *find_ends(gla_groups *g, const int64_t *counts)
{
    gla_scope *s = &g->s;
    gla_array *ends = NULL;
    void *data;
    if (s->status || !gla_s_adopt(s, gla_array_new_host(s->op, GLA_INT64, 1, &g->groups, &ends, &data), &ends))
        return NULL;
    int64_t *at = data, sum = 0;
    for (int64_t i = 0; i < g->groups; i++) {
        sum += counts[i];
        at[i] = sum ? sum - 1 : 0;
    }
    return ends;
}

/* Convert positions within groups to positions in the whole row. */
static void shift(gla_quantile_call *c, gla_array *place, int64_t groups, const int64_t *counts)
{
    if (c->s.status)
        return;
    int64_t *at = gla_data(place), start = 0;
    for (int64_t i = 0; i < groups; i++) {
        for (int64_t j = 0; j < c->many; j++)
            at[i * c->many + j] = counts[i] ? at[i * c->many + j] + start : 0;
        start += counts[i];
    }
}

/* Reshape an array with one value per group to (k, groups, 1). */
static gla_array *spread(gla_scope *s, int64_t k, int64_t groups, const gla_array *x)
{
    return s->status ? NULL : gla_s_reshape(s, x, 3, (int64_t[]){k, groups, 1});
}

/* Set the quantiles of groups that contain NaN to NaN, and the quantiles of empty groups to NaN or 0.  Shape (k, groups,
 * many). */
static gla_array *spoil(gla_groups *g, const gla_array *sorted, const gla_array *count, const int64_t *counts,
                        gla_array *values)
{
    gla_scope *s = &g->s;
    if (s->status)
        return NULL;
    gla_array *nothing = gla_s_new(s, g->dev, values->dtype, 0, NULL), *last = NULL;
    gla_s_fill(s, nothing, values->dtype >= GLA_FLOAT32 ? NAN : 0);
    gla_array *has = gla_s_combine(s, gla_greater, count, gla_s_number(s, 0));
    values = gla_s_where(s, spread(s, 1, g->groups, has), values, nothing);
    if (!gla_dtype_is_real_floating(sorted->dtype))
        return values;
    gla_array *ends = find_ends(g, counts);
    last = s->status ? NULL : gla_s_adopt(s, gla_take(sorted, ends, &last, &(gla_ints){1, {-1}}), &last);
    return gla_s_where(s, spread(s, g->k, g->groups, gla_s_apply(s, gla_isnan, last)), nothing, values);
}

/* Return the quantiles, (k, groups, many), if not all groups are empty. */
static gla_array *quantiles(gla_groups *g, gla_quantile_call *c)
{
    gla_scope *s = &g->s;
    gla_quantile_places p;
    void *counts;
    int64_t many = c->many;
    gla_array *count = gla_groups_count(g);
    if (s->status || !gla_s_to_host(s, count, &counts))
        return NULL;
    gla_array *sorted = arrange(g);
    gla_quantile_place_all(c, g->groups, counts, &p);
    gla_s_check(s, c->s.status);
    if (s->status)
        return NULL;
    shift(c, p.below, g->groups, counts);
    shift(c, p.above, g->groups, counts);
    int64_t shape[2] = {1, g->groups * many};
    p = (gla_quantile_places){.below = gla_s_view(s, p.below, 2, shape, NULL, 0),
                              .above = gla_s_view(s, p.above, 2, shape, NULL, 0),
                              .share = gla_s_view(s, p.share, 2, shape, NULL, 0)};
    if (s->status)
        return NULL;
    c->many = shape[1];
    gla_array *values = gla_quantile_values(c, sorted, &p);
    c->many = many;
    if (gla_s_check(s, c->s.status))
        return NULL;
    return spoil(g, sorted, count, counts, gla_s_reshape(s, values, 3, (int64_t[]){g->k, g->groups, many}));
}

/* Return the result if it has no elements, or if all groups are empty. */
static gla_array *no_quantiles(gla_groups *g, const gla_quantile_call *c)
{
    gla_scope *s = &g->s;
    gla_dtype dtype = gla_quantile_is_element(c->method) ? g->values->dtype : gla_floating_of(g->values->dtype);
    gla_array *made = gla_s_new(s, g->dev, dtype, 3, (int64_t[]){g->k, g->groups, c->many});
    if (made && made->size)
        gla_s_fill(s, made, dtype >= GLA_FLOAT32 ? NAN : 0);
    return made;
}

/* Reorder (k, groups, many) to the axes of q, followed by groups and columns. */
static gla_array *as_result(gla_groups *g, const gla_quantile_call *c, gla_array *values)
{
    int64_t shape[2 * GLA_MAX_NDIM];
    int n = 0;
    gla_scope *s = &g->s;
    if (s->status)
        return NULL;
    if (c->q->ndim + g->ndim > GLA_MAX_NDIM) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are supported", s->op,
                   c->q->ndim + g->ndim, GLA_MAX_NDIM);
        return NULL;
    }
    for (int d = 0; d < c->q->ndim; d++)
        shape[n++] = c->q->shape[d];
    shape[n++] = g->groups;
    if (g->ndim == 2)
        shape[n++] = g->k;
    return gla_s_reshape(s, gla_s_swap_axis(s, values, 0), n, shape);
}

static gla_status find(gla_quantile_call *c, const char *op, const gla_array *values, const gla_array *q, const gla_array *keys,
                       gla_array **out, gla_axis num_groups)
{
    gla_groups g;
    gla_scope *s = &g.s;
    gla_array *result = NULL;
    *out = NULL;
    if (gla_dtype_is_complex(values->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: complex values have no order; take real() or abs() first", op);
    gla_scope_begin(&c->s, op);
    gla_quantile_read(c, q);
    gla_groups_begin(&g, op, values, keys, num_groups);
    gla_s_check(s, c->s.status);
    if (!s->status && (g.n == 0 || g.groups == 0 || g.k == 0 || c->many == 0)) {
        gla_groups_count(&g); /* validates the keys */
        result = s->status ? NULL : as_result(&g, c, no_quantiles(&g, c));
    } else if (!s->status) {
        result = as_result(&g, c, quantiles(&g, c));
    }
    gla_status st = gla_scope_return(s, result, out);
    gla_scope_end(&c->s);
    return st;
}

/* Return true if the third argument, and not the second, contains the keys.  The keys are a vector of integers.  If both
 * arguments are such vectors, the keys have the same length as values. */
static bool keys_are_last(const gla_array *values, const gla_array *second, const gla_array *third)
{
    bool second_may = second->ndim == 1 && second->dtype <= GLA_UINT64,
         third_may = third->ndim == 1 && third->dtype <= GLA_UINT64;
    if (!second_may || !third_may)
        return third_may;
    return values->ndim > 0 && second->size != values->shape[0] && third->size == values->shape[0];
}

gla_status gla_group_quantile(const gla_array *values, const gla_array *keys, const gla_array *q, gla_array **out,
                              gla_axis num_groups, const char *method)
{
    gla_quantile_call c = {.method = gla_find_quantile_method(method ? method : "linear"), .scale = 1};
    bool turned = keys_are_last(values, keys, q);
    return find(&c, "group_quantile", values, turned ? keys : q, turned ? q : keys, out, num_groups);
}

gla_status gla_group_median(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    gla_quantile_call c = {.method = GLA_AT_LINEAR, .is_median = true, .scale = 1};
    double middle = 0.5;
    gla_array *q = NULL;
    *out = NULL;
    gla_status st = gla_scalar(GLA_FLOAT64, &middle, &q);
    if (!st)
        st = find(&c, "group_median", values, q, keys, out, num_groups);
    gla_unref(q);
    return st;
}
