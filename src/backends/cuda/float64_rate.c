/* float64_rate.c - Find out whether a device is slow in float64.  Consumer GPUs are 32 to 64 times slower than in float32. */
#include "backends/device/queue.h"
#include "math.h"

#define STATED 4   /* ratio up to which the driver's value is trusted without a measurement */
#define SLOW 8     /* ratio of float64 time to float32 time above which a device is slow */
#define ORDER 1024 /* order of the matrices whose product is timed */

/* Measure the time in seconds of the product of two matrices of zeros.  The first product is not counted, because cuBLAS loads
 * its kernel during that call. */
static gla_status measure(const gla_math_call *c, gla_dtype dtype, void *x, double *seconds)
{
    const double one = 1, zero = 0;
    const float one_f = 1, zero_f = 0;
    bool is_single = dtype == GLA_FLOAT32;
    cudaDataType type = gla_cuda_type(dtype);
    char *out = (char *)x + (size_t)ORDER * ORDER * gla_itemsize(dtype);
    double begun = 0;
    gla_status st = GLA_OK;
    for (int i = 0; i < 2 && !st; i++) {
        begun = gla_device_now();
        st = gla_cublas_check(c->op,
                              cublasGemmEx(c->math->blas, CUBLAS_OP_N, CUBLAS_OP_N, ORDER, ORDER, ORDER,
                                           is_single ? (const void *)&one_f : &one, x, type, ORDER, x, type, ORDER,
                                           is_single ? (const void *)&zero_f : &zero, out, type, ORDER,
                                           is_single ? CUBLAS_COMPUTE_32F_PEDANTIC : CUBLAS_COMPUTE_64F, CUBLAS_GEMM_DEFAULT));
        if (!st)
            st = gla_cuda_wait(c->op, c->cuda);
    }
    *seconds = gla_device_now() - begun;
    return st;
}

static gla_status compare(const gla_math_call *c, bool *is_slow)
{
    void *x = NULL;
    size_t bytes = 2 * (size_t)ORDER * ORDER * sizeof(double);
    double single = 0, twice = 0;
    gla_status st = gla_cuda_alloc(c->op, c->dev, bytes, &x);
    if (!st)
        st = gla_cuda_check(c->op, cudaMemsetAsync(x, 0, bytes, gla_cuda_stream(c->cuda)));
    if (!st)
        st = gla_cuda_wait(c->op, c->cuda);
    if (!st)
        st = measure(c, GLA_FLOAT32, x, &single);
    if (!st)
        st = measure(c, GLA_FLOAT64, x, &twice);
    gla_cuda_free(c->dev, x);
    *is_slow = twice > SLOW * single;
    return st;
}

bool gla_cuda_float64_is_slow(const gla_math_call *c)
{
    gla_cuda_math *m = c->math;
    int stated = 0;
    bool is_slow = false;
    if (c->real == CUDA_R_32F || m->float64_rate)
        return c->real == CUDA_R_64F && m->float64_rate < 0;
    if (cudaDeviceGetAttribute(&stated, cudaDevAttrSingleToDoublePrecisionPerfRatio, c->cuda->ordinal) || stated > STATED)
        if (compare(c, &is_slow)) {
            gla_clear_error(); /* a persistent error will be reported by the call itself */
            return false;
        }
    m->float64_rate = is_slow ? -1 : 1;
    return is_slow;
}
