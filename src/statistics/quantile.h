/* quantile.h - a call of quantile, and where quantiles stand among sorted elements. */
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
/* Whether its quantiles are elements, and of their type. */
bool gla_quantile_is_element(gla_quantile_method method);

/* Between the elements `below` and `above` of n > 0 in their order, `share` of the way; of one element both are its place. */
typedef struct gla_quantile_place {
    int64_t below, above;
    double share;
} gla_quantile_place;
gla_quantile_place gla_place_quantile(gla_quantile_method method, int64_t n, double q);

/* One call of quantile, or of one of its relatives. */
typedef struct gla_quantile_call {
    gla_scope s;
    gla_quantile_method method;
    bool is_median, skips_nan;
    const gla_array *q; /* on the host, float64; of which `many` numbers are divided by `scale` */
    const double *numbers;
    int64_t many;
    double scale;
    gla_array *rows, *weights;                       /* (m, n): what is reduced goes along the rows; weights or NULL */
    int ndim, nkept;                                 /* of the array; kept axes */
    int64_t kept[GLA_MAX_NDIM], whole[GLA_MAX_NDIM]; /* their lengths; of all axes, where reduced ones are 1 */
} gla_quantile_call;
/* Check q, for numbers from 0 to the scale, and note it. */
void gla_quantile_read(gla_quantile_call *c, const gla_array *q);
/* (m, many) quantiles of the rows; of weighted ones. */
gla_array *gla_quantiles_of_rows(gla_quantile_call *c);
gla_array *gla_weighted_quantiles(gla_quantile_call *c);
/* Weights with the shape of a, whose axes `mask` are reduced. */
gla_array *gla_quantile_weights(gla_quantile_call *c, const gla_array *a, const gla_array *weights, const gla_ints *axis);

/* The places of the quantiles in each row, or in all alike: (1 or m, many), int64 and float64, on the host. */
typedef struct gla_quantile_places {
    gla_array *below, *above, *share;
} gla_quantile_places;
/* Those in `rows` rows, of which the i-th has counts[i] elements; without elements it is as if there was one. */
void gla_quantile_place_all(gla_quantile_call *c, int64_t rows, const int64_t *counts, gla_quantile_places *p);
/* What stands at the places in the sorted rows of x, (m, n): (m, many). */
gla_array *gla_quantile_values(gla_quantile_call *c, const gla_array *x, const gla_quantile_places *p);

#endif
