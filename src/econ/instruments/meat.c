/* meat.c - Sums of the outer products of scores, of the kind of a Fit's covariance matrix. */
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"

#include <string.h>

bool iv_is_iid(const gla_econ_fit *fit)
{
    return !fit->vcov || !strcmp(fit->vcov, "iid");
}

void iv_meat(gla_scope *s, const gla_econ_fit *fit, const gla_array *scores, int64_t k, bool adjust, double *meat)
{
    const econ_estimates *e = fit->of;
    if (!econ_holds(s, fit, e->X))
        return;
    gla_array *summed = NULL;
    int64_t q = scores->shape[1];
    (void)k, (void)adjust;
    const gla_array *from = scores;
    if (e->n_clusters)
        from = gla_s_adopt(s, gla_group_sum(scores, e->clusters[0], &summed, GLA_NO_AXIS), &summed);
    econ_read(s, gla_s_combine(s, gla_matmul, gla_s_swap_last(s, from), from), meat, q * q);
}
