/* continuous.c - Gamma, chi-squared, beta and F distributions, by incomplete gamma and beta functions. */
#include "gpulinalg/stats_beta.h"
#include "gpulinalg/stats_chi2.h"
#include "gpulinalg/stats_f.h"
#include "gpulinalg/stats_gamma.h"
#include "elementwise/ops.h"

#include "stats.h"

#define STANDARD(name, call)                                                       \
    static gla_array *name(gla_scope *s, gla_array *x, gla_array *a, gla_array *b) \
    {                                                                              \
        (void)b;                                                                   \
        return call;                                                               \
    }
#define TAIL(op, p, z) gla_stats_map(s, GLA_OP_##op, gla_stats_positive(s, p), z, NULL)
#define RISEN(x) gla_s_combine(s, gla_maximum, x, gla_s_number(s, 0))
#define HALF(x) gla_stats_times(s, x, 0.5)

STANDARD(gamma_cdf, TAIL(gammainc, a, RISEN(x)))
STANDARD(gamma_sf, TAIL(gammaincc, a, RISEN(x)))
STANDARD(gamma_logcdf, gla_stats_map(s, GLA_OP_gamma_logcdf, x, a, NULL))
STANDARD(gamma_logsf, gla_stats_map(s, GLA_OP_gamma_logsf, x, a, NULL))
STANDARD(gamma_ppf, TAIL(gammaincinv, a, x))
STANDARD(gamma_isf, TAIL(gammainccinv, a, x))
STANDARD(gamma_pdf, gla_stats_map(s, GLA_OP_gamma_pdf, x, a, NULL))
STANDARD(gamma_logpdf, gla_stats_map(s, GLA_OP_gamma_logpdf, x, a, NULL))

STATS_1(gamma, pdf, DENSITY, gamma_pdf)
STATS_1(gamma, logpdf, LOG_DENSITY, gamma_logpdf)
STATS_1(gamma, cdf, PROBABILITY, gamma_cdf)
STATS_1(gamma, sf, PROBABILITY, gamma_sf)
STATS_1(gamma, logcdf, PROBABILITY, gamma_logcdf)
STATS_1(gamma, logsf, PROBABILITY, gamma_logsf)
STATS_1(gamma, ppf, QUANTILE, gamma_ppf)
STATS_1(gamma, isf, QUANTILE, gamma_isf)

STANDARD(chi2_cdf, gla_stats_map(s, GLA_OP_chi2_cdf, x, a, NULL))
STANDARD(chi2_sf, gla_stats_map(s, GLA_OP_chi2_sf, x, a, NULL))
STANDARD(chi2_logcdf, gla_stats_map(s, GLA_OP_chi2_logcdf, x, a, NULL))
STANDARD(chi2_logsf, gla_stats_map(s, GLA_OP_chi2_logsf, x, a, NULL))
STANDARD(chi2_ppf, gla_stats_times(s, gamma_ppf(s, x, HALF(a), b), 2))
STANDARD(chi2_isf, gla_stats_times(s, gamma_isf(s, x, HALF(a), b), 2))
STANDARD(chi2_pdf, gla_stats_map(s, GLA_OP_chi2_pdf, x, a, NULL))
STANDARD(chi2_logpdf, gla_stats_map(s, GLA_OP_chi2_logpdf, x, a, NULL))

STATS_1(chi2, pdf, DENSITY, chi2_pdf)
STATS_1(chi2, logpdf, LOG_DENSITY, chi2_logpdf)
STATS_1(chi2, cdf, PROBABILITY, chi2_cdf)
STATS_1(chi2, sf, PROBABILITY, chi2_sf)
STATS_1(chi2, logcdf, PROBABILITY, chi2_logcdf)
STATS_1(chi2, logsf, PROBABILITY, chi2_logsf)
STATS_1(chi2, ppf, QUANTILE, chi2_ppf)
STATS_1(chi2, isf, QUANTILE, chi2_isf)

#define MAP(op, x, y, z) gla_stats_map(s, GLA_OP_##op, x, y, z)
#define BETA(op, z) MAP(op, gla_stats_positive(s, a), gla_stats_positive(s, b), z)
#define SHARE(x) gla_s_combine(s, gla_minimum, RISEN(x), gla_s_number(s, 1))

STANDARD(beta_cdf, BETA(betainc, SHARE(x)))
STANDARD(beta_sf, BETA(betaincc, SHARE(x)))
STANDARD(beta_logcdf, MAP(beta_logcdf, x, a, b))
STANDARD(beta_logsf, MAP(beta_logsf, x, a, b))
STANDARD(beta_ppf, BETA(betaincinv, x))
STANDARD(beta_isf, BETA(betainccinv, x))
STANDARD(beta_pdf, MAP(beta_pdf, x, a, b))
STANDARD(beta_logpdf, MAP(beta_logpdf, x, a, b))

STATS_2(beta, pdf, DENSITY, beta_pdf)
STATS_2(beta, logpdf, LOG_DENSITY, beta_logpdf)
STATS_2(beta, cdf, PROBABILITY, beta_cdf)
STATS_2(beta, sf, PROBABILITY, beta_sf)
STATS_2(beta, logcdf, PROBABILITY, beta_logcdf)
STATS_2(beta, logsf, PROBABILITY, beta_logsf)
STATS_2(beta, ppf, QUANTILE, beta_ppf)
STATS_2(beta, isf, QUANTILE, beta_isf)

STANDARD(f_cdf, MAP(f_cdf, x, a, b))
STANDARD(f_sf, MAP(f_sf, x, a, b))
STANDARD(f_logcdf, MAP(f_logcdf, x, a, b))
STANDARD(f_logsf, MAP(f_logsf, x, a, b))
STANDARD(f_ppf, MAP(f_ppf, x, a, b))
STANDARD(f_isf, MAP(f_isf, x, a, b))
STANDARD(f_pdf, MAP(f_pdf, x, a, b))
STANDARD(f_logpdf, MAP(f_logpdf, x, a, b))

STATS_2(f, pdf, DENSITY, f_pdf)
STATS_2(f, logpdf, LOG_DENSITY, f_logpdf)
STATS_2(f, cdf, PROBABILITY, f_cdf)
STATS_2(f, sf, PROBABILITY, f_sf)
STATS_2(f, logcdf, PROBABILITY, f_logcdf)
STATS_2(f, logsf, PROBABILITY, f_logsf)
STATS_2(f, ppf, QUANTILE, f_ppf)
STATS_2(f, isf, QUANTILE, f_isf)
