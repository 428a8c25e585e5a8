/* triangular_inverted.c - Triangular systems with many columns, by matrix products.  The diagonal blocks of the triangle are
 * inverted first, all at once (kernels/triangle_invert.h).
 *
 * The loss of accuracy in multiplying by the inverse of a block depends on the condition number of the block, not of the whole
 * matrix.  See Du Croz and Higham, Stability of methods for matrix inversion (1992), and decision record 109. */
#include "dense.h"

#include "backends/device/list/list.h"

#define BLOCK 128 /* as in the kernel */
#define TILES 4
#define MIN_ORDER 192
#define MIN_COLUMNS 64
#define WORK ((int64_t)512 << 20) /* largest size of X in bytes; larger numbers of columns are solved in parts */

typedef struct solving {
    const gla_dense *d;
    gla_dense_triangle t;
    gla_strided a, b, x, inverses;
} solving;

bool gla_dense_inverts(int64_t n, int64_t columns)
{
    return n >= MIN_ORDER && columns >= MIN_COLUMNS;
}

static int64_t blocks_of(int64_t n)
{
    return (n + BLOCK - 1) / BLOCK;
}

static gla_device_program program_of(gla_dtype dtype)
{
    return gla_device_typed("triangle_invert.h", dtype);
}

GLA_LIST_FLOATING(inverted)
{
    gla_list_add(list, program_of(t), "triangles and many columns", gla_list_common(t));
}

static gla_status launch(const gla_dense *d, const char *name, int64_t groups, int n, const gla_argument *args)
{
    const gla_device_program p = program_of(d->dtype);
    void *kernel;
    gla_status st = gla_device_find(d->dev, &p, name, &kernel);
    return st ? st : gla_dense_launch(d, kernel, groups, 256, n, args);
}

/* Compute the inverses of all diagonal blocks.  The caller releases the inverses. */
static gla_status invert(const gla_dense *d, const gla_dense_triangle *t, gla_strided a, gla_strided *inverses)
{
    invert_sizes s = {t->n, gla_dense_strides(a), t->upper, t->unit, t->conjugate};
    int64_t blocks = blocks_of(t->n), groups = blocks * d->batch * TILES;
    *inverses = (gla_strided){NULL, 1, BLOCK, blocks * BLOCK * BLOCK};
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)(inverses->step * d->batch * d->item), &inverses->data);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a.data), GLA_BUFFER(inverses->data)};
    if (!st)
        st = launch(d, "invert_tiles", groups, 3, args);
    return st ? st : launch(d, "join_tiles", groups, 3, args);
}

/* Compute rows [from, to) of X.  The same rows of B are overwritten by intermediate values. */
static gla_status solve_rows(const solving *s, int64_t from, int64_t to)
{
    const gla_dense *d = s->d;
    int64_t n = to - from, middle = from + blocks_of(n) / 2 * BLOCK;
    if (n <= BLOCK) {
        gla_product p = {.m = n, .n = s->t.columns, .k = n};
        gla_strided inverse = s->inverses;
        inverse.data = (char *)inverse.data + from * BLOCK * d->item;
        return gla_dense_multiply(d, &p, inverse, gla_dense_part(d, s->b, from, 0), gla_dense_part(d, s->x, from, 0));
    }
    int64_t first = s->t.upper ? middle : from, rest = s->t.upper ? from : middle;
    gla_product p = {.m = s->t.upper ? middle - from : to - middle,
                     .n = s->t.columns,
                     .k = s->t.upper ? to - middle : middle - from,
                     .conj_a = s->t.conjugate,
                     .minus = true,
                     .keep = true};
    gla_status st = s->t.upper ? solve_rows(s, middle, to) : solve_rows(s, from, middle);
    if (!st)
        st = gla_dense_multiply(d, &p, gla_dense_part(d, s->a, rest, first), gla_dense_part(d, s->x, first, 0),
                                gla_dense_part(d, s->b, rest, 0));
    if (!st)
        st = s->t.upper ? solve_rows(s, from, middle) : solve_rows(s, middle, to);
    return st;
}

static gla_status copy_back(const gla_dense *d, const gla_dense_triangle *t, gla_strided x, gla_strided b)
{
    bool by_columns = x.row == 1;
    int64_t lines = by_columns ? t->columns : t->n, length = by_columns ? t->n : t->columns, batch = d->batch;
    stack_strides from = gla_dense_strides(by_columns ? x : gla_dense_transposed(x));
    stack_strides to = gla_dense_strides(by_columns ? b : gla_dense_transposed(b));
    const gla_argument args[] = {GLA_VALUE(lines),   GLA_VALUE(length), GLA_VALUE(batch),  GLA_VALUE(from),
                                 GLA_BUFFER(x.data), GLA_VALUE(to),     GLA_BUFFER(b.data)};
    return launch(d, "copy_lines", lines * batch, 7, args);
}

gla_status gla_dense_solve_into(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b, gla_strided x)
{
    solving s = {d, t, a, b, x, {NULL, 0, 0, 0}};
    gla_status st = invert(d, &t, a, &s.inverses);
    if (!st)
        st = solve_rows(&s, 0, t.n);
    gla_device_drop(d->dev, s.inverses.data);
    return st;
}

gla_status gla_dense_solve_inverted(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b)
{
    int64_t n = t.n, column = n * d->batch * d->item, most = WORK / column > MIN_COLUMNS ? WORK / column : MIN_COLUMNS;
    int64_t columns = t.columns < most ? t.columns : most;
    void *work = NULL;
    gla_status st = gla_device_scratch(d->op, d->dev, (size_t)(column * columns), &work);
    gla_strided x = b.row <= b.col ? (gla_strided){work, 1, n, n * columns} : (gla_strided){work, columns, 1, n * columns};
    solving s = {d, t, a, b, x, {NULL, 0, 0, 0}};
    if (!st)
        st = invert(d, &t, a, &s.inverses);
    for (int64_t at = 0; at < t.columns && !st; at += columns) {
        s.b = gla_dense_part(d, b, 0, at);
        s.t.columns = t.columns - at < columns ? t.columns - at : columns;
        st = solve_rows(&s, 0, n);
        if (!st)
            st = copy_back(d, &s.t, x, s.b);
    }
    gla_device_drop(d->dev, s.inverses.data);
    gla_device_drop(d->dev, work);
    return st;
}
