/* group.c - what backends agree on about groups (docs/decisions/0063). */
#include "backend.h"
#include "runtime/group.h"

gla_status gla_group_out_of_range(const char *name, int64_t position, int64_t key, int64_t groups)
{
    if (groups == 0)
        return gla_fail(GLA_INDEX_ERROR, "%s: key %lld at position %lld belongs to no group, since there are none", name,
                        (long long)key, (long long)position);
    return gla_fail(GLA_INDEX_ERROR, "%s: key %lld at position %lld is not between 0 and %lld; leave such elements out", name,
                    (long long)key, (long long)position, (long long)groups - 1);
}

/* So many that n numbers of that size fit into 62 bits, and that adding 3/2 2^52 rounds them. */
int gla_group_bits(int64_t n)
{
    int bits = 62;
    while (bits > 1 && (int64_t)1 << (62 - bits) < n)
        bits--;
    return bits < 51 ? bits : 51;
}
