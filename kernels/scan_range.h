/* scan_range.h - Overflow and underflow of floating-point cumulative sums and products of type T.
 *
 * The caller defines again(a, b), which combines two values, and OP_PROD if again() multiplies. join() does the same as
 * again(), but replaces products below the smallest normal value by zero. Therefore, the last result of every block that leaves
 * the range is not fine(). */
#define LEAST (sizeof(R) == 4 ? (R)1.17549435e-38 : (R)2.2250738585072014e-308) /* smallest normal value */
#ifdef KIND_COMPLEX
#define SIZE(a) (R_FABS((a).re) > R_FABS((a).im) ? R_FABS((a).re) : R_FABS((a).im))
#define IS_WITHIN(a) (R_FABS((a).re) < R_INF && R_FABS((a).im) < R_INF)
#define IS_LOST(a) ((a).re != (a).re && (a).im != (a).im)
#else
#define SIZE(a) R_FABS(a)
#define IS_WITHIN(a) (R_FABS(a) < R_INF)
#define IS_LOST(a) ((a) != (a))
#endif

DEVICE T join(T a, T b)
{
    T z = again(a, b);
#if defined(OP_PROD) && defined(KIND_COMPLEX)
    if (SIZE(z) < LEAST)
        z = c_make(0 * z.re, 0 * z.im);
#elif defined(OP_PROD)
    if (SIZE(z) < LEAST)
        z = 0 * z;
#endif
    return z;
}

DEVICE int fine(T a)
{
#ifdef OP_PROD
    return IS_WITHIN(a) && SIZE(a) >= LEAST;
#else
    return IS_WITHIN(a);
#endif
}

/* is_absorbed() expects a result `a` that is not fine(). The function returns true if combining `a` with certain elements
 * changes at most the sign of the result. keeps() returns true if x is such an element. */
DEVICE int is_absorbed(T a)
{
#ifdef KIND_COMPLEX
    return IS_LOST(a);
#elif defined(OP_PROD)
    return IS_LOST(a) || a == 0 || R_FABS(a) == R_INF;
#else
    return !IS_WITHIN(a);
#endif
}

DEVICE int keeps(T a, T x)
{
#if defined(OP_PROD) && !defined(KIND_COMPLEX)
    return IS_LOST(a) || (IS_WITHIN(x) && (x != 0 || a == 0));
#else
    return IS_LOST(a) || IS_WITHIN(x);
#endif
}

DEVICE int is_like(T a, T b)
{
#ifdef KIND_COMPLEX
    return IS_LOST(a) && IS_LOST(b);
#else
    return (IS_LOST(a) && IS_LOST(b)) || R_FABS(a) == R_FABS(b);
#endif
}

DEVICE int is_negative(T x)
{
#if defined(OP_PROD) && !defined(KIND_COMPLEX)
    return R_COPYSIGN((R)1, x) < 0;
#else
    return 0;
#endif
}
