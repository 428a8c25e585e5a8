/* range.h - the device's own counting, shared by arange and linspace. */
#ifndef GLA_ARRAY_RANGE_H
#define GLA_ARRAY_RANGE_H

#include "core/scope.h"

/* New 1-d array of n elements start + i*step; integer types take istart and istep and wrap.  dtype is an integer or a
 * real floating one. */
gla_array *gla_new_range(gla_scope *s, gla_device *dev, gla_dtype dtype, int64_t n, double start, double step, int64_t istart,
                         int64_t istep);

/* Whether an integer type holds the first and the last of numbers in equal steps, and so all of them. */
gla_status gla_check_span(const char *op, gla_dtype dtype, double first, double last);

#endif
