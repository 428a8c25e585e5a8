/* stack.h - Helpers for vendor routines on stacks of column-major matrices: find and replace matrices that contain NaN or Inf,
 * combine info codes, apply row exchanges. The caller defines the element type T and the matching KIND_* macro. */
#ifdef KIND_COMPLEX
#define IS_FINITE(v) (R_FABS((v).re) < R_INF && R_FABS((v).im) < R_INF)
#define NUMBER(v) c_make((R)(v), 0)
#else
#define IS_FINITE(v) (R_FABS(v) < R_INF)
#define NUMBER(v) ((T)(v))
#endif

/* Set codes[b] = code for each matrix b that contains NaN or Inf; n is the total number of elements. */
KERNEL find_non_finite(int64 n, int64 rows, int64 cols, int64 ld, int64 stride, const GLOBAL T *x, int code, GLOBAL int *codes)
{
    int64 size = rows * cols, step = GLOBAL_SIZE, i = GLOBAL_ID;
    if ((ld == rows || cols == 1) && (stride == size || n == size)) {
        for (; i + 3 * step < n; i += 4 * step) { /* four independent loads */
            T a = x[i], b = x[i + step], c = x[i + 2 * step], d = x[i + 3 * step];
            if (!IS_FINITE(a))
                codes[i / size] = code;
            if (!IS_FINITE(b))
                codes[(i + step) / size] = code;
            if (!IS_FINITE(c))
                codes[(i + 2 * step) / size] = code;
            if (!IS_FINITE(d))
                codes[(i + 3 * step) / size] = code;
        }
        for (; i < n; i += step)
            if (!IS_FINITE(x[i]))
                codes[i / size] = code;
        return;
    }
    for (; i < n; i += step) {
        int64 b = i / size, rest = i % size;
        if (!IS_FINITE(x[b * stride + rest / rows * ld + rest % rows]))
            codes[b] = code;
    }
}

/* Replace matrices that have a nonzero code by the identity, because NaN or Inf can prevent an iteration from ending. One group
 * handles one matrix. */
KERNEL replace_by_identity(int64 batch, int64 rows, int64 cols, int64 ld, int64 stride, GLOBAL T *x, const GLOBAL int *codes)
{
    for (int64 b = GROUP_ID; b < batch; b += GROUP_COUNT) {
        if (codes[b] == 0)
            continue;
        for (int64 i = LOCAL_ID; i < rows * cols; i += LOCAL_SIZE)
            x[b * stride + i / rows * ld + i % rows] = NUMBER(i / rows == i % rows ? 1 : 0);
    }
}

/* Copy nonzero codes to `info` (`codes` may be NULL), and set *failed if any element of `info` is not 0. */
KERNEL collect(int64 batch, GLOBAL int *info, const GLOBAL int *codes, GLOBAL int *failed)
{
    for (int64 b = GLOBAL_ID; b < batch; b += GLOBAL_SIZE) {
        if (codes && codes[b] != 0)
            info[b] = codes[b];
        if (info[b] != 0)
            MARK(failed, 1);
    }
}

#define SKEW 30 /* deviations above SKEW n eps from orthonormality fail LAPACK's own tests */

/* Set info[b] = 1, if it is 0, for each contiguous n x n Gram matrix b that differs from the identity by more than SKEW n
 * eps. */
KERNEL find_not_orthonormal(int64 batch, int64 n, const GLOBAL T *gram, GLOBAL int *info)
{
    R bound = SKEW * (R)n * (R)(sizeof(R) == 4 ? 1.1920928955078125e-07 : 2.220446049250313e-16);
    for (int64 at = GLOBAL_ID; at < batch * n * n; at += GLOBAL_SIZE) {
        int64 b = at, place = split_off(&b, n * n);
        R re = F_REAL(gram[at]) - (place / n == place % n ? 1 : 0), im = F_IMAG(gram[at]);
        if (!(R_FABS(re) <= bound && R_FABS(im) <= bound) && PEEK(&info[b]) == 0)
            MARK(&info[b], 1);
    }
}

#define EXCHANGES 2048
#define LOCAL_ROWS 8192

/* Convert successive exchanges of row i with row pivots[i] - 1 to a row order: order[i] is the original index of the row that
 * ends up as row i. Runs as one group. */
KERNEL exchanges(int64 n, const GLOBAL int64 *pivots, GLOBAL int *order)
{
    LOCAL int with[EXCHANGES];
    LOCAL int near[LOCAL_ROWS];
    int is_near = n <= LOCAL_ROWS;
    for (int i = LOCAL_ID; i < n; i += LOCAL_SIZE) {
        if (is_near)
            near[i] = i;
        else
            order[i] = i;
    }
    for (int64 first = 0; first < n; first += EXCHANGES) {
        int count = n - first < EXCHANGES ? (int)(n - first) : EXCHANGES;
        BARRIER();
        for (int i = LOCAL_ID; i < count; i += LOCAL_SIZE)
            with[i] = (int)pivots[first + i] - 1;
        BARRIER();
        if (LOCAL_ID != 0)
            continue;
        if (is_near) {
            for (int i = 0; i < count; i++) {
                int other = with[i], row = near[first + i];
                near[first + i] = near[other];
                near[other] = row;
            }
        } else {
            for (int i = 0; i < count; i++) {
                int other = with[i], row = order[first + i];
                order[first + i] = order[other];
                order[other] = row;
            }
        }
    }
    BARRIER();
    if (is_near)
        for (int i = LOCAL_ID; i < n; i += LOCAL_SIZE)
            order[i] = near[i];
}

/* Copy row order[i] of `in` to row i of `out` or, if `back`, row i of `in` to row order[i] of `out`. */
KERNEL reorder(int64 rows, int64 cols, int back, const GLOBAL int *order, const GLOBAL T *in, int64 ldi, GLOBAL T *out,
               int64 ldo)
{
    for (int64 i = GLOBAL_ID; i < rows * cols; i += GLOBAL_SIZE) {
        int64 c = i / rows, r = i % rows;
        if (back)
            out[c * ldo + order[r]] = in[c * ldi + r];
        else
            out[c * ldo + r] = in[c * ldi + order[r]];
    }
}
