/* bins.h - what digitize and histogram share: bins of one call, their edges and what falls into them. */
#ifndef GLA_GROUPS_BINS_H
#define GLA_GROUPS_BINS_H

#include "array/number.h"
#include "core/scope.h"

typedef struct gla_bins {
    gla_scope *s;
    gla_device *dev;
    gla_array *x;       /* what falls into them: on the device, real, of one dimension and without gaps */
    double first, last; /* of bins of equal width, finite and apart */
    bool narrow;        /* edges of equal bins are float32, */
    bool single;        /* and so is their arithmetic */
    gla_array *edges;   /* on the device */
    gla_array *open;    /* the same, with the last one moved to the number above it; NULL where nobody has needed it */
} gla_bins;

/* Whether a comparison holds for any edge and the next one. */
bool gla_bins_step(gla_scope *s, gla_binary *comparison, const gla_array *bins);
/* Fail where an edge is NaN: that is neither below nor above another. */
void gla_bins_require_numbers(gla_scope *s, const gla_array *bins);
/* The edges of n bins of equal width. */
void gla_bins_divide(gla_bins *b, int64_t n);
/* How many elements each bin has, or the sum of their weights, of one dimension. */
gla_array *gla_bins_count(gla_bins *b, const gla_array *weights);
/* How many bins of equal width a rule of NumPy's wants. */
int64_t gla_bins_by_rule(gla_bins *b, const char *rule);

#endif
