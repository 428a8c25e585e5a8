/* qr_rows.h - Helpers for a QR factorisation that consists of panels (qr_panel.h), on CUDA: column scaling, explicit
 * reflectors, and the triangular matrix t of a block reflector I - V t Vᵀ. The matrix t is S^-1, where S is the upper triangle
 * of VᵀV with 1/tau on the diagonal. The caller defines the element type T and the matching KIND_* macro.
 *
 * Reference: Puglisi, Modification of the Householder method based on the compact WY representation (1992). */
#define GROUP 256
#define COLUMN 32 /* threads per column in qr_divide */
#define WIDEST 32
/* Limits of magnitudes, as exponents of two. Squares of elements above the limit LARGE may overflow. Below the limit SMALL, the
 * squares of rounding errors are so small that these squares lose digits and panels ignore them. */
#define LARGE (sizeof(R) == 4 ? 40 : 300)
#define SMALL (sizeof(R) == 4 ? -10 : -300)

/* For each column c, compute powers[c], the exponent that scales the largest element to [1, 2), or 0 if no scaling is needed.
 * One group handles one column. */
KERNEL qr_powers(int m, const GLOBAL T *a, int64 lda, GLOBAL int *powers)
{
    LOCAL R largest[GROUP];
    const int t = (int)LOCAL_ID;
    const GLOBAL T *x = a + (int64)GROUP_ID * lda;
    R most = 0;
    for (int i = t; i < m; i += GROUP)
        most = R_FABS(x[i]) > most ? R_FABS(x[i]) : most;
    largest[t] = most;
    BARRIER();
    for (int half = GROUP / 2; half > 0; half /= 2) {
        if (t < half && largest[t + half] > largest[t])
            largest[t] = largest[t + half];
        BARRIER();
    }
    if (t == 0) {
        int power = largest[0] > 0 && largest[0] < R_INF ? ilogb(largest[0]) : 0;
        powers[GROUP_ID] = power > LARGE || power < SMALL ? -power : 0;
    }
}

/* Scale the first `rows` rows of each column by the column's power of two, or by the reciprocal of this power if `back` is
 * true. If `triangle` is true, scale only the elements of R. */
KERNEL qr_scale(int rows, int triangle, int back, GLOBAL T *a, int64 lda, const GLOBAL int *powers)
{
    const int c = (int)GROUP_ID, power = back ? -powers[c] : powers[c], count = triangle && c + 1 < rows ? c + 1 : rows;
    GLOBAL T *x = a + c * lda;
    if (power != 0)
        for (int i = (int)LOCAL_ID; i < count; i += GROUP)
            x[i] = ldexp(x[i], power);
}

/* Copy the reflectors below the diagonal of `a`, an m x cols matrix, to `v`, with explicit ones and zeros. A column of `v` is
 * zero if its tau is 0. If `replace` is true, `a` is overwritten with columns of the identity. */
KERNEL qr_reflectors(int m, int cols, GLOBAL T *a, int64 lda, const GLOBAL T *tau, GLOBAL T *v, int replace)
{
    for (int64 e = GLOBAL_ID; e < (int64)m * cols; e += GLOBAL_SIZE) {
        int i = (int)(e % m), c = (int)(e / m), here = tau[c] != 0;
        v[e] = i > c && here ? a[i + c * lda] : i == c && here ? 1 : 0;
        if (replace)
            a[i + c * lda] = i == c ? 1 : 0;
    }
}

/* Set `a` to zero, except for a one in row c + first of each column c. */
KERNEL qr_identity(int m, int cols, GLOBAL T *a, int64 lda, int first)
{
    for (int64 e = GLOBAL_ID; e < (int64)m * cols; e += GLOBAL_SIZE)
        a[e % m + e / m * lda] = e % m == e / m + first ? 1 : 0;
}

/* Compute y = vᵀ E, where E is the first `cols` columns of the identity. The matrix y has w rows. */
KERNEL qr_top(int w, int cols, const GLOBAL T *v, int64 ldv, GLOBAL T *y)
{
    for (int e = (int)GLOBAL_ID; e < w * cols; e += (int)GLOBAL_SIZE)
        y[e] = v[e / w + e % w * ldv];
}

/* Compute the diagonal blocks of t = S^-1, which have order 32. One group handles one block. Both matrices have order n. The
 * diagonal of S is not read. */
KERNEL qr_invert_diagonal(int n, const GLOBAL T *s, const GLOBAL T *tau, GLOBAL T *t)
{
    LOCAL T triangle[WIDEST][WIDEST + 1];
    const int lane = (int)LOCAL_ID % 32, first = (int)GROUP_ID * WIDEST, w = n - first < WIDEST ? n - first : WIDEST;
    for (int e = (int)LOCAL_ID; e < WIDEST * WIDEST; e += GROUP)
        triangle[e / WIDEST][e % WIDEST] =
            e / WIDEST < w && e % WIDEST < w ? s[first + e % WIDEST + (int64)(first + e / WIDEST) * n] : 0;
    T own = lane < w ? tau[first + lane] : 0;
    BARRIER();
    for (int c = (int)LOCAL_ID / 32; c < w; c += GROUP / 32) {
        T v = lane == c ? 1 : 0;
        for (int k = c; k >= 0; k--) {
            T solved = SHUFFLE(v * own, k);
            if (lane < k)
                v = R_FMA(-triangle[k][lane], solved, v);
        }
        if (lane < w)
            t[first + lane + (int64)(first + c) * n] = lane <= c ? v * own : 0;
    }
}

