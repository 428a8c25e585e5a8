/* multiply_elements.c - Elementwise products of two sparse matrices, for elements that both matrices store.  Each part of the
 * rows is written at its position in the first matrix.  When all parts are done, the gaps between parts are closed. */
#include "parts.h"

typedef gla_host_sparse_merge job;

#define LOOPS "multiply_elements.inc"
#include "all.inc"

gla_status gla_host_sparse_multiply_elements(gla_device *dev, const gla_csr *a, const gla_csr *b, void *indptr, void *indices,
                                             void *values, int64_t *nnz)
{
    static const gla_host_body bodies[2][4] = BODIES(multiply_parts);
    job w = {.a = a, .b = b, .indptr = indptr, .indices = indices, .values = values};
    (void)dev;
    return gla_host_merge_sparse(&w, bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], false, nnz);
}
