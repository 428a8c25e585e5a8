/* hermitian.h - Helpers for the reduction of a Hermitian matrix to tridiagonal form: scaling, copying and small products. The
 * caller defines the element type T and the matching KIND_* macro; BAND, the bandwidth; and GROUP, the number of threads per
 * group in hermitian_sizes, hermitian_fill and hermitian_turn. */
#define COLUMN (3 * BAND) /* elements per column of a band, as in chase.h */

DEVICE R larger_of(R a, R b)
{
    return a > b ? a : b;
}

/* For each column of the triangle, find the largest magnitude of a real or imaginary part. A group of GROUP threads handles one
 * column. */
KERNEL hermitian_sizes(int64 n, int64 lower, int64 ld, const GLOBAL T *a, GLOBAL R *sizes)
{
    LOCAL R found[GROUP];
    for (int64 j = GROUP_ID; j < n; j += GROUP_COUNT) {
        R largest = 0;
        for (int64 i = (lower ? j : 0) + LOCAL_ID; i < (lower ? n : j + 1); i += GROUP) {
            T v = a[j * ld + i];
            largest = larger_of(R_FABS(F_IMAG(v)), larger_of(R_FABS(F_REAL(v)), largest));
        }
        found[LOCAL_ID] = largest;
        BARRIER();
        if (LOCAL_ID == 0) {
            for (int i = 1; i < GROUP; i++)
                largest = larger_of(found[i], largest);
            sizes[j] = largest;
        }
        BARRIER();
    }
}

/* Divide one triangle of the matrix by a power of two, fill the other triangle by symmetry, and store the exponent in *power.
 * The largest magnitude of a real or imaginary part is then between 1 and 2. */
KERNEL hermitian_fill(int64 n, int64 lower, int64 ld, GLOBAL T *a, const GLOBAL R *sizes, GLOBAL int *power)
{
    LOCAL R found[GROUP];
    R largest = 0;
    for (int64 j = LOCAL_ID; j < n; j += GROUP)
        largest = larger_of(sizes[j], largest);
    found[LOCAL_ID] = largest;
    BARRIER();
    for (int i = 0; i < GROUP; i++)
        largest = larger_of(found[i], largest);
    int p = largest > 0 && largest < R_INF ? ilogb(largest) : 0;
    if (GLOBAL_ID == 0)
        *power = p;
    for (int64 at = GLOBAL_ID; at < n * n; at += GLOBAL_SIZE) {
        int64 j = at, i = split_off(&j, n);
        if (lower ? i < j : i > j)
            continue;
        T v = a[j * ld + i];
        v = F_MAKE(ldexp(F_REAL(v), -p), i == j ? (R)0 : ldexp(F_IMAG(v), -p));
        a[j * ld + i] = v;
        a[i * ld + j] = F_CONJ(v);
    }
}

#define EACH (BAND * BAND / GROUP) /* elements per thread in hermitian_turn */

/* Compute a 2w x w matrix: its upper half is T and its lower half is -Tᴴ M T / 2. The matrix T is upper triangular, of order w
 * <= BAND. The matrix `inner` is w x 2w, and M is the second half of `inner`. All matrices are contiguous. The kernel runs as
 * one group of GROUP threads. */
KERNEL hermitian_turn(int64 w, const GLOBAL T *t, const GLOBAL T *inner, GLOBAL T *turn)
{
    LOCAL T upper[BAND * BAND], other[BAND * BAND]; /* T by rows; M and later Tᴴ M, by columns */
    int n = (int)w, i = LOCAL_ID % BAND, first = LOCAL_ID / BAND;
    T sums[EACH];
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        int j = first + e * (GROUP / BAND), there = i < n && j < n;
        upper[i * BAND + j] = there && i <= j ? t[j * n + i] : F_NUMBER(0);
        other[j * BAND + i] = there ? inner[(n + j) * n + i] : F_NUMBER(0);
        sums[e] = F_NUMBER(0);
    }
    BARRIER();
#pragma unroll
    for (int k = 0; k < BAND; k++) {
        T left = F_CONJ(upper[k * BAND + i]);
#pragma unroll
        for (int e = 0; e < EACH; e++)
            sums[e] = F_ADD_PRODUCT(sums[e], left, other[(first + e * (GROUP / BAND)) * BAND + k]);
    }
    BARRIER();
#pragma unroll
    for (int e = 0; e < EACH; e++) {
        other[(first + e * (GROUP / BAND)) * BAND + i] = F_MAKE(F_REAL(sums[e]) / -2, F_IMAG(sums[e]) / -2);
        sums[e] = F_NUMBER(0);
    }
    BARRIER();
#pragma unroll
    for (int k = 0; k < BAND; k++) {
        T left = other[k * BAND + i];
#pragma unroll
        for (int e = 0; e < EACH; e++)
            sums[e] = F_ADD_PRODUCT(sums[e], left, upper[k * BAND + first + e * (GROUP / BAND)]);
    }
    for (int e = 0; e < EACH; e++) {
        int j = first + e * (GROUP / BAND);
        if (i >= n || j >= n)
            continue;
        turn[2 * j * n + i] = upper[i * BAND + j];
        turn[(2 * j + 1) * n + i] = sums[e];
    }
}

/* Copy the band of the lower triangle, and the mirror image of this band, to the storage of chase.h. Set all other elements to
 * zero. */
KERNEL hermitian_band(int64 n, int64 ld, const GLOBAL T *a, GLOBAL T *band)
{
    for (int64 at = GLOBAL_ID; at < n * COLUMN; at += GLOBAL_SIZE) {
        int64 j = at / COLUMN, i = j + at % COLUMN - BAND;
        T v = F_NUMBER(0);
        if (i >= j && i <= j + BAND && i < n)
            v = a[j * ld + i];
        else if (i >= 0 && i < j)
            v = F_CONJ(a[i * ld + j]);
        band[at] = v;
    }
}

KERNEL hermitian_tridiagonal(int64 n, const GLOBAL T *band, GLOBAL R *d, GLOBAL R *e)
{
    for (int64 j = GLOBAL_ID; j < n; j += GLOBAL_SIZE) {
        d[j] = F_REAL(band[j * COLUMN + BAND]);
        if (j + 1 < n)
            e[j] = F_REAL(band[j * COLUMN + BAND + 1]);
    }
}

KERNEL hermitian_values(int64 n, const GLOBAL R *d, const GLOBAL int *power, GLOBAL R *w)
{
    for (int64 j = GLOBAL_ID; j < n; j += GLOBAL_SIZE)
        w[j] = ldexp(d[j], *power);
}

/* Copy real vectors to a matrix of type T. */
KERNEL hermitian_vectors(int64 n, int64 ldq, const GLOBAL R *q, int64 ldx, GLOBAL T *x)
{
    for (int64 at = GLOBAL_ID; at < n * n; at += GLOBAL_SIZE) {
        int64 j = at, i = split_off(&j, n);
        x[j * ldx + i] = F_NUMBER(q[j * ldq + i]);
    }
}

KERNEL hermitian_copy(int64 n, int64 ldx, const GLOBAL T *x, int64 lda, GLOBAL T *a)
{
    for (int64 at = GLOBAL_ID; at < n * n; at += GLOBAL_SIZE) {
        int64 j = at, i = split_off(&j, n);
        a[j * lda + i] = x[j * ldx + i];
    }
}
