/* small_eigh.h - Eigenvalues and eigenvectors of Hermitian matrices of small order, with one group of 32 threads per matrix:
 * Householder reduction to a real tridiagonal matrix, then implicit QL (LAPACK's hetd2; J. H. Wilkinson and C. Reinsch,
 * Handbook for Automatic Computation II, 1971, tql2). The caller defines the element type T, the matching KIND_* macro, and
 * ORDER, which is 8, 16 or 32.
 *
 * Thread t handles row t % ORDER in every SLICES-th column, beginning with column t / ORDER. */
#ifdef KIND_COMPLEX
#define IS_FINITE(v) (R_FABS((v).re) < R_INF && R_FABS((v).im) < R_INF)
#define ADD(a, b) C_ADD(a, b)
#define SUB(a, b) C_SUB(a, b)
#define MUL(a, b) C_MUL(a, b)
#define CONJ(a) C_CONJ(a)
#define TIMES(a, s) c_scale(a, s)
#define REAL_PART(a) ((a).re)
#define IMAG_PART(a) ((a).im)
#define NUMBER(v) c_make((R)(v), 0)
#define INVERSE(a) C_DIV(NUMBER(1), a)
#else
#define IS_FINITE(v) (R_FABS(v) < R_INF)
#define ADD(a, b) ((a) + (b))
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define CONJ(a) (a)
#define TIMES(a, s) ((a) * (s))
#define REAL_PART(a) (a)
#define IMAG_PART(a) ((R)0)
#define NUMBER(v) ((T)(v))
#define INVERSE(a) ((R)1 / (a))
#endif
#define SQUARE_OF(a) (REAL_PART(a) * REAL_PART(a) + IMAG_PART(a) * IMAG_PART(a))
#define THREADS 32
#define SLICES (THREADS / ORDER)
#define LD (ORDER + 1)
#define MIN_EXPONENT (sizeof(R) == 4 ? -120 : -1000)

#define NOT_FINITE_A (-1)

typedef struct {
    T m[ORDER * LD];   /* both triangles of the matrix; later the reflectors, below the diagonal */
    T q[ORDER * LD];   /* eigenvectors */
    T scales[ORDER], p[ORDER];
    R d[ORDER], e[ORDER]; /* tridiagonal matrix */
    R cosines[ORDER], sines[ORDER], sizes[THREADS];
    int place[ORDER], first, bad;
} work_space;

#include "small_ql.h"

/* Load the lower triangle into both triangles, scaled by a power of two so that the largest element is near 1. Return the
 * exponent. Set s->bad if an element is not finite. */
DEVICE int load_hermitian(int n, const GLOBAL T *x, stack_strides sx, LOCAL_POINTER work_space *s)
{
    int row = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER, exponent = 0;
    R size = 0;
    for (int j = slice; j <= row && row < n; j += SLICES) {
        T v = x[row * sx.row + j * sx.col];
        if (!IS_FINITE(v))
            MARK(&s->bad, 1);
        if (j == row)
            v = NUMBER(REAL_PART(v));
        size = R_FABS(REAL_PART(v)) > size ? R_FABS(REAL_PART(v)) : size;
        size = R_FABS(IMAG_PART(v)) > size ? R_FABS(IMAG_PART(v)) : size;
        s->m[row * LD + j] = v;
    }
    s->sizes[LOCAL_ID] = size;
    BARRIER();
    for (int i = 0; i < THREADS; i++)
        size = s->sizes[i] > size ? s->sizes[i] : size;
    if (size > 0 && size < R_INF)
        frexp(size, &exponent);
    if (exponent < MIN_EXPONENT)
        exponent = MIN_EXPONENT;
    R factor = ldexp((R)1, -exponent);
    for (int j = slice; j <= row && row < n; j += SLICES) {
        T v = TIMES(s->m[row * LD + j], factor);
        s->m[row * LD + j] = v;
        s->m[j * LD + row] = CONJ(v);
    }
    BARRIER();
    return exponent;
}

