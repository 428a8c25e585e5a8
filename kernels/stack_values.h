/* stack_values.h - Singular values of stacks of matrices of medium order, on any device. A group reduces a matrix to bidiagonal
 * form by reflectors from the left and the right (G. Golub and W. Kahan, 1965); then each thread finds one singular value by
 * bisection. The caller defines the element type T and the matching KIND_* macro. The caller also defines THREADS, the number
 * of threads per group, and LENGTH, the maximum number of rows.
 *
 * The update by a pair of reflectors is postponed until the next pair reads the matrix. Until then,
 * A - v wᵀ - z uᴴ is the current matrix. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif
#define LANES 32 /* number of threads that share a column, or have consecutive rows */
#define TEAMS (THREADS / LANES)
#define SUMMED 16 /* partial sums */
#define AHEAD 4   /* number of loads that a thread has in flight */
#define GROUP 128 /* number of threads per group in bidiagonal_values */
#define ULP (sizeof(R) == 4 ? (R)5.9604645e-8 : (R)1.1102230246251565e-16)
#define STEPS (sizeof(R) == 4 ? 27 : 56) /* bisection steps */
#define FAR (sizeof(R) == 4 ? 20 : 300)      /* exponents of two beyond which a matrix is scaled */
#define FARTHEST (sizeof(R) == 4 ? 100 : 1000) /* exponents of two that have an inverse */
#define TINY (sizeof(R) == 4 ? (R)0x1p-96f : (R)0x1p-960) /* a negligible square */
#define NOT_FINITE_A (-1)

DEVICE R square_of(T v)
{
    return F_REAL(v) * F_REAL(v) + F_IMAG(v) * F_IMAG(v);
}

DEVICE R larger_part(T v, R before)
{
    R re = R_FABS(F_REAL(v)), im = R_FABS(F_IMAG(v)), size = re > im ? re : im;
    return size > before ? size : before;
}

DEVICE T times(T v, R scale)
{
    return F_MAKE(F_REAL(v) * scale, F_IMAG(v) * scale);
}

DEVICE T product_of(T a, T b)
{
    return F_ADD_PRODUCT(F_NUMBER(0), a, b);
}

/* Compute the reflector I - tau v vᴴ that maps (alpha; x), with ‖x‖² = square, to (beta; 0). The reflector has the vector v =
 * (1; x scale). Return the magnitude of beta, which has the direction of -alpha. Squares far below the rounding error of the
 * matrix are treated as zero, because such small squares have lost digits and the reflector would not be unitary. */
DEVICE R reflector(T alpha, R square, T *scale, R *tau)
{
    R own = square_of(alpha), size = own < TINY ? (R)0 : R_SQRT(own), length = R_SQRT(own + square);
    *tau = 0;
    *scale = F_NUMBER(0);
    if (square < TINY)
        return R_SQRT(own);
    *tau = (length + size) / length;
    *scale = F_NUMBER(1 / (length + size));
    if (size > 0)
        *scale = times(times(F_CONJ(alpha), 1 / size), 1 / (length + size));
    return length;
}

#if defined(WARP) || defined(NEIGHBOURS)
DEVICE T sum_of_lanes(T v)
{
    for (int mask = LANES / 2; mask > 0; mask /= 2)
        v = F_ADD(v, F_MAKE(SHUFFLE_XOR(F_REAL(v), mask), SHUFFLE_XOR(F_IMAG(v), mask)));
    return v;
}
#endif

