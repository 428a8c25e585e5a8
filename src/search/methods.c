/* methods.c - Chandrupatla's method for roots, and golden section search for minima. */
#include "gpulinalg/core.h"

#include "search/search.h"

#include <float.h>

/* ---- roots --------------------------------------------------------------------------------------------------- */
/* Points 1 and 2 bracket the root, and point 1 is the most recent.  Point 3 is the previous point.  Between adjacent
 * floating-point numbers there is no further point, so the search ends.
 *
 * If the ends differ by many powers of two, bisection takes a thousand steps, and interpolation fails when a step from the
 * larger end is lost to rounding.  In this case the next point is the geometric mean of the ends, which halves the range of
 * exponents; numbers less than `base` are treated as zero. From step 24 on, this rule applies to brackets longer than 2^40
 * tolerances.  From step 48 on, all brackets are halved, so that 100 steps are enough for any bracket. */
static const char root_step[] =
    "y1 = x1; g1 = f1; y2 = x2; g2 = f2; y3 = x3; g3 = f3; y = x; next = 0;"
    "if (code == 1) {"
    "    same = (f < 0) == (f1 < 0);"
    "    y3 = same ? x1 : x2; g3 = same ? f1 : f2;"
    "    y2 = same ? x2 : x1; g2 = same ? f2 : f1;"
    "    y1 = x; g1 = f;"
    "    xi = (y1 - y2)/(y3 - y2); phi = (g1 - g2)/(g3 - g2);"
    "    smooth = 1 - sqrt(1 - xi) < phi && phi < sqrt(xi);"
    "    t = smooth ? g1/(g2 - g1)*(g3/(g2 - g3)) + (y3 - y1)/(y2 - y1)*(g1/(g3 - g1))*(g2/(g3 - g2)) : 0.5;"
    "    t = isnan(t) ? 0.5 : t;"
    "    best = abs(g1) < abs(g2) ? y1 : y2;"
    "    tolerance = xtol + rtol*abs(best);"
    "    half = 0.5*y2 - 0.5*y1; width = abs(y2 - y1);"
    "    u = max(t <= 0.5 ? t : 1 - t, 0.25*tolerance/abs(half));"
    "    y = t <= 0.5 ? y1 + u*half + u*half : y2 - u*half - u*half;"
    "    is_wide = width > 1099511627776*tolerance && width > 4*least;"
    "    if (is_wide && turn >= 24 || turn >= 48 || y == y1 || y == y2) {"
    "        base = max(0.5*xtol, least);"
    "        mean = sqrt(abs(y1) + base)*sqrt(abs(y2) + base) - base;"
    "        mean = copysign((y1 < 0) == (y2 < 0) ? mean : base, abs(y1) > abs(y2) ? y1 : y2);"
    "        y = is_wide ? mean : width < 1 ? 0.5*(y1 + y2) : y1 + half;"
    "    }"
    "    done = f == 0 || width <= tolerance || y == y1 || y == y2;"
    "    y = isnan(f) ? x : done ? best : y;"
    "    next = isnan(f) ? 2 : done ? 0 : 1;"
    "}";

static const char root_start[] = "y1 = fb == 0 && fa != 0 ? b : a; g1 = fb == 0 && fa != 0 ? fb : fa;"
                                 "y2 = fb == 0 && fa != 0 ? a : b; g2 = fb == 0 && fa != 0 ? fa : fb;"
                                 "y3 = y1; g3 = g1;"
                                 "next = !isfinite(a) || !isfinite(b) ? 3 : isnan(fa) || isnan(fb) ? 2 : 1;"
                                 "next = next == 1 && (fa == 0 || fb == 0) ? 0 : next == 1 && (fa < 0) == (fb < 0) ? 4 : next;"
                                 "y = next == 1 ? 0.5*a + 0.5*b : next == 2 && isnan(fb) && !isnan(fa) ? b : y1;";

#define LIMITS ", T xtol, T rtol, T least, T turn"

const search_method search_for_root = {.op = "find_root",
                                       .points = "p = a; q = b; c = a; d = b;",
                                       .start = root_start,
                                       .step = root_step,
                                       .first = "T a, T b" LIMITS,
                                       .second = "T a, T b, T fa, T fb" LIMITS,
                                       .before = "T x1, T f1, T x2, T f2, T x3, T f3, T x, int8 code, T f" LIMITS,
                                       .after = "T y1, T g1, T y2, T g2, T y3, T g3, T y, int8 next",
                                       .place = {0, 2},
                                       .value = {1, 3},
                                       .of_root = true,
                                       .least = {4 * DBL_EPSILON, 4 * FLT_EPSILON}};

/* ---- minima -------------------------------------------------------------------------------------------------- */
/* The minimum is between points 1 and 2.  Points 3 and 4 are between these two points; the one whose value is infinite is
 * evaluated next. This point divides the longer of the two intervals next to the known point m.  0.38196601125010515 is the
 * square of the golden section, which keeps the intervals in proportion.
 *
 * A bracket longer than 2^50 tolerances is divided by logarithms; numbers less than `base` are treated as zero.  The functions
 * xlogy and expit return the same bits on every device.  In such a bracket a function may be flat up to rounding, or infinite.
 * While the values at points 3 and 4 are equal, the first steps keep the whole bracket, and search to the right of both points,
 * then to the left. */
