/* warm.h - Compile the programs of the list into the disk cache. */
#ifndef GLA_BACKENDS_DEVICE_WARM_H
#define GLA_BACKENDS_DEVICE_WARM_H

#include "backend.h"

extern const gla_program_ops gla_device_program_ops;

#endif
