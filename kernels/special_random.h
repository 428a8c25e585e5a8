/* special_random.h - Draws of a Generator as functions of seed, substream and position, for formulas.
 *
 * The arguments are integers in float64: seed and position from 0 to 2^53 - 1, substream from 0 to 2^32 - 1. For other
 * arguments the result is NaN. On a device without float64, all arguments are limited to 2^24 - 1. */
#ifndef SPECIAL_RANDOM_H
#define SPECIAL_RANDOM_H
#include "random_draws.h"

#ifdef SINGLE_ONLY
#define RANDOM_KEY_END 16777216.0f
DEVICE uint64 random_key(float64 x)
{
    return (uint64)x;
}
#else
#define RANDOM_KEY_END 9007199254740992.0
/* Convert a float64 to a 64-bit integer. Each half of 32 bits is taken from the last bits of an exact sum, because CPUs have no
 * vector instruction for this conversion. */
DEVICE uint64 random_key(float64 x)
{
    float64 high = floor(x * 0x1p-32), low = fma(high, -0x1p32, x);
    return (BITS_OF(high + 0x1p52) & 0xffffffffu) << 32 | (BITS_OF(low + 0x1p52) & 0xffffffffu);
}
#endif

DEVICE int random_is_key(float64 x, float64 end)
{
    return (x >= 0) & (x < end) & (floor(x) == x);
}

DEVICE int random_has_place(float64 seed, float64 stream, float64 position)
{
    float64 streams = RANDOM_KEY_END < 4294967296.0 ? RANDOM_KEY_END : (float64)4294967296.0;
    return random_is_key(seed, RANDOM_KEY_END) & random_is_key(stream, streams) & random_is_key(position, RANDOM_KEY_END);
}

/* Return the words of the block that contains a position. */
DEVICE random_words random_words_at(float64 seed, float64 stream, float64 position, int known)
{
    random_stream g = random_stream_of((int64)random_key(known ? seed : 0), (int64)random_key(known ? stream : 0));
    return random_plain(g, random_key(known ? position : 0), 0);
}

DEVICE float64 special_random_uniform(float64 seed, float64 stream, float64 position)
{
    int known = random_has_place(seed, stream, position);
    random_words w = random_words_at(seed, stream, position, known);
    float64 r = random_unit(random_key(known ? position : 0) & 1 ? w.b : w.a);
    return known ? r : SPECIAL_NAN;
}

DEVICE float64 special_random_exponential(float64 seed, float64 stream, float64 position)
{
    int known = random_has_place(seed, stream, position);
    random_words w = random_words_at(seed, stream, position, known);
    float64 r = 0 - random_log(random_key(known ? position : 0) & 1 ? w.b : w.a);
    return known ? r : SPECIAL_NAN;
}

DEVICE float64 special_random_normal(float64 seed, float64 stream, float64 position)
{
    int known = random_has_place(seed, stream, position);
    random_words w = random_words_at(seed, stream, position, known);
    random_two z = standard_normal(w.a, w.b, 0);
    float64 r = random_key(known ? position : 0) & 1 ? z.b : z.a;
    return known ? r : SPECIAL_NAN;
}
#endif
