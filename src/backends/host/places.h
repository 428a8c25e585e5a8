/* places.h - a table of the places of bits. */
#ifndef GLA_BACKENDS_HOST_PLACES_H
#define GLA_BACKENDS_HOST_PLACES_H

#include <stdint.h>

/* For each mask of eight lanes, the lanes in the order that puts those of the mask first, a byte for each, the lowest one first. */
extern const uint64_t gla_host_places[256];

#endif
