/* methods.c - Chandrupatla's method for roots, golden section for minima. */
#include "gpulinalg/core.h"

#include "search/search.h"

#include <float.h>

/* ---- roots ------------------------------------------------------------------------------------------------------------- */
/* Places 1 and 2 have the root between them, 1 is the last one; 3 was there before.  Between neighbouring floats there is no
 * place for a next one. */
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
    "    best = abs(g1) < abs(g2) ? y1 : y2;"
    "    tolerance = xtol + rtol*abs(best);"
    "    half = 0.5*y2 - 0.5*y1;"
    "    least = 0.25*tolerance/abs(half);"
    "    t = min(max(t, least), 1 - least);"
    "    y = y1 + t*half + t*half;"
    "    done = f == 0 || 2*abs(half) <= tolerance || y == y1 || y == y2;"
    "    y = done ? best : y;"
    "    next = isnan(f) ? 2 : done ? 0 : 1;"
    "}";

static const char root_start[] = "y1 = fb == 0 && fa != 0 ? b : a; g1 = fb == 0 && fa != 0 ? fb : fa;"
                                 "y2 = fb == 0 && fa != 0 ? a : b; g2 = fb == 0 && fa != 0 ? fa : fb;"
                                 "y3 = y1; g3 = g1;"
                                 "next = !isfinite(a) || !isfinite(b) ? 3 : isnan(fa) || isnan(fb) ? 2 : 1;"
                                 "next = next == 1 && (fa == 0 || fb == 0) ? 0 : next == 1 && (fa < 0) == (fb < 0) ? 4 : next;"
                                 "y = next == 1 ? 0.5*a + 0.5*b : y1;";

const search_method search_for_root = {.op = "find_root",
                                       .points = "p = a; q = b; c = a; d = b;",
                                       .start = root_start,
                                       .step = root_step,
                                       .before = "T x1, T f1, T x2, T f2, T x3, T f3, T x, int8 code, T f, T xtol, T rtol",
                                       .after = "T y1, T g1, T y2, T g2, T y3, T g3, T y, int8 next",
                                       .place = {0, 2},
                                       .value = {1, 3},
                                       .of_root = true,
                                       .least = {4 * DBL_EPSILON, 4 * FLT_EPSILON}};

/* ---- minima ------------------------------------------------------------------------------------------------------------ */
/* The minimum lies between 1 and 2; within are 3 and 4, of which that with an infinite value is the next.
 * 0.38196601125010515 is the square of the golden section. */
#define SHRINK                                                  \
    "    left = p <= q;"                                        \
    "    y1 = left ? x1 : x3; y2 = left ? x4 : x2;"             \
    "    way = 0.38196601125010515*(y2 - y1);"                  \
    "    y3 = left ? y1 + way : x4; y4 = left ? x3 : y2 - way;" \
    "    g3 = left ? inf : q; g4 = left ? p : inf;"             \
    "    best = left ? y4 : y3;"                                \
    "    done = y2 - y1 <= xtol + rtol*abs(best) || y3 >= y4;"  \
    "    y = done ? best : left ? y3 : y4;"                     \
    "    next = isnan(p) || isnan(q) ? 2 : done ? 0 : 1;"

static const char minimum_step[] = "y1 = x1; g3 = f3; y2 = x2; g4 = f4; y3 = x3; y4 = x4; y = x; next = 0;"
                                   "if (code == 1) {"
                                   "    p = x == x3 ? f : f3; q = x == x3 ? f4 : f;" SHRINK "}";

static const char minimum_start[] = "x1 = min(a, b); x2 = max(a, b); p = fa; q = fb;"
                                    "x3 = x1 + 0.38196601125010515*(x2 - x1); x4 = x2 - 0.38196601125010515*(x2 - x1);" SHRINK
                                    "    next = !isfinite(a) || !isfinite(b) ? 3 : next;";

const search_method search_for_minimum = {.op = "find_minimum",
                                          .points = "way = 0.38196601125010515*(max(a, b) - min(a, b));"
                                                    "p = min(a, b) + way; q = max(a, b) - way; c = a; d = b;",
                                          .start = minimum_start,
                                          .step = minimum_step,
                                          .before = "T x1, T x2, T f3, T f4, T x3, T x4, T x, int8 code, T f, T xtol, T rtol",
                                          .after = "T y1, T y2, T g3, T g4, T y3, T y4, T y, int8 next",
                                          .place = {4, 5},
                                          .value = {2, 3},
                                          .least = {1.4901161193847656e-8, 3.4526698300124393e-4}};
