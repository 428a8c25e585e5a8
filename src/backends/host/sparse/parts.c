/* parts.c - Merge the rows of two sparse matrices in parts; see parts.h. */
#include "parts.h"

#include <string.h>

#define GRAIN 65536 /* minimum number of elements in a part */
#define SAMPLES 64  /* number of rows that are compared with their previous rows */
#define FEW 16      /* number of elements of a row that are compared */

static int64_t first_of(const gla_host_sparse_merge *w, int64_t before)
{
    int64_t low = 0, high = w->a->rows;
    while (low < high) {
        int64_t middle = low + (high - low) / 2;
        if (gla_host_row_start(w->a, middle) + gla_host_row_start(w->b, middle) < before)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Divide the rows into parts with approximately the same number of elements. */
static void find_parts(gla_host_sparse_merge *w, bool both)
{
    int64_t all = w->a->nnz + w->b->nnz, most = gla_host_threads();
    most = most < GLA_HOST_SPARSE_PARTS ? most : GLA_HOST_SPARSE_PARTS;
    for (w->parts = 1; w->parts < most && w->parts * GRAIN < all; w->parts++)
        ;
    for (int64_t part = 0; part < w->parts; part++) {
        w->first[part] = part ? first_of(w, part * (all / w->parts)) : 0;
        w->begin[part] = gla_host_row_start(w->a, w->first[part]) + (both ? gla_host_row_start(w->b, w->first[part]) : 0);
    }
    w->first[w->parts] = w->a->rows;
}

/* Return true if the column indices of a row equal the column indices of the previous row plus one. */
static bool is_like_before(const gla_csr *a, int64_t row)
{
    int64_t before = gla_host_row_start(a, row - 1), here = gla_host_row_start(a, row), n = here - before;
    if (gla_host_row_start(a, row + 1) - here != n)
        return false;
    for (int64_t p = 0; p < n && p < FEW; p++)
        if (gla_host_column_at(a, here + p) != gla_host_column_at(a, before + p) + 1)
            return false;
    return true;
}

/* This function compares a sample of the rows. */
bool gla_host_do_rows_repeat(const gla_csr *a)
{
    int64_t alike = 0, samples = a->rows - 1 < SAMPLES ? a->rows - 1 : SAMPLES;
    for (int64_t i = 0; i < samples; i++)
        alike += is_like_before(a, 1 + i * ((a->rows - 1) / samples));
    return alike > samples - samples / 4;
}

static void close_gap(const gla_host_sparse_merge *w, int64_t part, int64_t at)
{
    bool wide = w->a->index == GLA_INT64;
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

gla_status gla_host_merge_sparse(gla_host_sparse_merge *w, gla_host_body body, bool both, int64_t *nnz)
{
    find_parts(w, both);
    w->repeats = gla_host_do_rows_repeat(w->a) && gla_host_do_rows_repeat(w->b);
    gla_status st = gla_host_parallel(w->parts, 1, body, w);
    *nnz = 0;
    for (int64_t part = 0; part < w->parts && !st; part++) {
        if (w->begin[part] != *nnz)
            close_gap(w, part, *nnz);
        *nnz += w->kept[part];
    }
    return st;
}
