/* stack_update.h - Update the columns outside a panel of stack_panel.h. For LU, the update consists of row exchanges, the
 * computation of U, products and triangular solves; for Cholesky, only of products. The caller defines the element type T, the
 * matching KIND_* macro, and WIDTH, the number of columns per panel.
 *
 * Right-hand sides are updated together with the matrix, so the lower triangular system is already solved when the factors are
 * complete. */
#include "lu_pivot.h"
#define TILE 64
#define PITCH TILE
#include "stack_product.h"
#define LENGTH (WIDTH + 1)

/* A block of columns outside the panel: columns of the matrix or of the right-hand sides, or single columns. */
typedef struct {
    GLOBAL T *x; /* first row */
    int64 ld;
    int columns;
    int is_left;
} column_block;

DEVICE column_block place_of(const stack_panel_sizes *s, int64 at, int64 block, GLOBAL T *a, GLOBAL T *b, GLOBAL T *w)
{
    column_block p;
    int64 column = block < s->left ? block * COLUMNS : s->last + (block - s->left) * COLUMNS;
    int64 end = block < s->left ? s->first : s->n;
    p.is_left = block < s->left;
    p.x = a + at * s->step;
    p.ld = s->ld;
    if (block >= s->left + s->right) {
        column = (block - s->left - s->right) * COLUMNS;
        end = s->columns;
        p.x = b + at * s->stepb;
        p.ld = s->ldb;
    }
    if (block >= s->left + s->right + s->sides) {
        column = 0;
        end = 1;
        p.x = w + at * s->n;
        p.ld = s->n;
    }
    p.x += column * p.ld;
    p.columns = end - column < COLUMNS ? (int)(end - column) : COLUMNS;
    return p;
}

/* Apply the row exchanges of a panel to the columns outside the panel. In the columns to the right of the panel, also compute U
 * and update the rows below. */
KERNEL lu_stack_update(stack_panel_sizes s, GLOBAL T *a, GLOBAL T *b, GLOBAL T *single, const GLOBAL int *moves)
{
    LOCAL T l[WIDTH * LENGTH], u[WIDTH * LINE], tile[WIDTH * TILE];
    const int t = (int)LOCAL_ID, w = (int)(s.last - s.first);
    const int64 blocks = s.left + s.right + s.sides + s.singles;
    for (int64 g = GROUP_ID; g < s.batch * blocks; g += GROUP_COUNT) {
        const int64 at = g / blocks;
        const GLOBAL int *from = moves + at * (2 * WIDTH), *to = from + WIDTH;
        const GLOBAL T *panel = a + at * s.step + s.first * s.ld;
        const column_block p = place_of(&s, at, g % blocks, a, b, single);
        GLOBAL T *x = p.x + s.first;
        for (int e = t; e < WIDTH * COLUMNS; e += GROUP) {
            int k = e % WIDTH, c = e / WIDTH, there = k < w && c < p.columns;
            u[k * LINE + c] = there ? x[from[k] + c * p.ld] : zero_element();
            tile[k * LINE + c] = there ? x[k + c * p.ld] : zero_element();
        }
        for (int e = t; e < WIDTH * WIDTH && !p.is_left; e += GROUP) {
            int i = e % WIDTH, k = e / WIDTH;
            l[k * LENGTH + i] = i < w && k < i ? panel[s.first + i + k * s.ld] : zero_element();
        }
        BARRIER(); /* the rows to exchange have been read */
        for (int e = t; e < WIDTH * COLUMNS; e += GROUP) {
            int k = e % WIDTH, c = e / WIDTH, there = k < w && c < p.columns;
            if (there && to[k] >= w)
                x[to[k] + c * p.ld] = tile[k * LINE + c];
            if (there && p.is_left)
                x[k + c * p.ld] = u[k * LINE + c];
        }
        if (t < p.columns && !p.is_left) { /* one column per thread */
            T v[WIDTH];
#pragma unroll
            for (int i = 0; i < WIDTH; i++)
                v[i] = u[i * LINE + t];
#pragma unroll
            for (int k = 0; k < WIDTH; k++)
#pragma unroll
                for (int i = k + 1; i < WIDTH; i++)
                    v[i] = F_FUSED_LESS(v[i], l[k * LENGTH + i], v[k]);
#pragma unroll
            for (int i = 0; i < WIDTH; i++)
                u[i * LINE + t] = v[i];
        }
        GLOBAL_BARRIER(); /* U is complete, and rows have been exchanged */
        for (int e = t; e < WIDTH * COLUMNS && !p.is_left; e += GROUP) {
            int k = e % WIDTH, c = e / WIDTH;
            if (k < w && c < p.columns)
                x[k + c * p.ld] = u[k * LINE + c];
        }
        for (int64 top = s.last; top < s.n && !p.is_left; top += TILE) {
            int count = s.n - top < TILE ? (int)(s.n - top) : TILE;
            for (int e = t; e < WIDTH * TILE; e += GROUP)
                tile[e] = e % TILE < count ? panel[top + e % TILE + e / TILE * s.ld] : zero_element();
            BARRIER();
            subtract_products(count, p.columns, COLUMNS, tile, u, p.x + top, p.ld);
            BARRIER(); /* this tile has been read */
        }
        BARRIER(); /* this block is finished before the next one begins */
    }
}

