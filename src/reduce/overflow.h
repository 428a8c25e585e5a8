/* overflow.h - sums and products of integers that warn where they are beyond the type of the result. */
#ifndef GLA_REDUCE_OVERFLOW_H
#define GLA_REDUCE_OVERFLOW_H

#include "reduce/common.h"

/* Whether `count` numbers of type x may have such a sum or product, by their types alone, and somebody wants to know. */
bool gla_may_overflow(gla_reduction op, gla_dtype x, gla_dtype out, int64_t count);

/* gla_reduce, and OverflowWarning. */
gla_status gla_reduce_watched(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims,
                              gla_array **out);

#endif
