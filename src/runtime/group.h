/* group.h - errors and constants of grouped sums, shared by all backends. */
#ifndef GLA_RUNTIME_GROUP_H
#define GLA_RUNTIME_GROUP_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* "NAME: key K at position P is not in 0 ... G - 1", IndexError; and of how many bits the units of a sum of n numbers are
 * (kernels/group.h, docs/decisions/0063). */
gla_status gla_group_out_of_range(const char *name, int64_t position, int64_t key, int64_t groups);
int gla_group_bits(int64_t n);

GLA_END_DECLS

#endif
