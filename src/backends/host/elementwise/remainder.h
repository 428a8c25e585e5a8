/* remainder.h - remainder and floor_divide in wide registers, for a real type T whose functions of <math.h> are F(name). MIDDLE
 * bounds the quotients for which this method is used. */
#include "floor_division.h"

#include <string.h>

/* Return fmod(x, y) exactly.  If the quotient was rounded up to the next integer, the remainder is negative and is corrected.
 * Return NaN if the quotient has too many digits, or if an operand is NaN or Inf. */
static inline T rest_in_middle(T x, T y)
{
    T a = F(fabs)(x), b = F(fabs)(y), times = F(trunc)(a / b), rest = F(fma)(-times, b, a);
    rest = rest < 0 ? rest + b : rest;
    return F(copysign)(times < MIDDLE ? rest : (T)NAN_VALUE, x);
}

/* Compute remainders, and return the number of elements that are not in the middle of the range. */
FLAT static int64_t take_rests(int64_t n, const T *x, const T *y, T *near)
{
    int64_t bad = 0;
    for (int64_t i = 0; i < n; i++) {
        T rest = rest_in_middle(x[i], y[i]);
        near[i] = floored_rest(rest, y[i]);
        bad += rest == rest ? 0 : 1;
    }
    return bad;
}

FLAT static int64_t take_quotients(int64_t n, const T *x, const T *y, T *near)
{
    int64_t bad = 0;
    for (int64_t i = 0; i < n; i++) {
        T rest = rest_in_middle(x[i], y[i]);
        near[i] = floored_quotient(x[i], y[i], rest);
        bad += rest == rest ? 0 : 1;
    }
    return bad;
}

/* Call the C library for the elements that `take` sets to NaN, because they are not in the middle of the range. */
static void take_or_divide(int64_t (*take)(int64_t n, const T *x, const T *y, T *near), T (*exact)(T x, T y), int64_t n,
                           void *const p[])
{
    enum { NEAR = 256 };
    const T *x = p[0], *y = p[1];
    T *r = p[2], near[NEAR];
    for (int64_t begin = 0; begin < n; begin += NEAR) {
        int64_t count = n - begin < NEAR ? n - begin : NEAR, bad = take(count, x + begin, y + begin, near);
        for (int64_t i = 0; bad && i < count; i++)
            near[i] = near[i] == near[i] ? near[i] : exact(x[begin + i], y[begin + i]);
        memcpy(r + begin, near, (size_t)count * sizeof *r);
    }
}

static void remainder_loop(int64_t n, void *const p[])
{
    take_or_divide(take_rests, floor_rest, n, p);
}

static void floor_divide_loop(int64_t n, void *const p[])
{
    take_or_divide(take_quotients, floor_quotient, n, p);
}
