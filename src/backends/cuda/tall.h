/* tall.h - Shared declarations of the files that launch kernels/tall.h. */
#ifndef GLA_BACKENDS_CUDA_TALL_H
#define GLA_BACKENDS_CUDA_TALL_H

#include "backends/device/array/array_kernels.h"
#include "math.h"
#include "transfer.h"

static inline gla_dtype gla_tall_wide(gla_dtype dtype)
{
    return gla_dtype_is_complex(dtype) ? GLA_COMPLEX128 : GLA_FLOAT64;
}

/* Find a kernel of kernels/tall.h. */
static inline gla_status gla_tall_kernel(gla_device *dev, const gla_tall *a, const char *name, cudaKernel_t *kernel)
{
    const gla_device_program p = gla_cuda_tall_program(a->dtype, a->cols);
    return gla_device_find(dev, &p, name, (void **)kernel);
}

gla_status gla_cuda_gram(gla_device *dev, const gla_tall *a, const void *w, void *g);
gla_status gla_cuda_gradient(gla_device *dev, const gla_tall *a, const void *b, int64_t nrhs, const void *x, void *g,
                             double *sums);

#endif
