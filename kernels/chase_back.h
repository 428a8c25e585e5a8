/* chase_back.h - Apply the reflectors of chase.h to columns of float64, on devices whose warps multiply tiles of 8 x 8. The
 * caller defines T (float64); BAND (32); SETS, the number of sets of warps; and WARPS, the number of warps per set. Each warp
 * processes 16 columns.
 *
 * A group applies all reflectors, from first to last, to its own columns. Block (s, k) contains the reflectors of BAND sweeps
 * at position k (see chase_blocks.h). The block touches 2 * BAND rows, beginning at row (s + k)
 *
 * BAND. Blocks are applied in descending order of s and, for equal s, in ascending order of k. Blocks (s, k), (s - 1, k - 1)
 * and (s - 2, k - 2) touch disjoint rows and can be applied at the same time. Therefore each of the SETS sets of warps applies
 * a different block to all columns of the group. When a set has finished the upper BAND rows of its block, the set passes these
 * rows to the next set. One pass over X applies SETS blocks of sweeps.
 *
 * X is kept transposed. In this layout, each lane has two adjacent elements of each tile, as in the result of a tile product.
 * When a tile in this layout is the left factor of a product, four lanes supply four elements of each row: first the elements
 * in even columns, then the elements in odd columns. This order of columns is correct, because the terms of a sum may be added
 * in any order. Columns 8 j ... 8 j + 7 of V are zero outside rows 8 j ... 8 j + 39, which are five tiles of eight rows. Local
 * memory contains V and the upper triangular matrix T of the current block, where Q = I - V T V^T. V and T of the next block
 * are prefetched. */
#include "chase_blocks.h"
#ifdef WARP
#define TILE 8
#define HALF (BAND / TILE) /* tiles in half of the rows of V */
#define STACKED 2          /* tiles that a warp multiplies at once */
#define COLUMNS (STACKED * TILE)
#define SET (WARPS * WARP)
#define THREADS (SETS * SET)
#define DEEP 5 /* nonzero tiles of V in a column of tiles */
#define V_TILES (HALF * DEEP)
#define TILES (V_TILES + HALF * (HALF + 1) / 2) /* tiles of V, followed by the tiles of T, column by column */
#define PAIRS (TILE * TILE / 2)                 /* pairs in a tile */

/* Two elements of a column, in rows 2 i and 2 i + 1. */
typedef struct ALIGNED(16) {
    T v[2];
} pair;

/* ---- device-specific instructions ---------------------------------------------------------------------------------------- */
#if __CUDA_ARCH__ >= 800
DEVICE void fetch_pair(LOCAL_POINTER pair *to, const GLOBAL pair *from)
{
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"((uint32)__cvta_generic_to_shared(to)), "l"(from) : "memory");
}

DEVICE void await_pairs(void)
{
    asm volatile("cp.async.wait_all;" ::: "memory");
}
#else
DEVICE void fetch_pair(LOCAL_POINTER pair *to, const GLOBAL pair *from)
{
    *to = *from;
}

DEVICE void await_pairs(void)
{
}
#endif

/* C += A B for tiles. In C and A, lane 4 g + q has columns 2 q and 2 q + 1 of row g; in B, the lane has rows 2 q and 2 q + 1 of
 * column g. Architectures before 8.0 compile this function but never call it. The emulated device uses plain loops. */
DEVICE void multiply_tile(T (*c)[2], const T (*a)[2], T b0, T b1)
{
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k8.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3};"
        : "+d"(c[0][0]), "+d"(c[0][1]), "+d"(c[1][0]), "+d"(c[1][1])
        : "d"(a[0][0]), "d"(a[1][0]), "d"(a[0][1]), "d"(a[1][1]), "d"(b0), "d"(b1));
#elif __CUDA_ARCH__ >= 800
    for (int m = 0; m < STACKED; m++)
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(c[m][0]), "+d"(c[m][1])
            : "d"(a[m][0]), "d"(b0));
    for (int m = 0; m < STACKED; m++)
        asm("mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%0, %1}, {%2}, {%3}, {%0, %1};"
            : "+d"(c[m][0]), "+d"(c[m][1])
            : "d"(a[m][1]), "d"(b1));
