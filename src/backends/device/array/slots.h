/* slots.h - Declare the slots for arrays as gla_device_NAME, for example gla_device_copy. */
#ifndef GLA_BACKENDS_DEVICE_ARRAY_SLOTS_H
#define GLA_BACKENDS_DEVICE_ARRAY_SLOTS_H

#include "contract/array.h"
#include "contract/array_slots.h"

#define GLA_DEVICE_SLOT(name) __typeof__(*((gla_array_ops *)0)->name) gla_device_##name;
GLA_SLOTS_OF_array(GLA_DEVICE_SLOT)

#endif
