/* places.h - where bits and bytes are set. */
#ifndef GLA_BACKENDS_HOST_ARRAY_PLACES_H
#define GLA_BACKENDS_HOST_ARRAY_PLACES_H

#include <stdint.h>
#include <string.h>

/* For each mask of eight lanes, the lanes in the order that puts those of the mask first, a byte for each, the lowest one
 * first. */
extern const uint64_t gla_host_places[256];

/* A byte of 1 for each of eight that is not 0. */
static inline uint64_t gla_host_hits_of_eight(const uint8_t *hit)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    uint64_t word;
    memcpy(&word, hit, sizeof word);
    return (((word & low) + low) | word) >> 7 & 0x0101010101010101;
}

/* How many of n bytes are not 0. */
int64_t gla_host_count_hits(const uint8_t *hit, int64_t n);
/* The places of those of n bytes, 0 or 1, that are 1, counted from `first`, of which no more than `most` are written; how many
 * there are. */
int64_t gla_host_collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place);

#endif
