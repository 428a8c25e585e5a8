/* sorting.h - what the files over the kernels of sorting share. */
#ifndef GLA_BACKENDS_DEVICE_SORTING_H
#define GLA_BACKENDS_DEVICE_SORTING_H

#include "backends/device/array/array_kernels.h"
#include "backends/device/layouts.h"
#include "contract/sorting.h"

/* Bits of a key, of a digit; digits of the widest key. */
#define GLA_SORT_DIGIT 8
#define GLA_SORT_DIGITS 16

/* Elements of a thread's share of a tile. */
static inline int gla_device_sort_items(gla_dtype dtype)
{
    return gla_itemsize(dtype) == 16 ? 4 : 8;
}

/* kernels/sort.h: positions are the result; rows have so many elements that they are counted in 64 bits. */
gla_device_program gla_device_sort_program(gla_dtype dtype, bool positions, bool wide);
/* kernels/search.h: with a tree of so many levels at most; whether values are there is asked. */
gla_device_program gla_device_search_program(gla_dtype dtype, bool asks);
int gla_device_search_levels(gla_dtype dtype);
/* kernels/unique.h */
gla_device_program gla_device_unique_program(gla_dtype dtype);

/* kernels/distinct.h */
gla_device_program gla_device_distinct_program(gla_dtype dtype);

/* kernels/order.h */
gla_device_program gla_device_order_program(gla_dtype dtype);

/* kernels/sort_sweep.h: positions are the result; there is no NaN and no negative zero. */
gla_device_program gla_device_sweep_program(gla_dtype dtype, bool positions, bool plain);
typedef struct gla_sweep_shape {
    int threads, items; /* of a group that moves; of each thread */
    size_t local;       /* bytes of local memory that the launch gives */
} gla_sweep_shape;
gla_sweep_shape gla_device_sweep_shape(size_t item, bool positions);

/* kernels/sort_short.h: threads of a row, and elements of each; few of them, as each is a program of its own. */
typedef struct gla_short_share {
    int lanes, items;
} gla_short_share;
#define GLA_SHORT_SHARES 5
extern const gla_short_share gla_short_shares[GLA_SHORT_SHARES];
gla_device_program gla_device_short_program(gla_dtype dtype, bool positions, int share);

/* One call, with what it needs of memory. */
typedef struct gla_sort_job {
    const char *op;
    gla_device *dev;
    gla_dtype dtype;
    gla_device_program program;
    sort_sizes sizes;
    const void *x;
    void *out;
    size_t item, place;                 /* bytes of an element, of a position on its way */
    bool positions, pairs;              /* the result is positions; or elements[1] and at[1], which the caller has made */
    int digits, shift[GLA_SORT_DIGITS]; /* in which keys differ */
    void *counts, *elements[2], *at[2];
} gla_sort_job;

/* What a call over long rows has allocated. */
void gla_device_drop_blocks(gla_sort_job *j);

/* sweep.c: long rows, where groups may wait for one another. */
bool gla_device_sweep_takes(const gla_sort_job *j);
gla_status gla_device_sweep(gla_sort_job *j);

/* short.c: short rows, each in the registers of a warp. */
bool gla_device_short_takes(const gla_sort_job *j);
gla_status gla_device_sort_short(gla_sort_job *j);

extern const gla_sorting_ops gla_device_sorting_ops;
gla_status gla_device_sort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
/* The positions of a row of n > 0 elements. */
gla_status gla_device_argsort_row(const char *op, gla_device *dev, gla_dtype dtype, int64_t n, const void *x, int64_t *out);
/* The elements of such a row sorted, and their positions, which have 4 bytes or, in longer rows, 8. */
size_t gla_device_place_size(int64_t n);
gla_status gla_device_sort_pairs(const char *op, gla_device *dev, gla_dtype dtype, int64_t n, const void *x, void *sorted,
                                 void *places);
gla_status gla_device_argsort(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
gla_status gla_device_order_statistics(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
/* Of rows that are sorted first. */
gla_status gla_device_sort_and_take(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
gla_status gla_device_search(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out);
gla_status gla_device_distinct(gla_device *dev, const gla_array *x, gla_array *first, int64_t *count);
gla_status gla_device_count_runs(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count);
gla_status gla_device_write_runs(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to);

#endif
