/* groups.c - Derivatives of sums and other statistics of groups, histograms and fixed effects. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

/* Return the row of each element's group. */
static gla_array *spread(gla_vjp *c, const gla_array *rows)
{
    return gla_r_take(c, rows, gla_r_astype(c, gla_r_x(c, 1), GLA_INT64), 0);
}

/* Return the number of elements of each group of y, as a column if the values are. */
static gla_array *counts(gla_vjp *c, const gla_array *y)
{
    gla_array *made = NULL, *keys = gla_r_x(c, 1);
    if (!y || !keys || gla_r_fails(c))
        return NULL;
    made = gla_r_adopt(c, gla_group_count(keys, &made, y->shape[0]), &made);
    gla_dtype dtype = y->dtype == GLA_FLOAT32 || y->dtype == GLA_COMPLEX64 ? GLA_FLOAT32 : GLA_FLOAT64;
    return gla_r_add_last(c, gla_r_astype(c, made, dtype), y->ndim - 1);
}

GLA_VJP(bincount)
{
    gla_r_give(c, 1, gla_r_take(c, gla_r_g(c, 0), gla_r_astype(c, gla_r_x(c, 0), GLA_INT64), 0));
}

GLA_VJP(group_sum)
{
    gla_r_give(c, 0, spread(c, gla_r_g(c, 0)));
}

/* Empty groups have no element, so it does not matter that they divide by zero. */
GLA_VJP(group_mean)
{
    gla_r_give(c, 0, spread(c, gla_r_divide(c, gla_r_g(c, 0), counts(c, gla_r_g(c, 0)))));
}

/* Return 2·(x - mean)·factor/(count - correction). */
static void give_deviations(gla_vjp *c, const gla_array *factor)
{
    gla_array *x = gla_r_x(c, 0), *made = NULL, *n = counts(c, factor);
    if (!factor || !n || !x || gla_r_fails(c))
        return;
    gla_array *mean = gla_r_adopt(c, gla_group_mean(x, gla_r_x(c, 1), &made, factor->shape[0]), &made);
    gla_array *divisor = gla_r_subtract(c, n, gla_r_number(c, c->node->in[3].real));
    gla_array *scale = spread(c, gla_r_divide(c, gla_r_scale(c, factor, 2), divisor));
    gla_r_give(c, 0, gla_r_multiply(c, gla_r_subtract(c, x, spread(c, mean)), scale));
}

GLA_VJP(group_var)
{
    give_deviations(c, gla_r_g(c, 0));
}

/* A group of equal values has no derivative, and 0 is taken. */
GLA_VJP(group_std)
{
    gla_array *s = gla_r_out(c, 0), *zero = gla_r_number(c, 0), *g = gla_r_g(c, 0);
    gla_array *constant = gla_r_combine(c, gla_equal, s, zero);
    gla_array *divisor = gla_r_where(c, constant, gla_r_number(c, 1), gla_r_scale(c, s, 2));
    give_deviations(c, gla_r_where(c, constant, zero, gla_r_divide(c, g, divisor)));
}

/* Values that are equal to the extreme share the cotangent. */
static void give_extreme(gla_vjp *c)
{
    gla_array *g = gla_r_g(c, 0), *made = NULL, *found = gla_r_combine(c, gla_equal, gla_r_x(c, 0), spread(c, gla_r_out(c, 0)));
    if (!g || !found)
        return;
    found = gla_r_astype(c, found, g->dtype);
    gla_array *ties = found ? gla_r_adopt(c, gla_group_sum(found, gla_r_x(c, 1), &made, g->shape[0]), &made) : NULL;
    gla_r_give(c, 0, gla_r_multiply(c, found, spread(c, gla_r_divide(c, g, ties))));
}

GLA_VJP(group_min)
{
    give_extreme(c);
}

GLA_VJP(group_max)
{
    give_extreme(c);
}

/* ---- quantiles --------------------------------------------------------------------------------------------------- */
static gla_array *sorting(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_argsort(x, &made, 0, false, true), &made) : NULL;
}

/* Return the indices that sort each column of the values within each group, one group after the other. */
static gla_array *sorted_rows(gla_vjp *c, gla_array *x, gla_array *keys)
{
    gla_array *made = NULL, *by = keys;
    if (x && keys && x->ndim == 2)
        by = gla_r_broadcast(c, gla_r_add_last(c, keys, 1), 2, x->shape);
    const gla_array *v[] = {x, by};
    return x && by && !gla_r_fails(c) ? gla_r_adopt(c, gla_lexsort(&(gla_arrays){.n = 2, .v = v}, &made, 0), &made) : NULL;
}

