/* add.c - Sums and differences of two sparse matrices, by merging their rows.  Each part of the rows is written at the position
 * that it would have if no element were in both matrices.  When all parts are done, the gaps between parts are closed. */
#include "parts.h"

typedef gla_host_sparse_merge job;

#define LOOPS "add.inc"
#include "all.inc"

gla_status gla_host_sparse_add(gla_device *dev, const gla_csr *a, const gla_csr *b, bool minus, void *indptr, void *indices,
                               void *values, int64_t *nnz)
{
    static const gla_host_body bodies[2][4] = BODIES(merge_parts);
    job w = {.a = a, .b = b, .minus = minus, .indptr = indptr, .indices = indices, .values = values};
    (void)dev;
    return gla_host_merge_sparse(&w, bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], true, nnz);
}