/* Reduce a / 2^power, with rows >= cols, to real bidiagonal form; a is overwritten. */
#define bidiagonal_stack BOUNDED(THREADS, 1) bidiagonal_stack
KERNEL bidiagonal_stack(int64 batch, int rows, int cols, stack_strides sa, GLOBAL T *a, GLOBAL R *d, GLOBAL R *e,
                        GLOBAL int *powers, GLOBAL int *info)
{
    LOCAL T v[2][LENGTH], z[LENGTH], w[LENGTH], u[LENGTH], parts[THREADS];
    LOCAL R squares[THREADS], partial[SUMMED];
    LOCAL int is_bad;
    const int t = (int)LOCAL_ID, lane = t % LANES, team = t / LANES;
    for (int64 at = GROUP_ID; at < batch; at += GROUP_COUNT) {
        GLOBAL T *x = a + at * sa.step;
        R largest = 0, square;
        int power = 0, bad = 0;
        if (t == 0)
            is_bad = 0;
        for (int i = t; i < LENGTH; i += THREADS)
            v[0][i] = v[1][i] = z[i] = w[i] = u[i] = F_NUMBER(0);
        BARRIER();
        for (int c = team; c < cols; c += TEAMS)
            for (int i = lane; i < rows; i += LANES) {
                T one = x[i * sa.row + c * sa.col];
                if (!(R_FABS(F_REAL(one)) < R_INF && R_FABS(F_IMAG(one)) < R_INF))
                    bad = 1;
                largest = larger_part(one, largest);
            }
        if (bad)
            MARK(&is_bad, 1);
        squares[t] = largest;
        BARRIER();
        for (int i = 0; i < THREADS; i++)
            largest = squares[i] > largest ? squares[i] : largest;
        bad = is_bad;
        power = largest > 0 && !bad ? ilogb(largest) : 0;
        power = power < -FARTHEST ? -FARTHEST : power > FARTHEST ? FARTHEST : power > -FAR && power < FAR ? 0 : power;
        if (power) {
            R scale = ldexp((R)1, -power);
            for (int c = team; c < cols; c += TEAMS)
                for (int i = lane; i < rows; i += LANES)
                    x[i * sa.row + c * sa.col] = times(x[i * sa.row + c * sa.col], scale);
        }
        GLOBAL_BARRIER(); /* the matrix is scaled, and squares are no longer read */
        for (int j = 0; j < cols; j++) {
            LOCAL_POINTER T *before = v[j & 1], *own = v[1 - (j & 1)];
            T scale, alpha = F_NUMBER(0);
            R tau, size;
            square = 0;
            for (int i = j + t; i < rows && !bad; i += THREADS) { /* update the column */
                T one = x[i * sa.row + j * sa.col];
                one = F_LESS_PRODUCT(F_LESS_PRODUCT(one, before[i], w[j]), z[i], F_CONJ(u[j]));
                own[i] = one;
                square += i > j ? square_of(one) : 0;
            }
#include "stack_values_sum.h"
            alpha = own[j];
            size = reflector(alpha, square, &scale, &tau);
            BARRIER(); /* all threads have read alpha */
            for (int i = j + t; i < rows; i += THREADS)
                own[i] = i == j ? F_NUMBER(1) : product_of(own[i], scale);
            if (t == 0)
                d[at * cols + j] = bad ? 0 : size;
            BARRIER(); /* v is complete */
            for (int first = j + 1; first < cols; first += TEAMS) {
                const int c = first + team, there = c < cols;
                const T wc = there ? w[c] : F_NUMBER(0), uc = there ? F_CONJ(u[c]) : F_NUMBER(0);
                T sum = F_NUMBER(0), head = F_NUMBER(0);
                for (int top = j + lane; top < rows && there; top += AHEAD * LANES) {
                    T ones[AHEAD];
#pragma unroll
                    for (int k = 0; k < AHEAD; k++)
                        ones[k] = top + k * LANES < rows ? x[(top + k * LANES) * sa.row + c * sa.col] : F_NUMBER(0);
#pragma unroll
                    for (int k = 0; k < AHEAD; k++) {
                        const int i = top + k * LANES;
                        if (i < rows) {
                            T one = F_LESS_PRODUCT(F_LESS_PRODUCT(ones[k], before[i], wc), z[i], uc);
                            x[i * sa.row + c * sa.col] = one;
                            head = i == j ? one : head;
                            sum = F_ADD_PRODUCT(sum, F_CONJ(own[i]), one);
                        }
                    }
                }
#if defined(WARP) || defined(NEIGHBOURS)
                sum = sum_of_lanes(sum);
                WARP_BARRIER(); /* all lanes have read w and u */
#else
                parts[t] = sum;
                BARRIER();
                for (int i = 1; i < LANES && lane == 0; i++)
                    sum = F_ADD(sum, parts[t + i]);
                BARRIER(); /* parts are overwritten for the next columns */
#endif
                if (lane == 0 && there) {
                    sum = times(sum, tau);
                    w[c] = sum;
                    u[c] = F_CONJ(F_SUB(head, sum)); /* row j */
                }
            }
            GLOBAL_BARRIER(); /* the columns and row j are complete */
            if (j + 1 < cols) {
                const int left = rows - j - 1, blocks = (left + LANES - 1) / LANES, side = blocks < TEAMS ? blocks : TEAMS;
                const int slices = side ? TEAMS / side : 1, slice = side ? team / side : 0, block = side ? team % side : 0;
                square = 0;
                for (int c = j + 2 + t; c < cols; c += THREADS)
                    square += square_of(u[c]);
                alpha = u[j + 1];
#include "stack_values_sum.h"
                size = reflector(alpha, square, &scale, &tau);
                for (int c = j + 1 + t; c < cols; c += THREADS)
                    u[c] = c == j + 1 ? F_NUMBER(1) : product_of(u[c], scale);
                if (t == 0)
                    e[at * cols + j] = bad ? 0 : size;
                BARRIER(); /* u is complete */
                for (int b = block; b < blocks && slice < slices; b += side) {
                    const int i = j + 1 + b * LANES + lane;
                    T sum = F_NUMBER(0);
                    if (i < rows) {
                        const GLOBAL T *line = x + i * sa.row;
                        const T own_i = own[i];
#pragma unroll 8
                        for (int c = j + 1 + slice; c < cols; c += slices)
                            sum = F_ADD_PRODUCT(sum, F_LESS_PRODUCT(line[c * sa.col], own_i, w[c]), u[c]);
                        if (slices == 1)
                            z[i] = times(sum, tau);
                    }
                    parts[t] = sum;
                }
                BARRIER(); /* all parts are stored */
                if (slices > 1 && team < side && j + 1 + t < rows) {
                    T sum = parts[t];
                    for (int i = 1; i < slices; i++)
                        sum = F_ADD(sum, parts[t + i * side * LANES]);
                    z[j + 1 + t] = times(sum, tau);
                }
                BARRIER(); /* z is complete */
            }
        }
        if (t == 0) {
            powers[at] = power;
            info[at] = bad ? NOT_FINITE_A : 0;
        }
        BARRIER(); /* this matrix is finished before the next one begins */
    }
}

