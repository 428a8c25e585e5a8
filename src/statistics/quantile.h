/* quantile.h - State of a call to quantile, and the positions of quantiles among sorted elements. */
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
/* Return true if the method always returns elements of the data, in the dtype of the data. */
bool gla_quantile_is_element(gla_quantile_method method);

/* Position of a quantile among n > 0 sorted elements: a fraction `share` of the way from element `below` to element `above`.
 * Both indices are equal if the quantile is a single element. */
typedef struct gla_quantile_place {
    int64_t below, above;
    double share;
} gla_quantile_place;
gla_quantile_place gla_place_quantile(gla_quantile_method method, int64_t n, double q);

/* One call to quantile, or of a related function. */
typedef struct gla_quantile_call {
    gla_scope s;
    gla_quantile_method method;
    bool is_median, skips_nan;
    const gla_array *q; /* float64 array on the host; its values, whose number is `many`, are divided by `scale` */
    const double *numbers;
    int64_t many;
    double scale;
    gla_array *rows, *weights;                       /* (m, n): the reduction is along the rows; weights may be NULL */
    int ndim, nkept;                                 /* number of dimensions of the array, and number of kept axes */
    int64_t kept[GLA_MAX_NDIM], whole[GLA_MAX_NDIM]; /* lengths of the kept axes; lengths of all axes, with the reduced axes set
                                                      * to 1 */
} gla_quantile_call;
/* Check that each element of q is between 0 and the scale, and store q. */
void gla_quantile_read(gla_quantile_call *c, const gla_array *q);
/* Return the quantiles of the rows, (m, many); return the weighted quantiles of the rows. */
gla_array *gla_quantiles_of_rows(gla_quantile_call *c);
gla_array *gla_weighted_quantiles(gla_quantile_call *c);
/* Return the weights with the shape of a. */
gla_array *gla_quantile_weights(gla_quantile_call *c, const gla_array *a, const gla_array *weights, const gla_ints *axis);

/* Positions of the quantiles in each row (m, many), or the same positions for all rows (1, many), as int64 and float64 arrays
 * on the host. */
typedef struct gla_quantile_places {
    gla_array *below, *above, *share;
} gla_quantile_places;
/* Compute the positions for `rows` rows, where row i has counts[i] elements.  An empty row is treated as having one element. */
void gla_quantile_place_all(gla_quantile_call *c, int64_t rows, const int64_t *counts, gla_quantile_places *p);
/* Return the values, (m, many), at these positions in the sorted rows of x, (m, n). */
gla_array *gla_quantile_values(gla_quantile_call *c, const gla_array *x, const gla_quantile_places *p);

#endif
