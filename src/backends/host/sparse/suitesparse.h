/* suitesparse.h - Interface to the SuiteSparse module, which is loaded when the first matrix is factored.  The module is
 * separate because parts of SuiteSparse are under the GPL and the rest of the library is not
 * (docs/design/sparse-solvers.md). */
#ifndef GLA_BACKENDS_HOST_SPARSE_SUITESPARSE_H
#define GLA_BACKENDS_HOST_SPARSE_SUITESPARSE_H

#include "backends/host/host.h"
#include "contract/direct.h"

typedef struct gla_suitesparse {
    const char *version;
    gla_direct_ops ops; /* without `absence` */
} gla_suitesparse;

/* Functions of the host backend that the module calls: gla_host_parallel, gla_blas_enter, gla_blas_leave. */
typedef struct gla_suitesparse_needs {
    gla_status (*parallel)(int64_t n, int64_t grain, gla_host_body body, void *arg);
    void (*blas_enter)(void), (*blas_leave)(void);
} gla_suitesparse_needs;

/* The symbol that the module exports. */
const gla_suitesparse *gla_suitesparse_entry(const gla_suitesparse_needs *host) __attribute__((visibility("default")));

#endif
