/* driver.c - the driver interface of src/backends/device on OpenCL. */
#include "backends/device/driver.h"
#include "clblast.h"

static gla_status enter(const char *op, gla_device *dev)
{
    gla_cl *cl;
    return gla_cl_enter(op, dev, &cl);
}

static const gla_traits *traits(const gla_device *dev)
{
    return &((const gla_cl *)dev->state)->traits;
}

static gla_status find(gla_device *dev, const char *file, const char *defines, const char *name, void **kernel)
{
    return gla_cl_find_kernel(dev, file, defines, name, (gla_cl_kernel **)kernel);
}

static gla_status launch_each(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                              const gla_argument *args, int64_t times, int64_t *counter)
{
    uint32_t across = (uint32_t)(groups < 0x7fffffff ? groups : 0x7fffffff);
    return gla_cl_launch_each(dev, kernel, &(gla_launch){.op = op, .groups = {across, 1, 1}, .n = n, .arguments = args,
                                                         .group_size = {(uint32_t)threads, 1, 1}}, times, counter);
}

static gla_status launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                         const gla_argument *args)
{
    return launch_each(op, dev, kernel, groups, threads, n, args, 1, NULL);
}

static gla_status fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes)
{
    return gla_cl_fill(op, dev->state, data, (unsigned char)byte, bytes);
}

static gla_status copy(const char *op, gla_device *dev, void *to, const void *from, size_t bytes)
{
    return gla_cl_copy_block(op, dev->state, to, from, bytes);
}

static gla_status write(const char *op, gla_device *dev, void *to, const void *host, size_t bytes)
{
    return gla_cl_write(op, dev->state, to, host, bytes);
}

static gla_status read(const char *op, gla_device *dev, void *host, const void *from, size_t bytes)
{
    return gla_cl_read(op, dev->state, host, from, bytes);
}

const gla_driver gla_device_driver = {
    .name = "opencl",
    .device = &gla_cl_device_ops,
    .memory = &gla_cl_memory_ops,
    .stream = &gla_cl_stream_ops,
    .modules = &gla_cl_kernel_ops,
    .enter = enter,
    .traits = traits,
    .kernel = find,
    .launch = launch,
    .launch_each = launch_each,
    .allocate = gla_cl_alloc,
    .release = gla_cl_free,
    .fill = fill,
    .copy = copy,
    .write = write,
    .read = read,
    .multiply = gla_clblast_multiply,
};
