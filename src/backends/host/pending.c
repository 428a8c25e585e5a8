/* pending.c - slots that no file has yet; deleted when all are. */
#include "host.h"

#include <stdlib.h>

__attribute__((weak)) gla_status gla_host_copy(gla_device *dev, const gla_array *src, gla_array *dst)
{
    (void)dev; (void)src; (void)dst;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_copy: not written yet");
}

__attribute__((weak)) gla_status gla_host_map(gla_device *dev, gla_op op, gla_dtype compute, int nin, const gla_array *const in[], gla_array *out)
{
    (void)dev; (void)op; (void)compute; (void)nin; (void)in; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_map: not written yet");
}

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
