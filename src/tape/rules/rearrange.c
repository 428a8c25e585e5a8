/* rearrange.c - Derivatives of repeating, padding and rolling elements, grids, differences. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

/* Give the sums of the cotangents of the copies of each element. */
static void collect(gla_vjp *c, const gla_array *numbers)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_r_give(c, 0, gla_r_collect(c, numbers, gla_r_g(c, 0), x->ndim, x->shape));
}

static int64_t size_of(const gla_operand *x)
{
    int64_t n = 1;
    for (int i = 0; i < x->ndim; i++)
        n *= x->shape[i];
    return n;
}

/* All elements are repeated `times` times along the axis; axis -1: the flattened elements. */
static void sum_repeats(gla_vjp *c, int axis, int64_t times)
{
    const gla_operand *x = gla_r_like(c, 0);
    int64_t shape[3] = {1, times, 1};
    for (int i = 0; i < x->ndim; i++)
        shape[i <= axis || axis < 0 ? 0 : 2] *= x->shape[i];
    gla_array *sums = gla_r_sum(c, gla_r_reshape(c, gla_r_g(c, 0), 3, shape), &(const gla_ints){1, {1}}, false);
    gla_r_give(c, 0, gla_r_reshape(c, sums, x->ndim, x->shape));
}

GLA_VJP(repeat)
{
    const gla_operand *x = gla_r_like(c, 0), *out = gla_r_like_out(c, 0);
    const gla_ints *along = c->node->in[2].ints;
    int axis = along ? gla_r_axis(along->v[0], x->ndim) : -1;
    int64_t length = along ? x->shape[axis] : size_of(x);
    gla_array *made = NULL, *numbers = NULL;
    if (size_of(gla_r_like(c, 1)) == 1 && length) {
        sum_repeats(c, axis, out->shape[along ? axis : 0] / length);
        return;
    }
    if (gla_r_g(c, 0))
        numbers = gla_r_numbers(c, x);
    if (numbers)
        collect(c, gla_r_adopt(c, gla_repeat(numbers, gla_r_x(c, 1), &made, along), &made));
}

/* Axis i of the result consists of the axes (repetitions, x). */
GLA_VJP(tile)
{
    const gla_operand *x = gla_r_like(c, 0), *out = gla_r_like_out(c, 0);
    int64_t shape[2 * GLA_MAX_NDIM];
    gla_ints axes = {.n = out->ndim};
    if (2 * out->ndim > GLA_MAX_NDIM) {
        gla_array *made = NULL, *numbers = gla_r_g(c, 0) ? gla_r_numbers(c, x) : NULL;
        if (numbers)
            collect(c, gla_r_adopt(c, gla_tile(numbers, c->node->in[1].ints, &made), &made));
        return;
    }
    for (int i = 0; i < out->ndim; i++) {
        int at = i - (out->ndim - x->ndim);
        int64_t length = at < 0 ? 1 : x->shape[at];
        shape[2 * i] = length ? out->shape[i] / length : 1;
        shape[2 * i + 1] = length;
        axes.v[i] = 2 * i;
    }
    gla_array *sums = gla_r_sum(c, gla_r_reshape(c, gla_r_g(c, 0), 2 * out->ndim, shape), &axes, false);
    gla_r_give(c, 0, gla_r_reshape(c, sums, x->ndim, x->shape));
}

/* Return the part of g that was x, for pad_width in one of its three forms. */
static gla_array *unpadded(gla_vjp *c, gla_array *g)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_array *width = gla_r_astype(c, gla_r_x(c, 1), GLA_INT64);
    int64_t *v = NULL;
    if (width && !gla_r_fails(c))
        gla_s_to_host(&c->s, gla_s_contiguous(&c->s, gla_device_of(width), GLA_INT64, width), (void **)&v);
    for (int i = 0; i < x->ndim && v && !gla_r_fails(c); i++)
        g = gla_r_part(c, g, i, v[width->size > 2 ? 2 * i : 0], x->shape[i]);
    return g;
}

GLA_VJP(pad)
{
    const char *mode = c->node->in[2].text;
    gla_array *made = NULL, *g = gla_r_g(c, 0), *numbers;
    if (!g)
        return;
    if (!mode || strcmp(mode, "constant") == 0) {
        gla_array *own = unpadded(c, g);
        gla_r_give(c, 0, own);
        if (gla_r_wants(c, 3))
            gla_r_give(c, 3, gla_r_subtract(c, gla_r_sum(c, g, NULL, false), gla_r_sum(c, own, NULL, false)));
    } else if ((numbers = gla_r_numbers(c, gla_r_like(c, 0)))) {
        collect(c, gla_r_adopt(c, gla_pad(numbers, gla_r_x(c, 1), &made, mode, NULL), &made));
    }
}

