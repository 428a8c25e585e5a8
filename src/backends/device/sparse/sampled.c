/* sampled.c - Products of dense matrices, evaluated at the positions of the nonzeros of a sparse matrix. */
#include "sparse.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

#define OP "sampled_matmul"

static gla_device_program program_for(gla_dtype dtype, bool wide)
{
    return gla_device_typed_with("sparse_sampled.h", dtype, wide ? "#define INDEX int64\n" : "#define INDEX int32\n");
}

GLA_LIST_FLOATING(sparse_sampled)
{
    for (int wide = 0; wide < 2; wide++)
        gla_list_add(list, program_for(t, wide), "sampled products", 0);
}

gla_status gla_device_sampled(gla_device *dev, const gla_csr *a, const void *x, const void *y, int64_t k, bool weighted,
                              void *out)
{
    const gla_device_program p = program_for(a->dtype, a->index == GLA_INT64);
    const sparse_sampled_sizes s = {.rows = a->rows, .nnz = a->nnz, .k = k, .weighted = weighted};
    const gla_argument args[] = {GLA_VALUE(s),  GLA_BUFFER(a->data), GLA_BUFFER(a->indices), GLA_BUFFER(a->indptr),
                                 GLA_BUFFER(x), GLA_BUFFER(y),       GLA_BUFFER(out)};
    gla_status st = gla_device_enter(OP, dev);
    return st ? st : gla_device_run_for(OP, dev, &p, "sparse_sampled", a->nnz, 7, args);
}
