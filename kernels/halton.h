/* halton.h - Points of the Halton sequence, with one thread for each coordinate.
 *
 * The table has a row of HALTON_ROW entries for each dimension. Entry 0 is the base. Entry 1 is the offset of the weights,
 * counted from the end of the last row of the table. Entry 2 is the offset of the permutations. Entry 3 is the number of digits
 * that have weights and permutations, and entry 4 is the sum of the terms of all further digits. The weights are stored after
 * the rows. */
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
