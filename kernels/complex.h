/* complex.h - Complex arithmetic and functions for one complex type T with real type R.
 *
 * Infinities, NaN and signed zeros follow Annex G of C99, as the Python array API standard requires. In cases that Annex G
 * leaves open, results are the same as on the host. Sources: W. Kahan, Branch cuts for complex elementary functions (1987); R.
 * L. Smith, Algorithm 116 (1962), with the improvement of M. Baudin and R. L. Smith (2012) if the ratio underflows; D. E.
 * Knuth's exact sum of two values. */
#ifdef KIND_COMPLEX
#define HUGE_PART (sizeof(R) == 4 ? (R)8.5070586e37 : (R)4.4942328371557893e307)    /* largest finite value / 4 */
#define TINY_PART (sizeof(R) == 4 ? (R)9.8607613e-32 : (R)1.0020841800044864e-292) /* smallest normal value / epsilon */
#define ROOM (sizeof(R) == 4 ? (R)281474976710656.0 : (R)3.2451855365842673e32) /* 2^48, 2^108: even powers */
#define ROOM_ROOT (sizeof(R) == 4 ? (R)16777216.0 : (R)18014398509481984.0) /* square roots of ROOM */
#define EPSILON_INVERSE (sizeof(R) == 4 ? (R)8388608.0 : (R)4503599627370496.0)
#define EXP_MAX (sizeof(R) == 4 ? (R)80 : (R)700) /* above this limit, e^x may overflow or lose bits */
#define HALF_PI ((R)1.57079632679489661923)
#define LN_2 ((R)0.69314718055994530942)
#define IS_FINITE(x) (R_FABS(x) < R_INF)
#define IS_INF(x) (R_FABS(x) == R_INF)
#define NAN_R ((R)NAN_VALUE)
#define SCALE (sizeof(R) == 4 ? (R)70368744177664.0 : (R)20282409603651670423947251286016.0) /* 1/epsilon^2 */
#define RE(a) ((a).re)
#define IM(a) ((a).im)
#define C_MAKE(x, y) c_make((R)(x), (R)(y))
#define C_ADD(a, b) c_make((a).re + (b).re, (a).im + (b).im)
#define C_SUB(a, b) c_make((a).re - (b).re, (a).im - (b).im)
#define C_MUL(a, b) c_mul(a, b)
#define C_DIV(a, b) c_div(a, b)
#define C_NEG(a) c_make(-(a).re, -(a).im)
#define C_EQ(a, b) ((a).re == (b).re && (a).im == (b).im)
#define C_CONJ(a) c_make((a).re, -(a).im)
#define C_ABS(a) c_abs(a)
#define C_SIGN(a) c_sign(a)
#define C_EXP(a) c_exp(a)
#define C_EXPM1(a) c_expm1(a)
#define C_LOG(a) c_log(a)
#define C_LOG1P(a) c_log1p(a)
#define C_LOG2(a) c_scale(c_log(a), (R)1.4426950408889634074)
#define C_LOG10(a) c_scale(c_log(a), (R)0.43429448190325182765)
#define C_SQRT(a) c_sqrt(a)
#define C_SINH(a) c_sinh(a)
#define C_COSH(a) c_cosh(a)
#define C_TANH(a) c_tanh(a)
#define C_SIN(a) c_minus_i(c_sinh(c_times_i(a)))
#define C_COS(a) c_cosh(c_times_i(a))
#define C_TAN(a) c_minus_i(c_tanh(c_times_i(a)))
#define C_ASIN(a) c_asin(a)
#define C_ACOS(a) c_acos(a)
#define C_ATAN(a) c_minus_i(c_atanh(c_times_i(a)))
#define C_ASINH(a) c_minus_i(c_asin(c_times_i(a)))
#define C_ACOSH(a) c_acosh(a)
#define C_ATANH(a) c_atanh(a)
#define C_POW(a, b) c_pow(a, b)

DEVICE T c_make(R re, R im)
{
    T z;
    z.re = re;
    z.im = im;
    return z;
}

DEVICE T c_scale(T a, R s)
{
    return c_make(a.re * s, a.im * s);
}

