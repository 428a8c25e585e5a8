/* driver.c - Implement the driver interface of src/backends/device with CUDA. */
#include "backends/device/dense/dense.h"
#include "backends/device/driver.h"
#include "backends/device/list/list.h"
#include "cuda.h"
#include "fft.h"
#include "panels.h"

#define MAX_ARGUMENTS 32

static gla_status enter(const char *op, gla_device *dev)
{
    gla_cuda *cuda;
    return gla_cuda_enter(op, dev, &cuda);
}

static const gla_traits *traits(const gla_device *dev)
{
    return &((const gla_cuda *)dev->state)->traits;
}

/* Allow a kernel more shared memory than the default of 48 KiB. */
static gla_status grant_local(const char *op, gla_device *dev, void *kernel, size_t bytes)
{
    const gla_cuda *cuda = dev->state;
    return gla_cuda_check(
        op, cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)bytes, cuda->ordinal));
}

static gla_status launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int threads, int n,
                         const gla_argument *args)
{
    void *pointers[MAX_ARGUMENTS];
    size_t shared = n > 0 && args[n - 1].kind == GLA_ARGUMENT_LOCAL ? args[n - 1].size : 0;
    for (int i = 0; i < n; i++)
        pointers[i] = args[i].kind == GLA_ARGUMENT_BUFFER ? (void *)&args[i].value : (void *)args[i].value;
    unsigned blocks = (unsigned)(groups < 0x7fffffff ? groups : 0x7fffffff);
    gla_status st = shared > 48 << 10 ? grant_local(op, dev, kernel, shared) : GLA_OK;
    return st ? st : gla_cuda_launch(op, dev, kernel, blocks, (unsigned)threads, shared, pointers);
}

static gla_status fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes)
{
    return gla_cuda_check(op, cudaMemsetAsync(data, byte, bytes, gla_cuda_stream(dev->state)));
}

static gla_status copy(const char *op, gla_device *dev, void *to, const void *from, size_t bytes)
{
    return gla_cuda_check(op, cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice, gla_cuda_stream(dev->state)));
}

/* `host` is ordinary memory, which CUDA has read by the time the copy function returns. */
static gla_status write(const char *op, gla_device *dev, void *to, const void *host, size_t bytes)
{
    return gla_cuda_check(op, cudaMemcpyAsync(to, host, bytes, cudaMemcpyHostToDevice, gla_cuda_stream(dev->state)));
}

static gla_status read(const char *op, gla_device *dev, void *host, const void *from, size_t bytes)
{
    return gla_cuda_read(op, dev->state, host, from, bytes);
}

static void *result_slot(gla_device *dev, size_t *bytes)
{
    *bytes = GLA_CUDA_SLOT_BYTES;
    return gla_cuda_take_slot(dev->state);
}

static void drop_slot(gla_device *dev, void *slot, gla_status st)
{
    gla_cuda_release_slot(dev->state, slot, st);
}

static gla_status wait(const char *op, gla_device *dev)
{
    return gla_cuda_wait(op, dev->state);
}

static void list_panels(const gla_list *list, gla_dtype t)
{
    bool is_real = gla_dtype_is_real_floating(t);
    for (int rows = 1; rows <= (t == GLA_COMPLEX128 ? 4 : 8); rows *= 2) {
        gla_list_add(list, gla_lu_panel_program(t, rows), "solve", rows == 1 ? gla_list_common(t) : 0);
        if (is_real)
            gla_list_add(list, gla_qr_panel_program(t, rows), "qr", rows == 1 ? gla_list_common(t) : 0);
    }
    gla_list_add(list, gla_device_typed("lu_rows.h", t), "solve", gla_list_common(t));
    if (t == GLA_FLOAT64)
        gla_list_add(list, gla_dense_cholesky_program(), "cholesky", gla_list_common(t));
    if (is_real)
        gla_list_add(list, gla_device_typed("qr_rows.h", t), "qr", gla_list_common(t));
}

/* List programs for few and for many columns, so that both ways of dividing a row among threads are included. */
static void list_own(const gla_list *list, gla_dtype t)
{
    for (int cols = 1; gla_dtype_is_real_floating(t) && cols <= 1024; cols = 4 * cols + 1)
        gla_list_add(list, gla_cuda_tall_program(t, cols), "lstsq", gla_list_next(t));
    for (int cols = 16; gla_dtype_is_real_floating(t) && cols <= 64; cols += 8) /* typical numbers of columns in regressions */
        gla_list_add(list, gla_cuda_tall_program(t, cols), "lstsq", gla_list_next(t) | GLA_LISTED_VARIANT);
    for (int cols = 1; gla_dtype_is_complex(t) && cols <= 1024; cols = 4 * cols + 1)
        gla_list_add(list, gla_cuda_tall_program(t, (cols + 1) / 2), "lstsq", 0);
    if (gla_dtype_is_real_floating(t) || gla_dtype_is_complex(t))
        list_panels(list, t);
}

const gla_driver gla_device_driver = {
    .name = "cuda",
    .device = &gla_cuda_device_ops,
    .memory = &gla_cuda_memory_ops,
    .stream = &gla_cuda_stream_ops,
    .modules = &gla_cuda_kernel_ops,
    .enter = enter,
    .traits = traits,
    .kernel = gla_cuda_kernel,
    .compile = gla_cuda_compile_ahead,
    .list = list_own,
    .has_solver = true,
    .launch = launch,
    .allocate = gla_cuda_alloc,
    .release = gla_cuda_free,
    .fill = fill,
    .copy = copy,
    .write = write,
    .read = read,
    .result_slot = result_slot,
    .drop_slot = drop_slot,
    .wait = wait,
    .multiply = gla_cuda_multiply,
    .factor_panel = gla_cuda_factor_panel,
    .transform = gla_cuda_transform,
    .transforms_strides = gla_cuda_transforms_strides,
};
