/* spline.c - Splines and interpolation in several dimensions, by kernels/spline.h and kernels/interpn.h, which treat a complex
 * value as two real values. */
#include "series.h"

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "backends/device/list/list.h"

GLA_LIST(spline)
{
    if (gla_kind_of(t) != GLA_KIND_REAL)
        return;
    gla_list_add(list, gla_device_typed("spline.h", t), "cubic_spline", gla_list_next(t));
    gla_list_add(list, gla_device_typed("interpn.h", t), "interpn", gla_list_next(t));
}

gla_status gla_device_spline(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                             const gla_array *slopes, int64_t nu, bool extrapolate, gla_array *out)
{
    const gla_device_program program = gla_device_typed("spline.h", gla_device_real_of(out->dtype));
    spline_sizes s = {.n = grid->size, .m = places->size, .nu = nu, .extrapolate = extrapolate};
    gla_status st = gla_device_enter("spline", dev);
    s.rows = out->size / s.m;
    s.parts = gla_device_real_of(out->dtype) == out->dtype ? 1 : 2;
    const gla_argument args[] = {GLA_VALUE(s),
                                 GLA_BUFFER(gla_data(places)),
                                 GLA_BUFFER(gla_data(grid)),
                                 GLA_BUFFER(gla_data(values)),
                                 GLA_BUFFER(gla_data(slopes)),
                                 GLA_BUFFER(gla_data(out))};
    return st ? st : gla_device_run_for("spline", dev, &program, "spline", out->size, 6, args);
}

gla_status gla_device_pchip_slopes(gla_device *dev, const gla_array *grid, const gla_array *values, gla_array *slopes)
{
    const gla_device_program program = gla_device_typed("spline.h", values->dtype);
    spline_sizes s = {.n = grid->size, .rows = values->size / grid->size, .parts = 1};
    gla_status st = gla_device_enter("pchip_interpolate", dev);
    const gla_argument args[] = {GLA_VALUE(s), GLA_BUFFER(gla_data(grid)), GLA_BUFFER(gla_data(values)),
                                 GLA_BUFFER(gla_data(slopes))};
    return st ? st : gla_device_run_for("pchip_interpolate", dev, &program, "pchip_slopes", values->size, 4, args);
}

gla_status gla_device_interpn(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                              const gla_array *fill, int dims, bool nearest, gla_array *out, int *outside)
{
    const gla_device_program program = gla_device_typed("interpn.h", gla_device_real_of(out->dtype));
    int parts = gla_device_real_of(out->dtype) == out->dtype ? 1 : 2, *flag = NULL, found = 0;
    interpn_sizes s = {.points = places->size / dims, .dims = dims, .parts = parts, .nearest = nearest, .extrapolate = !fill};
    for (int d = 0; d < dims; d++) {
        s.n[d] = values->shape[d];
        s.first[d] = d ? s.first[d - 1] + s.n[d - 1] : 0;
    }
    s.trailing = out->size / s.points * parts;
    gla_status st = gla_device_enter("interpn", dev);
    if (!st)
        st = gla_device_flag("interpn", dev, &flag);
    const gla_argument args[] = {GLA_VALUE(s),
                                 GLA_BUFFER(gla_data(places)),
                                 GLA_BUFFER(gla_data(grid)),
                                 GLA_BUFFER(gla_data(values)),
                                 GLA_BUFFER(gla_data(fill ? fill : grid)),
                                 GLA_BUFFER(gla_data(out)),
                                 GLA_BUFFER(flag)};
    if (!st)
        st = gla_device_run_for("interpn", dev, &program, "interpn", out->size * parts, 7, args);
    if (!st && outside)
        st = gla_device_read_flag("interpn", dev, flag, &found);
    if (outside)
        *outside = found ? dims - found + 1 : 0;
    gla_device_drop(dev, flag);
    return st;
}
