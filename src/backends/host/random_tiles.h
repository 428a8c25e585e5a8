/* random_tiles.h - numbers that may take several attempts, of parameters that are numbers: the first attempts in loops over
 * many elements, which processors compute several at a time; the few that these refuse one by one, from the beginning.  The
 * results are those of kernels/random_reject.h, bit for bit. */
#ifndef GLA_BACKENDS_HOST_RANDOM_TILES_H
#define GLA_BACKENDS_HOST_RANDOM_TILES_H

#include "special.h"

#include "../../../kernels/random_reject.h"

#include "backend.h"

#define GLA_RANDOM_TILE 256

/* The words of blocks (random_words.c); the arrays have GLA_RANDOM_TILE places.  Those of positions 2 (position / 2 + i): */
void gla_random_plain_blocks(random_stream g, uint64 position, int64_t n, uint64 *a, uint64 *b);
/* Those of elements that have blocks of their own: at + i, or at + which[i]. */
void gla_random_blocks(random_stream g, uint64 at, const uint32 *which, int64_t n, uint32 kind, uint32 attempt, uint64 *a,
                       uint64 *b);

/* n elements, at most GLA_RANDOM_TILE, from a position on; false where the distribution has no such loop for the parameters. */
bool gla_random_tile(const gla_draw *d, gla_distribution of, uint64_t at, int64_t n, double *z);

/* 2 n whole numbers low ... low + range, from the words of n blocks, the first of which is that of position `at`. */
void gla_random_tile_below(random_stream g, uint64 at, int64_t n, const uint64 *a, const uint64 *b, uint64 low, uint64 range,
                           uint64 *v);

#endif
