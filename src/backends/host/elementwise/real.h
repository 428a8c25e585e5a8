/* real.h - Definitions of the table's expressions for real numbers, and the loops of one real type.  F(name) is the function of
 * <math.h> for the type, for example exp or expf. */
#include <math.h>

#define BOOL(...)
#define INT(...)
#define REAL EXPRESSION
#define COMPLEX(...)

#define R_INF INFINITY
#define R_LOG1P F(log1p)
#define R_ASINH F(asinh)
#define R_ATANH F(atanh)
#define R_HYPOT root_of_squares
#define R_LOG_ADD_EXP log_of_sum
#define R_POW F(pow)
#define R_REMAINDER floor_rest
#define R_FLOOR_DIVIDE floor_quotient

#include "hypot.inc"
#include "floor_division.h"

/* Return log(e^x + e^y).  Equal infinities are returned directly, because their difference would be NaN. */
static inline T log_of_sum(T x, T y)
{
    T gap = F(fabs)(x - y);
    if (x == y)
        return x + (T)0.693147180559945309417232121458176568L; /* ln 2 */
    if (gap != gap)
        return x + y;
    return (x > y ? x : y) + F(log1p)(F(exp)(-gap));
}

#include "loops.h"
