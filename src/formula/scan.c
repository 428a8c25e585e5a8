/* scan.c - running reductions that users write. */
#include "formula/fold.h"

struct gla_scanner {
    gla_fold fold;
};

const gla_class gla_scan_class = {.name = "Scan", .destroy = gla_fold_destroy};

gla_status gla_new_scan(const char *inputs, const char *output, const char *map, const char *reduce, gla_scanner **f,
                        const char *post, const gla_array *identity, const char *name)
{
    *f = NULL;
    return gla_fold_new(&gla_scan_class, true, inputs, output, map, reduce, post, identity, name, (gla_fold **)f);
}

/* The axis last, of operands and result. */
static gla_status run(gla_fold_call *call, int axis, bool exclusive, gla_array *out)
{
    const gla_fused_ops *ops = call->dev->backend->fused;
    gla_fold_operands operands;
    int order[GLA_MAX_NDIM], n = 0;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    gla_array *turned = NULL;
    for (int i = 0; i < call->ndim; i++)
        if (i != axis)
            order[n++] = i;
    order[n] = axis;
    gla_fold_view(call, order, &operands);
    for (int i = 0; i < call->ndim; i++) {
        shape[i] = call->shape[order[i]];
        strides[i] = out->strides[order[i]];
    }
    gla_status st = gla_fold_check_post(call, out->shape[axis]);
    if (!st)
        st = gla_array_view(out, call->ndim, shape, strides, 0, &turned);
    if (st)
        return st;
    gla_constant before = gla_fold_identity(call);
    const gla_constant *first = exclusive ? &before : NULL;
    void *state = gla_work_begin((double)out->size * call->v->expr[0]->n);
    st = ops ? ops->scan(call->dev, (const gla_expr *const *)call->v->expr, operands.in, first, turned)
             : gla_formula_scan(call->f->map->op, call->dev, &call->f->variants, call->v, operands.in, first, turned);
    gla_work_end(state);
    gla_unref(turned);
    return st;
}

gla_status gla_scan_code(const gla_scanner *f, const gla_arrays *args, char **text, bool exclusive)
{
    gla_fold_call call;
    gla_fold_operands operands;
    *text = NULL;
    gla_status st = gla_fold_begin(&f->fold, args, &call);
    if (!st && call.ndim == 0)
        st = gla_fail(GLA_INDEX_ERROR, "%s: there is no axis to go along", f->fold.map->op);
    if (!st) {
        gla_fold_view(&call, NULL, &operands);
        st = gla_formula_scan_code(f->fold.map->op, (const gla_expr *const *)call.v->expr, operands.in, call.ndim - 1,
                                   exclusive, text);
    }
    gla_fold_end(&call);
    return st;
}

gla_status gla_scan_call(const gla_scanner *f, const gla_arrays *args, gla_array **out, int axis, bool exclusive)
{
    gla_fold_call call;
    gla_array *made = NULL;
    int place = 0;
    *out = NULL;
    if (exclusive && !f->fold.has_identity)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: an exclusive scan begins with the identity; give one to new_scan",
                        f->fold.map->op);
    gla_status st = gla_fold_begin(&f->fold, args, &call);
    if (!st)
        st = gla_normalize_axis(f->fold.map->op, call.ndim, axis, &place);
    if (!st)
        st = gla_array_new(f->fold.map->op, call.dev, call.result, call.ndim, call.shape, &made);
    if (!st && made->size)
        st = run(&call, place, exclusive, made);
    gla_fold_end(&call);
    if (st)
        gla_unref(made);
    else
        *out = made;
    return st;
}
