/* sobol_point.h - One coordinate of a Sobol point, and its nested uniform scramble, on any device.
 *
 * A. B. Owen, Randomly permuted (t,m,s)-nets and (t,s)-sequences (1995). Whether a binary digit is flipped depends on all
 * earlier digits. The flips of seven consecutive digits are the 127 nodes of a binary tree, taken from 128 bits that depend on
 * the digits before these seven. For the first fourteen digits the bits are Philox blocks with the earlier digits as counter.
 * For later digits up to digit 32 the bits are a hash of the earlier digits with Philox keys, which needs a quarter of the
 * operations. The remaining digits, up to 53, are a pseudo-random word. The word comes from the last tree, most of whose bits
 * are unused because the tree has only four digits. Up to sixteen points that agree in 28 digits may share such a word. Among
 * 2^28 consecutive points whose first index is a multiple of 2^28, no two share a word. */
#include "philox.h"
#define SOBOL_WORD 0xf0000000u /* a word of the Philox counter; no draw of a Generator uses it */

/* Return the flips of seven digits, the most significant digit first. Node 1 of the tree is the root; the children of node k
 * are 2k and 2k + 1. */
DEVICE uint32 owen_flips(philox_block b, uint32 digits)
{
    uint32 flips = (b.v[0] >> 1 & 1) << 6;
    flips |= (b.v[0] >> (2 | digits >> 6) & 1) << 5;
    flips |= (b.v[0] >> (4 | digits >> 5) & 1) << 4;
    flips |= (b.v[0] >> (8 | digits >> 4) & 1) << 3;
    flips |= (b.v[0] >> (16 | digits >> 3) & 1) << 2;
    flips |= (b.v[1] >> (digits >> 2) & 1) << 1;
    flips |= (digits >> 6 ? b.v[3] : b.v[2]) >> (digits >> 1 & 31) & 1;
    return flips;
}

/* Return the flips of the first fourteen digits. `root` is the Philox block for the first seven digits; this block is the same
 * for all points. */
DEVICE uint32 owen_first(philox_block root, uint32 x, uint32 dimension, uint32 k0, uint32 k1)
{
    philox_block second = philox(x >> 25, dimension, SOBOL_WORD | 1, 0, k0, k1);
    return owen_flips(root, x >> 25) << 7 | owen_flips(second, x >> 18 & 127);
}

/* Keys for the digits after the first fourteen: one block per seven digits, the same for all points of a dimension. */
typedef struct owen_keys {
    philox_block level[3];
} owen_keys;

DEVICE owen_keys owen_keys_of(uint32 dimension, uint32 k0, uint32 k1)
{
    owen_keys k;
    k.level[0] = philox(0, dimension, SOBOL_WORD | 2, 0, k0, k1);
    k.level[1] = philox(0, dimension, SOBOL_WORD | 3, 0, k0, k1);
    k.level[2] = philox(0, dimension, SOBOL_WORD | 4, 0, k0, k1);
    return k;
}

/* Return a bijective hash; each bit of the result depends on all bits of the word. The constants have small bias and were found
 * by search (C. Wellons, hash-prospector). */
DEVICE uint32 owen_mix(uint32 word)
{
    word = (word ^ word >> 16) * 0x21f0aaadu;
    word = (word ^ word >> 15) * 0x735a2d97u;
    return word ^ word >> 15;
}

/* Return the bits of a tree after many digits, as a hash of the digits and a key. Each word of the result uses a different last
 * step of the hash. */
DEVICE philox_block owen_bits(uint32 before, philox_block key)
{
    uint32 hash = owen_mix(before + key.v[0]);
    philox_block b;
    b.v[0] = owen_mix(hash ^ key.v[1]);
    b.v[1] = owen_mix(hash ^ key.v[2]);
    b.v[2] = owen_mix(hash ^ key.v[3]);
    b.v[3] = owen_mix(hash + key.v[1] + key.v[2]);
    return b;
}

/* Convert the 53 scrambled digits of point x to floating point. `first` contains the flips of the first fourteen digits. */
DEVICE float64 owen_scrambled(uint32 x, uint32 first, owen_keys keys)
{
    philox_block last = owen_bits(x >> 4, keys.level[2]);
    uint32 high = first << 18 | owen_flips(owen_bits(x >> 18, keys.level[0]), x >> 11 & 127) << 11 |
                  owen_flips(owen_bits(x >> 11, keys.level[1]), x >> 4 & 127) << 4;
    high = (high | owen_flips(last, (x & 15) << 3) >> 3) ^ x;
    uint32 rest = owen_mix(last.v[2] + (x & 15) * 0x9e3779b9u) >> 11;
    /* the first 26 and the last 27 digits are converted separately; the sum is exact */
    return (float64)(int32)(high >> 6) * (float64)1.4901161193847656e-8 +
           (float64)(int32)((high & 63) << 21 | rest) * (float64)1.1102230246251565e-16;
}

/* Convert the digits of an unscrambled point. */
DEVICE float64 sobol_plain(uint32 x)
{
    return (float64)x * (float64)2.3283064365386963e-10;
}

/* Return the digits of a point of the sequence, in Gray code order. The table `directions` contains the direction numbers of
 * one digit for all `step` dimensions, then the direction numbers of the next digit. */
DEVICE uint32 sobol_digits(uint32 at, const GLOBAL uint32 *directions, int64 step)
{
    uint32 x = 0;
    for (uint32 gray = at ^ at >> 1; gray; gray >>= 1, directions += step)
        if (gray & 1)
            x ^= *directions;
    return x;
}
