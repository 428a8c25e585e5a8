/* stack_qr.h - Householder QR of stacks of matrices with few columns, one group per matrix. The caller defines:
 * - the element type T and the matching KIND_* macro;
 * - THREADS, the number of threads per group;
 * - ELEMENTS, the number of elements that fit in local memory, or IN_PLACE, if a matrix stays in global memory.
 *
 * Thread t handles column t % width in every (THREADS / width)-th row, beginning with row t / width. `width` is a power of two
 * not less than the number of columns. As in LAPACK, H = I - tau v vᴴ with v(j) = 1 makes column j real on the diagonal and
 * zero below it. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#ifdef IN_PLACE
#define PLACE GLOBAL
#define GROUP_BARRIER() GLOBAL_BARRIER()
#else
#define PLACE LOCAL_POINTER
#define GROUP_BARRIER() BARRIER()
#endif
#define MAX_COLUMNS (THREADS < 256 ? 64 : 256)
#define FAR (sizeof(R) == 4 ? 40 : 300)      /* exponents of two whose squares can be summed without overflow or underflow */
#define FARTHEST (sizeof(R) == 4 ? 100 : 1000) /* exponents of two that have an inverse */

DEVICE R larger_part(T v, R before)
{
    R re = R_FABS(F_REAL(v)), im = R_FABS(F_IMAG(v)), size = re > im ? re : im;
    return size > before ? size : before;
}

DEVICE R square_of(T v, R scale)
{
    R re = F_REAL(v) * scale, im = F_IMAG(v) * scale;
    return re * re + im * im;
}

/* Return the exponent that scales a magnitude to [1, 2), or 0 for zero, infinity and NaN. */
DEVICE int power_of(R size)
{
    return size > 0 && size < R_INF ? ilogb(size) : 0;
}

DEVICE int within(int power)
{
    return power < -FARTHEST ? -FARTHEST : power > FARTHEST ? FARTHEST : power;
}

DEVICE T times_power(T v, int power)
{
    return F_MAKE(ldexp(F_REAL(v), power), ldexp(F_IMAG(v), power));
}

/* Copy a matrix between global and local memory. If IN_PLACE is defined, do nothing. */
DEVICE void load(int rows, int cols, int ld, const GLOBAL T *x, int64 step, PLACE T *m)
{
#ifndef IN_PLACE
    for (int i = LOCAL_ID; i < rows * cols; i += THREADS)
        m[i / rows * ld + i % rows] = x[i / rows * step + i % rows];
#endif
}

DEVICE void store(int rows, int cols, int ld, const PLACE T *m, GLOBAL T *x, int64 step)
{
#ifndef IN_PLACE
    for (int i = LOCAL_ID; i < rows * cols; i += THREADS)
        x[i / rows * step + i % rows] = m[i / rows * ld + i % rows];
#endif
}

/* Compute the reflector that maps (alpha; x), with x = 2^power y and ‖y‖² = square, to (beta; 0). The reflector has the vector
 * v = (1; x scale 2^-*by), where *by is set to the exponent of the larger of alpha and x. Return beta. */
DEVICE T reflector(T alpha, R square, int power, T *scale, int *by, T *tau)
{
    R re, im, beta, length;
    int of_alpha = power_of(larger_part(alpha, 0));
    if (square == 0 && F_IMAG(alpha) == 0) {
        *tau = *scale = F_NUMBER(0);
        *by = 0;
        return alpha;
    }
    *by = within(square == 0 || (F_SIZE(alpha) > 0 && of_alpha > power) ? of_alpha : power);
    alpha = times_power(alpha, -*by);
    re = F_REAL(alpha);
    im = F_IMAG(alpha);
    length = ldexp(R_SQRT(square), power - *by);
    beta = R_SQRT(re * re + im * im + length * length);
    if (re >= 0)
        beta = -beta;
    *tau = F_MAKE((beta - re) / beta, -im / beta);
    *scale = F_DIV(F_NUMBER(1), F_SUB(alpha, F_NUMBER(beta)));
    return F_NUMBER(ldexp(beta, *by));
}

/* Return the maximum of the first `count` sizes. Every thread computes it. */
DEVICE R largest_of(int count, const LOCAL_POINTER R *sizes, int step)
{
    R largest = 0;
    for (int i = 0; i < count; i++)
        largest = sizes[i * step] > largest ? sizes[i * step] : largest;
    return largest;
}

/* Return the sum of a column over its slices. */
DEVICE T sum_of(int slices, const LOCAL_POINTER T *parts, int step)
{
    T sum = parts[0];
    for (int i = 1; i < slices; i++)
        sum = F_ADD(sum, parts[i * step]);
    return sum;
}

