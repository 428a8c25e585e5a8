/* group.c - Errors and constants of grouped sums, common to all backends (docs/design/scans.md). */
#include "backend.h"
#include "runtime/group.h"

gla_status gla_group_out_of_range(const char *name, int64_t position, int64_t key, int64_t groups)
{
    if (groups == 0)
        return gla_fail(GLA_INDEX_ERROR,
                        "%s: key %lld at position %lld is out of range, because the number of groups is "
                        "0",
                        name, (long long)key, (long long)position);
    return gla_fail(GLA_INDEX_ERROR, "%s: key %lld at position %lld is not between 0 and %lld; drop such elements", name,
                    (long long)key, (long long)position, (long long)groups - 1);
}

/* Return the number of bits with which n units sum to less than 62 bits and adding 3/2 2^52 rounds them. */
int gla_group_bits(int64_t n)
{
    int bits = 62;
    while (bits > 1 && (int64_t)1 << (62 - bits) < n)
        bits--;
    return bits < 51 ? bits : 51;
}
