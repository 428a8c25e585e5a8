/* parts.h - two sparse matrices whose rows are gone through beside each other, in parts that threads share. */
#ifndef GLA_BACKENDS_HOST_SPARSE_PARTS_H
#define GLA_BACKENDS_HOST_SPARSE_PARTS_H

#include "sparse.h"
#include "contract/csr.h"

#define GLA_HOST_SPARSE_PARTS 64 /* at most */

typedef struct gla_host_sparse_merge {
    const gla_csr *a, *b;
    bool minus, repeats; /* repeats: most rows look like the ones before */
    int64_t parts;
    /* Of each part: row; where it is written before gaps are closed; how many elements it has then. */
    int64_t first[GLA_HOST_SPARSE_PARTS + 1], begin[GLA_HOST_SPARSE_PARTS], kept[GLA_HOST_SPARSE_PARTS];
    void *indptr, *indices, *values;
} gla_host_sparse_merge;

/* Where a row begins. */
static inline int64_t gla_host_row_start(const gla_csr *a, int64_t row)
{
    return a->index == GLA_INT64 ? ((const int64_t *)a->indptr)[row] : ((const int32_t *)a->indptr)[row];
}

/* The column of an element. */
static inline int64_t gla_host_column_at(const gla_csr *a, int64_t p)
{
    return a->index == GLA_INT64 ? ((const int64_t *)a->indices)[p] : ((const int32_t *)a->indices)[p];
}

/* Whether most rows have the columns of the one before, all one further: in grids and bands processors foresee which of two
 * matrices is next, in others they never do. */
bool gla_host_do_rows_repeat(const gla_csr *a);

/* For each row of the product a b whether its columns are those of the row before, all one further, made by as many products;
 * to be freed.  NULL where that is rare, or there is no memory. */
uint8_t *gla_host_rows_like_before(const gla_csr *a, const gla_csr *b);

/* Runs the body over parts, each of which leaves its elements at its beginning and the ends of its rows in indptr.  Parts begin
 * where those of a do; with `both`, where they would if no place were in a and in b. */
gla_status gla_host_merge_sparse(gla_host_sparse_merge *w, gla_host_body body, bool both, int64_t *nnz);

#endif
