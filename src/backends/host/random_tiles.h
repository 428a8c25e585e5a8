/* random_tiles.h - numbers that may take several attempts, of parameters that are numbers: the first attempts in loops over
 * many elements, which processors compute several at a time; the few that these refuse one by one, from the beginning.  The
 * results are those of kernels/random_reject.h, bit for bit. */
#ifndef GLA_BACKENDS_HOST_RANDOM_TILES_H
#define GLA_BACKENDS_HOST_RANDOM_TILES_H

#include "backend.h"

#define GLA_RANDOM_TILE 256

/* n elements, at most GLA_RANDOM_TILE, from a position on; false where the distribution has no such loop for the parameters. */
bool gla_random_tile(const gla_draw *d, gla_distribution of, uint64_t at, int64_t n, double *z);

/* Whole numbers below `count`, which is below 2^32, from words; false where one of them has to be drawn again. */
bool gla_random_tile_below(int64_t n, const uint64_t *a, const uint64_t *b, uint64_t low, uint32_t count, uint64_t *v);

#endif
