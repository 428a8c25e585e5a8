/* random_kernel.h - Draws of a Generator in user kernels, which include this file as "philox.h".
 *
 *      random_stream g = random_stream_of(seed, substream);
 *      float64 u = random_uniform(g, i), z = random_normal(g, i);
 *
 * Each result equals, bit for bit, the draw of Generator(seed).substream(substream) at that position by random(), normal(),
 * exponential() or integers(low, high); the upper bound is exclusive. A word has 64 bits. Block i contains the words of
 * positions 2 i and 2 i + 1; random_normal_two() returns both normal variates of a block. philox(c0, c1, c2, c3, k0, k1)
 * computes a plain Philox4x32-10 block. */
#ifndef RANDOM_KERNEL_H
#define RANDOM_KERNEL_H
#include "random_draws.h"

DEVICE float64 random_uniform(random_stream g, uint64 position)
{
    return random_unit(random_word(g, position));
}

DEVICE float64 random_exponential(random_stream g, uint64 position)
{
    return 0 - random_log(random_word(g, position));
}

DEVICE random_two random_normal_two(random_stream g, uint64 block)
{
    random_words w = random_plain(g, 2 * block, 0);
    return standard_normal(w.a, w.b, 0);
}

DEVICE float64 random_normal(random_stream g, uint64 position)
{
    random_two z = random_normal_two(g, position >> 1);
    return position & 1 ? z.b : z.a;
}

/* Uniform integer in [low, high); low if the range is empty. */
DEVICE int64 random_integer(random_stream g, uint64 position, int64 low, int64 high)
{
    uint64 range = high > low ? (uint64)high - (uint64)low - 1 : 0;
    return (int64)((uint64)low + random_below(g, position, random_word(g, position), range));
}
#endif
