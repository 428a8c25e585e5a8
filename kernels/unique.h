/* unique.h - runs of equal elements in a sorted row.  Before it: what sort_key.h takes.
 *
 * Each group has a part of the row; it counts the runs that begin there, and writes them when it is known how many begin
 * before. */
#include "sort_key.h"
#define GROUP 256
#define ITEMS 8
#define TILE (ITEMS * GROUP)

DEVICE int begins_run(const GLOBAL element *x, int64 i)
{
    if (i == 0)
        return 1;
    sort_key k = key_of(x[i], 0), before = key_of(x[i - 1], 0);
    return !KEY_EQUAL(k, before) || is_nan_element(x[i]);
}

KERNEL count_runs(int64 n, int64 part, const GLOBAL element *x, GLOBAL int64 *counts)
{
    LOCAL int64 sums[GROUP];
    int t = LOCAL_ID;
    int64 begin = GROUP_ID * part, end = begin + part < n ? begin + part : n, sum = 0;
    for (int64 i = begin + t; i < end; i += GROUP)
        sum += begins_run(x, i);
    sums[t] = sum;
    BARRIER();
    for (int step = GROUP / 2; step > 0; step /= 2) {
        if (t < step)
            sums[t] += sums[t + step];
        BARRIER();
    }
    if (t == 0)
        counts[GROUP_ID] = sums[0];
}

/* What is NULL is not written; `starts` are positions of first elements in the row. */
KERNEL write_runs(int64 n, int64 part, const GLOBAL element *x, const GLOBAL int64 *counts, const GLOBAL int64 *order,
                  GLOBAL element *values, GLOBAL int64 *starts, GLOBAL int64 *indices, GLOBAL int64 *inverse)
{
    LOCAL uint32 sums[2 * GROUP];
    int t = LOCAL_ID;
    int64 begin = GROUP_ID * part, end = begin + part < n ? begin + part : n, run = counts[GROUP_ID];
    for (int64 base = begin; base < end; base += TILE) {
        int64 first = base + t * ITEMS;
        uint32 mine = 0, sum, flags = 0;
        for (int i = 0; i < ITEMS; i++)
            if (first + i < end && begins_run(x, first + i)) {
                flags |= 1u << i;
                mine++;
            }
        sums[t] = sum = mine;
        BARRIER();
        int side = 0;
        for (int step = 1; step < GROUP; step *= 2, side ^= GROUP) {
            sum += t >= step ? sums[side + t - step] : 0;
            sums[(side ^ GROUP) + t] = sum;
            BARRIER();
        }
        int64 at = run + (sum - mine) - 1; /* the run that the element before belongs to */
        for (int i = 0; i < ITEMS && first + i < end; i++) {
            if (flags >> i & 1) {
                at++;
                values[at] = x[first + i];
                if (starts)
                    starts[at] = first + i;
                if (indices)
                    indices[at] = order[first + i];
            }
            if (inverse)
                inverse[order[first + i]] = at;
        }
        run += sums[side + GROUP - 1];
        BARRIER();
    }
}

KERNEL run_lengths(int64 count, int64 n, const GLOBAL int64 *starts, GLOBAL int64 *lengths)
{
    for (int64 r = GLOBAL_ID; r < count; r += GLOBAL_SIZE)
        lengths[r] = (r + 1 < count ? starts[r + 1] : n) - starts[r];
}
