/* product_parts.h - sums that product.h has made in parts.  Before it: T and its kind. */
/* Added in double precision. */
KERNEL sum_parts(product_sizes s, const GLOBAL T *parts, GLOBAL T *c)
{
    int64 n = s.m * s.n * s.batch;
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 r = i % s.m, q = i / s.m % s.n, at = i / (s.m * s.n);
        GLOBAL T *to = c + at * s.c.step + r * s.c.row + q * s.c.col;
        T sum;
#ifdef KIND_COMPLEX
        float64 re = 0, im = 0;
        for (int64 p = 0; p < s.parts; p++) {
            re += parts[p * n + i].re;
            im += parts[p * n + i].im;
        }
        sum = c_make((R)re, (R)im);
#else
        float64 wide = 0;
        for (int64 p = 0; p < s.parts; p++)
            wide += parts[p * n + i];
        sum = (T)wide;
#endif
        *to = s.keep ? F_ADD(*to, sum) : sum;
    }
}
