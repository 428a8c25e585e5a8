/* grids.c - Derivatives of interpolation on grids. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/nodes.h"

#include <string.h>

enum { VARIABLES = 10 };

/* Return a coordinate of all points, of a matrix with a row for each point. */
static gla_array *coordinate(gla_vjp *c, const gla_array *xi, int i)
{
    return xi ? gla_r_reshape(c, gla_r_part(c, xi, 1, i, 1), 1, &xi->shape[0]) : NULL;
}

/* Return true for the points before the first or after the last node of a variable, which may decrease. */
static gla_array *beyond(gla_vjp *c, const gla_array *x, const gla_array *nodes)
{
    gla_array *first = gla_r_part(c, nodes, 0, 0, 1), *last = nodes ? gla_r_part(c, nodes, 0, nodes->size - 1, 1) : NULL;
    gla_array *low = gla_r_combine(c, gla_less, x, gla_r_combine(c, gla_minimum, first, last));
    gla_array *high = gla_r_combine(c, gla_greater, x, gla_r_combine(c, gla_maximum, first, last));
    return gla_r_combine(c, gla_logical_or, low, high);
}

/* Find the node before each point, and the position after it as a part of the interval. A single node has no interval. */
static void find_cell(gla_vjp *c, const gla_array *x, const gla_array *nodes, gla_array **at, gla_array **t)
{
    int64_t n = nodes->size;
    gla_array *last = gla_r_part(c, nodes, 0, n - 1, 1), *first = gla_r_part(c, nodes, 0, 0, 1);
    gla_array *sign = gla_r_where(c, gla_r_combine(c, gla_less, last, first), gla_r_number(c, -1), gla_r_number(c, 1));
    *at = gla_r_intervals(c, gla_r_multiply(c, x, sign), gla_r_multiply(c, nodes, sign), n);
    gla_array *x0 = gla_r_take(c, nodes, *at, 0);
    *t = NULL;
    if (n > 1)
        *t = gla_r_divide(c, gla_r_subtract(c, x, x0), gla_r_subtract(c, gla_r_take(c, nodes, gla_r_plus_one(c, *at), 0), x0));
}

/* The sum of weight·value over the corners of each cell. v: the values, a row for each node of the grid; the points; the
 * nodes of
 * each variable. */
static gla_array *on_grid(gla_vjp *c, gla_array *const v[])
{
    gla_array *at[VARIABLES], *t[VARIABLES], *y = NULL, *one = gla_r_number(c, 1);
    int d = gla_r_items(c, 0);
    for (int i = 0; i < d; i++)
        find_cell(c, coordinate(c, v[1], i), v[2 + i], &at[i], &t[i]);
    for (int bits = 0; bits < 1 << d && !gla_r_fails(c); bits++) {
        gla_array *place = NULL, *weight = NULL;
        bool exists = true;
        for (int i = 0; i < d; i++) { /* the last variable varies fastest */
            bool upper = bits >> i & 1;
            gla_array *node = upper ? gla_r_plus_one(c, at[i]) : at[i],
                      *factor = upper ? t[i] : gla_r_subtract(c, t[i] ? one : NULL, t[i]);
            exists = exists && (t[i] || !upper);
            if (place)
                place = gla_r_multiply(c, place, gla_r_range(c, gla_device_of(v[0]), v[2 + i]->size, 1, GLA_INT64));
            place = gla_r_add(c, place, node);
            weight = weight && factor ? gla_r_multiply(c, weight, factor) : weight ? weight : factor;
        }
        if (!exists)
            continue;
        gla_array *rows = gla_r_take(c, v[0], place, 0);
        y = gla_r_add(c, y, weight ? gla_r_multiply(c, rows, gla_r_add_last(c, weight, 1)) : rows);
    }
    return y;
}

