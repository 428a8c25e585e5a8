/* series.h - convolution and interpolation over our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_SERIES_H
#define GLA_BACKENDS_DEVICE_SERIES_H

#include "backend.h"

extern const gla_series_ops gla_device_series_ops;

#endif
