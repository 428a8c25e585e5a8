/* permutation.c - Random permutations, which are indices sorted by the words of a stream.  The upper half of a word and the
 * index form one key, because kernels/random_order.h sorts by upper halves.  The few keys with equal upper halves are then
 * sorted by whole words.  In long permutations the leading bits, which are uniformly distributed, select a bucket for each key.
 * If only the first elements are needed, the leading bits also show which words are the smallest. */
#include "tiles.h"
#include "backends/host/sorting/sorting.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

#define OP "Generator.permutation"
#define GRAIN 16384
#define BUCKET 4096 /* maximum size of a bucket of a long permutation, if the number of buckets allows it */
#define MAX_BITS 12 /* maximum of log2 of the number of buckets */
#define PARTS 4     /* number of parts of a long permutation per thread */
#define SHORT 8192  /* longer permutations use buckets */
#define DIGIT 256
#define MIN_UNIFORM 256   /* minimum number of keys that are sorted by two digits */
#define MAX_UNIFORM 16384 /* maximum number of uniformly distributed keys that are sorted by two digits */

typedef struct job {
    random_stream g;
    uint64_t position;
    int64_t n;
    uint64_t *keys, *other; /* keys, which the results overwrite; another block of the same size */
    int bits;               /* log2 of the number of buckets of a long permutation */
    int64_t parts;
    uint64_t most;   /* larger keys are dropped */
    int64_t *kept;   /* number of kept keys in each part; they are at the front of the part */
    int64_t *places; /* for each part and bucket: first the number of keys, later the position of the next key */
    int64_t *begins; /* start of each bucket */
} job;

/* Combine 2 n words, taken alternately from a and b, into keys.  A key consists of the upper half of a word and an index; the
 * indices begin at `number`. */
FLAT static void weave(int64_t n, const uint64 *restrict a, const uint64 *restrict b, uint64_t number, uint64_t *restrict keys)
{
    const uint64_t upper = UINT64_MAX << 32;
    GLA_INDEPENDENT for (int64_t i = 0; i < n; i++)
    {
        keys[2 * i] = (a[i] & upper) | (number + 2 * (uint64_t)i);
        keys[2 * i + 1] = (b[i] & upper) | (number + 2 * (uint64_t)i + 1);
    }
}

/* Compute the keys of a tile, beginning at `begin`, and return their number. */
static int64_t fill_tile(const job *j, int64_t begin, int64_t end, uint64_t *keys)
{
    uint64 a[GLA_RANDOM_TILE], b[GLA_RANDOM_TILE];
    const uint64_t at = j->position + (uint64_t)begin, number = (uint64_t)begin, upper = UINT64_MAX << 32;
    const int64_t skip = (int64_t)(at & 1), most = 2 * GLA_RANDOM_TILE - skip, n = end - begin < most ? end - begin : most;
    const int64_t pairs = (n - skip) / 2;
    gla_random_plain_blocks(j->g, at, (n + skip + 1) / 2, a, b);
    if (skip)
        keys[0] = (b[0] & upper) | number;
    weave(pairs, a + skip, b + skip, number + (uint64_t)skip, keys + skip);
    if (skip + 2 * pairs < n)
        keys[n - 1] = (a[skip + pairs] & upper) | (number + (uint64_t)n - 1);
    return n;
}

static void fill_keys(void *arg, int64_t begin, int64_t end)
{
    const job *j = arg;
    while (begin < end && !gla_host_stop())
        begin += fill_tile(j, begin, end, j->keys + begin);
}

/* Copy the keys of elements [begin, end) that are at most j->most, and return the number of copied keys. */
static int64_t keep_keys(const job *j, int64_t begin, int64_t end, uint64_t *to)
{
    uint64_t keys[2 * GLA_RANDOM_TILE];
    int64_t kept = 0;
    while (begin < end && !gla_host_stop()) {
        const int64_t n = fill_tile(j, begin, end, keys);
        for (int64_t i = 0; i < n; i++) {
            to[kept] = keys[i];
            kept += keys[i] <= j->most;
        }
        begin += n;
    }
    return kept;
}

static uint64_t word_of(const job *j, uint64_t key)
{
    uint64_t at = j->position + (key & UINT32_MAX);
    random_words w = random_plain(j->g, at, 0);
    return at & 1 ? w.b : w.a;
}

static bool is_tie(const uint64_t *keys, int64_t i)
{
    return keys[i] >> 32 == keys[i - 1] >> 32;
}

/* Stably sort a few keys, which have the same upper half and ascending indices, by their whole words. */
static void sort_ties(const job *j, uint64_t *keys, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        uint64_t key = keys[i], word = word_of(j, key);
        int64_t to = i;
        for (; to > 0 && word_of(j, keys[to - 1]) > word; to--)
            keys[to] = keys[to - 1];
        keys[to] = key;
    }
}

