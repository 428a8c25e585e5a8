/* array_kernels.c - Launch kernels and read flags, for operations on arrays. */
#include "array_kernels.h"

bool gla_device_is_scalar(const gla_array *a, const gla_array *out)
{
    return gla_device_of(a) != gla_device_of(out);
}

gla_status gla_device_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int n_args,
                             const gla_argument *args)
{
    return gla_device_launch_groups(op, dev, kernel, groups, GLA_GROUP, n_args, args);
}

/* Launch one thread for each step.  On a serial device the threads of a group run in memory order.  If there are few steps, the
 * groups are smaller, so that every compute unit has work. */
static gla_status launch_serial(const char *op, gla_device *dev, void *kernel, int64_t n, int n_args, const gla_argument *args)
{
    int64_t wanted = 4 * (int64_t)gla_device_units(dev);
    int threads = GLA_GROUP;
    while (threads > 1 && n / threads < wanted)
        threads /= 2;
    return gla_device_launch_groups(op, dev, kernel, (n + threads - 1) / threads, threads, n_args, args);
}

gla_status gla_device_launch_for(const char *op, gla_device *dev, void *kernel, int64_t n, int n_args, const gla_argument *args)
{
    int64_t groups = (n + GLA_GROUP - 1) / GLA_GROUP, most = (int64_t)gla_device_units(dev) * 32;
    if (gla_device_is_serial(dev))
        return launch_serial(op, dev, kernel, n, n_args, args);
    return gla_device_launch(op, dev, kernel, groups < most ? groups : most, n_args, args);
}

gla_status gla_device_run(const char *op, gla_device *dev, const gla_device_program *p, const char *name, int64_t groups,
                          int n_args, const gla_argument *args)
{
    void *kernel;
    gla_status st = gla_device_find(dev, p, name, &kernel);
    return st ? st : gla_device_launch(op, dev, kernel, groups, n_args, args);
}

gla_status gla_device_run_for(const char *op, gla_device *dev, const gla_device_program *p, const char *name, int64_t n,
                              int n_args, const gla_argument *args)
{
    void *kernel;
    gla_status st = gla_device_find(dev, p, name, &kernel);
    return st ? st : gla_device_launch_for(op, dev, kernel, n, n_args, args);
}

gla_argument gla_device_real(const gla_device *dev, const double *value, float *single)
{
    *single = (float)*value;
    return dev->lacks_float64 ? (gla_argument)GLA_VALUE(*single) : (gla_argument)GLA_VALUE(*value);
}

gla_status gla_device_flag(const char *op, gla_device *dev, int **flag)
{
    gla_status st = gla_device_scratch(op, dev, sizeof **flag, (void **)flag);
    return st ? st : gla_device_fill(op, dev, *flag, 0, sizeof **flag);
}

gla_status gla_device_read_flag(const char *op, gla_device *dev, const int *flag, int *value)
{
    return gla_device_read(op, dev, value, flag, sizeof *value);
}
