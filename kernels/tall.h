/* tall.h - Residuals and gradients of a tall least squares problem in twice the working precision. The caller defines T, the
 * element type of A and B, and the matching KIND_* macro. If threads can shuffle, the caller also defines LANES, the number of
 * threads that share a row, and COLUMNS, the number of columns of A per thread. The order of additions depends only on the
 * shape. */
#include "doubled.h"
#define GROUP 256

/* Version for warps that can shuffle. */
#ifdef LANES
DEVICE dd dd_shuffle(dd s, int mask)
{
    s.hi = SHUFFLE_XOR(s.hi, mask);
    s.lo = SHUFFLE_XOR(s.lo, mask);
    return s;
}

DEVICE sum sum_shuffle(sum s, int mask)
{
    s.re = dd_shuffle(s.re, mask);
#ifdef KIND_COMPLEX
    s.im = dd_shuffle(s.im, mask);
#endif
    return s;
}

/* Compute partial[block] = conj(A)ᵀ r and, as the last of n + 1 elements, ‖r‖², over the rows of a block, for r = b - A x. If
 * `more`, add the results to the existing values. If x is NULL, r = b. Elements of x are kx apart. */
KERNEL tall_gradient(int64 m, int n, const GLOBAL T *a, int64 lda, const GLOBAL T *b, int64 ldb, const GLOBAL WIDE *x,
                     int64 kx, int more, GLOBAL sum *partial)
{
    LOCAL sum total[LANES * COLUMNS + 1];
    LOCAL WIDE shared_x[LANES * COLUMNS];
    const int lane = LOCAL_ID % LANES, group = LOCAL_ID / LANES, groups = GROUP / LANES;
    sum g[COLUMNS], square = sum_zero();
#pragma unroll
    for (int c = 0; c < COLUMNS; c++) {
        int j = lane + c * LANES;
        WIDE v;
#ifdef KIND_COMPLEX
        v.re = v.im = 0;
#else
        v = 0;
#endif
        if (x && j < n)
            v = x[j * kx];
        if (group == 0)
            shared_x[j] = v;
        g[c] = sum_zero();
    }
    BARRIER();
    /* All threads of a warp run the same iterations, because they exchange sums. */
    for (int64 first = (int64)GROUP_ID * groups; first < m; first += (int64)GROUP_COUNT * groups) {
        int64 i = first + group;
        int here = i < m;
        T row[COLUMNS];
        sum r = sum_zero();
#pragma unroll
        for (int c = 0; c < COLUMNS; c++) {
            int j = lane + c * LANES;
#ifdef KIND_COMPLEX
            row[c].re = row[c].im = 0;
#else
            row[c] = 0;
#endif
            if (here && j < n)
                row[c] = a[i * lda + j];
        }
        if (x)
#pragma unroll
            for (int c = 0; c < COLUMNS; c++)
                take(&r, row[c], shared_x[lane + c * LANES]);
#pragma unroll
        for (int mask = LANES / 2; mask > 0; mask /= 2)
            r = sum_plus(r, sum_shuffle(r, mask));
        if (here) {
            T v = b[i * ldb];
#ifdef KIND_COMPLEX
            dd_add(&r.re, v.re);
            dd_add(&r.im, v.im);
            r.im = dd_even(r.im);
            r.re = dd_even(r.re);
            dd_fma(&square.re, r.re.hi, r.re.hi);
            dd_fma(&square.re, r.im.hi, r.im.hi);
            square.re.lo += 2 * (r.re.hi * r.re.lo + r.im.hi * r.im.lo);
#else
            dd_add(&r.re, v);
            r.re = dd_even(r.re);
            dd_fma(&square.re, r.re.hi, r.re.hi);
            square.re.lo += 2 * r.re.hi * r.re.lo;
#endif
        }
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            give(&g[c], row[c], r);
    }
    for (int at = LOCAL_ID; at <= n; at += GROUP)
        total[at] = more ? partial[(int64)GROUP_ID * (n + 1) + at] : sum_zero();
    for (int turn = 0; turn < groups; turn++) {
        BARRIER();
        if (turn != group)
            continue;
#pragma unroll
        for (int c = 0; c < COLUMNS; c++)
            if (lane + c * LANES < n)
                total[lane + c * LANES] = sum_plus(total[lane + c * LANES], g[c]);
        if (lane == 0)
            total[n] = sum_plus(total[n], square);
    }
    BARRIER();
    for (int at = LOCAL_ID; at <= n; at += GROUP)
        partial[(int64)GROUP_ID * (n + 1) + at] = total[at];
}

