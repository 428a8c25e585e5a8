/* group.c - Errors and constants of grouped sums that all backends use (docs/design/scans.md). */
#include "backend.h"
#include "runtime/group.h"

#include <string.h>

gla_status gla_group_out_of_range(const char *name, int64_t position, int64_t key, int64_t groups)
{
    const char *keys = strcmp(name, "bincount") == 0 ? "x" : "keys";
    if (groups == 0)
        return gla_fail(GLA_INDEX_ERROR, "%s: %s[%lld] is %lld, but the number of groups is 0", name, keys, (long long)position,
                        (long long)key);
    return gla_fail(GLA_INDEX_ERROR, "%s: %s[%lld] is %lld, but it must be from 0 to %lld; drop these elements first%s", name,
                    keys, (long long)position, (long long)key, (long long)groups - 1,
                    key == -1 ? " (-1 marks a missing group)" : "");
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