/* Give g to the elements with the places `at` (an integer for each quantile and group) in sorted groups. */
static gla_array *to_places(gla_vjp *c, const gla_array *order, const gla_array *at, const gla_array *g)
{
    const gla_operand *x = gla_r_like(c, 0);
    int64_t columns = x->ndim == 2 ? x->shape[1] : 1;
    gla_array *one = g ? gla_r_range(c, gla_device_of(g), 1, 1, GLA_INT64) : NULL;
    gla_array *width = g ? gla_r_range(c, gla_device_of(g), columns, 1, GLA_INT64) : NULL, *rows = gla_r_take(c, order, at, 0);
    gla_array *numbers = gla_r_multiply(c, rows, width);
    numbers = gla_r_add(c, numbers, x->ndim == 2 && g ? gla_r_range(c, gla_device_of(g), 1, columns, GLA_INT64) : one);
    return numbers && g ? gla_r_collect(c, numbers, g, x->ndim, x->shape) : NULL;
}

/* A quantile is a mean of two neighbours. The quantile of the ranks 0, 1, ... of each group tells which, and their weights. */
static void give_quantiles(gla_vjp *c, const gla_array *q, const char *method)
{
    const gla_operand *x = gla_r_like(c, 0), *out = gla_r_like_out(c, 0);
    gla_array *g = gla_r_g(c, 0), *keys = gla_r_astype(c, gla_r_x(c, 1), GLA_INT64), *made = NULL, *zero = gla_r_number(c, 0);
    int64_t groups = out->shape[out->ndim - x->ndim], n = x->shape[0], columns = x->ndim == 2 ? x->shape[1] : 1;
    if (!g || !keys || !q || n == 0)
        return;
    gla_array *count = gla_r_adopt(c, gla_group_count(keys, &made, groups), &made);
    if (!count)
        return;
    gla_array *start = gla_r_subtract(c, gla_r_adopt(c, gla_cumulative_sum(count, &made, 0, GLA_NO_DTYPE, false), &made),
                                      count);
    gla_array *order = sorting(c, keys), *place = gla_r_range(c, gla_device_of(g), 0, n, GLA_INT64);
    gla_array *rank = gla_r_subtract(c, place, gla_r_take(c, start, gla_r_take(c, keys, order, 0), 0));
    rank = gla_r_astype(c, gla_r_take(c, rank, sorting(c, order), 0), GLA_FLOAT64);
    if (!rank)
        return;
    gla_array *h = gla_r_adopt(c, gla_group_quantile(rank, keys, q, &made, groups, method), &made);
    gla_array *empty = gla_r_apply(c, gla_isnan, h);
    h = gla_r_where(c, empty, zero, h);
    gla_array *low = gla_r_apply(c, gla_floor, h), *part = gla_r_subtract(c, h, low);
    gla_array *high = gla_r_add(c, start, gla_r_astype(c, gla_r_apply(c, gla_ceil, h), GLA_INT64));
    low = gla_r_add(c, start, gla_r_astype(c, low, GLA_INT64));
    gla_array *last = gla_r_range(c, gla_device_of(g), n - 1, 1, GLA_INT64); /* an empty group may be the last one */
    low = gla_r_flat(c, gla_r_combine(c, gla_minimum, low, last));
    high = gla_r_flat(c, gla_r_combine(c, gla_minimum, high, last));
    gla_array *weight = gla_r_add_last(c, gla_r_flat(c, part), 1), *none = gla_r_add_last(c, gla_r_flat(c, empty), 1);
    if (!weight || !none)
        return;
    g = gla_r_where(c, none, zero, gla_r_reshape(c, g, 2, (const int64_t[]){weight->shape[0], columns}));
    gla_array *upper = gla_r_multiply(c, g, weight), *lower = gla_r_subtract(c, g, upper);
    gla_array *rows = sorted_rows(c, gla_r_x(c, 0), keys);
    gla_r_give(c, 0, gla_r_add(c, to_places(c, rows, low, lower), to_places(c, rows, high, upper)));
}

GLA_VJP(group_median)
{
    give_quantiles(c, gla_r_number(c, 0.5), "linear");
}

GLA_VJP(group_quantile)
{
    if (gla_r_wants(c, 2))
        gla_r_fail(c, "has no derivative with respect to q; use stop_gradient if q is a constant");
    else
        give_quantiles(c, gla_r_x(c, 2), c->node->in[4].text);
}

