/* quantiles.c - Derivatives of quantiles and medians. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "statistics/quantile.h"
#include "tape/rule.h"

#include <math.h>
#include <string.h>

/* The array as rows, (m, n): the reduced axes become the last one. */
typedef struct rows {
    const gla_ints *axis;
    gla_ints order, back; /* of the axes */
    int64_t moved[GLA_MAX_NDIM], m, n;
    int64_t many; /* quantiles of each row */
    gla_array *x;
} rows;

static gla_array *permuted(gla_vjp *c, const gla_array *x, const gla_ints *order)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_r_adopt(c, gla_permute_dims(x, order, &made), &made) : NULL;
}

static void read_rows(gla_vjp *c, rows *r, const gla_ints *axis)
{
    const gla_operand *a = gla_r_like(c, 0);
    *r = (rows){.axis = axis, .m = 1, .n = 1};
    for (int reduced = 0; reduced < 2; reduced++)
        for (int i = 0; i < a->ndim; i++)
            if (gla_r_is_reduced(axis, a->ndim, i) == reduced) {
                r->moved[r->order.n] = a->shape[i];
                r->back.v[i] = r->order.n;
                r->order.v[r->order.n++] = i;
                *(reduced ? &r->n : &r->m) *= a->shape[i];
            }
    r->back.n = r->order.n;
    r->x = gla_r_reshape(c, permuted(c, gla_r_x(c, 0), &r->order), 2, (int64_t[]){r->m, r->n});
}

static void give_permuted(gla_vjp *c, const rows *r, gla_array *d)
{
    gla_r_give(c, 0, permuted(c, gla_r_reshape(c, d, r->order.n, r->moved), &r->back));
}

/* A cotangent or result, whose first axes are those of q, as (m, many). */
static gla_array *by_rows(gla_vjp *c, const rows *r, gla_array *y)
{
    return gla_r_t(c, gla_r_reshape(c, y, 2, (int64_t[]){r->many, r->m}));
}

/* With weights, the elements that equal the result share its cotangent. */
static void give_equal(gla_vjp *c, const rows *r)
{
    int64_t shape[3] = {r->m, 1, r->n};
    gla_array *x = gla_r_reshape(c, r->x, 3, shape), *zero = gla_r_number(c, 0);
    gla_array *out = gla_r_add_last(c, by_rows(c, r, gla_r_out(c, 0)), 1);
    gla_array *g = gla_r_add_last(c, by_rows(c, r, gla_r_g(c, 0)), 1), *equal = gla_r_combine(c, gla_equal, x, out);
    gla_array *number = x ? gla_r_astype(c, gla_r_sum_along(c, equal, 2), x->dtype) : NULL;
    gla_array *part = gla_r_where(c, equal, gla_r_divide(c, g, number), zero);
    give_permuted(c, r, gla_r_sum_along(c, gla_r_reshape(c, part, 3, (int64_t[]){r->m, r->many, r->n}), 1));
}

/* The levels, and the numbers of elements of the rows that are not NaN if NaN is skipped; both in memory of the host. */
typedef struct levels {
    gla_quantile_method method;
    const double *q; /* from 0 to 1 */
    const int64_t *counts;
    const gla_array *given; /* q times the scale; NULL: the median */
    double scale;
} levels;

static int64_t count_of(const rows *r, const levels *l, int64_t row)
{
    return l->counts ? l->counts[row] : r->n;
}

static void count_elements(gla_vjp *c, const rows *r, levels *l)
{
    gla_array *present = gla_r_apply(c, gla_logical_not, gla_r_apply(c, gla_isnan, r->x)), *made = NULL;
    gla_ints last = {1, {-1}};
    void *data = NULL;
    if (c->s.status)
        return;
    gla_s_to_host(&c->s, gla_r_adopt(c, gla_sum(present, &made, &last, GLA_INT64, false), &made), &data);
    l->counts = data;
}

/* A new array (m, many) on the host. */
static void *new_table(gla_vjp *c, const rows *r, gla_dtype dtype, gla_array **x)
{
    int64_t shape[2] = {r->m, r->many};
    void *data = NULL;
    *x = NULL;
    if (!c->s.status)
        *x = gla_s_adopt(&c->s, gla_new_host(dtype, 2, shape, x, &data), x);
    return data;
}

/* Convert constants to the dtype and device of x. */
static gla_array *like_rows(gla_vjp *c, const rows *r, const gla_array *table)
{
    return table && r->x ? gla_s_convert(&c->s, table, r->x->dtype, gla_device_of(r->x), GLA_MAYBE) : NULL;
}

static gla_array *taken(gla_vjp *c, const gla_array *x, const gla_array *at)
{
    gla_array *made = NULL;
    return x && at && !c->s.status ? gla_r_adopt(c, gla_take_along_axis(x, at, &made, -1), &made) : NULL;
}

