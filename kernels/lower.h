/* lower.h - Solve L X = B by substitution, where L is a lower triangular matrix of order up to 32, and compute Cholesky factors
 * of order up to 32. The caller defines the element type T and the matching KIND_* macro; and COLUMNS, the number of columns of
 * B per group. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#define ORDER 32
#define LD (ORDER + 1)
#define SLICES (256 / ORDER)

/* All 256 threads of a group copy the columns of B and the triangular matrix, padded with the identity, to local memory. Then
 * each thread loads one column into registers and solves for it independently. */
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

/* Return v / d, where d is a square root. The reciprocal of a square root neither overflows nor underflows. */
DEVICE T by_root(T v, R d, R inverse)
{
    R re = F_REAL(v) * inverse, im = F_IMAG(v) * inverse;
    return F_MAKE(R_FMA(R_FMA(-re, d, F_REAL(v)), inverse, re), R_FMA(R_FMA(-im, d, F_IMAG(v)), inverse, im));
}

/* In each matrix, factor a panel of n columns that begins at element (first, first). The Cholesky factor of the diagonal block
 * is written to `blocks`, which has ORDER x ORDER elements for every ORDER columns. The `rows` rows below the diagonal block
 * are overwritten with the corresponding rows of L. Each group of PANEL_ROWS threads factors the diagonal block redundantly, so
 * that groups need not wait for one another. Each thread then solves one of the group's PANEL_ROWS rows. If a leading minor is
 * not positive and the matrix's element of `info` is 0, this element is set to the order of the first such minor. */
#define PANEL_ROWS 64
KERNEL factor_panel(int64 n, int64 first, int64 rows, int64 batch, int64 order, stack_strides sa, GLOBAL T *a, GLOBAL T *blocks,
                    GLOBAL int *info)
{
    LOCAL T l[ORDER * LD], columns[2 * ORDER];
    LOCAL R roots[ORDER], inverses[ORDER];
    int t = LOCAL_ID;
    int64 chunks = rows > 0 ? (rows + PANEL_ROWS - 1) / PANEL_ROWS : 1;
    for (int64 g = GROUP_ID; g < chunks * batch; g += GROUP_COUNT) {
        int64 at = g / chunks, below = g % chunks * PANEL_ROWS + t;
        GLOBAL T *block = a + at * sa.step + first * (sa.row + sa.col), *row = block + (n + below) * sa.row;
        int code = PEEK(&info[at]); /* another group may already have stored the same result */
        T r[ORDER];
#pragma unroll
        for (int j = 0; j < ORDER; j++)
            r[j] = t < n && j <= t ? block[t * sa.row + j * sa.col] : F_NUMBER(j == t); /* padded with the identity */
#pragma unroll
        for (int k = 0; k < ORDER; k++) {
            LOCAL_POINTER T *column = columns + k % 2 * ORDER;
            if (t < ORDER)
                column[t] = r[k];
            BARRIER();
            R pivot = F_REAL(column[k]);
            if (!(pivot > 0) && code == 0)
                code = (int)first + k + 1;
            if (t > k && t < ORDER) {
                T factor = F_MAKE(F_REAL(r[k]) / pivot, F_IMAG(r[k]) / pivot);
#pragma unroll
                for (int j = k + 1; j < ORDER; j++)
                    r[j] = F_LESS_PRODUCT(r[j], factor, F_CONJ(column[j]));
            } else if (t == k) {
                roots[k] = R_SQRT(pivot);
                inverses[k] = 1 / roots[k];
            }
        }
        BARRIER();
#pragma unroll
        for (int j = 0; j < ORDER; j++)
            if (t < ORDER)
                l[t * LD + j] = j < t ? by_root(r[j], roots[j], inverses[j]) : F_NUMBER(j == t ? roots[j] : 0);
        BARRIER(); /* without this barrier, PoCL 3.1 reorders code across the barrier's position */
#pragma unroll
        for (int j = 0; j < ORDER; j++)
            r[j] = below < rows && j < n ? row[j * sa.col] : F_NUMBER(0);
        if (code == 0 && below < rows) {
#pragma unroll
            for (int k = 0; k < ORDER; k++) {
                r[k] = by_root(r[k], roots[k], inverses[k]);
#pragma unroll
                for (int i = k + 1; i < ORDER; i++)
                    r[i] = F_LESS_PRODUCT(r[i], r[k], F_CONJ(l[i * LD + k]));
            }
#pragma unroll
            for (int j = 0; j < ORDER; j++)
                if (j < n)
                    row[j * sa.col] = r[j];
        }
        for (int e = t; e < ORDER * ORDER && g % chunks == 0; e += PANEL_ROWS)
            blocks[(at * order + first) * ORDER + e] = l[e % ORDER * LD + e / ORDER];
        if (t == 0 && g % chunks == 0)
            MARK(&info[at], code);
        BARRIER();
    }
}

/* Copy the diagonal blocks into the matrices, and set the elements above the diagonal to zero. */
KERNEL copy_blocks(int64 n, int64 batch, int64 order, stack_strides sa, GLOBAL T *a, const GLOBAL T *blocks)
{
    for (int64 i = GLOBAL_ID; i < n * n * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, n), c = split_off(&b, n);
        if (c > r)
            a[b * sa.step + r * sa.row + c * sa.col] = F_NUMBER(0);
        else if (r / ORDER == c / ORDER)
            a[b * sa.step + r * sa.row + c * sa.col] = blocks[(b * order + c) * ORDER + r % ORDER];
    }
}
