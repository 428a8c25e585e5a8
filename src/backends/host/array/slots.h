/* slots.h - Declare the array slots of the host backend; each has the name of its slot in the contract, for example
 * gla_host_copy. */
#ifndef GLA_BACKENDS_HOST_ARRAY_SLOTS_H
#define GLA_BACKENDS_HOST_ARRAY_SLOTS_H

#include "contract/array.h"
#include "contract/array_slots.h"

#define GLA_HOST_SLOT(name) __typeof__(*((gla_array_ops *)0)->name) gla_host_##name;
GLA_SLOTS_OF_array(GLA_HOST_SLOT)

#endif