/* Update the lower triangle to the right of a panel of L. Each group handles some of the columns. */
KERNEL cholesky_stack_update(stack_panel_sizes s, GLOBAL T *a)
{
    LOCAL T u[WIDTH * LINE], tile[WIDTH * TILE];
    const int t = (int)LOCAL_ID;
    for (int64 g = GROUP_ID; g < s.batch * s.right; g += GROUP_COUNT) {
        const int64 begin = s.last + g % s.right * COLUMNS;
        const int columns = s.n - begin < COLUMNS ? (int)(s.n - begin) : COLUMNS;
        GLOBAL T *matrix = a + g / s.right * s.step;
        const GLOBAL T *panel = matrix + s.first * s.ld;
        for (int e = t; e < WIDTH * COLUMNS; e += GROUP) {
            int c = e % COLUMNS, k = e / COLUMNS;
            u[k * LINE + c] = c < columns ? F_CONJ(panel[begin + c + k * s.ld]) : zero_element();
        }
        for (int64 top = begin; top < s.n; top += TILE) {
            int count = s.n - top < TILE ? (int)(s.n - top) : TILE;
            for (int e = t; e < WIDTH * TILE; e += GROUP)
                tile[e] = e % TILE < count ? panel[top + e % TILE + e / TILE * s.ld] : zero_element();
            BARRIER();
            subtract_products(count, columns, (int)(top - begin), tile, u, matrix + top + begin * s.ld, s.ld);
            BARRIER(); /* this tile has been read */
        }
    }
}

/* Compute X = U^-1 X for right-hand sides and single columns, from the last row block up. Each group handles some of the
 * columns. */