/* Minors are rescaled every PERIOD steps, so that they neither overflow nor underflow. One step multiplies the magnitude of the
 * minors by at most 2, and by at least about FLOOR^2. */
#define FLOOR (ULP / 32)
#define PERIOD (sizeof(R) == 4 ? 1 : 4)
#define SMALL_MINOR (sizeof(R) == 4 ? (R)0x1p-60 : (R)0x1p-200)
#define LARGE_MINOR (sizeof(R) == 4 ? (R)0x1p60 : (R)0x1p400)
#define RAISE (sizeof(R) == 4 ? (R)0x1p60 : (R)0x1p500)

/* Return the number of singular values below x > 0. The singular values are the positive eigenvalues of a symmetric tridiagonal
 * matrix of order 2 n with a zero diagonal and the off-diagonal d(0), e(0), d(1), ... The number of eigenvalues below x equals
 * the number of sign changes in the leading minors of this matrix minus x times the identity; n of these eigenvalues are
 * negative. */
DEVICE int count_below(int n, const LOCAL_POINTER R *beside, R x)
{
    R before = 1, minor = -x;
    int changes = 1;
    for (int i = 0; i < 2 * n - 1; i++) {
        R next = -x * minor - beside[i] * before;
        changes += (next < 0) != (minor < 0);
        before = minor;
        minor = next;
        if (i % PERIOD == PERIOD - 1) {
            R size = R_FABS(minor) > R_FABS(before) ? R_FABS(minor) : R_FABS(before);
            R scale = size < SMALL_MINOR ? RAISE : size > LARGE_MINOR ? 1 / RAISE : (R)1;
            minor *= scale;
            before *= scale;
        }
    }
    return changes - n;
}

/* Compute the singular values in descending order. One group handles GROUP values of a matrix. */
KERNEL bidiagonal_values(int64 batch, int n, const GLOBAL R *d, const GLOBAL R *e, const GLOBAL int *powers, GLOBAL R *values)
{
    LOCAL R beside[2 * LENGTH], sizes[GROUP];
    const int t = (int)LOCAL_ID, chunks = (n + GROUP - 1) / GROUP;
    for (int64 g = GROUP_ID; g < batch * chunks; g += GROUP_COUNT) {
        const int64 at = g / chunks;
        const int k = (int)(g % chunks) * GROUP + t;
        R bound = 0;
        for (int i = t; i < 2 * n - 1; i += GROUP) {
            R one = i % 2 ? e[at * n + i / 2] : d[at * n + i / 2];
            beside[i] = one;
            bound = one > bound ? one : bound;
        }
        sizes[t] = bound;
        BARRIER();
        for (int i = 0; i < GROUP; i++)
            bound = sizes[i] > bound ? sizes[i] : bound;
        bound *= 2; /* bound of the row sums */
        for (int i = t; i < 2 * n - 1; i += GROUP) {
            R one = bound > 0 ? beside[i] / bound : 0;
            one = one > FLOOR ? one : FLOOR;
            beside[i] = one * one;
        }
        BARRIER();
        if (k < n) {
            R low = 0, high = 1 + 4 * ULP;
            for (int i = 0; i < STEPS; i++) {
                R middle = low + (high - low) / 2;
                if (count_below(n, beside, middle) <= n - 1 - k)
                    low = middle;
                else
                    high = middle;
            }
            values[at * n + k] = low > 0 ? ldexp((low + (high - low) / 2) * bound, powers[at]) : (R)0;
        }
        BARRIER(); /* these values are finished before the next ones begin */
    }
}
