/* lower.h - L X = B for a lower triangle of order up to 32, by substitution, and Cholesky factors of that order.  Before it: T
 * and its kind, COLUMNS of B that a group takes.  A group has 256 threads. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#define ORDER 32
#define LD (ORDER + 1)
#define SLICES (256 / ORDER)

/* All threads bring the triangle, filled up with the identity, and the columns to local memory; there a thread takes a column
 * into its registers and needs no other. */
KERNEL solve_lower(lower_sizes s, const GLOBAL T *a, GLOBAL T *b)
{
    LOCAL T l[ORDER * LD];
    LOCAL T x[COLUMNS * LD];
    int64 chunks = (s.columns + COLUMNS - 1) / COLUMNS;
    int n = (int)s.n, row = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    int by_rows = (s.b.row < 0 ? -s.b.row : s.b.row) <= (s.b.col < 0 ? -s.b.col : s.b.col);
    for (int64 g = GROUP_ID; g < chunks * s.batch; g += GROUP_COUNT) {
        int64 at = g / chunks, first = g % chunks * COLUMNS;
        int count = s.columns - first < COLUMNS ? (int)(s.columns - first) : COLUMNS;
        const GLOBAL T *from = a + at * s.a.step;
        GLOBAL T *to = b + at * s.b.step + first * s.b.col;
        for (int j = slice; j <= row; j += SLICES) {
            T v = F_NUMBER(j == row);
            if (row < n && (j < row || !s.unit))
                v = from[row * s.a.row + j * s.a.col];
            l[row * LD + j] = s.conjugate ? F_CONJ(v) : v;
        }
        for (int e = LOCAL_ID; e < n * count; e += 256) {
            int i = by_rows ? e % n : e / count, j = by_rows ? e / n : e % count;
            x[j * LD + i] = to[i * s.b.row + j * s.b.col];
        }
        BARRIER();
        if (LOCAL_ID < count) {
            T r[ORDER];
#pragma unroll
            for (int i = 0; i < ORDER; i++)
                r[i] = i < n ? x[LOCAL_ID * LD + i] : F_NUMBER(0);
#pragma unroll
            for (int k = 0; k < ORDER; k++) {
                if (!s.unit)
                    r[k] = F_DIV(r[k], l[k * LD + k]);
#pragma unroll
                for (int i = k + 1; i < ORDER; i++)
                    r[i] = F_LESS_PRODUCT(r[i], l[i * LD + k], r[k]);
            }
#pragma unroll
            for (int i = 0; i < ORDER; i++)
                if (i < n)
                    x[LOCAL_ID * LD + i] = r[i];
        }
        BARRIER();
        for (int e = LOCAL_ID; e < n * count; e += 256) {
            int i = by_rows ? e % n : e / count, j = by_rows ? e / n : e % count;
            to[i * s.b.row + j * s.b.col] = x[j * LD + i];
        }
        BARRIER();
    }
}

/* The block at (first, first), of order n, of each matrix becomes its factor; info, where it is 0, the order of the leading
 * minor that is not positive. */
KERNEL factor_block(int64 n, int64 first, int64 batch, stack_strides sa, GLOBAL T *a, GLOBAL int *info)
{
    LOCAL T m[ORDER * LD];
    int row = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL T *block = a + at * sa.step + first * (sa.row + sa.col);
        int code = info[at];
        for (int j = slice; j <= row && row < n; j += SLICES)
            m[row * LD + j] = block[row * sa.row + j * sa.col];
        BARRIER();
        for (int k = 0; k < n && code == 0; k++) {
            R pivot = F_REAL(m[k * LD + k]);
            if (!(pivot > 0))
                code = (int)first + k + 1;
            if (code == 0 && row > k && row < n) {
                T factor = F_DIV(m[row * LD + k], F_NUMBER(pivot));
                for (int j = k + 1 + slice; j <= row; j += SLICES)
                    m[row * LD + j] = F_LESS_PRODUCT(m[row * LD + j], factor, F_CONJ(m[j * LD + k]));
            }
            BARRIER();
        }
        for (int j = slice; j <= row && row < n && code == 0; j += SLICES) {
            R root = R_SQRT(F_REAL(m[j * LD + j]));
            block[row * sa.row + j * sa.col] = j == row ? F_NUMBER(root) : F_DIV(m[row * LD + j], F_NUMBER(root));
        }
        BARRIER();
        if (LOCAL_ID == 0)
            info[at] = code;
    }
}

/* Zeros above the diagonal. */
KERNEL clear_upper(int64 n, int64 batch, stack_strides sa, GLOBAL T *a)
{
    for (int64 i = GLOBAL_ID; i < n * n * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, n), c = split_off(&b, n);
        if (c > r)
            a[b * sa.step + r * sa.row + c * sa.col] = F_NUMBER(0);
    }
}
