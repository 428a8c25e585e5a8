/* stack.c - Stacks of regressions. */
#include "econ/econ.h"

gla_econ_fit *econ_ols_stack(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o)
{
    (void)method, (void)f, (void)o;
    gla_s_fail(s, GLA_NOT_SUPPORTED_ERROR, "%s: stacks are not there yet", s->op);
    return NULL;
}