/* Sum the n + 1 elements over the blocks, with a group of 32 threads per element. The sums are stored in g[index * kg] and
 * *square. */
KERNEL tall_total(int blocks, int n, const GLOBAL sum *partial, GLOBAL WIDE *g, int64 kg, GLOBAL float64 *square)
{
    int at = (int)(GLOBAL_ID / 32), lane = LOCAL_ID % 32;
    sum s = sum_zero();
    if (at > n)
        return;
    for (int i = lane; i < blocks; i += 32)
        s = sum_plus(s, partial[(int64)i * (n + 1) + at]);
    for (int mask = 16; mask > 0; mask /= 2)
        s = sum_plus(s, sum_shuffle(s, mask));
    if (lane > 0)
        return;
    if (at == n) {
        *square = s.re.hi + s.re.lo;
        return;
    }
    g[at * kg] = sum_rounded(s);
}

#else
/* Version in two steps, for any device. */

/* r[i] = b[i] - A(i, :) x */
KERNEL tall_residual(int64 m, int n, const GLOBAL T *a, int64 lda, const GLOBAL T *b, int64 ldb, const GLOBAL WIDE *x, int64 kx,
                     GLOBAL sum *r)
{
    for (int64 i = GLOBAL_ID; i < m; i += GLOBAL_SIZE) {
        sum s = sum_zero();
        if (x)
            for (int j = 0; j < n; j++)
                take(&s, a[i * lda + j], x[j * kx]);
        r[i] = sum_with(s, b[i * ldb]);
    }
}

/* Compute partial[chunk] = conj(A)ᵀ r and, as the last of n + 1 elements, ‖r‖², over each chunk of rows. If `more`, add the
 * results to the existing values. One thread computes one element. */
KERNEL tall_chunks(int64 m, int n, int64 chunks, const GLOBAL T *a, int64 lda, const GLOBAL sum *r, int more,
                   GLOBAL sum *partial)
{
    int64 length = (m + chunks - 1) / chunks;
    for (int64 e = GLOBAL_ID; e < chunks * (n + 1); e += GLOBAL_SIZE) {
        int64 first = e / (n + 1) * length, last = first + length < m ? first + length : m, at = e % (n + 1);
        sum g = more ? partial[e] : sum_zero();
        for (int64 i = first; i < last; i++) {
            sum s = r[i];
            if (at < n) {
                give(&g, a[i * lda + at], s);
                continue;
            }
            add_square(&g.re, s);
        }
        partial[e] = g;
    }
}

/* Sum over the chunks, and store the sums in g[index * kg] and *square. */
KERNEL tall_sum(int64 chunks, int n, const GLOBAL sum *partial, GLOBAL WIDE *g, int64 kg, GLOBAL float64 *square)
{
    for (int at = (int)GLOBAL_ID; at <= n; at += (int)GLOBAL_SIZE) {
        sum s = sum_zero();
        for (int64 c = 0; c < chunks; c++)
            s = sum_plus(s, partial[c * (n + 1) + at]);
        if (at == n) {
            *square = s.re.hi + s.re.lo;
            continue;
        }
        g[at * kg] = sum_rounded(s);
    }
}
#endif

/* Copy a to `wide`, with contiguous rows. */
KERNEL tall_widen(int64 m, int n, const GLOBAL T *a, int64 lda, GLOBAL WIDE *wide)
{
    for (int64 i = GLOBAL_ID; i < m * n; i += GLOBAL_SIZE) {
        T v = a[i / n * lda + i % n];
#ifdef KIND_COMPLEX
        wide[i].re = v.re;
        wide[i].im = v.im;
#else
        wide[i] = v;
#endif
    }
}

/* Set into[i] to the sum of element i over `count` blocks of n elements, in order. */
KERNEL tall_add(int64 n, int count, const GLOBAL float64 *blocks, GLOBAL float64 *into)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        float64 s = 0;
        for (int c = 0; c < count; c++)
            s += blocks[c * n + i];
        into[i] = s;
    }
}
