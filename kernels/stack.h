/* stack.h - what goes on around the vendor libraries' routines for stacks of column-major matrices: NaN and Inf are looked for
 * and kept from them, numbers are scaled, their informations are put together, row exchanges are applied.  Before it: T and
 * its kind. */
#ifdef KIND_COMPLEX
#define IS_FINITE(v) (R_FABS((v).re) < R_INF && R_FABS((v).im) < R_INF)
#define NUMBER(v) c_make((R)(v), 0)
#else
#define IS_FINITE(v) (R_FABS(v) < R_INF)
#define NUMBER(v) ((T)(v))
#endif

/* codes[b] = code for each matrix b with an element that is not finite; n elements in all. */
KERNEL find_non_finite(int64 n, int64 rows, int64 cols, int64 ld, int64 stride, const GLOBAL T *x, int code, GLOBAL int *codes)
{
    int64 size = rows * cols, step = GLOBAL_SIZE, i = GLOBAL_ID;
    if ((ld == rows || cols == 1) && (stride == size || n == size)) {
        for (; i + 3 * step < n; i += 4 * step) { /* four reads that do not wait for each other */
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

/* Matrices with a code become the identity: what is not finite can keep an iteration from ending.  A group for each. */
KERNEL defuse(int64 batch, int64 rows, int64 cols, int64 ld, int64 stride, GLOBAL T *x, const GLOBAL int *codes)
{
    for (int64 b = GROUP_ID; b < batch; b += GROUP_COUNT) {
        if (codes[b] == 0)
            continue;
        for (int64 i = LOCAL_ID; i < rows * cols; i += LOCAL_SIZE)
            x[b * stride + i / rows * ld + i % rows] = NUMBER(i / rows == i % rows ? 1 : 0);
    }
}

#define SHARE 256 /* threads of a group */

DEVICE R larger_of(R a, R b)
{
    return a > b ? a : b;
}

/* The largest that the threads of a group have found, for all of them. */
DEVICE R largest_of_group(R largest, LOCAL_POINTER R *found)
{
    BARRIER(); /* before: what was found last is read */
    found[LOCAL_ID] = largest;
    BARRIER();
    for (int reach = SHARE / 2; reach > 0; reach /= 2) {
        if (LOCAL_ID < reach)
            found[LOCAL_ID] = larger_of(found[LOCAL_ID], found[LOCAL_ID + reach]);
        BARRIER();
    }
    return found[0];
}

/* The largest part of a number in each column of the triangle of each matrix of order n.  A group for each. */
KERNEL column_sizes(int64 columns, int64 n, int lower, int64 ld, int64 stride, const GLOBAL T *x, GLOBAL R *sizes)
{
    LOCAL R found[SHARE];
    for (int64 at = GROUP_ID; at < columns; at += GROUP_COUNT) {
        int64 b = at, j = split_off(&b, n), end = lower ? n : j + 1;
        R largest = 0;
        for (int64 i = (lower ? j : 0) + LOCAL_ID; i < end; i += SHARE) {
            T v = x[b * stride + j * ld + i];
            largest = larger_of(R_FABS(F_IMAG(v)), larger_of(R_FABS(F_REAL(v)), largest));
        }
        largest = largest_of_group(largest, found);
        if (LOCAL_ID == 0)
            sizes[at] = largest;
    }
}

DEVICE R without_traces(R v)
{
    return R_FABS(v) < 1 ? 0 : v;
}

/* The triangle of each matrix times a power of two, powers[b], that makes its largest number one from 2^most on; beside the
 * diagonal what is then below 1 becomes 0.  A group for each column. */
KERNEL moderate(int64 columns, int64 n, int lower, int64 ld, int64 stride, int most, GLOBAL T *x, const GLOBAL R *sizes,
                GLOBAL int *powers)
{
    LOCAL R found[SHARE];
    for (int64 at = GROUP_ID; at < columns; at += GROUP_COUNT) {
        int64 b = at, j = split_off(&b, n), end = lower ? n : j + 1;
        R largest = 0;
        for (int64 k = LOCAL_ID; k < n; k += SHARE)
            largest = larger_of(sizes[b * n + k], largest);
        largest = largest_of_group(largest, found);
        int power = largest > 0 ? most - ilogb(largest) : 0;
        if (LOCAL_ID == 0 && j == 0)
            powers[b] = power;
        for (int64 i = (lower ? j : 0) + LOCAL_ID; i < end; i += SHARE) {
            T v = x[b * stride + j * ld + i];
            R re = ldexp(F_REAL(v), power), im = ldexp(F_IMAG(v), power);
            x[b * stride + j * ld + i] = i == j ? F_MAKE(re, 0) : F_MAKE(without_traces(re), without_traces(im));
        }
    }
}

/* Values of the matrices as they were, n for each. */
KERNEL restore(int64 count, int64 n, GLOBAL R *values, const GLOBAL int *powers)
{
    for (int64 i = GLOBAL_ID; i < count; i += GLOBAL_SIZE)
        values[i] = ldexp(values[i], -powers[i / n]);
}

/* info[b] = codes[b] where there is one (codes may be NULL); *failed when any is not 0. */
KERNEL collect(int64 batch, GLOBAL int *info, const GLOBAL int *codes, GLOBAL int *failed)
{
    for (int64 b = GLOBAL_ID; b < batch; b += GLOBAL_SIZE) {
        if (codes && codes[b] != 0)
            info[b] = codes[b];
        if (info[b] != 0)
            *failed = 1;
    }
}

/* Addresses of the matrices of a stack. */
KERNEL addresses(int64 batch, int64 first, int64 step, GLOBAL int64 *out)
{
    for (int64 b = GLOBAL_ID; b < batch; b += GLOBAL_SIZE)
        out[b] = first + b * step;
}

#define EXCHANGES 2048
#define LOCAL_ROWS 8192

/* order[i]: which row stands in row i after the exchanges of row i with row pivots[i] - 1, one after another.  One group. */
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

/* Row i of out is row order[i] of in, or with back the other way round. */
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