GLA_VJP(roll)
{
    gla_ints back = *c->node->in[1].ints;
    gla_array *made = NULL, *g = gla_r_g(c, 0);
    for (int i = 0; i < back.n; i++)
        back.v[i] = -back.v[i];
    if (g)
        gla_r_give(c, 0, gla_r_adopt(c, gla_roll(g, &back, &made, c->node->in[2].ints), &made));
}

/* Array k varies along one axis: k, but "xy" exchanges the first two. */
GLA_VJP(meshgrid)
{
    bool exchanged = !c->node->in[1].text || strcmp(c->node->in[1].text, "xy") == 0;
    int n = gla_r_items(c, 0);
    for (int k = 0; k < n; k++) {
        const gla_operand *x = gla_r_like_item(c, 0, k);
        gla_ints axes = {.n = 0};
        int own = exchanged && n > 1 && k < 2 ? 1 - k : k;
        for (int i = 0; i < n; i++)
            if (i != own)
                axes.v[axes.n++] = i;
        gla_array *g = gla_r_g(c, k);
        gla_r_give_item(c, 0, k, gla_r_reshape(c, n > 1 ? gla_r_sum(c, g, &axes, false) : g, x->ndim, x->shape));
    }
}

/* Each difference y[i] = x[i + 1] - x[i] has the adjoint g[i - 1] - g[i]. */
GLA_VJP(diff)
{
    const gla_operand *x = gla_r_like(c, 0), *first = gla_r_like(c, 3), *last = gla_r_like(c, 4);
    int axis = gla_r_axis(c->node->in[2].integer, x->ndim);
    int64_t n = c->node->in[1].integer;
    gla_array *g = gla_r_g(c, 0);
    if (n == 0)
        gla_r_give(c, 0, g);
    if (n == 0 || !g)
        return;
    int64_t before = first->dtype == GLA_NO_DTYPE ? 0 : first->ndim ? first->shape[axis] : 1;
    int64_t after = last->dtype == GLA_NO_DTYPE ? 0 : last->ndim ? last->shape[axis] : 1;
    int64_t total = before + x->shape[axis] + after;
    for (int64_t i = 0; i < n && i < total && !gla_r_fails(c); i++)
        g = gla_r_subtract(c, gla_r_padded(c, g, axis, 1, 0), gla_r_padded(c, g, axis, 0, 1));
    if (n >= total || !g)
        return;
    gla_r_give(c, 0, gla_r_part(c, g, axis, before, x->shape[axis]));
    if (before)
        gla_r_give(c, 3, gla_r_part(c, g, axis, 0, before));
    if (after)
        gla_r_give(c, 4, gla_r_part(c, g, axis, before + x->shape[axis], after));
}

enum { SHORT_WINDOW = 32 };

/* A short window along one axis: element k of each window is element i + k. Adding these is faster than collecting. */
static bool add_windows(gla_vjp *c, const gla_array *g)
{
    const gla_operand *x = gla_r_like(c, 0);
    const gla_ints *axes = c->node->in[2].ints;
    int64_t length = g->shape[g->ndim - 1];
    if (g->ndim != x->ndim + 1 || length > SHORT_WINDOW)
        return false;
    int axis = axes ? gla_r_axis(axes->v[0], x->ndim) : 0, last = x->ndim;
    int64_t count = g->shape[axis];
    gla_array *sum = gla_r_zeros(c, 0);
    for (int64_t k = 0; sum && k < length && !gla_r_fails(c); k++) {
        gla_array *part = gla_r_part(c, g, last, k, 1);
        gla_array *place = gla_r_part(c, sum, axis, k, count);
        part = part ? gla_r_reshape(c, part, last, part->shape) : NULL;
        if (part && place)
            gla_s_check(&c->s, gla_tape_inplace("add", gla_add, place, part));
    }
    gla_r_give(c, 0, sum);
    return true;
}

GLA_VJP(sliding_window_view)
{
    gla_array *made = NULL, *g = gla_r_g(c, 0);
    if (!g || add_windows(c, g))
        return;
    gla_array *numbers = gla_r_numbers(c, gla_r_like(c, 0));
    if (numbers)
        collect(c, gla_r_adopt(c, gla_sliding_window_view(numbers, c->node->in[1].ints, &made, c->node->in[2].ints), &made));
}

static bool is_double(gla_dtype dtype)
{
    return dtype == GLA_FLOAT64 || dtype == GLA_COMPLEX128;
}

/* Complex numbers and their parts are the same floating-point numbers; other views show the bits of numbers. */
GLA_VJP(view)
{
    gla_array *made = NULL, *g = gla_r_apply(c, gla_copy, gla_r_g(c, 0));
    gla_dtype dtype = gla_r_like(c, 0)->dtype;
    if (dtype < GLA_FLOAT32 || is_double(dtype) != is_double(gla_r_like_out(c, 0)->dtype))
        gla_r_fail(c, "as numbers of another kind has no derivative; use astype to convert");
    if (g && !gla_r_fails(c))
        gla_r_give(c, 0, gla_r_adopt(c, gla_view(g, dtype, &made), &made));
}
