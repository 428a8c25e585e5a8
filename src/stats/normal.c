/* normal.c - Normal distribution and Student's t distribution. */
#include "gpulinalg/stats_norm.h"
#include "gpulinalg/stats_t.h"
#include "elementwise/ops.h"

#include "stats.h"

#define MAP_1(name, op)                                                            \
    static gla_array *name(gla_scope *s, gla_array *x, gla_array *a, gla_array *b) \
    {                                                                              \
        return gla_stats_map(s, GLA_OP_##op, x, a, b);                             \
    }
#define MAP_OF_NEGATIVE(name, op)                                                  \
    static gla_array *name(gla_scope *s, gla_array *x, gla_array *a, gla_array *b) \
    {                                                                              \
        return gla_stats_map(s, GLA_OP_##op, gla_stats_times(s, x, -1), a, b);     \
    }
#define NEGATIVE_MAP(name, op)                                                                             \
    static gla_array *name(gla_scope *s, gla_array *x, gla_array *a, gla_array *b)                         \
    {                                                                                                      \
        return gla_s_combine(s, gla_subtract, gla_s_number(s, 0), gla_stats_map(s, GLA_OP_##op, x, a, b)); \
    }

MAP_1(norm_cdf, ndtr)
MAP_OF_NEGATIVE(norm_sf, ndtr)
MAP_1(norm_logcdf, log_ndtr)
MAP_OF_NEGATIVE(norm_logsf, log_ndtr)
MAP_1(norm_pdf, norm_pdf)
MAP_1(norm_logpdf, norm_logpdf)
MAP_1(norm_ppf, ndtri)
NEGATIVE_MAP(norm_isf, ndtri)

STATS_0(norm, pdf, DENSITY, norm_pdf)
STATS_0(norm, logpdf, LOG_DENSITY, norm_logpdf)
STATS_0(norm, cdf, PROBABILITY, norm_cdf)
STATS_0(norm, sf, PROBABILITY, norm_sf)
STATS_0(norm, logcdf, PROBABILITY, norm_logcdf)
STATS_0(norm, logsf, PROBABILITY, norm_logsf)
STATS_0(norm, ppf, QUANTILE, norm_ppf)
STATS_0(norm, isf, QUANTILE, norm_isf)

MAP_OF_NEGATIVE(t_cdf, t_sf)
MAP_1(t_sf, t_sf)
MAP_OF_NEGATIVE(t_logcdf, t_logsf)
MAP_1(t_logsf, t_logsf)
MAP_1(t_pdf, t_pdf)
MAP_1(t_logpdf, t_logpdf)
MAP_1(t_ppf, t_ppf)
NEGATIVE_MAP(t_isf, t_ppf)

STATS_1(t, pdf, DENSITY, t_pdf)
STATS_1(t, logpdf, LOG_DENSITY, t_logpdf)
STATS_1(t, cdf, PROBABILITY, t_cdf)
STATS_1(t, sf, PROBABILITY, t_sf)
STATS_1(t, logcdf, PROBABILITY, t_logcdf)
STATS_1(t, logsf, PROBABILITY, t_logsf)
STATS_1(t, ppf, QUANTILE, t_ppf)
STATS_1(t, isf, QUANTILE, t_isf)
