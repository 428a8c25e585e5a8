/* join.h - Joining of arrays, for other areas. */
#ifndef GLA_SHAPE_JOIN_H
#define GLA_SHAPE_JOIN_H

#include "core/core.h"

/* Check that the list is not empty and not too long for one call. */
gla_status gla_check_parts(const char *op, const gla_arrays *arrays);
/* Like gla_concat for a list that has been checked; messages name `op`. */
gla_status gla_join_along(const char *op, const gla_arrays *arrays, int64_t axis, gla_array **out);

#endif
