/* sampled.c - Sampled products of dense matrices (SDDMM), at the positions of the elements of a sparse matrix.  Four positions
 * of a row are computed at once. */
#include "sparse.h"
#include "contract/csr.h"

#define GRAIN 65536 /* number of products per part */
#define PLACES_AT_ONCE 4

typedef struct job {
    const gla_csr *a;
    const void *x, *y;
    int64_t k;
    bool weighted;
    void *out;
} job;

#define LOOPS "sampled.inc"
#include "all.inc"

gla_status gla_host_sampled(gla_device *dev, const gla_csr *a, const void *x, const void *y, int64_t k, bool weighted,
                            void *out)
{
    static const gla_host_body bodies[2][4] = BODIES(sampled);
    job w = {.a = a, .x = x, .y = y, .k = k, .weighted = weighted, .out = out};
    (void)dev;
    return gla_host_parallel(a->nnz, GRAIN / k + 1, bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], &w);
}
