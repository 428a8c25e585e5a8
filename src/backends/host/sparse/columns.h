/* columns.h - what is found of each column of a sparse matrix: each thread has a table of columns for its part of the
 * elements; then they are put together. */
#ifndef GLA_BACKENDS_HOST_SPARSE_COLUMNS_H
#define GLA_BACKENDS_HOST_SPARSE_COLUMNS_H

#include "backends/host/host.h"
#include "contract/csr.h"

#include <stdatomic.h>

typedef struct gla_column_tables {
    int64_t parts;
    void *table;          /* [part][column], zeros at first */
    atomic_bool given_up; /* by `fill`: nothing is put together */
} gla_column_tables;

/* `fill` gets numbers of parts, `join` of columns, both with the job that the tables belong to. */
gla_status gla_host_by_columns(const char *op, const gla_csr *a, size_t item, gla_column_tables *t, gla_host_body fill,
                               gla_host_body join, void *job);

#endif
