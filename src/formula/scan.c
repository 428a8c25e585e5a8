/* scan.c - User-defined scans (running reductions). */
#include "formula/fold.h"
#include "contract/fused.h"
#include "runtime/interrupt.h"

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

/* Run the scan after moving the axis to the end, in operands and result. */
static void run(gla_fold_call *call, int axis, bool exclusive, gla_array *out)
{
    const gla_fused_ops *ops = call->dev->backend->fused;
    gla_fold_operands operands;
    int order[GLA_MAX_NDIM], n = 0;
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    for (int i = 0; i < call->ndim; i++)
        if (i != axis)
            order[n++] = i;
    order[n] = axis;
    gla_fold_view(call, order, &operands);
    for (int i = 0; i < call->ndim; i++) {
        shape[i] = call->shape[order[i]];
        strides[i] = out->strides[order[i]];
    }
    gla_fold_check_post(call, out->shape[axis]);
    gla_array *turned = gla_s_view(&call->s, out, call->ndim, shape, strides, 0);
    if (!turned)
        return;
    gla_constant before = gla_fold_identity(call);
    const gla_constant *first = exclusive ? &before : NULL;
    void *state = gla_work_begin((double)out->size * call->v->expr[0]->n);
    gla_s_check(&call->s, ops && ops->scan ? ops->scan(call->dev, gla_fold_exprs(call), operands.in, first, turned)
                                           : gla_fail_unsupported(call->s.op, call->dev));
    gla_work_end(state);
}

gla_status gla_scan_code(const gla_scanner *f, const gla_arrays *args, char **text, bool exclusive)
{
    gla_fold_call call;
    gla_fold_operands operands;
    gla_scope *s = &call.s;
    *text = NULL;
    gla_fold_begin(&call, &f->fold, args);
    if (call.ndim == 0)
        gla_s_fail(s, GLA_INDEX_ERROR, "%s: a 0-d argument has no axis to scan", s->op);
    if (!s->status) {
        gla_fold_view(&call, NULL, &operands);
        gla_fold_code(&call, exclusive ? GLA_FOLD_EXCLUSIVE_SCAN : GLA_FOLD_SCAN, operands.in, call.ndim - 1, text);
    }
    return gla_scope_end(s);
}

gla_status gla_scan_call(const gla_scanner *f, const gla_arrays *args, gla_array **out, int axis, bool exclusive)
{
    gla_fold_call call;
    gla_scope *s = &call.s;
    int place = 0;
    *out = NULL;
    if (exclusive && !f->fold.has_identity)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: an exclusive scan starts with the identity; pass one to new_scan",
                        f->fold.map->op);
    gla_fold_begin(&call, &f->fold, args);
    if (!s->status)
        gla_s_check(s, gla_normalize_axis(s->op, call.ndim, axis, &place));
    gla_array *made = gla_s_new(s, call.dev, call.result, call.ndim, call.shape);
    if (made && made->size)
        run(&call, place, exclusive, made);
    return gla_scope_return(s, made, out);
}
