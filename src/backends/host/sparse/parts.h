/* parts.h - Merge the rows of two sparse matrices in parts, which are divided among threads. */
#ifndef GLA_BACKENDS_HOST_SPARSE_PARTS_H
#define GLA_BACKENDS_HOST_SPARSE_PARTS_H

#include "sparse.h"
#include "contract/csr.h"

#define GLA_HOST_SPARSE_PARTS 64 /* maximum number of parts */

typedef struct gla_host_sparse_merge {
    const gla_csr *a, *b;
    bool minus, repeats; /* repeats: the columns of most rows are the columns of the previous row plus one */
    int64_t parts;
    /* For each part: its first row, its start before gaps are closed, and its number of elements. */
    int64_t first[GLA_HOST_SPARSE_PARTS + 1], begin[GLA_HOST_SPARSE_PARTS], kept[GLA_HOST_SPARSE_PARTS];
    void *indptr, *indices, *values;
} gla_host_sparse_merge;

/* Return the position at which a row begins. */
static inline int64_t gla_host_row_start(const gla_csr *a, int64_t row)
{
    return a->index == GLA_INT64 ? ((const int64_t *)a->indptr)[row] : ((const int32_t *)a->indptr)[row];
}

/* Return the column index of an element. */
static inline int64_t gla_host_column_at(const gla_csr *a, int64_t p)
{
    return a->index == GLA_INT64 ? ((const int64_t *)a->indices)[p] : ((const int32_t *)a->indices)[p];
}

/* Return true if the column indices of most rows equal the column indices of the previous row plus one.  In such matrices, for
 * example those of grids and bands, processors can predict which of two rows contains the next element. */
bool gla_host_do_rows_repeat(const gla_csr *a);

/* For each row of the product a b, return whether its column indices equal the column indices of the previous row plus one and
 * both rows have the same number of products.  Return NULL if there are few such rows or memory runs out.  The caller frees the
 * result. */
uint8_t *gla_host_rows_like_before(const gla_csr *a, const gla_csr *b);

/* Run the body over parts.  Each part stores its elements from its start on, and the ends of its rows in indptr.  A part begins
 * at the same position as in a or, if `both`, at the position that it would have if no element were in both a and b. */
gla_status gla_host_merge_sparse(gla_host_sparse_merge *w, gla_host_body body, bool both, int64_t *nnz);

#endif
