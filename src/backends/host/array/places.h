/* places.h - Positions of set bits and bytes. */
#ifndef GLA_BACKENDS_HOST_ARRAY_PLACES_H
#define GLA_BACKENDS_HOST_ARRAY_PLACES_H

#include <stdint.h>
#include <string.h>

/* For each mask of eight lanes, a permutation that puts the lanes of the mask first.  Each lane is one byte, the first lane in
 * the lowest byte. */
extern const uint64_t gla_host_places[256];

/* Return a word in which each byte is 1 if the corresponding one of eight bytes is nonzero, and 0 otherwise. */
static inline uint64_t gla_host_hits_of_eight(const uint8_t *hit)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    uint64_t word;
    memcpy(&word, hit, sizeof word);
    return (((word & low) + low) | word) >> 7 & 0x0101010101010101;
}

/* Count the nonzero bytes. */
int64_t gla_host_count_hits(const uint8_t *hit, int64_t n);
/* Write the positions of the bytes that are 1, counted from `first`, but at most `most` positions.  Each of the n bytes is 0 or
 * 1. Return the number of bytes that are 1. */
int64_t gla_host_collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place);

#endif
