/* nodes.h - Positions among the nodes of an interpolation. */
#ifndef GLA_TAPE_RULES_NODES_H
#define GLA_TAPE_RULES_NODES_H

#include "tape/rule.h"

gla_array *gla_r_plus_one(gla_vjp *c, const gla_array *at);
/* Return the numbers of the intervals between n nodes xp that contain the points x. */
gla_array *gla_r_intervals(gla_vjp *c, const gla_array *x, const gla_array *xp, int64_t n);

#endif
