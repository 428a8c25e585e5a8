/* stack_cholesky.h - Cholesky factors and condition estimates of stacks of matrices with at most THREADS rows, in one launch.
 * Each group handles a matrix, and each thread a row. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - WIDTH, the number of columns per panel;
 * - THREADS, the number of threads per group;
 * - EPSILON, SAFE_MIN and SAFE_MAX, as for condition.h.
 *
 * The algorithm is left-looking: a panel is kept in registers while the products of all earlier columns are subtracted. Each
 * step in a panel waits only for its pivot; square roots and divisions by these roots are postponed to the end of the panel. */
#include "irregular.h"

/* Subtract the products of the earlier columns from v, which contains WIDTH columns of a panel, from row `first` on. */
DEVICE void take_columns(const GLOBAL T *x, int64 ld, int n, int first, LOCAL_POINTER T *before, T *v)
{
    const int t = (int)LOCAL_ID;
    for (int k0 = 0; k0 < first; k0 += WIDTH) {
        BARRIER(); /* the previous tile has been read */
        for (int e = t; e < WIDTH * WIDTH; e += THREADS)
            before[e] = first + e % WIDTH < n ? F_CONJ(x[first + e % WIDTH + (k0 + e / WIDTH) * ld]) : F_NUMBER(0);
        BARRIER();
#pragma unroll 2
        for (int k = 0; k < WIDTH; k++) {
            const T l = t >= first && t < n ? x[t + (k0 + k) * ld] : F_NUMBER(0);
#pragma unroll
            for (int c = 0; c < WIDTH; c++)
                v[c] = F_FUSED_LESS(v[c], l, before[k * WIDTH + c]);
        }
    }
}

/* Factor a panel of w columns; thread `first` has the first row of the panel. Each step moves the finished column to the end of
 * the panel; the elements of the column are not yet divided by the square root of the pivot. Return the position, counted from
 * 1, of the first pivot that is not positive. */
DEVICE int factor_panel(int first, int w, LOCAL_POINTER T *column, LOCAL_POINTER R *pivots, T *v)
{
    const int r = (int)LOCAL_ID - first;
    int failed = 0;
    NOT_UNROLLED
    for (int k = 0; k < w; k++) {
        LOCAL_POINTER T *here = column + (k & 1) * WIDTH; /* from row k on, with zeros for finished elements */
        R pivot;
        T factor, finished = v[0];
        if (r >= 0 && r < WIDTH)
            here[r < k ? WIDTH - k + r : r - k] = r < k ? F_NUMBER(0) : v[0];
        BARRIER();
        pivot = F_REAL(here[0]);
        if (!(pivot > 0)) {
            failed = failed ? failed : first + k + 1;
            pivot = 1;
        }
        if (r == k)
            pivots[k] = pivot;
        factor = r > k ? F_MAKE(F_REAL(v[0]) / pivot, F_IMAG(v[0]) / pivot) : F_NUMBER(0);
#pragma unroll
        for (int c = 0; c + 1 < WIDTH; c++)
            v[c] = F_FUSED_LESS(v[c + 1], factor, F_CONJ(here[c + 1]));
        v[WIDTH - 1] = finished;
    }
    return failed;
}

/* Return v / root, computed from the inverse of the root with one correction step. */
DEVICE R over_root(R v, R root, R inverse)
{
    R q = v * inverse;
    return R_FMA(R_FMA(-q, root, v), inverse, q);
}

/* Return the larger value, or infinity if `size` is not finite. */
DEVICE R larger(R most, R size)
{
    return size < R_INF ? (size > most ? size : most) : R_INF;
}

/* Replace lower triangles by their factors. Set `info` to the order of the first leading minor that is not positive, or to 0 if
 * there is none. The array `estimates` may be NULL. An estimate is NaN if values are not finite or out of range. In all other
 * cases, the estimate is the condition estimate for L and its adjoint if `wanted`, and 0 if not. */
