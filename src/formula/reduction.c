/* reduction.c - User-defined reductions. */
#include "formula/fold.h"
#include "contract/fused.h"
#include "runtime/interrupt.h"

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

/* List the kept axes, then the reduced axes, each group in order. *length is the number of elements per result. */
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

/* Reduce into out, a view of the result with the kept axes only. */
static void run(gla_fold_call *call, const int order[], int nkeep, int64_t length, gla_array *out)
{
    const gla_fused_ops *ops = call->dev->backend->fused;
    gla_fold_operands operands;
    gla_fold_view(call, order, &operands);
    gla_fold_check_post(call, length);
    if (call->s.status)
        return;
    void *state = gla_work_begin((double)out->size * (double)length * call->v->expr[0]->n);
    gla_s_check(&call->s, ops && ops->reduce ? ops->reduce(call->dev, gla_fold_exprs(call), operands.in, nkeep, length, out)
                                             : gla_fail_unsupported(call->s.op, call->dev));
    gla_work_end(state);
}

gla_status gla_reduction_code(const gla_reducer *f, const gla_arrays *args, char **text)
{
    gla_fold_call call;
    gla_fold_operands operands;
    *text = NULL;
    gla_fold_begin(&call, &f->fold, args);
    if (!call.s.status) {
        gla_fold_view(&call, NULL, &operands);
        gla_fold_code(&call, GLA_FOLD_REDUCE, operands.in, 0, text);
    }
    return gla_scope_end(&call.s);
}

gla_status gla_reduction_call(const gla_reducer *f, const gla_arrays *args, gla_array **out, const gla_ints *axis,
                              bool keepdims)
{
    gla_fold_call call;
    gla_scope *s = &call.s;
    unsigned mask = 0;
    int order[GLA_MAX_NDIM], n = 0;
    int64_t shape[GLA_MAX_NDIM], length = 1;
    gla_fold_begin(&call, &f->fold, args);
    if (!s->status)
        gla_s_check(s, gla_normalize_axes(s->op, call.ndim, axis, &mask));
    for (int i = 0; i < call.ndim; i++)
        if (keepdims || !(mask >> i & 1))
            shape[n++] = mask >> i & 1 ? 1 : call.shape[i];
    int nkeep = order_axes(&call, mask, order, &length);
    gla_array *made = gla_s_new(s, call.dev, call.result, n, shape);
    if (made && length == 0) {
        gla_fold_fill(&call, made);
    } else if (made && made->size) {
        int64_t strides[GLA_MAX_NDIM], step = 1;
        for (int i = nkeep; i-- > 0; step *= shape[i]) {
            shape[i] = call.shape[order[i]];
            strides[i] = step;
        }
        gla_array *kept = gla_s_view(s, made, nkeep, shape, strides, 0);
        if (kept)
            run(&call, order, nkeep, length, kept);
    }
    return gla_scope_return(s, made, out);
}
