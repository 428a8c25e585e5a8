/* triangle_invert.h - Invert the diagonal blocks, of order BLOCK, of triangular matrices, so that systems can be solved by
 * products. The caller defines the element type T and the matching KIND_* macro. A group has 256 threads.
 *
 * The inverses are column-major blocks of order BLOCK; the inverses for one matrix are contiguous. An upper triangle is
 * treated as a lower triangle in reverse order, within each block. */
#define BLOCK 128
#define TILE 32
#define TILES (BLOCK / TILE)
#define LD (TILE + 1)

typedef struct {
    const GLOBAL T *from;
    GLOBAL T *to;
    int n; /* order of this block; the last block may be smaller */
} column_block;

DEVICE column_block place_of(const invert_sizes *s, int64 block, const GLOBAL T *a, GLOBAL T *inverses)
{
    int64 blocks = (s->n + BLOCK - 1) / BLOCK, at = block % blocks * BLOCK;
    column_block p;
    p.from = a + block / blocks * s->a.step + at * (s->a.row + s->a.col);
    p.to = inverses + block * (BLOCK * BLOCK);
    p.n = s->n - at < BLOCK ? (int)(s->n - at) : BLOCK;
    return p;
}

DEVICE T element(const invert_sizes *s, const column_block *p, int r, int c)
{
    T v;
    if (r >= p->n || c >= p->n)
        return F_NUMBER(r == c); /* padded with the identity */
    if (r == c && s->unit)
        return F_NUMBER(1);
    if (s->upper) {
        r = p->n - 1 - r;
        c = p->n - 1 - c;
    }
    v = p->from[r * s->a.row + c * s->a.col];
    return s->conjugate ? F_CONJ(v) : v;
}

DEVICE int64 position(const invert_sizes *s, const column_block *p, int r, int c)
{
    return s->upper ? p->n - 1 - r + (int64)(p->n - 1 - c) * BLOCK : r + (int64)c * BLOCK;
}

/* Invert the diagonal tiles, with one group per tile. */
KERNEL invert_tiles(invert_sizes s, const GLOBAL T *a, GLOBAL T *inverses)
{
    LOCAL T l[TILE * LD], x[TILE * LD];
    const column_block p = place_of(&s, GROUP_ID / TILES, a, inverses);
    const int first = GROUP_ID % TILES * TILE, fast = LOCAL_ID % TILE;
    for (int k = LOCAL_ID / TILE; k < TILE; k += 256 / TILE) {
        int r = s.a.row < s.a.col ? fast : k, c = s.a.row < s.a.col ? k : fast;
        l[r * LD + c] = c <= r ? element(&s, &p, first + r, first + c) : F_NUMBER(0);
    }
    BARRIER();
    if (LOCAL_ID < TILE) { /* one column per thread */
        T v[TILE];
#pragma unroll
        for (int i = 0; i < TILE; i++)
            v[i] = F_NUMBER(i == (int)LOCAL_ID);
#pragma unroll
        for (int k = 0; k < TILE; k++) {
            if (!s.unit)
                v[k] = F_DIV(v[k], l[k * LD + k]);
#pragma unroll
            for (int i = k + 1; i < TILE; i++)
                v[i] = F_FUSED_LESS(v[i], l[i * LD + k], v[k]);
        }
#pragma unroll
        for (int i = 0; i < TILE; i++)
            x[i * LD + LOCAL_ID] = v[i];
    }
    BARRIER();
    for (int c = LOCAL_ID / TILE; c < TILE; c += 256 / TILE)
        if (first + fast < p.n && first + c < p.n)
            p.to[position(&s, &p, first + fast, first + c)] = x[fast * LD + c];
}

/* Compute the tiles below the diagonal tiles, with one group per column of tiles, and store zeros above. Here t(i, j) = -t(i,
 * i) times the sum of l(i, k) t(k, j) over j <= k < i. */
KERNEL join_tiles(invert_sizes s, const GLOBAL T *a, GLOBAL T *inverses)
{
    LOCAL T x[TILE * LD], y[TILE * LD];
    const column_block p = place_of(&s, GROUP_ID / TILES, a, inverses);
    const int j = GROUP_ID % TILES, column = LOCAL_ID % TILE, row = LOCAL_ID / TILE, by_columns = s.a.row < s.a.col;
    for (int i = 0; i < j; i++)
        for (int c = row; c < TILE; c += 256 / TILE)
            if (j * TILE + c < p.n)
                p.to[position(&s, &p, i * TILE + column, j * TILE + c)] = F_NUMBER(0);
    for (int i = j + 1; i * TILE < p.n; i++) {
        T sums[TILE / 8];
        for (int e = 0; e < TILE / 8; e++)
            sums[e] = F_NUMBER(0);
        for (int k = j; k <= i; k++) { /* the last iteration multiplies by t(i, i) */
            for (int e = 0; e < TILE / 8; e++) {
                int other = row + 8 * e, r = i * TILE + (by_columns ? column : other),
                    c = k * TILE + (by_columns ? other : column);
                int inner = k * TILE + column, outer = j * TILE + other;
                T v = F_NUMBER(0);
                if (k < i)
                    v = r < p.n ? element(&s, &p, r, c) : v;
                else if (i * TILE + column < p.n && i * TILE + other < p.n) /* by columns, like all inverses */
                    v = p.to[position(&s, &p, i * TILE + column, i * TILE + other)];
                if (k == i)
                    x[column * LD + other] = v;
                else
                    x[(by_columns ? column : other) * LD + (by_columns ? other : column)] = v;
                if (k == i)
                    y[other * LD + column] = sums[e];
                else
                    y[column * LD + other] = inner < p.n && outer < p.n ? p.to[position(&s, &p, inner, outer)] : F_NUMBER(0);
            }
            BARRIER();
            if (k == i)
                for (int e = 0; e < TILE / 8; e++)
                    sums[e] = F_NUMBER(0);
            for (int l = 0; l < TILE; l++)
                for (int e = 0; e < TILE / 8; e++)
                    sums[e] = F_FUSED_ADD(sums[e], x[(row + 8 * e) * LD + l], y[l * LD + column]);
            BARRIER();
        }
        for (int e = 0; e < TILE / 8; e++)
            if (i * TILE + row + 8 * e < p.n && j * TILE + column < p.n)
                p.to[position(&s, &p, i * TILE + row + 8 * e, j * TILE + column)] = F_NEG(sums[e]);
        GLOBAL_BARRIER();
    }
}

/* Copy lines of `length` elements of a stack from x to b, with one group per line. */
KERNEL copy_lines(int64 lines, int64 length, int64 batch, stack_strides from, const GLOBAL T *x, stack_strides to, GLOBAL T *b)
{
    for (int64 g = GROUP_ID; g < lines * batch; g += GROUP_COUNT) {
        const GLOBAL T *in = x + g / lines * from.step + g % lines * from.col;
        GLOBAL T *out = b + g / lines * to.step + g % lines * to.col;
        for (int64 i = LOCAL_ID; i < length; i += LOCAL_SIZE)
            out[i * to.row] = in[i * from.row];
    }
}
