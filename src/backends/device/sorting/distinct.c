/* distinct.c - Find the first element of each set of equal elements, if there are few distinct values, by
 * kernels/distinct.h. */
#include "sorting.h"

#define OP "unique"
#define GROUPS_EACH 8 /* number of groups per compute unit */
#define SLOTS_EACH 4  /* number of slots for each possible distinct element */
#define SAMPLE_EACH 2 /* size of the sample inserted first, in multiples of the limit; it usually reveals too many values */
#define TILE_MIN 1024 /* minimum number of elements that a group inserts at once */

typedef struct job {
    gla_device *dev;
    gla_device_program program;
    const void *x;
    uint32_t limit, slots;
    void *table, *count, *next; /* one block of memory: the slots, followed by two counters */
} job;

static gla_status enter(const job *j, int64_t begin, int64_t end)
{
    int64_t groups = (end - begin + TILE_MIN - 1) / TILE_MIN, most = (int64_t)gla_device_units(j->dev) * GROUPS_EACH;
    uint32_t mask = j->slots - 1;
    const gla_argument args[] = {GLA_VALUE(begin), GLA_VALUE(end),       GLA_VALUE(mask),     GLA_VALUE(j->limit),
                                 GLA_BUFFER(j->x), GLA_BUFFER(j->table), GLA_BUFFER(j->count)};
    return gla_device_run(OP, j->dev, &j->program, "enter_elements", groups < most ? groups : most, 7, args);
}

static gla_status find(const job *j, int64_t n, int64_t *first, int64_t *count)
{
    int64_t sample = (int64_t)j->limit * SAMPLE_EACH < n ? (int64_t)j->limit * SAMPLE_EACH : n;
    uint32_t differ = 0;
    gla_status st = enter(j, 0, sample);
    if (!st && sample < n)
        st = enter(j, sample, n);
    if (!st)
        st = gla_device_read(OP, j->dev, &differ, j->count, sizeof differ);
    if (st || differ > j->limit)
        return st;
    *count = differ;
    const gla_argument args[] = {GLA_VALUE(j->slots), GLA_BUFFER(j->table), GLA_BUFFER(j->next), GLA_BUFFER(first)};
    return gla_device_run(OP, j->dev, &j->program, "list_slots", (j->slots + GLA_GROUP - 1) / GLA_GROUP, 4, args);
}

gla_status gla_device_distinct(gla_device *dev, const gla_array *x, gla_array *first, int64_t *count)
{
    job j = {.dev = dev, .program = gla_device_distinct_program(x->dtype), .x = gla_data(x), .slots = GLA_GROUP};
    *count = -1;
    if (x->size >= UINT32_MAX || first->size > UINT32_MAX / (2 * SLOTS_EACH))
        return GLA_OK;
    j.limit = (uint32_t)first->size;
    while (j.slots < SLOTS_EACH * j.limit)
        j.slots *= 2;
    size_t bytes = ((size_t)j.slots + 2) * sizeof(uint32_t);
    gla_status st = gla_device_enter(OP, dev);
    if (!st)
        st = gla_device_scratch(OP, dev, bytes, &j.table);
    if (!st)
        st = gla_device_fill(OP, dev, j.table, 0, bytes);
    j.count = (uint32_t *)j.table + j.slots;
    j.next = (uint32_t *)j.count + 1;
    if (!st)
        st = find(&j, x->size, gla_data(first), count);
    gla_device_drop(dev, j.table);
    return st;
}
