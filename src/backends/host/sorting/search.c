/* search.c - Binary search for positions of values in sorted rows.
 *
 * Several values are searched for at once, because each step of a search waits for memory.  If many values are searched for in
 * a row, the elements of the row are first converted to keys. */
#include "sorting.h"

#include <string.h>

#define TOGETHER 16
#define GRAIN 8192

typedef struct job {
    gla_lookup what;
    gla_dtype dtype;
    size_t item;
    int64_t n, m; /* length of each row; length of each row of values */
    const char *rows, *values;
    char *out;
    const void *keys; /* keys of a row; if NULL, convert its elements during the search */
} job;

/* For each key, count the elements of a row that are less than the key or, if `right`, less than or equal to it.  The searches
 * for all keys take the same steps, without branches that depend on the keys. */
#define SEARCH(suffix, K, READ)                                                                                \
    static inline K read_##suffix(const job *j, int64_t row, int64_t i)                                        \
    {                                                                                                          \
        K key;                                                                                                 \
        if (j->keys)                                                                                           \
            return ((const K *)j->keys)[i];                                                                    \
        const char *at = j->rows + (size_t)(row * j->n + i) * j->item;                                         \
        READ(at, 1, &key);                                                                                     \
        return key;                                                                                            \
    }                                                                                                          \
                                                                                                               \
    static void find_##suffix(const job *j, int64_t row, const K *key, int64_t count, bool right, int64_t *at) \
    {                                                                                                          \
        int64_t left = j->n;                                                                                   \
        memset(at, 0, (size_t)count * sizeof *at);                                                             \
        while (left > 0) {                                                                                     \
            int64_t half = (left + 1) / 2;                                                                     \
            for (int64_t k = 0; k < count; k++) {                                                              \
                K here = read_##suffix(j, row, at[k] + half - 1);                                              \
                at[k] += (right ? here <= key[k] : here < key[k]) ? half : 0;                                  \
            }                                                                                                  \
            left -= half;                                                                                      \
        }                                                                                                      \
    }                                                                                                          \
                                                                                                               \
    static void answer_##suffix(const job *j, int64_t row, int64_t begin, int64_t end)                         \
    {                                                                                                          \
        K key[TOGETHER];                                                                                       \
        int64_t at[TOGETHER];                                                                                  \
        bool asks = j->what == GLA_SEARCH_FOUND || j->what == GLA_SEARCH_MISSING;                              \
        for (int64_t first = begin; first < end; first += TOGETHER) {                                          \
            int64_t count = end - first < TOGETHER ? end - first : TOGETHER;                                   \
            const char *values = j->values + (size_t)(row * j->m + first) * j->item;                           \
            READ(values, count, key);                                                                          \
            find_##suffix(j, row, key, count, j->what == GLA_SEARCH_RIGHT, at);                                \
            if (!asks)                                                                                         \
                memcpy((int64_t *)(void *)j->out + row * j->m + first, at, (size_t)count * sizeof *at);        \
            for (int64_t k = 0; asks && k < count; k++) {                                                      \
                bool found = at[k] < j->n && read_##suffix(j, row, at[k]) == key[k] &&                         \
                             !gla_host_is_nan(j->dtype, values + (size_t)k * j->item);                         \
                j->out[row * j->m + first + k] = found == (j->what == GLA_SEARCH_FOUND);                       \
            }                                                                                                  \
        }                                                                                                      \
    }

#define READ_32(from, count, to) gla_host_keys32(j->dtype, from, count, false, to)
#define READ_64(from, count, to) gla_host_keys64(j->dtype, from, count, false, to)
#define READ_128(from, count, to) gla_host_keys128(from, count, false, to)
SEARCH(32, uint32_t, READ_32)
SEARCH(64, uint64_t, READ_64)
SEARCH(128, gla_uint128, READ_128)

/* Search for values begin to end − 1, counted over all rows. */
static void answer(void *arg, int64_t begin, int64_t end)
{
    const job *j = arg;
    gla_key_width width = gla_host_key_width(j->dtype);
    while (begin < end) {
        int64_t row = begin / j->m, first = begin % j->m, last = end - row * j->m < j->m ? end - row * j->m : j->m;
        (width == GLA_KEY_32 ? answer_32 : width == GLA_KEY_64 ? answer_64 : answer_128)(j, row, first, last);
        begin += last - first;
    }
}

/* Keys of the row, if there is only one. */
typedef struct table {
    job *j;
    void *keys;
} table;

static void make_keys(void *arg, int64_t begin, int64_t end)
{
    const table *t = arg;
    const job *j = t->j;
    const char *from = j->rows + (size_t)begin * j->item;
    gla_key_width width = gla_host_key_width(j->dtype);
    if (width == GLA_KEY_32)
        READ_32(from, end - begin, (uint32_t *)t->keys + begin);
    else if (width == GLA_KEY_64)
        READ_64(from, end - begin, (uint64_t *)t->keys + begin);
    else
        READ_128(from, end - begin, (gla_uint128 *)t->keys + begin);
}

gla_status gla_host_search(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out)
{
    static const size_t sizes[GLA_KEY_WIDTHS] = {sizeof(uint32_t), sizeof(uint64_t), sizeof(gla_uint128)};
    job j = {.what = what,
             .dtype = rows->dtype,
             .item = gla_itemsize(rows->dtype),
             .n = rows->shape[rows->ndim - 1],
             .m = values->shape[values->ndim - 1],
             .rows = gla_data(rows),
             .values = gla_data(values),
             .out = gla_data(out)};
    table t = {&j, NULL};
    size_t bytes = (size_t)j.n * sizes[gla_host_key_width(j.dtype)];
    gla_status st = GLA_OK;
    (void)dev;
    if (gla_host_search_uniform(what, rows, values, out, &st) || gla_host_search_bitmap(what, rows, values, out, &st))
        return st;
    if (rows->size == j.n && j.m >= j.n / 4) {
        t.keys = gla_host_alloc(bytes);
        if (!t.keys)
            return gla_fail_memory("searchsorted", bytes);
        st = gla_host_parallel(j.n, GRAIN, make_keys, &t);
        j.keys = t.keys;
    }
    if (!st)
        st = gla_host_parallel(values->size, GRAIN, answer, &j);
    if (t.keys)
        gla_host_free(t.keys, bytes);
    return st;
}
