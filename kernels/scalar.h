/* scalar.h - Elementwise operations for one compute type T (complex.h adds the operations for complex values).
 *
 * The caller defines T and one of these macros:
 * - KIND_BOOL;
 * - KIND_INT, together with BITS, IS_SIGNED and UT, the unsigned type of the same size;
 * - KIND_REAL;
 * - KIND_COMPLEX, together with R, the type of the real and imaginary parts. */
#ifdef KIND_INT
#define I_ADD(a, b) ((T)((UT)(a) + (UT)(b)))
#define I_SUB(a, b) ((T)((UT)(a) - (UT)(b)))
#define I_MUL(a, b) ((T)((uint64)(UT)(a) * (uint64)(UT)(b)))
#define I_NEG(a) ((T)(0 - (UT)(a)))
#if IS_SIGNED
#define I_IS_NEGATIVE(a) ((a) < 0)
#else
#define I_IS_NEGATIVE(a) 0
#endif
#define I_ABS(a) (I_IS_NEGATIVE(a) ? I_NEG(a) : (a))
#define I_FLOOR_DIVIDE(a, b) i_floor_divide(a, b)
#define I_REMAINDER(a, b) i_remainder(a, b)
#define I_POW(a, b) i_pow(a, b)
#define I_SHIFT_LEFT(a, b) ((uint64)(b) >= BITS ? (T)0 : (T)((UT)(a) << (b)))
#define I_SHIFT_RIGHT(a, b) ((uint64)(b) >= BITS ? (T)(I_IS_NEGATIVE(a) ? -1 : 0) : (T)((a) >> (b)))

/* Return a/b rounded down. The caller reports a division by zero. The smallest integer divided by -1 wraps around. */
DEVICE T i_floor_divide(T a, T b)
{
#if IS_SIGNED
    if (b == -1)
        return I_NEG(a);
#endif
    if (b == 0)
        return 0;
    T q = (T)(a / b);
    return (a % b != 0 && I_IS_NEGATIVE(a) != I_IS_NEGATIVE(b)) ? (T)(q - 1) : q;
}

DEVICE T i_remainder(T a, T b)
{
#if IS_SIGNED
    if (b == -1)
        return 0;
#endif
    if (b == 0)
        return 0;
    T r = (T)(a % b);
    return (r != 0 && I_IS_NEGATIVE(r) != I_IS_NEGATIVE(b)) ? (T)(r + b) : r;
}

/* Return true if a to the power b overflows; b is nonnegative. */
DEVICE int i_pow_leaves(T a, T b)
{
    UT e = (UT)b;
    int negative = I_IS_NEGATIVE(a);
    uint64 base = negative ? (uint64)(UT)I_NEG(a) : (uint64)(UT)a, result = 1;
    uint64 most = (uint64)(UT)((UT)-1 >> IS_SIGNED) + (uint64)(negative && (e & 1));
    if (base < 2)
        return 0;
    for (;; e >>= 1) {
        if ((e & 1) && result > most / base)
            return 1;
        if (e & 1)
            result *= base;
        if (e < 2)
            return 0;
        if (base > 4294967295u)
            return 1;
        base *= base; /* needed for a higher bit of e */
    }
}

DEVICE T i_pow(T a, T b)
{
    uint64 base = (uint64)(UT)a, result = 1;
    for (UT e = (UT)b; e; e >>= 1) {
        if (e & 1)
            result *= base;
        base *= base;
    }
    return (T)result;
}
#endif

#if defined(KIND_REAL) || defined(KIND_COMPLEX)
#ifdef KIND_REAL
#define R T
#endif
#define R_INF ((R)INFINITY)
#define F(name) name /* C has a separate function for each type: F(exp)(x) */
#define R_FABS(a) fabs(a)
#define R_EXP(a) exp(a)
#define R_EXPM1(a) expm1(a)
#define R_LOG(a) log(a)
#ifdef __OPENCL_VERSION__ /* PoCL flushes the smallest arguments to zero instead of returning them unchanged */
#define R_LOG1P(a) (R_FABS(a) < 1e-30f ? (a) : log1p(a))
#define R_ASINH(a) (R_FABS(a) < 1e-30f ? (a) : asinh(a))
#define R_ATANH(a) (R_FABS(a) < 1e-30f ? (a) : atanh(a))
#else
#define R_LOG1P(a) log1p(a)
#define R_ASINH(a) asinh(a)
#define R_ATANH(a) atanh(a)
#endif
#define R_SQRT(a) sqrt(a)
#define R_SIN(a) sin(a)
#define R_COS(a) cos(a)
#define R_TAN(a) tan(a)
#define R_ATAN2(a, b) atan2(a, b)
#define R_SINH(a) sinh(a)
#define R_COSH(a) cosh(a)
#define R_TANH(a) tanh(a)
#define R_HYPOT(a, b) r_hypot(a, b)
#define R_POW(a, b) r_pow(a, b)
#define R_FLOOR(a) floor(a)
#define R_RINT(a) rint(a)
#define R_FMA(a, b, c) fma(a, b, c)
#define R_FMOD(a, b) fmod(a, b)
#define R_COPYSIGN(a, b) copysign(a, b)

