/* product_parts.h - Add the partial sums of product.h. The caller defines the element type T and the matching KIND_* macro. */
#define BESIDE 32 /* results per group of 256 threads; SLICES threads compute each result */
#define SLICES 8
#ifdef KIND_COMPLEX
#define WIDE complex128
#define ADD_WIDE(s, v) ((s).re += (v).re, (s).im += (v).im)
#else
#define WIDE float64
#define ADD_WIDE(s, v) ((s) += (v))
#endif

/* Add the parts in double precision. */
KERNEL sum_parts(product_sizes s, const GLOBAL T *parts, GLOBAL T *c)
{
    LOCAL WIDE sums[SLICES][BESIDE];
    int64 n = s.m * s.n * s.batch;
    int t = LOCAL_ID % BESIDE, slice = LOCAL_ID / BESIDE;
    for (int64 first = (int64)GROUP_ID * BESIDE; first < n; first += (int64)GROUP_COUNT * BESIDE) {
        int64 i = first + t, at = i;
        WIDE sum = {0};
        for (int64 p = slice; p < s.parts && i < n; p += SLICES)
            ADD_WIDE(sum, parts[p * n + i]);
        sums[slice][t] = sum;
        BARRIER();
        if (slice == 0 && i < n) {
            int64 r = split_off(&at, s.m), q = split_off(&at, s.n);
            GLOBAL T *to = c + at * s.c.step + r * s.c.row + q * s.c.col;
            for (int k = 1; k < SLICES; k++)
                ADD_WIDE(sum, sums[k][t]);
#ifdef KIND_COMPLEX
            T v = c_make((R)sum.re, (R)sum.im);
#else
            T v = (T)sum;
#endif
            *to = s.keep ? F_ADD(*to, v) : v;
        }
        BARRIER();
    }
}
