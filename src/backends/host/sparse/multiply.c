/* multiply.c - products of sparse matrices: rows shared among the threads, each element added up in the order of its row. */
#include "sparse.h"
#include "backends/host/unroll.h"
#include "contract/sparse.h"

#define PIECE 16384 /* elements and rows of a piece of work */
#define COLUMNS 8   /* of x, that are gone through together */
#define AHEAD 16    /* how many elements ahead rows of x are prefetched */
/* Processors read ahead by themselves up to the end of a page only, which matters where rows are short. */
#define SHORT 8                   /* elements of a row, up to which those of later rows are prefetched */
#define FAR 2048                  /* how many bytes ahead */
#define CACHED ((int64_t)8 << 20) /* bytes of a matrix that stays in a cache from product to product: nothing to prefetch */
#define ALIKE GLA_HOST_SPARSE_ALIKE

typedef struct job {
    const gla_csr *a;
    const void *x;
    int64_t row, col, k;
    void *out;
} job;

/* The first run that ends behind a row. */
static int64_t first_run(const gla_csr *a, int64_t row)
{
    int64_t low = 0, high = a->n_runs;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (a->runs[middle][0] + a->runs[middle][1] <= row)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

#define LOOPS "multiply.inc"
#include "all.inc"

gla_status gla_host_sparse_multiply(gla_device *dev, const gla_csr *a, const void *x, int64_t row, int64_t col, int64_t k,
                                    void *out)
{
    static const gla_host_body bodies[2][4] = BODIES(multiply);
    job w = {.a = a, .x = x, .row = row, .col = col, .k = k, .out = out};
    int64_t pieces = (a->nnz + a->rows + PIECE - 1) / PIECE;
    (void)dev;
    return gla_host_parallel(pieces, 1 + 4 / k, bodies[a->index == GLA_INT64][gla_host_value_type(a->dtype)], &w);
}
