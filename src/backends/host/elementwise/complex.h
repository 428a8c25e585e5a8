/* complex.h - Definitions of the table's expressions for complex numbers, and the loops of one complex type.  F(name) is the
 * function of <math.h> or <complex.h> for the type, for example cexp or cexpf.  LIMIT(name) is a limit of <float.h>. */
#include <complex.h>
#include <float.h>
#include <math.h>
#include <stdint.h>

#define BOOL(...)
#define INT(...)
#define REAL(...)
#define COMPLEX EXPRESSION

#define R_INF INFINITY
#define RE F(creal)
#define IM F(cimag)
/* Divisors larger than HUGE_PART or smaller than TINY_PART are scaled before a division. */
#define HUGE_PART (LIMIT(MAX) / 4)
#define TINY_PART (LIMIT(MIN) / LIMIT(EPSILON))
#define SCALE (1 / LIMIT(EPSILON) / LIMIT(EPSILON))

#define C_MAKE make
#define C_ADD(a, b) ((a) + (b))
#define C_SUB(a, b) ((a) - (b))
#define C_NEG(a) (-(a))
#define C_MUL product
#define C_DIV quotient
#define C_EQ(a, b) (RE(a) == RE(b) && IM(a) == IM(b))
#define C_CONJ F(conj)
#define C_ABS F(cabs)
#define C_SIGN direction
#define C_EXP F(cexp)
#define C_EXPM1 exp_minus_1
#define C_LOG F(clog)
#define C_LOG1P log_of_1_plus
#define C_LOG2(a) times(F(clog)(a), (R)1.44269504088896340735992468100189214L)   /* 1/ln 2 */
#define C_LOG10(a) times(F(clog)(a), (R)0.434294481903251827651128918916605082L) /* 1/ln 10 */
#define C_SQRT F(csqrt)
#define C_SIN F(csin)
#define C_COS F(ccos)
#define C_TAN F(ctan)
#define C_ASIN F(casin)
#define C_ACOS F(cacos)
#define C_ATAN F(catan)
#define C_SINH F(csinh)
#define C_COSH F(ccosh)
#define C_TANH F(ctanh)
#define C_ASINH F(casinh)
#define C_ACOSH F(cacosh)
#define C_ATANH F(catanh)
#define C_POW power

/* Return re + i*im; the expression i*im could turn an infinity into NaN. */
static inline T make(R re, R im)
{
    return __builtin_complex(re, im); /* equals CMPLX, which some <complex.h> lack */
}

static inline T times(T a, R b)
{
    return make(RE(a) * b, IM(a) * b);
}

/* Return the plain product, which is the same formula on every device.  C's complex product is slow, because it tries to
 * preserve infinities. */
static inline T product(T a, T b)
{
    return make(RE(a) * RE(b) - IM(a) * IM(b), RE(a) * IM(b) + IM(a) * RE(b));
}

/* Return x*(b/c), computed in another order if b/c underflows. */
static inline R share(R x, R b, R c, R ratio)
{
    return ratio != 0 || b == 0 ? x * ratio : b * (x / c);
}

/* Return the quotient for the cases of Annex G in which the formula would yield NaN.  A number divided by zero is infinite, an
 * infinity divided by a finite number is infinite, and a finite number divided by an infinity is zero. */
static T special_quotient(T a, T b)
{
    R x = RE(a), y = IM(a), c = RE(b), d = IM(b);
    if (c == 0 && d == 0 && (x == x || y == y)) {
        R h = F(copysign)(R_INF, c);
        return make(h * x, h * y);
    }
    if ((isinf(x) || isinf(y)) && isfinite(c) && isfinite(d)) {
        x = F(copysign)(isinf(x) ? 1 : 0, x);
        y = F(copysign)(isinf(y) ? 1 : 0, y);
        return make(R_INF * (x * c + y * d), R_INF * (y * c - x * d));
    }
    if ((isinf(c) || isinf(d)) && isfinite(x) && isfinite(y)) {
        c = F(copysign)(isinf(c) ? 1 : 0, c);
        d = F(copysign)(isinf(d) ? 1 : 0, d);
        return make(0 * (x * c + y * d), 0 * (y * c - x * d));
    }
    return make(NAN, NAN);
}

/* Return the quotient by Smith's division by the larger part of b.  If ratios of the parts underflow, use the formula of Baudin
 * and Smith (2012).  If b is near an end of the range, scale it by powers of two. */
