/* range.c - Arithmetic sequences (arange). */
#include "array_kernels.h"
#include "backends/device/array/slots.h"

#include "backends/device/list/list.h"

GLA_LIST(range)
{
    gla_list_add(list, gla_device_typed("range.h", t), "arange", t == GLA_BOOL ? 0 : gla_list_mixed(t));
}

gla_status gla_device_range(gla_device *dev, gla_array *out, double start, double step, int64_t istart, int64_t istep)
{
    float single[2];
    int64_t n = out->size;
    gla_status st = gla_device_enter("arange", dev);
    const gla_device_program range = gla_device_typed("range.h", out->dtype);
    const gla_argument args[] = {GLA_VALUE(n),
                                 GLA_BUFFER(gla_data(out)),
                                 gla_device_real(dev, &start, &single[0]),
                                 gla_device_real(dev, &step, &single[1]),
                                 GLA_VALUE(istart),
                                 GLA_VALUE(istep)};
    return st ? st : gla_device_run_for("arange", dev, &range, "range", n, 6, args);
}