/* Positions of the elements before and after the quantiles in the sorted rows, and the shares of both; rows without elements
 * have the shares 0. */
static void place(gla_vjp *c, const rows *r, const levels *l, gla_array *at[2], gla_array *share[2])
{
    int64_t *positions[2];
    double *shares[2];
    for (int k = 0; k < 2; k++) {
        positions[k] = new_table(c, r, GLA_INT64, &at[k]);
        shares[k] = new_table(c, r, GLA_FLOAT64, &share[k]);
    }
    for (int64_t i = 0; i < r->m * r->many && !c->s.status; i++) {
        int64_t n = count_of(r, l, i / r->many);
        gla_quantile_place p = gla_place_quantile(l->method, n ? n : 1, l->q[i % r->many]);
        positions[0][i] = p.below;
        positions[1][i] = p.above;
        shares[0][i] = n ? 1 - p.share : 0;
        shares[1][i] = n ? p.share : 0;
    }
}

/* The position of an interpolated quantile among the elements 0, 1, … n − 1, and its change with q; false for other methods. */
static bool position_of(gla_quantile_method method, int64_t n, double q, double *position, double *slope)
{
    static const double ends[][2] = {[GLA_AT_INTERPOLATED_INVERTED_CDF] = {0, 1},
                                     [GLA_AT_HAZEN] = {0.5, 0.5},
                                     [GLA_AT_WEIBULL] = {0, 0},
                                     [GLA_AT_LINEAR] = {1, 1},
                                     [GLA_AT_MEDIAN_UNBIASED] = {1 / 3.0, 1 / 3.0},
                                     [GLA_AT_NORMAL_UNBIASED] = {3 / 8.0, 3 / 8.0}};
    if (method < GLA_AT_INTERPOLATED_INVERTED_CDF || method > GLA_AT_NORMAL_UNBIASED)
        return false;
    *slope = (double)n + 1 - ends[method][0] - ends[method][1];
    *position = q * *slope + ends[method][0] - 1;
    return true;
}

/* If an outer tape knows the levels, let it see that the shares depend on them: add slope · (q − q). */
static void depend_on_levels(gla_vjp *c, const rows *r, const levels *l, gla_array *const at[2], gla_array *share[2])
{
    gla_array *slope, *value = NULL;
    void *values = NULL;
    if (c->s.status || !l->given || !gla_tape_knows(l->given))
        return;
    const int64_t *below = gla_data(at[0]), *above = gla_data(at[1]);
    double *slopes = new_table(c, r, GLA_FLOAT64, &slope);
    if (!c->s.status)
        value = gla_s_adopt(&c->s, gla_new_host(GLA_FLOAT64, 1, &r->many, &value, &values), &value);
    for (int64_t i = 0; i < r->m * r->many && !c->s.status; i++) {
        double position;
        bool moves = position_of(l->method, count_of(r, l, i / r->many), l->q[i % r->many], &position, &slopes[i]);
        slopes[i] = moves && below[i] < above[i] ? slopes[i] / l->scale : 0;
    }
    gla_array *q = gla_r_reshape(c, l->given, 1, &r->many);
    const gla_array *plain = q ? gla_s_contiguous(&c->s, gla_device_of(q), GLA_FLOAT64, q) : NULL;
    void *data = NULL;
    if (!plain || !gla_s_to_host(&c->s, plain, &data))
        return;
    memcpy(values, data, (size_t)r->many * sizeof(double));
    value = gla_s_convert(&c->s, value, q->dtype, gla_device_of(q), GLA_MAYBE);
    gla_array *change = gla_r_multiply(c, like_rows(c, r, slope), gla_r_subtract(c, q, value));
    share[0] = gla_r_subtract(c, share[0], change);
    share[1] = gla_r_add(c, share[1], change);
}

/* Sum the cotangents at the elements between which the quantiles lie. */
static void give_elements(gla_vjp *c, const rows *r, const levels *l)
{
    gla_array *at[2], *share[2], *made = NULL, *parts[2], *keys[2], *g = by_rows(c, r, gla_r_g(c, 0));
    int64_t size = r->m * r->n, flat = r->m * r->many;
    place(c, r, l, at, share);
    if (c->s.status || !size)
        return;
    gla_array *order = gla_r_adopt(c, gla_argsort(r->x, &made, -1, false, true), &made);
    gla_array *end = gla_r_number(c, (double)size), *step = gla_r_number(c, (double)r->n), *zero = gla_r_number(c, 0);
    const char *device = gla_device_of(r->x)->name;
    gla_array *starts = c->s.status ? NULL : gla_r_adopt(c, gla_arange(zero, &made, end, step, GLA_INT64, device), &made);
    starts = gla_r_add_last(c, starts, 1);
    for (int k = 0; k < 2; k++)
        share[k] = like_rows(c, r, share[k]);
    depend_on_levels(c, r, l, at, share);
    for (int k = 0; k < 2; k++) {
        keys[k] = gla_r_reshape(c, gla_r_add(c, taken(c, order, at[k]), starts), 1, &flat);
        parts[k] = gla_r_reshape(c, gla_r_multiply(c, g, share[k]), 1, &flat);
    }
    gla_array *values = gla_r_join(c, parts[0], parts[1], 0), *all = gla_r_join(c, keys[0], keys[1], 0);
    if (values && all && !c->s.status)
        give_permuted(c, r, gla_r_adopt(c, gla_group_sum(values, all, &made, size), &made));
}

