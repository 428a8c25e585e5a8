/* small_solve.h - Linear systems of small order, on any device. All versions of PoCL compile the loops and barriers of this
 * file correctly; small_warp.h is faster on devices with warps. */
#include "small.h"
#define PARTS 8 /* number of threads that search a column for the pivot */

/* Load a matrix. Consecutive threads read consecutive elements, whether x is stored by rows or by columns. Return true if an
 * element is not finite. */
DEVICE int load_matrix(int n, const GLOBAL T *x, stack_strides s, int conjugate, LOCAL_POINTER T *m)
{
    int bad = 0, at = LOCAL_ID % ORDER, by_rows = stored_by_rows(s);
    for (int other = LOCAL_ID / ORDER; other < n && at < n; other += SLICES) {
        int i = by_rows ? other : at, j = by_rows ? at : other;
        T v = x[i * s.row + j * s.col];
        if (!IS_FINITE(v))
            bad = 1;
        m[i * LD + j] = conjugate ? CONJ(v) : v;
    }
    return bad;
}

/* Load columns first, first + 1, ... of x, or of the identity if x is NULL. */
DEVICE int load_columns(int n, int first, int count, const GLOBAL T *x, stack_strides s, LOCAL_POINTER T *m)
{
    int bad = 0, i = LOCAL_ID % ORDER;
    for (int j = LOCAL_ID / ORDER; j < count && i < n; j += SLICES) {
        T v = NUMBER(i == first + j);
        if (x)
            v = x[i * s.row + (first + j) * s.col];
        if (!IS_FINITE(v))
            bad = 1;
        m[i * WIDTH + j] = v;
    }
    return bad;
}

/* Return the unused row in [from, to) with the largest element in column k, the first such row on ties, or -1 if all rows are
 * used. */
DEVICE int largest(int n, int k, uint64 used, const LOCAL_POINTER T *m, int from, int to, R *best)
{
    int found = -1;
    *best = -1;
    for (int i = from; i < to; i++) {
        R size = SIZE_OF(m[i * LD + k]);
        if (!(used >> i & 1) && (found < 0 || size > *best)) {
            *best = size;
            found = i;
        }
    }
    return found;
}

/* Solve op(A) X = B by Gaussian elimination with partial pivoting. Rows are not moved; pivots[k] is the pivot row of step k. A
 * group handles COLUMNS columns of B; every group of a matrix repeats the elimination. `info` has one element per group. */
KERNEL solve_small(int64 batch, int n, int64 columns, int conjugate, const GLOBAL T *a, stack_strides sa, const GLOBAL T *b,
                   stack_strides sb, GLOBAL T *x, stack_strides sx, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T y[ORDER * WIDTH];
    LOCAL R sizes_of[ORDER + COLUMNS], inverses[ORDER]; /* largest magnitudes in the columns of A, then of B */
    LOCAL int pivots[ORDER], is_bad[2], is_extreme, is_doubtful;
#if ORDER > 16
    LOCAL R sizes[PARTS];
    LOCAL int rows[PARTS];
#endif
    int64 chunks = (columns + COLUMNS - 1) / COLUMNS;
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    LOOP for (int64 g = GROUP_ID; g < batch * chunks; g += GROUP_COUNT) {
        int64 at = g / chunks, first = g % chunks * COLUMNS;
        int count = columns - first < COLUMNS ? (int)(columns - first) : COLUMNS, place = n, code;
        uint64 used = 0;
        if (t < 2)
            is_bad[t] = 0;
        if (t == 0)
            is_extreme = is_doubtful = 0;
        GROUP_BARRIER();
        if (load_matrix(n, a + at * sa.step, sa, conjugate, m))
            MARK(&is_bad[0], 1);
        if (load_columns(n, (int)first, count, b ? b + at * sb.step : b, sb, y))
            MARK(&is_bad[1], 1);
        GROUP_BARRIER();
        code = is_bad[0] ? NOT_FINITE_A : is_bad[1] ? NOT_FINITE_B : 0;
        if (weigh(n, count, row, slice, m, y, sizes_of, inverses))
            MARK(&is_extreme, 1);
        GROUP_BARRIER();
        LOOP for (int k = 0; k < n && code == 0; k++) { /* all threads of the group agree on code */
            R best;
            int p;
#if ORDER > 16
            if (t < PARTS) {
                int length = (n + PARTS - 1) / PARTS, end = (t + 1) * length;
                rows[t] = largest(n, k, used, m, t * length, end < n ? end : n, &best);
                sizes[t] = best;
            }
            GROUP_BARRIER();
            p = rows[0];
            best = sizes[0];
            LOOP for (int i = 1; i < PARTS; i++) {
                if (rows[i] >= 0 && (p < 0 || sizes[i] > best)) {
                    best = sizes[i];
                    p = rows[i];
                }
            }
#else
            p = largest(n, k, used, m, 0, n, &best);
#endif
            if (best == 0)
                code = k + 1;
            used |= (uint64)1 << p;
            if (row == p) {
                place = k;
                if (slice == 0)
                    pivots[k] = p;
            }
            if (code == 0 && row < n && !(used >> row & 1)) {
                T factor = DIV(m[row * LD + k], m[p * LD + k]);
                LOOP for (int j = k + 1 + slice; j < n; j += SLICES)
                    m[row * LD + j] = SUB(m[row * LD + j], MUL(factor, m[p * LD + j]));
                LOOP for (int j = slice; j <= count; j += SLICES)
                    y[row * WIDTH + j] = SUB(y[row * WIDTH + j], MUL(factor, y[p * WIDTH + j]));
            }
            GROUP_BARRIER();
        }
        LOOP for (int k = n - 1; k > 0 && code == 0; k--) { /* one barrier */
            int p = pivots[k];
            LOOP for (int j = slice; j <= count && place < k; j += SLICES)
                y[row * WIDTH + j] = SUB(y[row * WIDTH + j], MUL(m[row * LD + k], DIV(y[p * WIDTH + j], m[p * LD + k])));
            GROUP_BARRIER();
        }
        LOOP for (int j = slice; j <= count && row < n && code == 0; j += SLICES) {
            int p = pivots[row];
            T v = DIV(y[p * WIDTH + j], m[p * LD + row]);
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
