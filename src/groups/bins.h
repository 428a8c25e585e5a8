/* bins.h - Bins of one call, shared by digitize and histogram: their edges and the values to count. */
#ifndef GLA_GROUPS_BINS_H
#define GLA_GROUPS_BINS_H

#include "array/number.h"
#include "core/scope.h"

typedef struct gla_bins {
    gla_scope *s;
    gla_device *dev;
    gla_array *x;       /* values to be binned: on the device, real, 1-d and contiguous */
    double first, last; /* range of equal-width bins, finite and distinct */
    bool narrow;        /* the edges of equal-width bins are float32 */
    bool single;        /* and their arithmetic is in float32 too */
    gla_array *edges;   /* on the device */
    gla_array *open;    /* the edges with the last edge moved to the next larger floating-point number; NULL until needed */
} gla_bins;

/* Return true if the comparison is true for any pair of consecutive edges. */
bool gla_bins_step(gla_scope *s, gla_binary *comparison, const gla_array *bins);
/* Fail if an edge is NaN, because NaN cannot be ordered. */
void gla_bins_require_numbers(gla_scope *s, const gla_array *bins);
/* Compute the edges of n bins of equal width. */
void gla_bins_divide(gla_bins *b, int64_t n);
/* Return the number of elements in each bin, or the sum of their weights, which are 1-d. */
gla_array *gla_bins_count(gla_bins *b, const gla_array *weights);
/* Return the number of equal-width bins by one of NumPy's rules. */
int64_t gla_bins_by_rule(gla_bins *b, const char *rule);

#endif
