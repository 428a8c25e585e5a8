/* Philox 4x32-10: J. K. Salmon, M. A. Moraes, R. O. Dror, D. E. Shaw, Parallel random numbers: as easy as 1, 2, 3, SC'11.
 *
 * A generator without a state: a counter of 128 bits is mixed with a key of 64 bits in ten rounds, and any counter can be asked
 * for at any time.  So each path and each step has numbers of its own, whatever the grid and the device. */
#ifndef PHILOX_H
#define PHILOX_H

typedef struct { uint32 v[4]; } philox_block;

DEVICE uint32 philox_high(uint32 a, uint32 b)
{
    return (uint32)(((uint64)a * b) >> 32);
}

DEVICE philox_block philox(philox_block counter, uint32 key0, uint32 key1)
{
    for (int32 round = 0; round < 10; round++) {
        const uint32 m0 = 0xD2511F53u, m1 = 0xCD9E8D57u, c0 = counter.v[0], c2 = counter.v[2];
        counter.v[0] = philox_high(m1, c2) ^ counter.v[1] ^ key0;
        counter.v[1] = m1 * c2;
        counter.v[2] = philox_high(m0, c0) ^ counter.v[3] ^ key1;
        counter.v[3] = m0 * c0;
        key0 += 0x9E3779B9u; /* the golden ratio, and the square root of 3 minus one */
        key1 += 0xBB67AE85u;
    }
    return counter;
}

#endif
