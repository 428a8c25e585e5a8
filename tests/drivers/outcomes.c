/* outcomes.c - functions of the library in the place of its own, for outcomes.sh: one that fails inside, recovers and succeeds,
 * and some that return a failure without a message of their own. */
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

/* The message of the failure inside is not that of this one. */
gla_status gla_floor(const gla_array *x, gla_array **out)
{
    gla_array *made;
    if (!gla_sign(x, &made))
        gla_unref(made);
    *out = NULL;
    return GLA_SHAPE_ERROR;
}

GLA_END_DECLS
