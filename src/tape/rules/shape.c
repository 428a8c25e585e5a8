/* shape.c - Derivatives of changing shapes and joining arrays. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <string.h>

static gla_ints shape_of(const gla_operand *x)
{
    gla_ints shape = {.n = x->ndim};
    memcpy(shape.v, x->shape, (size_t)x->ndim * sizeof *shape.v);
    return shape;
}

static void reshape_back(gla_vjp *c, const char *order)
{
    gla_ints shape = shape_of(gla_r_like(c, 0));
    gla_array *made = NULL, *g = gla_r_g(c, 0);
    if (g && !c->s.status)
        gla_r_give(c, 0, gla_r_adopt(c, gla_reshape(g, &shape, &made, GLA_MAYBE, order), &made));
}

GLA_VJP(reshape)
{
    reshape_back(c, c->node->in[3].text);
}

GLA_VJP(expand_dims)
{
    reshape_back(c, "C");
}

GLA_VJP(squeeze)
{
    reshape_back(c, "C");
}

/* gla_r_give sums over the broadcast dimensions. */
GLA_VJP(broadcast_to)
{
    gla_r_give(c, 0, gla_r_g(c, 0));
}

GLA_VJP(permute_dims)
{
    const gla_ints *axes = c->node->in[1].ints;
    gla_array *made = NULL, *g = gla_r_g(c, 0);
    gla_ints back = {.n = gla_r_like(c, 0)->ndim};
    for (int i = 0; i < back.n; i++)
        back.v[(axes->v[i] + back.n) % back.n] = i;
    if (g && !c->s.status)
        gla_r_give(c, 0, gla_r_adopt(c, gla_permute_dims(g, &back, &made), &made));
}

GLA_VJP(matrix_transpose)
{
    gla_r_give(c, 0, gla_r_t(c, gla_r_g(c, 0)));
}

GLA_VJP(tril)
{
    gla_r_give(c, 0, gla_r_tril(c, gla_r_g(c, 0), c->node->in[1].integer));
}

GLA_VJP(triu)
{
    gla_r_give(c, 0, gla_r_triu(c, gla_r_g(c, 0), c->node->in[1].integer));
}

/* Give each item of the list its part of g along an axis, in the shape of the item. Items may have fewer dimensions than g, and
 * no such axis if they are stacked. */
static void split(gla_vjp *c, const gla_array *g, int axis)
{
    int64_t start = 0;
    if (!g)
        return;
    for (int k = 0; k < gla_r_items(c, 0); k++) {
        const gla_operand *x = gla_r_like_item(c, 0, k);
        int64_t length = 1, other = 1;
        for (int i = 0; i < x->ndim; i++)
            length *= x->shape[i];
        for (int i = 0; i < g->ndim; i++)
            other *= i == axis ? 1 : g->shape[i];
        length = !other ? 0 : length / other;
        if (gla_r_wants_item(c, 0, k))
            gla_r_give_item(c, 0, k, gla_r_reshape(c, gla_r_part(c, g, axis, start, length), x->ndim, x->shape));
        start += length;
    }
}

GLA_VJP(concat)
{
    gla_axis axis = c->node->in[1].axis; /* none: of the flattened items */
    split(c, gla_r_g(c, 0), axis == GLA_NO_AXIS ? 0 : gla_r_axis(axis, gla_r_like_out(c, 0)->ndim));
}

GLA_VJP(stack)
{
    split(c, gla_r_g(c, 0), gla_r_axis(c->node->in[1].integer, gla_r_like_out(c, 0)->ndim));
}

GLA_VJP(hstack)
{
    split(c, gla_r_g(c, 0), gla_r_like_out(c, 0)->ndim > 1);
}

GLA_VJP(vstack)
{
    split(c, gla_r_g(c, 0), 0);
}

GLA_VJP(column_stack)
{
    split(c, gla_r_g(c, 0), 1);
}

GLA_VJP(flip)
{
    gla_array *g = gla_r_g(c, 0), *made = NULL;
    if (g)
        gla_r_give(c, 0, gla_r_adopt(c, gla_flip(g, &made, c->node->in[1].ints), &made));
}

GLA_VJP(moveaxis)
{
    gla_array *g = gla_r_g(c, 0), *made = NULL;
    if (g)
        gla_r_give(c, 0, gla_r_adopt(c, gla_moveaxis(g, c->node->in[2].ints, c->node->in[1].ints, &made), &made));
}

/* Only the slices that were used have a cotangent. */
GLA_VJP(unstack)
{
    int axis = gla_r_axis(c->node->in[1].integer, gla_r_like(c, 0)->ndim);
    gla_index key = {.n = axis + 1};
    gla_array *zeros = gla_r_zeros(c, 0);
    for (int i = 0; i < axis; i++)
        key.v[i] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    for (int k = 0; zeros && k < c->node->n_out; k++) {
        key.v[axis] = (gla_index_item){.kind = GLA_INDEX_INTEGER, .start = k};
        if (gla_r_g(c, k) && !gla_r_fails(c))
            gla_s_check(&c->s, gla_setitem(zeros, &key, gla_r_g(c, k)));
    }
    gla_r_give(c, 0, zeros);
}

GLA_VJP(broadcast_arrays)
{
    for (int k = 0; k < gla_r_items(c, 0); k++)
        gla_r_give_item(c, 0, k, gla_r_g(c, k));
}
