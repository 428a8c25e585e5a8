/* index.c - Derivatives of reading and writing parts of arrays. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

static bool has_arrays(const gla_index *key)
{
    for (int i = 0; i < key->n; i++)
        if (key->v[i].kind == GLA_INDEX_ARRAY)
            return true;
    return false;
}

static void put(gla_vjp *c, gla_array *x, const gla_index *key, const gla_array *value)
{
    if (x && value && !c->s.status)
        gla_s_check(&c->s, gla_setitem(x, key, value));
}

/* A view adds in place to the cotangent so far, so that a loop over the elements of an array takes linear time. */
GLA_VJP(getitem)
{
    const gla_index *key = c->node->in[1].index;
    gla_array *g = gla_r_g(c, 0), *sum = gla_r_into(c, 0);
    if (!has_arrays(key) && sum && g && !gla_tape_knows(g)) {
        gla_array *place = gla_r_item_of(c, sum, key);
        if (place)
            gla_s_check(&c->s, gla_tape_inplace("add", gla_add, place, g));
        return;
    }
    gla_array *zeros = gla_r_zeros(c, 0);
    if (has_arrays(key))
        gla_r_add_at(c, zeros, key, g);
    else
        put(c, zeros, key, g);
    gla_r_give(c, 0, g ? zeros : NULL);
}

static gla_array *zeros_like(gla_vjp *c, const gla_array *x)
{
    gla_array *made = NULL;
    return x && !gla_r_fails(c) ? gla_r_adopt(c, gla_zeros_like(x, &made, GLA_INT64, NULL), &made) : NULL;
}

/* Return g[key], but 0 where a later element of the value was written to the same position: only the last one counts. */
static gla_array *last_written(gla_vjp *c, const gla_array *g, const gla_index *key)
{
    gla_array *all = gla_r_item_of(c, g, key);
    if (!all || !has_arrays(key))
        return gla_r_apply(c, gla_copy, all);
    gla_array *turn = gla_r_reshape(c, gla_r_range(c, gla_device_of(g), 1, all->size, GLA_INT64), all->ndim, all->shape);
    gla_array *winner = zeros_like(c, g);
    put(c, winner, key, turn);
    return gla_r_where(c, gla_r_combine(c, gla_equal, gla_r_item_of(c, winner, key), turn), all, gla_r_number(c, 0));
}

/* Give the cotangents of an array and of the value that was written to x[key], where x is the array, or the array flattened. */
static void give_written(gla_vjp *c, gla_array *g, const gla_index *key)
{
    const gla_operand *x = gla_r_like(c, 0);
    if (!g)
        return;
    if (gla_r_wants(c, 2))
        gla_r_give(c, 2, last_written(c, g, key));
    if (gla_r_wants(c, 0)) {
        gla_array *rest = gla_r_apply(c, gla_copy, g);
        put(c, rest, key, gla_r_number(c, 0));
        gla_r_give(c, 0, gla_r_reshape(c, rest, x->ndim, x->shape));
    }
}

GLA_VJP(setitem)
{
    give_written(c, gla_r_g(c, 0), c->node->in[1].index);
}

GLA_VJP(add_at)
{
    gla_r_give(c, 0, gla_r_g(c, 0));
    gla_r_give(c, 2, gla_r_item_of(c, gla_r_g(c, 0), c->node->in[1].index));
}

GLA_VJP(take)
{
    const gla_ints *axis = c->node->in[2].ints;
    int at = axis ? gla_r_axis(axis->v[0], gla_r_like(c, 0)->ndim) : 0;
    gla_array *g = gla_r_g(c, 0), *zeros = g ? gla_r_zeros(c, 0) : NULL;
    gla_index key = {.n = at + 1};
    for (int i = 0; i < at; i++)
        key.v[i] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    key.v[at] = (gla_index_item){.kind = GLA_INDEX_ARRAY, .array = gla_r_x(c, 1)};
    gla_r_add_at(c, zeros, &key, g);
    gla_r_give(c, 0, zeros);
}

/* Numbers of the elements that the function takes: the array may be broadcast along the other axes. */
GLA_VJP(take_along_axis)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_array *g = gla_r_g(c, 0), *made = NULL, *numbers = gla_r_numbers(c, x);
    if (!g || !numbers)
        return;
    numbers = gla_r_adopt(c, gla_take_along_axis(numbers, gla_r_x(c, 1), &made, (int)c->node->in[2].integer), &made);
    gla_r_give(c, 0, gla_r_collect(c, numbers, g, x->ndim, x->shape));
}

GLA_VJP(put_along_axis)
{
    gla_array *g = gla_r_flat(c, gla_r_g(c, 0)), *made = NULL, *numbers = g ? gla_r_numbers(c, gla_r_like(c, 0)) : NULL;
    if (!numbers)
        return;
    numbers = gla_r_adopt(c, gla_take_along_axis(numbers, gla_r_x(c, 1), &made, (int)c->node->in[3].integer), &made);
    gla_array *at = gla_r_subtract(c, numbers, gla_r_range(c, gla_device_of(g), 1, 1, GLA_INT64));
    give_written(c, at ? g : NULL, &(const gla_index){.n = 1, .v = {{.kind = GLA_INDEX_ARRAY, .array = at}}});
}
