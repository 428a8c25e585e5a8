/* kron.c - Kronecker products, in which each row of a is multiplied by each row of b.  The result needs no sorting, because the
 * columns of a and of b ascend. */
#include "parts.h"

#define GRAIN 32768 /* number of elements per part */

typedef struct job {
    const gla_csr *a, *b;
    void *indptr, *indices, *values;
} job;

#define LOOPS "kron.inc"
#include "all.inc"

gla_status gla_host_sparse_kron(gla_device *dev, const gla_csr *a, const gla_csr *b, void *indptr, void *indices, void *values)
{
    static const gla_host_body bodies[2][4] = BODIES(multiply_rows);
    job w = {.a = a, .b = b, .indptr = indptr, .indices = indices, .values = values};
    (void)dev;
    return gla_host_parallel(a->rows * b->rows, GRAIN / ((a->nnz / a->rows + 1) * (b->nnz / b->rows + 1)) + 1,
                             bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], &w);
}
