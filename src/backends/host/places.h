/* places.h - where bits and bytes are set. */
#ifndef GLA_BACKENDS_HOST_PLACES_H
#define GLA_BACKENDS_HOST_PLACES_H

#include <stdint.h>

/* For each mask of eight lanes, the lanes in the order that puts those of the mask first, a byte for each, the lowest one
 * first. */
extern const uint64_t gla_host_places[256];

/* How many of n bytes, 0 or 1, are set. */
int64_t gla_host_count_hits(const uint8_t *hit, int64_t n);
/* Their places, counted from `first`, of which no more than `most` are written; how many there are. */
int64_t gla_host_collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place);

#endif