#define cholesky_stack BOUNDED(THREADS, 4) cholesky_stack
KERNEL cholesky_stack(int64 batch, int64 order, int64 ld, int64 step, int wanted, GLOBAL T *a, GLOBAL int *info,
                      GLOBAL float *estimates)
{
    LOCAL T before[WIDTH * WIDTH], column[2 * WIDTH], known[THREADS];
    LOCAL R pivots[WIDTH], inverses[THREADS], units[THREADS], sums[THREADS];
    LOCAL int is_extreme;
    const int t = (int)LOCAL_ID, n = (int)order;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * step;
        int failed = 0;
        R largest = 0, diagonal = 1;
        T own = F_NUMBER(0);
        if (t == 0)
            is_extreme = 0;
        for (int first = 0; first < n; first += WIDTH) {
            const int w = n - first < WIDTH ? n - first : WIDTH, there = t >= first && t < n;
            int found;
            T v[WIDTH];
#pragma unroll
            for (int c = 0; c < WIDTH; c++)
                v[c] = there && c < w ? x[t + (first + c) * ld] : F_NUMBER(0);
            take_columns(x, ld, n, first, before, v);
            found = factor_panel(first, w, column, pivots, v);
            failed = failed ? failed : found;
            BARRIER(); /* all pivots are known */
            if (t < w) {
                R root = R_SQRT(pivots[t]);
                inverses[first + t] = 1 / root;
                pivots[t] = root;
            }
            BARRIER();
#pragma unroll
            for (int e = 0; e < WIDTH; e++) {
                const int c = e - WIDTH + w;
                if (there && c >= 0 && t - first >= c) {
                    const R root = pivots[c], inverse = inverses[first + c];
                    T l = F_MAKE(over_root(F_REAL(v[e]), root, inverse), over_root(F_IMAG(v[e]), root, inverse));
                    if (t - first == c) {
                        diagonal = root;
                        l = F_NUMBER(root);
                    }
                    x[t + (first + c) * ld] = l;
                    largest = larger(largest, F_SIZE(l));
                }
            }
            GLOBAL_BARRIER(); /* these columns are visible to all threads; local memory is free for the next panel */
        }
        if (t < n) {
            R square = largest * largest;
            units[t] = 1 / largest;
            if (!(square >= SAFE_MIN && square <= SAFE_MAX))
                MARK(&is_extreme, 1);
        }
        if (t == 0)
            info[at] = failed;
        BARRIER();
        /* w is the product of |L|, |L^H| and the vector `units`, times irregular factors; L^-1 w is computed row by row */
        R sum = 0;
        for (int i = t; i < n && wanted; i++)
            sum += F_SIZE(x[i + t * ld]) * units[i];
        if (t < n)
            sums[t] = sum;
        if (t == 0 && wanted)
            known[0] = F_NUMBER(diagonal * sum * irregular(0) * inverses[0]);
        BARRIER();
        sum = 0;
        own = F_NUMBER(0);
        NOT_UNROLLED
        for (int k = 0; k + 1 < n && wanted; k++) {
            if (t > k && t < n) {
                const T l = x[t + k * ld];
                own = F_FUSED_LESS(own, l, known[k]);
                sum += F_SIZE(l) * sums[k];
            }
            if (t == k + 1) {
                const R weight = (sum + diagonal * sums[t]) * irregular(t), inverse = inverses[t];
                known[t] = F_MAKE((weight + F_REAL(own)) * inverse, F_IMAG(own) * inverse);
            }
            BARRIER();
        }
        /* L^-H times the result is computed column by column, from the last to the first */
        own = t < n && wanted ? known[t] : F_NUMBER(0);
        BARRIER();
        NOT_UNROLLED
        for (int k = n - 1; k >= 0 && wanted; k--) {
            if (t == k) {
                own = F_MAKE(F_REAL(own) * inverses[k], F_IMAG(own) * inverses[k]);
                known[k] = own;
            }
            BARRIER();
            if (t < k)
                own = F_FUSED_LESS(own, F_CONJ(x[k + t * ld]), known[k]);
        }
        if (t < n)
            sums[t] = F_SIZE(own) * largest;
        BARRIER();
        if (t == 0 && estimates) {
            R worst = 0;
            for (int i = 0; i < n && wanted; i++)
                if (!(sums[i] <= worst))
                    worst = sums[i] == sums[i] ? sums[i] : R_INF;
            estimates[at] = is_extreme ? (float)NAN_VALUE : (float)(worst * EPSILON);
        }
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}
