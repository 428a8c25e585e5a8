/* unique.c - Runs of equal elements in a sorted row. */
#include "sorting.h"

#define MIN_PART 2048

static int64_t part_of(int64_t n)
{
    int64_t part = (n + GLA_RUN_PARTS - 1) / GLA_RUN_PARTS;
    return part < MIN_PART ? MIN_PART : part;
}

gla_status gla_device_count_runs(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count)
{
    int64_t counts[GLA_RUN_PARTS], n = sorted->size, part = part_of(n), groups = (n + part - 1) / part, total = 0;
    gla_device_program program = gla_device_unique_program(sorted->dtype);
    const gla_argument args[] = {GLA_VALUE(n), GLA_VALUE(part), GLA_BUFFER(gla_data(sorted)), GLA_BUFFER(gla_data(parts))};
    size_t bytes = (size_t)groups * sizeof *counts;
    gla_status st = gla_device_enter("unique", dev);
    if (!st)
        st = gla_device_run("unique", dev, &program, "count_runs", groups, 4, args);
    if (!st)
        st = gla_device_read("unique", dev, counts, gla_data(parts), bytes);
    for (int64_t p = 0; p < groups && !st; p++) { /* replace counts by the indices of the first runs */
        int64_t here = counts[p];
        counts[p] = total;
        total += here;
    }
    *count = total;
    return st ? st : gla_device_write("unique", dev, gla_data(parts), counts, bytes);
}

static void *address(const gla_array *a)
{
    return a ? gla_data(a) : NULL;
}

gla_status gla_device_write_runs(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to)
{
    int64_t n = sorted->size, part = part_of(n), count = to->values->size;
    gla_device_program program = gla_device_unique_program(sorted->dtype);
    void *starts = NULL;
    gla_status st = gla_device_enter("unique", dev);
    if (!st && to->counts)
        st = gla_device_scratch("unique", dev, (size_t)count * sizeof(int64_t), &starts);
    const gla_argument args[] = {GLA_VALUE(n),
                                 GLA_VALUE(part),
                                 GLA_BUFFER(gla_data(sorted)),
                                 GLA_BUFFER(gla_data(parts)),
                                 GLA_BUFFER(address(to->order)),
                                 GLA_BUFFER(gla_data(to->values)),
                                 GLA_BUFFER(starts),
                                 GLA_BUFFER(address(to->indices)),
                                 GLA_BUFFER(address(to->inverse))};
    const gla_argument lengths[] = {GLA_VALUE(count), GLA_VALUE(n), GLA_BUFFER(starts), GLA_BUFFER(address(to->counts))};
    if (!st)
        st = gla_device_run("unique", dev, &program, "write_runs", (n + part - 1) / part, 9, args);
    if (!st && to->counts)
        st = gla_device_run_for("unique", dev, &program, "run_lengths", count, 4, lengths);
    gla_device_drop(dev, starts);
    return st;
}
