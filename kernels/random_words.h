/* random_words.h - Random words of a stream, and uniform variates made from them.
 *
 * The element at position q of a stream uses word q % 2 of block q / 2. Draws by rejection have separate blocks, which are
 * addressed by position, attempt and kind, so that no two draws share bits. */
#ifndef RANDOM_WORDS_H
#define RANDOM_WORDS_H
#include "special.h"
#include "philox.h"
#include "random_log.h"

enum {
    WORDS_PLAIN,
    WORDS_INTEGER,
    WORDS_CHILD, /* keys of child streams */
    WORDS_GAMMA, /* a variate by rejection, or the first of two variates */
    WORDS_SECOND,
    WORDS_BOOST, /* for small shape parameters */
    WORDS_SECOND_BOOST
};

/* Return the upper 64 bits of a product. */
#ifdef __OPENCL_VERSION__
#define HIGH_PRODUCT(a, b) mul_hi(a, b)
#elif defined(__CUDACC__)
#define HIGH_PRODUCT(a, b) __umul64hi(a, b)
#else
#define HIGH_PRODUCT(a, b) ((uint64)(((unsigned __int128)(a) * (b)) >> 64))
#endif

/* Key and substream. */
typedef struct {
    uint32 k0, k1, substream;
} random_stream;

typedef struct {
    uint64 a, b;
} random_words;

DEVICE random_stream random_stream_of(int64 key, int64 substream)
{
    random_stream g;
    g.k0 = (uint32)key;
    g.k1 = (uint32)((uint64)key >> 32);
    g.substream = (uint32)substream;
    return g;
}

DEVICE random_words random_block(random_stream g, uint64 at, uint32 kind, uint32 attempt)
{
    philox_block r = philox((uint32)at, (uint32)(at >> 32), kind << 24 | attempt, g.substream, g.k0, g.k1);
    random_words w;
    w.a = (uint64)r.v[1] << 32 | r.v[0];
    w.b = (uint64)r.v[3] << 32 | r.v[2];
    return w;
}

/* Return the words of positions 2 (p / 2 + i) and 2 (p / 2 + i) + 1. Positions wrap around modulo 2^64. */
DEVICE random_words random_plain(random_stream g, uint64 p, int64 i)
{
    return random_block(g, ((p >> 1) + (uint64)i) & 0x7fffffffffffffffUL, WORDS_PLAIN, 0);
}

/* Return the word of the element at a position. */
DEVICE uint64 random_word(random_stream g, uint64 position)
{
    random_words w = random_plain(g, position, 0);
    return position & 1 ? w.b : w.a;
}

/* Return the upper and the lower word of the product of a word and n. Because n is less than 2^32, half as many multiplications
 * are needed as for a 64-bit factor. */
DEVICE random_words random_short_product(uint64 word, uint32 n)
{
    uint64 lower = (word & 0xffffffffu) * n, upper = (word >> 32) * n + (lower >> 32);
    random_words w;
    w.a = upper >> 32;
    w.b = upper << 32 | (lower & 0xffffffffu);
    return w;
}

DEVICE random_words random_product(uint64 word, uint64 n)
{
    random_words w;
    if (n <= 0xffffffffu)
        return random_short_product(word, (uint32)n);
    w.a = HIGH_PRODUCT(word, n);
    w.b = word * n;
    return w;
}

/* Compute a uniform integer in 0 ... range (Lemire 2019): the upper word of the product word · (range + 1). The word must be
 * drawn again if the lower word of the product is one of the values that would make some results more likely than others. Here
 * n = range + 1 < 2^32, and *number is computed from the upper half of `word` only. Return true if *number is certainly the
 * final result, that is, if the lower half of `word` cannot cause a carry and the lower word of the product is far from the
 * bound. This is the usual case. */
DEVICE int random_below_at_once(uint64 word, uint32 n, uint64 *number)
{
    uint64 upper = (word >> 32) * n;
    *number = upper >> 32;
    return (uint32)upper - 1u < (uint32)(0 - n) - 1u;
}

DEVICE uint64 random_below(random_stream g, uint64 position, uint64 word, uint64 range)
{
    uint64 n = range + 1, number;
    if (range < 0xffffffffu && random_below_at_once(word, (uint32)n, &number))
        return number;
    if (n == 0)
        return word;
    for (uint32 attempt = 0;; attempt++) {
        random_words product = random_product(word, n);
        if (product.b >= n || product.b >= (0 - n) % n)
            return product.a;
        word = random_block(g, position, WORDS_INTEGER, attempt).a;
    }
}

#ifdef SINGLE_ONLY
DEVICE float64 random_unit(uint64 w)
{
    return (float64)(w >> 40) * 0x1p-24f;
}
#else
/* Convert the upper 53 bits of a word to a value in [0, 1). The upper 32 and the lower 21 of these bits become the last
 * mantissa bits of two values whose sum is exact. */
DEVICE float64 random_unit(uint64 w)
{
    float64 high = OF_BITS(0x4130000000000000UL | w >> 32), low = OF_BITS(0x3fe0000000000000UL | (w & 0xffffffffu) >> 11);
    return (high - 1048576.5) + low;
}
#endif

/* Like random_unit(), but for float32 use only the upper 24 bits, so that no rounding yields 1. */
DEVICE float64 random_unit_of(uint64 w, int is_single)
{
    return random_unit(is_single ? w & 0xffffff0000000000UL : w);
}

/* Return a uniform variate in (0, 1]. */
DEVICE float64 random_positive(uint64 w)
{
    return 1 - random_unit(w);
}

/* Return the logarithm of random_positive(w). */
DEVICE float64 random_log(uint64 w)
{
    return random_log_of(random_positive(w));
}
#endif