/* The quantile changes by the distance of the elements around it; at an element, that of the next one is meant. */
static void give_levels(gla_vjp *c, const rows *r, const levels *l)
{
    const gla_operand *q = gla_r_like(c, 1);
    gla_array *below, *slope, *made = NULL, *g = by_rows(c, r, gla_r_g(c, 0)), *zero = gla_r_number(c, 0);
    int64_t *positions = new_table(c, r, GLA_INT64, &below);
    double *slopes = new_table(c, r, GLA_FLOAT64, &slope);
    if (r->n < 2)
        return;
    for (int64_t i = 0; i < r->m * r->many && !c->s.status; i++) {
        int64_t n = count_of(r, l, i / r->many);
        double position = -1;
        bool moves = position_of(l->method, n, l->q[i % r->many], &position, &slopes[i]) && n > 1 && position >= 0 &&
                     position <= (double)(n - 1);
        positions[i] = moves ? (position < (double)(n - 2) ? (int64_t)position : n - 2) : 0;
        slopes[i] = moves ? slopes[i] / l->scale : 0;
    }
    gla_array *sorted = c->s.status ? NULL : gla_r_adopt(c, gla_sort(r->x, &made, -1, false, true), &made);
    gla_array *next = gla_r_combine(c, gla_add, below, gla_r_astype(c, gla_r_number(c, 1), GLA_INT64));
    gla_array *distance = gla_r_subtract(c, taken(c, sorted, next), taken(c, sorted, below));
    slope = like_rows(c, r, slope);
    distance = gla_r_where(c, gla_r_combine(c, gla_equal, slope, zero), zero, gla_r_multiply(c, distance, slope));
    gla_array *d = gla_r_sum_along(c, gla_r_multiply(c, g, distance), 0);
    gla_r_give(c, 1, gla_r_reshape(c, d, q->ndim, q->shape));
}

static const double *read_levels(gla_vjp *c, const gla_array *q, double scale)
{
    void *data = NULL;
    if (!q || c->s.status)
        return NULL;
    gla_array *plain = gla_s_contiguous(&c->s, gla_device_of(q), GLA_FLOAT64, q);
    double *numbers = gla_s_memory(&c->s, q->size + 1, sizeof *numbers);
    if (!plain || !gla_s_to_host(&c->s, plain, &data))
        return NULL;
    for (int64_t i = 0; i < q->size; i++)
        numbers[i] = scale == 1 ? ((double *)data)[i] : ((double *)data)[i] / scale;
    return numbers;
}

/* Arguments: a, q, axis, method, keepdims, weights. */
static void quantile(gla_vjp *c, double scale, bool skips)
{
    const char *method = c->node->in[3].text;
    const gla_array *q = gla_r_x(c, 1);
    levels l = {.method = gla_find_quantile_method(method ? method : "linear"),
                .q = read_levels(c, q, scale),
                .given = q,
                .scale = scale};
    rows r;
    if (!gla_r_g(c, 0) || c->s.status)
        return;
    read_rows(c, &r, c->node->in[2].ints);
    r.many = q->size;
    if (gla_r_like(c, 5)->dtype != GLA_NO_DTYPE) { /* constant in q and in the weights */
        if (gla_r_wants(c, 0))
            give_equal(c, &r);
        return;
    }
    if (skips)
        count_elements(c, &r, &l);
    if (gla_r_wants(c, 0))
        give_elements(c, &r, &l);
    if (gla_r_wants(c, 1))
        give_levels(c, &r, &l);
}

GLA_VJP(quantile)
{
    quantile(c, 1, false);
}

GLA_VJP(percentile)
{
    quantile(c, 100, false);
}

GLA_VJP(nanquantile)
{
    quantile(c, 1, true);
}

GLA_VJP(nanpercentile)
{
    quantile(c, 100, true);
}

/* Arguments: a, axis, keepdims. */
static void median(gla_vjp *c, bool skips)
{
    levels l = {.method = GLA_AT_LINEAR, .q = &(const double){0.5}};
    rows r;
    if (!gla_r_g(c, 0))
        return;
    read_rows(c, &r, c->node->in[1].ints);
    r.many = 1;
    if (skips)
        count_elements(c, &r, &l);
    give_elements(c, &r, &l);
}

GLA_VJP(median)
{
    median(c, false);
}

GLA_VJP(nanmedian)
{
    median(c, true);
}
