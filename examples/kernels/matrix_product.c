/* The product of two matrices: of T elements, in row-major order, c (m, n) = a (m, k) b (k, n).
 *
 * Two dimensions: dimension 0 of the launch runs along the columns, so that neighbouring items touch neighbouring memory,
 * dimension 1 along the rows.  T and TILE are options of the compiler. */

KERNEL naive(const GLOBAL T *a, const GLOBAL T *b, GLOBAL T *c, int32 m, int32 n, int32 k)
{
    int64 row = GLOBAL_ID_OF(1), column = GLOBAL_ID_OF(0);
    if (row >= m || column >= n)
        return;
    T sum = 0;
    for (int32 i = 0; i < k; i++)
        sum += a[row * k + i] * b[i * (int64)n + column];
    c[row * n + column] = sum;
}

/* A group of TILE x TILE items computes a tile of c.  It goes along a row of tiles of a and a column of tiles of b, and keeps
 * the present two in local memory: each element is fetched once for a group instead of TILE times.  No item may leave early,
 * for all must come to each BARRIER; beyond the edges they work on zeros. */
KERNEL tiled(const GLOBAL T *a, const GLOBAL T *b, GLOBAL T *c, int32 m, int32 n, int32 k)
{
    LOCAL T tile_a[TILE][TILE], tile_b[TILE][TILE];
    int32 x = LOCAL_ID_OF(0), y = LOCAL_ID_OF(1);
    int64 row = GLOBAL_ID_OF(1), column = GLOBAL_ID_OF(0);
    T sum = 0;
    for (int32 start = 0; start < k; start += TILE) {
        tile_a[y][x] = row < m && start + x < k ? a[row * k + start + x] : 0;
        tile_b[y][x] = start + y < k && column < n ? b[(start + y) * (int64)n + column] : 0;
        BARRIER();
        for (int32 i = 0; i < TILE; i++)
            sum += tile_a[y][i] * tile_b[i][x];
        BARRIER();
    }
    if (row < m && column < n)
        c[row * n + column] = sum;
}