#define MEASURE                                                   \
    "nearest = (x1 < 0) == (x2 < 0) ? min(abs(x1), abs(x2)) : 0;" \
    "is_wide = x2 - x1 > 1125899906842624*(xtol + rtol*nearest);" \
    "base = max(0.5*xtol, least); zero = xlogy(1, base);"

#define DIVIDE                                                      \
    "left = p <= q; is_tie = p == q && is_wide && turn < 20;"       \
    "low = left || is_tie ? x1 : x3; m = left ? x3 : x4;"           \
    "high = left && !is_tie ? x4 : x2; is_up = high - m > m - low;" \
    "z = m + 0.38196601125010515*(is_up ? high - m : low - m);"

#define DIVIDE_WIDE                                                                                    \
    "if (is_wide) {"                                                                                   \
    "    from = sign(low)*(xlogy(1, abs(low) + base) - zero);"                                         \
    "    to = sign(high)*(xlogy(1, abs(high) + base) - zero);"                                         \
    "    third = sign(x3)*(xlogy(1, abs(x3) + base) - zero);"                                          \
    "    fourth = sign(x4)*(xlogy(1, abs(x4) + base) - zero);"                                         \
    "    at = left ? third : fourth;"                                                                  \
    "    is_up = is_tie ? turn < 10 : to - at > at - from;"                                            \
    "    m = !is_tie ? m : is_up ? x4 : x3; at = !is_tie ? at : is_up ? fourth : third;"               \
    "    at = at + (is_tie ? 0.6180339887498949 : 0.38196601125010515)*(is_up ? to - at : from - at);" \
    "    e = abs(at) + zero; z = copysign(max(expit(e)/expit(-e) - base, 0), at);"                     \
    "    z = min(max(z, low), high);"                                                                  \
    "}"

/* Compute the first two points of a bracket. */
#define BEGIN                                      \
    "x1 = min(a, b); x2 = max(a, b);"              \
    "way = 0.38196601125010515*(0.5*x2 - 0.5*x1);" \
    "x3 = x1 + way + way; x4 = x2 - way - way;"

#define BEGIN_WIDE                                                                  \
    "if (is_wide) {"                                                                \
    "    from = sign(x1)*(xlogy(1, abs(x1) + base) - zero);"                        \
    "    to = sign(x2)*(xlogy(1, abs(x2) + base) - zero);"                          \
    "    at = from + 0.38196601125010515*(to - from);"                              \
    "    e = abs(at) + zero; x3 = copysign(max(expit(e)/expit(-e) - base, 0), at);" \
    "    at = to - 0.38196601125010515*(to - from);"                                \
    "    e = abs(at) + zero; x4 = copysign(max(expit(e)/expit(-e) - base, 0), at);" \
    "}"

#define SHRINK                                                     \
    "y1 = low; y2 = high; y3 = is_up ? m : z; y4 = is_up ? z : m;" \
    "g3 = is_up ? min(p, q) : inf; g4 = is_up ? inf : min(p, q);"  \
    "done = high - low <= xtol + rtol*abs(m) || y3 >= y4;"         \
    "y = done ? m : z;"                                            \
    "next = isnan(p) || isnan(q) ? 2 : done ? 0 : 1;"

static const char minimum_step[] = "y1 = x1; g3 = f3; y2 = x2; g4 = f4; y3 = x3; y4 = x4; y = x; next = 0;"
                                   "if (code == 1) {"
                                   "    p = x == x3 ? f : f3; q = x == x3 ? f4 : f;" MEASURE DIVIDE DIVIDE_WIDE SHRINK
                                   "    y = next == 2 ? x : y;"
                                   "}";

static const char minimum_start[] = BEGIN MEASURE BEGIN_WIDE "p = fa; q = fb;" DIVIDE DIVIDE_WIDE SHRINK
                                                             "y = next != 2 ? y : isnan(p) ? x3 : x4;"
                                                             "next = !isfinite(a) || !isfinite(b) ? 3 : next;";

const search_method search_for_minimum = {.op = "find_minimum",
                                          .points = BEGIN MEASURE BEGIN_WIDE "p = x3; q = x4; c = a; d = b;",
                                          .start = minimum_start,
                                          .step = minimum_step,
                                          .first = "T a, T b" LIMITS,
                                          .second = "T a, T b, T fa, T fb" LIMITS,
                                          .before = "T x1, T x2, T f3, T f4, T x3, T x4, T x, int8 code, T f" LIMITS,
                                          .after = "T y1, T y2, T g3, T g4, T y3, T y4, T y, int8 next",
                                          .place = {4, 5},
                                          .value = {2, 3},
                                          .least = {1.4901161193847656e-8, 3.4526698300124393e-4}};
