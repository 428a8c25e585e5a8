/* qr.h - Householder QR of a panel of up to WIDTH columns, one column per launch, and the block reflectors made from the panel.
 * The caller defines the element type T, the matching KIND_* macro, WIDTH, and GROUP, which is both the number of threads per
 * group and the maximum number of groups per matrix.
 *
 * As in LAPACK, H = I - tau v vᴴ with v(j) = 1 makes column j real on the diagonal and zero below it, and Q = I - V T Vᴴ. A
 * launch applies the reflector of column j. Each group also sums, over its rows, the products of column j + 1 with itself and
 * with the later columns. No group may write elements that other groups read in the same launch. Therefore row j is first
 * written to `rows`, and the next launch writes it into the matrix. The arrays `sums` and `rows` have two halves: a launch
 * reads one half and writes the other. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif

#define HALF(b, size) (((s.column & 1) * s.batch + (b)) * (size))
#define OTHER(b, size) ((((s.column + 1) & 1) * s.batch + (b)) * (size))

#define AT_ONCE 8 /* number of independent loads between stores */

#include "reflector.h"

KERNEL qr_column(panel_sizes s, GLOBAL T *a, GLOBAL T *sums, GLOBAL T *rows, GLOBAL T *taus)
{
    LOCAL T part[GROUP * (WIDTH + 1)];
    LOCAL T factors[WIDTH]; /* values to subtract from row j of the panel */
    int t = LOCAL_ID, width = (int)(s.last - s.first), c = (int)(s.column - s.first), begins = s.column < s.first;
    for (int64 g = GROUP_ID; g < s.batch * s.groups; g += GROUP_COUNT) {
        int64 b = g / s.groups, chunk = g % s.groups, j = s.column;
        GLOBAL T *x = a + b * s.step + s.first * s.ld;
        const GLOBAL T *in = sums + HALF(b, GROUP * WIDTH);
        const GLOBAL T *pending = rows + HALF(b, WIDTH);
        GLOBAL T *leaving = rows + OTHER(b, WIDTH);
        T scale = F_NUMBER(0), tau = F_NUMBER(0), beta = F_NUMBER(0);
        for (int k = c + t; k < width && !begins; k += GROUP) {
            T sum = in[k];
            for (int i = 1; i < s.groups; i++)
                sum = F_ADD(sum, in[i * WIDTH + k]);
            part[k] = sum;
        }
        BARRIER(); /* the first launch needs this barrier too, because all launches must pass the same barriers */
        if (!begins)
            beta = reflector(x[c * s.ld + j], F_REAL(part[c]), &scale, &tau);
        for (int k = c + 1 + t; k < width && !begins; k += GROUP)
            factors[k] = F_MUL(F_CONJ(tau), F_ADD_PRODUCT(x[k * s.ld + j], F_CONJ(scale), part[k]));
        BARRIER();
        if (!begins && chunk == 0) {
            for (int k = c - 1 + t; k < width && c > 0; k += GROUP)
                x[k * s.ld + j - 1] = pending[k];
            for (int k = c + t; k < width; k += GROUP)
                leaving[k] = k == c ? beta : F_SUB(x[k * s.ld + j], factors[k]);
            if (t == 0)
                taus[b * s.steps + j] = tau;
        }
        for (int k = c + 1; k < width; k++)
            part[t * (WIDTH + 1) + k] = F_NUMBER(0);
        for (int64 i = j + 1 + chunk * GROUP + t; i < s.m; i += s.groups * GROUP) {
            T v = F_NUMBER(0), head = F_NUMBER(0);
            if (!begins)
                x[c * s.ld + i] = v = F_MUL(x[c * s.ld + i], scale);
            for (int k = c + 1; k < width; k += AT_ONCE) {
                T y[AT_ONCE];
                for (int u = 0; u < AT_ONCE; u++)
                    if (k + u < width)
                        y[u] = x[(k + u) * s.ld + i];
                for (int u = 0; u < AT_ONCE; u++) {
                    if (k + u >= width)
                        continue;
                    if (!begins)
                        x[(k + u) * s.ld + i] = y[u] = F_LESS_PRODUCT(y[u], v, factors[k + u]);
                    if (k + u == c + 1)
                        head = F_CONJ(y[u]);
                    if (i > j + 1)
                        part[t * (WIDTH + 1) + k + u] = F_ADD_PRODUCT(part[t * (WIDTH + 1) + k + u], head, y[u]);
                }
            }
        }
        BARRIER();
        for (int k = c + 1 + t; k < width; k += GROUP) {
            T sum = part[k];
            for (int i = 1; i < GROUP; i++)
                sum = F_ADD(sum, part[i * (WIDTH + 1) + k]);
            sums[OTHER(b, GROUP * WIDTH) + chunk * WIDTH + k] = sum;
        }
        BARRIER();
    }
}

