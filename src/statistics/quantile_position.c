/* quantile_position.c - Positions of quantiles, by the methods of Hyndman and Fan (1996) and others in use. */
#include "statistics/quantile.h"

#include <math.h>
#include <string.h>

/* Parameters of the methods, in the order of gla_quantile_method.  The position among elements 0, 1, … is q·n + (a + q·(1 − a −
 * b)) − 1, or (n − 1)·q. */
static const struct method {
    const char *name;
    bool from_ends; /* (n − 1)·q */
    double a, b;
} methods[] = {
    [GLA_AT_INVERTED_CDF] = {"inverted_cdf", false, 0, 1},
    [GLA_AT_AVERAGED_INVERTED_CDF] = {"averaged_inverted_cdf", false, 0, 1},
    [GLA_AT_CLOSEST_OBSERVATION] = {"closest_observation", false, -0.5, 1.5},
    [GLA_AT_INTERPOLATED_INVERTED_CDF] = {"interpolated_inverted_cdf", false, 0, 1},
    [GLA_AT_HAZEN] = {"hazen", false, 0.5, 0.5},
    [GLA_AT_WEIBULL] = {"weibull", false, 0, 0},
    [GLA_AT_LINEAR] = {"linear", true, 1, 1},
    [GLA_AT_MEDIAN_UNBIASED] = {"median_unbiased", false, 1 / 3.0, 1 / 3.0},
    [GLA_AT_NORMAL_UNBIASED] = {"normal_unbiased", false, 3 / 8.0, 3 / 8.0},
    [GLA_AT_LOWER] = {"lower", true, 1, 1},
    [GLA_AT_HIGHER] = {"higher", true, 1, 1},
    [GLA_AT_MIDPOINT] = {"midpoint", true, 1, 1},
    [GLA_AT_NEAREST] = {"nearest", true, 1, 1},
};

gla_quantile_method gla_find_quantile_method(const char *name)
{
    for (int i = 0; i <= GLA_AT_NEAREST; i++)
        if (strcmp(methods[i].name, name) == 0)
            return (gla_quantile_method)i;
    return GLA_AT_LINEAR;
}

bool gla_quantile_is_element(gla_quantile_method method)
{
    switch (method) {
    case GLA_AT_INVERTED_CDF:
    case GLA_AT_CLOSEST_OBSERVATION:
    case GLA_AT_LOWER:
    case GLA_AT_HIGHER:
    case GLA_AT_NEAREST: return true;
    default: return false;
    }
}

/* Return the weight of the element after floor(position) in the interpolation. */
static double share_of(gla_quantile_method method, double position)
{
    double part = position - floor(position);
    switch (method) {
    case GLA_AT_INVERTED_CDF: return part == 0 ? 0 : 1;
    case GLA_AT_AVERAGED_INVERTED_CDF: return part == 0 ? 0.5 : 1;
    case GLA_AT_CLOSEST_OBSERVATION:
        return part == 0 && fmod(floor(position), 2) != 0 ? 0 : 1; /* the even one, counted from 1 */
    case GLA_AT_LOWER: return 0;
    case GLA_AT_HIGHER: return part == 0 ? 0 : 1;
    case GLA_AT_MIDPOINT: return part == 0 ? 0 : 0.5;
    case GLA_AT_NEAREST: return rint(position) - floor(position);
    default: return part;
    }
}

gla_quantile_place gla_place_quantile(gla_quantile_method method, int64_t n, double q)
{
    const struct method *m = &methods[method];
    double size = (double)n, position = m->from_ends ? (size - 1) * q : size * q + (m->a + q * (1 - m->a - m->b)) - 1;
    if (!(position >= 0))
        return (gla_quantile_place){0, 0, 0.5};
    if (position >= size - 1)
        return (gla_quantile_place){n - 1, n - 1, 0.5};
    int64_t below = (int64_t)floor(position);
    double share = share_of(method, position);
    if (share == 0)
        return (gla_quantile_place){below, below, 0.5};
    if (share == 1)
        return (gla_quantile_place){below + 1, below + 1, 0.5};
    return (gla_quantile_place){below, below + 1, share};
}
