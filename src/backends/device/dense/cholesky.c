/* cholesky.c - Cholesky factorisation by blocks: our own kernels factor a panel, and matrix products update the columns to its
 * right. */
#include "condition.h"
#include "dense.h"

#include <stdatomic.h>

#define PANEL 256
#define STRIP 512     /* number of trailing columns that one product updates, from the diagonal down */
#define PANEL_ROWS 64 /* number of threads in a group, as in the kernel */

typedef struct factors {
    const gla_dense *d;
    gla_strided a;
    int64_t n, order; /* n rounded up to whole blocks */
    int *info;
    void *blocks; /* factored diagonal blocks, copied into the matrix only at the end: each group factors the diagonal block
                   * redundantly, so other groups may still be reading the original */
} factors;

static const char *lines(const gla_dense *d)
{
    return d->item == 16 ? "#define COLUMNS 16\n" : "#define COLUMNS 64\n";
}

/* Factor `width` columns, beginning at element (j, j). */
static gla_status factor_block(const factors *f, int64_t j, int64_t width)
{
    void *kernel;
    int64_t batch = f->d->batch, rows = f->n - j - width, groups = rows > 0 ? (rows + PANEL_ROWS - 1) / PANEL_ROWS : 1;
    gla_status st = gla_dense_kernel(f->d, "lower.h", lines(f->d), "factor_panel", &kernel);
    const gla_argument args[] = {GLA_VALUE(width),      GLA_VALUE(j),          GLA_VALUE(rows),
                                 GLA_VALUE(batch),      GLA_VALUE(f->order),   GLA_STACK(f->a),
                                 GLA_BUFFER(f->a.data), GLA_BUFFER(f->blocks), GLA_BUFFER(f->info)};
    return st ? st : gla_dense_launch(f->d, kernel, groups * batch, PANEL_ROWS, 9, args);
}

/* Compute C = C - P P1ᴴ: update columns [first, first + width), from their diagonal down, by the product of columns [from, from
 * + k). */
static gla_status update(const factors *f, int64_t from, int64_t k, int64_t first, int64_t width)
{
    gla_product p = {.m = f->n - first, .n = width, .k = k, .conj_b = true, .minus = true, .keep = true, .lower = true};
    gla_strided left = gla_dense_part(f->d, f->a, first, from);
    return gla_dense_multiply(f->d, &p, left, gla_dense_transposed(left), gla_dense_part(f->d, f->a, first, first));
}

static gla_status factor_panel(const factors *f, int64_t begin, int64_t end)
{
    gla_status st = GLA_OK;
    for (int64_t j = begin; j < end && !st; j += GLA_DENSE_BLOCK) {
        int64_t width = end - j < GLA_DENSE_BLOCK ? end - j : GLA_DENSE_BLOCK, next = j + width;
        st = factor_block(f, j, width);
        if (!st && next < end)
            st = update(f, j, width, next, end - next);
    }
    return st;
}

/* Clear the elements above the diagonal, which products have overwritten, and copy the factored blocks back to the diagonal. */
static gla_status clear_upper(const factors *f)
{
    int64_t n = f->n, batch = f->d->batch;
    const gla_argument args[] = {GLA_VALUE(n),    GLA_VALUE(batch),      GLA_VALUE(f->order),
                                 GLA_STACK(f->a), GLA_BUFFER(f->a.data), GLA_BUFFER(f->blocks)};
    return gla_dense_run(f->d, "lower.h", lines(f->d), "copy_blocks", n * n * batch, 6, args);
}

static gla_status prepare(factors *f)
{
    size_t blocks = (size_t)(f->order * GLA_DENSE_BLOCK * f->d->batch * f->d->item);
    return gla_device_scratch(f->d->op, f->d->dev, blocks, &f->blocks);
}

/* Set if NVIDIA's compiler rejected the special instructions, which are then not tried again. */
static atomic_bool is_refused;

