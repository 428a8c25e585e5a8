/* moments.c - Mean, variance and standard deviation. */
#include "common.h"

#include <math.h>

gla_status gla_mean(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    gla_reduce_call call = {
        .name = "mean", .op = GLA_REDUCE_MEAN, .dtype = gla_floating_of(x->dtype), .has_empty = true, .empty = NAN};
    *out = NULL;
    return gla_reduce(&call, x, axis, keepdims, out);
}

static gla_status spread(const char *name, gla_reduction op, const gla_array *x, gla_array **out, const gla_ints *axis,
                         double correction, bool keepdims)
{
    gla_reduce_call call = {.name = name,
                            .op = op,
                            .dtype = gla_real_of(gla_floating_of(x->dtype)),
                            .correction = correction,
                            .has_empty = true,
                            .empty = NAN};
    *out = NULL;
    if (!isfinite(correction))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: correction is %g, but it must be finite; give 0 for a population, 1 for "
                        "a sample",
                        name, correction);
    return gla_reduce(&call, x, axis, keepdims, out);
}

gla_status gla_var(const gla_array *x, gla_array **out, const gla_ints *axis, double correction, bool keepdims)
{
    return spread("var", GLA_REDUCE_VAR, x, out, axis, correction, keepdims);
}

gla_status gla_std(const gla_array *x, gla_array **out, const gla_ints *axis, double correction, bool keepdims)
{
    return spread("std", GLA_REDUCE_STD, x, out, axis, correction, keepdims);
}
