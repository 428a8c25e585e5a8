/* tapes.c - Gradients in one call, and calls with a rule of the script. */
#include "tape/log.h"
#include "runtime/allocation.h"

gla_status gla_tape_gradient(const gla_tape *tape, const gla_arrays *y, const gla_arrays *x, gla_arrays **gradients,
                             const gla_arrays *seeds)
{
    gla_backward *w = NULL;
    int64_t key = -1;
    gla_status st = gla_tape_backward(tape, y, x, &w, seeds);
    if (!st)
        st = gla_backward_waits(w, &key);
    if (!st && key >= 0)
        st = gla_fail(GLA_ARGUMENT_ERROR, "gradient: a call has a rule of the script; use backward");
    if (!st)
        st = gla_backward_result(w, gradients);
    gla_object_unref(w);
    return st;
}

/* ---- calls with a rule of the script --------------------------------------------------------------------------------- */
static const gla_derivative custom = {.name = "custom_vjp", .forms = "-l", .results = "l", .kind = GLA_VJP_CUSTOM, .rule = -1};

static gla_status copy_all(const gla_arrays *y, gla_arrays **out)
{
    gla_arrays *all = gla_calloc(1, sizeof *all + (size_t)y->n * sizeof *all->v);
    gla_status st = all ? GLA_OK : gla_fail_memory("custom_vjp", (size_t)y->n * sizeof *all->v);
    if (st)
        return st;
    *all = (gla_arrays){.n = y->n, .v = (const gla_array **)(all + 1), .single = y->n == 1};
    for (int64_t k = 0; k < y->n && !st; k++)
        st = gla_array_view(y->v[k], y->v[k]->ndim, y->v[k]->shape, y->v[k]->strides, 0, (gla_array **)&all->v[k]);
    if (st)
        gla_arrays_free(all);
    else
        *out = all;
    return st;
}

gla_status gla_tape_custom(int64_t key, const gla_arrays *y, const gla_arrays *x, gla_arrays **out)
{
    gla_node *node = NULL;
    const gla_passed in[] = {{.integer = key}, {.arrays = x}};
    for (int64_t k = 0; k < y->n; k++)
        if (gla_tape_knows(y->v[k]))
            return gla_fail(GLA_ARGUMENT_ERROR,
                            "custom_vjp: result %lld depends on a watched array that is not an argument; pass "
                            "the array as an argument",
                            (long long)k);
    gla_status st = gla_tape_begin(&node, &custom, in);
    if (st)
        return st;
    st = copy_all(y, out);
    return node ? gla_tape_end(node, st, (void *const[]){out}) : st;
}
