/* stack_lu.h - LU factors and determinants of matrices of small order, on any device, with one group per matrix. The caller
 * defines the macros of small.h. The only right-hand side is the column for the condition estimate. */
#include "small.h"
#define PARTS 8 /* number of threads that search a column for the pivot */

/* Return the row in [from, to) with the largest element in column k, the first such row on ties, or -1 if the range is
 * empty. */
DEVICE int largest_row(int k, int from, int to, const LOCAL_POINTER T *m, R *best)
{
    int found = -1;
    *best = -1;
    for (int i = from; i < to; i++) {
        R size = SIZE_OF(m[i * LD + k]);
        if (found < 0 || size > *best) {
            *best = size;
            found = i;
        }
    }
    return found;
}

/* Compute P A = L U in m, and L^-1 P y in y; the rows of L are not yet divided by the pivots. The row exchanged with row k is
 * pivots[k]. Return the position, counted from 1, of the first pivot that is exactly zero, or 0 if there is none. A step has
 * three barriers. The first barrier follows the search, which reads the column and writes `best` and `where`. The second
 * barrier follows the exchange, which reads `best` and `where` and writes two rows. The third barrier follows the elimination,
 * which only reads row and column k. */
DEVICE int eliminate(int rows, int cols, int steps, LOCAL_POINTER T *m, LOCAL_POINTER T *y, LOCAL_POINTER R *best,
                     LOCAL_POINTER int *where, LOCAL_POINTER int *pivots)
{
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER, zero = 0;
    LOOP for (int k = 0; k < steps; k++) {
        int length = (rows - k + PARTS - 1) / PARTS, p;
        R size;
        if (t < PARTS) {
            int from = k + t * length, to = from + length;
            where[t] = largest_row(k, from, to < rows ? to : rows, m, &size);
            best[t] = size;
        }
        GROUP_BARRIER();
        p = where[0];
        size = best[0];
        LOOP for (int i = 1; i < PARTS; i++) {
            if (where[i] >= 0 && best[i] > size) {
                size = best[i];
                p = where[i];
            }
        }
        if (size == 0 && zero == 0)
            zero = k + 1;
        LOOP for (int j = t; j <= cols && p != k; j += ORDER * SLICES) {
            LOCAL_POINTER T *here = j < cols ? m + k * LD + j : y + k * WIDTH;
            LOCAL_POINTER T *there = j < cols ? m + p * LD + j : y + p * WIDTH;
            T v = *here;
            *here = *there;
            *there = v;
        }
        if (t == 0)
            pivots[k] = p;
        GROUP_BARRIER();
        if (row > k && row < rows && size > 0) {
            T factor = DIV(m[row * LD + k], m[k * LD + k]);
            LOOP for (int j = k + 1 + slice; j < cols; j += SLICES)
                m[row * LD + j] = SUB(m[row * LD + j], MUL(factor, m[k * LD + j]));
            if (slice == 0)
                y[row * WIDTH] = SUB(y[row * WIDTH], MUL(factor, y[k * WIDTH]));
        }
        GROUP_BARRIER();
    }
    return zero;
}

/* Compute y = U^-1 y for the condition estimate. Return an error code if a flag is set or the estimate for a matrix of order n
 * is too large. Each step reads y[k] and column k and writes the elements above y[k], so one barrier per step is enough. If
 * `steps` is 0, only the flags are evaluated. */
DEVICE int result_estimate_code(int n, int steps, const LOCAL_POINTER T *m, LOCAL_POINTER T *y, LOCAL_POINTER R *sizes,
                           LOCAL_POINTER int *flags)
{
    int t = LOCAL_ID;
    LOOP for (int k = steps - 1; k > 0; k--) {
        if (t < k)
            y[t * WIDTH] = SUB(y[t * WIDTH], MUL(m[t * LD + k], DIV(y[k * WIDTH], m[k * LD + k])));
        GROUP_BARRIER();
    }
    if (t < steps) {
        sizes[t] *= SIZE_OF(DIV(y[t * WIDTH], m[t * LD + t]));
        if (!((float)(sizes[t] * EPSILON) <= DOUBTFUL))
            MARK(&flags[1], 1);
    }
    GROUP_BARRIER(); /* sizes and flags are complete */
    return t == 0 && (flags[0] || flags[1]) ? doubt(steps, sizes, flags[0]) : 0;
}

/* Load a matrix, padded with zeros to a square matrix, as weigh() expects. Return true if an element is not finite. */
DEVICE int load_padded(int rows, int cols, const GLOBAL T *x, stack_strides s, LOCAL_POINTER T *m)
{
    int bad = 0, at = LOCAL_ID % ORDER, by_rows = stored_by_rows(s), n = rows > cols ? rows : cols;
    LOOP for (int other = LOCAL_ID / ORDER; other < n && at < n; other += SLICES) {
        int i = by_rows ? other : at, j = by_rows ? at : other;
        T v = NUMBER(0);
        if (i < rows && j < cols)
            v = x[i * s.row + j * s.col];
        if (!IS_FINITE(v))
            bad = 1;
        m[i * LD + j] = v;
    }
    return bad;
}

