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
