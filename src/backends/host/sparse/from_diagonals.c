/* from_diagonals.c - Convert diagonals to compressed rows. */
#include "sparse.h"
#include "contract/csr.h"

#define GRAIN 32768 /* number of elements per part */
#define BLOCK 512   /* number of rows that are written diagonal by diagonal while they are in a cache */

typedef struct job {
    const gla_diagonals *d;
    void *indptr, *indices, *values;
} job;

/* Return the first row that a diagonal crosses.  last_row() returns the end of the rows that it crosses. */
static int64_t first_row(int64_t offset)
{
    return offset < 0 ? -offset : 0;
}

/* The numbers of rows and columns may be near 2^63, so sums must not overflow. */
static int64_t last_row(const gla_diagonals *d, int64_t offset)
{
    bool all = offset < 0 ? d->rows + offset <= d->cols : d->rows <= d->cols - offset;
    return all ? d->rows : d->cols - offset;
}

/* Return the number of elements before a row. */
static int64_t elements_before(const gla_diagonals *d, int64_t row)
{
    int64_t all = 0;
    for (int i = 0; i < d->n; i++) {
        int64_t first = first_row(d->offsets[i]), last = last_row(d, d->offsets[i]);
        int64_t end = row < last ? row : last;
        all += end > first ? end - first : 0;
    }
    return all;
}

/* Find the rows [*first, *last) within [begin, end) that all diagonals cross. */
static void find_full_rows(const gla_diagonals *d, int64_t begin, int64_t end, int64_t *first, int64_t *last)
{
    *first = begin;
    *last = end;
    for (int i = 0; i < d->n; i++) {
        int64_t from = first_row(d->offsets[i]), to = last_row(d, d->offsets[i]);
        *first = from > *first ? from : *first;
        *last = to < *last ? to : *last;
    }
    if (*first >= *last)
        *first = *last = end;
}

#define LOOPS "from_diagonals.inc"
#include "all.inc"

gla_status gla_host_sparse_from_diagonals(gla_device *dev, const gla_diagonals *d, gla_dtype index, void *indptr, void *indices,
                                          void *values)
{
    static const gla_host_body bodies[2][4] = BODIES(write_rows);
    job w = {.d = d, .indptr = indptr, .indices = indices, .values = values};
    (void)dev;
    return gla_host_parallel(d->rows, GRAIN / d->n, bodies[index == GLA_INT64][gla_host_value_type(d->dtype)], &w);
}