/* ---- chosen rows ------------------------------------------------------------------------------------------------- */
/* Add g to the rows that the function chooses: the numbers of the rows tell which. */
static void give_chosen(gla_vjp *c, gla_status (*choose)(const gla_array *, const gla_array *, gla_array **, gla_axis))
{
    gla_array *g = gla_r_g(c, 0), *made = NULL, *zeros = g ? gla_r_zeros(c, 0) : NULL;
    if (!zeros)
        return;
    gla_array *rows = gla_r_range(c, gla_device_of(g), 0, zeros->shape[0], GLA_INT64);
    if (rows)
        rows = gla_r_adopt(c, choose(rows, gla_r_x(c, 1), &made, g->shape[0]), &made);
    gla_array *some = gla_r_combine(c, gla_greater, counts(c, g), gla_r_number(c, 0));
    if (zeros->shape[0])
        gla_r_add_at(c, rows ? zeros : NULL, &(const gla_index){.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = rows}}},
                     gla_r_where(c, some, g, gla_r_number(c, 0)));
    gla_r_give(c, 0, zeros);
}

GLA_VJP(group_first)
{
    give_chosen(c, gla_group_first);
}

GLA_VJP(group_last)
{
    give_chosen(c, gla_group_last);
}

GLA_VJP(run_lengths)
{
    gla_array *zeros = gla_r_g(c, 0) ? gla_r_zeros(c, 0) : NULL;
    gla_r_add_at(c, zeros, &(const gla_index){.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = gla_r_out(c, 1)}}},
                 gla_r_g(c, 0));
    gla_r_give(c, 0, zeros);
}

/* ---- histograms -------------------------------------------------------------------------------------------------- */
/* Return the outcome of a comparison as 0 or 1, in the dtype of g. */
static gla_array *flag(gla_vjp *c, gla_binary *compare, const gla_array *x, const gla_array *y, const gla_array *g)
{
    return g ? gla_r_astype(c, gla_r_combine(c, compare, x, y), g->dtype) : NULL;
}

/* Counts change in jumps, but a weight adds to its bin. The edges may depend on the smallest and largest element. */
GLA_VJP(histogram)
{
    gla_array *g = gla_r_g(c, 0), *edges = gla_r_out(c, 1), *made = NULL;
    bool is_density = c->node->in[3].truth;
    bool given = gla_r_like(c, 1)->dtype != GLA_NO_DTYPE && gla_r_like(c, 1)->ndim == 1;
    if (given) {
        gla_r_give(c, 1, gla_r_g(c, 1));
    } else if (gla_r_g(c, 1) && (gla_r_wants(c, 0) || gla_r_wants(c, 2))) {
        gla_r_fail(c, "has no derivative of the bin edges; pass the edges as bins");
        return;
    }
    if (is_density && (gla_r_wants(c, 0) || gla_r_wants(c, 1) || gla_r_wants(c, 2))) {
        gla_r_fail(c, "with density=true has no derivative with respect to data or edges; divide counts by the widths instead");
        return;
    }
    if (!g || !edges || !gla_r_wants(c, 4) || gla_r_fails(c))
        return;
    int64_t n = g->shape[0];
    gla_array *x = gla_r_flat(c, gla_r_x(c, 0)), *high = gla_r_part(c, edges, 0, n, 1), *low = gla_r_part(c, edges, 0, 0, 1);
    if (!x || !high || !low)
        return;
    gla_array *at = gla_r_adopt(c, gla_digitize(x, edges, &made, false), &made);
    gla_array *one = gla_r_range(c, gla_device_of(g), 1, 1, GLA_INT64),
              *many = gla_r_range(c, gla_device_of(g), n, 1, GLA_INT64);
    at = gla_r_combine(c, gla_maximum, gla_r_combine(c, gla_minimum, at, many), one);
    gla_array *inside = gla_r_multiply(c, flag(c, gla_greater_equal, x, low, g), flag(c, gla_less_equal, x, high, g));
    if (is_density) { /* w[i] / (Σ w · width) */
        gla_array *widths = gla_r_subtract(c, gla_r_part(c, edges, 0, 1, n), gla_r_part(c, edges, 0, 0, n));
        gla_array *w = gla_r_flat(c, gla_r_x(c, 4));
        gla_array *total = gla_r_sum(c, gla_r_multiply(c, inside, w), NULL, false);
        gla_array *mean = gla_r_sum(c, gla_r_multiply(c, g, gla_r_out(c, 0)), NULL, false);
        g = gla_r_divide(c, gla_r_subtract(c, gla_r_divide(c, g, widths), mean), total);
    }
    gla_array *d = gla_r_multiply(c, inside, gla_r_take(c, g, gla_r_subtract(c, at, one), 0));
    gla_r_give(c, 4, gla_r_reshape(c, d, gla_r_like(c, 4)->ndim, gla_r_like(c, 4)->shape));
}

/* ---- fixed effects ----------------------------------------------------------------------------------------------- */
static gla_array *rows_of(gla_vjp *c, const gla_array *x)
{
    return gla_r_take(c, x, gla_r_out(c, 2), 0);
}

