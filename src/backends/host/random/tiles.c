/* tiles.c - Draw many elements at once by the functions of each distribution, and draw random integers. */
#include "tiles.h"

#include <string.h>

void gla_random_read_parameter(const gla_draw_parameter *p, const char *given, const void *value, int64_t i, int64_t n,
                               void *to)
{
    const size_t size = sizeof(uint64_t);
    char *at = to;
    if (!given) {
        for (int64_t j = 0; j < n; j++)
            memcpy(at + (size_t)j * size, value, size);
    } else if (p->inner == 1 && i + n <= p->count) {
        memcpy(at, given + (size_t)i * size, (size_t)n * size);
    } else {
        int64_t number = i / p->inner % p->count, left = p->inner - i % p->inner;
        const int64_t period = p->inner * p->count, first = period < n ? period : n;
        for (int64_t j = 0; j < first; j++, left--) {
            if (left == 0) {
                left = p->inner;
                number = number + 1 < p->count ? number + 1 : 0;
            }
            memcpy(at + (size_t)j * size, given + (size_t)number * size, size);
        }
        for (int64_t done = first; done < n; done *= 2) /* copy the filled part repeatedly */
            memcpy(at + (size_t)done * size, at, (size_t)(done < n - done ? done : n - done) * size);
    }
}

static void draw_truncated_normal(const random_tile *t, double *z)
{
    for (int64_t i = 0; i < t->n; i++)
        z[i] = element_truncated_normal(t->g, t->at + (uint64)i, t->p[0][i], t->p[1][i], t->p[2][i], t->p[3][i]);
}

void gla_random_tile(random_tile *t, gla_distribution of, double *z)
{
    switch (of) {
    case GLA_DRAW_gamma: gla_random_tile_gamma(t, z); break;
    case GLA_DRAW_chisquare: gla_random_tile_chisquare(t, z); break;
    case GLA_DRAW_standard_t: gla_random_tile_t(t, z); break;
    case GLA_DRAW_beta: gla_random_tile_beta(t, z); break;
    case GLA_DRAW_poisson: gla_random_tile_poisson(t, z); break;
    case GLA_DRAW_binomial: gla_random_tile_binomial(t, z); break;
    default: draw_truncated_normal(t, z);
    }
}

/* ---- integers -------------------------------------------------------------------------------------------------------- */
/* Compute the same product as random_product, but with 32-bit multiplications, which vectorise. */
static inline random_words long_product(uint64 word, uint64 n)
{
    const uint64 half = 0xffffffffu;
    uint64 a = (word & half) * (n & half), b = (word >> 32) * (n & half) + (a >> 32);
    uint64 c = (word & half) * (n >> 32) + (b & half);
    random_words w = {(word >> 32) * (n >> 32) + (b >> 32) + (c >> 32), c << 32 | (a & half)};
    return w;
}

/* Compute the first attempts of random_below.  Return false if an attempt is rejected. */
#define BELOW_LOOP(name, whole, product)                                                                          \
    FLAT static bool name(int64_t n, const uint64 *restrict a, const uint64 *restrict b, uint64 low, whole count, \
                          uint64 limit, uint64 *restrict v)                                                       \
    {                                                                                                             \
        uint64 again = 0;                                                                                         \
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)                                                           \
        {                                                                                                         \
            random_words first = product(a[i], count), second = product(b[i], count);                             \
            again |= (uint64)(first.b < limit) | (uint64)(second.b < limit);                                      \
            v[2 * i] = low + first.a;                                                                             \
            v[2 * i + 1] = low + second.a;                                                                        \
        }                                                                                                         \
        return !again;                                                                                            \
    }
BELOW_LOOP(put_short, uint32, random_short_product)
BELOW_LOOP(put_long, uint64, long_product)

void gla_random_tile_below(random_stream g, uint64 at, int64_t n, const uint64 *a, const uint64 *b, uint64 low, uint64 range,
                           uint64 *v)
{
    uint64 count = range + 1, limit = count ? (0 - count) % count : 0;
    if (!count) {
        for (int64_t i = 0; i < n; i++) {
            v[2 * i] = low + a[i];
            v[2 * i + 1] = low + b[i];
        }
        return;
    }
    if (count <= UINT32_MAX ? put_short(n, a, b, low, (uint32)count, limit, v) : put_long(n, a, b, low, count, limit, v))
        return;
    for (int64_t i = 0; i < n; i++) {
        if (a[i] * count < limit)
            v[2 * i] = low + random_below(g, at + 2 * (uint64)i, a[i], range);
        if (b[i] * count < limit)
            v[2 * i + 1] = low + random_below(g, at + 2 * (uint64)i + 1, b[i], range);
    }
}

/* Draw integers between bounds that differ by element.  Return false if a range includes all 64-bit integers, or if a first
 * attempt may be rejected. */
FLAT static bool put_each(int64_t n, const uint64 *restrict word, const uint64 *restrict low, const uint64 *restrict high,
                          uint64 *restrict v)
{
    uint64 again = 0;
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        uint64 count = high[i] - low[i] + 1;
        random_words first = long_product(word[i], count);
        again |= (uint64)(first.b < count) | (uint64)(count == 0);
        v[i] = low[i] + first.a;
    }
    return !again;
}

void gla_random_tile_between(random_stream g, uint64 at, int64_t n, const uint64 *word, const uint64 *low, const uint64 *high,
                             uint64 *v)
{
    if (put_each(n, word, low, high, v))
        return;
    for (int64_t i = 0; i < n; i++)
        v[i] = low[i] + random_below(g, at + (uint64)i, word[i], high[i] - low[i]);
}
