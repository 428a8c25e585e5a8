/* unique.h - Runs of equal elements in a sorted row. The caller defines the macros of sort_key.h.
 *
 * Each group handles a part of the row. The group counts the runs that begin in its part, and writes these runs once the number
 * of earlier runs is known. */
#include "sort_key.h"
#define GROUP 256
#define ITEMS (BYTES > 8 ? 4 : 8)
#define TILE (ITEMS * GROUP)
#define PLACE(i) ((i) + (i) / ITEMS) /* padding: elements of neighbouring threads are in different banks of local memory */

DEVICE int begins_run(element before, element e)
{
    sort_key k = key_of(e, 0), last = key_of(before, 0);
    return !KEY_EQUAL(k, last) || is_nan_element(e);
}

KERNEL count_runs(int64 n, int64 part, const GLOBAL element *x, GLOBAL int64 *counts)
{
    LOCAL int64 sums[GROUP];
    int t = LOCAL_ID;
    int64 begin = GROUP_ID * part, end = begin + part < n ? begin + part : n, sum = 0;
    for (int64 i = begin + t; i < end; i += GROUP)
        sum += i == 0 || begins_run(x[i - 1], x[i]);
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

/* Write the runs. Outputs that are NULL are skipped. `starts` receives the position in the row of each run's first element. */
KERNEL write_runs(int64 n, int64 part, const GLOBAL element *x, const GLOBAL int64 *counts, const GLOBAL int64 *order,
                  GLOBAL element *values, GLOBAL int64 *starts, GLOBAL int64 *indices, GLOBAL int64 *inverse)
{
    LOCAL uint32 sums[2 * GROUP];
    LOCAL element tile[TILE + GROUP + 2]; /* begins with the element that precedes the tile */
    int t = LOCAL_ID;
    int64 begin = GROUP_ID * part, end = begin + part < n ? begin + part : n, run = counts[GROUP_ID];
    for (int64 base = begin; base < end; base += TILE) {
        int64 first = base + t * ITEMS;
        int count = (int)(end - base < TILE ? end - base : TILE), place = t * ITEMS;
        uint32 mine = 0, sum, flags = 0;
        for (int i = t; i <= count; i += GROUP)
            tile[PLACE(i)] = x[base + i > 0 ? base + i - 1 : 0];
        BARRIER();
        for (int i = 0; i < ITEMS; i++)
            if (place + i < count && (first + i == 0 || begins_run(tile[PLACE(place + i)], tile[PLACE(place + i + 1)]))) {
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
        int64 at = run + (sum - mine) - 1; /* the run of the previous element */
        for (int i = 0; i < ITEMS && first + i < end; i++) {
            if (flags >> i & 1) {
                at++;
                values[at] = tile[PLACE(place + i + 1)];
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
