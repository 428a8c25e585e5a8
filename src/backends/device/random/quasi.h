/* quasi.h - Quasi-random sequences by our own kernels. */
#ifndef GLA_BACKENDS_DEVICE_RANDOM_QUASI_H
#define GLA_BACKENDS_DEVICE_RANDOM_QUASI_H

#include "backend.h"

extern const gla_quasi_ops gla_device_quasi_ops;

#endif
