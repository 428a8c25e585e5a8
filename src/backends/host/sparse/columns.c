/* columns.c - Reductions over the columns of a sparse matrix; see columns.h. */
#include "columns.h"

#include "backends/host/array/group.h"

#define GRAIN 32768 /* number of columns per part */

gla_status gla_host_by_columns(const char *op, const gla_csr *a, size_t item, gla_column_tables *t, gla_host_body fill,
                               gla_host_body join, void *job)
{
    size_t each = (size_t)a->cols * item;
    t->parts = gla_host_group_parts(a->nnz, each);
    size_t bytes = (size_t)t->parts * each;
    if (!(t->table = gla_host_alloc_zeros(bytes)))
        return gla_fail_memory(op, bytes);
    gla_status st = gla_host_parallel(t->parts, 1, fill, job);
    if (!st && !atomic_load(&t->given_up))
        st = gla_host_parallel(a->cols, GRAIN, join, job);
    gla_host_free(t->table, bytes);
    return st;
}
