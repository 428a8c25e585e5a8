/* elementwise_scan.c - Apply a user-defined elementwise function step by step, for example to simulate the state of a model. */
#include "core/scope.h"
#include "elementwise/map.h"
#include "formula/elementwise.h"
#include "formula/rounds.h"
#include "contract/fused.h"
#include "runtime/interrupt.h"

#include <string.h>

/* State of one call. The arguments are the elements of the state, followed by the other arguments. While results are computed
 * the first axis of the other arguments is the step. */
typedef struct path {
    gla_scope s;
    const gla_elementwise *f;
    gla_variant *v;
    gla_device *dev;
    int n, states;
    int axis, ndim;
    int64_t steps;
    int64_t line[GLA_MAX_NDIM]; /* shape of one step */
    const gla_array *given[GLA_MAX_INPUTS];
    gla_array *placed[GLA_MAX_INPUTS], *first[GLA_MAX_INPUTS]; /* arguments as given; arguments of the first step */
    int64_t way[GLA_MAX_INPUTS];                               /* offset in elements to the next step */
    gla_array *out[GLA_MAX_OUTPUTS];
} path;

static void take_arguments(path *p, const gla_arrays *init, const gla_arrays *args)
{
    gla_scope *s = &p->s;
    int wanted = p->f->formula->n_inputs;
    if (init->n < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: init is empty; give the state before the first step", s->op);
    else if (init->n + args->n != wanted)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: expected %d arguments, but got %lld for the state and %lld others", s->op,
                   wanted, (long long)init->n, (long long)args->n);
    if (s->status)
        return;
    p->n = wanted;
    p->states = (int)init->n;
    for (int i = 0; i < p->n; i++)
        p->given[i] = i < p->states ? init->v[i] : args->v[i - p->states];
    gla_s_place(s, p->n, p->given, true, &p->dev, p->placed);
}

/* Return a length of the arguments' common shape, padded to all dimensions. */
static int64_t length_of(int ndim, const int64_t *shape, int all, int d)
{
    return d < all - ndim ? 1 : shape[d - (all - ndim)];
}

static void find_shape(path *p, int axis, gla_axis length)
{
    gla_scope *s = &p->s;
    int over = 0, lines = 0, others = p->n - p->states;
    int64_t shape[GLA_MAX_NDIM], line[GLA_MAX_NDIM];
    bool counted = false;
    if (s->status || gla_s_check(s, gla_common_shape(s->op, p->states, p->given, &lines, line)) ||
        gla_s_check(s, gla_common_shape(s->op, others, p->given + p->states, &over, shape)))
        return;
    p->ndim = over > lines ? over : lines + 1;
    if (p->ndim > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %d dimensions are needed, but an array has at most %d", s->op, p->ndim,
                   GLA_MAX_NDIM);
    if (!s->status)
        gla_s_check(s, gla_normalize_axis(s->op, p->ndim, axis, &p->axis));
    for (int d = 0, at = 0; d < p->ndim && !s->status; d++) {
        int64_t here = length_of(over, shape, p->ndim, d);
        if (d == p->axis) {
            p->steps = here;
            counted = d >= p->ndim - over;
            continue;
        }
        int64_t state = length_of(lines, line, p->ndim - 1, at);
        if (state != here && state != 1 && here != 1)
            gla_s_fail(s, GLA_SHAPE_ERROR,
                       "%s: the state has length %lld along dimension %d, but the arguments have length %lld", s->op,
                       (long long)state, at, (long long)here);
        p->line[at++] = here == 1 ? state : here;
    }
    if (s->status)
        return;
    if (length == GLA_NO_AXIS && !counted)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the number of steps is unknown; give length", s->op);
    else if (length != GLA_NO_AXIS && length < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: length is %lld, but it must not be negative", s->op, (long long)length);
    else if (length != GLA_NO_AXIS && p->steps != 1 && p->steps != length)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: length is %lld, but the arguments have %lld steps", s->op, (long long)length,
                   (long long)p->steps);
    else if (length != GLA_NO_AXIS)
        p->steps = length;
}

/* Create a view of an argument in the first step, and compute the offset to the next step. Scalars are kept unchanged, so that
 * they can bound loops. */
static void find_first(path *p, int i)
{
    const gla_array *x = p->placed[i];
    int64_t strides[GLA_MAX_NDIM];
    int skip = p->ndim - x->ndim, at = 0;
    p->first[i] = p->placed[i];
    if (i < p->states || x->ndim == 0)
        return;
    for (int d = 0; d < p->ndim; d++) {
        int64_t stride = d < skip || x->shape[d - skip] == 1 ? 0 : x->strides[d - skip];
        if (d == p->axis)
            p->way[i] = stride;
        else
            strides[at++] = stride;
    }
    p->first[i] = gla_s_view(&p->s, x, p->ndim - 1, p->line, strides, 0);
}

