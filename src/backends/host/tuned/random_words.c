/* random_words.c - Random words of many Philox blocks.  Compilers do not find the vector instruction that multiplies 32-bit
 * integers to 64-bit products, and their code takes up to three times as long. */
#include "backends/host/random/tiles.h"

#include <string.h>

typedef struct block_plan {
    random_stream g;
    uint64 at, mask; /* the counter of element i is (at + i) & mask, or is computed from which[i] */
    uint32 third;    /* high part of the counter: kind and attempt */
    const uint32 *which;
    int64_t n;
} block_plan;

/* Multiply the lower halves of LANES words.  Each word contains a 32-bit number in its lower half, and its upper half is
 * ignored. */
#if defined(__AVX512F__)
#include <immintrin.h>
#define LANES 8
#define MULTIPLY(x, y) (words) _mm512_mul_epu32((__m512i)(x), (__m512i)(y))
#elif defined(__AVX2__)
#include <immintrin.h>
#define LANES 4
#define MULTIPLY(x, y) (words) _mm256_mul_epu32((__m256i)(x), (__m256i)(y))
#elif defined(__SSE2__)
#include <immintrin.h>
#define LANES 2
#define MULTIPLY(x, y) (words) _mm_mul_epu32((__m128i)(x), (__m128i)(y))
#else
#define LANES 2
#define MULTIPLY(x, y) (((x)&0xffffffffu) * (y))
#endif

typedef uint64 words __attribute__((vector_size(8 * LANES)));
typedef uint32 halves __attribute__((vector_size(4 * LANES)));

/* Return the counters of elements i ... i + LANES - 1, given the counters `first` of the first elements. */
static inline words counters(const block_plan *p, words first, int64_t i)
{
    halves some;
    if (!p->which)
        return (first + (uint64)i) & p->mask;
    memcpy(&some, p->which + i, sizeof some);
    return (first + __builtin_convertvector(some, words)) & p->mask;
}

static void make_blocks(const block_plan *p, uint64 *a, uint64 *b)
{
    const words first = (words){} + 0xd2511f53u, second = (words){} + 0xcd9e8d57u;
    const words third = (words){} + p->third, fourth = (words){} + p->g.substream;
    const int64_t n = p->n;
    words key[20], at = (words){} + p->at;
    for (int j = 0; j < LANES; j++)
        at[j] += p->which ? 0 : (uint64)j;
    for (uint32 r = 0; r < 10; r++) {
        key[2 * r] = (words){} + (p->g.k0 + r * 0x9e3779b9u);
        key[2 * r + 1] = (words){} + (p->g.k1 + r * 0xbb67ae85u);
    }
    int64_t i = 0;
    for (; i + LANES < n; i += 2 * LANES) { /* rounds depend on each other, so two vectors are interleaved */
        words c0 = counters(p, at, i), c1 = c0 >> 32, c2 = third, c3 = fourth;
        words d0 = counters(p, at, i + LANES), d1 = d0 >> 32, d2 = third, d3 = fourth;
        for (int r = 0; r < 10; r++) {
            words x = MULTIPLY(c0, first), y = MULTIPLY(c2, second);
            words z = MULTIPLY(d0, first), w = MULTIPLY(d2, second);
            c0 = y >> 32 ^ c1 ^ key[2 * r];
            d0 = w >> 32 ^ d1 ^ key[2 * r];
            c2 = x >> 32 ^ c3 ^ key[2 * r + 1];
            d2 = z >> 32 ^ d3 ^ key[2 * r + 1];
            c1 = y;
            d1 = w;
            c3 = x;
            d3 = z;
        }
        c0 = c1 << 32 | (c0 & 0xffffffffu);
        c2 = c3 << 32 | (c2 & 0xffffffffu);
        d0 = d1 << 32 | (d0 & 0xffffffffu);
        d2 = d3 << 32 | (d2 & 0xffffffffu);
        memcpy(a + i, &c0, sizeof c0);
        memcpy(b + i, &c2, sizeof c2);
        memcpy(a + i + LANES, &d0, sizeof d0);
        memcpy(b + i + LANES, &d2, sizeof d2);
    }
    for (; i < n; i += LANES) {
        words c0 = counters(p, at, i), c1 = c0 >> 32, c2 = third, c3 = fourth;
        for (int r = 0; r < 10; r++) {
            words x = MULTIPLY(c0, first), y = MULTIPLY(c2, second);
            c0 = y >> 32 ^ c1 ^ key[2 * r];
            c2 = x >> 32 ^ c3 ^ key[2 * r + 1];
            c1 = y;
            c3 = x;
        }
        c0 = c1 << 32 | (c0 & 0xffffffffu);
        c2 = c3 << 32 | (c2 & 0xffffffffu);
        memcpy(a + i, &c0, sizeof c0);
        memcpy(b + i, &c2, sizeof c2);
    }
}

void gla_random_plain_blocks(random_stream g, uint64 position, int64_t n, uint64 *a, uint64 *b)
{
    block_plan p = {.g = g, .at = position >> 1, .mask = INT64_MAX, .third = WORDS_PLAIN << 24, .n = n};
    make_blocks(&p, a, b);
}

void gla_random_blocks(random_stream g, uint64 at, const uint32 *which, int64_t n, uint32 kind, uint32 attempt, uint64 *a,
                       uint64 *b)
{
    block_plan p = {.g = g, .at = at, .mask = UINT64_MAX, .third = kind << 24 | attempt, .which = which, .n = n};
    make_blocks(&p, a, b);
}
