/* argsort.c - Sorted order of a row as indices.  The leading bits of a key and the index are packed into one word, because
 * single words can be sorted faster than pairs.  Runs of equal leading bits are then sorted by whole keys. */
#include "sorting.h"
#include "runtime/allocation.h"

#define FEW 24 /* longest run that is sorted by insertion */

static void find_range(const uint64_t *keys, int64_t n, uint64_t *least, uint64_t *most)
{
    uint64_t low = keys[0], high = low;
    for (int64_t i = 1; i < n; i++) {
        low = keys[i] < low ? keys[i] : low;
        high = keys[i] > high ? keys[i] : high;
    }
    *least = low;
    *most = high;
}

static void widen(const uint32_t *from, int64_t n, uint64_t *to)
{
    for (int64_t i = 0; i < n; i++)
        to[i] = from[i];
}

static int bits_of(uint64_t number)
{
    return number ? 64 - __builtin_clzll(number) : 0;
}

bool gla_host_pack(const uint64_t *keys, int64_t n, uint64_t *words)
{
    uint64_t least, most;
    find_range(keys, n, &least, &most);
    const int bits = bits_of((uint64_t)n - 1), beyond = bits_of(most - least) + bits - 64, shift = beyond > 0 ? beyond : 0;
    for (int64_t i = 0; i < n; i++)
        words[i] = (keys[i] - least) >> shift << bits | (uint64_t)i;
    return shift == 0;
}

static bool is_in_order(const uint64_t *keys, int64_t n)
{
    int64_t i = 1;
    while (i < n && keys[i - 1] <= keys[i])
        i++;
    return i >= n;
}

/* Sort n indices by their keys, by insertion. */
static void insert(const uint64_t *keys, int64_t *at, int64_t n)
{
    for (int64_t i = 1; i < n; i++) {
        int64_t position = at[i], k = i;
        for (; k > 0 && keys[at[k - 1]] > keys[position]; k--)
            at[k] = at[k - 1];
        at[k] = position;
    }
}

/* Sort n indices by their keys.  Return false if memory runs out. */
static bool sort_pairs(const uint64_t *keys, int64_t *at, int64_t n)
{
    gla_pair64 *a = gla_malloc(2 * (size_t)n * sizeof *a);
    for (int64_t i = 0; i < n && a; i++)
        a[i] = (gla_pair64){keys[at[i]], (uint64_t)at[i]};
    const gla_pair64 *sorted = a ? gla_host_sort_pair64(a, a + n, n) : NULL;
    for (int64_t i = 0; i < n && a; i++)
        at[i] = (int64_t)sorted[i].at;
    gla_free(a);
    return a;
}

/* Sort the runs of words with equal leading bits.  The last `bits` bits of a word contain its index. */
static bool sort_runs(const uint64_t *keys, const uint64_t *words, int64_t n, int bits, int64_t *out)
{
    bool good = true;
    for (int64_t i = 1, begin; i < n && good; i++) {
        if ((words[i] ^ words[i - 1]) >> bits)
            continue;
        for (begin = i - 1, i++; i < n && !((words[i] ^ words[i - 1]) >> bits);)
            i++;
        if (i - begin <= FEW)
            insert(keys, out + begin, i - begin);
        else
            good = sort_pairs(keys, out + begin, i - begin);
    }
    return good;
}

bool gla_host_unpack(const uint64_t *keys, const uint64_t *words, int64_t n, bool whole, int64_t *out)
{
    const int bits = bits_of((uint64_t)n - 1);
    const uint64_t mask = ((uint64_t)1 << bits) - 1;
    for (int64_t i = 0; i < n; i++)
        out[i] = (int64_t)(words[i] & mask);
    return whole || sort_runs(keys, words, n, bits, out);
}

bool gla_host_argsort_row(gla_dtype dtype, const void *x, int64_t n, bool descending, uint64_t *memory, int64_t *out)
{
    uint64_t *keys = memory, *words = memory + n, *other = memory + 2 * n;
    if (gla_host_key_width(dtype) == GLA_KEY_32) {
        gla_host_keys32(dtype, x, n, descending, (uint32_t *)(void *)words);
        widen((const uint32_t *)(const void *)words, n, keys);
    } else {
        gla_host_keys64(dtype, x, n, descending, keys);
    }
    if (is_in_order(keys, n)) { /* sorted input is common */
        for (int64_t i = 0; i < n; i++)
            out[i] = i;
        return true;
    }
    const bool whole = gla_host_pack(keys, n, words);
    return gla_host_unpack(keys, gla_host_sort_u64(words, other, n), n, whole, out);
}
