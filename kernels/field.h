/* field.h - Arithmetic for linear algebra kernels, with the same names for every floating-point or complex type T. The pragma
 * below lets the compiler contract products and sums. Files of linear algebra kernels begin with the same pragma. */
#if defined(KIND_REAL) || defined(KIND_COMPLEX)
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#ifdef KIND_COMPLEX
#define F_NUMBER(v) c_make((R)(v), 0)
#define F_ADD(a, b) C_ADD(a, b)
#define F_SUB(a, b) C_SUB(a, b)
#define F_MUL(a, b) f_mul(a, b)
#define F_DIV(a, b) C_DIV(a, b)
#define F_NEG(a) C_NEG(a)
#define F_CONJ(a) C_CONJ(a)
#define F_REAL(a) ((a).re)
#define F_IMAG(a) ((a).im)
#define F_MAKE(x, y) c_make(x, y)
#define F_SIZE(a) (R_FABS((a).re) + R_FABS((a).im)) /* the 1-norm that LAPACK compares */
#define F_ADD_PRODUCT(c, a, b) f_add_product(c, a, b) /* c + a b */
#define F_LESS_PRODUCT(c, a, b) f_less_product(c, a, b)
#define F_FUSED_ADD(c, a, b) f_fused_add(c, a, b) /* c + a b with fused multiply-adds on every device */
#define F_FUSED_LESS(c, a, b) f_fused_add(c, C_NEG(a), b)

DEVICE T f_mul(T a, T b)
{
    return c_make(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

DEVICE T f_add_product(T c, T a, T b)
{
    c.re += a.re * b.re;
    c.re -= a.im * b.im;
    c.im += a.re * b.im;
    c.im += a.im * b.re;
    return c;
}

DEVICE T f_less_product(T c, T a, T b)
{
    c.re -= a.re * b.re;
    c.re += a.im * b.im;
    c.im -= a.re * b.im;
    c.im -= a.im * b.re;
    return c;
}

DEVICE T f_fused_add(T c, T a, T b)
{
    return c_make(R_FMA(-a.im, b.im, R_FMA(a.re, b.re, c.re)), R_FMA(a.im, b.re, R_FMA(a.re, b.im, c.im)));
}
#else
#define F_NUMBER(v) ((T)(v))
#define F_ADD(a, b) ((a) + (b))
#define F_SUB(a, b) ((a) - (b))
#define F_MUL(a, b) ((a) * (b))
#define F_DIV(a, b) ((a) / (b))
#define F_NEG(a) (-(a))
#define F_CONJ(a) (a)
#define F_REAL(a) (a)
#define F_IMAG(a) ((R)0)
#define F_MAKE(x, y) (x)
#define F_SIZE(a) R_FABS(a)
#define F_ADD_PRODUCT(c, a, b) ((c) + (a) * (b))
#define F_LESS_PRODUCT(c, a, b) ((c) - (a) * (b))
#define F_FUSED_ADD(c, a, b) R_FMA(a, b, c)
#define F_FUSED_LESS(c, a, b) R_FMA(-(a), b, c)
#endif

/* Return v / d, where `inverse` = 1/d. The product v * inverse is improved by one correction step (Markstein). The reciprocal
 * of d must neither overflow nor underflow. In chains of dependent steps, f_quotient() is faster than a division. */
DEVICE T f_quotient(T v, T d, T inverse)
{
    T q = F_MUL(v, inverse), error = F_FUSED_LESS(v, d, q);
    return F_FUSED_ADD(q, error, inverse);
}

/* Divide *i by n, store the quotient in *i, and return the remainder. Small values are divided in 32 bits, because 64-bit
 * division is slow. */
DEVICE int64 split_off(int64 *i, int64 n)
{
    int64 rest;
    if (*i <= 0x7fffffff && n <= 0x7fffffff) {
        rest = (uint32)*i % (uint32)n;
        *i = (uint32)*i / (uint32)n;
    } else {
        rest = *i % n;
        *i /= n;
    }
    return rest;
}
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#endif
#endif
