/* scan_loops.c - Cumulative sums, products and extremes, for each dtype in which they are computed. */
#include "scan.h"

#include <float.h>
#include <math.h>
#include <signal.h>
#include <string.h>

typedef struct pair {
    double re, im;
} pair;

static inline pair add_pairs(pair a, pair b)
{
    return (pair){a.re + b.re, a.im + b.im};
}

static inline pair multiply_pairs(pair a, pair b)
{
    return (pair){a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re};
}

/* Return the exponent.  The highest bit of the exponent is set if the number is infinite, NaN, or too small for full precision.
 * The exponent is computed by additions, because they vectorise on all processors, whereas comparisons do not. */
static inline uint64_t exponent_of(double a)
{
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits & 0x7ff0000000000000u;
}

static inline uint64_t above(double a)
{
    return exponent_of(a) + 0x0010000000000000u;
}

static inline uint64_t below(double a)
{
    return exponent_of(a) - 0x0010000000000000u;
}

static inline bool is_finite(pair a)
{
    return fabs(a.re) <= DBL_MAX && fabs(a.im) <= DBL_MAX;
}

#define T uint8_t
#define ANY_ORDER
#define F(name) name##_or
#define JOIN(a, b) ((uint8_t)((a) | (b)))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#define ANY_ORDER
#define F(name) name##_and
#define JOIN(a, b) ((uint8_t)((a) & (b)))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#undef T

#define T uint64_t
#define ANY_ORDER
#define F(name) name##_sum_uint64
#define JOIN(a, b) ((a) + (b))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#define F(name) name##_prod_uint64
#define JOIN(a, b) ((a) * (b))
#include "scan_loops.inc"
#undef F
#undef JOIN
#define ANY_ORDER
#define F(name) name##_min_uint64
#define JOIN(a, b) ((a) < (b) ? (a) : (b))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#define ANY_ORDER
#define F(name) name##_max_uint64
#define JOIN(a, b) ((a) > (b) ? (a) : (b))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#undef T

#define T int64_t
#define ANY_ORDER
#define F(name) name##_min_int64
#define JOIN(a, b) ((a) < (b) ? (a) : (b))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#define ANY_ORDER
#define F(name) name##_max_int64
#define JOIN(a, b) ((a) > (b) ? (a) : (b))
#include "scan_loops.inc"
#undef ANY_ORDER
#undef F
#undef JOIN
#undef T

#define T double
#define F(name) name##_sum_float64
#define JOIN(a, b) ((a) + (b))
#define BEYOND(r, part) above(r)
#define KEEPS(r, e) ((r) != (r) || fabs(e) <= DBL_MAX)
#include "scan_loops.inc"
#undef F
#undef JOIN
#define F(name) name##_prod_float64
#define JOIN(a, b) ((a) * (b))
#define BEYOND(r, part) (above(r) | below(r) | below(part))
#define KEEPS(r, e) ((r) != (r) || (((r) == 0 || isinf(r)) && (e) > 0 && (e) <= DBL_MAX))
#include "scan_loops.inc"
#undef F
#undef JOIN
#define F(name) name##_min_float64
#define JOIN(a, b) ((a) < (b) || (a) != (a) ? (a) : (b))
#include "scan_loops.inc"
#undef F
#undef JOIN
#define F(name) name##_max_float64
#define JOIN(a, b) ((a) > (b) || (a) != (a) ? (a) : (b))
#include "scan_loops.inc"
#undef F
#undef JOIN
#undef T

#define T pair
#define F(name) name##_sum_complex128
#define JOIN(a, b) add_pairs(a, b)
#define BEYOND(r, part) (above((r).re) | above((r).im))
#define KEEPS(r, e) ((r).re != (r).re && (r).im != (r).im && is_finite(e))
#include "scan_loops.inc"
#undef F
#undef JOIN
#define F(name) name##_prod_complex128
#define JOIN(a, b) multiply_pairs(a, b)
#define BEYOND(r, part) \
    (above((r).re) | above((r).im) | (below((r).re) & below((r).im)) | (below((part).re) & below((part).im)))
#define KEEPS(r, e) ((r).re != (r).re && (r).im != (r).im && is_finite(e))
#include "scan_loops.inc"
#undef F
#undef JOIN
#undef T

#define LOOPS(dtype, name)                                                                                  \
    {                                                                                                       \
        dtype, run_##name, total_##name, finish_##name, join_##name, NULL, NULL, NULL, NULL, columns_##name \
    }
#define LOOPS_ANY_ORDER(dtype, name)                                                                                       \
    {                                                                                                                      \
        dtype, run_##name, total_##name, finish_##name, join_##name, follow_##name, all_##name, NULL, NULL, columns_##name \
    }
#define LOOPS_IN_RANGE(dtype, name)                                                                                       \
    {                                                                                                                     \
        dtype, run_##name, total_##name, finish_##name, join_##name, NULL, NULL, step_##name, fine_##name, columns_##name \
    }

enum { TRUTHS, UNSIGNED, SIGNED, REALS, COMPLEXES, CLASSES };

static int class_of(gla_dtype t)
{
    return t == GLA_BOOL             ? TRUTHS
           : t < GLA_FLOAT32         ? gla_dtype_is_unsigned(t) ? UNSIGNED : SIGNED
           : gla_dtype_is_complex(t) ? COMPLEXES
                                     : REALS;
}

const gla_scan_loops *gla_scan_choose(gla_scan_op op, gla_dtype out)
{
    static const gla_scan_loops all[][CLASSES] = {
        [GLA_SCAN_SUM] = {LOOPS_ANY_ORDER(GLA_BOOL, or), LOOPS_ANY_ORDER(GLA_UINT64, sum_uint64),
                          LOOPS_ANY_ORDER(GLA_UINT64, sum_uint64), LOOPS_IN_RANGE(GLA_FLOAT64, sum_float64),
                          LOOPS_IN_RANGE(GLA_COMPLEX128, sum_complex128)},
        [GLA_SCAN_PROD] = {LOOPS_ANY_ORDER(GLA_BOOL, and), LOOPS(GLA_UINT64, prod_uint64), LOOPS(GLA_UINT64, prod_uint64),
                           LOOPS_IN_RANGE(GLA_FLOAT64, prod_float64), LOOPS_IN_RANGE(GLA_COMPLEX128, prod_complex128)},
        [GLA_SCAN_MIN] = {LOOPS_ANY_ORDER(GLA_BOOL, and), LOOPS_ANY_ORDER(GLA_UINT64, min_uint64),
                          LOOPS_ANY_ORDER(GLA_INT64, min_int64), LOOPS(GLA_FLOAT64, min_float64)},
        [GLA_SCAN_MAX] = {LOOPS_ANY_ORDER(GLA_BOOL, or), LOOPS_ANY_ORDER(GLA_UINT64, max_uint64),
                          LOOPS_ANY_ORDER(GLA_INT64, max_int64), LOOPS(GLA_FLOAT64, max_float64)},
    };
    return &all[op][class_of(out)];
}
