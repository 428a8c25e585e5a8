/* driver.c - Implement the driver interface of src/backends/device with OpenCL. */
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

static gla_status launch_each(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                              const gla_argument *args, int64_t times, int64_t *counter)
{
    uint32_t across = (uint32_t)(groups < 0x7fffffff ? groups : 0x7fffffff);
    return gla_cl_launch_each(
        dev, kernel,
        &(gla_launch){.op = op, .groups = {across, 1, 1}, .n = n, .arguments = args, .group_size = {(uint32_t)threads, 1, 1}},
        times, counter);
}

static gla_status launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                         const gla_argument *args)
{
    return launch_each(op, dev, kernel, groups, threads, n, args, 1, NULL);
}

const gla_driver gla_device_driver = {
    .name = "opencl",
    .device = &gla_cl_device_ops,
    .memory = &gla_cl_memory_ops,
    .stream = &gla_cl_stream_ops,
    .modules = &gla_cl_kernel_ops,
    .enter = enter,
    .traits = traits,
    .kernel = gla_cl_find_kernel,
    .compile = gla_cl_compile_ahead,
    .launch = launch,
    .launch_each = launch_each,
    .allocate = gla_cl_alloc,
    .release = gla_cl_free,
    .fill = gla_cl_fill,
    .copy = gla_cl_copy_block,
    .write = gla_cl_write,
    .read = gla_cl_read,
    .multiply = gla_clblast_multiply,
};
