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

/* Give each item of the list its part of g along an axis: `stacked` items have no such axis. */
static void split(gla_vjp *c, int axis, bool stacked)
{
    const gla_array *g = gla_r_g(c, 0);
    int64_t start = 0;
    if (!g)
        return;
    gla_index key = {.n = axis + 1};
    for (int i = 0; i < axis; i++)
        key.v[i] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    for (int k = 0; k < gla_r_items(c, 0); k++) {
        int64_t length = stacked ? 1 : gla_r_like_item(c, 0, k)->shape[axis];
        gla_array *made = NULL;
        key.v[axis] = stacked ? (gla_index_item){.kind = GLA_INDEX_INTEGER, .start = start}
                              : (gla_index_item){.kind = GLA_INDEX_SLICE,
                                                 .has_start = true,
                                                 .has_stop = true,
                                                 .start = start,
                                                 .stop = start + length,
                                                 .step = 1};
        if (gla_r_wants_item(c, 0, k) && !c->s.status)
            gla_r_give_item(c, 0, k, gla_r_adopt(c, gla_getitem(g, &key, &made), &made));
        start += length;
    }
}

GLA_VJP(concat)
{
    const gla_operand *out = gla_r_like_out(c, 0);
    gla_axis axis = c->node->in[1].axis;
    if (axis == GLA_NO_AXIS) { /* of the flattened items */
        gla_r_fail(c, "with axis=none has no derivative; reshape the arrays to one dimension first");
        return;
    }
    split(c, (int)((axis + out->ndim) % out->ndim), false);
}

GLA_VJP(stack)
{
    int ndim = gla_r_like_out(c, 0)->ndim;
    split(c, (int)((c->node->in[1].integer + ndim) % ndim), true);
}