/* Extract the indices of sorted keys.  Return false if there are ties in the upper halves. */
FLAT static bool take_numbers(int64_t n, const uint64_t *sorted, uint64_t *to)
{
    uint64_t ties = 0;
    for (int64_t i = 1; i < n; i++)
        ties |= sorted[i] >> 32 == sorted[i - 1] >> 32;
    if (!ties)
        GLA_INDEPENDENT for (int64_t i = 0; i < n; i++) to[i] = sorted[i] & UINT32_MAX;
    return !ties;
}

/* Convert sorted keys to indices.  No run of ties may extend beyond the keys.  The indices may overwrite the keys. */
static void finish(const job *j, uint64_t *sorted, int64_t n, uint64_t *to)
{
    if (take_numbers(n, sorted, to))
        return;
    for (int64_t i = 0; i < n;) {
        int64_t run = 1;
        while (i + run < n && is_tie(sorted, i + run))
            run++;
        if (run > 1)
            sort_ties(j, sorted + i, run);
        for (; run > 0; run--, i++)
            to[i] = sorted[i] & UINT32_MAX;
    }
}

/* Sort uniformly distributed keys that agree in their first `same` bits, in place, with memory of the same size.  The keys are
 * sorted by the next sixteen bits, the lower digit first.  Few keys are then misplaced. */
static void sort_uniform(uint64_t *keys, uint64_t *other, int64_t n, int same)
{
    uint32_t low[DIGIT] = {0}, high[DIGIT] = {0}, lows = 0, highs = 0;
    const int at = 64 - same - 16;
    for (int64_t i = 0; i < n; i++) {
        low[keys[i] >> at & (DIGIT - 1)]++;
        high[keys[i] >> (at + 8) & (DIGIT - 1)]++;
    }
    for (int v = 0; v < DIGIT; v++) {
        const uint32_t here = low[v], there = high[v];
        low[v] = lows;
        high[v] = highs;
        lows += here;
        highs += there;
    }
    for (int64_t i = 0; i < n; i++)
        other[low[keys[i] >> at & (DIGIT - 1)]++] = keys[i];
    for (int64_t i = 0; i < n; i++)
        keys[high[other[i] >> (at + 8) & (DIGIT - 1)]++] = other[i];
    for (int64_t i = 1; i < n; i++) {
        const uint64_t key = keys[i];
        int64_t to = i;
        for (; to > 0 && keys[to - 1] > key; to--)
            keys[to] = keys[to - 1];
        keys[to] = key;
    }
}

/* Convert keys whose first `same` bits agree to indices in sorted order.  The result is written to `to`, which is one of the
 * two blocks. */
static void order_keys(const job *j, uint64_t *keys, uint64_t *other, int64_t n, int same, uint64_t *to)
{
    if (n < MIN_UNIFORM || n > MAX_UNIFORM || same > 32 - 16) {
        finish(j, gla_host_sort_u64(keys, other, n), n, to);
    } else {
        sort_uniform(keys, other, n, same);
        finish(j, keys, n, to);
    }
}

/* ---- long permutations ----------------------------------------------------------------------------------------------- */
static int64_t begin_of(const job *j, int64_t part)
{
    return j->n / j->parts * part + (part < j->n % j->parts ? part : j->n % j->parts);
}

static void count_parts(void *arg, int64_t first, int64_t last)
{
    job *j = arg;
    for (int64_t p = first; p < last && !gla_host_stop(); p++) {
        int64_t *counts = j->places + (p << j->bits), end = begin_of(j, p + 1);
        uint64_t *keys = j->keys + begin_of(j, p);
        int64_t kept = 0;
        if (j->most == UINT64_MAX)
            for (int64_t i = begin_of(j, p); i < end && !gla_host_stop();) {
                int64_t n = fill_tile(j, i, end, keys + kept);
                for (i += n; n > 0; n--)
                    counts[keys[kept++] >> (64 - j->bits)]++;
            }
        else {
            kept = keep_keys(j, begin_of(j, p), end, keys);
            for (int64_t i = 0; i < kept; i++)
                counts[keys[i] >> (64 - j->bits)]++;
        }
        j->kept[p] = kept;
    }
}

/* Convert counts to positions. */
static void counts_to_offsets(job *j)
{
    int64_t at = 0, buckets = (int64_t)1 << j->bits;
    for (int64_t b = 0; b < buckets; b++) {
        j->begins[b] = at;
        for (int64_t p = 0; p < j->parts; p++) {
            int64_t *place = j->places + (p << j->bits) + b, count = *place;
            *place = at;
            at += count;
        }
    }
    j->begins[buckets] = at;
}

/* Move the keys to their buckets, and prefetch the next cache line of each bucket. */
static void move_parts(void *arg, int64_t first, int64_t last)
{
    job *j = arg;
    for (int64_t p = first; p < last && !gla_host_stop(); p++) {
        int64_t *places = j->places + (p << j->bits);
        const uint64_t *keys = j->keys + begin_of(j, p);
        for (int64_t i = 0; i < j->kept[p]; i++) {
            uint64_t key = keys[i], *to = j->other + places[key >> (64 - j->bits)]++;
            *to = key;
            __builtin_prefetch((const void *)((uintptr_t)to + 64), 1);
        }
    }
}

