/* small_svd.h - Singular value decompositions of matrices with few rows or few columns, one group per matrix: one-sided Jacobi
 * rotations (M. R. Hestenes, 1958; Z. Drmac and K. Veselic, New fast and accurate Jacobi SVD algorithm, 2008). Small singular
 * values are as accurate as the columns allow. The caller defines the element type T, the matching KIND_* macro, and:
 *   - ORDER, the maximum number of columns;
 *   - ROWS, the maximum number of rows;
 *   - VECTORS, 1 to compute vectors, or 2 to compute them with V in the output because local memory is too small;
 *   - SLICES, the number of threads that share the rows of a pair of columns.
 *
 * X has p rows and q <= p columns. X is the matrix itself or, if the matrix is wide, its conjugate transpose. The columns of X
 * are rotated in pairs until all are orthogonal: X V = U S. The pairs of one step are disjoint. */
#include "small_jacobi.h"
#include "small_power.h"
#define THREADS (ORDER / 2 * SLICES)
#define LDX (ROWS + 1)
#define LDV (ORDER + 1)
#define NOT_FINITE_A (-1)
#define NO_CONVERGENCE 1

#if VECTORS == 2
#define V_PLACE GLOBAL
#define V_BARRIER() GLOBAL_BARRIER()
#else
#define V_PLACE LOCAL_POINTER
#define V_BARRIER() BARRIER()
#endif

/* V during the iteration. The columns of V have the same order as the columns of X. */
typedef struct { V_PLACE T *first; int64 row, col; } right_vectors;
#define V(w, i, j) (w).first[(i) * (w).row + (j) * (w).col]

typedef struct {
    T x[ORDER * LDX]; /* by columns, like v */
#if VECTORS == 1
    T v[ORDER * LDV];
#endif
    T dots[THREADS];
    R first[THREADS], second[THREADS]; /* squared norms; `first` stores sizes initially, and scales of reflections finally */
    R sigma[ORDER];
    int place[ORDER], column[ORDER]; /* position of each column in the results, and the inverse permutation */
    int bad, rotated;
} work_space;

/* Load X, scaled by a power of two, and return the exponent. Set s->bad if an element is not finite. */
DEVICE int load_scaled(int p, int q, int conjugate, const GLOBAL T *a, stack_strides sa, LOCAL_POINTER work_space *s)
{
    int by_rows = (sa.col < 0 ? -sa.col : sa.col) < (sa.row < 0 ? -sa.row : sa.row), inner = by_rows ? q : p, exponent = 0;
    R size = 0;
    for (int at = LOCAL_ID; at < p * q; at += THREADS) {
        int i = by_rows ? at / inner : at % inner, j = by_rows ? at % inner : at / inner;
        T value = a[i * sa.row + j * sa.col];
        R re = R_FABS(F_REAL(value)), im = R_FABS(F_IMAG(value));
        if (!(re < R_INF && im < R_INF))
            MARK(&s->bad, 1);
        size = re > size ? re : size;
        size = im > size ? im : size;
        s->x[j * LDX + i] = conjugate ? F_CONJ(value) : value;
    }
    s->first[LOCAL_ID] = size;
    BARRIER(); /* all threads then read all sizes, and `bad` */
    for (int i = 0; i < THREADS; i++)
        size = s->first[i] > size ? s->first[i] : size;
    if (size > 0 && size < R_INF)
        exponent = exponent_of(size);
    exponent -= LARGE;
    for (int at = LOCAL_ID; at < p * q; at += THREADS) {
        int i = by_rows ? at / inner : at % inner, j = by_rows ? at % inner : at / inner;
        T value = s->x[j * LDX + i]; /* written by this thread */
        s->x[j * LDX + i] = F_MAKE(shifted(F_REAL(value), -exponent), shifted(F_IMAG(value), -exponent));
    }
    return exponent;
}

#if VECTORS
DEVICE void set_identity(int q, right_vectors w)
{
    for (int at = LOCAL_ID; at < q * q; at += THREADS)
        V(w, at % q, at / q) = F_NUMBER(at / q == at % q ? 1 : 0);
}

DEVICE void rotate_vectors(int n, int slice, right_vectors w, int left, int right, rotation r)
{
    for (int i = slice; i < n; i += SLICES) {
        T a = V(w, i, left), b = V(w, i, right);
        V(w, i, left) = rotated_left(a, b, r);
        V(w, i, right) = rotated_right(a, b, r);
    }
}
#endif