/* Compute R in the upper triangle and the reflectors below it. */
KERNEL qr_stack(int64 batch, int rows, int cols, int width, stack_strides sa, GLOBAL T *a, GLOBAL T *taus)
{
#ifndef IN_PLACE
    LOCAL T local_m[ELEMENTS];
#endif
    LOCAL T parts[THREADS];
    LOCAL T settled[2]; /* beta and tau of a step. PoCL loses values that only one thread keeps across a barrier */
    LOCAL R sizes[THREADS], squares[THREADS];
    LOCAL int powers[MAX_COLUMNS];
    int t = LOCAL_ID, c = t % width, slice = t / width, slices = THREADS / width, steps = rows < cols ? rows : cols;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * sa.step;
#ifdef IN_PLACE
        PLACE T *m = x;
        int64 ld = sa.col;
#else
        PLACE T *m = local_m;
        int ld = rows | 1; /* odd, so that neighbouring columns are in different banks */
#endif
        R largest = 0;
        load(rows, cols, (int)ld, x, sa.col, m);
        GROUP_BARRIER(); /* the matrix is loaded */
        for (int i = slice; i < rows && c < cols; i += slices)
            largest = larger_part(m[c * ld + i], largest);
        sizes[t] = largest;
        GROUP_BARRIER(); /* all sizes are stored */
        if (c < cols) {
            int power = power_of(largest_of(slices, sizes + c, width));
            power = power < FAR && power > -FAR ? 0 : power;
            for (int i = slice; i < rows && power; i += slices)
                m[c * ld + i] = times_power(m[c * ld + i], -power);
            if (slice == 0)
                powers[c] = power;
        }
        GROUP_BARRIER(); /* all columns are scaled, and sizes are no longer read */
        for (int j = 0; j < steps; j++) {
            PLACE T *column = m + j * ld;
            int count = rows - j - 1 < THREADS ? rows - j - 1 : THREADS, power, by;
            R size = 0, square = 0;
            T scale, tau, beta, sum;
            for (int i = j + 1 + t; i < rows; i += THREADS)
                size = larger_part(column[i], size);
            sizes[t] = size;
            GROUP_BARRIER(); /* all sizes are stored */
            power = within(power_of(largest_of(count, sizes, 1)));
            size = ldexp((R)1, -power);
            for (int i = j + 1 + t; i < rows; i += THREADS)
                square += square_of(column[i], size);
            squares[t] = square;
            GROUP_BARRIER(); /* all squares are stored, and sizes are no longer read */
            square = 0;
            for (int i = 0; i < count; i++)
                square += squares[i];
            beta = reflector(column[j], square, power, &scale, &by, &tau);
            if (t == 0) {
                settled[0] = beta;
                settled[1] = tau;
            }
            size = ldexp((R)1, -by);
            for (int i = j + 1 + t; i < rows; i += THREADS)
                column[i] = F_MUL(F_MAKE(F_REAL(column[i]) * size, F_IMAG(column[i]) * size), scale);
            GROUP_BARRIER(); /* v is complete; alpha and the squares are no longer read */
            tau = settled[1];
            if (t == 0) {
                column[j] = settled[0];
                taus[at * steps + j] = tau;
            }
            sum = F_NUMBER(0);
            if (c > j && c < cols) {
                sum = slice == 0 ? m[c * ld + j] : F_NUMBER(0);
                for (int i = j + 1 + slice; i < rows; i += slices)
                    sum = F_ADD_PRODUCT(sum, F_CONJ(column[i]), m[c * ld + i]);
            }
            parts[t] = sum;
            GROUP_BARRIER(); /* all parts are stored */
            if (c > j && c < cols) {
                sum = F_MUL(F_CONJ(tau), sum_of(slices, parts + c, width));
                if (slice == 0)
                    m[c * ld + j] = F_SUB(m[c * ld + j], sum);
                for (int i = j + 1 + slice; i < rows; i += slices)
                    m[c * ld + i] = F_LESS_PRODUCT(m[c * ld + i], column[i], sum);
            }
            GROUP_BARRIER(); /* the columns are updated; v and the parts are no longer read */
        }
        for (int i = slice; c < cols && i <= c && i < rows && powers[c]; i += slices)
            m[c * ld + i] = times_power(m[c * ld + i], powers[c]);
        GROUP_BARRIER(); /* the scaling of R is undone */
        store(rows, cols, (int)ld, m, x, sa.col);
        GROUP_BARRIER(); /* this matrix is finished before the next one is loaded */
    }
}

/* Form the first `cols` columns of Q in place, from `steps` reflectors in the first columns of a. The reflectors are applied
 * from the last to the first. Each reflector is applied to the later columns, which are initially columns of the identity. */