/* After the last column, write the last row into the matrix. One group handles one matrix. */
KERNEL qr_finish(panel_sizes s, GLOBAL T *a, const GLOBAL T *rows)
{
    int width = (int)(s.last - s.first);
    for (int64 b = GROUP_ID; b < s.batch; b += GROUP_COUNT)
        for (int k = width - 1 + LOCAL_ID; k < width; k += LOCAL_SIZE)
            a[b * s.step + (s.first + k) * s.ld + s.column - 1] = rows[HALF(b, WIDTH) + k];
}

/* Copy V, the matrix of reflectors first, first + 1, ..., to a contiguous matrix, with ones on the diagonal and zeros above it.
 * In total, `columns` columns are copied; the columns after the first `count` columns are copied unchanged. */
KERNEL qr_reflectors(int64 rows, int64 count, int64 columns, int64 batch, int64 first, stack_strides sa, const GLOBAL T *a,
                     GLOBAL T *v)
{
    for (int64 i = GLOBAL_ID; i < rows * columns * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, rows), c = split_off(&b, columns);
        T x = F_NUMBER(r == c ? 1 : 0);
        if (r > c || c >= count)
            x = a[b * sa.step + (first + r) * sa.row + (first + c) * sa.col];
        v[i] = x;
    }
}

/* Compute the diagonal blocks of T, of order up to WIDTH, from G = Vᴴ V. For each matrix, t and g have `order` x `order`
 * elements. In `g`, consecutive matrices begin `apart` elements apart. A group of WIDTH threads computes one block of one
 * matrix. T^-1 is the upper triangle of G with 1 / tau on the diagonal (Puglisi 1992). Therefore the columns of T can be
 * computed independently, each by one thread. */
KERNEL qr_blocks(int64 order, int64 batch, int64 first, int64 reflectors, int64 apart, const GLOBAL T *g, const GLOBAL T *taus,
                 GLOBAL T *t)
{
    LOCAL T block[WIDTH * (WIDTH + 1)], tau[WIDTH]; /* G by columns, then T */
    int64 blocks = (order + WIDTH - 1) / WIDTH;
    int j = LOCAL_ID;
    for (int64 at = GROUP_ID; at < blocks * batch; at += GROUP_COUNT) {
        int64 b = at / blocks, from = at % blocks * WIDTH;
        const GLOBAL T *gram = g + b * apart + from * (order + 1);
        GLOBAL T *out = t + b * order * order + from * (order + 1);
        int n = order - from < WIDTH ? (int)(order - from) : WIDTH;
        T column[WIDTH];
#pragma unroll
        for (int k = 0; k < WIDTH; k++) {
            column[k] = F_NUMBER(0);
            if (j < k && k < n)
                column[k] = gram[k * order + j];
        }
#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            block[k * (WIDTH + 1) + j] = column[k];
        tau[j] = j < n ? taus[b * reflectors + first + from + j] : F_NUMBER(0);
        BARRIER();
#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            column[k] = F_NUMBER(0);
        /* Solve from the last row up, without branches, so that loads are not delayed. PoCL would take a long time to compile
         * the unrolled loop. */
#if defined(NEIGHBOURS) || !defined(__OPENCL_VERSION__)
#pragma unroll
#endif
        for (int k = WIDTH - 1; k >= 0; k--) {
            T own = F_NEG(F_MUL(tau[k], column[k]));
            own = k < j ? own : F_NUMBER(0);
            column[k] = k == j ? tau[k] : own;
#if defined(NEIGHBOURS) || !defined(__OPENCL_VERSION__)
#pragma unroll
#endif
            for (int i = 0; i < WIDTH; i++)
                if (i < k)
                    column[i] = F_ADD_PRODUCT(column[i], block[k * (WIDTH + 1) + i], column[k]);
        }
        BARRIER();
#pragma unroll
        for (int k = 0; k < WIDTH; k++)
            block[j * (WIDTH + 1) + k] = column[k];
        BARRIER();
        for (int c = 0; c < n && j < n; c++)
            out[c * order + j] = block[c * (WIDTH + 1) + j];
        BARRIER();
    }
}

#define JOINERS 256 /* threads per group in qr_join */
#define EACH (WIDTH * WIDTH / JOINERS)

/* Compute the other blocks of T, and store zeros below the diagonal. T(i, j) is -T(i, i) times the sum of G(i, k) T(k, j) over
 * i < k <= j. One group handles one block column of one matrix. */