DEVICE void rotate_pairs(int p, int q, int step, R bound, LOCAL_POINTER work_space *s, right_vectors w)
{
    int i, j, slice = LOCAL_ID % SLICES, begin = LOCAL_ID - slice;
    int there = pair_of(step, LOCAL_ID / SLICES, q + q % 2, q, &i, &j);
    R a = 0, b = 0;
    T dot = F_NUMBER(0);
    LOCAL_POINTER T *x = s->x + (there ? i : 0) * LDX;
    LOCAL_POINTER T *y = s->x + (there ? j : 0) * LDX;
    for (int row = slice; row < p && there; row += SLICES) {
        a += SQUARE_OF(x[row]);
        b += SQUARE_OF(y[row]);
        dot = F_ADD_PRODUCT(dot, F_CONJ(x[row]), y[row]);
    }
    s->first[LOCAL_ID] = a;
    s->second[LOCAL_ID] = b;
    s->dots[LOCAL_ID] = dot;
    BARRIER(); /* the sums of all pairs are stored; next, all threads of a pair read the sums, and each changes its own rows */
    a = b = 0;
    dot = F_NUMBER(0);
    for (int k = begin; k < begin + SLICES; k++) {
        a += s->first[k];
        b += s->second[k];
        dot = F_ADD(dot, s->dots[k]);
    }
    R size = SIZE_OF(dot);
    if (there && a >= NEGLIGIBLE && b >= NEGLIGIBLE && size > bound * R_SQRT(a) * R_SQRT(b)) {
        rotation r = find_rotation(a, b, dot, size);
        rotate_columns(p, slice, x, y, r);
#if VECTORS
        rotate_vectors(q, slice, w, i, j, r);
#endif
        MARK(&s->rotated, 1);
    }
    V_BARRIER(); /* rotations of this step are done; columns are paired anew */
}

/* Rotate until all columns are orthogonal. Return 0 if the iteration did not converge. */
DEVICE int orthogonalize(int p, int q, LOCAL_POINTER work_space *s, right_vectors w)
{
    R bound = ULP * R_SQRT((R)p);
    for (int sweep = 0; sweep < SWEEPS; sweep++) {
        for (int step = 0; step < q + q % 2 - 1; step++)
            rotate_pairs(p, q, step, bound, s, w);
        int rotated = s->rotated;
        BARRIER(); /* all threads have read `rotated`, which is cleared next and may be set again after the next barrier */
        if (!rotated)
            return 1;
        if (LOCAL_ID == 0)
            s->rotated = 0;
    }
    return 0;
}

/* Compute the singular values and their descending order. */
DEVICE void sort_values(int p, int q, LOCAL_POINTER work_space *s)
{
    int rank = 0, j = LOCAL_ID;
    R sum = 0;
    for (int i = 0; i < p && j < q; i++)
        sum += SQUARE_OF(s->x[j * LDX + i]);
    if (j < q)
        s->sigma[j] = sum < NEGLIGIBLE ? 0 : R_SQRT(sum);
    BARRIER(); /* all values are compared next */
    for (int i = 0; i < q && j < q; i++)
        rank += s->sigma[i] > s->sigma[j] || (s->sigma[i] == s->sigma[j] && i < j);
    if (j < q) {
        s->place[j] = rank;
        s->column[rank] = j;
    }
    BARRIER(); /* all threads read all positions next */
}

#if VECTORS
/* Store the columns of U that belong to positive singular values. The strides of u are for (row, vector). */
DEVICE void store_left(int p, int q, int wide, GLOBAL T *u, stack_strides su, LOCAL_POINTER work_space *s)
{
    for (int at = LOCAL_ID; at < p * q; at += THREADS) {
        int j = at % q, i = at / q;
        if (s->sigma[j] > 0) {
            T value = OVER(s->x[j * LDX + i], s->sigma[j]);
            s->x[j * LDX + i] = value;
            u[i * su.row + s->place[j] * su.col] = wide ? F_CONJ(value) : value;
        }
    }
}

/* Store V, with strides for (row, vector). If V is computed in the output, threads keep its elements in registers while the
 * columns are reordered. */
DEVICE void store_right(int q, int wide, right_vectors w, GLOBAL T *v, stack_strides sv, const LOCAL_POINTER work_space *s)
{
#if VECTORS == 2
    T held[ORDER * ORDER / THREADS];
    for (int k = 0; k < ORDER * ORDER / THREADS; k++) {
        int at = LOCAL_ID + k * THREADS, i = at / ORDER, j = at % ORDER;
        held[k] = i < q && j < q ? V(w, i, j) : F_NUMBER(0);
    }
    V_BARRIER(); /* V is overwritten next */
    for (int k = 0; k < ORDER * ORDER / THREADS; k++) {
        int at = LOCAL_ID + k * THREADS, i = at / ORDER, j = at % ORDER;
        if (i < q && j < q)
            v[i * sv.row + s->place[j] * sv.col] = wide ? held[k] : F_CONJ(held[k]);
    }
#else
    for (int at = LOCAL_ID; at < q * q; at += THREADS) {
        T value = V(w, at / q, at % q);
        v[at / q * sv.row + s->place[at % q] * sv.col] = wide ? value : F_CONJ(value);
    }
#endif
}

