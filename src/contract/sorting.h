/* sorting.h - the room of order: sorting, searching, runs of equal elements (include/gpulinalg/sorting.h has the order). */
#ifndef GLA_CONTRACT_SORTING_H
#define GLA_CONTRACT_SORTING_H

#include "backend.h"

/* Where a value belongs among the elements of a sorted row: before those that equal it, behind them; or whether there are any:
 * NaN equals nothing. */
typedef enum gla_lookup { GLA_SEARCH_LEFT, GLA_SEARCH_RIGHT, GLA_SEARCH_FOUND, GLA_SEARCH_MISSING } gla_lookup;

#define GLA_RUN_PARTS 1024

/* What is written of runs of equal elements, in their order; NULL: not that.  All are contiguous and, but for values, int64. */
typedef struct gla_runs {
    const gla_array *order;     /* the place of each element before it was sorted; given where one of the next two is */
    gla_array *indices;         /* that of each run's first element */
    gla_array *inverse;         /* the number of the run to which the element at each place belongs */
    gla_array *values, *counts; /* each run's first element, and its length */
} gla_runs;

/* All arrays are contiguous; rows go along the last axis, which all have.  Results are the same on all devices. */
typedef struct gla_sorting_ops {
    /* Equal elements stay in their order, also when the largest come first. */
    gla_status (*sort)(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
    /* The positions, int64, of what sort would put there. */
    gla_status (*argsort)(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
    /* Order statistics of rows of real numbers: the elements at the places `ranks`, which rise, of each row if it were sorted;
     * of both zeros the positive one.  The lengths of out are those of x, but for `count` at the end. */
    gla_status (*order_statistics)(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
    /* Positions, int64, or answers, bool, for values, of which each row belongs to one of the sorted rows; of one dtype.  The
     * last axes differ in length.  Rows that are not sorted give some positions. */
    gla_status (*search)(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out);
    /* Optional. The position of the first of all elements of a row that are equal, int64, for each that differs, in any order,
     * at the front of `first` (blocks).  *count < 0, and nothing else, where more of them differ than it has elements, or
     * where there is a NaN. */
    gla_status (*distinct)(gla_device *dev, const gla_array *x, gla_array *first, int64_t *count);
    /* How many runs of equal elements a sorted row has; a NaN is a run of its own (blocks).  parts, GLA_RUN_PARTS of int64, is
     * the backend's until write_runs. */
    gla_status (*count_runs)(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count);
    gla_status (*write_runs)(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to);
} gla_sorting_ops;

#endif
