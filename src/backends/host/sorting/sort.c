/* sort.c - Sort rows.  Short rows are sorted in parallel lanes, long rows by all threads. */
#include "sorting.h"
#include "runtime/allocation.h"

#include <string.h>

#define GRAIN 16384  /* minimum number of elements for another thread */
#define AT_ONCE 2048 /* number of elements of short rows whose keys are computed together */

typedef struct job {
    gla_dtype dtype;
    gla_key_width width;
    bool descending, positions; /* return positions instead of elements */
    const char *x;
    char *out;
    int64_t n;
    size_t item; /* size of an element of x in bytes */
    atomic_int failed;
} job;

/* Return the size in bytes of the unit that is sorted, which is a key or a pair.  Complex numbers are gathered by their
 * positions. */
static size_t unit_of(const job *j)
{
    static const size_t units[GLA_KEY_WIDTHS][2] = {{sizeof(uint32_t), sizeof(gla_pair32)},
                                                    {sizeof(uint64_t), sizeof(gla_pair64)},
                                                    {sizeof(gla_pair128), sizeof(gla_pair128)}};
    return units[j->width][j->positions || gla_dtype_is_complex(j->dtype)];
}

static bool has_pairs(const job *j)
{
    return j->positions || gla_dtype_is_complex(j->dtype);
}

/* ---- make keys or pairs of the elements from `begin` ------------------------------------------------------------------ */
#define PAIR_BLOCK 512

#define FILL_PAIRS(name, pair, key_type, keys)                                          \
    static void name(const job *j, const char *x, int64_t begin, int64_t end, pair *to) \
    {                                                                                   \
        key_type key[PAIR_BLOCK];                                                       \
        for (int64_t first = begin; first < end; first += PAIR_BLOCK) {                 \
            int64_t count = end - first < PAIR_BLOCK ? end - first : PAIR_BLOCK;        \
            keys;                                                                       \
            for (int64_t i = 0; i < count; i++)                                         \
                to[first + i] = (pair){key[i], (__typeof__(to->at))(first + i)};        \
        }                                                                               \
    }
#define FROM (x + (size_t)first * j->item)
FILL_PAIRS(fill_pair32, gla_pair32, uint32_t, gla_host_keys32(j->dtype, FROM, count, j->descending, key))
FILL_PAIRS(fill_pair64, gla_pair64, uint64_t, gla_host_keys64(j->dtype, FROM, count, j->descending, key))
FILL_PAIRS(fill_pair128, gla_pair128, gla_uint128, gla_host_keys128(FROM, count, j->descending, key))

static void fill(const job *j, const char *x, int64_t begin, int64_t end, void *to)
{
    const char *from = x + (size_t)begin * j->item;
    if (!has_pairs(j) && j->width == GLA_KEY_32)
        gla_host_keys32(j->dtype, from, end - begin, j->descending, (uint32_t *)to + begin);
    else if (!has_pairs(j))
        gla_host_keys64(j->dtype, from, end - begin, j->descending, (uint64_t *)to + begin);
    else if (j->width == GLA_KEY_32)
        fill_pair32(j, x, begin, end, to);
    else if (j->width == GLA_KEY_64)
        fill_pair64(j, x, begin, end, to);
    else
        fill_pair128(j, x, begin, end, to);
}

/* ---- results ------------------------------------------------------------------------------------------------------------- */
#define AT(pair) ((const pair *)sorted)[i].at

static void put_positions(const job *j, const void *sorted, int64_t begin, int64_t end, int64_t *out)
{
    if (j->width == GLA_KEY_32)
        for (int64_t i = begin; i < end; i++)
            out[i] = AT(gla_pair32);
    else if (j->width == GLA_KEY_64)
        for (int64_t i = begin; i < end; i++)
            out[i] = (int64_t)AT(gla_pair64);
    else
        for (int64_t i = begin; i < end; i++)
            out[i] = (int64_t)AT(gla_pair128);
}

static void put_complex(const job *j, const void *sorted, const char *x, int64_t begin, int64_t end, char *out)
{
    if (j->width == GLA_KEY_64)
        for (int64_t i = begin; i < end; i++)
            ((uint64_t *)(void *)out)[i] = ((const uint64_t *)(const void *)x)[AT(gla_pair64)];
    else
        for (int64_t i = begin; i < end; i++)
            memcpy(out + 16 * i, x + 16 * AT(gla_pair128), 16);
}

static void put(const job *j, const void *sorted, const char *x, int64_t begin, int64_t end, char *out)
{
    if (j->positions)
        put_positions(j, sorted, begin, end, (int64_t *)(void *)out);
    else if (has_pairs(j))
        put_complex(j, sorted, x, begin, end, out);
    else
        gla_host_from_keys(j->dtype, (const char *)sorted + (size_t)begin * unit_of(j), end - begin, j->descending,
                           out + (size_t)begin * j->item);
}

