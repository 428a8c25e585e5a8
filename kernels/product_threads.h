/* product_threads.h - Multiply one slab of product.h by ordinary arithmetic. The threads of a group form a grid of 16 x
 * THREADS/16 over the tile, and the threads of a warp form a grid of 8 x 4. Each thread computes packs of adjacent elements. */
#define UP (TILE_M / 16)
#define BESIDE (THREADS / 16)
#define ACROSS (TILE_N / BESIDE)
#define PACK (16 / (int)sizeof(T) < ACROSS ? 16 / (int)sizeof(T) : ACROSS)
#define THREAD_I (LOCAL_ID % 8 + LOCAL_ID / 32 % 2 * 8)
#define THREAD_J (LOCAL_ID / 8 % 4 + LOCAL_ID / 64 * 4)
/* Row and column of a thread's result x. */
#define RESULTS (UP * ACROSS)
#define ROW_OF(x) ((x) / ACROSS / PACK * 16 * PACK + THREAD_I * PACK + (x) / ACROSS % PACK)
#define COL_OF(x) ((x) % ACROSS / PACK * BESIDE * PACK + THREAD_J * PACK + (x) % ACROSS % PACK)
#define RESULT_OF(sum, x) sum[0][x]
typedef struct ALIGNED(PACK * sizeof(T)) { T v[PACK]; } pack;

DEVICE void conjugate_packs(pack *p, int n, int conjugate)
{
#ifdef KIND_COMPLEX
#pragma unroll
    for (int x = 0; x < n * PACK; x++)
        p[x / PACK].v[x % PACK].im = conjugate ? -p[x / PACK].v[x % PACK].im : p[x / PACK].v[x % PACK].im;
#else
    (void)p, (void)n, (void)conjugate;
#endif
}

DEVICE void multiply_slab(T sum[1][RESULTS], const slabs *s, int stage)
{
    const LOCAL_POINTER T *a = s->a.stages + stage * SLAB_OF(TILE_M) + THREAD_I * PACK;
    const LOCAL_POINTER T *b = s->b.stages + stage * SLAB_OF(TILE_N) + THREAD_J * PACK;
#pragma unroll
    for (int l = 0; l < DEPTH; l++) {
        pack left[UP / PACK], right[ACROSS / PACK];
#pragma unroll
        for (int x = 0; x < UP / PACK; x++)
            left[x] = *(const LOCAL_POINTER pack *)(a + l * LD_OF(TILE_M) + x * 16 * PACK);
#pragma unroll
        for (int y = 0; y < ACROSS / PACK; y++)
            right[y] = *(const LOCAL_POINTER pack *)(b + l * LD_OF(TILE_N) + y * BESIDE * PACK);
        conjugate_packs(left, UP / PACK, s->a.conjugate);
        conjugate_packs(right, ACROSS / PACK, s->b.conjugate);
#pragma unroll
        for (int x = 0; x < UP; x++) {
#pragma unroll
            for (int y = 0; y < ACROSS; y++)
                sum[0][x * ACROSS + y] =
                    F_ADD_PRODUCT(sum[0][x * ACROSS + y], left[x / PACK].v[x % PACK], right[y / PACK].v[y % PACK]);
        }
    }
}