#elif !defined(__CUDA_ARCH__)
    LOCAL T left[THREADS][STACKED][2], right[THREADS][2];
    int t = LOCAL_ID, warp = t / WARP * WARP, q = t % 4;
    for (int m = 0; m < STACKED; m++)
        for (int h = 0; h < 2; h++)
            left[t][m][h] = a[m][h];
    right[t][0] = b0;
    right[t][1] = b1;
    WARP_BARRIER();
    for (int m = 0; m < STACKED; m++)
        for (int e = 0; e < 2; e++)
            for (int i = 0; i < TILE; i++)
                c[m][e] += left[t - q + i / 2][m][i % 2] * right[warp + 4 * (2 * q + e) + i / 2][i % 2];
    WARP_BARRIER();
#endif
}

/* C += A B + D E. */
DEVICE void multiply_two(T (*c)[2], const T (*a)[2], T b0, T b1, const T (*d)[2], T e0, T e1)
{
#if __CUDA_ARCH__ >= 900
    asm("mma.sync.aligned.m16n8k16.row.col.f64.f64.f64.f64 {%0, %1, %2, %3}, {%4, %5, %6, %7, %8, %9, %10, %11}, "
        "{%12, %13, %14, %15}, {%0, %1, %2, %3};"
        : "+d"(c[0][0]), "+d"(c[0][1]), "+d"(c[1][0]), "+d"(c[1][1])
        : "d"(a[0][0]), "d"(a[1][0]), "d"(a[0][1]), "d"(a[1][1]), "d"(d[0][0]), "d"(d[1][0]), "d"(d[0][1]), "d"(d[1][1]),
          "d"(b0), "d"(b1), "d"(e0), "d"(e1));
#else
    multiply_tile(c, a, b0, b1);
    multiply_tile(c, d, e0, e1);
#endif
}

/* ---- tiles in local memory ----------------------------------------------------------------------------------------------- */
/* Return the position of pair i of column c in a tile. The pairs are ordered so that every access uses all memory banks. */
DEVICE int place_of(int i, int c)
{
    return c / 2 * 8 + ((c % 2 * 4 + i) ^ (c / 2 * 2));
}

/* Positions of a lane's elements in a tile, and in the transpose of the tile. */
typedef struct {
    int straight, even, odd;
} places;

DEVICE places find_places(int lane)
{
    int g = lane / 4, q = lane % 4;
    places p = {place_of(q, g), 2 * place_of(g / 2, 2 * q) + g % 2, 2 * place_of(g / 2, 2 * q + 1) + g % 2};
    return p;
}

/* Prefetch V and T of a block. All threads of one set of warps call this function. */
DEVICE void fetch_block(LOCAL_POINTER pair *to, const GLOBAL T *v, const GLOBAL T *t)
{
    for (int e = LOCAL_ID % SET; e < V_TILES * PAIRS; e += SET) {
        int column = e / (DEEP * 4), i = e % (DEEP * 4), j = column / TILE;
        fetch_pair(to + (j * DEEP + i / 4) * PAIRS + place_of(i % 4, column % TILE),
                   (const GLOBAL pair *)(v + column * BLOCK_ROWS + j * TILE + 2 * i));
    }
    for (int e = LOCAL_ID % SET; e < (TILES - V_TILES) * PAIRS; e += SET) {
        int tile = e / PAIRS, c = e % PAIRS / 4, i = e % 4, j = tile < 1 ? 0 : tile < 3 ? 1 : tile < 6 ? 2 : 3;
        fetch_pair(to + (V_TILES + tile) * PAIRS + place_of(i, c),
                   (const GLOBAL pair *)(t + (j * TILE + c) * BAND + (tile - j * (j + 1) / 2) * TILE + 2 * i));
    }
}

/* Store a zero block, which has no effect when it is applied. Because of zero blocks, sets without a block can run the same
 * code as all other sets. */
DEVICE void clear_block(LOCAL_POINTER pair *to)
{
    for (int e = LOCAL_ID % SET; e < TILES * PAIRS; e += SET)
        to[e].v[0] = to[e].v[1] = 0;
}

/* ---- columns ------------------------------------------------------------------------------------------------------------- */
/* Tiles of X transposed, for BAND consecutive rows. */
typedef T half_window[HALF][STACKED][2];

#define ROWS_OF(i) x[(i) / HALF][(i) % HALF] /* tile i of the window */
#define NUMBERS(tile) ((const LOCAL_POINTER T *)(block + (tile)*PAIRS))