/* ---- rows that are in order ---------------------------------------------------------------------------------------------- */
#define IN_ORDER(name, pair)                      \
    static bool name(const pair *a, int64_t n)    \
    {                                             \
        int64_t i = 1;                            \
        while (i < n && a[i - 1].key <= a[i].key) \
            i++;                                  \
        return i >= n;                            \
    }
IN_ORDER(is_in_order_32, gla_pair32)
IN_ORDER(is_in_order_64, gla_pair64)
IN_ORDER(is_in_order_128, gla_pair128)

/* Return true if the pairs are already sorted, which is common. */
static bool is_in_order(const job *j, const void *a)
{
    if (!has_pairs(j))
        return false;
    return j->width == GLA_KEY_32   ? is_in_order_32(a, j->n)
           : j->width == GLA_KEY_64 ? is_in_order_64(a, j->n)
                                    : is_in_order_128(a, j->n);
}

/* ---- rows ---------------------------------------------------------------------------------------------------------------- */
static void *sort_block(const job *j, void *a, void *other)
{
    if (is_in_order(j, a))
        return a;
    switch (j->width) {
    case GLA_KEY_32: return has_pairs(j) ? (void *)gla_host_sort_pair32(a, other, j->n) : gla_host_sort_u32(a, other, j->n);
    case GLA_KEY_64: return has_pairs(j) ? (void *)gla_host_sort_pair64(a, other, j->n) : gla_host_sort_u64(a, other, j->n);
    default: return gla_host_sort_pair128(a, other, j->n);
    }
}

static gla_status sort_all(const job *j, void *a, void *other, const gla_sorted_use *use)
{
    const int64_t n = j->n;
    switch (j->width) {
    case GLA_KEY_32: return has_pairs(j) ? gla_host_sort_all_pair32(a, other, n, use) : gla_host_sort_all_u32(a, other, n, use);
    case GLA_KEY_64: return has_pairs(j) ? gla_host_sort_all_pair64(a, other, n, use) : gla_host_sort_all_u64(a, other, n, use);
    default: return gla_host_sort_all_pair128(a, other, n, use);
    }
}

static size_t result_item(const job *j)
{
    return j->positions ? sizeof(int64_t) : j->item;
}

/* Sort contiguous rows whose keys are in `a`.  If `a` contains pairs, there is only one row, because positions count from the
 * start of the row. */
static void sort_some(const job *j, const char *x, int64_t rows, char *a, char *other, char *out)
{
    size_t bytes = (size_t)j->n * unit_of(j), row_bytes = (size_t)j->n * j->item;
    void *sorted = a;
    fill(j, x, 0, rows * j->n, a);
    for (int64_t row = 0; row < rows; row++) {
        char *keys = a + (size_t)row * bytes;
        sorted = sort_block(j, keys, other);
        if (rows > 1 && sorted != keys)
            memcpy(keys, sorted, bytes);
    }
    put(j, rows > 1 ? a : sorted, x, 0, rows * j->n, out);
    if (has_pairs(j) || gla_host_keys_distinguish(j->dtype, x, rows * j->n))
        return;
    for (int64_t row = 0; row < rows; row++)
        gla_host_restore(j->dtype, x + (size_t)row * row_bytes, j->n, j->descending, out + (size_t)row * row_bytes);
}

static void sort_rows(void *arg, int64_t first, int64_t last)
{
    job *j = arg;
    const bool counted = !has_pairs(j) && j->n >= AT_ONCE;
    size_t bytes = (size_t)j->n * unit_of(j);
    int64_t at_once = has_pairs(j) || j->n >= AT_ONCE ? 1 : AT_ONCE / j->n;
    at_once = at_once < last - first ? at_once : last - first;
    char *a = gla_malloc((size_t)(at_once + 1) * bytes);
    for (int64_t row = first; row < last && a && !gla_host_stop(); row += at_once) {
        int64_t rows = last - row < at_once ? last - row : at_once, begin = row * j->n;
        const char *x = j->x + (size_t)begin * j->item;
        char *out = j->out + (size_t)begin * result_item(j);
        gla_status st = GLA_OK;
        if (counted && gla_host_sort_by_counts(j->dtype, x, j->n, j->descending, out, &st))
            continue;
        sort_some(j, x, rows, a, a + (size_t)at_once * bytes, out);
    }
    if (!a)
        atomic_store(&j->failed, 1);
    gla_free(a);
}

