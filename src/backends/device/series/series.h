/* series.h - convolution, interpolation and recurrences over our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_SERIES_H
#define GLA_BACKENDS_DEVICE_SERIES_H

#include "backend.h"

/* recur.c: the slot. */
gla_status gla_device_recur(gla_device *dev, const gla_recurrence *r, gla_array *out);

extern const gla_series_ops gla_device_series_ops;

#endif
