/* cholesky.c - Cholesky factorisation by blocks: within a panel by our kernels, behind it by products. */
#include "dense.h"

#define PANEL 256
#define STRIP 512 /* columns of the rest that one product makes, down from their diagonal */

/* The triangle from (j, j) on, n columns of it, and what is below them: one block of columns. */
static gla_status factor_block(const gla_dense *d, gla_strided a, int64_t j, int64_t width, int64_t rows, int *info)
{
    void *kernel;
    gla_strided block = gla_dense_part(d, a, j, j);
    int64_t batch = d->batch;
    gla_status st = gla_dense_kernel(d, "lower.h", d->item == 16 ? "#define COLUMNS 16\n" : "#define COLUMNS 64\n",
                                     "factor_block", &kernel);
    const gla_argument args[] = {GLA_VALUE(width), GLA_VALUE(j),       GLA_VALUE(batch),
                                 GLA_STACK(a),     GLA_BUFFER(a.data), GLA_BUFFER(info)};
    if (!st)
        st = gla_dense_launch(d, kernel, batch, 256, 6, args);
    if (st || rows <= width)
        return st;
    gla_dense_triangle t = {.n = width, .columns = rows - width, .conjugate = true};
    return gla_dense_solve(d, t, block, gla_dense_transposed(gla_dense_part(d, block, width, 0)));
}

/* C = C - P P1ᴴ: columns [first, first + width) from their diagonal on, less the products of columns [from, from + k). */
static gla_status update(const gla_dense *d, gla_strided a, int64_t n, int64_t from, int64_t k, int64_t first, int64_t width)
{
    gla_product p = {.m = n - first, .n = width, .k = k, .conj_b = true, .minus = true, .keep = true, .lower = true};
    gla_strided left = gla_dense_part(d, a, first, from);
    return gla_dense_multiply(d, &p, left, gla_dense_transposed(left), gla_dense_part(d, a, first, first));
}

static gla_status factor_panel(const gla_dense *d, gla_strided a, int64_t n, int64_t begin, int64_t end, int *info)
{
    gla_status st = GLA_OK;
    for (int64_t j = begin; j < end && !st; j += GLA_DENSE_BLOCK) {
        int64_t width = end - j < GLA_DENSE_BLOCK ? end - j : GLA_DENSE_BLOCK, next = j + width;
        st = factor_block(d, a, j, width, n - j, info);
        if (!st && next < end)
            st = update(d, a, n, j, width, next, end - next);
    }
    return st;
}

static gla_status clear_upper(const gla_dense *d, gla_strided a, int64_t n)
{
    int64_t batch = d->batch;
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(batch), GLA_STACK(a), GLA_BUFFER(a.data)};
    return gla_dense_run(d, "lower.h", d->item == 16 ? "#define COLUMNS 16\n" : "#define COLUMNS 64\n", "clear_upper",
                         n * n * batch, 4, args);
}

gla_status gla_device_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *matrix, int64_t batch,
                            int64_t *info)
{
    gla_dense d;
    int *codes = NULL;
    int64_t n = matrix->rows;
    size_t bytes = (size_t)batch * sizeof *codes;
    gla_strided a = gla_dense_columns(matrix);
    gla_status st = gla_dense_begin(&d, "cholesky", dev, dtype, batch);
    if (uplo == GLA_UPPER) /* UᴴU = A is L Lᴴ = conj(A) for L = Uᵀ */
        a = gla_dense_transposed(a);
    if (!st)
        st = gla_device_scratch(d.op, dev, bytes, (void **)&codes);
    if (!st)
        st = gla_device_fill(d.op, d.dev, codes, 0, bytes);
    for (int64_t j = 0; j < n && !st; j += PANEL) {
        int64_t end = n - j < PANEL ? n : j + PANEL;
        st = factor_panel(&d, a, n, j, end, codes);
        for (int64_t c = end; c < n && !st; c += STRIP)
            st = update(&d, a, n, j, end - j, c, n - c < STRIP ? n - c : STRIP);
    }
    if (!st && n > GLA_DENSE_BLOCK) /* products leave something there */
        st = clear_upper(&d, a, n);
    if (!st)
        st = gla_dense_read_ints(&d, codes, batch, 0, info);
    gla_device_drop(dev, codes);
    return st;
}
