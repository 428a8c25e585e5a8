/* tiles.h - Variates that may need several attempts.  The first attempts are computed in loops over many elements, which
 * vectorise.  The few rejected elements are then computed one by one, from the beginning.  The results are identical to the
 * results of kernels/random_reject.h. */
#ifndef GLA_BACKENDS_HOST_RANDOM_TILES_H
#define GLA_BACKENDS_HOST_RANDOM_TILES_H

#include "backends/host/special/special.h"
#include "contract/random.h"

#include "../../../../kernels/random_reject.h"

#include "backend.h"

#define GLA_RANDOM_TILE 256

/* Compute the words of blocks (random_words.c).  The arrays have GLA_RANDOM_TILE elements.  gla_random_plain_blocks() returns
 * blocks at positions 2 (position / 2 + i). */
void gla_random_plain_blocks(random_stream g, uint64 position, int64_t n, uint64 *a, uint64 *b);
/* Compute the words of elements that have separate blocks, at positions at + i or at + which[i]. */
void gla_random_blocks(random_stream g, uint64 at, const uint32 *which, int64_t n, uint32 kind, uint32 attempt, uint64 *a,
                       uint64 *b);

/* Elements of a draw and their parameters, which have been checked. */
typedef struct random_tile {
    random_stream g;
    uint64 at; /* position of the first element */
    int64_t n;
    bool same; /* all elements have the same parameters as the first element */
    double p[GLA_DRAW_PARAMETERS][GLA_RANDOM_TILE];
    uint64 a[GLA_RANDOM_TILE], b[GLA_RANDOM_TILE], good[GLA_RANDOM_TILE];
} random_tile;

/* Copy elements i ... i + n - 1 of a parameter, as 64-bit words, from the array `given` or from the common value. */
void gla_random_read_parameter(const gla_draw_parameter *p, const char *given, const void *value, int64_t i, int64_t n,
                               void *to);

void gla_random_tile(random_tile *t, gla_distribution of, double *z);
/* Gamma variates and derived distributions (gamma.c); Poisson and binomial variates (counts.c). */
void gla_random_tile_gamma(random_tile *t, double *z);
void gla_random_tile_chisquare(random_tile *t, double *z);
void gla_random_tile_t(random_tile *t, double *z);
void gla_random_tile_beta(random_tile *t, double *z);
void gla_random_tile_poisson(random_tile *t, double *z);
void gla_random_tile_binomial(random_tile *t, double *z);

/* Draw 2 n integers low ... low + range from the words of n blocks.  The first block has position `at`. */
void gla_random_tile_below(random_stream g, uint64 at, int64_t n, const uint64 *a, const uint64 *b, uint64 low, uint64 range,
                           uint64 *v);
/* Draw n integers low[i] ... high[i] from one word each.  The first word has position `at`. */
void gla_random_tile_between(random_stream g, uint64 at, int64_t n, const uint64 *word, const uint64 *low, const uint64 *high,
                             uint64 *v);

/* Slots `order` and `take_rows`, defined in permutation.c. */
gla_status gla_host_random_order(gla_device *dev, const gla_draw *d, int64_t first, gla_array *out);
gla_status gla_host_random_take_rows(gla_device *dev, const gla_array *x, const gla_array *order, gla_array *out);
/* Slot `shares`, defined in normalise_rows.c. */
gla_status gla_host_random_shares(gla_device *dev, gla_array *x, int64_t n);

#endif
