/* stack_product.h - Product of a tile with the columns of a group, used by stack_update.h and stack_qr_update.h. The caller
 * defines the element type T, the matching KIND_* macro, and WIDTH. The caller also defines TILE, the number of rows that a
 * group handles at once, and PITCH, the leading dimension of a tile. */
#define GROUP 128  /* threads */
#define COLUMNS 32 /* number of columns per group */
#define ROWS 4     /* each thread has ROWS rows of a tile, TILE / ROWS apart, and ROWS columns */
#define LINE (COLUMNS + 1)

/* Subtract the product of `tile` and `u` from x, which consists of `count` rows of the group's columns. The tile is stored by
 * columns. In row r, only columns up to r + reach are changed. */
DEVICE void subtract_products(int count, int columns, int reach, const LOCAL_POINTER T *tile, const LOCAL_POINTER T *u,
                              GLOBAL T *x, int64 ld)
{
    const int r = (int)LOCAL_ID % (TILE / ROWS), c = (int)LOCAL_ID / (TILE / ROWS) * ROWS;
    T sums[ROWS][ROWS];
    if (c >= columns)
        return;
#pragma unroll
    for (int j = 0; j < ROWS; j++)
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            sums[i][j] = r + i * (TILE / ROWS) < count && c + j < columns ? x[r + i * (TILE / ROWS) + (c + j) * ld]
                                                                          : F_NUMBER(0);
    for (int k = 0; k < WIDTH; k++) {
        T left[ROWS], right[ROWS];
#pragma unroll
        for (int i = 0; i < ROWS; i++) {
            left[i] = tile[k * PITCH + r + i * (TILE / ROWS)];
            right[i] = u[k * LINE + c + i];
        }
#pragma unroll
        for (int i = 0; i < ROWS; i++)
#pragma unroll
            for (int j = 0; j < ROWS; j++)
                sums[i][j] = F_FUSED_LESS(sums[i][j], left[i], right[j]);
    }
#pragma unroll
    for (int j = 0; j < ROWS; j++)
#pragma unroll
        for (int i = 0; i < ROWS; i++)
            if (r + i * (TILE / ROWS) < count && c + j < columns && c + j <= r + i * (TILE / ROWS) + reach)
                x[r + i * (TILE / ROWS) + (c + j) * ld] = sums[i][j];
}
