/* ops.c - the table of the array room, of which the host has all slots. */
#include "backends/host/host.h"
#include "backends/host/array/slots.h"

#define SLOT(name) .name = gla_host_##name,

const gla_array_ops gla_host_array_ops = {GLA_SLOTS_OF_array(SLOT)};
