/* counts.c - Counting sort of integers with a small range, such as years, ages and codes.  Three passes over a row take less
 * time than sorting it. */
#include "backends/host/unroll.h"
#include "sorting.h"
#include "runtime/allocation.h"

#include <string.h>

#define MIN_ROW 2048   /* shorter rows can be sorted faster than counted */
#define EACH 8         /* minimum number of elements for each value of the range */
#define MAX_SPAN 32768 /* largest range, chosen so that its counts fit in the inner caches */
#define FEW 1024       /* range up to which several tables are used, because increments of the same count wait for each other */
#define TABLES 4
#define FEWEST 8   /* range up to which each value is compared with every element in vector registers */
#define BLOCK 128  /* number of elements in a block, which a byte can count */
#define SAMPLES 64 /* number of elements that are sampled first, to reject most rows with a larger range */
#define GRAIN 65536

typedef struct counting {
    const struct loops *loops;
    const char *x;
    char *out;
    size_t item;
    int64_t n;
    bool descending;
    _Atomic uint64_t least, most; /* smallest and largest value, as offsets from the smallest value of the dtype */
    _Atomic int64_t *counts;      /* number of elements of each value; later the end of the run of each value */
    atomic_int failed;
} counting;

typedef struct loops {
    void (*bounds)(const void *x, int64_t n, int64_t step, uint64_t *least, uint64_t *most);
    void (*count)(const void *x, int64_t n, uint64_t least, uint64_t span, uint32_t *counts);
    void (*fill)(void *out, int64_t begin, int64_t end, uint64_t offset);
} loops;

/* If the script writes to the row during the count, a value out of range is counted as the first value. */
#define LOOPS(T, U, MIN)                                                                                \
    static void bounds_##T(const void *from, int64_t n, int64_t step, uint64_t *least, uint64_t *most)  \
    {                                                                                                   \
        const T *x = from;                                                                              \
        T low = x[0], high = x[0];                                                                      \
        for (int64_t i = 0; step == 1 && i < n; i++) {                                                  \
            low = x[i] < low ? x[i] : low;                                                              \
            high = x[i] > high ? x[i] : high;                                                           \
        }                                                                                               \
        for (int64_t i = 0; step != 1 && i < n; i += step) {                                            \
            low = x[i] < low ? x[i] : low;                                                              \
            high = x[i] > high ? x[i] : high;                                                           \
        }                                                                                               \
        *least = (U)((U)low - (U)MIN);                                                                  \
        *most = (U)((U)high - (U)MIN);                                                                  \
    }                                                                                                   \
    static __attribute__((noinline)) U count_equal_##T(const T *x, int64_t n, T value)                  \
    {                                                                                                   \
        U count = 0;                                                                                    \
        for (int64_t i = 0; i < n; i++)                                                                 \
            count = (U)(count + (x[i] == value));                                                       \
        return count;                                                                                   \
    }                                                                                                   \
    static void count_few_##T(const T *x, int64_t n, U first, uint64_t span, uint32_t *counts)          \
    {                                                                                                   \
        for (int64_t i = 0; i < n; i += BLOCK) {                                                        \
            const int64_t length = n - i < BLOCK ? n - i : BLOCK;                                       \
            int64_t others = 0;                                                                         \
            for (uint64_t at = 1; at <= span; at++) {                                                   \
                U count = count_equal_##T(x + i, length, (T)(U)(first + at));                           \
                counts[at] += (uint32_t)count;                                                          \
                others += (int64_t)count;                                                               \
            }                                                                                           \
            counts[0] += (uint32_t)(length - others);                                                   \
        }                                                                                               \
    }                                                                                                   \
    static void count_##T(const void *from, int64_t n, uint64_t least, uint64_t span, uint32_t *counts) \
    {                                                                                                   \
        const T *x = from;                                                                              \
        const U first = (U)((U)least + (U)MIN);                                                         \
        const uint64_t table = span < FEW ? FEW : 0;                                                    \
        if (span < FEWEST) {                                                                            \
            count_few_##T(x, n, first, span, counts);                                                   \
            return;                                                                                     \
        }                                                                                               \
        int64_t i = 0;                                                                                  \
        for (; i + TABLES <= n; i += TABLES)                                                            \
            UNROLL(4)                                                                                   \
        for (unsigned t = 0; t < TABLES; t++) {                                                         \
            uint64_t at = (U)((U)x[i + t] - first);                                                     \
            counts[t * table + (at <= span ? at : 0)]++;                                                \
        }                                                                                               \
        for (; i < n; i++) {                                                                            \
            uint64_t at = (U)((U)x[i] - first);                                                         \
            counts[at <= span ? at : 0]++;                                                              \
        }                                                                                               \
    }                                                                                                   \
    static void fill_##T(void *out, int64_t begin, int64_t end, uint64_t offset)                        \
    {                                                                                                   \
        T *to = out;                                                                                    \
        const T value = (T)(U)((U)offset + (U)MIN);                                                     \
        for (int64_t i = begin; i < end; i++)                                                           \
            to[i] = value;                                                                              \
    }
LOOPS(int8_t, uint8_t, INT8_MIN)
LOOPS(int16_t, uint16_t, INT16_MIN)
LOOPS(int32_t, uint32_t, INT32_MIN)
LOOPS(int64_t, uint64_t, INT64_MIN)
LOOPS(uint8_t, uint8_t, 0)
LOOPS(uint16_t, uint16_t, 0)
LOOPS(uint32_t, uint32_t, 0)
LOOPS(uint64_t, uint64_t, 0)

