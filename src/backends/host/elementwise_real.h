/* elementwise_real.h - the words of the table for real numbers, and the loops of one real type.
 * F(name) is the function of <math.h> for the type: exp or expf. */
#include <math.h>

#define BOOL(...)
#define INT(...)
#define REAL EXPRESSION
#define COMPLEX(...)

#define R_INF INFINITY
#define R_LOG1P F(log1p)
#define R_POW F(pow)
#define R_REMAINDER floor_rest
#define R_FLOOR_DIVIDE floor_quotient

/* x - y*floor(x/y), exactly: the rest of division with the sign of y, as Python defines it. */
static inline T floor_rest(T x, T y)
{
    T rest = F(fmod)(x, y);
    if (rest == 0)
        return F(copysign)(0, y);
    return (rest < 0) != (y < 0) ? rest + y : rest;
}

/* floor(x/y) for the exact quotient, which x/y may have rounded up to the next whole number. */
static inline T floor_quotient(T x, T y)
{
    if (y == 0)
        return x / y;
    T rest = F(fmod)(x, y), quotient = (x - rest) / y;
    if (rest != 0 && (rest < 0) != (y < 0))
        quotient -= 1;
    if (quotient == 0)
        return F(copysign)(0, x / y);
    return F(rint)(quotient); /* (x - rest)/y is whole but for its rounding */
}

#include "elementwise_loops.h"