/* X = (I - V T V^T) X, transposed. */
DEVICE void apply_block(half_window *x, const LOCAL_POINTER pair *block, places at)
{
    T p[HALF][STACKED][2], turned[HALF][STACKED][2];
#pragma unroll
    for (int j = 0; j < HALF; j++)
#pragma unroll
        for (int m = 0; m < STACKED; m++)
            p[j][m][0] = p[j][m][1] = turned[j][m][0] = turned[j][m][1] = 0;
#pragma unroll
    for (int i = 0; i < DEEP; i += 2)
#pragma unroll
        for (int j = 0; j < HALF; j++) {
            pair b = block[(j * DEEP + i) * PAIRS + at.straight];
            if (i + 1 < DEEP) {
                pair e = block[(j * DEEP + i + 1) * PAIRS + at.straight];
                multiply_two(p[j], ROWS_OF(i + j), b.v[0], b.v[1], ROWS_OF(i + j + 1), e.v[0], e.v[1]);
            } else
                multiply_tile(p[j], ROWS_OF(i + j), b.v[0], b.v[1]);
        }
#pragma unroll
    for (int i = HALF - 1; i >= 0; i--)
#pragma unroll
        for (int u = 0; u < HALF; u += 2) {
            int j = i + u;
            if (j >= HALF)
                continue;
            const LOCAL_POINTER T *b = NUMBERS(V_TILES + j * (j + 1) / 2 + i);
            if (j + 1 < HALF) {
                const LOCAL_POINTER T *e = NUMBERS(V_TILES + (j + 1) * (j + 2) / 2 + i);
                multiply_two(turned[i], p[j], b[at.even], b[at.odd], p[j + 1], e[at.even], e[at.odd]);
            } else
                multiply_tile(turned[i], p[j], b[at.even], b[at.odd]);
        }
#pragma unroll
    for (int j = 0; j < HALF; j++)
#pragma unroll
        for (int m = 0; m < STACKED; m++)
#pragma unroll
            for (int h = 0; h < 2; h++)
                turned[j][m][h] = -turned[j][m][h];
#pragma unroll
    for (int i = 0; i < 2 * HALF; i++)
#pragma unroll
        for (int u = 0; u < HALF; u += 2) {
            int j = i < DEEP ? u : u + i - DEEP + 1;
            if (j >= HALF || j > i)
                continue;
            const LOCAL_POINTER T *b = NUMBERS(j * DEEP + i - j);
            if (j + 1 < HALF && j + 1 <= i) {
                const LOCAL_POINTER T *e = NUMBERS((j + 1) * DEEP + i - j - 1);
                multiply_two(ROWS_OF(i), turned[j], b[at.even], b[at.odd], turned[j + 1], e[at.even], e[at.odd]);
            } else
                multiply_tile(ROWS_OF(i), turned[j], b[at.even], b[at.odd]);
        }
}

/* Addresses of a lane's elements: rows 2 q and 2 q + 1 of column g of each tile. */
typedef struct {
    GLOBAL T *at[STACKED];
    int there[STACKED]; /* false past the last column: the lane then reads the last column and writes nothing */
} lane_columns;

DEVICE lane_columns find_columns(GLOBAL T *x, int64 n, int64 rows)
{
    lane_columns c;
    int lane = LOCAL_ID % WARP;
    int64 first = ((int64)GROUP_ID * WARPS + LOCAL_ID % SET / WARP) * COLUMNS + lane / 4;
    for (int m = 0; m < STACKED; m++) {
        int64 column = first + m * TILE;
        c.there[m] = column < n;
        c.at[m] = x + (column < n ? column : n - 1) * rows + lane % 4 * 2;
    }
    return c;
}

DEVICE void load_half(half_window w, const lane_columns *c, int64 half)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++) {
            pair p = *(const GLOBAL pair *)(c->at[m] + half * BAND + t * TILE);
            w[t][m][0] = p.v[0];
            w[t][m][1] = p.v[1];
        }
}

DEVICE void store_half(half_window w, const lane_columns *c, int64 half)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++) {
            pair p;
            p.v[0] = w[t][m][0];
            p.v[1] = w[t][m][1];
            if (c->there[m])
                *(GLOBAL pair *)(c->at[m] + half * BAND + t * TILE) = p;
        }
}

