/* sums.c - Sums, and the variance about a known mean. */
#include "reduce.h"

#include <string.h>

/* At most CHUNK / LANES additions are sequential; all other additions are pairwise.  The lanes fill eight SSE registers. */
#define LANES 16
#define VAR_LANES 8
#define CHUNK 512

#define T uint64_t
#define A uint64_t
#define F(name) name##_uint64
#include "sums.inc"
#undef F
#undef A
#undef T

#define T float
#define A double
#define F(name) name##_float32
#include "sums.inc"
#include "var.inc"
#undef F
#undef T

#define T double
#define F(name) name##_float64
#include "sums.inc"
#include "var.inc"

static void var_merge(void *acc, const void *later, int64_t plane)
{
    sum_merge_float64(acc, later, 2 * plane);
}

const gla_reduce_loops gla_reduce_sum_uint64 = {1, sum_row_uint64, sum_columns_uint64, sum_merge_uint64, NULL, NULL};
const gla_reduce_loops gla_reduce_sum_float32 = {1, sum_row_float32, sum_columns_float32, sum_merge_float32, NULL, NULL};
const gla_reduce_loops gla_reduce_sum_float64 = {1, sum_row_float64, sum_columns_float64, sum_merge_float64, NULL, NULL};
const gla_reduce_loops gla_reduce_var_float32 = {2, var_row_float32, var_columns_float32, var_merge, NULL, NULL};
const gla_reduce_loops gla_reduce_var_float64 = {2, var_row_float64, var_columns_float64, var_merge, NULL, NULL};
