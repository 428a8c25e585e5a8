/* suitesparse.h - what the host backend calls SuiteSparse by: a module of its own, loaded when the first matrix is factored,
 * because parts of SuiteSparse are under the GPL and the rest of the library is not (docs/decisions/0082). */
#ifndef GLA_BACKENDS_HOST_SPARSE_SUITESPARSE_H
#define GLA_BACKENDS_HOST_SPARSE_SUITESPARSE_H

#include "backends/host/host.h"
#include "contract/direct.h"

typedef struct gla_suitesparse {
    const char *version;
    gla_direct_ops ops; /* without absence */
} gla_suitesparse;

/* What the module needs of the host backend: gla_host_parallel, gla_blas_enter, gla_blas_leave. */
typedef struct gla_suitesparse_needs {
    gla_status (*parallel)(int64_t n, int64_t grain, gla_host_body body, void *arg);
    void (*blas_enter)(void), (*blas_leave)(void);
} gla_suitesparse_needs;

/* What it exports. */
const gla_suitesparse *gla_suitesparse_entry(const gla_suitesparse_needs *host) __attribute__((visibility("default")));

#endif
