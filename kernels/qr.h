/* qr.h - Householder QR of a panel of up to WIDTH columns, one column at a time, and the block reflectors made of it.  Before
 * it: T and its kind, WIDTH, GROUP (threads of a group, which is also the most groups for one matrix).
 *
 * H = I - tau v vᴴ with v(j) = 1 makes column j real and zero below the diagonal, as LAPACK does it; Q = I - V T Vᴴ.  A launch
 * applies the reflector of column j, and adds up, each group for its rows, the products of column j + 1 with those behind it,
 * its own square included.  Nobody may write what others read in the same launch: row j goes to `rows`, and into the matrix in
 * the next launch.  What a launch reads of `sums` and `rows` is in one half of them, what it writes in the other. */
#ifdef __OPENCL_VERSION__
#pragma OPENCL FP_CONTRACT ON
#endif

#define HALF(b, size) (((s.column & 1) * s.batch + (b)) * (size))
#define OTHER(b, size) ((((s.column + 1) & 1) * s.batch + (b)) * (size))

#define AT_ONCE 8 /* loads that do not wait for each other: no store is between them */

#include "reflector.h"

KERNEL qr_column(panel_sizes s, GLOBAL T *a, GLOBAL T *sums, GLOBAL T *rows, GLOBAL T *taus)
{
    LOCAL T part[GROUP * (WIDTH + 1)];
    LOCAL T factors[WIDTH]; /* what row j of the panel is less by */
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
        BARRIER(); /* in the first launch too: barriers are not for some launches only */
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

/* Behind the last column: the row that is still on its way.  A group for each matrix. */
KERNEL qr_settle(panel_sizes s, GLOBAL T *a, const GLOBAL T *rows)
{
    int width = (int)(s.last - s.first);
    for (int64 b = GROUP_ID; b < s.batch; b += GROUP_COUNT)
        for (int k = width - 1 + LOCAL_ID; k < width; k += LOCAL_SIZE)
            a[b * s.step + (s.first + k) * s.ld + s.column - 1] = rows[HALF(b, WIDTH) + k];
}

/* V of reflectors first, first + 1, ... without gaps: ones on the diagonal, zeros above. */
KERNEL qr_reflectors(int64 rows, int64 count, int64 batch, int64 first, stack_strides sa, const GLOBAL T *a, GLOBAL T *v)
{
    for (int64 i = GLOBAL_ID; i < rows * count * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, rows), c = split_off(&b, count);
        T x = F_NUMBER(r == c ? 1 : 0);
        if (r > c)
            x = a[b * sa.step + (first + r) * sa.row + (first + c) * sa.col];
        v[i] = x;
    }
}

/* T, of order up to WIDTH, in blocks on the diagonal of a larger one, from G = Vᴴ V, and zeros elsewhere: t and g are `order` x
 * `order` for each matrix.  A group of WIDTH threads for each block and matrix: G waits in the other triangle of the block. */
KERNEL qr_blocks(int64 order, int64 batch, int64 first, int64 reflectors, const GLOBAL T *g, const GLOBAL T *taus, GLOBAL T *t)
{
    LOCAL T block[WIDTH * (WIDTH + 1)];
    int64 blocks = (order + WIDTH - 1) / WIDTH;
    int i = LOCAL_ID;
    for (int64 at = GROUP_ID; at < blocks * batch; at += GROUP_COUNT) {
        int64 b = at / blocks, from = at % blocks * WIDTH;
        const GLOBAL T *tau = taus + b * reflectors + first + from;
        const GLOBAL T *gram = g + b * order * order + from * (order + 1);
        GLOBAL T *out = t + b * order * order + from * order;
        int n = order - from < WIDTH ? (int)(order - from) : WIDTH;
        for (int from_j = 0; from_j < n; from_j += AT_ONCE) {
            T y[AT_ONCE];
            for (int u = 0; u < AT_ONCE; u++)
                if (from_j + u < n && i <= from_j + u)
                    y[u] = i == from_j + u ? tau[i] : gram[(from_j + u) * order + i];
            for (int u = 0; u < AT_ONCE; u++)
                if (from_j + u < n && i <= from_j + u)
                    block[i * (WIDTH + 1) + from_j + u] = y[u];
        }
        BARRIER();
        for (int j = 1; j < n; j++) {
            T sum = F_NUMBER(0);
            for (int k = i; k < j; k++)
                sum = F_ADD_PRODUCT(sum, block[k * (WIDTH + 1) + i], block[k * (WIDTH + 1) + j]);
            if (i < j)
                block[j * (WIDTH + 1) + i] = F_NEG(F_MUL(block[j * (WIDTH + 1) + j], sum));
            BARRIER();
        }
        for (int64 e = i; e < order * n; e += LOCAL_SIZE) {
            int64 c = e, r = split_off(&c, order) - from;
            out[e] = r >= 0 && r <= c ? block[c * (WIDTH + 1) + r] : F_NUMBER(0);
        }
        BARRIER();
    }
}

/* Columns of the identity, from number `first` on. */
KERNEL qr_identity(int64 m, int64 n, int64 batch, int64 first, stack_strides sa, GLOBAL T *a)
{
    for (int64 i = GLOBAL_ID; i < m * n * batch; i += GLOBAL_SIZE) {
        int64 b = i, r = split_off(&b, m), c = split_off(&b, n);
        a[b * sa.step + r * sa.row + (first + c) * sa.col] = F_NUMBER(r == first + c ? 1 : 0);
    }
}

/* Powers of two: squares of larger elements may overflow; what is below the rounding error of smaller ones has squares that
 * lose digits, which reflectors leave out. */
#define LARGE (sizeof(R) == 4 ? 40 : 300)
#define SMALL (sizeof(R) == 4 ? -10 : -300)

/* Columns with numbers so large or small that their squares would not do are multiplied by a power of two; it is kept for later
 * division.  A group of GROUP threads for each column. */
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

/* R for the matrix as it was. */
KERNEL qr_rescale(int64 m, int64 n, int64 batch, stack_strides sa, GLOBAL T *a, const GLOBAL int *powers)
{
    for (int64 g = GROUP_ID; g < n * batch; g += GROUP_COUNT) {
        GLOBAL T *x = a + g / n * sa.step + g % n * sa.col;
        int power = powers[g];
        for (int64 i = LOCAL_ID; i <= g % n && i < m && power; i += LOCAL_SIZE)
            x[i] = F_MAKE(ldexp(F_REAL(x[i]), power), ldexp(F_IMAG(x[i]), power));
    }
}
