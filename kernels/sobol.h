/* sobol.h - Points of the Sobol sequence, scrambled or not.
 *
 * A thread computes STRETCH consecutive points in one dimension. Each point is computed from the previous one with one
 * direction number. Consecutive threads handle consecutive dimensions and write consecutive elements. */
#include "sobol_point.h"
#define STRETCH 8

KERNEL sobol(int64 n, int64 d, int64 first, int64 seed, int64 scramble, const GLOBAL uint32 *directions, GLOBAL float64 *out)
{
    uint32 k0 = (uint32)seed, k1 = (uint32)((uint64)seed >> 32);
    int64 stretches = (n + STRETCH - 1) / STRETCH;
    for (int64 unit = GLOBAL_ID; unit < stretches * d; unit += GLOBAL_SIZE) {
        int64 i = unit / d * STRETCH, j = unit % d, end = i + STRETCH < n ? i + STRETCH : n;
        uint32 x = sobol_digits((uint32)(first + i), directions + j, d);
        philox_block root = philox(0, (uint32)j, SOBOL_WORD, 0, k0, k1);
        owen_keys keys = owen_keys_of((uint32)j, k0, k1);
        for (;;) {
            out[i * d + j] = scramble ? owen_scrambled(x, owen_first(root, x, (uint32)j, k0, k1), keys) : sobol_plain(x);
            if (++i == end)
                break;
            const GLOBAL uint32 *step = directions + j;
            for (uint32 at = (uint32)(first + i); !(at & 1); at >>= 1)
                step += d;
            x ^= *step;
        }
    }
}
