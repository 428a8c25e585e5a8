/* small.h - Common parts of small_solve.h, small_warp.h and small_cholesky.h. A group handles one matrix in local memory;
 * matrices may have any strides. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - ORDER, the largest order;
 * - SLICES, the number of threads per row;
 * - COLUMNS, the maximum number of right-hand sides per group;
 * - EPSILON, SAFE_MIN, SAFE_MAX and DOUBTFUL, as for condition.h.
 *
 * Thread t of a group handles row t % ORDER in every SLICES-th column, beginning with column t / ORDER. A step with only one
 * barrier never reads an element that it writes. */
#include "irregular.h"
#ifdef KIND_COMPLEX
#define IS_FINITE(v) (R_FABS((v).re) < R_INF && R_FABS((v).im) < R_INF)
#define SIZE_OF(v) (R_FABS((v).re) + R_FABS((v).im))
#define SUB(a, b) C_SUB(a, b)
#define MUL(a, b) C_MUL(a, b)
#define DIV(a, b) C_DIV(a, b)
#define CONJ(a) C_CONJ(a)
#define OVER(a, s) c_make((a).re / (s), (a).im / (s))
#define TIMES(a, s) c_scale(a, s)
#define REAL_PART(a) ((a).re)
#define NUMBER(v) c_make((R)(v), 0)
#else
#define IS_FINITE(v) (R_FABS(v) < R_INF)
#define SIZE_OF(v) R_FABS(v)
#define SUB(a, b) ((a) - (b))
#define MUL(a, b) ((a) * (b))
#define DIV(a, b) ((a) / (b))
#define CONJ(a) (a)
#define OVER(a, s) ((a) / (s))
#define TIMES(a, s) ((a) * (s))
#define REAL_PART(a) (a)
#define NUMBER(v) ((T)(v))
#endif
/* Short code starts sooner, and for the smallest matrices the start-up dominates the run time. */
#if ORDER <= 8
#define LOOP NOT_UNROLLED
#else
#define LOOP
#endif
/* Threads of one warp synchronise and exchange values faster than threads of different warps. For complex values the version
 * for one warp is longer and slower. */
#if defined(WARP) && ORDER * SLICES == WARP && !defined(KIND_COMPLEX)
#define ONE_WARP
#define GROUP_BARRIER() WARP_BARRIER()
#else
#define GROUP_BARRIER() BARRIER()
#endif
#define LD (ORDER + 1)      /* odd, so that neighbouring rows are in different banks */
#define WIDTH (COLUMNS + 3) /* includes a column for the estimate */

#define NOT_FINITE_A (-1)
#define NOT_FINITE_B (-2)

DEVICE int stored_by_rows(stack_strides s)
{
    int64 r = s.row < 0 ? -s.row : s.row, c = s.col < 0 ? -s.col : s.col;
    return c < r;
}

DEVICE int out_of_range(R size)
{
    return size != 0 && !(size >= SAFE_MIN && size <= SAFE_MAX);
}

/* Return the largest magnitude of an element in a column of x. */
DEVICE R largest_of(int n, const LOCAL_POINTER T *x, int step, int at)
{
    R most = 0;
    for (int i = 0; i < n; i++) {
        R size = SIZE_OF(x[i * step + at]);
        if (size > most)
            most = size;
    }
    return most;
}

/* Return true if the largest element of a right-hand side is out of range, or might underflow when divided by the largest
 * element of a column. */
DEVICE int may_underflow(R right, R of_column)
{
    return out_of_range(right) || (right > 0 && right < SAFE_MIN * of_column);
}

/* Prepare the condition estimate. In y, after the `count` columns of B, store a column that represents the effect of rounding
 * on X: the row sums of |A|, after each column of A is scaled to a maximum of 1, times irregular factors. Fill `sizes` with the
 * largest magnitude in each column of A, then in each column of B. Return true if values are out of range. */
DEVICE int weigh(int n, int count, int row, int slice, const LOCAL_POINTER T *m, LOCAL_POINTER T *y, LOCAL_POINTER R *sizes,
                 LOCAL_POINTER R *inverses)
{
    int extreme = 0;
    LOOP for (int j = LOCAL_ID; j < n + count; j += ORDER * SLICES) { /* A and B share one loop, which makes the code shorter */
        R size = largest_of(n, j < n ? m : y, j < n ? LD : WIDTH, j < n ? j : j - n);
        sizes[j < n ? j : ORDER + j - n] = size;
        if (j < n) { /* each thread divides only once: a thread that divided for every column would delay the other threads */
            inverses[j] = size > 0 ? 1 / size : 0;
            extreme |= out_of_range(size);
        }
    }
    GROUP_BARRIER();
    LOOP for (int j = slice; j < count && row < n; j += SLICES)
        extreme |= may_underflow(sizes[ORDER + j], sizes[row]);
    if (slice == 0 && row < n) {
        R sum = 0;
        for (int j = 0; j < n; j++)
            sum += SIZE_OF(m[row * LD + j]) * inverses[j];
        y[row * WIDTH + count] = NUMBER(sum * irregular(row));
        extreme |= out_of_range(sum);
    }
    return extreme;
}

/* Encode an estimate as the bits of a float. As an integer, this error code is greater than all other codes. Return 0 if the
 * estimate is at most DOUBTFUL. */
DEVICE int doubt(int n, const LOCAL_POINTER R *errors, int is_extreme)
{
    union { float value; int bits; } code;
    R worst = 0;
    for (int i = 0; i < n; i++)
        if (!(errors[i] <= worst))
            worst = errors[i] == errors[i] ? errors[i] : R_INF;
    code.value = is_extreme ? (float)NAN_VALUE : (float)(worst * EPSILON);
    return code.value <= DOUBTFUL ? 0 : code.bits & 0x7fffffff;
}
