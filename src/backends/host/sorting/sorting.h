/* sorting.h - what the files of sorting on the host share.
 *
 * Elements become keys, unsigned integers in whose order the elements are sorted.  What is equal has one key: both zeros, and
 * all NaN.  Keys, alone or in pairs with positions, are sorted by their digits; every way of sorting keeps the order of what is
 * equal, so the result is the same whatever the number of threads. */
#ifndef GLA_BACKENDS_HOST_SORTING_SORTING_H
#define GLA_BACKENDS_HOST_SORTING_SORTING_H

#include "backends/host/host.h"
#include "contract/sorting.h"

__extension__ typedef unsigned __int128 gla_uint128;

typedef struct gla_pair32 {
    uint32_t key, at;
} gla_pair32;
typedef struct gla_pair64 {
    uint64_t key, at;
} gla_pair64;
typedef struct gla_pair128 {
    gla_uint128 key;
    uint64_t at;
} gla_pair128;

/* How the keys of a dtype are held. */
typedef enum gla_key_width { GLA_KEY_32, GLA_KEY_64, GLA_KEY_128, GLA_KEY_WIDTHS } gla_key_width;
gla_key_width gla_host_key_width(gla_dtype dtype);

/* search_even.c: the slot `search` where it can be done so; else false. */
bool gla_host_search_evenly(gla_lookup what, const gla_array *row, const gla_array *values, gla_array *out, gla_status *st);

/* search_marks.c: the same for integers in one row that spans few numbers. */
bool gla_host_search_by_marks(gla_lookup what, const gla_array *row, const gla_array *values, gla_array *out, gla_status *st);

/* rows.c: rows that are short and many; false where they are not. */
bool gla_host_sort_beside(const gla_array *x, bool descending, bool positions, gla_array *out, gla_status *st);

/* counts.c: a row of integers that spans few numbers; false where it is none, or there is not enough memory. */
bool gla_host_sort_by_counts(gla_dtype dtype, const void *x, int64_t n, bool descending, void *out, gla_status *st);

/* argsort.c: positions of a row of at most 2^32 elements, whose keys have 32 or 64 bits; memory for 3 n words.  False where
 * there is not enough memory. */
bool gla_host_argsort_row(gla_dtype dtype, const void *x, int64_t n, bool descending, uint64_t *memory, int64_t *out);

/* The same in two steps, of a row of keys: words that hold the leading bits of a key and its position (true: all bits), and the
 * positions of sorted words; false where there is not enough memory. */
bool gla_host_pack(const uint64_t *keys, int64_t n, uint64_t *words);
bool gla_host_unpack(const uint64_t *keys, const uint64_t *words, int64_t n, bool whole, int64_t *out);

/* Keys of n elements without gaps, each with all bits turned over in descending order. */
void gla_host_keys32(gla_dtype dtype, const void *x, int64_t n, bool descending, uint32_t *key);
void gla_host_keys64(gla_dtype dtype, const void *x, int64_t n, bool descending, uint64_t *key);
void gla_host_keys128(const void *x, int64_t n, bool descending, gla_uint128 *key);
/* Elements of real dtypes from keys, which may begin where the elements do. */
void gla_host_from_keys(gla_dtype dtype, const void *key, int64_t n, bool descending, void *out);

/* What keys do not distinguish, put right in a sorted row: zeros and NaN come in their order in x. */
bool gla_host_keys_distinguish(gla_dtype dtype, const void *x, int64_t n); /* whether all of x is right without it */
void gla_host_restore(gla_dtype dtype, const void *x, int64_t n, bool descending, void *out);

/* Whether an element is NaN, in one of its parts. */
bool gla_host_is_nan(gla_dtype dtype, const void *x);

/* A block of elements E, whose keys are K.  `other` has the same length.  Of the two the sorted ones end in the one that is
 * returned. */
uint32_t *gla_host_sort_u32(uint32_t *a, uint32_t *other, int64_t n);
uint64_t *gla_host_sort_u64(uint64_t *a, uint64_t *other, int64_t n);
gla_pair32 *gla_host_sort_pair32(gla_pair32 *a, gla_pair32 *other, int64_t n);
gla_pair64 *gla_host_sort_pair64(gla_pair64 *a, gla_pair64 *other, int64_t n);
gla_pair128 *gla_host_sort_pair128(gla_pair128 *a, gla_pair128 *other, int64_t n);

/* Takes elements [begin, end) of a sorted block, which lie there in `sorted`; called by any thread. */
typedef struct gla_sorted_use {
    void (*take)(void *arg, const void *sorted, int64_t begin, int64_t end);
    void *arg;
} gla_sorted_use;

/* A long block with all threads: it ends in `a`, or (use is not NULL) where use takes it, which may be `a`. */
gla_status gla_host_sort_all_u32(uint32_t *a, uint32_t *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_u64(uint64_t *a, uint64_t *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_pair32(gla_pair32 *a, gla_pair32 *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_pair64(gla_pair64 *a, gla_pair64 *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_pair128(gla_pair128 *a, gla_pair128 *other, int64_t n, const gla_sorted_use *use);

/* Order statistics of a block: out gets the keys that would stand at the places ranks − base, which rise, were it sorted.  Both
 * blocks are overwritten. */
gla_status gla_host_select_u32(uint32_t *a, uint32_t *other, int64_t n, const int64_t *ranks, int count, int64_t base,
                               uint32_t *out, bool threads);
gla_status gla_host_select_u64(uint64_t *a, uint64_t *other, int64_t n, const int64_t *ranks, int count, int64_t base,
                               uint64_t *out, bool threads);

/* From so many elements on a row is worth all threads. */
#define GLA_HOST_SORT_LONG 65536

gla_status gla_host_sort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
gla_status gla_host_argsort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
gla_status gla_host_order_statistics(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
gla_status gla_host_search(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out);
gla_status gla_host_count_runs(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count);
gla_status gla_host_write_runs(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to);

#endif
