/* sparse_diagonal.c - a diagonal of a sparse matrix: of each row the element that lies on it, which is searched for. */
#include "sparse.h"

#define GRAIN 8192

typedef struct job {
    const gla_csr *a;
    int64_t row, col;
    void *out;
} job;

#define LOOPS "sparse_diagonal.inc"
#include "sparse_all.inc"

gla_status gla_host_sparse_diagonal(gla_device *dev, const gla_csr *a, int64_t row, int64_t col, int64_t n, void *out)
{
    static const gla_host_body bodies[2][4] = BODIES(find_elements);
    job w = {.a = a, .row = row, .col = col, .out = out};
    (void)dev;
    return gla_host_parallel(n, GRAIN, bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], &w);
}
