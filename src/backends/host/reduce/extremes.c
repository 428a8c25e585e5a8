/* extremes.c - Smallest and largest elements, and their positions. */
#include "backends/host/unroll.h"
#include "reduce.h"

#include <math.h>
#include <string.h>

/* Vectors of 32 bytes, and the masks that result from comparing such vectors. */
typedef float v_float __attribute__((vector_size(32)));
typedef double v_double __attribute__((vector_size(32)));
typedef int32_t m_float __attribute__((vector_size(32)));
typedef int64_t m_double __attribute__((vector_size(32)));

#define BETTER(a, b) ((a) < (b))
#define F(name) name##_min_uint8
#define T uint8_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_uint16
#define T uint16_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_uint32
#define T uint32_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_uint64
#define T uint64_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_int8
#define T int8_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_int16
#define T int16_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_int32
#define FIRST gla_reduce_first_min_int32
#define T int32_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_int64
#define FIRST gla_reduce_first_min_int64
#define T int64_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_min_float32
#define FIRST gla_reduce_first_min_float32
#define T float
#define V v_float
#define M m_float
#include "extremes.inc"
#undef F
#undef M
#undef T
#undef V
#define F(name) name##_min_float64
#define FIRST gla_reduce_first_min_float64
#define T double
#define V v_double
#define M m_double
#include "extremes.inc"
#undef F
#undef M
#undef T
#undef V
#undef BETTER

#define BETTER(a, b) ((a) > (b))
#define F(name) name##_max_uint8
#define T uint8_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_uint16
#define T uint16_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_uint32
#define T uint32_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_uint64
#define T uint64_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_int8
#define T int8_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_int16
#define T int16_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_int32
#define FIRST gla_reduce_first_max_int32
#define T int32_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_int64
#define FIRST gla_reduce_first_max_int64
#define T int64_t
#include "extremes.inc"
#undef F
#undef T
#define F(name) name##_max_float32
#define FIRST gla_reduce_first_max_float32
#define T float
#define V v_float
#define M m_float
#include "extremes.inc"
#undef F
#undef M
#undef T
#undef V
#define F(name) name##_max_float64
#define FIRST gla_reduce_first_max_float64
#define T double
#define V v_double
#define M m_double
#include "extremes.inc"
#undef F
#undef M
#undef T
#undef V
#undef BETTER

#define EXTREME(t)                                     \
    {                                                  \
        1, row_##t, columns_##t, merge_##t, NULL, NULL \
    }
#define POSITION(t)                                                    \
    {                                                                  \
        2, arg_row_##t, arg_columns_##t, arg_merge_##t, NULL, find_##t \
    }
#define BY_TYPE(LOOPS, op)                                                                                       \
    {                                                                                                            \
        [GLA_BOOL] = LOOPS(op##_uint8), [GLA_INT8] = LOOPS(op##_int8), [GLA_INT16] = LOOPS(op##_int16),          \
        [GLA_INT32] = LOOPS(op##_int32), [GLA_INT64] = LOOPS(op##_int64), [GLA_UINT8] = LOOPS(op##_uint8),       \
        [GLA_UINT16] = LOOPS(op##_uint16), [GLA_UINT32] = LOOPS(op##_uint32), [GLA_UINT64] = LOOPS(op##_uint64), \
        [GLA_FLOAT32] = LOOPS(op##_float32), [GLA_FLOAT64] = LOOPS(op##_float64)                                 \
    }

const gla_reduce_loops gla_reduce_extremes[4][GLA_DTYPE_COUNT] = {BY_TYPE(EXTREME, min), BY_TYPE(EXTREME, max),
                                                                  BY_TYPE(POSITION, min), BY_TYPE(POSITION, max)};

#define PRESENT(t)                                                             \
    {                                                                          \
        1, present_row_##t, present_columns_##t, present_merge_##t, NULL, NULL \
    }
#define FLOATING(op)                                                                 \
    {                                                                                \
        [GLA_FLOAT32] = PRESENT(op##_float32), [GLA_FLOAT64] = PRESENT(op##_float64) \
    }

const gla_reduce_loops gla_reduce_present[2][GLA_DTYPE_COUNT] = {FLOATING(min), FLOATING(max)};
