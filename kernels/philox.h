/* philox.h - Philox4x32-10: 128 random bits for each counter and key, in any order.
 *
 * Source: J. K. Salmon, M. A. Moraes, R. O. Dror and D. E. Shaw, Parallel random numbers: as easy as 1, 2, 3 (2011). */
#ifndef PHILOX_H
#define PHILOX_H
typedef struct { uint32 v[4]; } philox_block;

/* Round r, counted from 0. */
#define PHILOX_ROUND(r)                                                                                   \
    {                                                                                                     \
        uint64 p = (uint64)0xd2511f53u * c0, q = (uint64)0xcd9e8d57u * c2;                                \
        c0 = (uint32)(q >> 32) ^ c1 ^ (k0 + (uint32)(r * 0x9e3779b9u));                                   \
        c2 = (uint32)(p >> 32) ^ c3 ^ (k1 + (uint32)(r * 0xbb67ae85u));                                   \
        c1 = (uint32)q;                                                                                   \
        c3 = (uint32)p;                                                                                   \
    }

DEVICE philox_block philox(uint32 c0, uint32 c1, uint32 c2, uint32 c3, uint32 k0, uint32 k1)
{
    philox_block r;
    PHILOX_ROUND(0u)
    PHILOX_ROUND(1u)
    PHILOX_ROUND(2u)
    PHILOX_ROUND(3u)
    PHILOX_ROUND(4u)
    PHILOX_ROUND(5u)
    PHILOX_ROUND(6u)
    PHILOX_ROUND(7u)
    PHILOX_ROUND(8u)
    PHILOX_ROUND(9u)
    r.v[0] = c0;
    r.v[1] = c1;
    r.v[2] = c2;
    r.v[3] = c3;
    return r;
}
#endif
