/* reduce.c - Derivatives of sums, means, products and extremes; reductions that skip NaN have the same rules. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <math.h>
#include <string.h>

/* ---- axes -------------------------------------------------------------------------------------------------------- */
/* All reductions have the arguments x and axis. */
static const gla_ints *axes_of(const gla_vjp *c)
{
    return c->node->in[1].ints;
}

/* Cotangent or result, with the reduced axes of length one. */
static gla_array *spread(gla_vjp *c, gla_array *y)
{
    return gla_r_spread(c, y, gla_r_like(c, 0), axes_of(c));
}

static gla_array *total(gla_vjp *c, const gla_array *x)
{
    return gla_r_sum(c, x, axes_of(c), true);
}

static bool is_reduced(const gla_vjp *c, int i)
{
    const gla_ints *axis = axes_of(c);
    int ndim = gla_r_like(c, 0)->ndim;
    bool reduced = !axis;
    for (int k = 0; axis && k < axis->n; k++)
        reduced = reduced || (axis->v[k] + ndim) % ndim == i;
    return reduced;
}

/* Number of elements of each result for which a condition holds. */
static gla_array *number_of(gla_vjp *c, const gla_array *condition)
{
    return gla_r_astype(c, total(c, condition), gla_real_of(gla_r_like_out(c, 0)->dtype));
}

/* Number of elements of each result. */
static double count(const gla_vjp *c)
{
    const gla_operand *x = gla_r_like(c, 0);
    double n = 1;
    for (int i = 0; i < x->ndim; i++)
        n *= is_reduced(c, i) ? (double)x->shape[i] : 1;
    return n;
}

/* A sum computed in integers has no derivative but 0. */
static bool is_constant(const gla_vjp *c)
{
    return gla_r_like_out(c, 0)->dtype < GLA_FLOAT32;
}

/* x with `value` where it is NaN; *present: 1 where it is not NaN. */
static gla_array *filled(gla_vjp *c, gla_array *x, double value, gla_array **present)
{
    gla_array *isnan = gla_r_apply(c, gla_isnan, x);
    if (present)
        *present = gla_r_apply(c, gla_logical_not, isnan);
    return gla_r_where(c, isnan, gla_r_number(c, value), x);
}

static gla_array *keep(gla_vjp *c, const gla_array *condition, const gla_array *x)
{
    return gla_r_where(c, condition, x, gla_r_number(c, 0));
}

/* ---- sums and means ---------------------------------------------------------------------------------------------- */
GLA_VJP(sum)
{
    if (!is_constant(c))
        gla_r_give(c, 0, spread(c, gla_r_g(c, 0)));
}

GLA_VJP(nansum)
{
    gla_array *present;
    filled(c, gla_r_x(c, 0), 0, &present);
    gla_r_give(c, 0, keep(c, present, spread(c, gla_r_g(c, 0))));
}

GLA_VJP(mean)
{
    gla_r_give(c, 0, spread(c, gla_r_scale(c, gla_r_g(c, 0), 1 / count(c))));
}

GLA_VJP(nanmean)
{
    gla_array *present;
    filled(c, gla_r_x(c, 0), 0, &present);
    gla_r_give(c, 0, keep(c, present, gla_r_divide(c, spread(c, gla_r_g(c, 0)), number_of(c, present))));
}