#define OF(T)                           \
    {                                   \
        bounds_##T, count_##T, fill_##T \
    }
static const loops by_type[GLA_DTYPE_COUNT] = {
    [GLA_INT8] = OF(int8_t),   [GLA_INT16] = OF(int16_t),   [GLA_INT32] = OF(int32_t),   [GLA_INT64] = OF(int64_t),
    [GLA_UINT8] = OF(uint8_t), [GLA_UINT16] = OF(uint16_t), [GLA_UINT32] = OF(uint32_t), [GLA_UINT64] = OF(uint64_t)};

static bool spans_few(uint64_t least, uint64_t most, int64_t n)
{
    return most - least < MAX_SPAN && most - least < (uint64_t)n / EACH;
}

static void find_bounds(void *arg, int64_t begin, int64_t end)
{
    counting *c = arg;
    uint64_t least, most, seen;
    c->loops->bounds(c->x + (size_t)begin * c->item, end - begin, 1, &least, &most);
    seen = atomic_load(&c->least);
    while (least < seen && !atomic_compare_exchange_weak(&c->least, &seen, least))
        ;
    seen = atomic_load(&c->most);
    while (most > seen && !atomic_compare_exchange_weak(&c->most, &seen, most))
        ;
}

/* Count the elements of one part, and add the counts to the counts of the row. */
static void count_part(void *arg, int64_t begin, int64_t end)
{
    counting *c = arg;
    const uint64_t least = c->least, span = c->most - least;
    const size_t tables = span < FEW ? TABLES * FEW : (size_t)span + 1;
    uint32_t few[TABLES * FEW], *counts = span < FEW ? few : gla_malloc(tables * sizeof *counts);
    if (!counts) {
        atomic_store(&c->failed, 1);
        return;
    }
    while (begin < end && !gla_host_stop()) {
        int64_t n = end - begin < INT32_MAX ? end - begin : INT32_MAX;
        memset(counts, 0, tables * sizeof *counts);
        c->loops->count(c->x + (size_t)begin * c->item, n, least, span, counts);
        for (uint64_t at = 0; at <= span; at++) {
            int64_t count = counts[at];
            for (int t = 1; span < FEW && t < TABLES; t++)
                count += counts[(uint64_t)t * FEW + at];
            if (count)
                atomic_fetch_add(&c->counts[at], count);
        }
        begin += n;
    }
    if (counts != few)
        gla_free(counts);
}

/* Write elements begin to end − 1 of the sorted row. */
static void write_part(void *arg, int64_t begin, int64_t end)
{
    const counting *c = arg;
    const uint64_t span = c->most - c->least;
    uint64_t low = 0, high = span;
    while (low < high) { /* first value whose run ends after `begin` */
        uint64_t middle = (low + high) / 2;
        if (c->counts[middle] > begin)
            high = middle;
        else
            low = middle + 1;
    }
    for (uint64_t at = low; at <= span && begin < end; at++) {
        int64_t to = c->counts[at] < end ? c->counts[at] : end;
        c->loops->fill(c->out, begin, to, c->least + (c->descending ? span - at : at));
        begin = to > begin ? to : begin;
    }
}

static gla_status in_parts(const counting *c, void (*part)(void *, int64_t, int64_t))
{
    if (c->n > GLA_HOST_SORT_LONG)
        return gla_host_parallel(c->n, GRAIN, part, (void *)c);
    part((void *)c, 0, c->n);
    return GLA_OK;
}

static gla_status count_and_write(counting *c)
{
    const uint64_t span = c->most - c->least;
    int64_t sum = 0;
    gla_status st = in_parts(c, count_part);
    for (uint64_t at = 0; at <= span && c->descending && at < span - at; at++) {
        int64_t other = c->counts[at];
        c->counts[at] = c->counts[span - at];
        c->counts[span - at] = other;
    }
    for (uint64_t at = 0; at <= span; at++)
        c->counts[at] = sum += c->counts[at];
    return st || atomic_load(&c->failed) ? st : in_parts(c, write_part);
}

bool gla_host_sort_by_counts(gla_dtype dtype, const void *x, int64_t n, bool descending, void *out, gla_status *st)
{
    counting c = {.loops = &by_type[dtype],
                  .x = x,
                  .out = out,
                  .item = gla_itemsize(dtype),
                  .n = n,
                  .descending = descending,
                  .least = UINT64_MAX};
    uint64_t least, most;
    if (n < MIN_ROW || !c.loops->bounds)
        return false;
    c.loops->bounds(x, n, n / SAMPLES, &least, &most);
    if (!spans_few(least, most, n))
        return false;
    *st = in_parts(&c, find_bounds);
    if (*st || !spans_few(c.least, c.most, n))
        return *st;
    size_t bytes = (size_t)(c.most - c.least + 1) * sizeof *c.counts;
    c.counts = gla_host_alloc_zeros(bytes);
    if (!c.counts)
        return false; /* other methods may need less memory */
    *st = count_and_write(&c);
    gla_host_free((void *)c.counts, bytes);
    return *st || !atomic_load(&c.failed);
}
