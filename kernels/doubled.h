/* doubled.h - Sums in twice the working precision (double-double), for residuals and gradients. The caller defines the element
 * type T and the matching KIND_* macro.
 *
 * A value is stored as hi + lo. Products hi·hi and sums hi + hi are computed exactly, by fma and by Knuth's two-sum. The
 * rounding errors of both operations are accumulated in lo (Ogita, Rump and Oishi 2005, Dot2). */
typedef struct { float64 hi, lo; } dd;

#ifdef KIND_COMPLEX
#define WIDE complex128
typedef struct { dd re, im; } sum;
#else
#define WIDE float64
typedef struct { dd re; } sum;
#endif

DEVICE void dd_add(dd *s, float64 v)
{
    float64 t = s->hi + v, z = t - s->hi;
    s->lo += (s->hi - (t - z)) + (v - z);
    s->hi = t;
}

/* s += a b */
DEVICE void dd_fma(dd *s, float64 a, float64 b)
{
    float64 p = a * b;
    s->lo += fma(a, b, -p);
    dd_add(s, p);
}

/* s += a r */
DEVICE void dd_fma_dd(dd *s, float64 a, dd r)
{
    dd_fma(s, a, r.hi);
    s->lo += a * r.lo;
}

DEVICE dd dd_even(dd s)
{
    dd t;
    t.hi = s.hi + s.lo;
    t.lo = s.lo - (t.hi - s.hi);
    return t;
}

DEVICE dd dd_plus(dd a, dd b)
{
    dd_add(&a, b.hi);
    a.lo += b.lo;
    return a;
}

DEVICE sum sum_plus(sum a, sum b)
{
    a.re = dd_plus(a.re, b.re);
#ifdef KIND_COMPLEX
    a.im = dd_plus(a.im, b.im);
#endif
    return a;
}

DEVICE sum sum_zero(void)
{
    sum s;
    s.re.hi = s.re.lo = 0;
#ifdef KIND_COMPLEX
    s.im.hi = s.im.lo = 0;
#endif
    return s;
}

/* s -= a x */
DEVICE void take(sum *s, T a, WIDE x)
{
#ifdef KIND_COMPLEX
    dd_fma(&s->re, -(float64)a.re, x.re);
    dd_fma(&s->re, (float64)a.im, x.im);
    dd_fma(&s->im, -(float64)a.re, x.im);
    dd_fma(&s->im, -(float64)a.im, x.re);
#else
    dd_fma(&s->re, -(float64)a, x);
#endif
}

/* s += conj(a) r */
DEVICE void give(sum *s, T a, sum r)
{
#ifdef KIND_COMPLEX
    dd minus_re = {-r.re.hi, -r.re.lo};
    dd_fma_dd(&s->re, a.re, r.re);
    dd_fma_dd(&s->re, a.im, r.im);
    dd_fma_dd(&s->im, a.re, r.im);
    dd_fma_dd(&s->im, a.im, minus_re);
#else
    dd_fma_dd(&s->re, a, r.re);
#endif
}

/* Return s + v, normalised. */
DEVICE sum sum_with(sum s, T v)
{
#ifdef KIND_COMPLEX
    dd_add(&s.re, v.re);
    dd_add(&s.im, v.im);
    s.im = dd_even(s.im);
#else
    dd_add(&s.re, v);
#endif
    s.re = dd_even(s.re);
    return s;
}

/* s += |r|² */
DEVICE void add_square(dd *s, sum r)
{
    dd_fma(s, r.re.hi, r.re.hi);
    s->lo += 2 * r.re.hi * r.re.lo;
#ifdef KIND_COMPLEX
    dd_fma(s, r.im.hi, r.im.hi);
    s->lo += 2 * r.im.hi * r.im.lo;
#endif
}

DEVICE WIDE sum_rounded(sum s)
{
#ifdef KIND_COMPLEX
    WIDE v;
    v.re = s.re.hi + s.re.lo;
    v.im = s.im.hi + s.im.lo;
    return v;
#else
    return s.re.hi + s.re.lo;
#endif
}
