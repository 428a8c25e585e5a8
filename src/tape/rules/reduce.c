/* reduce.c - Derivatives of sums, means and extremes. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

GLA_VJP(sum)
{
    const gla_operand *x = gla_r_like(c, 0);
    gla_r_give(c, 0, gla_r_spread(c, gla_r_g(c, 0), x, c->node->in[1].ints));
}
