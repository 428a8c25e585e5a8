/* transpose.h - Copy a stack of matrices between row-major and column-major order, through tiles in local memory.
 *
 * The caller defines T. The array out[b, r, c] has stride 1 along c, and in[b, r, c] has stride 1 along r. */
#define TILE 32

KERNEL transpose(GLOBAL T *out, const GLOBAL T *in, int64 rows, int64 cols, int64 batch, int64 out_row, int64 in_col,
                 int64 out_batch, int64 in_batch)
{
    LOCAL T tile[TILE][TILE + 1];
    int64 across = (cols + TILE - 1) / TILE, down = (rows + TILE - 1) / TILE;
    int lane = LOCAL_ID % TILE, first = LOCAL_ID / TILE, step = LOCAL_SIZE / TILE;
    for (int64 t = GROUP_ID; t < across * down * batch; t += GROUP_COUNT) {
        int64 b = t / (across * down), r0 = t / across % down * TILE, c0 = t % across * TILE;
        for (int j = first; j < TILE; j += step)
            if (r0 + lane < rows && c0 + j < cols)
                tile[j][lane] = in[b * in_batch + (c0 + j) * in_col + r0 + lane];
        BARRIER();
        for (int j = first; j < TILE; j += step)
            if (c0 + lane < cols && r0 + j < rows)
                out[b * out_batch + (r0 + j) * out_row + c0 + lane] = tile[lane][j];
        BARRIER();
    }
}
