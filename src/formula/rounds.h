/* rounds.h - Count loop iterations, and check before a device runs a formula that its loops end soon. */
#ifndef GLA_FORMULA_ROUNDS_H
#define GLA_FORMULA_ROUNDS_H

#include "formula/expr.h"

/* Return a loop bound: an int64, or the bits of a uint64. */
static inline __int128 gla_bound(int64_t bits, gla_dtype dtype)
{
    return dtype == GLA_UINT64 ? (__int128)(uint64_t)bits : bits;
}

/* Return the number of integers from the counter to the end, or a value of 0 or less if no iteration is left. */
static inline __int128 gla_way(__int128 counter, __int128 end, bool reached, int64_t step)
{
    return (step > 0 ? end - counter : counter - end) + reached;
}

/* Return the number of iterations of a loop. Set *beyond to true if the counter would overflow int64. */
static inline double gla_rounds_between(__int128 begin, __int128 end, bool reached, int64_t step, bool *beyond)
{
    __int128 way = gla_way(begin, end, reached, step), size = step > 0 ? step : -(__int128)step;
    __int128 more = way > 0 ? (way - 1) / size : -1; /* iterations after the first */
    *beyond = more >= 0 && (begin > INT64_MAX || begin + more * step > INT64_MAX);
    return (double)(more + 1);
}

/* Extract the loops of an expression and the values that bound the loops. *out is NULL if all bounds are constants, which have
 * been checked already. */
gla_status gla_rounds_new(const gla_expr *e, gla_expr **out);
/* Fail with ArgumentError if a loop has too many iterations for these arguments. rounds may be NULL. */
gla_status gla_rounds_check(const gla_expr *rounds, const gla_array *const in[]);

#endif
