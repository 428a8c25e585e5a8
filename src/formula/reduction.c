/* reduction.c - reductions that users write. */
#include "formula/fold.h"

struct gla_reducer {
    gla_fold fold;
};

const gla_class gla_reduction_class = {.name = "Reduction", .destroy = gla_fold_destroy};

gla_status gla_new_reduction(const char *inputs, const char *output, const char *map, const char *reduce, gla_reducer **f,
                             const char *post, const gla_array *identity, const char *name)
{
    *f = NULL;
    return gla_fold_new(&gla_reduction_class, false, inputs, output, map, reduce, post, identity, name, (gla_fold **)f);
}

/* Axes that are kept, then those that are reduced, each in their order; how many elements make one result. */
static int order_axes(const gla_fold_call *call, unsigned mask, int order[], int64_t *length)
{
    int n = 0, nkeep;
    *length = 1;
    for (int i = 0; i < call->ndim; i++)
        if (!(mask >> i & 1))
            order[n++] = i;
    nkeep = n;
    for (int i = 0; i < call->ndim; i++)
        if (mask >> i & 1) {
            order[n++] = i;
            *length *= call->shape[i];
        }
    return nkeep;
}

static gla_status run(gla_fold_call *call, const int order[], int nkeep, int64_t length, gla_array *out)
{
    const gla_fused_ops *ops = call->dev->backend->fused;
    gla_fold_operands operands;
    gla_fold_view(call, order, &operands);
    gla_status st = gla_fold_check_post(call, length);
    if (st)
        return st;
    void *state = gla_work_begin((double)out->size * (double)length * call->v->expr[0]->n);
    st = ops ? ops->reduce(call->dev, (const gla_expr *const *)call->v->expr, operands.in, nkeep, length, out)
             : gla_formula_reduce(call->f->map->op, call->dev, &call->f->variants, call->v, operands.in, nkeep, length, out);
    gla_work_end(state);
    return st;
}

gla_status gla_reduction_code(const gla_reducer *f, const gla_arrays *args, char **text)
{
    gla_fold_call call;
    gla_fold_operands operands;
    *text = NULL;
    gla_status st = gla_fold_begin(&f->fold, args, &call);
    if (!st) {
        gla_fold_view(&call, NULL, &operands);
        st = gla_formula_reduce_code(f->fold.map->op, (const gla_expr *const *)call.v->expr, operands.in, 0, text);
    }
    gla_fold_end(&call);
    return st;
}

gla_status gla_reduction_call(const gla_reducer *f, const gla_arrays *args, gla_array **out, const gla_ints *axis,
                              bool keepdims)
{
    gla_fold_call call;
    gla_array *made = NULL;
    unsigned mask = 0;
    int order[GLA_MAX_NDIM], n = 0;
    int64_t shape[GLA_MAX_NDIM], length = 1;
    *out = NULL;
    gla_status st = gla_fold_begin(&f->fold, args, &call);
    if (!st)
        st = gla_normalize_axes(f->fold.map->op, call.ndim, axis, &mask);
    for (int i = 0; i < call.ndim && !st; i++)
        if (keepdims || !(mask >> i & 1))
            shape[n++] = mask >> i & 1 ? 1 : call.shape[i];
    int nkeep = st ? 0 : order_axes(&call, mask, order, &length);
    if (!st)
        st = gla_array_new(f->fold.map->op, call.dev, call.result, n, shape, &made);
    if (!st && length == 0)
        st = gla_fold_fill(&f->fold, made);
    else if (!st && made->size) {
        gla_array *kept = NULL; /* the result with the axes that are kept */
        for (int i = 0; i < nkeep; i++)
            shape[i] = call.shape[order[i]];
        int64_t strides[GLA_MAX_NDIM], step = 1;
        for (int i = nkeep; i-- > 0; step *= shape[i])
            strides[i] = step;
        st = gla_array_view(made, nkeep, shape, strides, 0, &kept);
        if (!st)
            st = run(&call, order, nkeep, length, kept);
        gla_unref(kept);
    }
    gla_fold_end(&call);
    if (st)
        gla_unref(made);
    else
        *out = made;
    return st;
}
