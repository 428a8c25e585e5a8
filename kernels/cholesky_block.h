/* cholesky_block.h - Operations on 64 x 64 tiles in the registers of a group of four warps, for cholesky_tiles.h. The caller
 * defines T (float64) and the function mma() of product_mma.h.
 *
 * Each warp has 16 rows of a tile. Let g = lane/4 and t = lane%4. In each half of the columns of a 16 x 16 block, a thread has
 * the elements (g, 2t), (g, 2t + 1), (g + 8, 2t) and (g + 8, 2t + 1). The results of mma() have the same layout. Blocks in this
 * layout can be multiplied directly, because a sum over k may use the columns in any order. In the right-hand factor of a
 * product, each thread has rows 2t and 2t + 1. */
#ifndef SMALL
#define SMALL 1e-290
#endif
#if defined(__OPENCL_VERSION__) || defined(__CUDACC__)
DEVICE T from_lane(T value, int lane)
{
    T there;
    ASSEMBLY("{\n.reg .b32 low, high;\nmov.b64 {low, high}, %1;\n"
                      "shfl.sync.idx.b32 low, low, %2, 31, 0xffffffff;\nshfl.sync.idx.b32 high, high, %2, 31, 0xffffffff;\n"
                      "mov.b64 %0, {low, high};\n}"
                      : "=d"(there)
                      : "d"(value), "r"(lane));
    return there;
}

/* Return 1 / d or 1 / sqrt(d), computed by the device's approximation and one correction step. */
DEVICE T quick_inverse(T d)
{
    T y;
    ASSEMBLY("rcp.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(d));
    T e = fma(-d, y, 1.0);
    return fma(fma(e, e, e), y, y);
}

DEVICE T quick_inverse_root(T d)
{
    T y;
    ASSEMBLY("rsqrt.approx.ftz.f64 %0, %1;" : "=d"(y) : "d"(d));
    T e = fma(-(y * y), d, 1.0);
    return fma(fma(fma(0.3125, e, 0.375), e, 0.5), e * y, y);
}
#define SOME_WARPS(condition) (condition)
DEVICE void wait_for_warp(void)
{
    ASSEMBLY volatile("bar.warp.sync 0xffffffff;" : : : "memory");
}

#else /* the emulated device */
#define SOME_WARPS(condition) (condition)
DEVICE void wait_for_warp(void)
{
    WARP_MEETS();
}

static T sent_values[1024];

UNWATCHED static T from_lane(T value, int lane)
{
    sent_values[LOCAL_ID] = value;
    LANES_MEET();
    T there = sent_values[LOCAL_ID / 32 * 32 + lane];
    LANES_MEET();
    return there;
}

DEVICE T quick_inverse(T d)
{
    return 1 / d;
}

DEVICE T quick_inverse_root(T d)
{
    return 1 / sqrt(d);
}
#endif

/* Compute the Cholesky factor L of a 16 x 16 block. On entry, lane r has row r of the block, and lane 16 + r has row r of the
 * identity. On return, lane r has row r of L, and lane 16 + r has row r of L^-T. All lanes execute the same operations. Return
 * 0 if a pivot is not positive, or is too large or too small for the device's approximations; otherwise return 1.
 *
 * Each lane computes the next pivot itself, before the remaining columns are updated. The reciprocal of the pivot is computed
 * during the update. */
DEVICE int factor_block(T *a)
{
    T d = from_lane(a[0], 0), inverse = quick_inverse(d);
    int fine = 1;
#pragma unroll
    for (int j = 0; j < 16; j++) {
        T v = a[j] * inverse, root = quick_inverse_root(d);
        fine &= d >= SMALL && d < 1 / SMALL;
        if (j < 15) {
            T second = from_lane(a[j], j + 1), next = from_lane(a[j + 1], j + 1);
            d = fma(-(second * second), inverse, next);
            inverse = quick_inverse(d);
            a[j + 1] = fma(-v, second, a[j + 1]);
        }
#pragma unroll
        for (int c = j + 2; c < 16; c++)
            a[c] = fma(-v, from_lane(a[j], c), a[c]);
        a[j] *= root;
    }
    return fine;
}

/* Compute the same as factor_block(), but with exact divisions and square roots, and in short code. Return the position of the
 * first pivot that is not positive, counted from 1, or 0 if all pivots are positive. */
DEVICE int factor_block_slowly(T *a)
{
    T row[16];
    int failed = 0;
#pragma unroll
    for (int c = 0; c < 16; c++)
        row[c] = a[c];
#pragma unroll 1
    for (int j = 0; j < 16; j++) {
        T own = row[j], d = from_lane(own, j), v = own / d;
        failed = failed || d > 0 ? failed : j + 1;
#pragma unroll 1
        for (int c = j + 1; c < 16; c++)
            row[c] = fma(-v, from_lane(own, c), row[c]);
        row[j] = own / sqrt(d);
    }
#pragma unroll
    for (int c = 0; c < 16; c++)
        a[c] = row[c];
    return failed;
}

/* c += a(:, S) b(S, :), where S is half number s (0 or 1) of the indices. */
DEVICE void multiply_half(T *c, const T *a, const T *b, int s)
{
    const T left[4] = {a[4 * s], a[4 * s + 2], a[4 * s + 1], a[4 * s + 3]};
#pragma unroll
    for (int h = 0; h < 2; h++)
        mma(c + 4 * h, left, b + 4 * h + 2 * s);
}

/* c += a b. The sums over the two halves of the indices are accumulated separately to hide the latency of the products. */
DEVICE void multiply_block(T *c, const T *a, const T *b)
{
    T other[8];
#pragma unroll
    for (int e = 0; e < 8; e++)
        other[e] = 0;
    multiply_half(c, a, b, 0);
    multiply_half(other, a, b, 1);
#pragma unroll
    for (int e = 0; e < 8; e++)
        c[e] += other[e];
}

/* Rotate four blocks: the first becomes the last. */
DEVICE void rotate_blocks(T *x)
{
#pragma unroll
    for (int e = 0; e < 8; e++) {
        T first = x[e];
#pragma unroll
        for (int b = 0; b < 3; b++)
            x[8 * b + e] = x[8 * b + 8 + e];
        x[24 + e] = first;
    }
}

/* Load the right-hand block b, whose element (k, n) is from[k * along_k + n * along_n]. */
DEVICE void load_block(T *b, const LOCAL_POINTER T *from, int along_k, int along_n)
{
    int g = LOCAL_ID % 32 / 4, t = LOCAL_ID % 4;
#pragma unroll
    for (int e = 0; e < 8; e++)
        b[e] = from[(e / 2 % 2 * 8 + 2 * t + e % 2) * along_k + (e / 4 * 8 + g) * along_n];
}

/* Replace r by -r L^-T, so that other columns can be updated by adding r times blocks of L. The argument `w` is the negative
 * inverse of L^T. Multiplication by w alone loses accuracy in proportion to the condition number of L, so one step of
 * refinement follows. */
DEVICE void solve_block(T *r, const T *w, const T *l)
{
    T x[8];
#pragma unroll
    for (int e = 0; e < 8; e++)
        x[e] = 0;
    multiply_block(x, r, w);
    multiply_block(r, x, l);
    multiply_block(x, r, w);
#pragma unroll
    for (int e = 0; e < 8; e++)
        r[e] = x[e];
}
