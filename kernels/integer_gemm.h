/* integer_gemm.h - Integer matrix product C = op(A) op(B), column-major, tiled. The caller defines the element type T and the
 * matching KIND_* macro. */
#define TILE 16

KERNEL integer_gemm(int64 m, int64 n, int64 k, int64 batch, const GLOBAL T *a, int64 a_row, int64 a_col, int64 a_stride,
                    const GLOBAL T *b, int64 b_row, int64 b_col, int64 b_stride, GLOBAL T *c, int64 ldc, int64 c_stride)
{
    LOCAL T ta[TILE][TILE + 1], tb[TILE][TILE + 1];
    int64 down = (m + TILE - 1) / TILE, across = (n + TILE - 1) / TILE;
    int i = LOCAL_ID % TILE, j = LOCAL_ID / TILE;
    for (int64 t = GROUP_ID; t < down * across * batch; t += GROUP_COUNT) {
        int64 s = t / (down * across), r = t % down * TILE + i, q = t / down % across * TILE + j;
        T sum = 0;
        for (int64 p = 0; p < k; p += TILE) {
            ta[j][i] = r < m && p + j < k ? a[s * a_stride + r * a_row + (p + j) * a_col] : (T)0;
            tb[j][i] = p + i < k && q < n ? b[s * b_stride + (p + i) * b_row + q * b_col] : (T)0;
            BARRIER();
            for (int l = 0; l < TILE; l++)
                sum = I_ADD(sum, I_MUL(ta[l][i], tb[j][l]));
            BARRIER();
        }
        if (r < m && q < n)
            c[s * c_stride + q * ldc + r] = sum;
    }
}
