/* sort_short.c - Sort short rows on devices with warps, by kernels/sort_short.h. */
#include "sorting.h"

#define GROUPS_EACH 32 /* number of groups per compute unit */

static int share_of(int64_t n)
{
    int i = 0;
    while (i < GLA_SHORT_SHARES && gla_short_shares[i].lanes * gla_short_shares[i].items < n)
        i++;
    return i;
}

bool gla_device_short_takes(const gla_sort_job *j)
{
    return gla_device_traits(j->dev)->has_warps && j->item <= 8 && share_of(j->sizes.n) < GLA_SHORT_SHARES;
}

gla_status gla_device_sort_short(gla_sort_job *j)
{
    int share = share_of(j->sizes.n), lanes = gla_short_shares[share].lanes;
    int64_t together = GLA_GROUP / lanes, groups = (j->sizes.rows + together - 1) / together;
    int64_t most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH;
    const gla_argument args[] = {GLA_VALUE(j->sizes), GLA_BUFFER(j->x), GLA_BUFFER(j->out)};
    j->program = gla_device_short_program(j->dtype, j->positions, share);
    return gla_device_run(j->op, j->dev, &j->program, "sort_short", groups < most ? groups : most, 3, args);
}
