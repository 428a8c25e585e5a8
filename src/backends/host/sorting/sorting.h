/* sorting.h - Shared declarations of sorting on the host.
 *
 * Elements are converted to keys, which are unsigned integers with the same order.  Equal elements have the same key; both
 * zeros are equal, and all NaNs are equal.  Keys are sorted by their digits, alone or in pairs with positions.  Every method is
 * stable, so the result does not depend on the number of threads. */
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

/* Width of the keys of a dtype. */
typedef enum gla_key_width { GLA_KEY_32, GLA_KEY_64, GLA_KEY_128, GLA_KEY_WIDTHS } gla_key_width;
gla_key_width gla_host_key_width(gla_dtype dtype);

/* Defined in search_uniform.c: implement the slot `search` for one evenly spaced row.  Return false if the method does not
 * apply. */
bool gla_host_search_uniform(gla_lookup what, const gla_array *row, const gla_array *values, gla_array *out, gla_status *st);

/* Defined in search_bitmap.c: implement the slot `search` for integers in one row with a small range.  Return false if the
 * method does not apply. */
bool gla_host_search_bitmap(gla_lookup what, const gla_array *row, const gla_array *values, gla_array *out, gla_status *st);

/* Defined in rows.c: sort many short rows.  Return false if the rows are long or few. */
bool gla_host_sort_beside(const gla_array *x, bool descending, bool positions, gla_array *out, gla_status *st);

/* Defined in counts.c: sort a row of integers with a small range.  Return false if the range is too large or memory runs
 * out. */
bool gla_host_sort_by_counts(gla_dtype dtype, const void *x, int64_t n, bool descending, void *out, gla_status *st);

/* Defined in argsort.c: return the sorted order of a row of at most 2^32 elements with 32-bit or 64-bit keys.  `memory` has
 * space for 3 n words.  Return false if memory runs out. */
bool gla_host_argsort_row(gla_dtype dtype, const void *x, int64_t n, bool descending, uint64_t *memory, int64_t *out);

/* Do the same in two steps, for a row of keys. gla_host_pack() packs the leading bits of each key and its position into a word,
 * and returns true if all bits fit. gla_host_unpack() unpacks the positions of sorted words, and returns false if memory runs
 * out. */
bool gla_host_pack(const uint64_t *keys, int64_t n, uint64_t *words);
bool gla_host_unpack(const uint64_t *keys, const uint64_t *words, int64_t n, bool whole, int64_t *out);

/* Convert n contiguous elements to keys, with all bits inverted for descending order. */
void gla_host_keys32(gla_dtype dtype, const void *x, int64_t n, bool descending, uint32_t *key);
void gla_host_keys64(gla_dtype dtype, const void *x, int64_t n, bool descending, uint64_t *key);
void gla_host_keys128(const void *x, int64_t n, bool descending, gla_uint128 *key);
/* Convert keys to elements of a real dtype.  Keys and elements may start at the same address. */
void gla_host_from_keys(gla_dtype dtype, const void *key, int64_t n, bool descending, void *out);

/* Zeros and NaNs that keys do not distinguish must appear in the same order as in x.  The following functions restore this
 * order in a sorted row. */
bool gla_host_keys_distinguish(gla_dtype dtype, const void *x, int64_t n); /* return true if nothing has to be restored */
void gla_host_restore(gla_dtype dtype, const void *x, int64_t n, bool descending, void *out);

/* Return true if an element, or one of its parts, is NaN. */
bool gla_host_is_nan(gla_dtype dtype, const void *x);

/* Sort a block of elements E with keys K.  `other` has the same length.  Return the block, `a` or `other`, that contains the
 * sorted elements. */
uint32_t *gla_host_sort_u32(uint32_t *a, uint32_t *other, int64_t n);
uint64_t *gla_host_sort_u64(uint64_t *a, uint64_t *other, int64_t n);
gla_pair32 *gla_host_sort_pair32(gla_pair32 *a, gla_pair32 *other, int64_t n);
gla_pair64 *gla_host_sort_pair64(gla_pair64 *a, gla_pair64 *other, int64_t n);
gla_pair128 *gla_host_sort_pair128(gla_pair128 *a, gla_pair128 *other, int64_t n);

/* Consumer of elements [begin, end) of a sorted block, which are stored at `sorted`.  Any thread may call it. */
typedef struct gla_sorted_use {
    void (*take)(void *arg, const void *sorted, int64_t begin, int64_t end);
    void *arg;
} gla_sorted_use;

/* Sort a long block with all threads.  If `use` is NULL, the result is stored in `a`.  Otherwise the result is passed to `use`,
 * which may write to `a`. */
gla_status gla_host_sort_all_u32(uint32_t *a, uint32_t *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_u64(uint64_t *a, uint64_t *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_pair32(gla_pair32 *a, gla_pair32 *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_pair64(gla_pair64 *a, gla_pair64 *other, int64_t n, const gla_sorted_use *use);
gla_status gla_host_sort_all_pair128(gla_pair128 *a, gla_pair128 *other, int64_t n, const gla_sorted_use *use);

/* Select order statistics of a block.  `out` receives the keys at the sorted positions ranks − base, which increase.  Both
 * blocks are overwritten. */
gla_status gla_host_select_u32(uint32_t *a, uint32_t *other, int64_t n, const int64_t *ranks, int count, int64_t base,
                               uint32_t *out, bool threads);
gla_status gla_host_select_u64(uint64_t *a, uint64_t *other, int64_t n, const int64_t *ranks, int count, int64_t base,
                               uint64_t *out, bool threads);

/* Minimum length of a row that is sorted by all threads. */
#define GLA_HOST_SORT_LONG 65536

gla_status gla_host_sort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
gla_status gla_host_argsort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
gla_status gla_host_order_statistics(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
gla_status gla_host_search(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out);
gla_status gla_host_count_runs(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count);
gla_status gla_host_write_runs(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to);

#endif
