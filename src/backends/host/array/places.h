/* places.h - Positions of set bits and bytes. */
#ifndef GLA_BACKENDS_HOST_ARRAY_PLACES_H
#define GLA_BACKENDS_HOST_ARRAY_PLACES_H

#include <stdint.h>
#include <string.h>

/* For each mask of eight lanes, a permutation with the lanes of the mask first; one byte per lane, lowest byte first. */
extern const uint64_t gla_host_places[256];

/* Return a word with a byte of 1 for each nonzero byte of eight. */
static inline uint64_t gla_host_hits_of_eight(const uint8_t *hit)
{
    const uint64_t low = 0x7f7f7f7f7f7f7f7f;
    uint64_t word;
    memcpy(&word, hit, sizeof word);
    return (((word & low) + low) | word) >> 7 & 0x0101010101010101;
}

/* Count the nonzero bytes. */
int64_t gla_host_count_hits(const uint8_t *hit, int64_t n);
/* Write the positions of bytes that are 1 (of n bytes, 0 or 1), counted from `first`; at most `most` of them.  Return how many
 * there are. */
int64_t gla_host_collect(const uint8_t *hit, int64_t n, int64_t first, int64_t most, int64_t *place);

#endif
