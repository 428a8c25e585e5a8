/* stack_product.h - what stack_sides.h and stack_qr_sides.h share: products of a group's columns.  Before it: T and its
 * kind; WIDTH, TILE, the rows that a group takes at a time, and PITCH, from one column of them to the next. */
#define GROUP 128  /* threads */
#define COLUMNS 32 /* that a group has */
#define ROWS 4     /* that a thread has of a tile, TILE / ROWS apart, of as many columns */
#define LINE (COLUMNS + 1)

/* `count` rows x of the group's columns, less the product of the tile, which lies by columns, and the rows in u; of row r only
 * columns up to r + reach. */
DEVICE void take_products(int count, int columns, int reach, const LOCAL_POINTER T *tile, const LOCAL_POINTER T *u, GLOBAL T *x,
                          int64 ld)
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