/* Find one dtype for the state in all steps: the promoted dtype of the given state and the outputs. */
static void find_state_types(path *p)
{
    gla_scope *s = &p->s;
    for (int round = 0;; round++) {
        bool settled = true;
        gla_arrays all = {.n = p->n, .v = (const gla_array **)p->first};
        if (s->status || gla_s_check(s, gla_elementwise_variant(p->f, &all, &p->v)))
            return;
        const gla_expr *e = p->v->expr[0];
        if (e->n_outputs < p->states)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the state has length %d, but the number of outputs is only %d", s->op,
                       p->states, e->n_outputs);
        for (int k = 0; k < p->states && !s->status; k++) {
            const gla_array *x = p->first[k];
            gla_dtype made = e->values[e->outputs[k]].dtype;
            bool weak = x->flags & GLA_WEAK;
            gla_dtype both = weak ? gla_promote_weak(made, x->dtype) : gla_promote(made, x->dtype);
            if (both == x->dtype && both == made && !weak && round)
                continue;
            if (round == 3)
                gla_s_fail(s, GLA_DTYPE_ERROR,
                           "%s: element %d of the state is %s before a step and %s after the step; convert it in the formula",
                           s->op, k, gla_dtype_name(x->dtype), gla_dtype_name(made));
            gla_array *state = gla_s_new(s, p->dev, both, p->ndim - 1, p->line);
            if (state)
                gla_s_assign(s, state, x);
            p->first[k] = state;
            settled = false;
        }
        if (settled || s->status)
            return;
    }
}

/* Views of one step: arguments and outputs. */
typedef struct handles {
    gla_stack_view in[GLA_MAX_INPUTS], out[GLA_MAX_OUTPUTS], fit[GLA_MAX_INPUTS];
} handles;

static void take_steps(path *p)
{
    gla_scope *s = &p->s;
    const gla_expr *e = p->v->expr[0];
    const gla_fused_ops *ops = p->dev->backend->fused;
    const gla_array *in[GLA_MAX_INPUTS], *bounds[GLA_MAX_INPUTS]; /* scalars that bound loops are not broadcast */
    gla_array *out[GLA_MAX_OUTPUTS] = {NULL};
    int64_t size = p->out[0]->size / p->steps;
    handles *h = gla_s_memory(s, 1, sizeof *h);
    if (!h || !ops || !ops->map) {
        gla_s_check(s, h ? gla_fail_unsupported(s->op, p->dev) : s->status);
        return;
    }
    for (int k = 0; k < e->n_outputs; k++)
        out[k] = (gla_array *)gla_view_on_stack(&h->out[k], p->out[k], p->ndim - 1, p->line, p->out[k]->strides + 1);
    for (int i = 0; i < p->n; i++) {
        const gla_array *x = gla_view_on_stack(&h->in[i], p->first[i], p->first[i]->ndim, p->first[i]->shape,
                                               p->first[i]->strides);
        in[i] = gla_same_shape(x, out[0]) ? x : gla_broadcast_on_stack(&h->fit[i], x, out[0]);
    }
    void *state = gla_work_begin((double)p->out[0]->size * e->n);
    for (int64_t t = 0; t < p->steps && !s->status; t++) {
        for (int i = 0; i < p->n; i++)
            bounds[i] = i >= p->states && p->first[i]->ndim == 0 ? p->first[i] : in[i];
        if (!p->dev->is_host)
            gla_s_check(s, gla_rounds_check(p->v->rounds[0], bounds));
        if (!s->status)
            gla_s_check(s, ops->map(p->dev, e, in, out));
        if (t % 64 == 63 && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted in step %lld", s->op, (long long)t);
        for (int i = 0; i < p->n; i++) {
            if (i < p->states && t == 0)
                in[i] = gla_view_on_stack(&h->in[i], p->out[i], p->ndim - 1, p->line, p->out[i]->strides + 1);
            else
                ((gla_array *)in[i])->offset += i < p->states ? size : p->way[i];
        }
        for (int k = 0; k < e->n_outputs; k++)
            out[k]->offset += size;
    }
    gla_work_end(state);
}

/* Create a view of a result in which the steps are along the requested axis. */
static gla_array *turn(path *p, const gla_array *out)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    for (int d = 0, at = 1; d < p->ndim; d++) {
        int from = d == p->axis ? 0 : at++;
        shape[d] = out->shape[from];
        strides[d] = out->strides[from];
    }
    return gla_s_view(&p->s, out, p->ndim, shape, strides, 0);
}

gla_status gla_elementwise_scan(const gla_elementwise *f, const gla_arrays *init, const gla_arrays *args, gla_arrays **paths,
                                int axis, gla_axis length)
{
    path p = {.f = f};
    gla_scope *s = &p.s;
    int64_t shape[GLA_MAX_NDIM];
    *paths = NULL;
    gla_scope_begin(s, f->formula->op);
    take_arguments(&p, init, args);
    find_shape(&p, axis, length);
    for (int i = 0; i < p.n && !s->status; i++)
        find_first(&p, i);
    if (!s->status)
        find_state_types(&p);
    int outputs = s->status ? 0 : p.v->expr[0]->n_outputs;
    shape[0] = p.steps;
    memcpy(shape + 1, p.line, sizeof shape - sizeof *shape);
    for (int k = 0; k < outputs && !s->status; k++) {
        const gla_expr *e = p.v->expr[0];
        p.out[k] = gla_s_new(s, p.dev, e->values[e->outputs[k]].dtype, p.ndim, shape);
    }
    if (!s->status && p.out[0]->size)
        take_steps(&p);
    for (int k = 0; k < outputs && !s->status; k++)
        p.out[k] = turn(&p, p.out[k]);
    gla_scope_give_all(s, outputs, p.out, paths);
    if (*paths)
        (*paths)->single = outputs == 1;
    return gla_scope_end(s);
}
