/* multiply.c - Launch kernels/sparse.h, with one thread or several lanes per row, a group for many short rows, and segments of
 * long rows. */
#include "sparse.h"
#include "contract/sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/list/list.h"

#define OP "matmul"

static gla_device_program program_for(gla_dtype dtype, bool wide)
{
    return gla_device_typed_with("sparse.h", dtype, wide ? "#define INDEX int64\n" : "#define INDEX int32\n");
}

GLA_LIST_FLOATING(sparse)
{
    for (int wide = 0; wide < 2; wide++)
        gla_list_add(list, program_for(t, wide), "sparse matrices", wide ? 0 : gla_list_next(t));
}

/* Return the number of lanes per row, such that each lane processes a few elements of an average row. */
static int64_t lanes_for(const gla_device *dev, const gla_csr *a, int64_t k)
{
    int64_t lanes = 1, each = a->nnz / a->rows;
    if (gla_device_is_serial(dev) || k > 4)
        return 1;
    while (lanes < 32 && lanes * 8 <= each)
        lanes *= 2;
    return lanes;
}

static gla_status add_long_rows(gla_device *dev, const gla_device_program *p, const sparse_sizes *s, const gla_csr *a,
                                const void *x, void *out)
{
    void *parts = NULL;
    gla_status st = gla_device_scratch(OP, dev, (size_t)(s->segments * s->k) * gla_itemsize(a->dtype), &parts);
    const gla_argument sums[] = {GLA_VALUE(*s), GLA_BUFFER(a->data),      GLA_BUFFER(a->indices),     GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(x), GLA_BUFFER(a->long_rows), GLA_BUFFER(a->long_starts), GLA_BUFFER(parts)};
    const gla_argument totals[] = {GLA_VALUE(*s), GLA_BUFFER(a->long_rows), GLA_BUFFER(a->long_starts), GLA_BUFFER(parts),
                                   GLA_BUFFER(out)};
    if (!st)
        st = gla_device_run(OP, dev, p, "sparse_segments", s->segments * s->k, 8, sums);
    if (!st)
        st = gla_device_run_for(OP, dev, p, "sparse_long_rows", s->longs * s->k, 5, totals);
    gla_device_drop(dev, parts);
    return st;
}

static gla_status multiply(gla_device *dev, const gla_csr *a, const void *x, int64_t row, int64_t col, int64_t k, void *out)
{
    const gla_device_program program = program_for(a->dtype, a->index == GLA_INT64);
    sparse_sizes s = {.rows = a->rows,
                      .k = k,
                      .x_row = row,
                      .x_col = col,
                      .lanes = lanes_for(dev, a, k),
                      .long_row = GLA_SPARSE_LONG,
                      .longs = a->longs,
                      .segments = a->segments,
                      .distances = a->n_distances,
                      .block = a->block};
    gla_status st = gla_device_enter(OP, dev);
    const gla_argument args[] = {GLA_VALUE(s),          GLA_BUFFER(a->data), GLA_BUFFER(a->indices),
                                 GLA_BUFFER(a->indptr), GLA_BUFFER(x),       GLA_BUFFER(out)};
    if (!st && k == 1 && a->codes)
        st = gla_device_multiply_coded(dev, a, &s, x, out);
    else if (!st && k == 1 && a->block)
        st = gla_device_multiply_blocks(dev, a, &s, x, out);
    else if (!st && k == 1 && s.longs == 0 && a->nnz / a->rows < GLA_DEVICE_SHORT_ROW && !gla_device_is_serial(dev))
        st = gla_device_run_for(OP, dev, &program, "sparse_together", s.rows, 6, args);
    else if (!st && s.lanes == 1)
        st = gla_device_run_for(OP, dev, &program, "sparse_rows", s.rows * k, 6, args);
    else if (!st)
        st = gla_device_run_for(OP, dev, &program, "sparse_lanes", s.rows * k * s.lanes, 6, args);
    return st || s.longs == 0 ? st : add_long_rows(dev, &program, &s, a, x, out);
}

const gla_sparse_ops gla_device_sparse_ops = {.multiply = multiply,
                                              .solve_triangular = gla_device_solve_triangular,
                                              .count_product = gla_device_count_product,
                                              .fill_product = gla_device_fill_product,
                                              .sampled = gla_device_sampled,
                                              .transpose = gla_device_sparse_transpose,
                                              .find_distances = gla_device_find_distances,
                                              .write_codes = gla_device_write_codes,
                                              .find_blocks = gla_device_find_blocks};