/* Within diagonal blocks of order `span`, compute the blocks of t above the 32 x 32 diagonal blocks, and store zeros below the
 * diagonal. One group handles 32 columns. Block t(i, j) is -t(i, i) times the sum of s(i, k) t(k, j) over i < k <= j. */
KERNEL qr_invert(int n, int span, const GLOBAL T *s, GLOBAL T *t)
{
    LOCAL T x[WIDEST][WIDEST + 1], y[WIDEST][WIDEST + 1];
    const int column = (int)LOCAL_ID % WIDEST, row = (int)LOCAL_ID / WIDEST, j = (int)GROUP_ID * WIDEST;
    T sums[WIDEST / 8];
    for (int i = j + WIDEST + row; i < n; i += 8)
        if (j + column < n)
            t[i + (int64)(j + column) * n] = 0;
    for (int i = j - WIDEST; i >= j / span * span; i -= WIDEST) {
        for (int e = 0; e < WIDEST / 8; e++)
            sums[e] = 0;
        for (int k = i + WIDEST; k <= j + WIDEST; k += WIDEST) { /* the last iteration multiplies by t(i, i) */
            const int last = k > j;
            for (int e = 0; e < WIDEST / 8; e++) {
                int at = row + 8 * e; /* rows are contiguous in memory */
                x[column][at] = last ? t[i + column + (int64)(i + at) * n]
                                : k + at < n ? s[i + column + (int64)(k + at) * n]
                                             : 0;
                y[column][at] = last                                ? 0
                                : k + column < n && j + at < n ? t[k + column + (int64)(j + at) * n]
                                                               : 0;
            }
            BARRIER();
            if (last) {
                for (int e = 0; e < WIDEST / 8; e++)
                    y[column][row + 8 * e] = sums[e];
                BARRIER();
                for (int e = 0; e < WIDEST / 8; e++)
                    sums[e] = 0;
            }
            for (int l = 0; l < WIDEST; l++)
                for (int e = 0; e < WIDEST / 8; e++)
                    sums[e] = R_FMA(x[column][l], y[l][row + 8 * e], sums[e]);
            BARRIER();
        }
        for (int e = 0; e < WIDEST / 8; e++)
            if (j + row + 8 * e < n)
                t[i + column + (int64)(j + row + 8 * e) * n] = -sums[e];
        GLOBAL_BARRIER();
    }
}

/* Return element (i, c) of aᵀ b, summed over only the last `rest` of the m rows. */
DEVICE T last_rows(int m, int rest, const GLOBAL T *a, int64 lda, const GLOBAL T *b, int64 ldb, int i, int c)
{
    T s = 0;
    for (int r = m - rest; r < m; r++)
        s = R_FMA(a[r + i * lda], b[r + c * ldb], s);
    return s;
}

/* Compute sum = aᵀ b, which has n elements in columns of `rows` elements. Add `count` partial sums in order, and then the
 * products of the last `rest` of the m rows. */
KERNEL qr_add(int64 n, int count, const GLOBAL T *parts, int m, int rest, int rows, const GLOBAL T *a, int64 lda,
              const GLOBAL T *b, int64 ldb, GLOBAL T *sum)
{
    for (int64 i = GLOBAL_ID; i < n; i += GLOBAL_SIZE) {
        T s = 0;
        for (int k = 0; k < count; k++)
            s += parts[k * n + i];
        sum[i] = s + last_rows(m, rest, a, lda, b, ldb, (int)(i % rows), (int)(i / rows));
    }
}

/* Replace y = vᵀ x by Sᵀ^-1 y, where S = vᵀ v has order w <= 32. Both S and y are given as partial sums, as in qr_add(). The
 * columns of y are contiguous. */
KERNEL qr_divide(int w, int cols, int s_count, const GLOBAL T *s, int y_count, const GLOBAL T *parts, int m, int s_rest,
                 int y_rest, const GLOBAL T *v_, int64 ldv, const GLOBAL T *x, int64 ldx, const GLOBAL T *tau, GLOBAL T *y)
{
    LOCAL T triangle[WIDEST][WIDEST + 1];
    const int t = (int)LOCAL_ID, i = t % COLUMN, c = (int)GROUP_ID * (GROUP / COLUMN) + t / COLUMN;
    for (int e = t; e < w * w; e += GROUP) {
        T sum = last_rows(m, s_rest, v_, ldv, v_, ldv, e % w, e / w);
        for (int k = 0; k < s_count; k++)
            sum += s[k * w * w + e];
        triangle[e / w][e % w] = sum;
    }
    T own = i < w ? tau[i] : 0, v = 0;
    if (i < w && c < cols) {
        v = last_rows(m, y_rest, v_, ldv, x, ldx, i, c);
        for (int k = 0; k < y_count; k++)
            v += parts[((int64)k * cols + c) * w + i];
    }
    BARRIER();
    for (int k = 0; k < w; k++) {
        T solved = SHUFFLE(v * own, k);
        if (i > k && i < w)
            v = R_FMA(-triangle[i][k], solved, v);
    }
    if (i < w && c < cols)
        y[c * w + i] = v * own;
}