/* Factor in place. `info` has one element per matrix; `pivots`, counted from 0, has min(rows, cols) elements per matrix. */
KERNEL lu_small(int64 batch, int rows, int cols, int wanted, GLOBAL T *a, stack_strides sa, GLOBAL int *pivots,
                GLOBAL int *info)
{
    LOCAL T m[ORDER * LD];
    LOCAL T y[ORDER * WIDTH];
    LOCAL R sizes[ORDER], inverses[ORDER], best[PARTS];
    LOCAL int exchanged[ORDER], where[PARTS], flags[2], is_bad;
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER, steps = rows < cols ? rows : cols;
    LOOP for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * sa.step;
        int zero, code;
        if (t == 0)
            is_bad = flags[0] = flags[1] = 0;
        GROUP_BARRIER(); /* other threads may set flags next */
        if (load_padded(rows, cols, x, sa, m))
            MARK(&is_bad, 1);
        GROUP_BARRIER(); /* the matrix is loaded */
        if (weigh(rows > cols ? rows : cols, 0, row, slice, m, y, sizes, inverses))
            MARK(&flags[0], 1);
        GROUP_BARRIER(); /* y is complete, and m is no longer read */
        zero = eliminate(rows, cols, is_bad ? 0 : steps, m, y, best, where, exchanged);
        LOOP for (int j = slice; j < cols && row < rows && !is_bad; j += SLICES) {
            T v = m[row * LD + j];
            if (row > j && j < steps && SIZE_OF(m[j * LD + j]) > 0)
                v = DIV(v, m[j * LD + j]);
            x[row * sa.row + j * sa.col] = v;
            if (!IS_FINITE(v))
                MARK(&flags[0], 1);
        }
        for (int k = t; k < steps && !is_bad; k += ORDER * SLICES)
            pivots[at * steps + k] = exchanged[k];
        code = result_estimate_code(steps, wanted && rows == cols && !is_bad && !zero ? steps : 0, m, y, sizes, flags);
        if (t == 0)
            info[at] = is_bad ? NOT_FINITE_A : code ? code : zero;
        GROUP_BARRIER(); /* this matrix is finished before the next one is loaded */
    }
}

#define DETERMINANT_TOO_LARGE 1

/* Scale the larger of the real and imaginary parts to [1, 2), and add the exponent to *power. */
DEVICE void normalize(float64 *re, float64 *im, int64 *power)
{
    float64 size = fabs(*re) > fabs(*im) ? fabs(*re) : fabs(*im);
    if (size != 0) {
        int e = ilogb(size);
        *re = ldexp(*re, -e);
        *im = ldexp(*im, -e);
        *power += e;
    }
}

/* Compute the product of the diagonal elements of U, with a change of sign for each row exchange. *value is the determinant or,
 * if log_of is not NULL, its sign. Return true if *value is finite. */
DEVICE int finish_determinant(int n, const LOCAL_POINTER T *m, const LOCAL_POINTER int *pivots, GLOBAL T *value,
                              GLOBAL R *log_of)
{
    float64 re = 1, im = 0, size;
    int64 power = 0;
    for (int k = 0; k < n; k++) {
        T u = m[k * LD + k];
        float64 x = pivots[k] == k ? REAL_PART(u) : -REAL_PART(u), y = 0, rest;
#ifdef KIND_COMPLEX
        y = pivots[k] == k ? u.im : -u.im;
#endif
        normalize(&x, &y, &power);
        rest = re * x - im * y;
        im = re * y + im * x;
        re = rest;
        normalize(&re, &im, &power);
    }
    if (log_of) {
        size = hypot(re, im);
        *log_of = (R)(power < 100 && power > -100 ? log(ldexp(size, (int)power))
                                                  : log(size) + (float64)power * (float64)0.693147180559945309417);
        re = size > 0 ? re / size : (float64)0;
        im = size > 0 ? im / size : (float64)0;
    } else {
        int e = power > 5000 ? 5000 : power < -5000 ? -5000 : (int)power;
        re = ldexp(re, e);
        im = ldexp(im, e);
    }
#ifdef KIND_COMPLEX
    *value = c_make((R)re, (R)im);
#else
    *value = (R)re;
#endif
    return IS_FINITE(*value);
}

/* Compute determinants. `values` and, unless it is NULL, `logs` have one element per matrix. */
KERNEL determinant_small(int64 batch, int n, int wanted, const GLOBAL T *a, stack_strides sa, GLOBAL T *values, GLOBAL R *logs,
                         GLOBAL int *info, GLOBAL int *failed)
{
    LOCAL T m[ORDER * LD];
    LOCAL T y[ORDER * WIDTH];
    LOCAL R sizes[ORDER], inverses[ORDER], best[PARTS];
    LOCAL int exchanged[ORDER], where[PARTS], flags[2], is_bad;
    int t = LOCAL_ID, row = t % ORDER, slice = t / ORDER;
    LOOP for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        int zero, code;
        if (t == 0)
            is_bad = flags[0] = flags[1] = 0;
        GROUP_BARRIER(); /* other threads may set flags next */
        if (load_padded(n, n, a + at * sa.step, sa, m))
            MARK(&is_bad, 1);
        GROUP_BARRIER(); /* the matrix is loaded */
        if (weigh(n, 0, row, slice, m, y, sizes, inverses))
            MARK(&flags[0], 1);
        GROUP_BARRIER(); /* y is complete, and m is no longer read */
        zero = eliminate(n, n, is_bad ? 0 : n, m, y, best, where, exchanged);
        LOOP for (int j = row + slice; j < n && row < n; j += SLICES)
            if (!IS_FINITE(m[row * LD + j]))
                MARK(&flags[0], 1);
        code = result_estimate_code(n, wanted && !is_bad && !zero ? n : 0, m, y, sizes, flags);
        if (t == 0) {
            int is_finite = is_bad || finish_determinant(n, m, exchanged, values + at, logs ? logs + at : logs);
            code = is_bad ? NOT_FINITE_A : code ? code : is_finite ? 0 : DETERMINANT_TOO_LARGE;
            info[at] = code;
            if (code)
                MARK(failed, 1);
        }
        GROUP_BARRIER(); /* this matrix is finished before the next one is loaded */
    }
}