/* Argsort rows whose keys and positions fit in one word. */
static void argsort_rows(void *arg, int64_t first, int64_t last)
{
    job *j = arg;
    uint64_t *memory = gla_malloc(3 * (size_t)j->n * sizeof *memory);
    bool good = memory;
    for (int64_t row = first; row < last && good && !gla_host_stop(); row++)
        good = gla_host_argsort_row(j->dtype, j->x + (size_t)row * (size_t)j->n * j->item, j->n, j->descending, memory,
                                    (int64_t *)(void *)j->out + row * j->n);
    if (!good)
        atomic_store(&j->failed, 1);
    gla_free(memory);
}

/* One long row, divided into parts for threads. */
typedef struct pieces {
    const job *j;
    const char *x;
    void *units;
    char *out;
    atomic_int unclear; /* the keys do not distinguish all elements */
} pieces;

static void fill_piece(void *arg, int64_t begin, int64_t end)
{
    pieces *p = arg;
    fill(p->j, p->x, begin, end, p->units);
    if (!has_pairs(p->j) && !gla_host_keys_distinguish(p->j->dtype, p->x + (size_t)begin * p->j->item, end - begin))
        atomic_store(&p->unclear, 1);
}

static void put_sorted(void *arg, const void *sorted, int64_t begin, int64_t end)
{
    const pieces *p = arg;
    put(p->j, sorted, p->x, begin, end, p->out);
}

static void put_piece(void *arg, int64_t begin, int64_t end)
{
    const pieces *p = arg;
    put_sorted(arg, p->units, begin, end);
}

/* Return true if the keys have the same width as the results and can be computed in the memory of the results. */
static bool is_in_place(const job *j)
{
    return !has_pairs(j) && unit_of(j) == j->item;
}

static gla_status sort_long_row(const job *j, int64_t row, char *memory, size_t bytes)
{
    pieces p = {
        .j = j, .x = j->x + (size_t)row * (size_t)j->n * j->item, .out = j->out + (size_t)row * (size_t)j->n * result_item(j)};
    const gla_sorted_use use = {put_sorted, &p};
    p.units = is_in_place(j) ? p.out : memory + bytes;
    gla_status st = GLA_OK;
    if (!has_pairs(j) && gla_host_sort_by_counts(j->dtype, p.x, j->n, j->descending, p.out, &st))
        return st;
    st = gla_host_parallel(j->n, GRAIN, fill_piece, &p);
    if (!st && is_in_order(j, p.units))
        return gla_host_parallel(j->n, GRAIN, put_piece, &p);
    if (!st)
        st = sort_all(j, p.units, memory, &use);
    if (!st && atomic_load(&p.unclear))
        gla_host_restore(j->dtype, p.x, j->n, j->descending, p.out);
    return st;
}

static gla_status run(const gla_array *x, bool descending, bool positions, gla_array *out)
{
    job j = {.dtype = x->dtype,
             .width = gla_host_key_width(x->dtype),
             .descending = descending,
             .positions = positions,
             .x = gla_data(x),
             .out = gla_data(out),
             .n = x->shape[x->ndim - 1],
             .item = gla_itemsize(x->dtype)};
    if (positions && j.width == GLA_KEY_32 && j.n > UINT32_MAX)
        return gla_fail(GLA_NOT_SUPPORTED_ERROR,
                        "argsort: %lld elements are too many for this dtype; convert them to int64 or float64", (long long)j.n);
    int64_t rows = x->size / j.n, grain = GRAIN / j.n;
    size_t bytes = (size_t)j.n * unit_of(&j);
    gla_status st = GLA_OK;
    if (gla_host_sort_beside(x, descending, positions, out, &st))
        return st;
    if (j.n <= GLA_HOST_SORT_LONG) {
        st = gla_host_parallel(rows, grain ? grain : 1, positions && j.width != GLA_KEY_128 ? argsort_rows : sort_rows, &j);
        return !st && atomic_load(&j.failed) ? gla_fail_memory("sort", 2 * bytes) : st;
    }
    const size_t all = is_in_place(&j) ? bytes : 2 * bytes;
    char *memory = gla_host_alloc(all);
    if (!memory)
        return gla_fail_memory("sort", all);
    for (int64_t row = 0; row < rows && !st; row++)
        st = sort_long_row(&j, row, memory, bytes);
    gla_host_free(memory, all);
    return st;
}

gla_status gla_host_sort(gla_device *dev, const gla_array *x, bool descending, gla_array *out)
{
    (void)dev;
    return run(x, descending, false, out);
}

gla_status gla_host_argsort(gla_device *dev, const gla_array *x, bool descending, gla_array *out)
{
    (void)dev;
    return run(x, descending, true, out);
}

const gla_sorting_ops gla_host_sorting_ops = {.sort = gla_host_sort,
                                              .argsort = gla_host_argsort,
                                              .order_statistics = gla_host_order_statistics,
                                              .search = gla_host_search,
                                              .count_runs = gla_host_count_runs,
                                              .write_runs = gla_host_write_runs};
