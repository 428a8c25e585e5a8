/* random_order.c - random orders: numbers sorted by the words of a stream.  The upper half of a word and the number are one
 * key, as kernels/random_order.h sorts by upper halves; the few of these that are equal are put in order by whole words
 * afterwards. */
#include "random_tiles.h"
#include "sort.h"

#include <string.h>

#define OP "Generator.permutation"
#define GRAIN 16384
#define PIECES 64 /* of what is sorted, for threads */

typedef struct job {
    random_stream g;
    uint64_t position;
    int64_t n;
    uint64_t *keys; /* where the results go */
    int64_t begins[PIECES + 1];
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

static void finish_pieces(void *arg, int64_t first, int64_t last)
{
    const job *j = arg;
    uint64_t *keys = j->keys;
    for (int64_t i = j->begins[first], end = j->begins[last]; i < end;) {
        int64_t run = 1;
        while (i + run < end && is_tie(keys, i + run))
            run++;
        if (run > 1)
            settle(j, keys + i, run);
        for (; run > 0; run--, i++)
            keys[i] &= UINT32_MAX;
    }
}

/* No run of equal upper halves goes across the begin of a piece. */
static void divide(job *j)
{
    for (int64_t p = 0; p <= PIECES; p++) {
        int64_t at = p < PIECES ? j->n / PIECES * p : j->n;
        while (at > 0 && at < j->n && is_tie(j->keys, at))
            at++;
        j->begins[p] = at;
    }
}

gla_status gla_host_random_order(gla_device *dev, const gla_draw *d, gla_array *out)
{
    job j = {
        .g = random_stream_of((int64_t)d->key, d->substream), .position = d->position, .n = out->size, .keys = gla_data(out)};
    const size_t bytes = (size_t)j.n * sizeof(uint64_t);
    uint64_t *other = gla_host_alloc(bytes), *sorted = j.keys;
    (void)dev;
    if (!other)
        return gla_fail_memory(OP, bytes);
    gla_status st = gla_host_parallel(j.n, GRAIN, fill_keys, &j);
    if (!st && j.n > GLA_HOST_SORT_LONG)
        st = gla_host_sort_all_u64(j.keys, other, j.n, NULL);
    else if (!st)
        sorted = gla_host_sort_u64(j.keys, other, j.n);
    if (sorted != j.keys)
        memcpy(j.keys, sorted, bytes);
    if (!st) {
        divide(&j);
        st = gla_host_parallel(PIECES, j.n < GRAIN ? PIECES : GRAIN * PIECES / j.n + 1, finish_pieces, &j);
    }
    gla_host_free(other, bytes);
    return st;
}
