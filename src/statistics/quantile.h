/* quantile.h - A call of quantile, and the positions of quantiles among sorted elements. */
#ifndef GLA_STATISTICS_QUANTILE_H
#define GLA_STATISTICS_QUANTILE_H

#include "core/scope.h"

typedef enum gla_quantile_method {
    GLA_AT_INVERTED_CDF,
    GLA_AT_AVERAGED_INVERTED_CDF,
    GLA_AT_CLOSEST_OBSERVATION,
    GLA_AT_INTERPOLATED_INVERTED_CDF,
    GLA_AT_HAZEN,
    GLA_AT_WEIBULL,
    GLA_AT_LINEAR,
    GLA_AT_MEDIAN_UNBIASED,
    GLA_AT_NORMAL_UNBIASED,
    GLA_AT_LOWER,
    GLA_AT_HIGHER,
    GLA_AT_MIDPOINT,
    GLA_AT_NEAREST
} gla_quantile_method;

gla_quantile_method gla_find_quantile_method(const char *name);
/* Return true if the method's quantiles are elements of the data, with their dtype. */
bool gla_quantile_is_element(gla_quantile_method method);

/* Position of a quantile among n > 0 sorted elements: a fraction `share` of the way from element `below` to element `above`.
 * Both are equal if it is one element. */
typedef struct gla_quantile_place {
    int64_t below, above;
    double share;
} gla_quantile_place;
gla_quantile_place gla_place_quantile(gla_quantile_method method, int64_t n, double q);

/* One call of quantile, or of a related function. */
typedef struct gla_quantile_call {
    gla_scope s;
    gla_quantile_method method;
    bool is_median, skips_nan;
    const gla_array *q; /* on the host, float64; its `many` values are divided by `scale` */
    const double *numbers;
    int64_t many;
    double scale;
    gla_array *rows, *weights;                       /* (m, n): the reduction is along the rows; weights may be NULL */
    int ndim, nkept;                                 /* number of dimensions of the array, and of kept axes */
    int64_t kept[GLA_MAX_NDIM], whole[GLA_MAX_NDIM]; /* lengths of the kept axes; lengths of all axes, with reduced ones set to
                                                      * 1 */
} gla_quantile_call;
/* Check that q is between 0 and the scale, and store it. */
void gla_quantile_read(gla_quantile_call *c, const gla_array *q);
/* Return the quantiles of the rows, (m, many); the same with weights. */
gla_array *gla_quantiles_of_rows(gla_quantile_call *c);
gla_array *gla_weighted_quantiles(gla_quantile_call *c);
/* Return the weights with the shape of a. */
gla_array *gla_quantile_weights(gla_quantile_call *c, const gla_array *a, const gla_array *weights, const gla_ints *axis);

/* Positions of the quantiles in each row, or the same for all: (1 or m, many), int64 and float64, on the host. */
typedef struct gla_quantile_places {
    gla_array *below, *above, *share;
} gla_quantile_places;
/* Compute the positions for `rows` rows, the i-th of which has counts[i] elements.  An empty row is treated as having one. */
void gla_quantile_place_all(gla_quantile_call *c, int64_t rows, const int64_t *counts, gla_quantile_places *p);
/* Return the values at these positions in the sorted rows of x, (m, n): (m, many). */
gla_array *gla_quantile_values(gla_quantile_call *c, const gla_array *x, const gla_quantile_places *p);

#endif
