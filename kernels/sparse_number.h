/* sparse_number.h - Arithmetic for values of sparse matrices; each operation is correctly rounded on every device. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT OFF
#endif
#ifdef KIND_COMPLEX
DEVICE T complex_of(R re, R im)
{
    T z;
    z.re = re;
    z.im = im;
    return z;
}

DEVICE T multiply(T a, T b)
{
    return complex_of(a.re * b.re - a.im * b.im, a.re * b.im + a.im * b.re);
}

DEVICE T add(T a, T b)
{
    return complex_of(a.re + b.re, a.im + b.im);
}

DEVICE T subtract(T a, T b)
{
    return complex_of(a.re - b.re, a.im - b.im);
}

/* Return a/b. The quotient is scaled by the larger of the real and imaginary parts of b, because the square of b may
 * overflow. */
DEVICE T quotient(T a, T b)
{
    R x = b.re < 0 ? -b.re : b.re, y = b.im < 0 ? -b.im : b.im;
    if (x >= y) {
        R ratio = b.im / b.re, size = b.re + b.im * ratio;
        return complex_of((a.re + a.im * ratio) / size, (a.im - a.re * ratio) / size);
    }
    R ratio = b.re / b.im, size = b.im + b.re * ratio;
    return complex_of((a.re * ratio + a.im) / size, (a.im * ratio - a.re) / size);
}

DEVICE T no_sum(void)
{
    return complex_of(0, 0);
}

DEVICE T load_once(const GLOBAL T *from)
{
    return complex_of(LOAD_ONCE(&from->re), LOAD_ONCE(&from->im));
}
#else
DEVICE T multiply(T a, T b)
{
    return a * b;
}

DEVICE T add(T a, T b)
{
    return a + b;
}

DEVICE T subtract(T a, T b)
{
    return a - b;
}

DEVICE T quotient(T a, T b)
{
    return a / b;
}

DEVICE T no_sum(void)
{
    return 0;
}

DEVICE T load_once(const GLOBAL T *from)
{
    return LOAD_ONCE(from);
}
#endif

DEVICE T add_product(T sum, T a, T b)
{
    return add(sum, multiply(a, b));
}
