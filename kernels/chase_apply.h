/* chase_apply.h - Apply blocks of reflectors of chase.h to the float64 columns of X by computing X - W (Vᵀ X), where W = V T.
 * One launch handles all blocks that touch disjoint rows. The kernel uses matrix instructions of warps (product_mma.h). The
 * caller defines T (float64), BAND (32) and MMA.
 *
 * A group applies one block to COLUMNS columns of X, and keeps V and W in local memory. Each tile of X is read and written
 * once. While a tile is multiplied, the next tile is loaded. Columns in local memory are padded by 4 elements to avoid bank
 * conflicts. */
#include "product_mma.h"
#define ROWS (2 * BAND)
#define THREADS 128
#define COLUMNS 128
#define TILE 16 /* columns */
#define LONG (ROWS + 4)
#define SHORT (BAND + 4)
#define SHARE (ROWS * TILE / THREADS)

/* Load a thread's share of the tile that begins at column c. */
DEVICE void load_tile(T *v, const GLOBAL T *x, int64 ld, int64 c, int64 end)
{
    int row = LOCAL_ID % ROWS, col = LOCAL_ID / ROWS;
#pragma unroll
    for (int u = 0; u < SHARE; u++) {
        int64 at = c + col + u * (THREADS / ROWS);
        v[u] = at < end ? x[at * ld + row] : 0;
    }
}

#define chase_apply BOUNDED(THREADS, 1) chase_apply
KERNEL chase_apply(int64 count, int64 n, int64 ld, const GLOBAL T *v, const GLOBAL T *w, GLOBAL T *x_)
{
    LOCAL T left[BAND * LONG], right[BAND * LONG], tile[TILE * LONG], products[TILE * SHORT];
    const int t = LOCAL_ID, g = t % 32 / 4, q = t % 4, up = t / 64, col = t / 32 % 2 * 8; /* of the warp */
    const int64 block = GROUP_ID % count, begin = GROUP_ID / count * COLUMNS, end = begin + COLUMNS < n ? begin + COLUMNS : n;
    GLOBAL T *x = x_ + block * ROWS;
    T next[SHARE];
    for (int e = t; e < BAND * ROWS; e += THREADS) {
        left[e / ROWS * LONG + e % ROWS] = v[block * BAND * ROWS + e];
        right[e / ROWS * LONG + e % ROWS] = w[block * BAND * ROWS + e];
    }
    load_tile(next, x, ld, begin, end);
    for (int64 c = begin; c < end; c += TILE) {
        BARRIER();
#pragma unroll
        for (int u = 0; u < SHARE; u++)
            tile[(t / ROWS + u * (THREADS / ROWS)) * LONG + t % ROWS] = next[u];
        BARRIER();
        load_tile(next, x, ld, c + TILE, end);
        T sums[4] = {0, 0, 0, 0};
#pragma unroll
        for (int k = 0; k < ROWS; k += 8) {
            const LOCAL_POINTER T *i = left + (16 * up + g) * LONG + k + q, *j = tile + (col + g) * LONG + k + q;
            const T a[4] = {i[0], i[8 * LONG], i[4], i[8 * LONG + 4]}, b[2] = {j[0], j[4]};
            mma(sums, a, b);
        }
#pragma unroll
        for (int e = 0; e < 4; e++)
            products[(col + 2 * q + e % 2) * SHORT + 16 * up + g + e / 2 * 8] = sums[e];
        BARRIER();
#pragma unroll
        for (int row = 0; row < BAND; row += 16) {
            T less[4] = {0, 0, 0, 0};
#pragma unroll
            for (int k = 0; k < BAND; k += 8) {
                const LOCAL_POINTER T *i = right + (k + q) * LONG + BAND * up + row + g;
                const LOCAL_POINTER T *j = products + (col + g) * SHORT + k + q;
                const T a[4] = {i[0], i[8], i[4 * LONG], i[4 * LONG + 8]}, b[2] = {j[0], j[4]};
                mma(less, a, b);
            }
#pragma unroll
            for (int e = 0; e < 4; e++) {
                int r = BAND * up + row + g + e / 2 * 8, at = col + 2 * q + e % 2;
                if (c + at < end)
                    x[(c + at) * ld + r] = tile[at * LONG + r] - less[e];
            }
        }
    }
}
