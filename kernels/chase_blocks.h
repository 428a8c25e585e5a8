/* chase_blocks.h - Storage layout of the reflectors of chase.h. */
#define BLOCK_ROWS (2 * BAND) /* rows per block; each reflector begins one row below its predecessor; row 0 is unused */

/* Return the sum of ceil(i / 2) for i = 1 ... m, which is (m + 1)^2 / 4 rounded down. */
DEVICE int64 chase_sum(int64 m)
{
    return (m + 1) * (m + 1) / 4;
}

/* Return the index of the block that contains the reflectors of the s-th set of BAND sweeps at position k. Blocks with the same
 * s - k are contiguous. */
DEVICE int64 chase_block(int64 blocks, int64 s, int64 k)
{
    int64 c = s - k;
    return c <= 0 ? chase_sum(blocks + c - 1) + s : chase_sum(blocks) + chase_sum(blocks - 1) - chase_sum(blocks - c) + k;
}
