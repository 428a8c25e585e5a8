/* dot.h - Matrix-vector and inner products, accumulated in double precision. The caller defines the element type T and the
 * matching KIND_* macro. The caller also defines TURNED if the elements of each column, rather than of each row, are
 * contiguous.
 *
 * For each row of each matrix of a stack, compute y[i] = sum over l of a[i*row + l*col] x[l*step]. The sum is divided into
 * `splits` parts of `chunk` elements. If TURNED is undefined, the threads of a group share one part, sum in double precision
 * and add their results in a tree. If TURNED is defined, one thread sums one part, and consecutive threads handle consecutive
 * rows. The order of additions depends only on the shape and the device. */
#ifdef KIND_COMPLEX
typedef complex128 sum_type;
#define WIDE_ZERO(s) (s).re = (s).im = 0
#define WIDE_ADD(s, t) ((s).re += (t).re, (s).im += (t).im)
#else
typedef float64 sum_type;
#define WIDE_ZERO(s) (s) = 0
#define WIDE_ADD(s, t) ((s) += (t))
#endif
#define GROUP 256

DEVICE sum_type add_product(sum_type sum, T a, T x, dot_sizes s)
{
#ifdef KIND_COMPLEX
    float64 ai = s.conj_a ? -(float64)a.im : (float64)a.im, xi = s.conj_x ? -(float64)x.im : (float64)x.im;
    sum.re += (float64)a.re * x.re - ai * xi;
    sum.im += (float64)a.re * xi + ai * x.re;
#else
    sum += (float64)a * x;
#endif
    return sum;
}

DEVICE T narrow(sum_type s)
{
#ifdef KIND_COMPLEX
    return c_make((R)s.re, (R)s.im);
#else
    return (T)s;
#endif
}

/* Store the sum of part p of row i of matrix b. */
DEVICE void put(dot_sizes s, int64 b, int64 i, int64 p, sum_type sum, GLOBAL sum_type *parts, GLOBAL T *y)
{
    if (s.splits == 1)
        y[b * s.step_y + i * s.y_step] = narrow(sum);
    else
        parts[(b * s.rows + i) * s.splits + p] = sum;
}

DEVICE sum_type tree(sum_type sum, LOCAL_POINTER sum_type *room)
{
    int t = LOCAL_ID;
    room[t] = sum;
    BARRIER();
    for (int apart = (int)LOCAL_SIZE / 2; apart > 0; apart /= 2) {
        if (t < apart)
            WIDE_ADD(room[t], room[t + apart]);
        BARRIER();
    }
    return room[0];
}

#ifdef TURNED
KERNEL dots(dot_sizes s, const GLOBAL T *a, const GLOBAL T *x, GLOBAL sum_type *parts, GLOBAL T *y)
{
    for (int64 g = GLOBAL_ID; g < s.rows * s.splits * s.batch; g += GLOBAL_SIZE) {
        int64 i = g % s.rows, p = g / s.rows % s.splits, b = g / s.rows / s.splits;
        int64 l = p * s.chunk, end = l + s.chunk < s.k ? l + s.chunk : s.k;
        const GLOBAL T *e = a + b * s.step_a + i * s.row, *v = x + b * s.step_x;
        sum_type sum, block;
        WIDE_ZERO(sum);
        while (l < end) { /* blockwise summation keeps the rounding errors in double precision small */
            int64 stop = l + 64 < end ? l + 64 : end;
            WIDE_ZERO(block);
            for (; l < stop; l++)
                block = add_product(block, e[l * s.col], v[l * s.x_step], s);
            WIDE_ADD(sum, block);
        }
        put(s, b, i, p, sum, parts, y);
    }
}
#else
KERNEL dots(dot_sizes s, const GLOBAL T *a, const GLOBAL T *x, GLOBAL sum_type *parts, GLOBAL T *y)
{
    LOCAL sum_type room[GROUP];
    int64 size = LOCAL_SIZE; /* number of threads: a power of two, at most GROUP */
    for (int64 g = GROUP_ID; g < s.rows * s.splits * s.batch; g += GROUP_COUNT) {
        int64 p = g % s.splits, i = g / s.splits % s.rows, b = g / s.splits / s.rows;
        int64 first = p * s.chunk, end = first + s.chunk < s.k ? first + s.chunk : s.k, l = first + LOCAL_ID;
        const GLOBAL T *e = a + b * s.step_a + i * s.row, *v = x + b * s.step_x;
        sum_type sum, other;
        WIDE_ZERO(sum);
        WIDE_ZERO(other);
        for (; l + size < end; l += 2 * size) {
            T e1 = e[l * s.col], e2 = e[(l + size) * s.col], v1 = v[l * s.x_step], v2 = v[(l + size) * s.x_step];
            sum = add_product(sum, e1, v1, s);
            other = add_product(other, e2, v2, s);
        }
        if (l < end)
            sum = add_product(sum, e[l * s.col], v[l * s.x_step], s);
        WIDE_ADD(sum, other);
        sum = tree(sum, room);
        if (LOCAL_ID == 0)
            put(s, b, i, p, sum, parts, y);
        BARRIER();
    }
}
#endif

KERNEL join_dots(dot_sizes s, const GLOBAL sum_type *parts, GLOBAL T *y)
{
    LOCAL sum_type room[GROUP];
    for (int64 g = GROUP_ID; g < s.rows * s.batch; g += GROUP_COUNT) {
        sum_type sum;
        WIDE_ZERO(sum);
        for (int64 p = LOCAL_ID; p < s.splits; p += LOCAL_SIZE)
            WIDE_ADD(sum, parts[g * s.splits + p]);
        sum = tree(sum, room);
        if (LOCAL_ID == 0)
            y[g / s.rows * s.step_y + g % s.rows * s.y_step] = narrow(sum);
        BARRIER();
    }
}