static void finish_buckets(void *arg, int64_t first, int64_t last)
{
    const job *j = arg;
    for (int64_t b = first; b < last && !gla_host_stop(); b++) {
        int64_t begin = j->begins[b], n = j->begins[b + 1] - begin;
        if (n > 0)
            order_keys(j, j->other + begin, j->keys + begin, n, j->bits, j->keys + begin);
    }
}

/* Return a bound such that the smallest `first` keys are almost certainly below it.  The expected number of keys below the
 * bound is `first` plus eight standard deviations. */
static uint64_t find_key_bound(const job *j, int64_t first)
{
    double share = ((double)first + 8 * sqrt((double)first)) / (double)j->n;
    return share < 1 ? (uint64_t)(share * 0x1p64) : UINT64_MAX;
}

static gla_status order_long(job *j, int64_t first)
{
    j->bits = 1;
    while (j->bits < MAX_BITS && j->n >> j->bits > BUCKET)
        j->bits++;
    j->parts = gla_host_threads() > 1 ? PARTS * gla_host_threads() : 1;
    const int64_t buckets = (int64_t)1 << j->bits;
    const size_t bytes = (size_t)(buckets * j->parts + buckets + 1 + j->parts) * sizeof *j->places;
    gla_status st = GLA_OK;
    j->places = gla_malloc(bytes);
    if (!j->places)
        return gla_fail_memory(OP, bytes);
    j->begins = j->places + buckets * j->parts;
    j->kept = j->begins + buckets + 1;
    j->begins[buckets] = 0;
    for (j->most = find_key_bound(j, first); !st && j->begins[buckets] < first; j->most = UINT64_MAX) {
        memset(j->places, 0, (size_t)(buckets * j->parts) * sizeof *j->places);
        st = gla_host_parallel(j->parts, 1, count_parts, j);
        if (!st)
            counts_to_offsets(j);
    }
    if (!st)
        st = gla_host_parallel(j->parts, 1, move_parts, j);
    if (!st)
        st = gla_host_parallel(buckets, GRAIN / BUCKET, finish_buckets, j);
    gla_free(j->places);
    return st;
}

/* ---- short permutations ---------------------------------------------------------------------------------------------- */
static gla_status order_short(job *j)
{
    gla_status st = gla_host_parallel(j->n, GRAIN, fill_keys, j);
    if (!st)
        order_keys(j, j->keys, j->other, j->n, 0, j->keys);
    return st;
}

gla_status gla_host_random_order(gla_device *dev, const gla_draw *d, int64_t first, gla_array *out)
{
    job j = {
        .g = random_stream_of((int64_t)d->key, d->substream), .position = d->position, .n = out->size, .keys = gla_data(out)};
    const size_t bytes = (size_t)j.n * sizeof(uint64_t);
    (void)dev;
    j.other = gla_host_alloc(bytes);
    if (!j.other)
        return gla_fail_memory(OP, bytes);
    const gla_status st = j.n > SHORT ? order_long(&j, first) : order_short(&j);
    gla_host_free(j.other, bytes);
    return st;
}

/* ---- permuting rows -------------------------------------------------------------------------------------------------- */
typedef struct rows {
    const char *x;
    char *out;
    const int64_t *order;
    size_t bytes; /* number of bytes per row */
} rows;

typedef struct two_words {
    uint64_t a, b;
} two_words;

#define TAKE(type)                                                                     \
    static void take_##type(const void *x, const int64_t *order, int64_t n, void *out) \
    {                                                                                  \
        const type *from = x;                                                          \
        type *to = out;                                                                \
        for (int64_t i = 0; i < n; i++)                                                \
            to[i] = from[order[i]];                                                    \
    }
TAKE(uint8_t)
TAKE(uint16_t)
TAKE(uint32_t)
TAKE(uint64_t)
TAKE(two_words)

static void take_part(void *arg, int64_t begin, int64_t end)
{
    const rows *r = arg;
    const int64_t *order = r->order + begin, n = end - begin;
    char *to = r->out + (size_t)begin * r->bytes;
    switch (r->bytes) {
    case 1: take_uint8_t(r->x, order, n, to); break;
    case 2: take_uint16_t(r->x, order, n, to); break;
    case 4: take_uint32_t(r->x, order, n, to); break;
    case 8: take_uint64_t(r->x, order, n, to); break;
    case 16: take_two_words(r->x, order, n, to); break;
    default:
        for (int64_t i = 0; i < n; i++)
            memcpy(to + (size_t)i * r->bytes, r->x + (size_t)order[i] * r->bytes, r->bytes);
    }
}

gla_status gla_host_random_take_rows(gla_device *dev, const gla_array *x, const gla_array *order, gla_array *out)
{
    rows r = {.x = gla_data(x), .out = gla_data(out), .order = gla_data(order)};
    (void)dev;
    r.bytes = (size_t)(x->size / order->size) * gla_itemsize(x->dtype);
    return gla_host_parallel(order->size, GRAIN / (int64_t)(r.bytes / 8 + 1) + 1, take_part, &r);
}
