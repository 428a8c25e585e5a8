/* sorting.c - Derivatives of sorting and of distinct elements. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

static gla_array *argsort(gla_vjp *c, const gla_array *x, int axis, bool descending)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_r_adopt(c, gla_argsort(x, &made, axis, descending, true), &made) : NULL;
}

/* The cotangents are put in the order of the elements. */
GLA_VJP(sort)
{
    int axis = (int)c->node->in[1].integer;
    gla_array *g = gla_r_g(c, 0), *made = NULL;
    gla_array *back = argsort(c, argsort(c, gla_r_x(c, 0), axis, c->node->in[2].truth), axis, false);
    if (g && !c->s.status)
        gla_r_give(c, 0, gla_r_adopt(c, gla_take_along_axis(g, back, &made, axis), &made));
}

/* Equal elements share the cotangent of their value. */
static void distinct(gla_vjp *c)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_array *g = gla_r_g(c, 0), *made = NULL, *values = NULL, *indices = NULL, *inverse = NULL, *counts = NULL;
    if (!g || c->s.status)
        return;
    gla_s_check(&c->s, gla_unique_all(gla_r_x(c, 0), &values, &indices, &inverse, &counts));
    gla_s_own(&c->s, values);
    gla_s_own(&c->s, indices);
    counts = gla_s_own(&c->s, counts);
    inverse = gla_r_reshape(c, gla_s_own(&c->s, inverse), 1, (int64_t[]){gla_r_x(c, 0)->size});
    gla_array *share = gla_r_divide(c, g, gla_r_astype(c, counts, gla_real_of(x->dtype)));
    if (!c->s.status)
        gla_r_give(c, 0, gla_r_reshape(c, gla_r_adopt(c, gla_take(share, inverse, &made, NULL), &made), x->ndim, x->shape));
}

GLA_VJP(unique_all)
{
    distinct(c);
}

GLA_VJP(unique_counts)
{
    distinct(c);
}

GLA_VJP(unique_inverse)
{
    distinct(c);
}

GLA_VJP(unique_values)
{
    distinct(c);
}