KERNEL qr_join(int64 order, int64 batch, int64 apart, const GLOBAL T *g, GLOBAL T *t)
{
    LOCAL T left[WIDTH * WIDTH], right[WIDTH * WIDTH]; /* by columns */
    int64 columns = (order + WIDTH - 1) / WIDTH;
    int r = LOCAL_ID % WIDTH, c = LOCAL_ID / WIDTH;
    for (int64 at = GROUP_ID; at < columns * batch; at += GROUP_COUNT) {
        const GLOBAL T *gram = g + at / columns * apart;
        GLOBAL T *out = t + at / columns * order * order;
        int64 j = at % columns * WIDTH;
        for (int64 i = j + WIDTH + r; i < order; i += WIDTH)
            for (int l = c; l < WIDTH; l += JOINERS / WIDTH)
                out[(j + l) * order + i] = F_NUMBER(0);
        for (int64 i = j - WIDTH; i >= 0; i -= WIDTH) {
            T sums[EACH];
            for (int e = 0; e < EACH; e++)
                sums[e] = F_NUMBER(0);
            for (int64 k = i + WIDTH; k <= j + WIDTH; k += WIDTH) { /* the last iteration multiplies by T(i, i) */
                int is_last = k > j;
                for (int e = 0; e < EACH; e++) {
                    int l = c + e * (JOINERS / WIDTH);
                    T x = F_NUMBER(0), y = F_NEG(sums[e]);
                    if (is_last)
                        x = out[(i + l) * order + i + r];
                    else if (k + l < order)
                        x = gram[(k + l) * order + i + r];
                    if (!is_last)
                        y = k + r < order && j + l < order ? out[(j + l) * order + k + r] : F_NUMBER(0);
                    left[l * WIDTH + r] = x;
                    right[l * WIDTH + r] = y;
                    sums[e] = is_last ? F_NUMBER(0) : sums[e];
                }
                BARRIER();
#pragma unroll
                for (int l = 0; l < WIDTH; l++)
#pragma unroll
                    for (int e = 0; e < EACH; e++)
                        sums[e] = F_ADD_PRODUCT(sums[e], left[l * WIDTH + r], right[(c + e * (JOINERS / WIDTH)) * WIDTH + l]);
                BARRIER();
            }
            for (int e = 0; e < EACH; e++) {
                int64 to = j + c + e * (JOINERS / WIDTH);
                if (to < order)
                    out[to * order + i + r] = sums[e];
            }
            GLOBAL_BARRIER();
        }
    }
}

/* Store columns of the identity, beginning with column `first`. */
KERNEL qr_identity(int64 m, int64 n, int64 batch, int64 first, stack_strides sa, GLOBAL T *a)
{
    for (int64 i = GLOBAL_ID; i < m * n * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, m), c = split_off(&b, n);
        a[b * sa.step + r * sa.row + (first + c) * sa.col] = F_NUMBER(r == first + c ? 1 : 0);
    }
}

/* Limits of magnitudes, as exponents of two. Squares of elements above the limit LARGE may overflow. Below the limit SMALL, the
 * squares of rounding errors are so small that these squares lose digits and reflectors ignore them. */
#define LARGE (sizeof(R) == 4 ? 40 : 300)
#define SMALL (sizeof(R) == 4 ? -10 : -300)

/* If the elements of a column are too large or too small for squaring, divide the column by a power of two. Store the exponent
 * for qr_rescale(). A group of GROUP threads handles one column. */
KERNEL qr_scale(int64 m, int64 n, int64 batch, stack_strides sa, GLOBAL T *a, GLOBAL int *powers)
{
    LOCAL R sizes[GROUP];
    for (int64 g = GROUP_ID; g < n * batch; g += GROUP_COUNT) {
        GLOBAL T *x = a + g / n * sa.step + g % n * sa.col;
        R largest = 0;
        for (int64 i = LOCAL_ID; i < m; i += GROUP)
            largest = R_FABS(F_REAL(x[i])) > largest ? R_FABS(F_REAL(x[i])) : largest;
        for (int64 i = LOCAL_ID; i < m; i += GROUP)
            largest = R_FABS(F_IMAG(x[i])) > largest ? R_FABS(F_IMAG(x[i])) : largest;
        sizes[LOCAL_ID] = largest;
        BARRIER();
        for (int i = 0; i < GROUP; i++)
            largest = sizes[i] > largest ? sizes[i] : largest;
        int power = largest > 0 && largest < R_INF ? ilogb(largest) : 0;
        if (power <= LARGE && power >= SMALL)
            power = 0;
        for (int64 i = LOCAL_ID; i < m && power; i += GROUP)
            x[i] = F_MAKE(ldexp(F_REAL(x[i]), -power), ldexp(F_IMAG(x[i]), -power));
        if (LOCAL_ID == 0)
            powers[g] = power;
        BARRIER();
    }
}

/* Undo the scaling of R. */
KERNEL qr_rescale(int64 m, int64 n, int64 batch, stack_strides sa, GLOBAL T *a, const GLOBAL int *powers)
{
    for (int64 g = GROUP_ID; g < n * batch; g += GROUP_COUNT) {
        GLOBAL T *x = a + g / n * sa.step + g % n * sa.col;
        int power = powers[g];
        for (int64 i = LOCAL_ID; i <= g % n && i < m && power; i += LOCAL_SIZE)
            x[i] = F_MAKE(ldexp(F_REAL(x[i]), power), ldexp(F_IMAG(x[i]), power));
    }
}
