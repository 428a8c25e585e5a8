/* multiply.c - Products of a sparse matrix and a dense matrix.  The rows are divided among threads, and the products of a row
 * are added in order. */
#include "sparse.h"
#include "backends/host/unroll.h"
#include "contract/sparse.h"

#define PIECE 16384 /* number of elements and rows in a part */
#define COLUMNS 8   /* number of columns of x that are processed together */
#define AHEAD 16    /* prefetch distance of rows of x, in elements */
/* Processors prefetch only to the end of a page, which matters for short rows. */
#define SHORT 8                   /* maximum number of elements in a row for which later rows are prefetched */
#define FAR 2048                  /* prefetch distance in bytes */
#define CACHED ((int64_t)8 << 20) /* size of a matrix that stays in a cache between products, so that prefetching is useless */
#define ALIKE GLA_HOST_SPARSE_ALIKE

typedef struct job {
    const gla_csr *a;
    const void *x;
    int64_t row, col, k;
    void *out;
} job;

/* Return the first run that ends after a row. */
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
