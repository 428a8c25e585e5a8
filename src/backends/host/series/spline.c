/* spline.c - Piecewise cubic functions and interpolation on regular grids, computed on the host by the functions of
 * kernels/. */
#include "backends/device/layouts.h"
#include "backends/host/elementwise/elementwise.h"
#include "backends/host/series/series.h"

#include <math.h>
#include <stdatomic.h>

#define GRAIN 4096

typedef int64_t int64;
#define DEVICE static inline
#define GLOBAL
#define NAN_VALUE NAN
#define OF_TYPE(name) PASTE(name, NAME)

typedef struct job {
    spline_sizes spline;
    interpn_sizes grid_of;
    const void *places, *grid, *values, *slopes, *fill;
    void *out;
    atomic_int outside;
} job;

#define R float
#define NAME float32
#include "spline.inc"
#undef R
#undef NAME
#define R double
#define NAME float64
#include "spline.inc"

static bool is_single(const gla_array *x)
{
    return x->dtype == GLA_FLOAT32 || x->dtype == GLA_COMPLEX64;
}

gla_status gla_host_spline(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                           const gla_array *slopes, int64_t nu, bool extrapolate, gla_array *out)
{
    job w = {.places = gla_data(places),
             .grid = gla_data(grid),
             .values = gla_data(values),
             .slopes = gla_data(slopes),
             .out = gla_data(out)};
    (void)dev;
    w.spline = (spline_sizes){.rows = out->size / places->size,
                              .n = grid->size,
                              .m = places->size,
                              .parts = gla_dtype_is_complex(out->dtype) ? 2 : 1,
                              .nu = nu,
                              .extrapolate = extrapolate};
    return gla_host_parallel(out->size, GRAIN, is_single(out) ? elements_float32 : elements_float64, &w);
}

gla_status gla_host_pchip_slopes(gla_device *dev, const gla_array *grid, const gla_array *values, gla_array *slopes)
{
    job w = {.grid = gla_data(grid), .values = gla_data(values), .out = gla_data(slopes)};
    (void)dev;
    w.spline = (spline_sizes){.rows = values->size / grid->size, .n = grid->size, .parts = 1};
    return gla_host_parallel(values->size, GRAIN, is_single(values) ? slopes_float32 : slopes_float64, &w);
}

gla_status gla_host_interpn(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                            const gla_array *fill, int dims, bool nearest, gla_array *out, int *outside)
{
    job w = {.places = gla_data(places),
             .grid = gla_data(grid),
             .values = gla_data(values),
             .fill = fill ? gla_data(fill) : NULL,
             .out = gla_data(out)};
    interpn_sizes *s = &w.grid_of;
    (void)dev;
    *s = (interpn_sizes){.points = places->size / dims,
                         .dims = dims,
                         .parts = gla_dtype_is_complex(out->dtype) ? 2 : 1,
                         .nearest = nearest,
                         .extrapolate = !fill};
    for (int d = 0; d < dims; d++) {
        s->n[d] = values->shape[d];
        s->first[d] = d ? s->first[d - 1] + s->n[d - 1] : 0;
    }
    s->trailing = out->size / s->points * s->parts;
    int64_t work = s->trailing << dims;
    gla_status st = gla_host_parallel(s->points, work < GRAIN ? GRAIN / work : 1,
                                      is_single(out) ? places_float32 : places_float64, &w);
    int found = atomic_load(&w.outside);
    if (outside)
        *outside = found ? dims - found + 1 : 0;
    return st;
}
