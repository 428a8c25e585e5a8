/* elementwise_real.h - the words of the table for real numbers, and the loops of one real type.
 * F(name) is the function of <math.h> for the type: exp or expf. */
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

#include "elementwise_rests.h"

/* sqrt(x² + y²), scaled where squares would overflow or vanish; what the root lacks is added, which leaves the rounding. */
static inline T root_of_squares(T x, T y)
{
    int is_single = sizeof(T) == 4;
    T a = F(fabs)(x) > F(fabs)(y) ? F(fabs)(x) : F(fabs)(y), b = F(fabs)(x) > F(fabs)(y) ? F(fabs)(y) : F(fabs)(x);
    T scale = a > (is_single ? (T)0x1p60 : (T)0x1p500)     ? (is_single ? (T)0x1p-80 : (T)0x1p-600)
              : a < (is_single ? (T)0x1p-40 : (T)0x1p-400) ? (is_single ? (T)0x1p100 : (T)0x1p600)
                                                           : 1;
    if (F(fabs)(x) == R_INF || F(fabs)(y) == R_INF)
        return R_INF;
    a *= scale;
    b *= scale;
    T aa = a * a, bb = b * b, h = F(sqrt)(aa + bb), hh = h * h;
    T lost = ((aa - hh) + bb) + ((F(fma)(a, a, -aa) - F(fma)(h, h, -hh)) + F(fma)(b, b, -bb));
    return h > 0 ? (h + lost / (2 * h)) / scale : h;
}

/* log(e^x + e^y); equal infinities have no difference. */
static inline T log_of_sum(T x, T y)
{
    T gap = F(fabs)(x - y);
    if (x == y)
        return x + (T)0.693147180559945309417232121458176568L; /* ln 2 */
    if (gap != gap)
        return x + y;
    return (x > y ? x : y) + F(log1p)(F(exp)(-gap));
}

#include "elementwise_loops.h"