KERNEL lu_stack_back(stack_panel_sizes s, const GLOBAL T *a, GLOBAL T *b, GLOBAL T *single)
{
    LOCAL T l[WIDTH * LENGTH], u[WIDTH * LINE], tile[WIDTH * TILE], inverses[WIDTH];
    const int t = (int)LOCAL_ID;
    const int64 blocks = s.sides + s.singles;
    for (int64 g = GROUP_ID; g < s.batch * blocks; g += GROUP_COUNT) {
        const int64 at = g / blocks;
        const GLOBAL T *matrix = a + at * s.step;
        const column_block p = place_of(&s, at, s.left + s.right + g % blocks, b, b, single);
        for (int64 last = s.n, first; last > 0; last = first) {
            first = (last - 1) / WIDTH * WIDTH;
            const int w = (int)(last - first);
            const GLOBAL T *panel = matrix + first * s.ld;
            for (int e = t; e < WIDTH * COLUMNS; e += GROUP) {
                int k = e % WIDTH, c = e / WIDTH;
                u[k * LINE + c] = k < w && c < p.columns ? p.x[first + k + c * p.ld] : zero_element();
            }
            for (int e = t; e < WIDTH * WIDTH; e += GROUP) {
                int i = e % WIDTH, k = e / WIDTH, there = i <= k && k < w;
                T v = there ? panel[first + i + k * s.ld] : F_NUMBER(i == k);
                l[k * LENGTH + i] = v;
                if (i == k)
                    inverses[k] = inverse_of(v);
            }
            BARRIER();
            if (t < p.columns) {
                T v[WIDTH];
#pragma unroll
                for (int i = 0; i < WIDTH; i++)
                    v[i] = u[i * LINE + t];
#pragma unroll
                for (int k = WIDTH - 1; k >= 0; k--) {
                    v[k] = multiplier(v[k], l[k * LENGTH + k], inverses[k]);
#pragma unroll
                    for (int i = 0; i < k; i++)
                        v[i] = F_FUSED_LESS(v[i], l[k * LENGTH + i], v[k]);
                }
#pragma unroll
                for (int i = 0; i < WIDTH; i++)
                    u[i * LINE + t] = v[i];
            }
            BARRIER(); /* these rows of X are complete */
            for (int e = t; e < WIDTH * COLUMNS; e += GROUP) {
                int k = e % WIDTH, c = e / WIDTH;
                if (k < w && c < p.columns)
                    p.x[first + k + c * p.ld] = u[k * LINE + c];
            }
            for (int64 top = 0; top < first; top += TILE) {
                int count = first - top < TILE ? (int)(first - top) : TILE;
                for (int e = t; e < WIDTH * TILE; e += GROUP)
                    tile[e] = e % TILE < count && e / TILE < w ? panel[top + e % TILE + e / TILE * s.ld] : zero_element();
                BARRIER();
                subtract_products(count, p.columns, COLUMNS, tile, u, p.x + top, p.ld);
                BARRIER(); /* this tile has been read */
            }
            GLOBAL_BARRIER(); /* the rows above are visible to other threads */
        }
    }
}

/* Transpose square matrices in place, in tiles of order WIDTH. A group exchanges two tiles. */
KERNEL transpose_stack(int64 n, int64 batch, int64 ld, int64 step, int conjugate, GLOBAL T *a)
{
    LOCAL T one[WIDTH * LENGTH], other[WIDTH * LENGTH];
    const int64 tiles = (n + WIDTH - 1) / WIDTH;
    for (int64 g = GROUP_ID; g < batch * tiles * tiles; g += GROUP_COUNT) {
        const int64 p = g % (tiles * tiles) / tiles * WIDTH, q = g % tiles * WIDTH;
        GLOBAL T *x = a + g / (tiles * tiles) * step;
        if (p < q) /* the same in all threads of the group */
            continue;
        for (int e = (int)LOCAL_ID; e < WIDTH * WIDTH; e += GROUP) {
            int i = e % WIDTH, j = e / WIDTH;
            one[j * LENGTH + i] = p + i < n && q + j < n ? x[p + i + (q + j) * ld] : zero_element();
            other[j * LENGTH + i] = q + i < n && p + j < n ? x[q + i + (p + j) * ld] : zero_element();
        }
        BARRIER();
        for (int e = (int)LOCAL_ID; e < WIDTH * WIDTH; e += GROUP) {
            int i = e % WIDTH, j = e / WIDTH;
            T v = other[i * LENGTH + j], u = one[i * LENGTH + j];
            if (p + i < n && q + j < n)
                x[p + i + (q + j) * ld] = conjugate ? F_CONJ(v) : v;
            if (q + i < n && p + j < n)
                x[q + i + (p + j) * ld] = conjugate ? F_CONJ(u) : u;
        }
        BARRIER(); /* these tiles are finished before the next ones are loaded */
    }
}

/* Prepare the results for the host. Codes for values that are not finite take precedence over pivot numbers; an estimate is
 * stored only if there is neither a code nor a pivot number. */
KERNEL report_stack(int64 batch, const GLOBAL int *codes, const GLOBAL float *estimates, GLOBAL int *info, GLOBAL float *out)
{
    for (int64 b = GLOBAL_ID; b < batch; b += GLOBAL_SIZE) {
        int code = codes[b] ? codes[b] : info[b];
        info[b] = code;
        out[b] = code ? 0 : estimates[b];
    }
}
