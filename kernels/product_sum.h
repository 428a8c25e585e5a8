/* product_sum.h - sums of products of slabs; part of product.h. */
/* The sum over k from first to last, for one tile. */
DEVICE void sum_slabs(ITEM sum[PLANES][RESULTS], slabs *s, int64 first, int64 last)
{
    int stage = 0, idle = STAGES - 1; /* what is multiplied, and where the next slab goes */
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
