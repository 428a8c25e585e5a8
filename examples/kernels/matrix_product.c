/* Product of two row-major matrices with elements of type T: c (m, n) = a (m, k) b (k, n).
 *
 * Dimension 0 of the launch is the column index, so that neighbouring threads access neighbouring memory. Dimension 1 is the
 * row index. T and TILE are compiler options. */

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

/* A group of TILE x TILE threads computes one tile of c. It steps through a row of tiles of a and a column of tiles of b,
 * and keeps the current two tiles in local memory. Each element is then fetched once for a group instead of TILE times. No
 * thread may return early, because all threads must reach each BARRIER. Threads beyond the edges compute with zeros. */
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
