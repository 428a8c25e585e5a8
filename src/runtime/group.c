/* group.c - Errors and constants of grouped sums that all backends use (docs/design/scans.md). */
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

/* Return the greatest number of bits per unit, at most 51, for which a sum of n units is at most 2^62. Values of up to 51 bits
 * are rounded to integers by adding 3/2 2^52. */
int gla_group_bits(int64_t n)
{
    int bits = 62;
    while (bits > 1 && (int64_t)1 << (62 - bits) < n)
        bits--;
    return bits < 51 ? bits : 51;
}
