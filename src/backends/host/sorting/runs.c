/* runs.c - Runs of equal elements in a sorted row. */
#include "backends/host/array/places.h"
#include "sorting.h"

#include <string.h>

typedef struct job {
    const gla_array *sorted;
    int64_t part; /* number of elements per part */
    int64_t *parts;
    const gla_runs *to;
    int64_t count, n;
    int64_t *starts;
} job;

/* Return true if element i starts a run, that is if it is the first element, differs from the previous element, or is NaN. */
#define STARTS(name, ctype, differs)                                             \
    static void name(const void *x, int64_t begin, int64_t end, uint8_t *starts) \
    {                                                                            \
        const ctype *v = x;                                                      \
        starts[0] = 1;                                                           \
        for (int64_t i = begin ? begin : 1; i < end; i++)                        \
            starts[i - begin] = differs;                                         \
    }
#define PLAIN (v[i] != v[i - 1])
#define COMPLEX ((v[2 * i] != v[2 * i - 2]) | (v[2 * i + 1] != v[2 * i - 1]))
STARTS(starts_8, uint8_t, PLAIN)
STARTS(starts_16, uint16_t, PLAIN)
STARTS(starts_32, uint32_t, PLAIN)
STARTS(starts_64, uint64_t, PLAIN)
STARTS(starts_float, float, PLAIN)
STARTS(starts_double, double, PLAIN)
STARTS(starts_complex64, float, COMPLEX)
STARTS(starts_complex128, double, COMPLEX)

static void find_starts(const gla_array *x, int64_t begin, int64_t end, uint8_t *starts)
{
    size_t item = gla_itemsize(x->dtype);
    const void *data = gla_data(x);
    switch (x->dtype) {
    case GLA_FLOAT32: starts_float(data, begin, end, starts); break;
    case GLA_FLOAT64: starts_double(data, begin, end, starts); break;
    case GLA_COMPLEX64: starts_complex64(data, begin, end, starts); break;
    case GLA_COMPLEX128: starts_complex128(data, begin, end, starts); break;
    default: (item == 1 ? starts_8 : item == 2 ? starts_16 : item == 4 ? starts_32 : starts_64)(data, begin, end, starts);
    }
}

#define BLOCK 2048
#define GRAIN 131072 /* minimum number of elements for another thread, about 0.06 ms of work */

static int64_t end_of(const job *j, int64_t begin)
{
    return j->n - begin < j->part ? j->n : begin + j->part;
}

static void count_parts(void *arg, int64_t first, int64_t last)
{
    const job *j = arg;
    uint8_t starts[BLOCK];
    for (int64_t p = first; p < last; p++) {
        int64_t count = 0, end = end_of(j, p * j->part);
        for (int64_t begin = p * j->part; begin < end; begin += BLOCK) {
            int64_t n = end - begin < BLOCK ? end - begin : BLOCK;
            find_starts(j->sorted, begin, begin + n, starts);
            count += gla_host_count_hits(starts, n);
        }
        j->parts[p] = count;
    }
}

/* Write the results for element i of the sorted row.  `run` is the number of runs that start at or before this element. */
static inline void write_place(const job *j, int64_t run, bool is_start, int64_t i, size_t item)
{
    const int64_t *order = j->to->order ? gla_data(j->to->order) : NULL;
    if (is_start && run < j->count) { /* the script may change x concurrently */
        memcpy((char *)gla_data(j->to->values) + (size_t)run * item, (const char *)gla_data(j->sorted) + (size_t)i * item,
               item);
        if (j->starts)
            j->starts[run] = i;
        if (j->to->indices)
            ((int64_t *)gla_data(j->to->indices))[run] = order[i];
    }
    if (j->to->inverse)
        ((int64_t *)gla_data(j->to->inverse))[order[i]] = run;
}

#define PICK(name, word)                                                                 \
    static void name(const word *v, const int64_t *place, int64_t n, word *restrict out) \
    {                                                                                    \
        for (int64_t i = 0; i < n; i++)                                                  \
            out[i] = v[place[i]];                                                        \
    }
PICK(pick_32, uint32_t)
PICK(pick_64, uint64_t)

/* Write the values and the starts of runs of a block of 32-bit or 64-bit words.  `run` is the number of runs before the block.
 * Return the number of runs that start in the block. */
static int64_t write_words(const job *j, int64_t run, const uint8_t *starts, int64_t begin, int64_t n, size_t item)
{
    const void *x = gla_data(j->sorted);
    char *values = (char *)gla_data(j->to->values) + (size_t)run * item;
    int64_t places[BLOCK], most = j->count - run; /* the script may change x concurrently */
    most = most > 0 ? most : 0;
    int64_t count = gla_host_collect(starts, n, begin, most, places), left = count < most ? count : most;
    if (item == 4)
        pick_32(x, places, left, (uint32_t *)(void *)values);
    else
        pick_64(x, places, left, (uint64_t *)(void *)values);
    if (j->starts)
        memcpy(j->starts + (left ? run : 0), places, (size_t)left * sizeof *places);
    return count;
}

static void write_parts(void *arg, int64_t first, int64_t last)
{
    const job *j = arg;
    size_t item = gla_itemsize(j->sorted->dtype);
    const bool words = (item == 4 || item == 8) && !j->to->inverse && !j->to->indices;
    uint8_t starts[BLOCK];
    for (int64_t p = first; p < last; p++) {
        int64_t run = j->parts[p] - 1, end = end_of(j, p * j->part);
        for (int64_t begin = p * j->part; begin < end; begin += BLOCK) {
            int64_t n = end - begin < BLOCK ? end - begin : BLOCK;
            find_starts(j->sorted, begin, begin + n, starts);
            if (words)
                run += write_words(j, run + 1, starts, begin, n, item);
            for (int64_t i = 0; i < n && !words; i++) {
                run += starts[i];
                if (starts[i] || j->to->inverse)
                    write_place(j, run, starts[i], begin + i, item);
            }
        }
    }
}

static int64_t part_of(int64_t n)
{
    int64_t part = (n + GLA_RUN_PARTS - 1) / GLA_RUN_PARTS;
    return part < BLOCK ? BLOCK : part;
}

static int64_t grain_of(const job *j)
{
    return GRAIN > j->part ? GRAIN / j->part : 1;
}

gla_status gla_host_count_runs(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count)
{
    job j = {.sorted = sorted, .n = sorted->size, .part = part_of(sorted->size), .parts = gla_data(parts)};
    int64_t n_parts = (j.n + j.part - 1) / j.part, total = 0;
    (void)dev;
    gla_status st = gla_host_parallel(n_parts, grain_of(&j), count_parts, &j);
    for (int64_t p = 0; p < n_parts && !st; p++) { /* convert counts to indices of the first runs */
        int64_t here = j.parts[p];
        j.parts[p] = total;
        total += here;
    }
    *count = total;
    return st;
}

gla_status gla_host_write_runs(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to)
{
    job j = {.sorted = sorted,
             .n = sorted->size,
             .part = part_of(sorted->size),
             .parts = gla_data(parts),
             .to = to,
             .count = to->values->size};
    (void)dev;
    j.starts = to->counts ? gla_data(to->counts) : NULL;
    gla_status st = gla_host_parallel((j.n + j.part - 1) / j.part, grain_of(&j), write_parts, &j);
    for (int64_t r = 0; r < j.count && to->counts; r++)
        j.starts[r] = (r + 1 < j.count ? j.starts[r + 1] : j.n) - j.starts[r];
    return st;
}
