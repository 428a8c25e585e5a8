/* reduction.h - Operations of reductions, scans and group-by, and the positions of nonzero elements. */
#ifndef GLA_CONTRACT_REDUCTION_H
#define GLA_CONTRACT_REDUCTION_H

#include <stdint.h>

typedef enum gla_reduction {
    GLA_REDUCE_SUM,
    GLA_REDUCE_PROD,
    GLA_REDUCE_MIN,
    GLA_REDUCE_MAX,
    GLA_REDUCE_ARGMIN,
    GLA_REDUCE_ARGMAX, /* position in the row-major order of the reduced axes, as int64 */
    GLA_REDUCE_ANY,
    GLA_REDUCE_ALL,
    GLA_REDUCE_VAR, /* variance about the mean, divided by (n - correction); NaN if n - correction <= 0 */
    GLA_REDUCE_STD, /* square root of the variance */
    GLA_REDUCE_MEAN
} gla_reduction;

typedef enum gla_scan_op { GLA_SCAN_SUM, GLA_SCAN_PROD, GLA_SCAN_MIN, GLA_SCAN_MAX } gla_scan_op;

typedef enum gla_group_op {
    GLA_GROUP_SUM,
    GLA_GROUP_MIN,
    GLA_GROUP_MAX,
    GLA_GROUP_COUNT,
    GLA_GROUP_FIRST, /* position of the first element; -1 for an empty group */
    GLA_GROUP_LAST
} gla_group_op;

/* Distribution of the nonzero elements. The array, in row-major order, is divided into `count` ranges of `length` elements.
 * starts[i] is the number of nonzero elements before range i; starts[count] is the total number of nonzero elements. */
#define GLA_NONZERO_RANGES 1024
typedef struct gla_nonzero_ranges {
    int64_t count, length;
    int64_t starts[GLA_NONZERO_RANGES + 1];
} gla_nonzero_ranges;

#endif
