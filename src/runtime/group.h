/* group.h - Errors and constants of grouped sums that all backends use. */
#ifndef GLA_RUNTIME_GROUP_H
#define GLA_RUNTIME_GROUP_H

#include "gpulinalg/core.h"

GLA_BEGIN_DECLS

/* gla_group_out_of_range: fail with IndexError for a key that is out of range. gla_group_bits: return the number of bits per
 * unit in a sum of n elements (kernels/group.h, docs/design/scans.md). */
gla_status gla_group_out_of_range(const char *name, int64_t position, int64_t key, int64_t groups);
int gla_group_bits(int64_t n);

GLA_END_DECLS

#endif
