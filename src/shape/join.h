/* join.h - joining of arrays, for other rooms. */
#ifndef GLA_SHAPE_JOIN_H
#define GLA_SHAPE_JOIN_H

#include "core/core.h"

/* The list must not be empty, nor longer than one call can take. */
gla_status gla_check_parts(const char *op, const gla_arrays *arrays);
/* As gla_concat, of a list that has been checked, for what scripts call `op`. */
gla_status gla_join_along(const char *op, const gla_arrays *arrays, int64_t axis, gla_array **out);

#endif
