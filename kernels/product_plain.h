/* product_plain.h - The products of product.h for CPUs, in tiles of 64 x 64, with groups of 256 threads. This separate version
 * is needed because PoCL 3.1 miscompiles product.h. The caller defines the element type T, the matching KIND_* macro, and
 * DEPTH, the number of terms per slab. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#define TILE 64
#define STEPS 4 /* number of rows, and of columns, per thread; each side of the tile has 16 threads */

/* Load TILE x DEPTH elements of x, beginning at (row, col). Elements outside the first `rows` rows and `cols` columns are set
 * to zero. Consecutive threads read along the axis with the smaller stride. */
DEVICE void load_tile(const GLOBAL T *x, int64 along_row, int64 along_col, int64 row, int64 col, int64 rows, int64 cols,
                      int conjugate, LOCAL_POINTER T *tile)
{
    int64 r = along_row < 0 ? -along_row : along_row, c = along_col < 0 ? -along_col : along_col;
    for (int e = LOCAL_ID; e < TILE * DEPTH; e += 256) {
        int i = r <= c ? e % TILE : e / DEPTH, j = r <= c ? e / TILE : e % DEPTH;
        T v = F_NUMBER(0);
        if (row + i < rows && col + j < cols)
            v = x[(row + i) * along_row + (col + j) * along_col];
        tile[j * (TILE + 1) + i] = conjugate ? F_CONJ(v) : v;
    }
}

/* Compute C = A B, or C = -A B if `minus` is true. If parts > 1, the sum over k is divided among `parts` groups, and c receives
 * `parts` stacks of dense m x n matrices. The kernel in product_parts.h adds these stacks. */
KERNEL product(product_sizes s, const GLOBAL T *a, const GLOBAL T *b, GLOBAL T *c)
{
    LOCAL T ta[DEPTH * (TILE + 1)];
    LOCAL T tb[DEPTH * (TILE + 1)];
    int64 down = (s.m + TILE - 1) / TILE, across = (s.n + TILE - 1) / TILE, tiles = down * across;
    int64 length = ((s.k + s.parts - 1) / s.parts + DEPTH - 1) / DEPTH * DEPTH;
    int i = LOCAL_ID % 16, j = LOCAL_ID / 16;
    for (int64 g = GROUP_ID; g < tiles * s.batch * s.parts; g += GROUP_COUNT) {
        int64 part = g / (tiles * s.batch), at = g / tiles % s.batch, row = g % down * TILE, col = g / down % across * TILE;
        int64 first = part * length, last = first + length < s.k ? first + length : s.k;
        T sum[STEPS][STEPS];
        for (int x = 0; x < STEPS; x++)
            for (int y = 0; y < STEPS; y++)
                sum[x][y] = F_NUMBER(0);
        if (s.lower && row + TILE <= col)
            continue;
        for (int64 p = first; p < last; p += DEPTH) {
            load_tile(a + at * s.a.step, s.a.row, s.a.col, row, p, s.m, last, (int)s.conj_a, ta);
            load_tile(b + at * s.b.step, s.b.col, s.b.row, col, p, s.n, last, (int)s.conj_b, tb);
            BARRIER();
            for (int l = 0; l < DEPTH; l++) {
                T left[STEPS], right[STEPS];
                for (int x = 0; x < STEPS; x++) {
                    left[x] = ta[l * (TILE + 1) + i + 16 * x];
                    right[x] = tb[l * (TILE + 1) + j + 16 * x];
                }
                for (int x = 0; x < STEPS; x++)
                    for (int y = 0; y < STEPS; y++)
                        sum[x][y] = F_ADD_PRODUCT(sum[x][y], left[x], right[y]);
            }
            BARRIER();
        }
        for (int x = 0; x < STEPS; x++) {
            for (int y = 0; y < STEPS; y++) {
                int64 r = row + i + 16 * x, q = col + j + 16 * y;
                T v = s.minus ? F_NEG(sum[x][y]) : sum[x][y];
                if (r >= s.m || q >= s.n)
                    continue;
                if (s.parts > 1) {
                    c[((part * s.batch + at) * s.n + q) * s.m + r] = v;
                } else {
                    GLOBAL T *to = c + at * s.c.step + r * s.c.row + q * s.c.col;
                    *to = s.keep ? F_ADD(*to, v) : v;
                }
            }
        }
    }
}
