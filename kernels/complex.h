/* complex.h - complex arithmetic and functions for one complex type T with real type R.
 *
 * Sources: W. Kahan, Branch cuts for complex elementary functions (1987); R. L. Smith, Algorithm 116
 * (1962), with the care of M. Baudin and R. L. Smith (2012) where the ratio underflows. */
#ifdef KIND_COMPLEX
#define HUGE_PART (sizeof(R) == 4 ? (R)8.5070586e37 : (R)4.4942328371557893e307)    /* the largest number / 4 */
#define TINY_PART (sizeof(R) == 4 ? (R)9.8607613e-32 : (R)1.0020841800044864e-292) /* the smallest normal one / epsilon */
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
#define C_ABS(a) R_HYPOT((a).re, (a).im)
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

/* x*(b/c), in another order where b/c underflows. */
DEVICE R c_share(R x, R b, R c, R ratio)
{
    return ratio != 0 || b == 0 ? x * ratio : b * (x / c);
}

DEVICE T c_div(T a, T b)
{
    R x = a.re, y = a.im, c = b.re, d = b.im, size = R_FABS(c) > R_FABS(d) ? R_FABS(c) : R_FABS(d);
    if (c == 0 && d == 0)
        return c_make(x / R_FABS(c), y / R_FABS(c));
    if (size >= HUGE_PART && size < R_INF) {
        x /= 4, y /= 4, c /= 4, d /= 4;
    } else if (size <= TINY_PART) {
        x *= SCALE, y *= SCALE, c *= SCALE, d *= SCALE;
    }
    if (R_FABS(c) >= R_FABS(d)) {
        R ratio = d / c, divisor = c + d * ratio;
        return c_make((x + c_share(y, d, c, ratio)) / divisor, (y - c_share(x, d, c, ratio)) / divisor);
    }
    R ratio = c / d, divisor = d + c * ratio;
    return c_make((c_share(x, c, d, ratio) + y) / divisor, (c_share(y, c, d, ratio) - x) / divisor);
}

DEVICE T c_sign(T a)
{
    R m = C_ABS(a);
    if (m == 0)
        return c_make(0, 0);
    return c_make(a.re / m, a.im / m);
}

DEVICE T c_exp(T a)
{
    R e = R_EXP(a.re);
    if (a.im == 0)
        return c_make(e, a.im);
    if (e == 0 && (a.im != a.im || R_FABS(a.im) == R_INF))
        return c_make(0, 0);
    if (R_FABS(a.re) < R_INF && e == R_INF) { /* e alone overflows, its product with a cosine may not */
        R h = R_EXP(a.re / 2);
        return c_make(h * R_COS(a.im) * h, h * R_SIN(a.im) * h);
    }
    return c_make(e * R_COS(a.im), e * R_SIN(a.im));
}

DEVICE T c_expm1(T a)
{
    R s = R_SIN(a.im / 2), e = R_EXP(a.re);
    return c_make(R_EXPM1(a.re) * R_COS(a.im) - 2 * s * s, a.im == 0 ? a.im : e * R_SIN(a.im));
}

/* log |a|, exact also near |a| = 1. */
DEVICE R c_log_abs(T a)
{
    R x = R_FABS(a.re), y = R_FABS(a.im);
    if (x < y) {
        R t = x;
        x = y;
        y = t;
    }
    if (x > (R)0.5 && x < 2)
        return R_LOG1P((x - 1) * (x + 1) + y * y) / 2;
    return R_LOG(R_HYPOT(x, y));
}

DEVICE T c_log(T a)
{
    return c_make(c_log_abs(a), R_ATAN2(a.im, a.re));
}

DEVICE T c_log1p(T a)
{
    R im = R_ATAN2(a.im, 1 + a.re);
    if (R_FABS(a.re) < (R)0.5 && R_FABS(a.im) < (R)0.5)
        return c_make(R_LOG1P(a.re * (2 + a.re) + a.im * a.im) / 2, im);
    return c_make(c_log_abs(c_make(1 + a.re, a.im)), im);
}

DEVICE T c_sqrt(T a)
{
    R m, s;
    if (R_FABS(a.im) == R_INF)
        return c_make(R_INF, a.im);
    if (a.re == 0 && a.im == 0)
        return c_make(0, a.im);
    m = R_HYPOT(a.re / 4, a.im / 4); /* a quarter: cannot overflow */
    s = 2 * R_SQRT((R_FABS(a.re) / 4 + m) / 2);
    if (a.re >= 0)
        return c_make(s, a.im / (2 * s));
    return c_make(R_FABS(a.im) / (2 * s), R_COPYSIGN(s, a.im));
}

DEVICE T c_sinh(T a)
{
    if (a.im == 0)
        return c_make(R_SINH(a.re), a.im);
    return c_make(a.re == 0 ? a.re : R_SINH(a.re) * R_COS(a.im), R_COSH(a.re) * R_SIN(a.im));
}

DEVICE T c_cosh(T a)
{
    if (a.im == 0)
        return c_make(R_COSH(a.re), R_COPYSIGN((R)0, a.re) * a.im);
    return c_make(R_COSH(a.re) * R_COS(a.im), a.re == 0 ? a.re * R_SIN(a.im) : R_SINH(a.re) * R_SIN(a.im));
}

DEVICE T c_tanh(T a)
{
    if (R_FABS(a.re) > 20)
        return c_make(R_COPYSIGN((R)1, a.re), a.im == 0 ? a.im : 4 * R_SIN(a.im) * R_COS(a.im) * R_EXP(-2 * R_FABS(a.re)));
    R t = R_TAN(a.im), b = 1 + t * t, s = R_SINH(a.re), r = R_SQRT(1 + s * s), d = 1 + b * s * s;
    return c_make(b * r * s / d, t / d);
}

DEVICE T c_asin(T a)
{
    T u = c_sqrt(c_make(1 - a.re, -a.im)), v = c_sqrt(c_make(1 + a.re, a.im));
    return c_make(R_ATAN2(a.re, u.re * v.re - u.im * v.im), R_ASINH(u.re * v.im - u.im * v.re));
}

DEVICE T c_acos(T a)
{
    T u = c_sqrt(c_make(1 - a.re, -a.im)), v = c_sqrt(c_make(1 + a.re, a.im));
    return c_make(2 * R_ATAN2(u.re, v.re), R_ASINH(v.re * u.im - v.im * u.re));
}

DEVICE T c_atanh(T a)
{
    R x = R_FABS(a.re), y = a.im, d = (1 - x) * (1 - x) + y * y;
    R re = R_LOG1P(4 * x / d) / 4, im = R_ATAN2(2 * y, (1 - x) * (1 + x) - y * y) / 2;
    return c_make(R_COPYSIGN(re, a.re), im);
}

/* Small whole exponents by repeated multiplication, which is exact where the results are. */
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
    return b.re < 0 ? c_div(c_make(1, 0), result) : result;
}
#endif
