/* overflow.h - whether sums and products of integers are within the type of the result. */
#ifndef GLA_REDUCE_OVERFLOW_H
#define GLA_REDUCE_OVERFLOW_H

#include "core/scope.h"

/* Whether `count` numbers of type x may have a sum (a product) beyond an integer type, and somebody wants to know. */
bool gla_may_overflow(bool multiplies, gla_dtype x, gla_dtype out, int64_t count);

/* The type in which the same is computed once more to find out. */
gla_dtype gla_shadow_dtype(const gla_device *dev);

/* Warn where an element of `result` is not what `shadow`, of the same shape, says of it up to rounding.  Integers that have
 * wrapped around are off by a multiple of 2^bits. */
void gla_s_check_overflow(gla_scope *s, const char *what, const gla_array *result, const gla_array *shadow);

#endif
