/* outcomes.c - Replacements of library functions for outcomes.sh: one fails internally, recovers and succeeds, and others
 * return an error without setting a message. */
#include "gpulinalg.h"

GLA_BEGIN_DECLS

gla_status gla_sign(const gla_array *x, gla_array **out)
{
    gla_status inside = gla_set_policy("no such kind", "warn");
    *out = inside ? gla_ref(x) : NULL;
    return GLA_OK;
}

gla_status gla_trunc(const gla_array *x, gla_array **out)
{
    (void)x;
    *out = NULL;
    return GLA_SINGULAR_ERROR;
}

/* The message of the internal failure is not this function's message. */
gla_status gla_floor(const gla_array *x, gla_array **out)
{
    gla_array *made;
    if (!gla_sign(x, &made))
        gla_unref(made);
    *out = NULL;
    return GLA_SHAPE_ERROR;
}

GLA_END_DECLS
