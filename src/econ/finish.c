/* finish.c - The last step of each estimator. */
#include "econ/econ.h"
#include "gpulinalg.h"

#include <float.h>
#include <math.h>

void econ_refuse_scale(gla_scope *s, const char *name, bool large)
{
    gla_s_fail(s, GLA_ARGUMENT_ERROR,
               "%s: %s is so %s that its squares are not in the range of numbers; %s it by a power of 10", s->op, name,
               large ? "large" : "small", large ? "divide" : "multiply");
}

/* Fail if squares of y overflow or underflow. */
static void check_y(gla_scope *s, const econ_estimates *e)
{
    double most = 0;
    if (isinf(e->sigma2_rss) || isinf(e->tss))
        econ_refuse_scale(s, e->y_name, true);
    if (e->sigma2_rss < DBL_MIN || e->tss < DBL_MIN)
        econ_read(s, gla_s_reduce_all(s, gla_max, gla_s_apply(s, gla_abs, e->y)), &most, 1);
    if (most > 0 && most < sqrt(DBL_MIN))
        econ_refuse_scale(s, e->y_name, false);
}

/* Fail if squares of a regressor overflow or underflow: its variance would be 0 or infinite. */
static void check_regressors(gla_scope *s, const gla_econ_fit *fit)
{
    const econ_estimates *e = fit->of;
    bool exact = e->sigma2_rss < DBL_MIN;
    for (int64_t i = 0; i < e->k - e->ancillary; i++) {
        double variance = fit->covariance[i * e->k + i];
        if (isinf(variance) || (!exact && fabs(variance) < DBL_MIN && fabs(e->b[i]) < sqrt(DBL_MIN)))
            econ_refuse_scale(s, e->names->v[i], !isinf(variance));
    }
}

gla_econ_fit *econ_finish(gla_scope *s, gla_econ_fit *fit, const econ_options *o)
{
    bool checked = fit && !fit->of->params && !fit->of->method->no_errors;
    if (checked && !s->status)
        check_y(s, fit->of);
    if (fit && !s->status)
        econ_covariance(s, fit, o->vcov, o->ssc);
    if (checked && !s->status)
        check_regressors(s, fit);
    if (fit && !s->status && !o->keep)
        econ_drop_data(fit->of);
    if (s->status) {
        gla_object_unref(fit);
        return NULL;
    }
    return fit;
}
