/* tapes.c - The public functions of tapes that compute gradients. */
#include "tape/log.h"
#include "runtime/allocation.h"

static gla_status check(const gla_tape *t, const gla_arrays *y, const gla_arrays *seeds)
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

static gla_status warn_unwatched(const gla_tape *t, const gla_arrays *x)
{
    gla_status st = GLA_OK;
    for (int64_t k = 0; k < x->n && !st; k++)
        if (gla_chronicle_number(t->log, x->v[k]->object.node) < 0)
            st = gla_warn(GLA_DERIVATIVE_WARNING, "gradient",
                          "array %lld has not been watched, so it has no gradient; call watch before the computation",
                          (long long)k);
    return st;
}

gla_status gla_tape_gradient(const gla_tape *tape, const gla_arrays *y, const gla_arrays *x, gla_arrays **gradients,
                             const gla_arrays *seeds)
{
    gla_tape *t = (gla_tape *)tape;
    if (seeds && !seeds->n) /* not given */
        seeds = NULL;
    gla_status st = check(t, y, seeds);
    if (!st)
        st = warn_unwatched(t, x);
    if (st)
        return st;
    gla_arrays *all = gla_calloc(1, sizeof *all + (size_t)x->n * sizeof *all->v);
    if (!all)
        return gla_fail_memory("gradient", (size_t)x->n * sizeof *all->v);
    *all = (gla_arrays){.n = x->n, .v = (const gla_array **)(all + 1)};
    gla_chronicle_enter(t->log);
    st = gla_chronicle_gradient(t, y, seeds, x, all->v);
    gla_chronicle_leave(t->log);
    t->is_used = true;
    if (st)
        gla_arrays_free(all);
    else
        *gradients = all;
    return st;
}
