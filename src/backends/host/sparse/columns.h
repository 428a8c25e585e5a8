/* columns.h - Reductions over the columns of a sparse matrix.  Each thread has a table of columns for its part of the elements,
 * and the tables are combined at the end. */
#ifndef GLA_BACKENDS_HOST_SPARSE_COLUMNS_H
#define GLA_BACKENDS_HOST_SPARSE_COLUMNS_H

#include "backends/host/host.h"
#include "contract/csr.h"

#include <stdatomic.h>

typedef struct gla_column_tables {
    int64_t parts;
    void *table;          /* [part][column], initially zeros */
    atomic_bool given_up; /* set by `fill` if the tables must not be combined */
} gla_column_tables;

/* Run `fill` over the indices of parts, and then `join` over the indices of columns.  Both receive the job that contains the
 * tables. */
gla_status gla_host_by_columns(const char *op, const gla_csr *a, size_t item, gla_column_tables *t, gla_host_body fill,
                               gla_host_body join, void *job);

#endif
