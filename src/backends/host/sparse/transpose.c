/* transpose.c - Transpose a sparse matrix.  First count the elements of each column, and then move each element to its
 * position.  Each thread has a part of the rows and separate counts.  The elements of a column are in the order of the
 * parts. */
#include "sparse.h"
#include "runtime/allocation.h"
#include "contract/csr.h"

#include <string.h>

#define OP "sparse"
#define GRAIN 65536 /* minimum number of elements in a part */
#define MAX_PARTS 8

typedef struct job {
    const gla_csr *a;
    int64_t parts;
    int64_t *places; /* [part][column]: first the number of elements, later the position of the next element */
    void *indptr, *indices, *data;
} job;

#define LOOPS "transpose.inc"
#include "all.inc"

gla_status gla_host_sparse_transpose(gla_device *dev, const gla_csr *a, void *indptr, void *indices, void *data)
{
    static const gla_host_body counts[2][4] = BODIES(count_columns), moves[2][4] = BODIES(move_elements);
    static void (*const ends[2][4])(job *) = BODIES(add_counts);
    bool wide = a->index == GLA_INT64;
    int type = gla_host_value_type(a->dtype);
    job w = {.a = a, .parts = 1, .indptr = indptr, .indices = indices, .data = data};
    int64_t most = gla_host_threads() < MAX_PARTS ? gla_host_threads() : MAX_PARTS;
    while (w.parts < most && w.parts * GRAIN < a->nnz && w.parts * a->cols < a->nnz)
        w.parts++;
    size_t bytes = (size_t)(w.parts * a->cols) * sizeof *w.places;
    (void)dev;
    if (!(w.places = gla_malloc(bytes)))
        return gla_fail_memory(OP, bytes);
    memset(w.places, 0, bytes);
    gla_status st = gla_host_parallel(w.parts, 1, counts[wide][type], &w);
    if (!st)
        ends[wide][type](&w);
    if (!st)
        st = gla_host_parallel(w.parts, 1, moves[wide][type], &w);
    gla_free(w.places);
    return st;
}
