/* cholesky_tile.h - Load, store and solve 64 x 64 tiles in the registers of a group of four warps; for cholesky_tiles.h. */
#define PITCH 66   /* leading dimension of a tile in local memory, which avoids bank conflicts along rows and columns */
#define INVERSE 18 /* leading dimension of a 16 x 16 inverse in local memory */
#define BLOCKS 14  /* number of blocks stored per factored diagonal tile, as right-hand operands: 4 inverses, 10 blocks of L */
#define PIECE 256  /* elements of a block */
#define BELOW(b, c) (8 + (b) * (7 - (b)) / 2 + (c) - (b) - 1) /* index of the block in row c of column b */

typedef struct {
    int n, ld, tiles;
    GLOBAL T *a, *blocks;
    GLOBAL int *info;
    GLOBAL int *factored, *ready;  /* number of factored diagonal tiles; number of finished tiles in each tile row */
    GLOBAL int *diagonal, *below; /* for each tile column, 1 when the first group may process the diagonal tile or the tile
                                   * below it */
} factors;

/* Row and column, within a tile, of a thread's element e. */
#define ROW(e) ((int)LOCAL_ID / 32 * 16 + (int)LOCAL_ID % 32 / 4 + (e) / 2 % 2 * 8)
#define COLUMN(e) ((e) / 4 * 8 + (int)LOCAL_ID % 4 * 2 + (e) % 2)

/* Address of a thread's first element of tile (i, j), and the number of matrix rows and of matrix columns from that element to
 * the end of the matrix. */
typedef struct {
    GLOBAL T *at;
    int rows, columns;
} corner;

DEVICE corner find_corner(const factors *f, int i, int j)
{
    int row = i * TILE + ROW(0), col = j * TILE + COLUMN(0);
    corner c = {f->a + row + (int64)col * f->ld, f->n - row, f->n - col};
    return c;
}

/* Load tile (i, j) and pad it with zeros. Loading two rows and two columns at a time keeps the code short. */
DEVICE void load_tile(const factors *f, int i, int j, T *x)
{
    corner c = find_corner(f, i, j);
    const GLOBAL T *at = c.at, *next = c.at + f->ld;
    int64 step = 8 * (int64)f->ld;
#pragma unroll
    for (int e = 0; e < 32; e += 4) {
        x[e] = c.rows > 0 && c.columns > 2 * e ? at[0] : 0;
        x[e + 1] = c.rows > 0 && c.columns > 2 * e + 1 ? next[0] : 0;
        x[e + 2] = c.rows > 8 && c.columns > 2 * e ? at[8] : 0;
        x[e + 3] = c.rows > 8 && c.columns > 2 * e + 1 ? next[8] : 0;
        at += step;
        next += step;
    }
}

DEVICE void store_tile(const factors *f, int i, int j, T sign, const T *x)
{
    corner c = find_corner(f, i, j);
    GLOBAL T *at = c.at, *next = c.at + f->ld;
    int64 step = 8 * (int64)f->ld;
#pragma unroll
    for (int e = 0; e < 32; e += 4) {
        if (c.rows > 0 && c.columns > 2 * e)
            at[0] = sign * x[e];
        if (c.rows > 0 && c.columns > 2 * e + 1)
            next[0] = sign * x[e + 1];
        if (c.rows > 8 && c.columns > 2 * e)
            at[8] = sign * x[e + 2];
        if (c.rows > 8 && c.columns > 2 * e + 1)
            next[8] = sign * x[e + 3];
        at += step;
        next += step;
    }
}

/* Memory offset of a thread's element e of a block. Each thread's elements are stored in contiguous pairs. */
#define SHARE(e) ((e) / 2 * 64 + (int)LOCAL_ID % 32 * 2 + (e) % 2)

/* Replace x by -x L^-T, where L is the diagonal tile of column j. The blocks of L are first copied to local memory. */
DEVICE void solve_tile(const factors *f, int j, LOCAL_POINTER T *blocks, T *x)
{
    const GLOBAL T *from = f->blocks + (int64)j * (BLOCKS * PIECE);
#pragma unroll
    for (int e = 0; e < BLOCKS * PIECE / THREADS; e++)
        copy_async(blocks + e * THREADS + LOCAL_ID, from + e * THREADS + LOCAL_ID, 1);
    end_copies();
    await_all_copies();
    BARRIER();
#pragma unroll 1
    for (int b = 0; b < 4; b++) {
        T w[8], l[8];
#pragma unroll
        for (int e = 0; e < 8; e++) {
            w[e] = blocks[b * PIECE + SHARE(e)];
            l[e] = blocks[(4 + b) * PIECE + SHARE(e)];
        }
        solve_block(x, w, l);
#pragma unroll
        for (int c = 1; c < 4; c++)
            if (b + c < 4) {
#pragma unroll
                for (int e = 0; e < 8; e++)
                    l[e] = blocks[BELOW(b, b + c) * PIECE + SHARE(e)];
                multiply_block(x + 8 * c, x, l);
            }
        rotate_blocks(x);
    }
}
