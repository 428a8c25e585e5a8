/* series.h - Slots for series that have their own files. */
#ifndef GLA_BACKENDS_HOST_SERIES_H
#define GLA_BACKENDS_HOST_SERIES_H

#include "backends/host/host.h"
#include "contract/series.h"

gla_status gla_host_interp(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                           gla_array *out);
gla_status gla_host_recur(gla_device *dev, const gla_recurrence *r, gla_array *out);
gla_status gla_host_spline(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                           const gla_array *slopes, int64_t nu, bool extrapolate, gla_array *out);
gla_status gla_host_pchip_slopes(gla_device *dev, const gla_array *grid, const gla_array *values, gla_array *slopes);
gla_status gla_host_interpn(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                            const gla_array *fill, int dims, bool nearest, gla_array *out, int *outside);

#endif
