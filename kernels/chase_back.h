/* chase_back.h - the reflectors of chase.h applied to columns of float64, by devices whose warps multiply tiles of 8 x 8.
 * Before it: T, float64; BAND, 32; COLUMNS of a warp, 8 or 16; SWEEPS, blocks of sweeps that one pass over X applies.
 *
 * A warp has columns of its own from the first reflector to the last.  Blocks (s, k) of BAND sweeps and a position, as
 * chase_blocks.h has them, touch rows (s + k) BAND ... + 2 BAND, and those with larger s come first, then those with smaller k:
 * but (s - 1, k) may as well follow (s, k) at once, since what it touches of the rows of (s, k + 1), these have left to it.  So
 * SWEEPS blocks with the same k are applied to (SWEEPS + 1) BAND rows in registers, which then move on by BAND.
 *
 * X is held transposed: a lane has two numbers beside each other of each tile, as a product leaves it.  A product takes its
 * left factor with four numbers of a row in four lanes: those are even columns first, then odd ones, since sums may have any
 * order.  Columns 8 j ... 8 j + 7 of V are zero outside rows 8 j ... 8 j + 39: five tiles of eight.  It and T, the upper
 * triangle with Q = I - V T V^T, are in local memory for the group, those of the next block on their way. */
#include "chase_blocks.h"
#ifdef WARP
#define TILE 8
#define HALF (BAND / TILE) /* tiles of a half of V's rows */
#define STACKED (COLUMNS / TILE)
#define WARPS 4
#define THREADS (WARPS * WARP)
#define DEEP 5 /* tiles of V in a column of tiles that are not zero */
#define V_TILES (HALF * DEEP)
#define TILES (V_TILES + HALF * (HALF + 1) / 2) /* behind them those of T, column by column */
#define PAIRS (TILE * TILE / 2)                 /* in a tile */

/* Numbers of rows 2 i and 2 i + 1. */
typedef struct ALIGNED(16) {
    T v[2];
} pair;

/* ---- what devices have different words for ------------------------------------------------------------------------------- */
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

/* C += A B of tiles: lane 4 g + q has columns 2 q and 2 q + 1 of row g of C and A, and rows 2 q and 2 q + 1 of column g of B.
 * Older architectures compile it too, and do not launch it; the emulated device has no such instruction. */
DEVICE void multiply_tile(T (*c)[2], const T (*a)[2], T b0, T b1)
{
#if __CUDA_ARCH__ >= 900 && COLUMNS == 16
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
    static T left[THREADS][STACKED][2], right[THREADS][2];
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

/* ---- a tile in local memory --------------------------------------------------------------------------------------------- */
/* Where pair i of column c is: so that each way to read it reaches all banks. */
DEVICE int place_of(int i, int c)
{
    return c / 2 * 8 + ((c % 2 * 4 + i) ^ (c / 2 * 2));
}

/* Where a lane finds the numbers of its part of a tile, and of the transpose of one. */
typedef struct {
    int straight, even, odd;
} places;

DEVICE places find_places(int lane)
{
    int g = lane / 4, q = lane % 4;
    places p = {place_of(q, g), 2 * place_of(g / 2, 2 * q) + g % 2, 2 * place_of(g / 2, 2 * q + 1) + g % 2};
    return p;
}

/* V and T of a block. */
DEVICE void fetch_block(LOCAL_POINTER pair *to, const GLOBAL T *v, const GLOBAL T *t)
{
    for (int e = LOCAL_ID; e < V_TILES * PAIRS; e += THREADS) {
        int column = e / (DEEP * 4), i = e % (DEEP * 4), j = column / TILE;
        fetch_pair(to + (j * DEEP + i / 4) * PAIRS + place_of(i % 4, column % TILE),
                   (const GLOBAL pair *)(v + column * BLOCK_ROWS + j * TILE + 2 * i));
    }
    for (int e = LOCAL_ID; e < (TILES - V_TILES) * PAIRS; e += THREADS) {
        int tile = e / PAIRS, c = e % PAIRS / 4, i = e % 4, j = tile < 1 ? 0 : tile < 3 ? 1 : tile < 6 ? 2 : 3;
        fetch_pair(to + (V_TILES + tile) * PAIRS + place_of(i, c),
                   (const GLOBAL pair *)(t + (j * TILE + c) * BAND + (tile - j * (j + 1) / 2) * TILE + 2 * i));
    }
}

/* ---- columns ------------------------------------------------------------------------------------------------------------- */
/* Tiles of X transposed, those of BAND rows after each other. */
typedef T half_window[HALF][STACKED][2];

/* X = (I - V T V^T) X, transposed. */
DEVICE void apply_block(half_window *x, const LOCAL_POINTER pair *block, places at)
{
    T p[HALF][STACKED][2], turned[HALF][STACKED][2];
    for (int j = 0; j < HALF; j++)
        for (int m = 0; m < STACKED; m++)
            p[j][m][0] = p[j][m][1] = turned[j][m][0] = turned[j][m][1] = 0;
    for (int i = 0; i < DEEP; i++)
        for (int j = 0; j < HALF; j++) {
            pair b = block[(j * DEEP + i) * PAIRS + at.straight];
            multiply_tile(p[j], x[(i + j) / HALF][(i + j) % HALF], b.v[0], b.v[1]);
        }
    for (int j = 0; j < HALF; j++)
        for (int i = 0; i <= j; i++) {
            const LOCAL_POINTER T *tile = (const LOCAL_POINTER T *)(block + (V_TILES + j * (j + 1) / 2 + i) * PAIRS);
            multiply_tile(turned[i], p[j], tile[at.even], tile[at.odd]);
        }
    for (int j = 0; j < HALF; j++)
        for (int m = 0; m < STACKED; m++)
            for (int h = 0; h < 2; h++)
                turned[j][m][h] = -turned[j][m][h];
    for (int j = 0; j < HALF; j++)
        for (int i = 0; i < DEEP; i++) {
            const LOCAL_POINTER T *tile = (const LOCAL_POINTER T *)(block + (j * DEEP + i) * PAIRS);
            multiply_tile(x[(i + j) / HALF][(i + j) % HALF], turned[j], tile[at.even], tile[at.odd]);
        }
}

/* The columns of a lane: column g of each tile, of which it has rows 2 q and 2 q + 1. */
typedef struct {
    GLOBAL T *at[STACKED];
    int there[STACKED]; /* else it is another's: read, and not written */
} lane_columns;

DEVICE lane_columns find_columns(GLOBAL T *x, int64 n, int64 rows)
{
    lane_columns c;
    int lane = LOCAL_ID % WARP;
    int64 first = ((int64)GROUP_ID * WARPS + LOCAL_ID / WARP) * COLUMNS + lane / 4;
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

/* The next BAND rows of X, to where only this lane finds them. */
DEVICE void fetch_half(LOCAL_POINTER pair *to, const lane_columns *c, int64 half)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++)
            fetch_pair(to + (t * STACKED + m) * THREADS, (const GLOBAL pair *)(c->at[m] + half * BAND + t * TILE));
}