/* Compute reflections I - scale v vᴴ that reduce the first `rank` columns of U to a diagonal matrix. The columns are
 * orthonormal, so no sum is needed to compute v. Each v overwrites its column. */
DEVICE void reflect_columns(int p, int rank, LOCAL_POINTER work_space *s)
{
    for (int k = 0; k < rank; k++) {
        LOCAL_POINTER T *v = s->x + s->column[k] * LDX;
        T alpha = v[k];
        R size = SIZE_OF(alpha), scale = 1 / (1 + size);
        BARRIER(); /* all threads have read alpha, which changes next */
        if (LOCAL_ID == 0) {
            v[k] = F_ADD(alpha, size > 0 ? OVER(alpha, size) : F_NUMBER(1));
            s->first[k] = scale;
        }
        BARRIER(); /* all threads read v next */
        for (int j = k + 1 + LOCAL_ID; j < rank; j += THREADS) {
            LOCAL_POINTER T *y = s->x + s->column[j] * LDX;
            T sum = F_NUMBER(0);
            for (int i = k; i < p; i++)
                sum = F_ADD_PRODUCT(sum, F_CONJ(v[i]), y[i]);
            sum = TIMES(sum, scale);
            for (int i = k; i < p; i++)
                y[i] = F_LESS_PRODUCT(y[i], v[i], sum);
        }
        BARRIER(); /* the later columns are updated; the next column becomes a reflection */
    }
}

/* Compute columns rank ... count - 1 of U from the reflections, in the output, with one thread per column. */
DEVICE void complete(int p, int rank, int count, int wide, GLOBAL T *u, stack_strides su, const LOCAL_POINTER work_space *s)
{
    for (int j = rank + LOCAL_ID; j < count; j += THREADS) {
        GLOBAL T *y = u + j * su.col;
        for (int i = 0; i < p; i++)
            y[i * su.row] = F_NUMBER(i == j ? 1 : 0);
        for (int k = rank - 1; k >= 0; k--) {
            const LOCAL_POINTER T *v = s->x + s->column[k] * LDX;
            T sum = F_NUMBER(0);
            for (int i = k; i < p; i++)
                sum = F_ADD_PRODUCT(sum, F_CONJ(v[i]), y[i * su.row]);
            sum = TIMES(sum, s->first[k]);
            for (int i = k; i < p; i++)
                y[i * su.row] = F_LESS_PRODUCT(y[i * su.row], v[i], sum);
        }
        for (int i = 0; i < p && wide; i++)
            y[i * su.row] = F_CONJ(y[i * su.row]);
    }
}
#endif

/* Decompose a stack of matrices; `count` is the number of columns of U. The strides `sa` are for X; the strides `su` and `sv`
 * are for (row, vector). */
KERNEL svd_small(int64 batch, int p, int q, int count, int wide, const GLOBAL T *a, stack_strides sa, GLOBAL R *values,
                 GLOBAL T *u, stack_strides su, GLOBAL T *v, stack_strides sv, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL work_space s;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        if (LOCAL_ID == 0)
            s.bad = s.rotated = 0;
        BARRIER(); /* threads may set `bad` next, and `rotated` after another barrier */
        right_vectors w = {0, 0, 0};
#if VECTORS == 1
        w.first = s.v;
        w.row = 1;
        w.col = LDV;
#elif VECTORS == 2
        w.first = v + at * sv.step;
        w.row = sv.row;
        w.col = sv.col;
#endif
#if VECTORS
        set_identity(q, w);
#endif
        int exponent = load_scaled(p, q, wide, a + at * sa.step, sa, &s), code = s.bad ? NOT_FINITE_A : 0;
        V_BARRIER(); /* X and V are complete; next they are read by columns, and sums are written */
        /* No barrier is conditional, because in PoCL one thread would decide the branch for all threads. Instead, failed
         * matrices are treated as if they had zero columns. */
        if (!orthogonalize(p, code == 0 ? q : 0, &s, w)) /* all threads of the group agree on code */
            code = NO_CONVERGENCE;
        int columns = code == 0 ? q : 0;
        sort_values(p, columns, &s);
        if (LOCAL_ID < columns)
            values[at * q + s.place[LOCAL_ID]] = shifted(s.sigma[LOCAL_ID], exponent);
#if VECTORS
        int rank = 0, wanted = code == 0 ? count : 0;
        for (int j = 0; j < columns; j++)
            rank += s.sigma[j] > 0;
        store_left(p, columns, wide, u + at * su.step, su, &s);
        store_right(columns, wide, w, v + at * sv.step, sv, &s);
        BARRIER(); /* U is complete; it is read by columns next */
        reflect_columns(p, rank < wanted ? rank : 0, &s);
        complete(p, rank, wanted, wide, u + at * su.step, su, &s);
#endif
        if (LOCAL_ID == 0) {
            info[at] = code;
            if (code)
                MARK(failed, 1);
        }
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}
