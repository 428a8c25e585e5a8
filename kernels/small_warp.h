/* small_warp.h - Linear systems of small order, on devices whose warps can shuffle. ORDER is at most 32, so that consecutive
 * threads handle consecutive rows and one warp handles a whole column. */
#include "small.h"

/* Elements that a thread loads. First all loads are issued; then the values are stored in local memory, with zeros for missing
 * elements. Consecutive threads read consecutive elements, whether the matrix is stored by rows or by columns. */
typedef struct {
    T of_matrix[ORDER / SLICES], of_columns[COLUMNS / SLICES];
} elements;

DEVICE void read_matrix(int n, const GLOBAL T *x, stack_strides s, elements *v)
{
    int at = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER, by_rows = stored_by_rows(s);
    int64 near = by_rows ? s.col : s.row, far = by_rows ? s.row : s.col;
    for (int e = 0; e < ORDER / SLICES; e++) {
        int other = slice + e * SLICES;
        v->of_matrix[e] = NUMBER(0);
        if (at < n && other < n)
            v->of_matrix[e] = x[at * near + other * far];
    }
}

/* Return true if an element is not finite. */
DEVICE int store_matrix(stack_strides s, int conjugate, const elements *v, LOCAL_POINTER T *m)
{
    int bad = 0, at = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER, by_rows = stored_by_rows(s);
    for (int e = 0; e < ORDER / SLICES; e++) {
        int other = slice + e * SLICES;
        bad |= !IS_FINITE(v->of_matrix[e]);
        m[by_rows ? other * LD + at : at * LD + other] = conjugate ? CONJ(v->of_matrix[e]) : v->of_matrix[e];
    }
    return bad;
}

/* Load columns first, first + 1, ... of x, or of the identity if x is NULL. */
DEVICE void read_columns(int n, int64 first, int count, const GLOBAL T *x, stack_strides s, elements *v)
{
    int i = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    for (int e = 0; e < COLUMNS / SLICES; e++) {
        int j = slice + e * SLICES;
        v->of_columns[e] = NUMBER(x == 0 && i == first + j);
        if (x && i < n && j < count)
            v->of_columns[e] = x[i * s.row + (first + j) * s.col];
    }
}

DEVICE int store_columns(const elements *v, LOCAL_POINTER T *y)
{
    int bad = 0, i = LOCAL_ID % ORDER, slice = LOCAL_ID / ORDER;
    for (int e = 0; e < COLUMNS / SLICES; e++) {
        bad |= !IS_FINITE(v->of_columns[e]);
        y[i * WIDTH + slice + e * SLICES] = v->of_columns[e];
    }
    return bad;
}

/* Return the row whose element has the largest magnitude, the first row on ties. Each thread passes the magnitude for its own
 * row. */
DEVICE int find_pivot(int row, R size, R *best)
{
    int found = row;
    size = size < R_INF ? size : R_INF; /* for NaN too, so that all threads find the same row */
    LOOP for (int mask = 1; mask < ORDER; mask *= 2) {
        R other = SHUFFLE_XOR(size, mask);
        int of_other = SHUFFLE_XOR(found, mask);
        if (other > size || (other == size && of_other < found)) {
            size = other;
            found = of_other;
        }
    }
    *best = size;
    return found;
}

#ifdef ONE_WARP
DEVICE R max_in_rows(R v)
{
    LOOP for (int mask = 1; mask < ORDER; mask *= 2) {
        R other = SHUFFLE_XOR(v, mask);
        if (other > v)
            v = other;
    }
    return v;
}

/* Like weigh(), but within one warp. */
DEVICE int weigh_in_warp(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y,
                         LOCAL_POINTER R *sizes, LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    R sum = 0;
    for (int j = slice; j < ORDER; j += SLICES) { /* unrolled, so that divisions overlap */
        R own = SIZE_OF(m[row * LD + j]), size = max_in_rows(own);
        MARK(&sizes[j], size);
        extreme |= out_of_range(size);
        sum += size > 0 ? own / size : 0;
    }
    LOOP for (int mask = ORDER; mask < WARP; mask *= 2)
        sum += SHUFFLE_XOR(sum, mask);
    if (slice == 0 && row < n)
        y[row * WIDTH + count] = NUMBER(sum * irregular(row));
    GROUP_BARRIER();
    LOOP for (int j = slice; j - slice < count; j += SLICES) { /* the same number of iterations in all threads */
        R right = max_in_rows(j < count ? SIZE_OF(y[row * WIDTH + j]) : 0);
        extreme |= row < n && may_underflow(right, sizes[row]);
    }
    return extreme | out_of_range(sum);
}
#else
#define weigh_in_warp weigh
#endif