DEVICE void take_half(half_window w, const LOCAL_POINTER pair *from)
{
    for (int t = 0; t < HALF; t++)
        for (int m = 0; m < STACKED; m++) {
            pair p = from[(t * STACKED + m) * THREADS];
            w[t][m][0] = p.v[0];
            w[t][m][1] = p.v[1];
        }
}

/* ---- all reflectors ------------------------------------------------------------------------------------------------------ */
/* One pass: blocks of sweeps s, s - 1, ..., s - sweeps + 1.  Sweep s has `steps` blocks, and s - r has r more. */
typedef struct {
    int64 s, steps;
    int sweeps;
} pass;

DEVICE int has_block(pass p, int r, int64 k)
{
    return r < p.sweeps && k < p.steps + r;
}

/* The block of sweep s - r at position k, or, where there is none, the next one. */
DEVICE int64 block_from(int64 blocks, pass p, int r, int64 k)
{
    if (r == p.sweeps) {
        k++;
        r = k < p.steps ? 0 : (int)(k - p.steps) + 1;
    }
    return r < p.sweeps ? chase_block(blocks, p.s - r, k) : -1;
}

/* The window moves on by BAND rows: of those that leave it, the first are rows `half` BAND. */
DEVICE void move_window(half_window *w, const lane_columns *c, int64 half)
{
    if (half >= 0)
        store_half(w[0], c, half);
    for (int h = 0; h < SWEEPS; h++)
        for (int t = 0; t < HALF; t++)
            for (int m = 0; m < STACKED; m++) {
                w[h][t][m][0] = w[h + 1][t][m][0];
                w[h][t][m][1] = w[h + 1][t][m][1];
            }
}

/* Q X for n columns of so many rows; a group for each WARPS COLUMNS of them. */
#define chase_back BOUNDED(THREADS, 1) chase_back
KERNEL chase_back(int64 n, int64 rows, int64 blocks, const GLOBAL T *kept, const GLOBAL T *triangles, GLOBAL T *x)
{
    LOCAL pair staged[2 * TILES * PAIRS], ahead[HALF * STACKED * THREADS];
    half_window w[SWEEPS + 1];
    lane_columns columns = find_columns(x, n, rows);
    places at = find_places(LOCAL_ID % WARP);
    LOCAL_POINTER pair *mine = ahead + LOCAL_ID, *now = staged, *then = staged + TILES * PAIRS;
    for (int h = 0; h <= SWEEPS; h++) /* rows above the first, of which nothing is used, are numbers too */
        for (int t = 0; t < HALF; t++)
            for (int m = 0; m < STACKED; m++)
                w[h][t][m][0] = w[h][t][m][1] = 0;
    for (int64 s = blocks - 1; s >= 0; s -= SWEEPS) {
        pass p = {s, blocks - s, s + 1 < SWEEPS ? (int)(s + 1) : SWEEPS};
        int64 block = chase_block(blocks, s, 0);
        BARRIER(); /* nobody reads what the pass before has left there */
        fetch_block(now, kept + block * BAND * BLOCK_ROWS, triangles + block * BAND * BAND);
        for (int h = 0; h <= SWEEPS; h++)
            if (s - SWEEPS + 1 + h >= 0)
                load_half(w[h], &columns, s - SWEEPS + 1 + h);
        NOT_UNROLLED
        for (int64 k = 0; k < p.steps + p.sweeps - 1; k++) {
            int64 next = s + k + 2;
#pragma unroll
            for (int r = 0; r < SWEEPS; r++) {
                if (!has_block(p, r, k))
                    continue;
                await_pairs();
                BARRIER();
                block = block_from(blocks, p, r + 1, k);
                if (block >= 0)
                    fetch_block(then, kept + block * BAND * BLOCK_ROWS, triangles + block * BAND * BAND);
                if (r == 0 && next <= blocks)
                    fetch_half(mine, &columns, next);
                apply_block(w + SWEEPS - 1 - r, now, at);
                LOCAL_POINTER pair *other = now;
                now = then;
                then = other;
            }
            move_window(w, &columns, next - SWEEPS - 1);
            if (next <= blocks) {
                await_pairs();
                take_half(w[SWEEPS], mine);
            }
        }
        for (int h = 0; h < SWEEPS; h++) {
            int64 half = blocks + p.sweeps - SWEEPS + h;
            if (half >= 0 && half <= blocks)
                store_half(w[h], &columns, half);
        }
    }
}
#endif
