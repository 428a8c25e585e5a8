/* range.c - arithmetic sequences. */
#include "array_kernels.h"

gla_status gla_cuda_range(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep)
{
    char defines[600];
    cudaKernel_t kernel;
    gla_cuda *cuda;
    int64_t n = out->size;
    void *data = gla_data(out);
    gla_status st = gla_cuda_enter("arange", dev, &cuda);
    gla_cuda_type_defines(out->dtype, defines, sizeof defines);
    if (!st)
        st = gla_cuda_kernel(dev, "range.h", defines, "range", &kernel);
    void *args[] = {&n, &data, &start, &step, &istart, &istep};
    return st ? st : gla_cuda_launch_for("arange", dev, kernel, n, args);
}