DEVICE T c_times_i(T a)
{
    return c_make(-a.im, a.re);
}

DEVICE T c_minus_i(T a)
{
    return c_make(a.im, -a.re);
}

DEVICE T c_mul(T a, T b)
{
    return c_make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

/* Return x*(b/c), or b*(x/c) if b/c underflows. */
DEVICE R c_share(R x, R b, R c, R ratio)
{
    return ratio != 0 || b == 0 ? x * ratio : b * (x / c);
}

/* Return a/b for operands whose quotient would be computed as NaN. A nonzero value divided by zero is infinite, and so is an
 * infinity divided by a finite value. A finite value divided by an infinity is zero. */
DEVICE T c_div_special(T a, T b)
{
    R x = a.re, y = a.im, c = b.re, d = b.im;
    if (c == 0 && d == 0 && (x == x || y == y)) {
        R h = R_COPYSIGN(R_INF, c);
        return c_make(h * x, h * y);
    }
    if ((IS_INF(x) || IS_INF(y)) && IS_FINITE(c) && IS_FINITE(d)) {
        x = R_COPYSIGN((R)(IS_INF(x) ? 1 : 0), x);
        y = R_COPYSIGN((R)(IS_INF(y) ? 1 : 0), y);
        return c_make(R_INF * (x * c + y * d), R_INF * (y * c - x * d));
    }
    if ((IS_INF(c) || IS_INF(d)) && IS_FINITE(x) && IS_FINITE(y)) {
        c = R_COPYSIGN((R)(IS_INF(c) ? 1 : 0), c);
        d = R_COPYSIGN((R)(IS_INF(d) ? 1 : 0), d);
        return c_make(0 * (x * c + y * d), 0 * (y * c - x * d));
    }
    return c_make(NAN_R, NAN_R);
}

DEVICE T c_div(T a, T b)
{
    R x = a.re, y = a.im, c = b.re, d = b.im, size = R_FABS(c) > R_FABS(d) ? R_FABS(c) : R_FABS(d);
    T q;
    if (size >= HUGE_PART && size < R_INF) {
        x /= 4, y /= 4, c /= 4, d /= 4;
    } else if (size <= TINY_PART) {
        x *= SCALE, y *= SCALE, c *= SCALE, d *= SCALE;
    }
    if (R_FABS(c) >= R_FABS(d)) {
        R ratio = d / c, divisor = c + d * ratio;
        q = c_make((x + c_share(y, d, c, ratio)) / divisor, (y - c_share(x, d, c, ratio)) / divisor);
    } else {
        R ratio = c / d, divisor = d + c * ratio;
        q = c_make((c_share(x, c, d, ratio) + y) / divisor, (c_share(y, c, d, ratio) - x) / divisor);
    }
    return q.re != q.re && q.im != q.im ? c_div_special(a, b) : q;
}

DEVICE R c_abs(T a)
{
    if (IS_INF(a.re) || IS_INF(a.im))
        return R_INF;
    return R_HYPOT(a.re, a.im);
}

/* Return a/|a|. If only the real or only the imaginary part is infinite, return the sign of that part. If both parts are
 * infinite, return NaN, because their ratio is unknown. */
DEVICE T c_sign(T a)
{
    R x = a.re, y = a.im, size = R_FABS(x) > R_FABS(y) ? R_FABS(x) : R_FABS(y), m;
    if (x != x || y != y || (IS_INF(x) && IS_INF(y)))
        return c_make(NAN_R, NAN_R);
    if (size == 0)
        return c_make(0, 0);
    if (size == R_INF)
        return c_make(IS_INF(x) ? R_COPYSIGN((R)1, x) : (R)0, IS_INF(y) ? R_COPYSIGN((R)1, y) : (R)0);
    if (size >= HUGE_PART) {
        x /= 4, y /= 4;
    } else if (size <= TINY_PART) {
        x *= SCALE, y *= SCALE;
    }
    m = R_HYPOT(x, y);
    return c_make(x / m, y / m);
}

/* Return e^x c and e^x s. If e^x would overflow or underflow, multiply `c` and `s` by e^(x/2) twice instead. */
DEVICE T c_exp_times(R x, R c, R s)
{
    if (x > EXP_MAX || x < -EXP_MAX) {
        R h = R_EXP(x / 2);
        return c_make(h * c * h, h * s * h);
    }
    R e = R_EXP(x);
    return c_make(e * c, e * s);
}

DEVICE T c_exp(T a)
{
    if (a.im == 0)
        return c_make(R_EXP(a.re), a.im);
    if (!IS_FINITE(a.im)) {
        if (!IS_INF(a.re))
            return c_make(NAN_R, NAN_R);
        return a.re < 0 ? c_make(0, 0) : c_make(a.re, NAN_R);
    }
    return c_exp_times(a.re, R_COS(a.im), R_SIN(a.im));
}

/* Return (e^re - 1) cos(im) - 2 sin(im/2)^2 + i e^re sin(im). This formula does not suffer from cancellation near 0. */
DEVICE T c_expm1(T a)
{
    if (a.im == 0)
        return c_make(R_EXPM1(a.re), a.im);
    if (!IS_FINITE(a.im)) {
        if (!IS_INF(a.re))
            return c_make(NAN_R, NAN_R);
        return a.re < 0 ? c_make(-1, 0) : c_make(a.re, NAN_R);
    }
    R c = R_COS(a.im), sine = R_SIN(a.im), s = R_SIN(a.im / 2);
    T e = c_exp_times(a.re, c, sine);
    return c_make(R_FABS(a.re) > 50 ? e.re - 1 : R_EXPM1(a.re) * c - 2 * s * s, e.im);
}

/* Return log(1 + a + b + c)/2, where a + b + c is small. The argument `rest` is the total rounding error of `a`, `b` and
 * `c`. */
DEVICE R c_log_of_sum(R a, R b, R c, R rest)
{
    R s = a + b, v = s - a, e = (a - (s - v)) + (b - v), t = s + c;
    v = t - s;
    e += (s - (t - v)) + (c - v);
    return R_LOG1P(t + (e + rest)) / 2;
}

/* Return log |x + iy|. If |x + iy| is near 1, the sum of squares is computed in twice the precision, so that the logarithm is
 * accurate. */
DEVICE R c_log_abs(R x, R y)
{
    x = R_FABS(x);
    y = R_FABS(y);
    if (!((x > (R)0.5 || y > (R)0.5) && x < (R)1.5 && y < (R)1.5)) {
        if (IS_INF(x) || IS_INF(y))
            return R_INF;
        if (x < TINY_PART && y < TINY_PART) /* hypot may lose bits here */
            return R_LOG(R_HYPOT(x * ROOM, y * ROOM)) - (sizeof(R) == 4 ? 48 : 108) * LN_2;
        if (x > HUGE_PART || y > HUGE_PART)
            return R_LOG(R_HYPOT(x / 4, y / 4)) + 2 * LN_2;
        return R_LOG(R_HYPOT(x, y));
    }
    R xx = x * x, yy = y * y;
    return c_log_of_sum(-1, xx > yy ? xx : yy, xx > yy ? yy : xx, R_FMA(x, x, -xx) + R_FMA(y, y, -yy));
}

DEVICE T c_log(T a)
{
    return c_make(c_log_abs(a.re, a.im), R_ATAN2(a.im, a.re));
}

DEVICE T c_log1p(T a)
{
    R im = R_ATAN2(a.im, 1 + a.re), xx = a.re * a.re, yy = a.im * a.im;
    if (a.im == 0 && a.re >= -1)
        return c_make(R_LOG1P(a.re), a.im);
    if (R_FABS(a.re) < TINY_PART && R_FABS(a.im) < TINY_PART)
        return a;
    if (R_FABS(a.re) < (R)0.5 && R_FABS(a.im) < (R)1.5) /* |1 + a|^2 = 1 + 2 re + re^2 + im^2 */
        return c_make(c_log_of_sum(2 * a.re, yy, xx, R_FMA(a.re, a.re, -xx) + R_FMA(a.im, a.im, -yy)), im);
    return c_make(c_log_abs(1 + a.re, a.im), im);
}

DEVICE T c_sqrt(T a)
{
    R x = a.re, y = a.im, size, back = 1, s;
    if (IS_INF(y))
        return c_make(R_INF, y);
    if (x == 0 && y == 0)
        return c_make(0, y);
    if (IS_INF(x)) {
        R other = y != y ? y : R_COPYSIGN((R)0, y);
        return x > 0 ? c_make(x, other) : c_make(R_FABS(other), R_COPYSIGN(R_INF, y));
    }
    size = R_FABS(x) > R_FABS(y) ? R_FABS(x) : R_FABS(y);
    if (size >= HUGE_PART) {
        x /= 16, y /= 16, back = 4;
    } else if (size <= TINY_PART) {
        x *= ROOM, y *= ROOM, back = 1 / ROOM_ROOT;
    }
    s = R_SQRT((R_FABS(x) + R_HYPOT(x, y)) / 2);
    if (x >= 0)
        return c_make(s * back, y / (2 * s) * back);
    return c_make(R_FABS(y) / (2 * s) * back, R_COPYSIGN(s * back, y));
}

DEVICE T c_sinh(T a)
{
    if (a.im == 0)
        return c_make(R_SINH(a.re), a.im);
    if (!IS_FINITE(a.im))
        return c_make(a.re == 0 || IS_INF(a.re) ? a.re : NAN_R, NAN_R);
    R c = R_COS(a.im), s = R_SIN(a.im);
    if (R_FABS(a.re) > EXP_MAX) {
        T e = c_exp_times(R_FABS(a.re), c / 2, s / 2);
        return c_make(R_COPYSIGN((R)1, a.re) * e.re, e.im);
    }
    return c_make(R_SINH(a.re) * c, R_COSH(a.re) * s);
}

DEVICE T c_cosh(T a)
{
    if (a.im == 0)
        return c_make(R_COSH(a.re), R_COPYSIGN((R)1, a.re) * a.im);
    if (!IS_FINITE(a.im))
        return c_make(IS_INF(a.re) ? R_INF : NAN_R, a.re == 0 ? (R)0 : NAN_R);
    R c = R_COS(a.im), s = R_SIN(a.im);
    if (R_FABS(a.re) > EXP_MAX) {
        T e = c_exp_times(R_FABS(a.re), c / 2, s / 2);
        return c_make(e.re, R_COPYSIGN((R)1, a.re) * e.im);
    }
    return c_make(R_COSH(a.re) * c, R_SINH(a.re) * s);
}

DEVICE T c_tanh(T a)
{
    if (a.im == 0)
        return c_make(R_TANH(a.re), a.im);
    if (!IS_FINITE(a.im)) {
        if (IS_INF(a.re))
            return c_make(R_COPYSIGN((R)1, a.re), 0);
        return c_make(a.re == 0 ? a.re : NAN_R, NAN_R);
    }
    if (a.re != a.re)
        return c_make(NAN_R, NAN_R);
    if (R_FABS(a.re) > 22) {
        R h = R_EXP(-R_FABS(a.re));
        return c_make(R_COPYSIGN((R)1, a.re), 4 * (h * R_SIN(a.im)) * (h * R_COS(a.im)));
    }
    R t = R_TAN(a.im), b = 1 + t * t, s = R_SINH(a.re), r = R_SQRT(1 + s * s), d = 1 + b * s * s;
    return c_make(b * r * s / d, t / d);
}

/* Return log(2|a|) for large a. */
DEVICE R c_log_twice(T a)
{
    return c_log_abs(a.re, a.im) + LN_2;
}

DEVICE int c_is_large(T a)
{
    return R_FABS(a.re) > EPSILON_INVERSE || R_FABS(a.im) > EPSILON_INVERSE;
}

DEVICE T c_asin(T a)
{
    if (a.re != a.re || a.im != a.im) {
        if (a.re == 0 || IS_INF(a.im))
            return c_make(a.re, a.im);
        return c_make(NAN_R, IS_INF(a.re) ? R_INF : NAN_R);
    }
    if (c_is_large(a))
        return c_make(R_COPYSIGN(R_ATAN2(R_FABS(a.re), R_FABS(a.im)), a.re), R_COPYSIGN(c_log_twice(a), a.im));
    if (R_FABS(a.re) < TINY_PART && R_FABS(a.im) < TINY_PART)
        return a;
    T u = c_sqrt(c_make(1 - a.re, -a.im)), v = c_sqrt(c_make(1 + a.re, a.im));
    return c_make(R_ATAN2(a.re, u.re * v.re - u.im * v.im), R_COPYSIGN(R_ASINH(u.re * v.im - u.im * v.re), a.im));
}

DEVICE T c_acos(T a)
{
    if (a.re != a.re || a.im != a.im) {
        if (IS_INF(a.re))
            return c_make(NAN_R, R_INF);
        return c_make(a.re == 0 ? HALF_PI : NAN_R, IS_INF(a.im) ? -a.im : NAN_R);
    }
    if (c_is_large(a))
        return c_make(R_ATAN2(R_FABS(a.im), a.re), R_COPYSIGN(c_log_twice(a), -a.im));
    T u = c_sqrt(c_make(1 - a.re, -a.im)), v = c_sqrt(c_make(1 + a.re, a.im));
    return c_make(2 * R_ATAN2(u.re, v.re), R_COPYSIGN(R_ASINH(v.re * u.im - v.im * u.re), -a.im));
}

DEVICE T c_atanh(T a)
{
    R x = R_FABS(a.re), y = R_FABS(a.im), re, im;
    if (a.re != a.re || a.im != a.im) {
        if (IS_INF(a.im))
            return c_make(0, R_COPYSIGN(HALF_PI, a.im));
        return c_make(IS_INF(a.re) ? R_COPYSIGN((R)0, a.re) : a.re == 0 ? a.re : NAN_R, NAN_R);
    }
    if (x < TINY_PART && y < TINY_PART)
        return a;
    if (c_is_large(a)) {
        R m = x > y ? x : y, p = x / m, q = y / m;
        re = m == R_INF ? 0 : p / (p * p + q * q) / m;
        im = HALF_PI;
    } else if (x == 1 && y < (sizeof(R) == 4 ? (R)1e-10 : (R)1e-100)) { /* (1 - x)^2 + y^2 would underflow to zero */
        re = y == 0 ? R_INF : (LN_2 - R_LOG(y)) / 2;
        im = y == 0 ? y : HALF_PI / 2;
    } else {
        R d = (1 - x) * (1 - x) + y * y;
        re = R_LOG1P(4 * x / d) / 4;
        im = R_ATAN2(2 * y, (1 - x) * (1 + x) - y * y) / 2;
    }
    return c_make(R_COPYSIGN(re, a.re), R_COPYSIGN(im, a.im));
}

/* Return acosh(a), computed as acos(a) rotated by a right angle so that the real part is nonnegative. */
DEVICE T c_acosh(T a)
{
    T w = c_acos(a);
    if (w.re != w.re)
        return c_make(w.im != w.im ? w.im : R_FABS(w.im), w.re);
    if (w.im != w.im)
        return c_make(w.im, w.re);
    return c_make(R_FABS(w.im), R_COPYSIGN(w.re, a.im));
}

/* Return a^b. Powers with small integer exponents are computed by repeated multiplication, so the result is exact if it is
 * representable. */
DEVICE T c_pow(T a, T b)
{
    if (b.re == 0 && b.im == 0)
        return c_make(1, 0);
    if (a.re == 0 && a.im == 0)
        return b.re > 0 ? c_make(0, 0) : c_make((R)NAN_VALUE, (R)NAN_VALUE);
    if (b.im != 0 || R_FABS(b.re) > 64 || R_RINT(b.re) != b.re)
        return c_exp(c_mul(b, c_log(a)));
    int n = (int)R_FABS(b.re);
    T square = a, result;
    for (; !(n & 1); n >>= 1)
        square = c_mul(square, square);
    result = square;
    while (n >>= 1) {
        square = c_mul(square, square);
        if (n & 1)
            result = c_mul(result, square);
    }
    if (b.re < 0)
        result = c_div(c_make(1, 0), result);
    /* An intermediate power overflowed or underflowed. */
    if (!(c_abs(result) < R_INF && c_abs(result) > TINY_PART) && c_abs(a) < R_INF)
        return c_exp(c_mul(b, c_log(a)));
    return result;
}
#endif
