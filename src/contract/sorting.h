/* sorting.h - Contract of sorting, searching and runs of equal elements (include/gpulinalg/sorting.h defines the order). */
#ifndef GLA_CONTRACT_SORTING_H
#define GLA_CONTRACT_SORTING_H

#include "backend.h"

/* Result of a search for a value in a sorted row: the position before (LEFT) or after (RIGHT) equal elements, or a bool that is
 * true if the value is present (FOUND) or absent (MISSING). NaN equals nothing. */
typedef enum gla_lookup { GLA_SEARCH_LEFT, GLA_SEARCH_RIGHT, GLA_SEARCH_FOUND, GLA_SEARCH_MISSING } gla_lookup;

#define GLA_RUN_PARTS 1024

/* Outputs of write_runs, for runs of equal elements in ascending order; an output that is NULL is not computed. All arrays are
 * contiguous and, except values, int64. */
typedef struct gla_runs {
    const gla_array *order;     /* input: position of each element before sorting; required if indices or inverse is
                                 * requested */
    gla_array *indices;         /* original position of each run's first element */
    gla_array *inverse;         /* for each element before sorting, the index of its run */
    gla_array *values, *counts; /* first element and length of each run */
} gla_runs;

/* All arrays are contiguous. Rows are along the last axis, which every array has. Results are identical on all devices. */
typedef struct gla_sorting_ops {
    /* Sort rows. Equal elements keep their order, also if `descending`. */
    gla_status (*sort)(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
    /* Compute the int64 positions that sort each row. */
    gla_status (*argsort)(gla_device *dev, const gla_array *x, bool descending, gla_array *out);
    /* Order statistics of rows of real elements. For each row, return those elements that would
     * be at the positions `ranks` if the row were sorted; `ranks` is ascending. Zeros in the result are positive. out has the
     * shape of x, except that the length of the last axis is `count`. */
    gla_status (*order_statistics)(gla_device *dev, const gla_array *x, const int64_t *ranks, int count, gla_array *out);
    /* Search for each value in the corresponding sorted row. out is int64 for positions, or bool for FOUND and MISSING. rows
     * and values have the same dtype and the same leading axes. Rows that are not sorted yield unspecified positions. */
    gla_status (*search)(gla_device *dev, gla_lookup what, const gla_array *rows, const gla_array *values, gla_array *out);
    /* Optional. For each distinct element of a row, write the int64 position of its first occurrence to the front of `first`,
     * in any order. Blocks. If the number of distinct elements exceeds the length of `first`, or any element is NaN, set *count
     * to a negative value and write nothing else. */
    gla_status (*distinct)(gla_device *dev, const gla_array *x, gla_array *first, int64_t *count);
    /* Count the runs of equal elements in a sorted row; each NaN is a separate run. Blocks. parts (GLA_RUN_PARTS int64
     * elements) is private to the backend until write_runs is called. */
    gla_status (*count_runs)(gla_device *dev, const gla_array *sorted, gla_array *parts, int64_t *count);
    gla_status (*write_runs)(gla_device *dev, const gla_array *sorted, const gla_array *parts, const gla_runs *to);
} gla_sorting_ops;

#endif
