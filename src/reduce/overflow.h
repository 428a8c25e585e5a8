/* overflow.h - Sums and products of integers that warn on overflow. */
#ifndef GLA_REDUCE_OVERFLOW_H
#define GLA_REDUCE_OVERFLOW_H

#include "reduce/common.h"

/* Return true if a sum or product of `count` elements of dtype x may overflow by its dtypes alone, and the warning is
 * enabled. */
bool gla_may_overflow(gla_reduction op, gla_dtype x, gla_dtype out, int64_t count);

/* Like gla_reduce(), with an OverflowWarning. */
gla_status gla_reduce_watched(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims,
                              gla_array **out);

#endif
