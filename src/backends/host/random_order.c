/* random_order.c - random orders: numbers sorted by the words of a stream.  The upper half of a word and the number are one
 * key, as kernels/random_order.h sorts by upper halves; the few of these that are equal are put in order by whole words
 * afterwards.  Long orders: the leading bits of words spread evenly, so that they say into which bucket a key goes, and which
 * words are the smallest ones, where only some of an order are wanted. */
#include "random_tiles.h"
#include "sort.h"

#include <math.h>
#include <string.h>

#define OP "Generator.permutation"
#define GRAIN 16384
#define BUCKET 4096 /* elements of a bucket of a long order, at most, as long as there may be */
#define MAX_BITS 12 /* so many bits of buckets */
#define PARTS 4     /* of a long order, for each thread */

typedef struct job {
    random_stream g;
    uint64_t position;
    int64_t n;
    uint64_t *keys, *other; /* where the results go; as much memory */
    int bits;               /* of a long order: those that say the bucket */
    int64_t parts;
    uint64_t most;   /* keys beyond are not looked at */
    int64_t *kept;   /* of each part: how many keys are not beyond, in front of the others */
    int64_t *places; /* of each part and bucket: how many keys there are, and then where the next one goes */
    int64_t *begins; /* of buckets */
} job;

/* Elements from `begin` on: their upper halves, and their numbers below. */
static void fill_keys(void *arg, int64_t begin, int64_t end)
{
    const job *j = arg;
    uint64 a[GLA_RANDOM_TILE], b[GLA_RANDOM_TILE];
    while (begin < end && !gla_host_stop()) {
        uint64_t at = j->position + (uint64_t)begin;
        int64_t skip = (int64_t)(at & 1), left = end - begin, most = 2 * GLA_RANDOM_TILE - skip, n = left < most ? left : most;
        gla_random_plain_blocks(j->g, at, (n + skip + 1) / 2, a, b);
        for (int64_t i = skip; i < n + skip; i++) {
            uint64_t word = i & 1 ? b[i / 2] : a[i / 2];
            j->keys[begin + i - skip] = (word >> 32) << 32 | (uint64_t)(begin + i - skip);
        }
        begin += n;
    }
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

/* Few keys with one upper half, whose numbers rise, by their words: equal ones stay as they are. */
static void settle(const job *j, uint64_t *keys, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        uint64_t key = keys[i], word = word_of(j, key);
        int64_t to = i;
        for (; to > 0 && word_of(j, keys[to - 1]) > word; to--)
            keys[to] = keys[to - 1];
        keys[to] = key;
    }
}

/* Sorted keys, in which no run of equal upper halves goes on, become numbers. */
static void finish(const job *j, uint64_t *sorted, int64_t n, uint64_t *to)
{
    for (int64_t i = 0; i < n;) {
        int64_t run = 1;
        while (i + run < n && is_tie(sorted, i + run))
            run++;
        if (run > 1)
            settle(j, sorted + i, run);
        for (; run > 0; run--, i++)
            to[i] = sorted[i] & UINT32_MAX;
    }
}

/* ---- long orders ----------------------------------------------------------------------------------------------------- */
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
        for (int64_t begin = begin_of(j, p), next; begin < end; begin = next) {
            next = begin + GRAIN < end ? begin + GRAIN : end;
            fill_keys(j, begin, next);
            for (int64_t i = begin; i < next; i++) {
                const uint64_t key = j->keys[i];
                const bool wanted = key <= j->most;
                keys[kept] = key;
                kept += wanted;
                counts[key >> (64 - j->bits)] += wanted;
            }
        }
        j->kept[p] = kept;
    }
}

/* Counts become places. */
static void find_places(job *j)
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

/* The line that a bucket fills next is asked for ahead. */
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
            finish(j, gla_host_sort_u64(j->other + begin, j->keys + begin, n), n, j->keys + begin);
    }
}

/* A key that is most likely not among the first ones: so many, and eight standard deviations of their number, are below. */
static uint64_t find_most(const job *j, int64_t first)
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
    for (j->most = find_most(j, first); !st && j->begins[buckets] < first; j->most = UINT64_MAX) {
        memset(j->places, 0, (size_t)(buckets * j->parts) * sizeof *j->places);
        st = gla_host_parallel(j->parts, 1, count_parts, j);
        if (!st)
            find_places(j);
    }
    if (!st)
        st = gla_host_parallel(j->parts, 1, move_parts, j);
    if (!st)
        st = gla_host_parallel(buckets, GRAIN / BUCKET, finish_buckets, j);
    gla_free(j->places);
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
    gla_status st = GLA_OK;
    if (j.n > GLA_HOST_SORT_LONG)
        st = order_long(&j, first);
    else if (!(st = gla_host_parallel(j.n, GRAIN, fill_keys, &j)))
        finish(&j, gla_host_sort_u64(j.keys, j.other, j.n), j.n, j.keys);
    gla_host_free(j.other, bytes);
    return st;
}

/* ---- rows in an order ------------------------------------------------------------------------------------------------ */
typedef struct rows {
    const char *x;
    char *out;
    const int64_t *order;
    size_t bytes; /* of a row */
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
