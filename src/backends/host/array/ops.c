/* ops.c - The table of array slots.  The host implements all of them. */
#include "backends/host/host.h"
#include "backends/host/array/slots.h"

#define SLOT(name) .name = gla_host_##name,

const gla_array_ops gla_host_array_ops = {GLA_SLOTS_OF_array(SLOT)};
