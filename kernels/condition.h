/* condition.h - Estimate how many digits of a solution are correct, by the method described in
 * src/backends/host/dense/condition.h. The caller defines the element type T and the matching KIND_* macro; EPSILON, SAFE_MIN,
 * SAFE_MAX and DOUBTFUL; and ROWS, the number of rows per group in survey_rows. Consecutive threads read consecutive rows. */
#include "irregular.h"
#ifdef KIND_COMPLEX
#define IS_FINITE(v) (R_FABS((v).re) < R_INF && R_FABS((v).im) < R_INF)
#define SIZE_OF(v) (R_FABS((v).re) + R_FABS((v).im))
#define NUMBER(v) c_make((R)(v), 0)
#else
#define IS_FINITE(v) (R_FABS(v) < R_INF)
#define SIZE_OF(v) R_FABS(v)
#define NUMBER(v) ((T)(v))
#endif
#define GROUP 256
#define SLICES (GROUP / ROWS)
/* Number of loads that a thread has in flight: AHEAD along a row, AHEAD_IN_COLUMN along a column. */
#define AHEAD 8
#define AHEAD_IN_COLUMN 4

DEVICE int belongs(survey_sizes s, int64 i, int64 j)
{
    return (!s.lower || i >= j + s.unit) && (!s.upper || i <= j - s.unit);
}

DEVICE R add(survey_sizes s, R sum, T v, R unit)
{
    R size = SIZE_OF(v);
    if (s.way == SURVEY_LARGEST_PRODUCT)
        size *= unit;
    if (s.way == SURVEY_LARGEST || s.way == SURVEY_LARGEST_PRODUCT)
        return size > sum ? size : sum;
    if (s.way == SURVEY_DIVIDED)
        return unit > 0 ? sum + size / unit : sum;
    return sum + size * unit;
}

DEVICE R join(survey_sizes s, R a, R b)
{
    return s.way == SURVEY_LARGEST || s.way == SURVEY_LARGEST_PRODUCT ? (b > a ? b : a) : a + b;
}

/* Return true in the first pass over the elements, which is the pass that reports NaN and infinities. */
DEVICE int sees_first(survey_sizes s)
{
    return s.way == SURVEY_LARGEST || s.way == SURVEY_LARGEST_PRODUCT;
}

/* Store the result of row or column i in `out`. If `w` is not NULL, multiply the result by an irregular factor (see
 * irregular.h) and store the product in `w` instead. */
DEVICE void settle(survey_sizes s, R value, R unit, int64 b, int64 i, int64 n, GLOBAL R *out, GLOBAL T *w, GLOBAL int *marks)
{
    R seen;
    if (s.unit)
        value = s.way == SURVEY_LARGEST ? (value > 1 ? value : (R)1)
              : s.way == SURVEY_DIVIDED ? value + 1 / unit : value + unit;
    if (s.way == SURVEY_CONSTANT_SUM)
        value = R_SQRT((R)n);
    seen = s.limits == 2 ? value * value : value;
    if (s.limits && value != 0 && !(seen >= SAFE_MIN && seen <= SAFE_MAX))
        MARK(&marks[b], 1);
    if (w)
        w[b * n + i] = NUMBER(value * irregular(i));
    else
        out[b * n + i] = value;
}

DEVICE void report(survey_sizes s, int64 b, GLOBAL int *codes, GLOBAL int *marks)
{
    if (s.code)
        MARK(&codes[b], (int)s.code);
    else
        MARK(&marks[b], 1);
}

