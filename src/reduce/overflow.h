/* overflow.h - Overflow warnings for sums and products of integers. */
#ifndef GLA_REDUCE_OVERFLOW_H
#define GLA_REDUCE_OVERFLOW_H

#include "reduce/common.h"

/* Return true if the sum or product of `count` elements of dtype x might overflow, judging by the dtypes alone, and the warning
 * is enabled. */
bool gla_may_overflow(gla_reduction op, gla_dtype x, gla_dtype out, int64_t count);

/* Like gla_reduce(), with an OverflowWarning. */
gla_status gla_reduce_watched(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims,
                              gla_array **out);

#endif
