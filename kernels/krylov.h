/* krylov.h - one pass of an iterative solver over its vectors, and the step on its numbers that follows.
 * Before it: T and its kind.
 *
 * The threads of a group have neighbouring columns, and rows in turn, of one piece of the vectors; the sums of its threads are
 * put together in a tree, and those of the pieces by a group for each column.  So the order of additions depends on the shape
 * alone. */
#define KRYLOV_SQRT(x) sqrt(x)
#include "krylov_numbers.h"
#define KRYLOV_GROUP 256
#ifdef KIND_COMPLEX
#define FACTOR T
DEVICE T krylov_plus(T sum, FACTOR f, T x)
{
    sum.re += f.re * x.re - f.im * x.im;
    sum.im += f.re * x.im + f.im * x.re;
    return sum;
}

DEVICE complex128 krylov_inner(complex128 sum, T a, T b)
{
    sum.re += (float64)a.re * b.re + (float64)a.im * b.im;
    sum.im += (float64)a.re * b.im - (float64)a.im * b.re;
    return sum;
}

DEVICE T krylov_nothing(void)
{
    T z;
    z.re = z.im = 0;
    return z;
}

DEVICE FACTOR krylov_factor(const GLOBAL complex128 *numbers, int64 k, int which)
{
    FACTOR f = krylov_nothing();
    if (which) {
        complex128 value = numbers[((which < 0 ? -which : which) - 1) * k];
        f.re = (R)(which < 0 ? -value.re : value.re);
        f.im = (R)(which < 0 ? -value.im : value.im);
    }
    return f;
}
#else
#define FACTOR T
DEVICE T krylov_plus(T sum, FACTOR f, T x)
{
    return sum + f * x;
}

DEVICE complex128 krylov_inner(complex128 sum, T a, T b)
{
    sum.re += (float64)a * b;
    return sum;
}

DEVICE T krylov_nothing(void)
{
    return 0;
}

DEVICE FACTOR krylov_factor(const GLOBAL complex128 *numbers, int64 k, int which)
{
    float64 value = which ? numbers[((which < 0 ? -which : which) - 1) * k].re : 0;
    return (T)(which < 0 ? -value : value);
}
#endif

/* What a product is of: an input, or an output as it becomes. */
#define VALUE(i) ((i) == 0 ? a0 : (i) == 1 ? a1 : (i) == 2 ? a2 : (i) == 3 ? a3 : (i) == 4 ? y0 : (i) == 5 ? y1 : y2)
/* An output: of inputs that take part. */
DEVICE T krylov_combined(krylov_sizes s, int o, const FACTOR *f, T a0, T a1, T a2, T a3)
{
    T y = krylov_nothing();
    if (s.factor[o][0])
        y = krylov_plus(y, f[0], a0);
    if (s.factor[o][1])
        y = krylov_plus(y, f[1], a1);
    if (s.factor[o][2])
        y = krylov_plus(y, f[2], a2);
    if (s.factor[o][3])
        y = krylov_plus(y, f[3], a3);
    return y;
}

KERNEL krylov_pass(krylov_sizes s, const GLOBAL T *in0, const GLOBAL T *in1, const GLOBAL T *in2, const GLOBAL T *in3,
                   GLOBAL T *out0, GLOBAL T *out1, GLOBAL T *out2, const GLOBAL complex128 *numbers, GLOBAL complex128 *parts)
{
    LOCAL complex128 sums[KRYLOV_GROUP];
    int64 blocks = (s.k + s.lanes - 1) / s.lanes, piece = GROUP_ID / blocks, lane = LOCAL_ID % s.lanes;
    int64 column = GROUP_ID % blocks * s.lanes + lane, rows_at_once = LOCAL_SIZE / s.lanes;
    complex128 totals[2];
    totals[0].re = totals[0].im = totals[1].re = totals[1].im = 0;
    if (piece < s.pieces && column < s.k) {
        FACTOR factors[3][4];
        for (int o = 0; o < 3; o++)
            for (int i = 0; i < 4; i++)
                factors[o][i] = krylov_factor(numbers + column, s.k, (int)s.factor[o][i]);
        for (int64 row = piece * rows_at_once + LOCAL_ID / s.lanes; row < s.n; row += s.pieces * rows_at_once) {
            int64 e = row * s.k + column;
            T a0 = krylov_nothing(), a1 = a0, a2 = a0, a3 = a0, y0 = a0, y1 = a0, y2 = a0;
            if (s.inputs > 0)
                a0 = in0[e];
            if (s.inputs > 1)
                a1 = in1[e];
            if (s.inputs > 2)
                a2 = in2[e];
            if (s.inputs > 3)
                a3 = in3[e];
            if (s.outputs > 0) {
                y0 = krylov_combined(s, 0, factors[0], a0, a1, a2, a3);
                out0[e] = y0;
            }
            if (s.outputs > 1) {
                y1 = krylov_combined(s, 1, factors[1], a0, a1, a2, a3);
                out1[e] = y1;
            }
            if (s.outputs > 2) {
                y2 = krylov_combined(s, 2, factors[2], a0, a1, a2, a3);
                out2[e] = y2;
            }
            if (s.dots > 0)
                totals[0] = krylov_inner(totals[0], VALUE(s.left[0]), VALUE(s.right[0]));
            if (s.dots > 1)
                totals[1] = krylov_inner(totals[1], VALUE(s.left[1]), VALUE(s.right[1]));
        }
    }
    for (int d = 0; d < (int)s.dots; d++) {
        sums[LOCAL_ID] = totals[d];
        for (int64 span = LOCAL_SIZE / 2; span >= s.lanes; span /= 2) {
            BARRIER();
            if (LOCAL_ID < span) {
                sums[LOCAL_ID].re += sums[LOCAL_ID + span].re;
                sums[LOCAL_ID].im += sums[LOCAL_ID + span].im;
            }
        }
        if (LOCAL_ID < s.lanes && piece < s.pieces && column < s.k)
            parts[(d * s.pieces + piece) * s.k + column] = sums[LOCAL_ID];
        BARRIER();
    }
}

/* A group for each column: the sums of its pieces, then the step. */
KERNEL krylov_numbers(krylov_sizes s, const GLOBAL complex128 *parts, GLOBAL complex128 *numbers)
{
    LOCAL complex128 sums[KRYLOV_GROUP];
    for (int64 column = GROUP_ID; column < s.k; column += GROUP_COUNT) {
        for (int d = 0; d < (int)s.dots; d++) {
            complex128 sum;
            sum.re = sum.im = 0;
            for (int64 p = LOCAL_ID; p < s.pieces; p += LOCAL_SIZE) {
                sum.re += parts[(d * s.pieces + p) * s.k + column].re;
                sum.im += parts[(d * s.pieces + p) * s.k + column].im;
            }
            sums[LOCAL_ID] = sum;
            for (int64 span = LOCAL_SIZE / 2; span > 0; span /= 2) {
                BARRIER();
                if (LOCAL_ID < span) {
                    sums[LOCAL_ID].re += sums[LOCAL_ID + span].re;
                    sums[LOCAL_ID].im += sums[LOCAL_ID + span].im;
                }
            }
            if (LOCAL_ID == 0)
                numbers[s.sum[d] * s.k + column] = sums[0];
            BARRIER();
        }
        if (LOCAL_ID == 0)
            krylov_step((int)s.step, (int)s.at, numbers + column, s.k);
    }
}