KERNEL qr_stack_form(int64 batch, int rows, int cols, int steps, int width, stack_strides sa, GLOBAL T *a,
                     const GLOBAL T *taus)
{
#ifndef IN_PLACE
    LOCAL T local_m[ELEMENTS];
#endif
    LOCAL T parts[THREADS];
    int t = LOCAL_ID, c = t % width, slice = t / width, slices = THREADS / width;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * sa.step;
#ifdef IN_PLACE
        PLACE T *m = x;
        int64 ld = sa.col;
#else
        PLACE T *m = local_m;
        int ld = rows | 1;
#endif
        load(rows, steps, (int)ld, x, sa.col, m);
        for (int i = slice; c >= steps && c < cols && i < rows; i += slices)
            m[c * ld + i] = F_NUMBER(i == c);
        GROUP_BARRIER(); /* the matrix is loaded */
        for (int j = steps - 1; j >= 0; j--) {
            const PLACE T *column = m + j * ld;
            T sum = F_NUMBER(0), tau = taus[at * steps + j];
            if (c > j && c < cols)
                for (int i = j + 1 + slice; i < rows; i += slices)
                    sum = F_ADD_PRODUCT(sum, F_CONJ(column[i]), m[c * ld + i]);
            parts[t] = sum;
            GROUP_BARRIER(); /* all parts are stored */
            if (c > j && c < cols) { /* row j of these columns is zero */
                sum = F_MUL(tau, sum_of(slices, parts + c, width));
                if (slice == 0)
                    m[c * ld + j] = F_NEG(sum);
                for (int i = j + 1 + slice; i < rows; i += slices)
                    m[c * ld + i] = F_LESS_PRODUCT(m[c * ld + i], column[i], sum);
            }
            GROUP_BARRIER(); /* v and the parts are no longer read */
            for (int i = slice; c == j && i < rows; i += slices) {
                T v = m[c * ld + i];
                m[c * ld + i] = i > j ? F_NEG(F_MUL(tau, v)) : i == j ? F_SUB(F_NUMBER(1), tau) : F_NUMBER(0);
            }
            GROUP_BARRIER(); /* column j is complete; in the next step threads handle other rows */
        }
        store(rows, cols, (int)ld, m, x, sa.col);
        GROUP_BARRIER(); /* this matrix is finished before the next one is loaded */
    }
}

/* Compute C = op(Q) C from `steps` reflectors in a. Each group handles `columns` columns of C. */
KERNEL qr_stack_apply(int64 batch, int rows, int64 cols, int steps, int columns, int width, int conjugate, stack_strides sa,
                      const GLOBAL T *a, const GLOBAL T *taus, stack_strides sc, GLOBAL T *y)
{
#ifndef IN_PLACE
    LOCAL T local_m[ELEMENTS];
#endif
    LOCAL T parts[THREADS];
    int t = LOCAL_ID, c = t % width, slice = t / width, slices = THREADS / width;
    int64 chunks = (cols + columns - 1) / columns;
    for (int64 g = GROUP_ID; g < batch * chunks; g += GROUP_COUNT) {
        int64 at = g / chunks, first = g % chunks * columns;
        int count = cols - first < columns ? (int)(cols - first) : columns;
        GLOBAL T *x = y + at * sc.step + first * sc.col;
#ifdef IN_PLACE
        PLACE T *m = x;
        int64 ld = sc.col;
#else
        PLACE T *m = local_m;
        int ld = rows | 1;
#endif
        load(rows, count, (int)ld, x, sc.col, m);
        GROUP_BARRIER(); /* the columns are loaded */
        for (int step = 0; step < steps; step++) { /* Q is the product of the reflectors in order, with the first reflector
                                                    * leftmost */
            int j = conjugate ? step : steps - 1 - step;
            const GLOBAL T *column = a + at * sa.step + j * sa.col;
            T sum = F_NUMBER(0), tau = taus[at * steps + j];
            if (c < count) {
                sum = slice == 0 ? m[c * ld + j] : F_NUMBER(0);
                for (int i = j + 1 + slice; i < rows; i += slices)
                    sum = F_ADD_PRODUCT(sum, F_CONJ(column[i]), m[c * ld + i]);
            }
            parts[t] = sum;
            GROUP_BARRIER(); /* all parts are stored */
            if (c < count) {
                sum = F_MUL(conjugate ? F_CONJ(tau) : tau, sum_of(slices, parts + c, width));
                if (slice == 0)
                    m[c * ld + j] = F_SUB(m[c * ld + j], sum);
                for (int i = j + 1 + slice; i < rows; i += slices)
                    m[c * ld + i] = F_LESS_PRODUCT(m[c * ld + i], column[i], sum);
            }
            GROUP_BARRIER(); /* in the next step threads handle other rows; the parts are no longer read */
        }
        store(rows, count, (int)ld, m, x, sc.col);
        GROUP_BARRIER(); /* these columns are finished before the next ones are loaded */
    }
}
