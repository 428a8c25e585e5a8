/* halton_point.h - Compute one coordinate of a Halton point by mirroring the digits of the point's index, in a given base, at
 * the radix point. */

/* Return the unscrambled coordinate. Operations are performed in the same order as in SciPy, so that results are identical. */
DEVICE float64 halton_plain(uint32 at, uint32 base)
{
    float64 x = 0, share = (float64)1 / (float64)base;
    for (; at; at /= base, share /= (float64)base)
        x += (float64)(at % base) * share;
    return x;
}

/* Return the scrambled coordinate, with one permutation for each of `places` digits. The argument `rest` is the sum of the
 * terms of all further digits, which are zero before scrambling. All terms are multiples of 2^-64, so that sums are exact. */
DEVICE float64 halton_scrambled(uint32 at, uint32 base, int64 places, const GLOBAL uint64 *weights,
                                const GLOBAL uint16 *permutations, uint64 rest)
{
    for (int64 k = 0; k < places; k++, at /= base, permutations += base)
        rest += weights[k] * permutations[at % base];
    return (float64)(int64)(rest >> 11) * (float64)1.1102230246251565e-16;
}