/* Factor the matrices of a stack one after another, in one launch each. */
static gla_status factor_in_tiles(const gla_dense *d, const gla_matrix *matrix, int *info)
{
    void *work = NULL;
    int64_t n = matrix->rows;
    gla_status st = gla_device_scratch(d->op, d->dev, gla_dense_cholesky_bytes(n), &work);
    for (int64_t i = 0; i < d->batch && !st; i++) {
        const gla_cholesky_tiles t = {
            .n = n, .ld = matrix->ld, .a = gla_dense_nth(d, gla_dense_columns(matrix), i).data, .work = work, .info = info + i};
        st = gla_dense_cholesky_factor(d, &t);
    }
    gla_device_drop(d->dev, work);
    return st;
}

static gla_status factor_in_panels(const gla_dense *d, gla_uplo uplo, const gla_matrix *matrix, int *info)
{
    int64_t n = matrix->rows;
    factors f = {.d = d, .a = gla_dense_columns(matrix), .n = n, .info = info};
    f.order = (n + GLA_DENSE_BLOCK - 1) / GLA_DENSE_BLOCK * GLA_DENSE_BLOCK;
    if (uplo == GLA_UPPER) /* UᴴU = A is equivalent to L Lᴴ = conj(A) with L = Uᵀ */
        f.a = gla_dense_transposed(f.a);
    gla_status st = prepare(&f);
    for (int64_t j = 0; j < n && !st; j += PANEL) {
        int64_t end = n - j < PANEL ? n : j + PANEL;
        st = factor_panel(&f, j, end);
        for (int64_t c = end; c < n && !st; c += STRIP)
            st = update(&f, j, end - j, c, n - c < STRIP ? n - c : STRIP);
    }
    if (!st)
        st = clear_upper(&f);
    gla_device_drop(d->dev, f.blocks);
    return st;
}

/* Factor all matrices.  The info is on the device and initially 0. */
static gla_status factor_each(const gla_dense *d, gla_uplo uplo, const gla_matrix *a, int *info)
{
    if (!atomic_load(&is_refused) && gla_dense_cholesky_takes(d->dev, d->dtype, uplo, a->rows)) {
        gla_status st = factor_in_tiles(d, a, info);
        if (st != GLA_COMPILE_ERROR)
            return st;
        atomic_store(&is_refused, true);
    }
    return factor_in_panels(d, uplo, a, info);
}

/* Factor all matrices, and compute the estimates of c unless it is NULL. */
static gla_status factor_all(const gla_dense *d, gla_uplo uplo, const gla_matrix *a, int *info, gla_device_condition *c,
                             bool wanted)
{
    if (uplo == GLA_LOWER && gla_device_stack_panels_take(d->dev, a->rows, a->rows, d->batch))
        return gla_dense_stack_cholesky(d, a, info, c, wanted);
    gla_status st = factor_each(d, uplo, a, info);
    return st || !c ? st : gla_device_estimate_cholesky(c, a, wanted);
}

/* Wait only once, for the info and the estimates together. */
gla_status gla_device_potrf(gla_device *dev, gla_dtype dtype, gla_uplo uplo, const gla_matrix *a, int64_t batch, int64_t *info,
                            double *estimates, bool wanted)
{
    gla_dense d;
    gla_device_condition c;
    gla_status st = gla_dense_begin(&d, "cholesky", dev, dtype, batch);
    if (!st)
        st = gla_device_condition_begin(&c, d.op, dev, dtype, a->rows, 0, batch);
    if (st)
        return st;
    st = gla_device_fill(d.op, dev, c.zeros, 0, (size_t)batch * sizeof *c.zeros);
    if (!st)
        st = factor_all(&d, uplo, a, c.zeros, estimates ? &c : NULL, wanted);
    if (!st)
        st = estimates ? gla_device_read_both(&c, info, estimates) : gla_dense_read_ints(&d, c.zeros, batch, 0, info);
    if (!st)
        st = gla_dense_cholesky_check(d.op, dev, info, batch, "GPULINALG_OPENCL_WITHOUT=resident_groups");
    for (int64_t i = 0; i < batch && !st && estimates; i++)
        estimates[i] = info[i] ? 0 : estimates[i]; /* without a factor there is no estimate */
    gla_device_condition_end(&c);
    return st;
}
