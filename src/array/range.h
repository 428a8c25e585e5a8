/* range.h - Ranges computed by the device, for arange and linspace. */
#ifndef GLA_ARRAY_RANGE_H
#define GLA_ARRAY_RANGE_H

#include "core/scope.h"

/* Create a 1-d array of n elements start + i*step. Integer dtypes use istart and istep and wrap around. dtype is an integer or
 * real floating dtype. */
gla_array *gla_new_range(gla_scope *s, gla_device *dev, gla_dtype dtype, int64_t n, double start, double step, int64_t istart,
                         int64_t istep);

/* Fail if an integer dtype cannot represent the first and the last of evenly spaced values. If both are representable, all
 * are. */
gla_status gla_check_span(const char *op, gla_dtype dtype, double first, double last);

#endif
