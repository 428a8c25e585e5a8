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

static gla_array *part(gla_vjp *c, const gla_array *x, const gla_index *key)
{
    gla_array *made = NULL;
    return x && !c->s.status ? gla_r_adopt(c, gla_getitem(x, key, &made), &made) : NULL;
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
    if (has_arrays(key)) {
        gla_r_fail(c, "with index arrays has no derivative");
        return;
    }
    if (sum && !gla_tape_knows(g)) {
        gla_array *place = part(c, sum, key);
        if (place)
            gla_s_check(&c->s, gla_inplace("add", place, g));
        return;
    }
    gla_array *zeros = gla_r_zeros(c, 0);
    put(c, zeros, key, g);
    gla_r_give(c, 0, zeros);
}

GLA_VJP(setitem)
{
    const gla_index *key = c->node->in[1].index;
    gla_array *g = gla_r_g(c, 0);
    if (gla_r_wants(c, 2))
        gla_r_give(c, 2, gla_r_apply(c, gla_copy, part(c, g, key)));
    if (gla_r_wants(c, 0)) {
        gla_array *rest = gla_r_apply(c, gla_copy, g);
        put(c, rest, key, gla_r_number(c, 0));
        gla_r_give(c, 0, rest);
    }
}
