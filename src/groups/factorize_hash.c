/* factorize_hash.c - Codes for distinct values on the host by a hash table.  If there are not too many distinct values, the
 * hash table is faster than sorting. */
#include "groups/factorize.h"
#include "runtime/devices.h"

#include <string.h>

#define MAX_VALUES 65536 /* a larger table does not fit in the nearer caches */
#define MIN_LOG 4        /* log2 of the smallest number of slots; the number of slots is at least twice the number of values */

typedef struct table {
    uint64_t *values; /* bit patterns of the values, with 0 for -0 */
    int64_t *first, n, most;
    int32_t *slots; /* code of a value + 1, or 0 */
    int log;        /* log2 of the number of slots in use */
} table;

static bool make_table(gla_scope *s, table *t, int64_t n)
{
    int log = MIN_LOG;
    t->most = n < MAX_VALUES ? n : MAX_VALUES;
    while ((int64_t)1 << log < 2 * t->most)
        log++;
    t->values = gla_s_memory(s, t->most, sizeof *t->values);
    t->first = gla_s_memory(s, t->most, sizeof *t->first);
    t->slots = gla_s_memory(s, (int64_t)1 << log, sizeof *t->slots);
    t->log = MIN_LOG;
    return !s->status;
}

static inline uint64_t slot_of(uint64_t bits, int log)
{
    bits = (bits ^ bits >> 32) * 0x9e3779b97f4a7c15u;
    return (bits ^ bits >> 29) * 0xbf58476d1ce4e5b9u >> (64 - log);
}

static int32_t *find(table *t, uint64_t bits)
{
    uint64_t at = slot_of(bits, t->log), mask = ((uint64_t)1 << t->log) - 1;
    while (t->slots[at] && t->values[t->slots[at] - 1] != bits)
        at = (at + 1) & mask;
    return &t->slots[at];
}

static void grow(table *t)
{
    memset(t->slots, 0, sizeof *t->slots << ++t->log);
    for (int64_t i = 0; i < t->n; i++)
        *find(t, t->values[i]) = (int32_t)i + 1;
}

/* Return the code of a value; -1 if there are too many distinct values. */
static inline int64_t number_of(table *t, uint64_t bits, int64_t place)
{
    int32_t *slot = find(t, bits);
    if (*slot)
        return *slot - 1;
    if (t->n == t->most)
        return -1;
    t->values[t->n] = bits;
    t->first[t->n] = place;
    *slot = (int32_t)++t->n;
    if (2 * t->n > (int64_t)1 << t->log && t->n < t->most)
        grow(t);
    return t->n - 1;
}

/* Return the number of keys that were coded, which is all keys unless there are too many distinct values.  NaN has code -1. */
static int64_t number_64(table *t, const uint64_t *x, int64_t n, bool real, int64_t *codes)
{
    const uint64_t sign = (uint64_t)1 << 63, infinity = (uint64_t)0x7ff << 52;
    for (int64_t i = 0; i < n; i++) {
        uint64_t bits = real && x[i] == sign ? 0 : x[i];
        codes[i] = -1;
        if (!(real && (bits & ~sign) > infinity) && (codes[i] = number_of(t, bits, i)) < 0)
            return i;
    }
    return n;
}

static int64_t number_32(table *t, const uint32_t *x, int64_t n, bool real, int64_t *codes)
{
    const uint32_t sign = (uint32_t)1 << 31, infinity = (uint32_t)0xff << 23;
    for (int64_t i = 0; i < n; i++) {
        uint32_t bits = real && x[i] == sign ? 0 : x[i];
        codes[i] = -1;
        if (!(real && (bits & ~sign) > infinity) && (codes[i] = number_of(t, bits, i)) < 0)
            return i;
    }
    return n;
}

bool gla_factorize_by_hash(gla_scope *s, const gla_array *keys, gla_array **codes, gla_array **first)
{
    const size_t item = gla_itemsize(keys->dtype);
    const bool real = keys->dtype == GLA_FLOAT32 || keys->dtype == GLA_FLOAT64;
    gla_device *host;
    void *data;
    if (s->status || gla_s_check(s, gla_host_device(&host)) || gla_device_of(keys) != host || item < 4 ||
        gla_dtype_is_complex(keys->dtype) || !gla_s_to_host(s, keys, &data))
        return false;
    table t = {.n = 0};
    if (!make_table(s, &t, keys->size) || !(*codes = gla_s_new(s, host, GLA_INT64, 1, &keys->size)))
        return false;
    int64_t *numbers = gla_data(*codes);
    int64_t done = item == 8 ? number_64(&t, data, keys->size, real, numbers) : number_32(&t, data, keys->size, real, numbers);
    if (done < keys->size || !(*first = gla_s_new(s, host, GLA_INT64, 1, &t.n)))
        return false;
    if (t.n > 0)
        memcpy(gla_data(*first), t.first, (size_t)t.n * sizeof *t.first);
    return true;
}
