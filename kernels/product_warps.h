/* product_warps.h - Multiply one slab of product.h by matrix instructions (product_mma.h). Each warp computes blocks of 16 x 16
 * results.
 *
 * Any two rows may serve as rows g and g + 8 of a matrix instruction, and any two columns may serve as column g of two
 * instructions. Adjacent rows and columns are used, so that threads load two elements at a time. */
#define WARPS_M 2
#define WARPS_N (THREADS / 32 / WARPS_M)
#define BLOCKS_M (TILE_M / WARPS_M / 16) /* number of blocks per warp */
#define BLOCKS_N (TILE_N / WARPS_N / 16)
#define WARP_ROW (LOCAL_ID / 32 % WARPS_M * (TILE_M / WARPS_M))
#define WARP_COL (LOCAL_ID / 32 / WARPS_M * (TILE_N / WARPS_N))
/* Row and column of result number x of a thread. Complex results have one plane of real parts and one plane of imaginary
 * parts. */
#define RESULTS (BLOCKS_M * BLOCKS_N * 8)
#define ROW_OF(x) (WARP_ROW + (x) / (BLOCKS_N * 8) * 16 + LOCAL_ID % 32 / 4 * 2 + (x) / 2 % 2)
#define COL_OF(x) (WARP_COL + (x) / 8 % BLOCKS_N * 16 + LOCAL_ID % 4 * 4 + (x) % 2 * 2 + (x) / 4 % 2)
#if PLANES == 2
#define RESULT_OF(sum, x) F_MAKE(sum[0][x], sum[1][x])
#else
#define RESULT_OF(sum, x) sum[0][x]
#endif
typedef struct ALIGNED(16) { R v[2]; } pair;

/* Load elements t and t + 4 along k of two adjacent rows. */
DEVICE void load_rows(const LOCAL_POINTER R *slab, int tile, int negative, R *v)
{
    pair first = *(const LOCAL_POINTER pair *)slab, second = *(const LOCAL_POINTER pair *)(slab + 4 * LD_OF(tile));
    v[0] = negative ? -first.v[0] : first.v[0];
    v[1] = negative ? -first.v[1] : first.v[1];
    v[2] = negative ? -second.v[0] : second.v[0];
    v[3] = negative ? -second.v[1] : second.v[1];
}

DEVICE void multiply_slab(R sum[PLANES][RESULTS], const slabs *s, int stage)
{
    int g = LOCAL_ID % 32 / 4, t = LOCAL_ID % 4;
    const LOCAL_POINTER R *a = s->a.stages + stage * SLAB_OF(TILE_M) + t * LD_OF(TILE_M) + WARP_ROW + 2 * g;
    const LOCAL_POINTER R *b = s->b.stages + stage * SLAB_OF(TILE_N) + t * LD_OF(TILE_N) + WARP_COL + 2 * g;
#pragma unroll
    for (int l = 0; l < DEPTH; l += 8) {
        R left[PLANES][BLOCKS_M][4], right[PLANES][BLOCKS_N][4];
#pragma unroll
        for (int p = 0; p < PLANES; p++) {
#pragma unroll
            for (int i = 0; i < BLOCKS_M; i++)
                load_rows(a + (p * DEPTH + l) * LD_OF(TILE_M) + 16 * i, TILE_M, p && s->a.conjugate, left[p][i]);
#pragma unroll
            for (int j = 0; j < BLOCKS_N; j++)
                load_rows(b + (p * DEPTH + l) * LD_OF(TILE_N) + 16 * j, TILE_N, p && s->b.conjugate, right[p][j]);
        }
#pragma unroll
        for (int x = 0; x < RESULTS; x += 4) { /* 16 rows, and every second of 16 columns */
            int i = x / 8 / BLOCKS_N, j = x / 8 % BLOCKS_N, h = x / 4 % 2;
            const R re[2] = {right[0][j][h], right[0][j][2 + h]};
            mma(&sum[0][x], left[0][i], re);
#if PLANES == 2
            const R im[2] = {right[1][j][h], right[1][j][2 + h]};
            const R less[4] = {-left[1][i][0], -left[1][i][1], -left[1][i][2], -left[1][i][3]};
            mma(&sum[0][x], less, im);
            mma(&sum[1][x], left[0][i], im);
            mma(&sum[1][x], left[1][i], re);
#endif
        }
    }
}
