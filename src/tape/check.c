/* check.c - Check the arguments of a gradient. */
#include "tape/log.h"

static gla_status check_y(const gla_tape *t, const gla_arrays *y, const gla_arrays *seeds)
{
    if (t->is_used && !t->is_persistent)
        return gla_fail(GLA_ARGUMENT_ERROR, "gradient: the records of the tape have been used; make the tape persistent to use "
                                            "them again");
    if (seeds && seeds->n != y->n)
        return gla_fail(GLA_ARGUMENT_ERROR, "gradient: there are %lld seeds for %lld arrays; give one for each",
                        (long long)seeds->n, (long long)y->n);
    for (int64_t k = 0; k < y->n; k++)
        if (y->v[k]->dtype < GLA_FLOAT32)
            return gla_fail(GLA_DTYPE_ERROR, "gradient: y has dtype %s, but only real and complex results have a derivative",
                            gla_dtype_name(y->v[k]->dtype));
    return GLA_OK;
}

gla_status gla_tape_check_gradient(const gla_tape *t, const gla_arrays *y, const gla_arrays *seeds, const gla_arrays *x)
{
    gla_status st = check_y(t, y, seeds);
    for (int64_t k = 0; k < x->n && !st; k++)
        if (gla_chronicle_number(t->log, x->v[k]->object.node) < 0)
            st = gla_warn(GLA_DERIVATIVE_WARNING, "gradient",
                          "array %lld was not watched, so it has no gradient; call watch before the computation", (long long)k);
    return st;
}