/* Reduce column k to (d, e, 0 ... 0) by a reflection, which is applied from both sides to the later rows and columns. */
DEVICE void reflect(int n, int k, LOCAL_POINTER work_space *s)
{
    int row = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    LOCAL_POINTER T *m = s->m;
    T alpha = m[(k + 1) * LD + k], scale = NUMBER(0), inverse = NUMBER(0), sum = NUMBER(0);
    R rest = 0, beta = REAL_PART(alpha);
    for (int i = k + 2; i < n; i++)
        rest += SQUARE_OF(m[i * LD + k]);
    if (rest != 0 || IMAG_PART(alpha) != 0) {
        R length = R_SQRT(SQUARE_OF(alpha) + rest);
        if (length > TINY) { /* otherwise the column is negligible relative to the matrix */
            beta = REAL_PART(alpha) < 0 ? length : -length;
            scale = TIMES(SUB(NUMBER(beta), alpha), 1 / beta);
            inverse = INVERSE(SUB(alpha, NUMBER(beta)));
        }
    }
    BARRIER();
    if (row > k && row < n && slice == 0)
        m[row * LD + k] = row == k + 1 ? NUMBER(1) : MUL(m[row * LD + k], inverse);
    if (LOCAL_ID == 0) {
        s->e[k] = beta;
        s->scales[k] = scale;
    }
    BARRIER();
    if (row > k && row < n && slice == 0) {
        for (int j = k + 1; j < n; j++)
            sum = ADD(sum, MUL(m[row * LD + j], m[j * LD + k]));
        s->p[row] = MUL(scale, sum);
    }
    BARRIER();
    sum = NUMBER(0);
    for (int i = k + 1; i < n; i++)
        sum = ADD(sum, MUL(CONJ(s->p[i]), m[i * LD + k]));
    T minus_half = TIMES(MUL(scale, sum), (R)-0.5);
    if (row > k && row < n) {
        T v = m[row * LD + k], w = ADD(s->p[row], MUL(minus_half, v));
        for (int j = k + 1 + slice; j < n; j += SLICES) {
            T vj = m[j * LD + k], wj = ADD(s->p[j], MUL(minus_half, vj));
            m[row * LD + j] = SUB(m[row * LD + j], ADD(MUL(v, CONJ(wj)), MUL(w, CONJ(vj))));
        }
    }
    BARRIER();
}

/* Form q, the product of the reflections. Each thread computes a column. */
DEVICE void gather_reflections(int n, LOCAL_POINTER work_space *s)
{
    int col = LOCAL_ID;
    if (col >= n)
        return;
    for (int i = 0; i < n; i++)
        s->q[i * LD + col] = NUMBER(i == col ? 1 : 0);
    for (int k = n - 2; k >= 0; k--) {
        T sum = NUMBER(0);
        if (col <= k)
            continue;
        for (int i = k + 1; i < n; i++)
            sum = ADD(sum, MUL(CONJ(s->m[i * LD + k]), s->q[i * LD + col]));
        sum = MUL(s->scales[k], sum);
        for (int i = k + 1; i < n; i++)
            s->q[i * LD + col] = SUB(s->q[i * LD + col], MUL(s->m[i * LD + k], sum));
    }
}

/* Store the eigenvalues in ascending order in w and, if `vectors`, the eigenvectors in the columns of x. */
KERNEL eigh_small(int64 batch, int n, int vectors, const GLOBAL T *a, stack_strides sa, GLOBAL R *w, GLOBAL T *x,
                  stack_strides sx, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL work_space s;
    int row = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        if (LOCAL_ID == 0)
            s.bad = 0;
        BARRIER();
        int exponent = load_hermitian(n, a + at * sa.step, sa, &s), code = s.bad ? NOT_FINITE_A : 0;
        if (code == 0) { /* all threads of the group agree on code */
            for (int k = 0; k < n - 1; k++)
                reflect(n, k, &s);
            if (LOCAL_ID < n)
                s.d[row] = REAL_PART(s.m[row * LD + row]);
            if (vectors)
                gather_reflections(n, &s);
            BARRIER();
            code = iterate(n, vectors, &s);
        }
        BARRIER();
        if (code == 0 && LOCAL_ID < n) {
            int rank = 0;
            for (int i = 0; i < n; i++)
                rank += s.d[i] < s.d[row] || (s.d[i] == s.d[row] && i < row);
            s.place[row] = rank;
            w[at * n + rank] = ldexp(s.d[row], exponent);
        }
        BARRIER();
        for (int j = slice; j < n && row < n && code == 0 && vectors; j += SLICES)
            x[at * sx.step + row * sx.row + s.place[j] * sx.col] = s.q[row * LD + j];
        if (LOCAL_ID == 0) {
            info[at] = code;
            if (code)
                MARK(failed, 1);
        }
        BARRIER();
    }
}
