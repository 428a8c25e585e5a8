/* stack_gradient.c - Residuals and gradients of a stack in one launch, by kernels/stack_gradient.h. */
#include "dense.h"

#define SMALL 16384 /* elements per matrix; stacks of larger matrices are used only if they keep the device busy */

static void put_lines(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define ROWS %d\n#define THREADS %d\n", p->numbers[1], p->numbers[2]);
}

/* The residuals of `rows` rows, the partial sums of the threads and their squares must fit in GLA_SMALL_MEMORY. */
bool gla_device_stack_gradient_program(gla_dtype dtype, int64_t rows, gla_device_program *program, int *threads)
{
    int64_t most = gla_dtype_is_complex(dtype) ? 1024 : 2048;
    uint16_t held = rows <= 64 ? 64 : rows <= 512 ? 512 : (uint16_t)most;
    *threads = held == 64 ? 32 : held == 512 ? 64 : 128;
    *program = (gla_device_program){"stack_gradient.h", put_lines, NULL, {(uint16_t)dtype, held, (uint16_t)*threads}};
    return rows <= most;
}

gla_status gla_device_small_gradient(gla_device *dev, gla_dtype dtype, int64_t m, int64_t n, int64_t nrhs, const gla_strided *a,
                                     const gla_strided *b, const void *x, void *g, double *sums, int64_t batch, bool *done)
{
    gla_dense d;
    gla_device_program p;
    void *kernel;
    const gla_traits *traits = gla_device_traits(dev);
    gla_strided in = *a, right = *b;
    int threads, width = 1, rows = (int)m, cols = (int)n, sides = (int)nrhs;
    *done = gla_device_stack_gradient_program(dtype, m, &p, &threads) && batch > 1 && nrhs <= INT16_MAX &&
            (m * n <= SMALL || batch * nrhs >= traits->units) && traits->local_memory >= GLA_SMALL_MEMORY && !traits->is_serial;
    if (!*done)
        return GLA_OK;
    while (width < n && width < threads)
        width *= 2;
    gla_status st = gla_dense_begin(&d, "lstsq", dev, dtype, batch);
    if (!st)
        st = gla_device_find(dev, &p, "stack_gradient", &kernel);
    const gla_argument args[] = {GLA_VALUE(batch), GLA_VALUE(rows),     GLA_VALUE(cols), GLA_VALUE(sides),
                                 GLA_VALUE(width), GLA_BUFFER(in.data), GLA_STACK(in),   GLA_BUFFER(right.data),
                                 GLA_STACK(right), GLA_BUFFER(x),       GLA_BUFFER(g),   GLA_BUFFER(sums)};
    return st ? st : gla_dense_launch(&d, kernel, batch * nrhs, threads, 12, args);
}
