/* stack_lu.c - LU factors of stacks of small matrices, and of tiny matrices, by kernels/stack_lu.h, with one launch and one
 * wait. */
#include "dense.h"
#include "runtime/allocation.h"

#define TINY_ORDER 32 /* up to this order, one group is faster even for a single matrix */

/* Read the results, which are one code per matrix, followed by the pivots. */
static gla_status read_results(const gla_dense *d, const int *results, int64_t steps, int64_t *pivots, int64_t *info,
                               double *estimates)
{
    size_t bytes = (size_t)(d->batch * (steps + 1)) * sizeof *results;
    int *host = gla_malloc(bytes);
    if (!host)
        return gla_fail_memory(d->op, bytes);
    gla_status st = gla_device_read(d->op, d->dev, host, results, bytes);
    if (!st)
        gla_device_small_infos(d->batch, host, d->batch, info, estimates);
    for (int64_t i = 0; i < d->batch * steps && !st; i++)
        pivots[i] = host[d->batch + i];
    gla_free(host);
    return st;
}

gla_status gla_device_stack_getrf(gla_device *dev, gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *pivots,
                                  int64_t *info, double *estimates, bool wanted, bool *done)
{
    gla_dense d;
    gla_small_variant v;
    void *kernel, *results = NULL;
    int64_t order = a->rows > a->cols ? a->rows : a->cols, steps = a->rows < a->cols ? a->rows : a->cols;
    *done = (batch > 1 || order <= TINY_ORDER) && gla_device_small_fits(gla_device_traits(dev), dtype, order, 1, &v);
    if (!*done)
        return GLA_OK;
    const gla_device_program p = gla_device_stack_lu_program(dtype, &v);
    gla_status st = gla_dense_begin(&d, "lu", dev, dtype, batch);
    if (!st)
        st = gla_device_find(dev, &p, "lu_small", &kernel);
    if (!st)
        st = gla_device_scratch(d.op, dev, (size_t)(batch * (steps + 1)) * sizeof(int), &results);
    if (st)
        return st;
    gla_strided x = gla_dense_columns(a);
    int rows = (int)a->rows, cols = (int)a->cols, estimated = wanted, *exchanged = (int *)results + batch;
    const gla_argument args[] = {GLA_VALUE(batch),   GLA_VALUE(rows), GLA_VALUE(cols),       GLA_VALUE(estimated),
                                 GLA_BUFFER(x.data), GLA_STACK(x),    GLA_BUFFER(exchanged), GLA_BUFFER(results)};
    st = gla_dense_launch(&d, kernel, batch, v.order * v.slices, 8, args);
    if (!st)
        st = read_results(&d, results, steps, pivots, info, estimates);
    gla_device_drop(dev, results);
    return st;
}
