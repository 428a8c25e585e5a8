/* triangular.c - The slots of gla_blas_ops: matrix products and triangular systems. */
#include "dense.h"
#include "contract/dense.h"

static gla_strided turn(const gla_matrix *m, gla_trans trans)
{
    gla_strided s = gla_dense_columns(m);
    return trans == GLA_NO_TRANS ? s : gla_dense_transposed(s);
}

static gla_status gemm(gla_device *dev, gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                       const gla_matrix *c, int64_t batch)
{
    gla_dense d;
    if (dtype < GLA_FLOAT32)
        return gla_device_integer_gemm(dev, dtype, ta, tb, a, b, c, batch);
    if (c->rows == 1 || c->cols == 1)
        return gla_device_dots(dev, dtype, ta, tb, a, b, c, batch);
    gla_product p = {.m = c->rows,
                     .n = c->cols,
                     .k = ta == GLA_NO_TRANS ? a->cols : a->rows,
                     .conj_a = ta == GLA_CONJ_TRANS,
                     .conj_b = tb == GLA_CONJ_TRANS};
    gla_status st = gla_dense_begin(&d, "matmul", dev, dtype, batch);
    return st ? st : gla_dense_multiply(&d, &p, turn(a, ta), turn(b, tb), gla_dense_columns(c));
}

static gla_status solve_block(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b)
{
    void *kernel;
    int columns = d->item == 16 ? 16 : 64;
    gla_dense_make_lower(d, &t, &a, &b);
    lower_sizes s = {t.n, t.columns, d->batch, gla_dense_strides(a), gla_dense_strides(b), t.conjugate, t.unit, t.rough};
    gla_status st = gla_dense_kernel(d, "lower.h", columns == 16 ? "#define COLUMNS 16\n" : "#define COLUMNS 64\n",
                                     "solve_lower", &kernel);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(a.data), GLA_BUFFER(b.data)};
    return st ? st : gla_dense_launch(d, kernel, (t.columns + columns - 1) / columns * d->batch, 256, 3, args);
}

/* Return the order of the first part.  Halving the triangle yields large products.  With few columns, splitting off single
 * blocks yields products that are divided among many groups. */
static int64_t split(const gla_dense_triangle *t)
{
    int64_t blocks = (t->n + GLA_DENSE_BLOCK - 1) / GLA_DENSE_BLOCK;
    if (t->columns < 2 * GLA_DENSE_BLOCK)
        return t->upper ? (blocks - 1) * GLA_DENSE_BLOCK : GLA_DENSE_BLOCK;
    return blocks / 2 * GLA_DENSE_BLOCK;
}

gla_status gla_dense_solve(const gla_dense *d, gla_dense_triangle t, gla_strided a, gla_strided b)
{
    if (gla_dense_substitutes(d->dev, t.n, t.columns, d->batch))
        return gla_dense_substitute(d, t, a, b);
    if (gla_dense_inverts(t.n, t.columns))
        return gla_dense_solve_inverted(d, t, a, b);
    if (t.n <= GLA_DENSE_BLOCK)
        return solve_block(d, t, a, b);
    int64_t n1 = split(&t), n2 = t.n - n1;
    gla_dense_triangle first = t, second = t;
    gla_strided a1 = a, b1 = b, a2 = gla_dense_part(d, a, n1, n1), b2 = gla_dense_part(d, b, n1, 0);
    gla_product p = {
        .m = t.upper ? n1 : n2, .n = t.columns, .k = t.upper ? n2 : n1, .conj_a = t.conjugate, .minus = true, .keep = true};
    first.n = n1;
    second.n = n2;
    gla_status st = t.upper ? gla_dense_solve(d, second, a2, b2) : gla_dense_solve(d, first, a1, b1);
    if (!st)
        st = t.upper ? gla_dense_multiply(d, &p, gla_dense_part(d, a, 0, n1), b2, b1)
                     : gla_dense_multiply(d, &p, gla_dense_part(d, a, n1, 0), b1, b2);
    if (!st)
        st = t.upper ? gla_dense_solve(d, first, a1, b1) : gla_dense_solve(d, second, a2, b2);
    return st;
}

/* A system with the triangle on the right is solved as the transposed system. */
static gla_status solve(const char *op, gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta,
                        gla_unit_diag diag, bool rough, const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    gla_dense d;
    bool left = side == GLA_LEFT, turned = (ta != GLA_NO_TRANS) == left;
    gla_dense_triangle t = {.n = left ? b->rows : b->cols,
                            .columns = left ? b->cols : b->rows,
                            .unit = diag == GLA_UNIT,
                            .conjugate = ta == GLA_CONJ_TRANS,
                            .upper = (uplo == GLA_UPPER) != turned,
                            .rough = rough};
    gla_strided x = gla_dense_columns(a), y = gla_dense_columns(b);
    gla_status st = gla_dense_begin(&d, op, dev, dtype, batch);
    if (t.columns == 0)
        return st;
    return st ? st : gla_dense_solve(&d, t, turned ? gla_dense_transposed(x) : x, left ? y : gla_dense_transposed(y));
}

gla_status gla_dense_trsm(const char *op, gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta,
                          gla_unit_diag diag, const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    return solve(op, dev, dtype, side, uplo, ta, diag, false, a, b, batch);
}

gla_status gla_dense_solve_roughly(const char *op, gla_device *dev, gla_dtype dtype, gla_uplo uplo, gla_trans ta,
                                   gla_unit_diag diag, const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    return solve(op, dev, dtype, GLA_LEFT, uplo, ta, diag, true, a, b, batch);
}

static gla_status trsm(gla_device *dev, gla_dtype dtype, gla_side side, gla_uplo uplo, gla_trans ta, gla_unit_diag diag,
                       const gla_matrix *a, const gla_matrix *b, int64_t batch)
{
    return gla_dense_trsm("solve_triangular", dev, dtype, side, uplo, ta, diag, a, b, batch);
}

const gla_blas_ops gla_device_blas_ops = {.gemm = gemm, .trsm = trsm};
