/* integer.h - Division, powers and loops of one integer type T; included by int.c. */

/* Division by zero has already been rejected, but the loop must not trap even if another thread changes the memory
 * meanwhile. */
static inline T PASTE(floor_quotient, TYPE)(T x, T y)
{
    if (y == 0)
        return 0;
    if (y == (T)-1 && I_IS_NEGATIVE(y))
        return I_NEG(x); /* the lowest integer has no negation, and x/y would trap */
    return (T)(x / y - (x % y != 0 && I_IS_NEGATIVE(x) != I_IS_NEGATIVE(y)));
}

static inline T PASTE(floor_rest, TYPE)(T x, T y)
{
    if (y == 0 || (y == (T)-1 && I_IS_NEGATIVE(y)))
        return 0;
    T rest = (T)(x % y);
    return rest != 0 && I_IS_NEGATIVE(rest) != I_IS_NEGATIVE(y) ? (T)(rest + y) : rest;
}

/* Compute a power by repeated squaring; y >= 0. */
static inline T PASTE(power, TYPE)(T x, T y)
{
    U result = 1, square = (U)x;
    for (uint64_t n = (uint64_t)y; n; n >>= 1) {
        if (n & 1)
            result *= square;
        square *= square;
    }
    return (T)result;
}

#define R T
#include "loops.h"
#undef U