static inline T quotient(T a, T b)
{
    R x = RE(a), y = IM(a), c = RE(b), d = IM(b);
    R size = F(fabs)(c) > F(fabs)(d) ? F(fabs)(c) : F(fabs)(d);
    T q;
    if (size >= HUGE_PART && size < R_INF) {
        x /= 4, y /= 4, c /= 4, d /= 4;
    } else if (size <= TINY_PART) {
        x *= SCALE, y *= SCALE, c *= SCALE, d *= SCALE;
    }
    if (F(fabs)(c) >= F(fabs)(d)) {
        R ratio = d / c, divisor = c + d * ratio;
        q = make((x + share(y, d, c, ratio)) / divisor, (y - share(x, d, c, ratio)) / divisor);
    } else {
        R ratio = c / d, divisor = d + c * ratio;
        q = make((share(x, c, d, ratio) + y) / divisor, (share(y, c, d, ratio) - x) / divisor);
    }
    return RE(q) != RE(q) && IM(q) != IM(q) ? special_quotient(a, b) : q;
}

/* Return a/|a|.  If one part is infinite, return its sign.  If both parts are infinite, return NaN, because their ratio is
 * unknown. */
static inline T direction(T a)
{
    R x = RE(a), y = IM(a), size = F(fabs)(x) > F(fabs)(y) ? F(fabs)(x) : F(fabs)(y);
    if (x != x || y != y || (isinf(x) && isinf(y)))
        return make(NAN, NAN);
    if (size == 0)
        return make(0, 0);
    if (size == R_INF)
        return make(isinf(x) ? F(copysign)(1, x) : 0, isinf(y) ? F(copysign)(1, y) : 0);
    if (size >= HUGE_PART) {
        x /= 4, y /= 4;
    } else if (size <= TINY_PART) {
        x *= SCALE, y *= SCALE;
    }
    R modulus = F(hypot)(x, y);
    return make(x / modulus, y / modulus);
}

/* Return e^a - 1 = (e^re - 1) cos(im) - 2 sin(im/2)^2 + i e^re sin(im), without cancellation near 0. */
static inline T exp_minus_1(T a)
{
    R half = F(sin)(IM(a) / 2);
    if (IM(a) == 0)
        return make(F(expm1)(RE(a)), IM(a));
    if (!isfinite(IM(a))) {
        if (!isinf(RE(a)))
            return make(NAN, NAN);
        return RE(a) < 0 ? make(-1, 0) : make(RE(a), NAN);
    }
    T e = F(cexp)(a);
    return make(F(fabs)(RE(a)) > 50 ? RE(e) - 1 : F(expm1)(RE(a)) * F(cos)(IM(a)) - 2 * half * half, IM(e));
}

/* Return log(1 + a + b + c + rest)/2 for a small sum.  `rest` is the rounding error of the other terms. */
static inline R log_of_sum(R a, R b, R c, R rest)
{
    R s = a + b, v = s - a, e = (a - (s - v)) + (b - v), t = s + c;
    v = t - s;
    e += (s - (t - v)) + (c - v);
    return F(log1p)(t + (e + rest)) / 2;
}

/* Return log(1 + a) without losing digits if the logarithm is small, using |1 + a|² = 1 + 2 re + re² + im². */
static inline T log_of_1_plus(T a)
{
    R re = RE(a), im = IM(a), xx = re * re, yy = im * im;
    if (im == 0 && re >= -1)
        return make(F(log1p)(re), im);
    if (F(fabs)(re) < TINY_PART && F(fabs)(im) < TINY_PART)
        return a;
    if (F(fabs)(re) < (R)0.5 && F(fabs)(im) < (R)1.5)
        return make(log_of_sum(2 * re, yy, xx, F(fma)(re, re, -xx) + F(fma)(im, im, -yy)), F(atan2)(im, 1 + re));
    return F(clog)(make(1 + re, im));
}

/* Return a^b.  If b is a small integer, multiply repeatedly, which is exact if the results are exactly representable.
 * Otherwise use exp(b log a). */
static inline T power(T a, T b)
{
    R re = RE(b);
    if (re == 0 && IM(b) == 0)
        return make(1, 0);
    if (RE(a) == 0 && IM(a) == 0)
        return re > 0 ? make(0, 0) : make(NAN, NAN);
    if (IM(b) != 0 || F(fabs)(re) > 64 || F(rint)(re) != re)
        return F(cexp)(product(b, F(clog)(a)));
    int n = (int)F(fabs)(re);
    T square = a;
    for (; !(n & 1); n >>= 1)
        square = product(square, square);
    T result = square; /* start with the lowest set bit, so that a^1 is a */
    while (n >>= 1) {
        square = product(square, square);
        if (n & 1)
            result = product(result, square);
    }
    if (re < 0)
        result = quotient(make(1, 0), result);
    /* An intermediate power was too large or too small. */
    if (!(F(cabs)(result) < R_INF && F(cabs)(result) > TINY_PART) && F(cabs)(a) < R_INF)
        return F(cexp)(product(b, F(clog)(a)));
    return result;
}

#include "loops.h"
