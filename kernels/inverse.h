/* inverse.h - Return 1 / d and 1 / sqrt(d) on CUDA, for values well within the range of their type.
 *
 * The device's approximation and one correction step together take a third of the time of a division or square root. The
 * functions inverse() and inverse_root() are intended for chains of dependent operations. The caller defines the element type T
 * and the matching KIND_* macro. */
DEVICE T inverse_root(T d)
{
    double y;
    if (sizeof(T) == 4)
        return (T)rsqrtf((float)d);
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"((double)d));
    double e = fma(-(y * y), (double)d, 1.0); /* y has at most half of the bits of a double, so y * y is exact */
    return (T)fma(fma(fma(0.3125, e, 0.375), e, 0.5), e * y, y);
}

DEVICE T inverse(T d)
{
    double y;
    if (sizeof(T) == 4)
        return 1 / d;
    asm("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"((double)d));
    double e = fma(-(double)d, y, 1.0);
    return (T)fma(fma(fma(e, e, e), e, e), y, y);
}
