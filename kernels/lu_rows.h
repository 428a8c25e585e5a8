/* lu_rows.h - Row exchanges for an LU factorisation that proceeds panel by panel (lu_panel.h), for column-major matrices on
 * CUDA. The caller defines the element type T and the matching KIND_* macro. */
#define LISTED (1 << 30)
#define MOVES 64
#define GROUP 256 /* threads */
#define COLUMN 64 /* threads per column in lu_exchange */
#define GATHERED 4
#define WIDEST 32

DEVICE T from_lane(T v, int lane)
{
#ifdef KIND_COMPLEX
    return c_make(SHUFFLE(v.re, lane), SHUFFLE(v.im, lane));
#else
    return SHUFFLE(v, lane);
#endif
}

/* Apply a narrow panel to the other columns of its wide panel, which has `cols` columns. The narrow panel has w columns,
 * beginning with column `left`, and m rows from its first row to the end of the matrix. The kernel exchanges rows in all other
 * columns of the wide panel. In the columns to the right of the narrow panel, the kernel also solves with L, the unit lower
 * triangular matrix of the narrow panel. */
KERNEL lu_exchange(int m, int left, int cols, int w, GLOBAL T *a, int64 lda, const GLOBAL int *moves)
{
    LOCAL T triangle[WIDEST][WIDEST + 1];
    const int t = (int)LOCAL_ID, i = t % COLUMN, c = (int)GROUP_ID * (GROUP / COLUMN) + t / COLUMN, right = c >= left;
    const GLOBAL T *panel = a + left * lda;
    for (int e = t; e < w * w; e += GROUP)
        triangle[e % w][e / w] = panel[e % w + e / w * lda];
    GLOBAL T *x = a + (right ? c + w : c) * lda;
    int there = c < cols - w, moved = there && i < moves[0] && moves[1 + i] < m;
    int to = moved ? moves[1 + i] : 0;
    T v = moved ? x[moves[1 + MOVES + i]] : F_NUMBER(0);
    BARRIER();
    if (moved && !(right && i < w))
        x[to] = v;
    if (i < 32 && there && right) { /* a whole warp */
        for (int k = 0; k < w; k++) {
            T solved = from_lane(v, k);
            if (i > k && i < w)
                v = F_FUSED_LESS(v, triangle[i][k], solved);
        }
        if (i < w)
            x[i] = v;
    }
}

/* Reorder the rows of `cols` columns by `order`. Only the first `wide` rows and the rows listed in `far` are affected. */
KERNEL lu_gather(int cols, int wide, GLOBAL T *a, int64 lda, const GLOBAL int *order, const GLOBAL int *far)
{
    int to[GATHERED], from[GATHERED], total = wide + far[0];
    T v[GATHERED];
    for (int k = 0; k < GATHERED; k++) {
        int i = (int)LOCAL_ID + k * GROUP;
        to[k] = i >= total ? 0 : i < wide ? i : far[1 + i - wide];
        from[k] = i >= total ? 0 : order[to[k]] & ~LISTED;
    }
    for (int c = (int)GROUP_ID; c < cols; c += (int)GROUP_COUNT) {
        GLOBAL T *x = a + c * lda;
        for (int k = 0; k < GATHERED; k++)
            if (from[k] != to[k])
                v[k] = x[from[k]];
        BARRIER();
        for (int k = 0; k < GATHERED; k++)
            if (from[k] != to[k])
                x[to[k]] = v[k];
        BARRIER();
    }
}

/* Combine the row order of the wide panel that begins at row `first` with the order `later` of later panels. If `later` is
 * NULL, use the row order of the wide panel alone. */
KERNEL lu_join_orders(int m, int first, const GLOBAL int *order, const GLOBAL int *later, GLOBAL int *joined)
{
    for (int i = (int)GLOBAL_ID; i < m; i += (int)GLOBAL_SIZE) {
        int at = later ? later[i] : i;
        joined[i] = at < first ? at : first + (order[at - first] & ~LISTED);
    }
}

/* Reorder the rows from row `first` on by `joined`. One group handles one column. */
KERNEL lu_reorder(int m, int first, GLOBAL T *a, int64 lda, const GLOBAL int *joined)
{
    USE_DYNAMIC_LOCAL(T, column);
    GLOBAL T *x = a + (int64)GROUP_ID * lda;
    for (int i = first + (int)LOCAL_ID; i < m; i += (int)LOCAL_SIZE)
        column[i - first] = x[i];
    BARRIER();
    for (int i = first + (int)LOCAL_ID; i < m; i += (int)LOCAL_SIZE)
        x[i] = column[joined[i] - first];
}
