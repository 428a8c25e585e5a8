/* pending.c - slots that no file has yet; deleted when all are. */
#include "host.h"

#include <stdlib.h>

__attribute__((weak)) void gla_host_parallel(int64_t n, int64_t grain, gla_host_body body, void *arg)
{
    (void)grain;
    body(arg, 0, n);
}

__attribute__((weak)) int gla_host_threads(void)
{
    return 1;
}

__attribute__((weak)) const gla_blas_ops gla_host_blas_ops;
__attribute__((weak)) const gla_lapack_ops gla_host_lapack_ops;
