/* series.h - Convolution, interpolation and recurrences by our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_SERIES_H
#define GLA_BACKENDS_DEVICE_SERIES_H

#include "backend.h"
#include "contract/series.h"

/* Slots in recur.c and spline.c. */
gla_status gla_device_recur(gla_device *dev, const gla_recurrence *r, gla_array *out);
gla_status gla_device_spline(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                             const gla_array *slopes, int64_t nu, bool extrapolate, gla_array *out);
gla_status gla_device_pchip_slopes(gla_device *dev, const gla_array *grid, const gla_array *values, gla_array *slopes);
gla_status gla_device_interpn(gla_device *dev, const gla_array *places, const gla_array *grid, const gla_array *values,
                              const gla_array *fill, int dims, bool nearest, gla_array *out, int *outside);

extern const gla_series_ops gla_device_series_ops;

#endif