/* Return the list without the rows that were dropped. */
static const gla_arrays *kept(gla_vjp *c, int argument, gla_arrays *list)
{
    const gla_arrays *from = c->node->in[argument].arrays;
    if (!from)
        return NULL;
    *list = *from;
    list->v = gla_s_memory(&c->s, from->n, sizeof *from->v);
    for (int64_t k = 0; list->v && k < from->n; k++) {
        const gla_array *x = gla_r_item(c, argument, (int)k);
        list->v[k] = x->ndim && x->shape[0] ? rows_of(c, x) : x;
    }
    return list;
}

/* Residuals of a weighted regression are M x; Mᴴ g = w·M (g/w). */
static gla_array *partial_out(gla_vjp *c, const gla_array *g)
{
    gla_array *y = NULL, *none[6] = {NULL}, *w = gla_r_x(c, 3) ? gla_r_add_last(c, rows_of(c, gla_r_x(c, 3)), 1) : NULL;
    const gla_passed *in = c->node->in;
    gla_arrays ids, slopes;
    const gla_arrays *groups = kept(c, 2, &ids), *varying = kept(c, 9, &slopes);
    gla_array *scaled = w ? gla_r_divide(c, g, w) : (gla_array *)g;
    gla_array *empty = gla_r_part(c, g, 1, 0, 0);
    if (!scaled || !empty || gla_r_fails(c))
        return NULL;
    gla_s_check(&c->s, gla_absorb(empty, scaled, groups, &none[0], &y, &none[1], &none[2], &none[3], &none[4], &none[5], NULL,
                                  w ? gla_r_flat(c, w) : NULL, in[4].text, in[5].real, in[6].integer, false, 0, varying,
                                  gla_r_x(c, 10), false));
    for (int i = 0; i < 6; i++)
        gla_s_own(&c->s, none[i]);
    y = gla_s_own(&c->s, y);
    return w ? gla_r_multiply(c, w, y) : y;
}

/* Return g as a matrix; zeros if it is NULL. */
static gla_array *matrix_of(gla_vjp *c, gla_array *g, int result, int64_t columns)
{
    const gla_operand *like = gla_r_like_out(c, result);
    int64_t shape[2] = {like->shape[0], columns};
    if (gla_r_fails(c))
        return NULL;
    return g ? gla_r_reshape(c, g, 2, shape) : gla_s_zeros(&c->s, like->dev, like->dtype, 2, shape);
}

static void give_rows(gla_vjp *c, int k, const gla_array *d)
{
    const gla_operand *x = gla_r_like(c, k);
    gla_array *zeros = d && gla_r_wants(c, k) ? gla_r_zeros(c, k) : NULL;
    if (!zeros)
        return;
    int64_t shape[2] = {d->shape[0], d->shape[1]};
    gla_index key = {.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = gla_r_out(c, 2)}}};
    gla_s_check(&c->s, gla_setitem(zeros, &key, gla_r_astype(c, gla_r_reshape(c, d, x->ndim, shape), zeros->dtype)));
    gla_r_give(c, k, zeros);
}

/* Columns that the effects span are exactly 0, and constant. */
GLA_VJP(absorb)
{
    int64_t n[2];
    gla_array *g[2];
    for (int k = 7; k < c->node->n_out; k++)
        if (gla_r_g(c, k))
            gla_r_fail(c, "has no derivative of the fixed effects; compute them from the residuals");
    bool varies = gla_r_wants(c, 3);
    for (int k = 0; k < gla_r_items(c, 9); k++)
        varies = varies || gla_r_wants_item(c, 9, k);
    if (varies)
        gla_r_fail(c, "has no derivative with respect to weights or slopes; use lstsq with dummies instead");
    for (int k = 0; k < 2; k++) {
        const gla_operand *x = gla_r_like(c, k);
        n[k] = x->ndim == 2 ? x->shape[1] : 1;
        g[k] = matrix_of(c, gla_r_g(c, k), k, n[k]);
    }
    gla_array *both = gla_r_join(c, g[0], g[1], 1);
    gla_array *d = both && both->shape[0] ? partial_out(c, both) : NULL;
    give_rows(c, 0, gla_r_part(c, d, 1, 0, n[0]));
    gla_array *rest = gla_r_part(c, d, 1, n[0], n[1]), *dropped = gla_r_out(c, 6);
    if (rest && dropped && dropped->size) {
        rest = gla_r_apply(c, gla_copy, rest);
        gla_index key = {.n = 2, .v = {{.kind = GLA_INDEX_SLICE, .step = 1}, {.kind = GLA_INDEX_ARRAY, .array = dropped}}};
        if (rest)
            gla_s_check(&c->s, gla_setitem(rest, &key, gla_r_number(c, 0)));
    }
    give_rows(c, 1, rest);
}
