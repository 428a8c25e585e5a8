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

__attribute__((weak)) gla_status gla_host_reduce(gla_device *dev, gla_reduction op, const gla_array *x, int nkeep, double correction, gla_array *out)
{
    (void)dev; (void)op; (void)x; (void)nkeep; (void)correction; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_reduce: not written yet");
}

__attribute__((weak)) gla_status gla_host_range(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep)
{
    (void)dev; (void)out; (void)start; (void)step; (void)istart; (void)istep;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_range: not written yet");
}

__attribute__((weak)) gla_status gla_host_count_nonzero(gla_device *dev, const gla_array *x, int64_t *count)
{
    (void)dev; (void)x; (void)count;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_count_nonzero: not written yet");
}

__attribute__((weak)) gla_status gla_host_nonzero(gla_device *dev, const gla_array *x, gla_array *out)
{
    (void)dev; (void)x; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_nonzero: not written yet");
}

__attribute__((weak)) gla_status gla_host_gather(gla_device *dev, const gla_array *x, int nidx, const gla_array *const idx[], gla_array *out)
{
    (void)dev; (void)x; (void)nidx; (void)idx; (void)out;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_gather: not written yet");
}

__attribute__((weak)) gla_status gla_host_scatter(gla_device *dev, gla_array *x, int nidx, const gla_array *const idx[], const gla_array *value)
{
    (void)dev; (void)x; (void)nidx; (void)idx; (void)value;
    return gla_fail(GLA_NOT_SUPPORTED_ERROR, "gla_host_scatter: not written yet");
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
