/* quasi.c - Sobol and Halton sequences, by kernels/sobol.h and kernels/halton.h. */
#include "quasi.h"
#include "contract/quasi.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/list/list.h"

#define STRETCH 8 /* number of points per thread, as in kernels/sobol.h */

GLA_LIST(quasi)
{
    if (t != GLA_FLOAT64)
        return;
    gla_list_add(list, gla_device_typed("sobol.h", t), "quasi-random points", GLA_LISTED_NEXT);
    gla_list_add(list, gla_device_typed("halton.h", t), "quasi-random points", GLA_LISTED_NEXT);
}

static gla_status sobol(gla_device *dev, const gla_quasi *q, const gla_array *directions, gla_array *out)
{
    const gla_device_program program = gla_device_typed("sobol.h", GLA_FLOAT64);
    int64_t scramble = q->scramble, units = (q->n + STRETCH - 1) / STRETCH * q->d;
    gla_status st = gla_device_enter("sobol", dev);
    const gla_argument args[] = {GLA_VALUE(q->n),          GLA_VALUE(q->d),     GLA_VALUE(q->first),
                                 GLA_VALUE(q->seed),       GLA_VALUE(scramble), GLA_BUFFER(gla_data(directions)),
                                 GLA_BUFFER(gla_data(out))};
    return st ? st : gla_device_run_for("sobol", dev, &program, "sobol", units, 7, args);
}

static gla_status halton(gla_device *dev, const gla_quasi *q, const gla_array *table, const gla_array *permutations,
                         gla_array *out)
{
    const gla_device_program program = gla_device_typed("halton.h", GLA_FLOAT64);
    int64_t scramble = q->scramble;
    gla_status st = gla_device_enter("halton", dev);
    const gla_argument args[] = {GLA_VALUE(q->n),
                                 GLA_VALUE(q->d),
                                 GLA_VALUE(q->first),
                                 GLA_VALUE(scramble),
                                 GLA_BUFFER(gla_data(table)),
                                 GLA_BUFFER(gla_data(permutations)),
                                 GLA_BUFFER(gla_data(out))};
    return st ? st : gla_device_run_for("halton", dev, &program, "halton", q->n * q->d, 7, args);
}

const gla_quasi_ops gla_device_quasi_ops = {.sobol = sobol, .halton = halton};
