/* chase_blocks.h - where the reflectors of chase.h are. */
#define BLOCK_ROWS (2 * BAND) /* of BAND reflectors of one position, each a row below the one before; the first row is empty */

/* (m + 1)^2 / 4 is the sum of ceil(i / 2) for i to m. */
DEVICE int64 chase_sum(int64 m)
{
    return (m + 1) * (m + 1) / 4;
}

/* Which block of reflectors that of BAND sweeps, number s, at position k is: those of one s - k follow each other. */
DEVICE int64 chase_block(int64 blocks, int64 s, int64 k)
{
    int64 c = s - k;
    return c <= 0 ? chase_sum(blocks + c - 1) + s : chase_sum(blocks) + chase_sum(blocks - 1) - chase_sum(blocks - c) + k;
}
