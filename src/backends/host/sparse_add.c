/* sparse_add.c - sums and differences of two sparse matrices: their rows are merged.  Each part of the rows is written where it
 * would begin if no place were in both, and moves up when all are there. */
#include "sparse.h"

#include <string.h>

#define GRAIN 65536 /* elements of a part at least */
#define MAX_PARTS 64

typedef struct job {
    const gla_csr *a, *b;
    bool minus;
    int64_t parts;
    int64_t first[MAX_PARTS + 1], begin[MAX_PARTS], kept[MAX_PARTS]; /* of each part: row; element; how many elements */
    void *indptr, *indices, *values;
} job;

#define LOOPS "sparse_add.inc"
#include "sparse_all.inc"

static void close_gap(job *w, int64_t part, int64_t at, bool wide)
{
    size_t place = wide ? sizeof(int64_t) : sizeof(int32_t), item = gla_itemsize(w->a->dtype), n = (size_t)w->kept[part];
    int64_t from = w->begin[part], gap = from - at;
    memmove((char *)w->indices + (size_t)at * place, (char *)w->indices + (size_t)from * place, n * place);
    memmove((char *)w->values + (size_t)at * item, (char *)w->values + (size_t)from * item, n * item);
    for (int64_t row = w->first[part] + 1; row <= w->first[part + 1]; row++)
        if (wide)
            ((int64_t *)w->indptr)[row] -= gap;
        else
            ((int32_t *)w->indptr)[row] -= (int32_t)gap;
}

gla_status gla_host_sparse_add(gla_device *dev, const gla_csr *a, const gla_csr *b, bool minus, void *indptr, void *indices,
                               void *values, int64_t *nnz)
{
    static const gla_host_body bodies[2][4] = BODIES(merge_parts);
    static void (*const splits[2][4])(job *) = BODIES(find_parts);
    bool wide = a->index == GLA_INT64;
    int type = gla_host_value_type(a->dtype);
    job w = {.a = a, .b = b, .minus = minus, .parts = 1, .indptr = indptr, .indices = indices, .values = values};
    int64_t most = gla_host_threads() < MAX_PARTS ? gla_host_threads() : MAX_PARTS;
    while (w.parts < most && w.parts * GRAIN < a->nnz + b->nnz)
        w.parts++;
    splits[wide][type](&w);
    gla_status st = gla_host_parallel(w.parts, 1, bodies[wide][type], &w);
    (void)dev;
    *nnz = 0;
    for (int64_t part = 0; part < w.parts && !st; part++) {
        if (w.begin[part] != *nnz)
            close_gap(&w, part, *nnz, wide);
        *nnz += w.kept[part];
    }
    return st;
}
