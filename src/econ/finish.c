/* finish.c - The last step of each estimator. */
#include "econ/econ.h"
#include "gpulinalg.h"

gla_econ_fit *econ_finish(gla_scope *s, gla_econ_fit *fit, const econ_options *o)
{
    if (fit && !s->status)
        econ_covariance(s, fit, o->vcov, o->ssc);
    if (fit && !s->status && !o->keep)
        econ_drop_data(fit->of);
    if (s->status) {
        gla_object_unref(fit);
        return NULL;
    }
    return fit;
}
