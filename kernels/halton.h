/* halton.h - Points of the Halton sequence, one thread for each coordinate.
 *
 * The table has HALTON_ROW entries for each dimension. The first is its base. The second is the offset of its weights, counted
 * from the end of these rows. The third is the offset of its permutations. The fourth is their number of digits, and the fifth
 * is the sum for the digits beyond them. The weights follow. */
#include "halton_point.h"
#define HALTON_ROW 5

KERNEL halton(int64 n, int64 d, int64 first, int64 scramble, const GLOBAL uint64 *table, const GLOBAL uint16 *permutations,
              GLOBAL float64 *out)
{
    for (int64 e = GLOBAL_ID; e < n * d; e += GLOBAL_SIZE) {
        int64 i = e / d;
        const GLOBAL uint64 *row = table + (e - i * d) * HALTON_ROW;
        uint32 at = (uint32)(first + i), base = (uint32)row[0];
        if (scramble)
            out[e] = halton_scrambled(at, base, (int64)row[3], table + d * HALTON_ROW + row[1], permutations + row[2], row[4]);
        else
            out[e] = halton_plain(at, base);
    }
}