/* Like solve_small() in small_solve.h. In addition, the threads of the pivot row compute the reciprocal of the pivot, for later
 * quotients, while the other threads divide. Each thread records in `place` the step in which its row was the pivot row. */
KERNEL solve_small(int64 batch, int n, int64 columns, int conjugate, const GLOBAL T *a, stack_strides sa, const GLOBAL T *b,
                   stack_strides sb, GLOBAL T *x, stack_strides sx, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T y[ORDER * WIDTH];
    LOCAL T reciprocals[ORDER]; /* of the pivots */
    LOCAL R sizes_of[ORDER + COLUMNS], inverses[ORDER]; /* largest magnitudes in the columns of A, then of B */
    LOCAL int pivots[ORDER], is_bad[2], is_extreme, is_doubtful;
    int64 chunks = (columns + COLUMNS - 1) / COLUMNS;
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    LOOP for (int64 g = GROUP_ID; g < batch * chunks; g += GROUP_COUNT) {
        int64 at = g, first = chunks == 1 ? 0 : split_off(&at, chunks) * COLUMNS;
        int count = columns - first < COLUMNS ? (int)(columns - first) : COLUMNS, place = n, code;
        elements read;
        if (t < 2)
            is_bad[t] = 0;
        if (t == 0)
            is_extreme = is_doubtful = 0;
        read_matrix(n, a + at * sa.step, sa, &read);
        read_columns(n, first, count, b ? b + at * sb.step : b, sb, &read);
        GROUP_BARRIER();
        if (store_matrix(sa, conjugate, &read, m))
            MARK(&is_bad[0], 1);
        if (store_columns(&read, y))
            MARK(&is_bad[1], 1);
        GROUP_BARRIER();
        code = is_bad[0] ? NOT_FINITE_A : is_bad[1] ? NOT_FINITE_B : 0;
        if (weigh_in_warp(n, count, row, slice, m, y, sizes_of, inverses))
            MARK(&is_extreme, 1);
        GROUP_BARRIER();
        LOOP for (int k = 0; k < n && code == 0; k++) { /* all threads of the group agree on code */
            R best, size = row < n && place == n ? SIZE_OF(m[row * LD + k]) : -1;
            int p = find_pivot(row, size, &best);
            if (best == 0)
                code = k + 1;
            if (row == p) {
                place = k;
                if (slice == 0)
                    pivots[k] = p;
            }
            if (code == 0 && row < n && place >= k) {
                T factor = DIV(row == p ? NUMBER(1) : m[row * LD + k], m[p * LD + k]);
                if (row == p) { /* this division runs concurrently with the divisions of the other rows */
                    MARK(&reciprocals[k], factor);
                    if (out_of_range(best))
                        MARK(&is_extreme, 1);
                } else {
                    LOOP for (int j = k + 1 + slice; j < n; j += SLICES)
                        m[row * LD + j] = SUB(m[row * LD + j], MUL(factor, m[p * LD + j]));
                    LOOP for (int j = slice; j <= count; j += SLICES)
                        y[row * WIDTH + j] = SUB(y[row * WIDTH + j], MUL(factor, y[p * WIDTH + j]));
                }
            }
            GROUP_BARRIER();
        }
        LOOP for (int k = n - 1; k > 0 && code == 0; k--) { /* one barrier */
            int p = pivots[k];
            LOOP for (int j = slice; j <= count && place < k; j += SLICES) {
                T v = f_quotient(y[p * WIDTH + j], m[p * LD + k], reciprocals[k]);
                y[row * WIDTH + j] = SUB(y[row * WIDTH + j], MUL(m[row * LD + k], v));
            }
            GROUP_BARRIER();
        }
        LOOP for (int j = slice; j <= count && row < n && code == 0; j += SLICES) {
            int p = pivots[row];
            T v = f_quotient(y[p * WIDTH + j], m[p * LD + row], reciprocals[row]);
            if (j == count) {
                sizes_of[row] *= SIZE_OF(v);
                if (!((float)(sizes_of[row] * EPSILON) <= DOUBTFUL))
                    MARK(&is_doubtful, 1);
            } else {
                x[at * sx.step + row * sx.row + (first + j) * sx.col] = v;
                if (!IS_FINITE(v))
                    MARK(&is_extreme, 1);
            }
        }
        GROUP_BARRIER();
        if (t == 0) {
            if (code == 0 && (is_doubtful || is_extreme))
                code = doubt(n, sizes_of, is_extreme);
            info[g] = code;
            if (code)
                MARK(failed, 1);
        }
        GROUP_BARRIER();
    }
}
