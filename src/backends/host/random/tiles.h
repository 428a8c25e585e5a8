/* tiles.h - numbers that may take several attempts: the first attempts in loops over many elements, which processors
 * compute several at a time; the few that these refuse one by one, from the beginning.  The results are those of
 * kernels/random_reject.h, bit for bit. */
#ifndef GLA_BACKENDS_HOST_RANDOM_TILES_H
#define GLA_BACKENDS_HOST_RANDOM_TILES_H

#include "backends/host/special/special.h"
#include "contract/random.h"

#include "../../../../kernels/random_reject.h"

#include "backend.h"

#define GLA_RANDOM_TILE 256

/* The words of blocks (random_words.c); the arrays have GLA_RANDOM_TILE places.  Those of positions 2 (position / 2 + i): */
void gla_random_plain_blocks(random_stream g, uint64 position, int64_t n, uint64 *a, uint64 *b);
/* Those of elements that have blocks of their own: at + i, or at + which[i]. */
void gla_random_blocks(random_stream g, uint64 at, const uint32 *which, int64_t n, uint32 kind, uint32 attempt, uint64 *a,
                       uint64 *b);

/* Elements of a draw and their parameters, which are legal. */
typedef struct random_tile {
    random_stream g;
    uint64 at; /* the position of the first */
    int64_t n;
    bool same; /* all have the parameters of the first */
    double p[GLA_DRAW_PARAMETERS][GLA_RANDOM_TILE];
    uint64 a[GLA_RANDOM_TILE], b[GLA_RANDOM_TILE], good[GLA_RANDOM_TILE];
} random_tile;

/* Elements i ... i + n - 1 of a parameter, words of 64 bits: those of an array, in `given`, or the value for all. */
void gla_random_read_parameter(const gla_draw_parameter *p, const char *given, const void *value, int64_t i, int64_t n,
                               void *to);

void gla_random_tile(random_tile *t, gla_distribution of, double *z);
/* gamma.c: gamma numbers and what is made of them; counts.c: counts. */
void gla_random_tile_gamma(random_tile *t, double *z);
void gla_random_tile_chisquare(random_tile *t, double *z);
void gla_random_tile_t(random_tile *t, double *z);
void gla_random_tile_beta(random_tile *t, double *z);
void gla_random_tile_poisson(random_tile *t, double *z);
void gla_random_tile_binomial(random_tile *t, double *z);

/* 2 n whole numbers low ... low + range, from the words of n blocks, the first of which is that of position `at`. */
void gla_random_tile_below(random_stream g, uint64 at, int64_t n, const uint64 *a, const uint64 *b, uint64 low, uint64 range,
                           uint64 *v);
/* n whole numbers low[i] ... high[i], each from a word; the first one's position is `at`. */
void gla_random_tile_between(random_stream g, uint64 at, int64_t n, const uint64 *word, const uint64 *low, const uint64 *high,
                             uint64 *v);

/* order.c: the slots `order` and `take_rows`. */
gla_status gla_host_random_order(gla_device *dev, const gla_draw *d, int64_t first, gla_array *out);
gla_status gla_host_random_take_rows(gla_device *dev, const gla_array *x, const gla_array *order, gla_array *out);
/* shares.c: the slot `shares`. */
gla_status gla_host_random_shares(gla_device *dev, gla_array *x, int64_t n);

#endif
