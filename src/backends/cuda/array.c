/* array.c - what the operations over kernels/ (src/backends/device) ask of this backend. */
#include "backends/device/device.h"
#include "cuda.h"

#define MOST_ARGUMENTS 32

gla_status gla_device_enter(const char *op, gla_device *dev)
{
    gla_cuda *cuda;
    return gla_cuda_enter(op, dev, &cuda);
}

gla_status gla_device_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel)
{
    return gla_cuda_kernel(dev, file, defines, name, (cudaKernel_t *)kernel);
}

gla_status gla_device_launch_groups(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                                    const gla_argument *args)
{
    void *pointers[MOST_ARGUMENTS];
    for (int i = 0; i < n; i++)
        pointers[i] = args[i].kind == GLA_ARGUMENT_BUFFER ? (void *)&args[i].value : (void *)args[i].value;
    unsigned blocks = (unsigned)(groups < 0x7fffffff ? groups : 0x7fffffff);
    return gla_cuda_launch(op, dev, kernel, blocks, (unsigned)threads, 0, pointers);
}

int gla_device_units(const gla_device *dev)
{
    return ((const gla_cuda *)dev->state)->multiprocessors;
}

bool gla_device_is_serial(const gla_device *dev)
{
    (void)dev;
    return false;
}

bool gla_device_has_int64_atomics(const gla_device *dev)
{
    (void)dev;
    return true;
}

gla_status gla_device_scratch(const char *op, gla_device *dev, size_t bytes, void **data)
{
    return gla_cuda_alloc(op, dev, bytes, data);
}

void gla_device_drop(gla_device *dev, void *data)
{
    gla_cuda_free(dev, data);
}

gla_status gla_device_fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes)
{
    return gla_cuda_check(op, cudaMemsetAsync(data, byte, bytes, gla_cuda_stream(dev->state)));
}

gla_status gla_device_copy_block(const char *op, gla_device *dev, void *to, const void *from, size_t bytes)
{
    return gla_cuda_check(op, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, gla_cuda_stream(dev->state)));
}

/* From ordinary memory: consumed on return. */
gla_status gla_device_write(const char *op, gla_device *dev, void *to, const void *host, size_t bytes)
{
    return gla_cuda_check(op, cudaMemcpyAsync(to, host, bytes, cudaMemcpyHostToDevice, gla_cuda_stream(dev->state)));
}

gla_status gla_device_read(const char *op, gla_device *dev, void *host, const void *from, size_t bytes)
{
    return gla_cuda_read(op, dev->state, host, from, bytes);
}
