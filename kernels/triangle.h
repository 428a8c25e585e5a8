/* triangle.h - Copy one triangle of each matrix in a stack, and check that all elements are finite. The caller defines the
 * element type T and the matching KIND_* macro. */
#ifdef KIND_COMPLEX
#define NUMBER(v) c_make((R)(v), 0)
#else
#define NUMBER(v) ((T)(v))
#endif
#define TILE 32

/* Like triangle() below, but for src contiguous along rows and dst contiguous along columns. Tiles of 32 x 32, each handled by
 * one group of 256 threads, make both accesses contiguous. */
KERNEL triangle_turned(int64 tiles, pair_layout l, int lower, int unit, const GLOBAL T *src, GLOBAL T *dst)
{
    LOCAL T tile[TILE][TILE + 1];
    int fast = LOCAL_ID % TILE, slow = LOCAL_ID / TILE, r = l.ndim - 2, c = l.ndim - 1;
    int64 down = (l.shape[r] + TILE - 1) / TILE, across = (l.shape[c] + TILE - 1) / TILE;
    for (int64 g = GROUP_ID; g < tiles; g += GROUP_COUNT) {
        int64 row0 = g / across % down * TILE, col0 = g % across * TILE, rest = g / across / down, from = 0, to = 0;
        for (int d = r - 1; d >= 0; d--) {
            from += rest % l.shape[d] * l.from[d];
            to += rest % l.shape[d] * l.to[d];
            rest /= l.shape[d];
        }
        for (int k = slow; k < TILE; k += LOCAL_SIZE / TILE) {
            int64 row = row0 + fast, col = col0 + k;
            int inside = row == col ? !unit : lower ? col < row : col > row;
            if (inside && row < l.shape[r] && col < l.shape[c])
                tile[k][fast] = src[from + row + col * l.from[c]];
        }
        BARRIER();
        for (int k = slow; k < TILE; k += LOCAL_SIZE / TILE) {
            int64 row = row0 + k, col = col0 + fast;
            int inside = row == col ? !unit : lower ? col < row : col > row;
            if (row < l.shape[r] && col < l.shape[c])
                dst[to + row * l.to[r] + col] = inside ? tile[fast][k] : NUMBER(row == col ? 1 : 0);
        }
        BARRIER();
    }
}

/* Copy a triangle of each matrix; the last two dimensions are the matrix. */
KERNEL triangle(int64 n, pair_layout l, int lower, int unit, const GLOBAL T *src, GLOBAL T *dst)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 rest = i, from = 0, to = 0, at[2] = {0, 0};
        for (int d = l.ndim - 1; d >= 0; d--) {
            int64 p;
            if (n <= 0x7fffffff) { /* 64-bit division is slow */
                p = (uint32)rest % (uint32)l.shape[d];
                rest = (uint32)rest / (uint32)l.shape[d];
            } else {
                p = rest % l.shape[d];
                rest /= l.shape[d];
            }
            from += p * l.from[d];
            to += p * l.to[d];
            if (d >= l.ndim - 2)
                at[d - (l.ndim - 2)] = p;
        }
        int inside = lower ? at[1] <= at[0] : at[1] >= at[0];
        T v = NUMBER(at[0] == at[1] ? 1 : 0);
        if (at[0] == at[1] ? !unit : inside)
            v = src[from];
        dst[to] = v;
    }
}

KERNEL all_finite(int64 n, pair_layout l, const GLOBAL T *x, GLOBAL int *found)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        int64 rest = i, from = 0;
        for (int d = l.ndim - 1; d >= 0; d--) {
            int64 p = rest;
            if (d == 0) { /* no division is needed; usually there is one dimension */
                rest = 0;
            } else if (n <= 0x7fffffff) {
                p = (uint32)rest % (uint32)l.shape[d];
                rest = (uint32)rest / (uint32)l.shape[d];
            } else {
                p = rest % l.shape[d];
                rest /= l.shape[d];
            }
            from += p * l.from[d];
        }
        T v = x[from];
#ifdef KIND_COMPLEX
        if (!(R_FABS(v.re) < R_INF && R_FABS(v.im) < R_INF))
#else
        if (!(R_FABS(v) < R_INF))
#endif
            MARK(found, 1);
    }
}
