/* dense.c - Helpers of dense linear algebra: find and launch kernels, read integers. */
#include "dense.h"
#include "runtime/allocation.h"

gla_status gla_dense_begin(gla_dense *d, const char *op, gla_device *dev, gla_dtype dtype, int64_t batch)
{
    *d = (gla_dense){.op = op, .dev = dev, .dtype = dtype, .item = (int64_t)gla_itemsize(dtype), .batch = batch};
    return gla_device_enter(op, dev);
}

gla_status gla_dense_kernel(const gla_dense *d, const char *file, const char *lines, const char *name, void **kernel)
{
    const gla_device_program p = gla_device_typed_with(file, d->dtype, lines);
    return gla_device_find(d->dev, &p, name, kernel);
}

gla_status gla_dense_launch(const gla_dense *d, void *kernel, int64_t groups, int threads, int n, const gla_argument *args)
{
    return gla_device_launch_groups(d->op, d->dev, kernel, groups, threads, n, args);
}

gla_status gla_dense_launch_each(const gla_dense *d, void *kernel, int64_t groups, int threads, int n, const gla_argument *args,
                                 int64_t times, int64_t *counter)
{
    if (gla_device_driver.launch_each)
        return gla_device_driver.launch_each(d->op, d->dev, kernel, groups, threads, n, args, times, counter);
    gla_status st = GLA_OK;
    for (int64_t i = 0; i < times && !st; i++, ++*counter)
        st = gla_dense_launch(d, kernel, groups, threads, n, args);
    return st;
}

gla_status gla_dense_run(const gla_dense *d, const char *file, const char *lines, const char *name, int64_t n, int n_args,
                         const gla_argument *args)
{
    void *kernel;
    int64_t groups = (n + GLA_GROUP - 1) / GLA_GROUP, most = (int64_t)gla_device_units(d->dev) * 32;
    gla_status st = gla_dense_kernel(d, file, lines, name, &kernel);
    return st ? st : gla_dense_launch(d, kernel, groups < most ? groups : most, GLA_GROUP, n_args, args);
}

gla_status gla_dense_read_ints(const gla_dense *d, const int *data, int64_t n, int64_t add, int64_t *out)
{
    int small[64], *host = n <= 64 ? small : gla_malloc((size_t)n * sizeof *host);
    if (!host)
        return gla_fail_memory(d->op, (size_t)n * sizeof *host);
    gla_status st = gla_device_read(d->op, d->dev, host, data, (size_t)n * sizeof *host);
    for (int64_t i = 0; i < n && !st; i++)
        out[i] = host[i] + add;
    if (host != small)
        gla_free(host);
    return st;
}
