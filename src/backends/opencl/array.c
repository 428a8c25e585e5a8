/* array.c - what the operations over kernels/ (src/backends/device) ask of this backend. */
#include "backends/device/device.h"
#include "opencl.h"

gla_status gla_device_enter(const char *op, gla_device *dev)
{
    gla_cl *cl;
    return gla_cl_enter(op, dev, &cl);
}

gla_status gla_device_kernel(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel)
{
    return gla_cl_find_kernel(dev, file, defines, name, (gla_cl_kernel **)kernel);
}

gla_status gla_device_launch_groups(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                                    const gla_argument *args)
{
    uint32_t across = (uint32_t)(groups < 0x7fffffff ? groups : 0x7fffffff);
    return gla_cl_launch(dev, kernel, &(gla_launch){.op = op, .groups = {across, 1, 1}, .group_size = {(uint32_t)threads, 1, 1},
                                                    .n = n, .arguments = args});
}

int gla_device_units(const gla_device *dev)
{
    return (int)((const gla_cl *)dev->state)->compute_units;
}

bool gla_device_is_serial(const gla_device *dev)
{
    return ((const gla_cl *)dev->state)->is_serial;
}

bool gla_device_has_int64_atomics(const gla_device *dev)
{
    return ((const gla_cl *)dev->state)->has_int64_atomics;
}

gla_status gla_device_scratch(const char *op, gla_device *dev, size_t bytes, void **data)
{
    return gla_cl_alloc(op, dev, bytes, data);
}

void gla_device_drop(gla_device *dev, void *data)
{
    gla_cl_free(dev, data);
}

gla_status gla_device_fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes)
{
    return gla_cl_fill(op, dev->state, data, (unsigned char)byte, bytes);
}

gla_status gla_device_copy_block(const char *op, gla_device *dev, void *to, const void *from, size_t bytes)
{
    return gla_cl_copy_block(op, dev->state, to, from, bytes);
}

gla_status gla_device_write(const char *op, gla_device *dev, void *to, const void *host, size_t bytes)
{
    return gla_cl_write(op, dev->state, to, host, bytes);
}

gla_status gla_device_read(const char *op, gla_device *dev, void *host, const void *from, size_t bytes)
{
    return gla_cl_read(op, dev->state, host, from, bytes);
}
