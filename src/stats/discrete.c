/* discrete.c - Poisson and binomial distributions. */
#include "gpulinalg/stats_binom.h"
#include "gpulinalg/stats_poisson.h"
#include "elementwise/ops.h"

#include "stats.h"

/* The operation implements the standard function, whose location is 0. */
#define DISCRETE_1(dist, name, kind)                                                                                    \
    static gla_array *dist##_##name(gla_scope *s, gla_array *x, gla_array *a, gla_array *b)                             \
    {                                                                                                                   \
        return gla_stats_map(s, GLA_OP_##dist##_##name, x, a, b);                                                       \
    }                                                                                                                   \
    gla_status gla_stats_##dist##_##name(const gla_array *x, const gla_array *a, gla_array **out, const gla_array *loc) \
    {                                                                                                                   \
        STATS_CALL(dist, name, kind, dist##_##name, x, a, NULL, loc, NULL);                                             \
    }
#define DISCRETE_2(dist, name, kind)                                                                                  \
    static gla_array *dist##_##name(gla_scope *s, gla_array *x, gla_array *a, gla_array *b)                           \
    {                                                                                                                 \
        return gla_stats_map(s, GLA_OP_##dist##_##name, x, a, b);                                                     \
    }                                                                                                                 \
    gla_status gla_stats_##dist##_##name(const gla_array *x, const gla_array *a, const gla_array *b, gla_array **out, \
                                         const gla_array *loc)                                                        \
    {                                                                                                                 \
        STATS_CALL(dist, name, kind, dist##_##name, x, a, b, loc, NULL);                                              \
    }

DISCRETE_1(poisson, pmf, DENSITY)
DISCRETE_1(poisson, logpmf, LOG_DENSITY)
DISCRETE_1(poisson, cdf, PROBABILITY)
DISCRETE_1(poisson, sf, PROBABILITY)
DISCRETE_1(poisson, logcdf, PROBABILITY)
DISCRETE_1(poisson, logsf, PROBABILITY)
DISCRETE_1(poisson, ppf, QUANTILE)
DISCRETE_1(poisson, isf, QUANTILE)

DISCRETE_2(binom, pmf, DENSITY)
DISCRETE_2(binom, logpmf, LOG_DENSITY)
DISCRETE_2(binom, cdf, PROBABILITY)
DISCRETE_2(binom, sf, PROBABILITY)
DISCRETE_2(binom, logcdf, PROBABILITY)
DISCRETE_2(binom, logsf, PROBABILITY)
DISCRETE_2(binom, ppf, QUANTILE)
DISCRETE_2(binom, isf, QUANTILE)