/* ---- variances --------------------------------------------------------------------------------------------------- */
/* 2 (x − x̄)/(n − correction) for the variance; half of that, divided by the result, for the deviation. */
static void variance(gla_vjp *c, bool is_root, bool skips)
{
    gla_array *g = gla_r_g(c, 0), *x = gla_r_x(c, 0), *present = NULL, *made = NULL, *freedom, *mean;
    double correction = c->node->in[2].real;
    if (!g || c->s.status)
        return;
    if (skips) {
        x = filled(c, x, 0, &present);
        gla_array *n = number_of(c, present);
        mean = gla_r_divide(c, total(c, x), n);
        freedom = gla_r_subtract(c, n, gla_r_number(c, correction));
        gla_array *none = gla_r_combine(c, gla_less_equal, freedom, gla_r_number(c, 0));
        freedom = gla_r_where(c, none, gla_r_number(c, NAN), freedom);
    } else {
        mean = gla_r_adopt(c, gla_mean(x, &made, axes_of(c), true), &made);
        freedom = gla_r_number(c, count(c) > correction ? count(c) - correction : NAN);
    }
    if (is_root) { /* 0, not 0/0, for equal elements */
        gla_array *out = gla_r_out(c, 0), *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1);
        out = gla_r_where(c, gla_r_combine(c, gla_equal, out, zero), one, out);
        g = gla_r_divide(c, gla_r_scale(c, g, 0.5), out);
    }
    gla_array *slope = gla_r_divide(c, gla_r_scale(c, spread(c, g), 2), freedom);
    gla_array *whole = gla_r_multiply(c, slope, gla_r_subtract(c, x, mean));
    gla_r_give(c, 0, present ? keep(c, present, whole) : whole);
}

GLA_VJP(var)
{
    variance(c, false, false);
}

GLA_VJP(std)
{
    variance(c, true, false);
}

GLA_VJP(nanvar)
{
    variance(c, false, true);
}

GLA_VJP(nanstd)
{
    variance(c, true, true);
}

/* ---- extremes ---------------------------------------------------------------------------------------------------- */
/* Equal extremes share the cotangent. A result that is NaN belongs to the elements that are NaN. */
static void extreme(gla_vjp *c, bool skips)
{
    gla_array *x = gla_r_x(c, 0), *chosen = gla_r_combine(c, gla_equal, x, spread(c, gla_r_out(c, 0)));
    if (!skips && gla_r_like(c, 0)->dtype >= GLA_FLOAT32)
        chosen = gla_r_combine(c, gla_logical_or, chosen, gla_r_apply(c, gla_isnan, x));
    gla_r_give(c, 0, keep(c, chosen, gla_r_divide(c, spread(c, gla_r_g(c, 0)), number_of(c, chosen))));
}

GLA_VJP(min)
{
    extreme(c, false);
}

GLA_VJP(max)
{
    extreme(c, false);
}

GLA_VJP(nanmin)
{
    extreme(c, true);
}

GLA_VJP(nanmax)
{
    extreme(c, true);
}

/* ---- products ---------------------------------------------------------------------------------------------------- */
/* Every second element along the last axis, from `start` on. */
static gla_array *every_second(gla_vjp *c, const gla_array *x, int64_t start)
{
    gla_index key = {
        .n = 2, .v = {{.kind = GLA_INDEX_ELLIPSIS}, {.kind = GLA_INDEX_SLICE, .has_start = true, .start = start, .step = 2}}};
    gla_array *made = NULL;
    return x && !c->s.status ? gla_r_adopt(c, gla_getitem(x, &key, &made), &made) : NULL;
}

/* Ones of the shape of x, but of length n along the last axis. */
static gla_array *ones(gla_vjp *c, const gla_array *x, int64_t n)
{
    int64_t shape[GLA_MAX_NDIM];
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    shape[x->ndim - 1] = n;
    gla_array *made = gla_s_zeros(&c->s, gla_device_of(x), x->dtype, x->ndim, shape);
    return gla_r_combine(c, gla_add, made, gla_r_number(c, 1));
}

static gla_array *append_one(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL, *one = ones(c, x, 1);
    return c->s.status
               ? NULL
               : gla_r_adopt(c, gla_concat(&(gla_arrays){.n = 2, .v = (const gla_array *[]){x, one}}, &made, -1), &made);
}

static gla_array *interleave(gla_vjp *c, const gla_array *even, const gla_array *odd)
{
    gla_array *made = NULL;
    int64_t shape[GLA_MAX_NDIM];
    if (!even || !odd || c->s.status)
        return NULL;
    gla_array *pairs = gla_r_adopt(c, gla_stack(&(gla_arrays){.n = 2, .v = (const gla_array *[]){even, odd}}, &made, -1),
                                   &made);
    memcpy(shape, even->shape, (size_t)even->ndim * sizeof *shape);
    shape[even->ndim - 1] *= 2;
    return gla_r_reshape(c, pairs, even->ndim, shape);
}

