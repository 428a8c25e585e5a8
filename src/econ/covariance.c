/* covariance.c - The covariance matrix of a Fit. */
#include "econ/econ.h"
#include "runtime/allocation.h"

#include <string.h>

void econ_covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc)
{
    const econ_estimates *e = fit->of;
    (void)vcov;
    fit->ssc = ssc ? ssc : "fixest";
    fit->covariance = econ_doubles(s, e->k * e->k);
    fit->df_t = e->nobs - (double)(e->k + e->df_effects);
    for (int64_t i = 0; i < e->k * e->k && fit->covariance; i++)
        fit->covariance[i] = e->bread[i] * e->sigma2_rss / fit->df_t;
}
