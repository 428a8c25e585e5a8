/* array.c - Derivatives of creating, converting and moving arrays. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

/* The cotangent has the dtype of the argument (gla_r_give). */
static void identity(gla_vjp *c)
{
    gla_r_give(c, 0, gla_r_g(c, 0));
}

static void move_back(gla_vjp *c)
{
    gla_array *g = gla_r_g(c, 0), *moved = NULL;
    if (g && !c->s.status && gla_device_of(g) != gla_r_like(c, 0)->dev)
        g = gla_r_adopt(c, gla_to_device(g, gla_r_like(c, 0)->dev->name, &moved, GLA_MAYBE), &moved);
    gla_r_give(c, 0, g);
}

GLA_VJP(asarray)
{
    move_back(c);
}

GLA_VJP(astype)
{
    move_back(c);
}

GLA_VJP(to_device)
{
    move_back(c);
}

GLA_VJP(copy)
{
    identity(c);
}

/* gla_r_give sums over the broadcast dimensions. */
GLA_VJP(full)
{
    gla_array *g = gla_r_g(c, 0), *moved = NULL;
    if (g && !gla_r_fails(c) && gla_device_of(g) != gla_r_like(c, 1)->dev)
        g = gla_r_adopt(c, gla_to_device(g, gla_r_like(c, 1)->dev->name, &moved, GLA_MAYBE), &moved);
    gla_r_give(c, 1, g);
}

GLA_VJP(full_like)
{
    gla_vjp_full(c);
}

static gla_array *weighted(gla_vjp *c, const gla_array *g, const gla_array *weights)
{
    return gla_r_sum(c, gla_r_multiply(c, g, weights), NULL, false);
}

/* Element i is start + i·step. */
GLA_VJP(arange)
{
    gla_array *g = gla_r_g(c, 0);
    if (!g)
        return;
    if (gla_r_like(c, 1)->dtype != GLA_NO_DTYPE)
        gla_r_give(c, 0, gla_r_sum(c, g, NULL, false));
    if (gla_r_wants(c, 2))
        gla_r_give(c, 2, weighted(c, g, gla_r_range(c, gla_device_of(g), 0, g->size, g->dtype)));
}

/* Element i is start + t[i]·(stop − start). */
GLA_VJP(linspace)
{
    gla_array *g = gla_r_g(c, 0), *t = NULL, *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1);
    if (!g || !one)
        return;
    gla_dtype dtype = g->dtype == GLA_FLOAT32 ? GLA_FLOAT32 : GLA_FLOAT64;
    t = gla_r_adopt(c, gla_linspace(zero, one, g->size, &t, dtype, gla_device_of(g)->name, c->node->in[5].truth), &t);
    gla_array *last = weighted(c, g, t);
    gla_r_give(c, 1, last);
    gla_r_give(c, 0, gla_r_subtract(c, gla_r_sum(c, g, NULL, false), last));
}
