/* rounds.h - how many rounds loops have, and whether those of a formula end soon, which is asked before a device begins. */
#ifndef GLA_FORMULA_ROUNDS_H
#define GLA_FORMULA_ROUNDS_H

#include "formula/expr.h"

/* A bound of a loop: an int64, or the bits of an uint64. */
static inline __int128 gla_bound(int64_t bits, gla_dtype dtype)
{
    return dtype == GLA_UINT64 ? (__int128)(uint64_t)bits : bits;
}

/* The integers from the counter to the end; 0 or less when there is no round for the counter. */
static inline __int128 gla_way(__int128 counter, __int128 end, bool reached, int64_t step)
{
    return (step > 0 ? end - counter : counter - end) + reached;
}

/* The rounds of a loop; *beyond: its counter would leave int64. */
static inline double gla_rounds_between(__int128 begin, __int128 end, bool reached, int64_t step, bool *beyond)
{
    __int128 way = gla_way(begin, end, reached, step), size = step > 0 ? step : -(__int128)step;
    __int128 more = way > 0 ? (way - 1) / size : -1; /* behind the first */
    *beyond = more >= 0 && (begin > INT64_MAX || begin + more * step > INT64_MAX);
    return (double)(more + 1);
}

/* The loops of an expression and what bounds them; NULL when all bounds are constants, which are checked already. */
gla_status gla_rounds_new(const gla_expr *e, gla_expr **out);
/* ArgumentError when one has too many rounds for these arguments.  NULL is fine. */
gla_status gla_rounds_check(const gla_expr *rounds, const gla_array *const in[]);

#endif
