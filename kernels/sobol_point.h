/* sobol_point.h - one coordinate of a Sobol point, and its nested uniform scramble, on any device.
 *
 * A. B. Owen, Randomly permuted (t,m,s)-nets and (t,s)-sequences (1995).  Whether a binary digit is flipped depends on all
 * digits before it, by a bit of its own: those of seven digits are the 127 nodes of a tree, and one block of Philox, whose
 * counter is what stands before the seven, has them.  Five blocks are for 35 digits, of which a point has 32 at most; what
 * follows, up to 53, is as random as the digits that are scrambled, and comes from a block for the whole point. */
#include "philox.h"
#define SOBOL_WORD 0xf0000000u /* in a counter: no draw of a Generator has it */

/* Flips of seven digits, the first one the highest.  Node number 1 is the root, 2k and 2k + 1 follow k. */
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

DEVICE uint32 owen_level(uint32 x, uint32 level, uint32 dimension, uint32 k0, uint32 k1)
{
    uint32 shift = 25 - 7 * level;
    return owen_flips(philox(x >> shift >> 7, dimension, SOBOL_WORD | level, 0, k0, k1), x >> shift & 127);
}

/* The 53 digits of a scrambled point of the digits x as a number; `first` has the flips of the first seven. */
DEVICE float64 owen_scrambled(uint32 x, uint32 first, uint32 dimension, uint32 k0, uint32 k1)
{
    uint32 high = first << 25 | owen_level(x, 1, dimension, k0, k1) << 18 | owen_level(x, 2, dimension, k0, k1) << 11;
    uint32 last = owen_flips(philox(x >> 4, dimension, SOBOL_WORD | 4, 0, k0, k1), (x & 15) << 3);
    philox_block rest = philox(x, dimension, SOBOL_WORD | 5, 0, k0, k1);
    high |= owen_level(x, 3, dimension, k0, k1) << 4 | last >> 3;
    high ^= x;
    /* 26 and 27 digits, each a number of its own: their sum is exact */
    return (float64)(int32)(high >> 6) * (float64)1.4901161193847656e-8 +
           (float64)(int32)((high & 63) << 21 | (last & 7) << 18 | rest.v[0] >> 14) * (float64)1.1102230246251565e-16;
}

/* The digits of a point as they are. */
DEVICE float64 sobol_plain(uint32 x)
{
    return (float64)x * (float64)2.3283064365386963e-10;
}

/* The point at a place of the sequence, of which the order is that of Gray's code: `directions` has those of a digit for all
 * `step` dimensions, one digit after the other. */
DEVICE uint32 sobol_digits(uint32 at, const GLOBAL uint32 *directions, int64 step)
{
    uint32 x = 0;
    for (uint32 gray = at ^ at >> 1; gray; gray >>= 1, directions += step)
        if (gray & 1)
            x ^= *directions;
    return x;
}
