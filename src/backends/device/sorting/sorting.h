/* sorting.h - Declarations shared by the files that launch the kernels of sorting. */
#ifndef GLA_BACKENDS_DEVICE_SORTING_H
#define GLA_BACKENDS_DEVICE_SORTING_H

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "contract/sorting.h"

/* Number of bits of a digit; number of digits of the widest key. */
#define GLA_SORT_DIGIT 8
#define GLA_SORT_DIGITS 16

/* Return the number of elements per thread in a tile. */
static inline int gla_device_sort_items(gla_dtype dtype)
{
    return gla_itemsize(dtype) == 16 ? 4 : 8;
}

/* Return the program of kernels/sort.h.  If `positions`, the result consists of positions.  If `wide`, rows are so long that
 * elements are counted in 64 bits. */
gla_device_program gla_device_sort_program(gla_dtype dtype, bool positions, bool wide);
/* Return the program of kernels/search.h, with a tree of at most gla_device_search_levels levels.  If `asks`, the result is
 * whether values are present. */
gla_device_program gla_device_search_program(gla_dtype dtype, bool asks);
int gla_device_search_levels(gla_dtype dtype);
/* kernels/unique.h */
gla_device_program gla_device_unique_program(gla_dtype dtype);

/* kernels/distinct.h */
gla_device_program gla_device_distinct_program(gla_dtype dtype);

/* kernels/order.h */
gla_device_program gla_device_order_program(gla_dtype dtype);

/* Return the program of kernels/sort_sweep.h.  If `positions`, the result consists of positions.  If `plain`, there are no NaNs
 * and no negative zeros. */
gla_device_program gla_device_sweep_program(gla_dtype dtype, bool positions, bool plain);
typedef struct gla_sweep_shape {
    int threads, items; /* number of threads in a group that moves elements; number of items per thread */
    size_t local;       /* bytes of local memory that the launch requests */
} gla_sweep_shape;
gla_sweep_shape gla_device_sweep_shape(size_t item, bool positions);

/* For kernels/sort_short.h: the number of threads per row, and of elements per thread.  There are few variants, because each is
 * a separate program. */
typedef struct gla_short_share {
    int lanes, items;
} gla_short_share;
#define GLA_SHORT_SHARES 5
extern const gla_short_share gla_short_shares[GLA_SHORT_SHARES];
gla_device_program gla_device_short_program(gla_dtype dtype, bool positions, int share);

/* One call, with its workspace. */
typedef struct gla_sort_job {
    const char *op;
    gla_device *dev;
    gla_dtype dtype;
    gla_device_program program;
    sort_sizes sizes;
    const void *x;
    void *out;
    size_t item, place;                 /* bytes of an element; bytes of a temporary position */
    bool positions, pairs;              /* positions: the result consists of positions; pairs: the results are elements[1] and
                                         * at[1], allocated by the caller */
    int digits, shift[GLA_SORT_DIGITS]; /* number of digits in which keys differ, and their shifts */
    void *counts, *elements[2], *at[2];
} gla_sort_job;

/* Release the workspace of a call for long rows. */
void gla_device_drop_blocks(gla_sort_job *j);

/* Defined in sort_sweep.c: sort long rows, if groups may wait for one another. */
bool gla_device_sweep_takes(const gla_sort_job *j);
gla_status gla_device_sweep(gla_sort_job *j);

/* Defined in sort_short.c: sort short rows, each in the registers of a warp. */
bool gla_device_short_takes(const gla_sort_job *j);
gla_status gla_device_sort_short(gla_sort_job *j);

extern const gla_sorting_ops gla_device_sorting_ops;
gla_status gla_device_sort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
/* Sort the positions of a row of n > 0 elements. */
gla_status gla_device_argsort_row(const char *op, gla_device *dev, gla_dtype dtype, int64_t n, const void *x, int64_t *out);
/* Sort the elements of a row together with their positions.  A position has gla_device_place_size(n) bytes: 4, or 8 in long
 * rows. */
size_t gla_device_place_size(int64_t n);
gla_status gla_device_sort_pairs(const char *op, gla_device *dev, gla_dtype dtype, int64_t n, const void *x, void *sorted,
                                 void *places);
gla_status gla_device_argsort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
gla_status gla_device_order_statistics(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
/* Compute order statistics by sorting the rows first. */
gla_status gla_device_sort_and_take(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
gla_status gla_device_search(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out);
gla_status gla_device_distinct(gla_device *dev, const gla_array *x, gla_array *first, int64_t *count);
gla_status gla_device_count_runs(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count);
gla_status gla_device_write_runs(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to);

#endif
