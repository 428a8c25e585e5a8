/* qr_rows.h - around the panels of a QR (qr_panel.h): scales of columns, whole reflectors, and the triangle of a block of
 * reflectors, I - V S^-1 Vᵀ with S = the upper triangle of VᵀV and a diagonal of 1/tau.  Before it: T and its kind.  CUDA.
 *
 * Reference: Puglisi, Modification of the Householder method based on the compact WY representation (1992). */
#define GROUP 256
#define COLUMN 32 /* threads for a column of qr_divide */
#define WIDEST 32
#define FAR (sizeof(R) == 4 ? 40 : 300) /* powers of two whose squares, added up, neither overflow nor vanish */

/* powers[c] of a group's column: what takes its largest element to [1, 2), 0 where none is needed. */
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
        powers[GROUP_ID] = power > FAR || power < -FAR ? -power : 0;
    }
}

/* The first rows of a group's column, at most `rows` and, where `triangle`, those of R, times that power or its inverse. */
KERNEL qr_scale(int rows, int triangle, int back, GLOBAL T *a, int64 lda, const GLOBAL int *powers)
{
    const int c = (int)GROUP_ID, power = back ? -powers[c] : powers[c], count = triangle && c + 1 < rows ? c + 1 : rows;
    GLOBAL T *x = a + c * lda;
    if (power != 0)
        for (int i = (int)LOCAL_ID; i < count; i += GROUP)
            x[i] = ldexp(x[i], power);
}

/* v = the reflectors below the diagonal of a, m x cols, with ones and zeros; a column of zeros where tau is 0.  With `replace`
 * a becomes columns of the identity. */
KERNEL qr_reflectors(int m, int cols, GLOBAL T *a, int64 lda, const GLOBAL T *tau, GLOBAL T *v, int replace)
{
    for (int64 e = GLOBAL_ID; e < (int64)m * cols; e += GLOBAL_SIZE) {
        int i = (int)(e % m), c = (int)(e / m), here = tau[c] != 0;
        v[e] = i > c && here ? a[i + c * lda] : i == c && here ? 1 : 0;
        if (replace)
            a[i + c * lda] = i == c ? 1 : 0;
    }
}

/* a = 0, or columns of the identity whose one is in row c + `first`. */
KERNEL qr_identity(int m, int cols, GLOBAL T *a, int64 lda, int first)
{
    for (int64 e = GLOBAL_ID; e < (int64)m * cols; e += GLOBAL_SIZE)
        a[e % m + e / m * lda] = e % m == e / m + first ? 1 : 0;
}

/* The diagonal of S. */
KERNEL qr_diagonal(int n, const GLOBAL T *tau, GLOBAL T *s)
{
    for (int i = (int)GLOBAL_ID; i < n; i += (int)GLOBAL_SIZE)
        s[(int64)i * n + i] = tau[i] != 0 ? 1 / tau[i] : 1;
}

/* y = Sᵀ^-1 y for w x w, w at most 32; columns of y follow one another. */
KERNEL qr_divide(int w, int cols, const GLOBAL T *s, const GLOBAL T *tau, GLOBAL T *y)
{
    LOCAL T triangle[WIDEST][WIDEST + 1];
    const int t = (int)LOCAL_ID, i = t % COLUMN, c = (int)GROUP_ID * (GROUP / COLUMN) + t / COLUMN;
    for (int e = t; e < w * w; e += GROUP)
        triangle[e / w][e % w] = s[e];
    T own = i < w ? tau[i] : 0, v = i < w && c < cols ? y[c * w + i] : 0;
    BARRIER();
    for (int k = 0; k < w; k++) {
        T solved = SHUFFLE(v * own, k);
        if (i > k && i < w)
            v = R_FMA(-triangle[i][k], solved, v);
    }
    if (i < w && c < cols)
        y[c * w + i] = v * own;
}
