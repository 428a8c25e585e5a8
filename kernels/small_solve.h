/* small_solve.h - linear systems of small order. */
#include "small.h"

/* Rows are neighbouring threads, those of a column in one warp. */
#if defined(WARP) && ORDER <= WARP
#define ROWS_IN_WARP
#endif
#define PARTS 8 /* of a column that is searched for a pivot by several threads */

/* Columns first, first + 1, ... of x; of the identity where x is NULL. */
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

/* The row with the largest element in column k among those not used yet, the first of equals.  `place` is the step in which the
 * thread's own row was used, n for none yet; the bits of `used` say it of all rows. */
#ifdef ROWS_IN_WARP
DEVICE int find_pivot(int n, int k, int row, int place, uint64 used, const LOCAL_POINTER T *m, const LOCAL_POINTER R *sizes,
                      const LOCAL_POINTER int *rows, R *best)
{
    R size = row < n && place == n ? SIZE_OF(m[row * LD + k]) : -1;
    int found = row;
    size = size < R_INF ? size : R_INF; /* NaN too, so that all threads find the same row */
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
#else
/* In the rows from `from` on below `to`; -1 when all are used. */
DEVICE int largest(int k, uint64 used, const LOCAL_POINTER T *m, int from, int to, R *best)
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

#if ORDER > 16
#define SEVERAL_SEARCH
DEVICE void search_parts(int n, int k, uint64 used, const LOCAL_POINTER T *m, LOCAL_POINTER R *sizes, LOCAL_POINTER int *rows)
{
    int t = LOCAL_ID, length = (n + PARTS - 1) / PARTS, end = (t + 1) * length;
    R best;
    if (t < PARTS) {
        rows[t] = largest(k, used, m, t * length, end < n ? end : n, &best);
        sizes[t] = best;
    }
}
#endif

DEVICE int find_pivot(int n, int k, int row, int place, uint64 used, const LOCAL_POINTER T *m, const LOCAL_POINTER R *sizes,
                      const LOCAL_POINTER int *rows, R *best)
{
#ifdef SEVERAL_SEARCH
    int found = rows[0];
    *best = sizes[0];
    LOOP for (int i = 1; i < PARTS; i++) {
        if (rows[i] >= 0 && (found < 0 || sizes[i] > *best)) {
            *best = sizes[i];
            found = rows[i];
        }
    }
    return found;
#else
    return largest(k, used, m, 0, n, best);
#endif
}
#endif

/* Whether the largest of a right-hand side is out of range, or may vanish in a division by the largest of a column. */
DEVICE int may_vanish(R right, R of_column)
{
    return out_of_range(right) || (right > 0 && right < LEAST * of_column);
}

/* The column that shows what rounding does to X goes behind the `count` columns of B in y: a row's sum of |A| in units of its
 * columns, times an irregular number.  `sizes` become the largest sizes in the columns of A, with those of B behind them.  This
 * is the work of measure and, after a barrier, of weigh, which say whether numbers are out of range. */
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

DEVICE int measure(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y, LOCAL_POINTER R *sizes,
                   LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    R sum = 0;
    for (int j = slice; j < ORDER; j += SLICES) { /* unrolled, so that no division waits for another */
        R own = SIZE_OF(m[row * LD + j]), size = max_in_rows(own);
        sizes[j] = size;
        extreme |= out_of_range(size);
        sum += size > 0 ? own / size : 0;
    }
    LOOP for (int mask = ORDER; mask < WARP; mask *= 2)
        sum += SHUFFLE_XOR(sum, mask);
    if (slice == 0 && row < n)
        y[row * WIDTH + count] = NUMBER(sum * irregular(row));
    return extreme | out_of_range(sum);
}

DEVICE int weigh(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y,
                 const LOCAL_POINTER R *sizes, const LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    LOOP for (int j = slice; j - slice < count; j += SLICES) { /* no thread leaves the others */
        R right = max_in_rows(j < count ? SIZE_OF(y[row * WIDTH + j]) : 0);
        extreme |= row < n && may_vanish(right, sizes[row]);
    }
    return extreme;
}
#else
DEVICE int measure(int n, int count, int row, int slice, const LOCAL_POINTER T *m, const LOCAL_POINTER T *y,
                   LOCAL_POINTER R *sizes, LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    LOOP for (int j = LOCAL_ID; j < n + count; j += ORDER * SLICES) { /* the same instructions for A and B, which costs once */
        R size = largest_of(n, j < n ? m : y, j < n ? LD : WIDTH, j < n ? j : j - n);
        sizes[j < n ? j : ORDER + j - n] = size;
        if (j < n) { /* a thread that divided for each column would hold up all others */
            inverses[j] = size > 0 ? 1 / size : 0;
            extreme |= out_of_range(size);
        }
    }
    return extreme;
}

DEVICE int weigh(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y,
                 const LOCAL_POINTER R *sizes, const LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    LOOP for (int j = slice; j < count && row < n; j += SLICES)
        extreme |= may_vanish(sizes[ORDER + j], sizes[row]);
    if (slice == 0 && row < n) {
        R sum = 0;
        for (int j = 0; j < n; j++)
            sum += SIZE_OF(m[row * LD + j]) * inverses[j];
        y[row * WIDTH + count] = NUMBER(sum * irregular(row));
        extreme |= out_of_range(sum);
    }
    return extreme;
}
#endif

/* op(A) X = B by Gaussian elimination with partial pivoting.  Rows stay where they are; pivots[k] is the row of step k.  A
 * group takes COLUMNS columns of B; the groups of one matrix do the same elimination.  info has a place for each group. */
KERNEL solve_small(int64 batch, int n, int64 columns, int conjugate, const GLOBAL T *a, stack_strides sa, const GLOBAL T *b,
                   stack_strides sb, GLOBAL T *x, stack_strides sx, GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T y[ORDER * WIDTH];
    LOCAL T reciprocals[ORDER]; /* of the pivots */
    LOCAL R sizes_of[ORDER + COLUMNS], inverses[ORDER]; /* of A's columns, and behind them of B's */
    LOCAL int pivots[ORDER], is_bad[2], is_extreme, is_doubtful;
    LOCAL R sizes[PARTS]; /* of find_pivot */
    LOCAL int rows[PARTS];
    int64 chunks = (columns + COLUMNS - 1) / COLUMNS;
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    LOOP for (int64 g = GROUP_ID; g < batch * chunks; g += GROUP_COUNT) {
        int64 at = g, first = chunks == 1 ? 0 : split_off(&at, chunks) * COLUMNS;
        int count = columns - first < COLUMNS ? (int)(columns - first) : COLUMNS, place = n, code;
        uint64 used = 0;
        elements read;
        if (t < 2)
            is_bad[t] = 0;
        if (t == 0)
            is_extreme = is_doubtful = 0;
        read_matrix(n, 0, a + at * sa.step, sa, &read);
        read_columns(n, first, count, b ? b + at * sb.step : b, sb, &read);
        GROUP_BARRIER();
        if (store_matrix(sa, conjugate, &read, m))
            is_bad[0] = 1;
        if (store_columns(&read, y))
            is_bad[1] = 1;
        GROUP_BARRIER();
        code = is_bad[0] ? NOT_FINITE_A : is_bad[1] ? NOT_FINITE_B : 0;
        if (measure(n, count, row, slice, m, y, sizes_of, inverses))
            is_extreme = 1;
        GROUP_BARRIER(); /* in no function, which PoCL 5 does not take */
        if (weigh(n, count, row, slice, m, y, sizes_of, inverses))
            is_extreme = 1;
        GROUP_BARRIER();
        LOOP for (int k = 0; k < n && code == 0; k++) { /* all threads of the group agree on code */
            R best;
            int p;
#ifdef SEVERAL_SEARCH
            search_parts(n, k, used, m, sizes, rows);
            BARRIER();
#endif
            p = find_pivot(n, k, row, place, used, m, sizes, rows, &best);
            if (best == 0)
                code = k + 1;
            used |= (uint64)1 << p;
            if (row == p) {
                place = k;
                if (slice == 0)
                    pivots[k] = p;
            }
            if (code == 0 && row < n && place >= k) {
                T factor = DIV(row == p ? NUMBER(1) : m[row * LD + k], m[p * LD + k]);
                if (row == p) { /* its division is one of those that all wait for */
                    reciprocals[k] = factor;
                    if (out_of_range(best))
                        is_extreme = 1;
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
                    is_doubtful = 1;
            } else {
                x[at * sx.step + row * sx.row + (first + j) * sx.col] = v;
                if (!IS_FINITE(v))
                    is_extreme = 1;
            }
        }
        GROUP_BARRIER();
        if (t == 0) {
            if (code == 0 && (is_doubtful || is_extreme))
                code = doubt(n, sizes_of, is_extreme);
            info[g] = code;
            if (code)
                *failed = 1;
        }
        GROUP_BARRIER();
    }
}
