/* blocks.c - Sparse matrices that consist of square blocks: find the block size and the columns of blocks, and multiply. */
#include "sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define OP "matmul"

_Static_assert(SPARSE_BLOCK_ROWS == GLA_GROUP, "a thread has one row of a group's");

static gla_device_program program_for(gla_dtype dtype, bool wide)
{
    return gla_device_typed_with("sparse_blocks.h", dtype, wide ? "#define INDEX int64\n" : "#define INDEX int32\n");
}

GLA_LIST_FLOATING(sparse_blocks)
{
    for (int wide = 0; wide < 2; wide++)
        gla_list_add(list, program_for(t, wide), "sparse matrices", GLA_LISTED_PARALLEL);
}

static gla_device_program program_of(const gla_csr *a)
{
    return program_for(a->dtype, a->index == GLA_INT64);
}

static gla_status compare(gla_device *dev, const gla_csr *a, int64_t size, bool *same)
{
    const gla_device_program p = program_of(a);
    int *differs = NULL, found = 0;
    gla_status st = gla_device_flag(OP, dev, &differs);
    const gla_argument args[] = {GLA_VALUE(a->rows), GLA_VALUE(size), GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(differs)};
    if (!st)
        st = gla_device_run_for(OP, dev, &p, "sparse_compare_blocks", a->rows / size, 5, args);
    if (!st)
        st = gla_device_read_flag(OP, dev, differs, &found);
    gla_device_drop(dev, differs);
    *same = !found;
    return st;
}

gla_status gla_device_find_blocks(gla_device *dev, const gla_csr *a, void *columns, int64_t *size)
{
    static const int64_t sizes[] = {8, 6, 5, 4, 3}; /* in descending order, because a 6 x 6 block also consists of four 3 x 3
                                                     * blocks */
    *size = 0;
    if (gla_device_is_serial(dev) || a->longs > 0 || a->nnz / a->rows >= GLA_DEVICE_SHORT_ROW)
        return GLA_OK;
    gla_status st = gla_device_enter(OP, dev);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes && !st && *size == 0; i++) {
        bool same = a->rows % sizes[i] == 0 && a->cols % sizes[i] == 0 && a->nnz % (sizes[i] * sizes[i]) == 0;
        if (same)
            st = compare(dev, a, sizes[i], &same);
        *size = same && !st ? sizes[i] : 0;
    }
    if (st || *size == 0)
        return st;
    const gla_device_program p = program_of(a);
    const gla_argument args[] = {GLA_VALUE(a->rows), GLA_VALUE(*size), GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(columns)};
    return gla_device_run_for(OP, dev, &p, "sparse_write_blocks", a->rows / *size, 5, args);
}

gla_status gla_device_multiply_blocks(gla_device *dev, const gla_csr *a, const sparse_sizes *s, const void *x, void *out)
{
    const gla_device_program p = program_of(a);
    const gla_argument args[] = {GLA_VALUE(*s),         GLA_BUFFER(a->data), GLA_BUFFER(a->block_columns),
                                 GLA_BUFFER(a->indptr), GLA_BUFFER(x),       GLA_BUFFER(out)};
    return gla_device_run_for(OP, dev, &p, "sparse_in_blocks", s->rows, 6, args);
}
