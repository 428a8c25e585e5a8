/* stack_values.c - Singular values, without vectors, of stacks of matrices of medium order, in two launches of
 * kernels/stack_values.h. */
#include "dense.h"

#define GROUP 128 /* number of threads for bisection, as in the kernel */
#define MAX_ROWS 512

typedef struct variant {
    int length, threads;
} variant;

/* `most` is the number of threads that the device allows in a group, for any kernel. */
static variant variant_of(gla_dtype dtype, int64_t rows, size_t most)
{
    int length = rows <= 128 ? 128 : rows <= 256 ? 256 : MAX_ROWS;
    return (variant){length, length == 128 || dtype == GLA_COMPLEX128 || most < 1024 ? 256 : 1024};
}

static void put_length(gla_writer *w, const gla_device_program *p)
{
    gla_put_dialect_type(w, (gla_dtype)p->numbers[0]);
    gla_put(w, "#define LENGTH %d\n#define THREADS %d\n", p->numbers[1], p->numbers[2]);
}

gla_device_program gla_device_stack_values_program(gla_dtype dtype, int64_t rows, size_t most)
{
    const variant v = variant_of(dtype, rows, most);
    return (gla_device_program){"stack_values.h", put_length, NULL, {(uint16_t)dtype, (uint16_t)v.length, (uint16_t)v.threads}};
}

bool gla_device_stack_values_take(gla_device *dev, gla_dtype dtype, int64_t rows, int64_t cols, int64_t batch)
{
    const gla_traits *traits = gla_device_traits(dev);
    int64_t longer = rows > cols ? rows : cols, shorter = rows > cols ? cols : rows;
    size_t most = gla_traits_threads(traits);
    return batch > 1 && shorter > 0 && longer <= MAX_ROWS && (size_t)variant_of(dtype, longer, most).threads <= most &&
           traits->local_memory >= (size_t)48 << 10 && !traits->is_serial;
}

gla_status gla_device_stack_values(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *s, int64_t batch, int64_t *info)
{
    gla_dense d;
    void *reduce, *bisect, *block = NULL;
    bool wide = a->rows < a->cols;
    int rows = (int)(wide ? a->cols : a->rows), cols = (int)(wide ? a->rows : a->cols);
    int64_t real = (int64_t)gla_itemsize(gla_device_real_of(dtype)), chunks = (cols + GROUP - 1) / GROUP;
    size_t most = gla_traits_threads(gla_device_traits(dev));
    const gla_device_program p = gla_device_stack_values_program(dtype, rows, most);
    gla_strided x = gla_dense_columns(a);
    if (wide) /* the transpose has the same singular values */
        x = gla_dense_transposed(x);
    gla_status st = gla_dense_begin(&d, "svd", dev, dtype, batch);
    if (!st)
        st = gla_device_find(dev, &p, "bidiagonal_stack", &reduce);
    if (!st)
        st = gla_device_find(dev, &p, "bidiagonal_values", &bisect);
    if (!st)
        st = gla_device_scratch("svd", dev, (size_t)(batch * (2 * cols * real + 2 * (int64_t)sizeof(int))), &block);
    if (st)
        return st;
    char *at = block;
    void *diagonal = at, *beside = at + batch * cols * real;
    int *powers = (int *)(at + 2 * batch * cols * real), *infos = powers + batch;
    const gla_argument first[] = {GLA_VALUE(batch),   GLA_VALUE(rows),    GLA_VALUE(cols),
                                  GLA_STACK(x),       GLA_BUFFER(x.data), GLA_BUFFER(diagonal),
                                  GLA_BUFFER(beside), GLA_BUFFER(powers), GLA_BUFFER(infos)};
    const gla_argument second[] = {GLA_VALUE(batch),   GLA_VALUE(cols),    GLA_BUFFER(diagonal),
                                   GLA_BUFFER(beside), GLA_BUFFER(powers), GLA_BUFFER(s)};
    st = gla_dense_launch(&d, reduce, batch, variant_of(dtype, rows, most).threads, 9, first);
    if (!st)
        st = gla_dense_launch(&d, bisect, batch * chunks, GROUP, 6, second);
    if (!st)
        st = gla_dense_read_ints(&d, infos, batch, 0, info);
    gla_device_drop(dev, block);
    return st;
}