/* Prefetch the next BAND rows of X to the lane's private area in local memory. */
DEVICE void fetch_half(LOCAL_POINTER pair *to, const lane_columns *c, int64 half)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++)
            fetch_pair(to + (t * STACKED + m) * SET, (const GLOBAL pair *)(c->at[m] + half * BAND + t * TILE));
}

DEVICE void take_half(half_window w, const LOCAL_POINTER pair *from)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++) {
            pair p = from[(t * STACKED + m) * SET];
            w[t][m][0] = p.v[0];
            w[t][m][1] = p.v[1];
        }
}

DEVICE void pass_half(half_window w, LOCAL_POINTER pair *to)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++) {
            pair p;
            p.v[0] = w[t][m][0];
            p.v[1] = w[t][m][1];
            to[(t * STACKED + m) * SET] = p;
        }
}

/* ---- all reflectors ------------------------------------------------------------------------------------------------------ */
#define STAGE (TILES * PAIRS)         /* pairs of a block */
#define PASSED (HALF * STACKED * SET) /* pairs of BAND rows */

/* Compute Q X for n columns of `rows` elements. Each group has WARPS * COLUMNS columns. Local memory contains two buffers per
 * set of warps: one buffer is in use while the other is filled. Each buffer contains a block of reflectors and the lower BAND
 * rows of the set's window. */
#define chase_back BOUNDED(THREADS, 1) chase_back
KERNEL chase_back(int64 n, int64 rows, int64 blocks, const GLOBAL T *kept, const GLOBAL T *triangles, GLOBAL T *x)
{
    USE_DYNAMIC_LOCAL(pair, memory);
    half_window w[2];
    lane_columns columns = find_columns(x, n, rows);
    places at = find_places(LOCAL_ID % WARP);
    int set = LOCAL_ID / SET;
    LOCAL_POINTER pair *staged = memory + 2 * set * STAGE;
    LOCAL_POINTER pair *mine = memory + 2 * SETS * STAGE + 2 * set * PASSED + LOCAL_ID % SET; /* followed by the buffers of the
                                                                                               * next set */
    for (int h = 0; h < 2; h++)
        for (int t = 0; t < HALF; t++)
            for (int m = 0; m < STACKED; m++)
                w[h][t][m][0] = w[h][t][m][1] = 0;
    for (int64 s = blocks - 1; s >= 0; s -= SETS) { /* set i applies blocks (s - i, k), beginning i turns after set 0 */
        int sweeps = s + 1 < SETS ? (int)(s + 1) : SETS, works = set < sweeps;
        int64 begin = set, end = blocks - s + 2 * set;
        BARRIER(); /* wait until no thread reads the buffers of the previous pass */
        if (set == 0) {
            int64 block = chase_block(blocks, s, 0);
            fetch_block(staged, kept + block * BAND * BLOCK_ROWS, triangles + block * BAND * BAND);
            fetch_half(mine, &columns, s + 1);
        } else
            clear_block(staged);
        if (works)
            load_half(w[0], &columns, s - set);
        NOT_UNROLLED
        for (int64 turn = 0; turn <= blocks - s + 2 * (sweeps - 1); turn++) {
            int now = (int)(turn % 2), then = 1 - now;
            int64 half = s + turn - 2 * set; /* upper half of the window */
            await_pairs();
            BARRIER();
            if (works && turn >= begin && turn < end)
                take_half(w[1], mine + now * PASSED);
            if (works && turn + 1 >= begin && turn + 1 < end) {
                int64 block = chase_block(blocks, s - set, turn + 1 - begin);
                fetch_block(staged + then * STAGE, kept + block * BAND * BLOCK_ROWS, triangles + block * BAND * BAND);
            } else
                clear_block(staged + then * STAGE);
            if (set == 0 && turn + 1 < end)
                fetch_half(mine + then * PASSED, &columns, half + 2);
            apply_block(w, staged + now * STAGE, at);
            if (works && turn >= begin && turn <= end) {
                if (set == sweeps - 1)
                    store_half(w[0], &columns, half);
                else
                    pass_half(w[0], mine + (2 + then) * PASSED);
                for (int t = 0; t < HALF; t++)
                    for (int m = 0; m < STACKED; m++) {
                        w[0][t][m][0] = w[1][t][m][0];
                        w[0][t][m][1] = w[1][t][m][1];
                    }
            }
        }
    }
}
#endif
