/* suitesparse.h - what the host backend calls SuiteSparse by: a module of its own, loaded when the first matrix is factored,
 * because parts of SuiteSparse are under the GPL and the rest of the library is not (docs/decisions/0082). */
#ifndef GLA_BACKENDS_HOST_SUITESPARSE_H
#define GLA_BACKENDS_HOST_SUITESPARSE_H

#include "host.h"

typedef struct gla_suitesparse {
    const char *version;
    gla_direct_ops ops; /* without absence */
} gla_suitesparse;

/* What the module exports; `parallel` is gla_host_parallel. */
typedef gla_status gla_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg);
const gla_suitesparse *gla_suitesparse_entry(gla_parallel *parallel) __attribute__((visibility("default")));

#endif
