/* product_slab.h - Copy slabs of the operands of product.h from global to local memory.
 *
 * A slab is stored as DEPTH rows, each as long as one side of a tile and padded to avoid bank conflicts. With ASYNC_STAGES,
 * copies are asynchronous, and copies to all stages except one may be in flight. Without ASYNC_STAGES, slabs are loaded through
 * registers. */
#define PAD 4
/* Warps multiply complex slabs as planes: first all real parts, then all imaginary parts. */
#if defined(MMA) && defined(KIND_COMPLEX)
#define ITEM R
#define ITEM_ZERO 0
#define PLANES 2
#else
#define ITEM T
#define ITEM_ZERO F_NUMBER(0)
#define PLANES 1
#endif
#define LD_OF(tile) ((tile) + PAD)
#define PLANE_OF(tile) (DEPTH * LD_OF(tile))
#define SLAB_OF(tile) (PLANES * PLANE_OF(tile))
#define SHARE_OF(tile) ((tile) * DEPTH / THREADS) /* elements of a slab per thread */
#ifdef ASYNC_STAGES
#define STAGES ASYNC_STAGES
#include "product_async.h"
#else
#define STAGES 2
#endif

/* The elements of an operand that one thread copies, numbered x = 0, 1, .... The first `whole` elements are inside the
 * operand's rows. */
typedef struct {
    const GLOBAL T *from;      /* address of the first element of the next slab */
    LOCAL_POINTER ITEM *stages; /* destination of the slabs */
    int64 next, step;          /* strides in global memory between elements and between slabs */
    int to, on;                /* offset of the first element in local memory; stride between elements */
    int j, dj;                 /* position of the first element along k; stride between elements along k */
    int whole, conjugate;
} share;

/* Prepare one thread's share of a slab of x, which has `tile` rows from `row` on, and columns along k from `first` on.
 * Consecutive threads read along the axis with the smaller stride. If this axis is k, four consecutive threads read elements of
 * one row, and the next threads continue in other rows. */
DEVICE share make_share(const GLOBAL T *x, int64 along_row, int64 along_k, int64 row, int64 rows, int64 first, int tile,
                        int conjugate, LOCAL_POINTER ITEM *stages)
{
    share s;
    int64 r = along_row < 0 ? -along_row : along_row, k = along_k < 0 ? -along_k : along_k;
    int id = LOCAL_ID, i, di, left = rows - row < tile ? (int)(rows - row) : tile;
    if (r <= k) {
        i = id % tile, di = 0;
        s.j = id / tile, s.dj = THREADS / tile;
        s.whole = i < left ? SHARE_OF(tile) : 0;
    } else {
        i = id / 4 % 8 + id / (8 * DEPTH) * 8, di = THREADS / DEPTH;
        s.j = id % 4 + id / 32 % (DEPTH / 4) * 4, s.dj = 0;
        s.whole = i < left ? (left - i + di - 1) / di : 0;
    }
    s.from = x + (row + i) * along_row + (first + s.j) * along_k;
    s.next = di * along_row + s.dj * along_k;
    s.step = DEPTH * along_k;
    s.stages = stages;
    s.to = s.j * LD_OF(tile) + i;
    s.on = s.dj * LD_OF(tile) + di;
    s.conjugate = conjugate;
    return s;
}

/* Return the number of elements to copy. The argument `left` is the number of remaining terms of the sum. */
DEVICE int count_share(const share *s, int64 left)
{
    if (left >= DEPTH)
        return s->whole;
    if (s->dj == 0)
        return s->j < left ? s->whole : 0;
    int within = s->j < left ? ((int)left - s->j + s->dj - 1) / s->dj : 0;
    return within < s->whole ? within : s->whole;
}

/* Copy a slab of both operands to a stage. The argument `left` is the number of remaining terms of the sum. start_slab() begins
 * the copy; other work can be done before finish_slab() completes it. */
#ifdef ASYNC_STAGES
typedef struct {
    share a, b;
} slabs;

DEVICE void start_share(share *s, int stage, int tile, int64 left)
{
    int some = count_share(s, left);
    LOCAL_POINTER ITEM *to = s->stages + stage * SLAB_OF(tile) + s->to;
#pragma unroll
    for (int x = 0; x < SHARE_OF(tile); x++) {
        const GLOBAL ITEM *from = (const GLOBAL ITEM *)(s->from + x * s->next);
        copy_async(to + x * s->on, from, x < some);
#if PLANES == 2
        copy_async(to + x * s->on + PLANE_OF(tile), from + 1, x < some);
#endif
    }
    s->from += s->step;
}

DEVICE void start_slab(slabs *s, int stage, int64 left)
{
    if (left > 0) {
        start_share(&s->a, stage, TILE_M, left);
        start_share(&s->b, stage, TILE_N, left);
    }
    end_copies();
}

DEVICE void finish_slab(const slabs *s, int stage, int64 left)
{
    (void)s, (void)stage, (void)left;
}
#else
typedef struct {
    share a, b;
    T next_a[SHARE_OF(TILE_M)], next_b[SHARE_OF(TILE_N)];
} slabs;

/* Load a thread's share of the next slab into v, which has SHARE_OF(tile) elements. */
DEVICE void load_share(share *s, T *v, int tile, int64 left)
{
    int some = count_share(s, left);
#pragma unroll
    for (int x = 0; x < SHARE_OF(tile); x++) {
        v[x] = F_NUMBER(0);
        if (x < some)
            v[x] = s->from[x * s->next];
    }
    s->from += s->step;
}

DEVICE void put_share(const share *s, const T *v, int stage, int tile)
{
    LOCAL_POINTER ITEM *to = s->stages + stage * SLAB_OF(tile) + s->to;
#pragma unroll
    for (int x = 0; x < SHARE_OF(tile); x++) {
        to[x * s->on] = v[x];
    }
}

DEVICE void start_slab(slabs *s, int stage, int64 left)
{
    (void)stage;
    if (left > 0) {
        load_share(&s->a, s->next_a, TILE_M, left);
        load_share(&s->b, s->next_b, TILE_N, left);
    }
}

DEVICE void finish_slab(const slabs *s, int stage, int64 left)
{
    if (left > 0) {
        put_share(&s->a, s->next_a, stage, TILE_M);
        put_share(&s->b, s->next_b, stage, TILE_N);
    }
}

DEVICE void await_copies(void)
{
}
#endif