/* Products of all other elements along the last axis, without division: a tree of the products of pairs, and back. */
static gla_array *others_along_last(gla_vjp *c, gla_array *x)
{
    if (!x || c->s.status)
        return NULL;
    int64_t n = x->shape[x->ndim - 1];
    if (n < 2)
        return ones(c, x, n);
    gla_array *padded = n % 2 ? append_one(c, x) : x;
    gla_array *even = every_second(c, padded, 0), *odd = every_second(c, padded, 1);
    gla_array *outside = others_along_last(c, gla_r_multiply(c, even, odd));
    gla_array *all = interleave(c, gla_r_multiply(c, outside, odd), gla_r_multiply(c, outside, even));
    if (n % 2 == 0 || !all || c->s.status)
        return all;
    gla_index key = {.n = 2,
                     .v = {{.kind = GLA_INDEX_ELLIPSIS}, {.kind = GLA_INDEX_SLICE, .has_stop = true, .stop = n, .step = 1}}};
    gla_array *made = NULL;
    return gla_r_adopt(c, gla_getitem(all, &key, &made), &made);
}

/* Products of all other elements of each reduction: the reduced axes become the last one. */
static gla_array *others(gla_vjp *c, gla_array *x)
{
    gla_ints order = {.n = 0}, back = {.n = 0};
    int64_t shape[GLA_MAX_NDIM + 1], n = 1;
    gla_array *made = NULL;
    if (!x || c->s.status)
        return NULL;
    for (int reduced = 0; reduced < 2; reduced++)
        for (int i = 0; i < x->ndim; i++)
            if (is_reduced(c, i) == reduced) {
                shape[order.n] = x->shape[i];
                back.v[i] = order.n;
                order.v[order.n++] = i;
            }
    back.n = order.n;
    int kept = 0;
    for (int i = 0; i < x->ndim; i++) {
        kept += !is_reduced(c, i);
        n *= is_reduced(c, i) ? x->shape[i] : 1;
    }
    gla_array *moved = gla_r_adopt(c, gla_permute_dims(x, &order, &made), &made);
    int64_t first = shape[kept];
    shape[kept] = n;
    gla_array *rows = others_along_last(c, gla_r_reshape(c, moved, kept + 1, shape));
    shape[kept] = first;
    rows = gla_r_reshape(c, rows, order.n, shape);
    return rows ? gla_r_adopt(c, gla_permute_dims(rows, &back, &made), &made) : NULL;
}

static bool has_zeros(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL, *zeros = gla_r_combine(c, gla_equal, x, gla_r_number(c, 0));
    return zeros && !c->s.status && gla_s_truth(&c->s, gla_r_adopt(c, gla_any(zeros, &made, NULL, false), &made));
}

/* The product divided by each element cannot overflow in between; if there are zeros, the products of the others. */
static void product(gla_vjp *c, gla_array *x)
{
    gla_array *g = gla_r_g(c, 0);
    if (is_constant(c) || !g || !x)
        return;
    gla_array *rest = has_zeros(c, x) ? others(c, x) : gla_r_divide(c, spread(c, gla_r_out(c, 0)), x);
    gla_r_give(c, 0, gla_r_multiply(c, spread(c, g), gla_r_conj(c, rest)));
}

GLA_VJP(prod)
{
    product(c, gla_r_x(c, 0));
}

/* The elements that are NaN are ones, whose cotangents end here. */
GLA_VJP(nanprod)
{
    gla_array *present, *x = filled(c, gla_r_x(c, 0), 1, &present);
    product(c, x);
    int i = gla_node_operand(c->node, 0);
    if (c->d[i])
        gla_r_give(c, 0, keep(c, present, c->d[i]));
}