static void give_linear(gla_vjp *c, const gla_array *xi, const gla_array *g, int64_t nodes)
{
    const gla_operand *values = gla_r_like(c, 1), *places = gla_r_like(c, 2);
    int d = gla_r_items(c, 0);
    gla_array *v[2 + VARIABLES], *made[2 + VARIABLES] = {NULL}, *given = gla_r_x(c, 1);
    v[0] = gla_r_reshape(c, given ? given : gla_r_zeros(c, 1), 2, (const int64_t[]){nodes, g->shape[1]});
    v[1] = (gla_array *)xi;
    for (int i = 0; i < d; i++)
        v[2 + i] = gla_r_item(c, 0, i);
    if (g->size)
        gla_r_compose(c, on_grid, 2 + d, v, g, made);
    gla_r_give(c, 1, gla_r_reshape(c, made[0], values->ndim, values->shape));
    gla_r_give(c, 2, gla_r_reshape(c, made[1], places->ndim, places->shape));
    for (int i = 0; i < d; i++)
        gla_r_give_item(c, 0, i, made[2 + i]);
}

/* The numbers of the nodes tell which is the nearest. */
static void give_nearest(gla_vjp *c, const gla_array *g, int64_t nodes)
{
    const gla_operand *values = gla_r_like(c, 1);
    const gla_passed *in = c->node->in;
    gla_array *made = NULL, *zero = gla_r_number(c, 0);
    gla_operand grid = *values;
    grid.ndim = gla_r_items(c, 0);
    gla_array *numbers = gla_r_astype(c, gla_r_numbers(c, &grid), GLA_FLOAT64);
    if (!numbers || !zero)
        return;
    gla_array *at = gla_r_adopt(
        c, gla_interpn(in[0].arrays, numbers, gla_r_x(c, 2), &made, "nearest", false, zero, in[6].truth), &made);
    at = gla_r_flat(c, gla_r_astype(c, at, GLA_INT64));
    gla_array *sums = gla_r_filled(c, g, 0, nodes + 1, 0);
    gla_r_add_at(c, at ? sums : NULL, &(const gla_index){.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = at}}}, g);
    gla_r_give(c, 1, gla_r_reshape(c, gla_r_part(c, sums, 0, 1, nodes), values->ndim, values->shape));
}

/* Points outside the grid have the value of the argument fill_value. */
GLA_VJP(interpn)
{
    const gla_operand *values = gla_r_like(c, 1), *out = gla_r_like_out(c, 0);
    gla_array *g = gla_r_g(c, 0), *outside = NULL;
    int d = gla_r_items(c, 0);
    int64_t points = 1, trailing = 1, nodes = 1;
    if (d > VARIABLES)
        gla_r_fail(c, "in more than %d variables has no derivative; interpolate in some of them first", VARIABLES);
    if (!g || gla_r_fails(c))
        return;
    for (int i = 0; i < values->ndim; i++)
        *(i < d ? &nodes : &trailing) *= values->shape[i];
    for (int i = 0; i < out->ndim - (values->ndim - d); i++)
        points *= out->shape[i];
    g = gla_r_reshape(c, g, 2, (const int64_t[]){points, trailing});
    gla_array *xi = gla_r_reshape(c, gla_r_x(c, 2), 2, (const int64_t[]){points, d});
    xi = gla_r_where(c, gla_r_apply(c, gla_isfinite, xi), xi, gla_r_number(c, 0)); /* 0·NaN would be NaN */
    for (int i = 0; i < d && !c->node->in[6].truth; i++) {
        gla_array *part = beyond(c, coordinate(c, xi, i), gla_r_item(c, 0, i));
        outside = outside ? gla_r_combine(c, gla_logical_or, outside, part) : part;
    }
    if (outside) {
        outside = gla_r_add_last(c, outside, 1);
        if (gla_r_like(c, 5)->dtype != GLA_NO_DTYPE && gla_r_wants(c, 5))
            gla_r_give(c, 5, gla_r_sum(c, gla_r_selected(c, outside, g), NULL, false));
        g = gla_r_where(c, outside, gla_r_number(c, 0), g);
    }
    if (!g || gla_r_fails(c))
        return;
    if (strcmp(c->node->in[3].text, "nearest") != 0)
        give_linear(c, xi, g, nodes);
    else if (gla_r_wants(c, 1))
        give_nearest(c, g, nodes);
}
