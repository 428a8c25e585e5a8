/* stack_qr_update.h - Products with the reflectors of stack_qr_panel.h, one panel at a time: H1 H2 ... = I - V T Vᴴ with upper
 * triangular T (R. Schreiber and C. Van Loan, 1989). The caller defines the element type T, the matching KIND_* macro, and
 * WIDTH, the number of columns per panel. */
#define TILE (2 * WIDTH)
#define PITCH (TILE + 1)
#include "stack_product.h"

/* Return element (i, k) of V for one panel; i is counted from the first row of the panel. */
DEVICE T reflected(const GLOBAL T *panel, int64 ld, int64 i, int k, int count)
{
    return k >= count || i < k ? F_NUMBER(0) : i == k ? F_NUMBER(1) : panel[i + k * ld];
}

/* Compute T, stored by columns, for each panel of each matrix. One group handles one panel. s.columns is the number of
 * reflectors. */
KERNEL qr_stack_triangles(stack_panel_sizes s, const GLOBAL T *a, const GLOBAL T *taus, GLOBAL T *triangles)
{
    LOCAL T tile[WIDTH * PITCH], g[WIDTH * (WIDTH + 1)];
    const int t = (int)LOCAL_ID, each = WIDTH * WIDTH / GROUP;
    const int64 panels = (s.columns + WIDTH - 1) / WIDTH, chosen = (s.last - s.first + WIDTH - 1) / WIDTH;
    for (int64 at = GROUP_ID; at < s.batch * chosen; at += GROUP_COUNT) {
        const int64 first = s.first + at % chosen * WIDTH, b = at / chosen;
        const int count = s.columns - first < WIDTH ? (int)(s.columns - first) : WIDTH;
        const GLOBAL T *panel = a + b * s.step + first * (s.ld + 1), *tau = taus + b * s.columns + first;
        GLOBAL T *out = triangles + (b * panels + first / WIDTH) * (WIDTH * WIDTH);
        T sums[WIDTH * WIDTH / GROUP];
        for (int e = 0; e < each; e++)
            sums[e] = F_NUMBER(0);
        for (int64 top = 0; top < s.n - first; top += TILE) {
            for (int e = t; e < WIDTH * TILE; e += GROUP) {
                int i = e % TILE, k = e / TILE;
                tile[k * PITCH + i] = top + i < s.n - first ? reflected(panel, s.ld, top + i, k, count) : F_NUMBER(0);
            }
            BARRIER();
            for (int i = 0; i < TILE; i++)
                for (int e = 0; e < each; e++) {
                    int p = (t + e * GROUP) % WIDTH, q = (t + e * GROUP) / WIDTH;
                    sums[e] = F_ADD_PRODUCT(sums[e], F_CONJ(tile[p * PITCH + i]), tile[q * PITCH + i]);
                }
            BARRIER(); /* this tile has been read */
        }
        for (int e = 0; e < each; e++)
            g[(t + e * GROUP) % WIDTH * (WIDTH + 1) + (t + e * GROUP) / WIDTH] = sums[e];
        BARRIER();
        if (t < WIDTH) /* row t: T(t, j) = -tau(j) times the sum of T(t, q) g(q, j) over t <= q < j */
            for (int j = 0; j < WIDTH; j++) {
                T sum = F_NUMBER(0), scale = j < count ? tau[j] : F_NUMBER(0);
                for (int q = t; q < j; q++)
                    sum = F_ADD_PRODUCT(sum, tile[t + q * WIDTH], g[q * (WIDTH + 1) + j]);
                tile[t + j * WIDTH] = j < t ? F_NUMBER(0) : j == t ? scale : F_NEG(F_MUL(scale, sum));
            }
        BARRIER();
        for (int e = t; e < WIDTH * WIDTH; e += GROUP)
            out[e] = tile[e];
        BARRIER(); /* this panel is finished before the next one begins */
    }
}

/* Compute C = (I - V T Vᴴ) C, with Tᴴ instead of T if `adjoint`, in rows from `first` on. The panel consists of the reflectors
 * [first, last); the total number of reflectors is `left`. Each group handles some of the columns of C. */
