/* product.h - Products of floating-point or complex matrices with any strides, in tiles of TILE_M x TILE_N. A group of THREADS
 * threads computes one tile. The sum over k is computed in slabs of DEPTH. While one slab is multiplied from local memory, the
 * next slab is loaded. The caller defines the element type T and the matching KIND_* macro, and TILE_M, TILE_N, DEPTH and
 * THREADS. The caller also defines MMA if warps multiply in double precision by matrix instructions, and ASYNC_STAGES if copies
 * are asynchronous. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#ifdef MMA
#include "product_mma.h"
#endif
#include "product_slab.h"
#ifdef MMA
#include "product_warps.h"
#else
#include "product_threads.h"
#endif

/* Add the products with first <= k < last to the sums of one tile. */
DEVICE void sum_slabs(ITEM sum[PLANES][RESULTS], slabs *s, int64 first, int64 last)
{
    int stage = 0, idle = STAGES - 1; /* stage being multiplied; stage that receives the next slab */
    int64 next = first + (STAGES - 1) * DEPTH;
#pragma unroll
    for (int x = 0; x < STAGES - 1; x++) {
        start_slab(s, x, last - first - x * DEPTH);
        finish_slab(s, x, last - first - x * DEPTH);
    }
    for (int64 l = first; l < last; l += DEPTH, next += DEPTH) {
        await_copies();
        BARRIER();
        start_slab(s, idle, last - next);
        multiply_slab(sum, s, stage);
        finish_slab(s, idle, last - next);
        idle = stage;
        stage = stage == STAGES - 1 ? 0 : stage + 1;
    }
}

/* Compute C = A B, or C = -A B if `minus` is true. If parts > 1, the sum over k is divided among `parts` groups, and c receives
 * `parts` stacks of dense m x n matrices. The kernel in product_parts.h adds these stacks. */
#ifdef __OPENCL_VERSION__
#define product __attribute__((reqd_work_group_size(THREADS, 1, 1))) product
#elif defined(BOUNDED)
#define product BOUNDED(THREADS, 1) product
#endif
KERNEL product(product_sizes s, const GLOBAL T *a, const GLOBAL T *b, GLOBAL T *c)
{
    LOCAL ALIGNED(16) ITEM stages_a[STAGES * SLAB_OF(TILE_M)];
    LOCAL ALIGNED(16) ITEM stages_b[STAGES * SLAB_OF(TILE_N)];
    int64 down = (s.m + TILE_M - 1) / TILE_M, across = (s.n + TILE_N - 1) / TILE_N;
    int64 length = ((s.k + s.parts - 1) / s.parts + DEPTH - 1) / DEPTH * DEPTH;
    for (int64 group = GROUP_ID; group < down * across * s.batch * s.parts; group += GROUP_COUNT) {
        int64 part = group, row = split_off(&part, down) * TILE_M, col = split_off(&part, across) * TILE_N;
        int64 at = split_off(&part, s.batch), first = part * length, last = first + length < s.k ? first + length : s.k;
        ITEM sum[PLANES][RESULTS];
        slabs both;
        if (s.lower && row + TILE_M <= col)
            continue;
#pragma unroll
        for (int x = 0; x < PLANES * RESULTS; x++)
            sum[x / RESULTS][x % RESULTS] = ITEM_ZERO;
        both.a = make_share(a + at * s.a.step, s.a.row, s.a.col, row, s.m, first, TILE_M, (int)s.conj_a, stages_a);
        both.b = make_share(b + at * s.b.step, s.b.col, s.b.row, col, s.n, first, TILE_N, (int)s.conj_b, stages_b);
        BARRIER(); /* the previous tile no longer uses local memory */
        sum_slabs(sum, &both, first, last);
#pragma unroll
        for (int x = 0; x < RESULTS; x++) {
            int64 r = row + ROW_OF(x), q = col + COL_OF(x);
            T v = s.minus ? F_NEG(RESULT_OF(sum, x)) : RESULT_OF(sum, x);
            if (r >= s.m || q >= s.n)
                continue;
            if (s.parts > 1) {
                c[((part * s.batch + at) * s.n + q) * s.m + r] = v;
            } else {
                GLOBAL T *to = c + at * s.c.step + r * s.c.row + q * s.c.col;
                *to = s.keep ? F_ADD(*to, v) : v;
            }
        }
    }
}
