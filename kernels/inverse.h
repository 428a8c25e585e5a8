/* inverse.h - 1 / d and 1 / sqrt(d) for numbers well within their type's range: the device's approximations and one step, in a
 * third of the time of division and root, for kernels in which one such number waits for the other.  Before it: T and its
 * kind.  CUDA. */
DEVICE T inverse_root(T d)
{
    double y;
    if (sizeof(T) == 4)
        return (T)rsqrtf((float)d);
    asm("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"((double)d));
    double e = fma(-(y * y), (double)d, 1.0); /* y has half of a number's digits: its square is exact */
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
