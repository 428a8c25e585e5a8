/* krylov.h - One pass of an iterative solver over its vectors. The caller defines the element type T and the matching KIND_*
 * macro; INPUTS, the number of vectors read; OUTPUTS, the number of vectors written; and DOTS, the number of inner products.
 *
 * Each group handles one chunk of the rows. The threads of a group are assigned to consecutive columns, and process the rows of
 * the chunk in turn. Sums of threads are added in a tree, and sums of chunks are added by krylov_sums.h. Therefore the order of
 * additions depends only on the shape. A thread loads AT_ONCE rows before it computes, because memory latency limits the speed
 * of a pass. */
#define KRYLOV_GROUP 256
#define AT_ONCE (INPUTS > 2 ? 2 : 4)
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

/* Return one operand of an inner product, which is either an input of the pass or an output that was just computed. The loops
 * read all inputs and outputs with constant indices, which keeps both arrays in registers. */
DEVICE T krylov_value(int which, const T *a, const T *y)
{
    T value = krylov_nothing();
    for (int i = 0; i < INPUTS; i++) {
        T here = a[i];
        value = which == i ? here : value;
    }
    for (int o = 0; o < OUTPUTS; o++) {
        T here = y[o];
        value = which == 4 + o ? here : value;
    }
    return value;
}

KERNEL krylov_pass(krylov_sizes s, const GLOBAL T *in0, const GLOBAL T *in1, const GLOBAL T *in2, const GLOBAL T *in3,
                   GLOBAL T *out0, GLOBAL T *out1, GLOBAL T *out2, const GLOBAL complex128 *numbers, GLOBAL complex128 *parts)
{
    LOCAL complex128 sums[KRYLOV_GROUP];
    const GLOBAL T *in[4] = {in0, in1, in2, in3};
    GLOBAL T *out[3] = {out0, out1, out2};
    int64 blocks = (s.k + s.lanes - 1) / s.lanes, piece = GROUP_ID / blocks, lane = LOCAL_ID % s.lanes;
    int64 column = GROUP_ID % blocks * s.lanes + lane, rows_at_once = LOCAL_SIZE / s.lanes, step = s.pieces * rows_at_once;
    complex128 totals[DOTS + 1];
    for (int d = 0; d < DOTS; d++)
        totals[d].re = totals[d].im = 0;
    if (piece < s.pieces && column < s.k) {
        FACTOR factors[OUTPUTS + 1][INPUTS];
        for (int o = 0; o < OUTPUTS; o++)
            for (int i = 0; i < INPUTS; i++)
                factors[o][i] = krylov_factor(numbers + column, s.k, (int)s.factor[o][i]);
        for (int64 row = piece * rows_at_once + LOCAL_ID / s.lanes; row < s.n; row += AT_ONCE * step) {
            T a[AT_ONCE][INPUTS];
#pragma unroll
            for (int u = 0; u < AT_ONCE; u++)
                for (int i = 0; i < INPUTS; i++)
                    a[u][i] = row + u * step < s.n ? in[i][(row + u * step) * s.k + column] : krylov_nothing();
#pragma unroll
            for (int u = 0; u < AT_ONCE; u++) {
                T y[OUTPUTS + 1];
                if (row + u * step < s.n) {
                    for (int o = 0; o < OUTPUTS; o++) {
                        y[o] = krylov_nothing();
                        for (int i = 0; i < INPUTS; i++)
                            if (s.factor[o][i])
                                y[o] = krylov_plus(y[o], factors[o][i], a[u][i]);
                        out[o][(row + u * step) * s.k + column] = y[o];
                    }
                    for (int d = 0; d < DOTS; d++)
                        totals[d] = krylov_inner(totals[d], krylov_value((int)s.left[d], a[u], y),
                                                 krylov_value((int)s.right[d], a[u], y));
                }
            }
        }
    }
    for (int d = 0; d < DOTS; d++) {
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