/* Compute the sum or maximum of each column. A group handles one long column, or SURVEY_BESIDE short columns. */
KERNEL survey_columns(survey_sizes s, const GLOBAL T *a, const GLOBAL R *units, GLOBAL R *out, GLOBAL T *w,
                      GLOBAL int *codes, GLOBAL int *marks)
{
    LOCAL R parts[GROUP];
    const int lanes = s.rows <= SURVEY_SHORT ? GROUP / SURVEY_BESIDE : GROUP, lane = (int)LOCAL_ID % lanes, t = LOCAL_ID;
    const int64 beside = GROUP / lanes, columns = s.batch * s.cols;
    for (int64 first = GROUP_ID * beside; first < columns; first += GROUP_COUNT * beside) {
        const int64 g = first + t / lanes, b = g / s.cols, j = g % s.cols;
        const GLOBAL T *column = a + b * s.step + j * s.ld;
        R sum = 0;
        int64 begin = s.lower ? j / lanes * lanes : 0, end = g >= columns ? 0 : s.upper && j < s.rows ? j + 1 : s.rows;
        int bad = 0;
        for (int64 i = begin + lane; i < end; i += lanes * AHEAD_IN_COLUMN) {
            T v[AHEAD_IN_COLUMN];
            R unit[AHEAD_IN_COLUMN];
            for (int k = 0; k < AHEAD_IN_COLUMN; k++) {
                int64 at = i + k * lanes;
                int is_there = at < end && belongs(s, at, j);
                v[k] = is_there ? column[at] : NUMBER(0);
                unit[k] = is_there && s.way != SURVEY_LARGEST ? units[b * s.rows + at] : (R)0;
            }
            for (int k = 0; k < AHEAD_IN_COLUMN; k++) {
                if (!IS_FINITE(v[k]))
                    bad = 1;
                sum = add(s, sum, v[k], unit[k]);
            }
        }
        if (bad && sees_first(s))
            report(s, b, codes, marks);
        parts[t] = sum;
        for (int middle = lanes / 2; middle > 0; middle /= 2) {
            BARRIER();
            if (lane < middle)
                parts[t] = join(s, parts[t], parts[t + middle]);
        }
        if (lane == 0 && g < columns)
            settle(s, parts[t], s.unit && s.way != SURVEY_LARGEST ? units[b * s.rows + j] : (R)1, b, j, s.cols, out, w,
                   marks);
        BARRIER();
    }
}

/* Compute the sum or maximum of each row. A group handles ROWS rows. If `before` is not NULL, each result is combined with the
 * value in `before`, which is the result for other columns of the same row. */
KERNEL survey_rows(survey_sizes s, const GLOBAL T *a, const GLOBAL R *units, const GLOBAL R *before, GLOBAL R *out, GLOBAL T *w,
                   GLOBAL int *codes, GLOBAL int *marks)
{
    LOCAL R parts[GROUP];
    int t = LOCAL_ID, row = t % ROWS, slice = t / ROWS;
    int64 blocks = (s.rows + ROWS - 1) / ROWS;
    for (int64 g = GROUP_ID; g < s.batch * blocks; g += GROUP_COUNT) {
        int64 b = g / blocks, block = s.lower ? blocks - 1 - g % blocks : g % blocks; /* longest rows first */
        int64 top = block * ROWS, i = top + row, begin = s.upper ? top / (SLICES * AHEAD) * (SLICES * AHEAD) : 0;
        int64 end = s.lower && top + ROWS < s.cols ? top + ROWS : s.cols;
        const GLOBAL T *line = a + b * s.step + i;
        R sum = 0;
        int bad = 0;
        for (int64 j = begin + slice; j < end && i < s.rows && s.way != SURVEY_CONSTANT_SUM; j += SLICES * AHEAD) {
            T v[AHEAD];
            R unit[AHEAD];
            for (int k = 0; k < AHEAD; k++) {
                int64 at = j + k * SLICES;
                int is_there = at < end && belongs(s, i, at);
                v[k] = is_there ? line[at * s.ld] : NUMBER(0);
                unit[k] = is_there && s.way != SURVEY_LARGEST ? units[b * s.cols + at] : (R)0;
            }
            for (int k = 0; k < AHEAD; k++) {
                if (!IS_FINITE(v[k]))
                    bad = 1;
                sum = add(s, sum, v[k], unit[k]);
            }
        }
        if (bad && sees_first(s))
            report(s, b, codes, marks);
        parts[t] = sum;
        for (int middle = SLICES / 2; middle > 0; middle /= 2) {
            BARRIER();
            if (slice < middle)
                parts[t] = join(s, parts[t], parts[t + middle * ROWS]);
        }
        if (slice == 0 && i < s.rows && before)
            parts[t] = join(s, before[b * s.rows + i], parts[t]);
        if (slice == 0 && i < s.rows)
            settle(s, parts[t], s.unit && s.way != SURVEY_LARGEST ? units[b * s.cols + i] : (R)1, b, i, s.rows, out, w,
                   marks);
        BARRIER();
    }
}

