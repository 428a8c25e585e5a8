/* stack_gradient.h - Residuals of a stack of least squares problems in twice the working precision, and their gradients, as in
 * tall.h for one matrix. One group handles one right-hand side of one matrix. The caller defines the element type T and the
 * matching KIND_* macro. The caller also defines ROWS, the maximum number of rows, and THREADS, the number of threads per
 * group. */
#include "doubled.h"

/* Compute g = Aᴴ r and *sums = ‖r‖² for r = b - A x. Both x and g are n x sides matrices, row-major and contiguous. Each row of
 * A is shared by `width` threads, where `width` is the smallest power of two that is at least n, or the number of all threads
 * if n is larger. The partial sums of the slices of rows are then added in order. */
KERNEL stack_gradient(int64 batch, int m, int n, int sides, int width, const GLOBAL T *a, stack_strides sa, const GLOBAL T *b,
                      stack_strides sb, const GLOBAL WIDE *x, GLOBAL WIDE *g, GLOBAL float64 *sums)
{
    LOCAL sum r[ROWS], parts[THREADS];
    LOCAL dd squares[THREADS];
    int lane = LOCAL_ID % width, slice = LOCAL_ID / width, slices = THREADS / width;
    for (int64 at = GROUP_ID; at < batch * sides; at += GROUP_COUNT) {
        int64 matrix = at / sides, k = at % sides;
        const GLOBAL T *of_a = a + matrix * sa.step;
        const GLOBAL T *of_b = b + matrix * sb.step + k * sb.col;
        const GLOBAL WIDE *of_x = x + matrix * n * sides + k;
        dd square = {0, 0};
        for (int i = LOCAL_ID; i < m; i += THREADS) {
            sum s = sum_zero();
            for (int j = 0; j < n; j++)
                take(&s, of_a[i * sa.row + j * sa.col], of_x[(int64)j * sides]);
            r[i] = sum_with(s, of_b[i * sb.row]);
            add_square(&square, r[i]);
        }
        squares[LOCAL_ID] = square;
        BARRIER(); /* residuals and squares of all rows are read next */
        for (int first = 0; first < n; first += width) {
            int j = first + lane;
            sum s = sum_zero();
            for (int i = slice; i < m && j < n; i += slices)
                give(&s, of_a[i * sa.row + j * sa.col], r[i]);
            parts[LOCAL_ID] = s;
            BARRIER(); /* the partial sums of other slices are read next */
            if (slice == 0 && j < n) {
                for (int i = 1; i < slices; i++)
                    s = sum_plus(s, parts[i * width + lane]);
                g[(matrix * n + j) * sides + k] = sum_rounded(s);
            }
            BARRIER(); /* the partial sums have been read; they are overwritten next */
        }
        if (LOCAL_ID == 0) {
            for (int i = 1; i < THREADS; i++)
                square = dd_plus(square, squares[i]);
            sums[at] = square.hi + square.lo;
        }
        BARRIER(); /* residuals and squares have been read; they are overwritten next */
    }
}
