/* random_words.c - the words of many blocks.  Compilers do not find the multiplication of 32 bits for 64 that processors have
 * for several numbers at once, and take up to three times as long. */
#include "random_tiles.h"

#include <string.h>

typedef struct block_plan {
    random_stream g;
    uint64 at, mask; /* the counter of element i: (at + i) & mask, or of which[i] */
    uint32 third;    /* the rest of the counter: kind and attempt */
    const uint32 *which;
    int64_t n;
} block_plan;

#if defined(__x86_64__) && defined(__GNUC__)
#include <immintrin.h>
#define NAME avx512
#define NEEDS "avx512f,avx512dq,avx512vl"
#define LANES 8
#define MULTIPLY(x, y) _mm512_mul_epu32((__m512i)(x), (__m512i)(y))
#include "random_words.inc"
#define NAME avx2
#define NEEDS "avx2"
#define LANES 4
#define MULTIPLY(x, y) _mm256_mul_epu32((__m256i)(x), (__m256i)(y))
#include "random_words.inc"
#define NAME sse2
#define NEEDS "sse2"
#define LANES 2
#define MULTIPLY(x, y) _mm_mul_epu32((__m128i)(x), (__m128i)(y))
#include "random_words.inc"

static void make_blocks(const block_plan *p, uint64 *a, uint64 *b)
{
    if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl"))
        blocks_avx512(p, a, b);
    else if (__builtin_cpu_supports("avx2"))
        blocks_avx2(p, a, b);
    else
        blocks_sse2(p, a, b);
}
#else
static void make_blocks(const block_plan *p, uint64 *a, uint64 *b)
{
    GLA_INDEPENDENT for (int64_t i = 0; i < p->n; i++)
    {
        uint64 at = (p->at + (p->which ? p->which[i] : (uint64)i)) & p->mask;
        random_words w = random_block(p->g, at, p->third >> 24, p->third & 0xffffffu);
        a[i] = w.a;
        b[i] = w.b;
    }
}
#endif

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