/* Return sqrt(a^2 + b^2). Operands are scaled if squares would overflow or underflow. A correction term makes the result
 * accurate up to rounding. */
DEVICE R r_hypot(R a, R b)
{
    R x = R_FABS(a) > R_FABS(b) ? R_FABS(a) : R_FABS(b), y = R_FABS(a) > R_FABS(b) ? R_FABS(b) : R_FABS(a);
    R scale = 1;
    if (R_FABS(a) == R_INF || R_FABS(b) == R_INF)
        return R_INF;
    if (x > (sizeof(R) == 4 ? (R)0x1p60 : (R)0x1p500))
        scale = sizeof(R) == 4 ? (R)0x1p-80 : (R)0x1p-600;
    else if (x < (sizeof(R) == 4 ? (R)0x1p-40 : (R)0x1p-400))
        scale = sizeof(R) == 4 ? (R)0x1p100 : (R)0x1p600;
    x *= scale;
    y *= scale;
    R xx = x * x, yy = y * y, h = R_SQRT(xx + yy), hh = h * h;
    R lost = ((xx - hh) + yy) + ((R_FMA(x, x, -xx) - R_FMA(h, h, -hh)) + R_FMA(y, y, -yy));
    return h > 0 ? (h + lost / (2 * h)) / scale : h;
}

/* Multiply (h, l) by (a, b). Both pairs are unevaluated sums with twice the working precision. */
DEVICE void twice_mul(float64 *h, float64 *l, float64 a, float64 b)
{
    float64 p = *h * a, e = fma(*h, a, -p);
    e += *h * b + *l * a;
    *h = p + e;
    *l = e - (*h - p);
}

/* Return a to the power b. Integer exponents use multiplication in twice the working precision. The device's own pow may be off
 * by two units in the last place, even if the exact result is representable, which matters for polynomials. */
DEVICE R r_pow(R a, R b)
{
    if (sizeof(R) == 4)
        return (R)pow((float64)a, (float64)b);
    if (R_RINT(b) == b && R_FABS(b) <= 64 && b != 0 && a != 0 && R_FABS(a) < R_INF) {
        float64 h = 1, l = 0, sh = a, sl = 0;
        for (int n = (int)R_FABS(b);;) {
            if (n & 1)
                twice_mul(&h, &l, sh, sl);
            n >>= 1;
            if (n == 0)
                break;
            float64 th = sh, tl = sl;
            twice_mul(&sh, &sl, th, tl);
        }
        if (b < 0) {
            float64 q = 1 / h;
            h = q + q * (fma(-q, h, 1.0) - q * l);
        }
        /* If intermediate values overflow or lose bits, use the device's pow. */
        if (fabs(h) < 1e300 && fabs(h) > 1e-270 && fabs(sh) < 1e300 && fabs(sh) > 1e-270)
            return (R)h;
    }
    return pow(a, b);
}

/* Return the remainder of a/b. As in Python, the remainder has the sign of b and the quotient is rounded down. */
DEVICE R r_remainder(R a, R b)
{
    R m = R_FMOD(a, b);
    if (m == 0)
        return R_COPYSIGN((R)0, b);
    return (b < 0) != (m < 0) ? m + b : m;
}

DEVICE R r_floor_divide(R a, R b)
{
    if (b == 0 || R_FABS(a) == R_INF || R_FABS(b) == R_INF) /* as the array API standard requires */
        return a / b;
    R m = R_FMOD(a, b), d = (a - m) / b;
    if (m != 0 && (b < 0) != (m < 0))
        d -= 1;
    if (d == 0)
        return R_COPYSIGN((R)0, a / b);
    R f = R_FLOOR(d);
    return d - f > (R)0.5 ? f + 1 : f;
}

/* Return log(e^a + e^b). Equal arguments are handled first, because the difference of equal infinities is NaN. */
DEVICE R r_log_add_exp(R a, R b)
{
    R gap = R_FABS(a - b);
    if (a == b)
        return a + (R)0.69314718055994530942;
    if (gap != gap)
        return a + b;
    return (a > b ? a : b) + R_LOG1P(R_EXP(-gap));
}
#define R_LOG_ADD_EXP(a, b) r_log_add_exp(a, b)
#define R_REMAINDER(a, b) r_remainder(a, b)
#define R_FLOOR_DIVIDE(a, b) r_floor_divide(a, b)
#endif