KERNEL qr_stack_apply(stack_panel_sizes s, int adjoint, const GLOBAL T *a, const GLOBAL T *triangles, GLOBAL T *c)
{
    LOCAL T tile[WIDTH * PITCH], side[COLUMNS * PITCH], w[WIDTH * LINE];
    const int t = (int)LOCAL_ID, r = t % 16, group = t / 16, count = (int)(s.last - s.first);
    const int64 panels = (s.left + WIDTH - 1) / WIDTH, rows = s.n - s.first;
    for (int64 at = GROUP_ID; at < s.batch * s.sides; at += GROUP_COUNT) {
        const int64 b = at / s.sides, column = at % s.sides * COLUMNS;
        const int columns = s.columns - column < COLUMNS ? (int)(s.columns - column) : COLUMNS;
        const GLOBAL T *panel = a + b * s.step + s.first * (s.ld + 1);
        const GLOBAL T *triangle = triangles + (b * panels + s.first / WIDTH) * (WIDTH * WIDTH);
        GLOBAL T *x = c + b * s.stepb + s.first + column * s.ldb;
        T sums[WIDTH / 16][4];
#pragma unroll
        for (int p = 0; p < WIDTH / 16; p++)
#pragma unroll
            for (int q = 0; q < 4; q++)
                sums[p][q] = F_NUMBER(0);
        for (int64 top = 0; top < rows; top += TILE) {
            for (int e = t; e < COLUMNS * TILE; e += GROUP) {
                int i = e % TILE, k = e / TILE, there = top + i < rows;
                if (k < WIDTH)
                    tile[k * PITCH + i] = there ? reflected(panel, s.ld, top + i, k, count) : F_NUMBER(0);
                side[k * PITCH + i] = there && k < columns ? x[top + i + k * s.ldb] : F_NUMBER(0);
            }
            BARRIER();
            for (int i = 0; i < TILE && group * 4 < columns; i++)
#pragma unroll
                for (int p = 0; p < WIDTH / 16; p++) {
                    const T v = F_CONJ(tile[(r + p * 16) * PITCH + i]);
#pragma unroll
                    for (int q = 0; q < 4; q++)
                        sums[p][q] = F_ADD_PRODUCT(sums[p][q], v, side[(group * 4 + q) * PITCH + i]);
                }
            BARRIER(); /* this tile has been read */
        }
#pragma unroll
        for (int p = 0; p < WIDTH / 16; p++)
#pragma unroll
            for (int q = 0; q < 4; q++)
                side[(r + p * 16) * LINE + group * 4 + q] = sums[p][q];
        for (int e = t; e < WIDTH * WIDTH; e += GROUP)
            tile[e] = triangle[e];
        BARRIER(); /* Vᴴ C and T are complete */
        for (int e = t; e < WIDTH * COLUMNS; e += GROUP) {
            int k = e / COLUMNS, q = e % COLUMNS;
            T sum = F_NUMBER(0);
            for (int i = adjoint ? 0 : k; i < (adjoint ? k + 1 : WIDTH); i++)
                sum = F_ADD_PRODUCT(sum, adjoint ? F_CONJ(tile[i + k * WIDTH]) : tile[k + i * WIDTH], side[i * LINE + q]);
            w[k * LINE + q] = sum;
        }
        BARRIER(); /* the matrix to multiply by V is complete */
        for (int64 top = 0; top < rows; top += TILE) {
            int here = rows - top < TILE ? (int)(rows - top) : TILE;
            for (int e = t; e < WIDTH * TILE; e += GROUP) {
                int i = e % TILE, k = e / TILE;
                tile[k * PITCH + i] = i < here ? reflected(panel, s.ld, top + i, k, count) : F_NUMBER(0);
            }
            BARRIER();
            subtract_products(here, columns, COLUMNS, tile, w, x + top, s.ldb);
            BARRIER(); /* this tile has been read */
        }
    }
}

/* Copy the first `columns` columns of each matrix to `kept`, which is contiguous, and replace each matrix by the identity. */
KERNEL qr_stack_identity(int64 rows, int64 cols, int64 columns, int64 batch, int64 ld, int64 step, GLOBAL T *a, GLOBAL T *kept)
{
    for (int64 e = GLOBAL_ID; e < rows * cols * batch; e += GLOBAL_SIZE) {
        int64 b = e / (rows * cols), j = e / rows % cols, i = e % rows;
        GLOBAL T *x = a + b * step + i + j * ld;
        if (j < columns)
            kept[(b * columns + j) * rows + i] = *x;
        *x = F_NUMBER(i == j);
    }
}

/* If the largest element of a column is far from 1, scale the column by 2^-power and store the power. If `back`, undo the
 * scaling in R instead. One group handles one column. */
#define FAR (sizeof(R) == 4 ? 20 : 300)
#define FARTHEST (sizeof(R) == 4 ? 100 : 1000)
KERNEL qr_stack_scale(int64 rows, int64 cols, int64 batch, int64 ld, int64 step, int back, GLOBAL T *a, GLOBAL int *powers)
{
    LOCAL R sizes[GROUP];
    for (int64 at = GROUP_ID; at < cols * batch; at += GROUP_COUNT) {
        const int64 j = at % cols;
        GLOBAL T *x = a + at / cols * step + j * ld;
        const int t = (int)LOCAL_ID;
        int power = back ? powers[at] : 0;
        R size = 0, scale;
        for (int64 i = t; i < rows && !back; i += GROUP) {
            R re = R_FABS(F_REAL(x[i])), im = R_FABS(F_IMAG(x[i]));
            size = re > size ? re : size;
            size = im > size ? im : size;
        }
        sizes[t] = size;
        BARRIER();
        for (int i = 0; i < GROUP && !back; i++)
            size = sizes[i] > size ? sizes[i] : size;
        if (!back) {
            power = size > 0 && size < R_INF ? ilogb(size) : 0;
            power = power < -FARTHEST ? -FARTHEST : power > FARTHEST ? FARTHEST : power > -FAR && power < FAR ? 0 : power;
        }
        scale = ldexp((R)1, back ? power : -power);
        for (int64 i = t; power && i < (back && j + 1 < rows ? j + 1 : rows); i += GROUP)
            x[i] = F_MAKE(F_REAL(x[i]) * scale, F_IMAG(x[i]) * scale);
        BARRIER(); /* this column is finished before the next one begins */
        if (t == 0 && !back)
            powers[at] = power;
    }
}
