/* sort_round.h - Part of the kernels of sort.h: one round sorts a tile of `count` elements, tile[] and at[], by VALUE(element,
 * at), which is from 0 to 15. Each thread handles ITEMS consecutive elements. This code is an include file instead of a
 * function, because the code contains barriers. */
for (int v = 0; v < 16; v++)
    counts[v * GROUP + t] = 0;
for (int i = 0; i < ITEMS; i++)
    if (t * ITEMS + i < count) {
        own[i] = tile[t * ITEMS + i];
        own_at[i] = at[t * ITEMS + i];
        own_value[i] = (uint8)VALUE(own[i], own_at[i]);
        own_rank[i] = counts[own_value[i] * GROUP + t]++;
    }
BARRIER();
{
    uint32 sum = 0, mine = 0;
    for (int v = 0; v < 16; v++)
        sum += counts[16 * t + v];
    mine = sum;
    sums[t] = sum;
    BARRIER();
    for (int step = 1, side = 0; step < GROUP; step *= 2, side ^= GROUP) {
        sum += t >= step ? sums[side + t - step] : 0;
        sums[(side ^ GROUP) + t] = sum;
        BARRIER();
    }
    sum -= mine;
    for (int v = 0; v < 16; v++) {
        uint32 here = counts[16 * t + v];
        counts[16 * t + v] = (uint16)sum;
        sum += here;
    }
}
BARRIER();
for (int i = 0; i < ITEMS; i++)
    if (t * ITEMS + i < count) {
        int to = counts[own_value[i] * GROUP + t] + own_rank[i];
        tile[to] = own[i];
        at[to] = own_at[i];
    }
BARRIER();
