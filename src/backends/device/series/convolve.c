/* convolve.c - Convolution and linear interpolation, by kernels/convolve.h and kernels/interp.h, with one thread per element of
 * the result. */
#include "series.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

GLA_LIST(series)
{
    gla_list_add(list, gla_device_typed("convolve.h", t), "convolve", gla_list_next(t));
    if (gla_kind_of(t) >= GLA_KIND_REAL)
        gla_list_add(list, gla_device_typed("interp.h", t), "interp", gla_list_next(t));
}

static gla_status convolve(gla_device *dev, const gla_array *x, const gla_array *v, int64_t first, gla_array *out)
{
    const gla_device_program program = gla_device_typed("convolve.h", out->dtype);
    convolve_sizes s = {.n = x->shape[x->ndim - 1], .m = v->size, .first = first, .length = out->shape[out->ndim - 1]};
    s.rows = out->size / s.length;
    gla_status st = gla_device_enter("convolve", dev);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(gla_data(x)), GLA_BUFFER(gla_data(v)), GLA_BUFFER(gla_data(out))};
    return st ? st : gla_device_run_for("convolve", dev, &program, "convolve", out->size, 4, args);
}

static gla_status interp(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                         gla_array *out)
{
    const gla_device_program program = gla_device_typed("interp.h", out->dtype);
    interp_sizes s = {.n = grid->shape[grid->ndim - 1], .m = out->shape[out->ndim - 1]};
    gla_status st = gla_device_enter("interp", dev);
    s.rows = out->size / s.m;
    s.grid_step = grid->size > s.n ? s.n : 0;
    s.values_step = values->size > s.n ? s.n : 0;
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(gla_data(places)), GLA_BUFFER(gla_data(grid)),
                                 GLA_BUFFER(gla_data(values)), GLA_BUFFER(gla_data(out))};
    return st ? st : gla_device_run_for("interp", dev, &program, "interp", out->size, 5, args);
}

const gla_series_ops gla_device_series_ops = {.convolve = convolve,
                                              .interp = interp,
                                              .recur = gla_device_recur,
                                              .spline = gla_device_spline,
                                              .pchip_slopes = gla_device_pchip_slopes,
                                              .interpn = gla_device_interpn};