/* Compute the estimates from the solution z for the right-hand side w. One group handles one matrix. The array `right` contains
 * the largest element of each right-hand side. The estimate is NaN if a right-hand side may have underflowed when it was scaled
 * by the largest element of `a`. */
KERNEL finish_estimates(int64 batch, int64 n, const GLOBAL T *z, int64 step, const GLOBAL R *sizes, int64 columns,
                        const GLOBAL R *right, const GLOBAL int *marks, GLOBAL float *estimates)
{
    LOCAL R parts[GROUP], largest[GROUP];
    LOCAL int has_vanished;
    int t = LOCAL_ID;
    for (int64 b = GROUP_ID; b < batch; b += GROUP_COUNT) {
        R worst = 0, most = 0;
        for (int64 i = t; i < n; i += GROUP) {
            R size = sizes[b * n + i], e = SIZE_OF(z[b * step + i]) * size;
            if (!(e <= worst))
                worst = e == e ? e : R_INF;
            if (size > most)
                most = size;
        }
        parts[t] = worst;
        largest[t] = most;
        if (t == 0)
            has_vanished = 0;
        for (int middle = GROUP / 2; middle > 0; middle /= 2) {
            BARRIER();
            if (t < middle && parts[t + middle] > parts[t])
                parts[t] = parts[t + middle];
            if (t < middle && largest[t + middle] > largest[t])
                largest[t] = largest[t + middle];
        }
        BARRIER();
        for (int64 j = t; j < columns; j += GROUP) {
            R size = right[b * columns + j];
            if (size > 0 ? size < largest[0] * SAFE_MIN : largest[0] > HUGE_SIZE)
                MARK(&has_vanished, 1);
        }
        BARRIER();
        if (t == 0)
            estimates[b] = marks[b] || has_vanished ? (float)NAN_VALUE : (float)(parts[0] * EPSILON);
        BARRIER();
    }
}

/* Write trivial estimates: NaN for each marked matrix, and 0 for all other matrices. */
KERNEL finish_marks(int64 batch, const GLOBAL int *marks, GLOBAL float *estimates)
{
    for (int64 b = GLOBAL_ID; b < batch; b += GLOBAL_SIZE)
        estimates[b] = marks[b] ? (float)NAN_VALUE : 0;
}

/* Store the position of the first zero on the diagonal of each matrix, counted from 1, or 0 if no diagonal element is zero. One
 * group handles one matrix. */
KERNEL first_zeros(int64 batch, int64 n, int64 ld, int64 step, const GLOBAL T *a, GLOBAL int *info)
{
    LOCAL int parts[GROUP];
    int t = LOCAL_ID, none = (int)n + 1;
    for (int64 b = GROUP_ID; b < batch; b += GROUP_COUNT) {
        int found = none;
        for (int64 i = t; i < n && found == none; i += GROUP)
            if (SIZE_OF(a[b * step + i * ld + i]) == 0)
                found = (int)i + 1;
        parts[t] = found;
        for (int middle = GROUP / 2; middle > 0; middle /= 2) {
            BARRIER();
            if (t < middle && parts[t + middle] < parts[t])
                parts[t] = parts[t + middle];
        }
        if (t == 0)
            info[b] = parts[0] == none ? 0 : parts[0];
        BARRIER();
    }
}

/* Copy nonzero codes to `info` (`codes` may be NULL). Set *failed if an element of `info` is nonzero or an estimate exceeds
 * DOUBTFUL. */
KERNEL flag_estimates(int64 batch, const GLOBAL float *estimates, GLOBAL int *info, const GLOBAL int *codes, GLOBAL int *failed)
{
    for (int64 b = GLOBAL_ID; b < batch; b += GLOBAL_SIZE) {
        if (codes && codes[b] != 0)
            info[b] = codes[b];
        if (info[b] != 0 || !(estimates[b] <= DOUBTFUL))
            MARK(failed, 1);
    }
}
