/* back.c - Gradients: go through the log backwards, and call the rule of every call between the variables and the results. */
#undef GLA_INSIDE /* sums of cotangents are recorded by outer tapes */
#include "gpulinalg.h"
#include "entries.h"
#include "tape/rule.h"
#include "runtime/allocation.h"

#include <string.h>

/* A way back in progress. It stops at calls with a rule of the script (custom_vjp), which the script then applies. */
typedef struct gla_backward {
    gla_object object;
    gla_tape *tape;
    gla_chronicle *log;
    int64_t end;       /* values from here on have been passed */
    gla_node *waiting; /* the call whose cotangents the script computes */
    int64_t n_targets;
    uint64_t *target;       /* ids of the requested arrays */
    gla_array **like;       /* and they themselves */
    int64_t base, n;        /* the values base ... base + n - 1 */
    bool *active;           /* values that depend on a requested one */
    gla_array **cell;       /* their cotangents */
    bool *wanted;           /* requested values, whose cotangents are kept */
    bool frees;             /* nodes are released on the way */
    int most;               /* largest number of operands of a node */
    gla_array **d, ***into; /* room for the operands of one node */
    bool *needed;
} gla_backward;

typedef gla_backward way;

static int64_t cell_of(const way *w, uint64_t id)
{
    int64_t number = gla_chronicle_number(w->log, id) - w->base;
    return number >= 0 && number < w->n ? number : -1;
}

/* Add a cotangent to that of a value. A value may be known in another shape, as all of its memory (share.c). */
static gla_status accumulate(way *w, int64_t at, gla_array *g)
{
    const gla_node *maker = w->log->maker[w->base + at];
    const gla_operand *like = &maker->out[w->base + at - maker->first];
    gla_array **cell = &w->cell[at], *shaped = NULL, *sum = NULL;
    gla_status st = GLA_OK;
    bool same = g->ndim == like->ndim && memcmp(g->shape, like->shape, (size_t)g->ndim * sizeof *g->shape) == 0;
    if (like->shape && !same) {
        gla_ints shape = {.n = like->ndim};
        memcpy(shape.v, like->shape, (size_t)shape.n * sizeof *shape.v);
        st = gla_reshape(g, &shape, &shaped, GLA_MAYBE, "C");
    } else {
        shaped = gla_ref(g);
    }
    if (st || !*cell) {
        *cell = st ? NULL : shaped;
        return st;
    }
    st = gla_add(*cell, shaped, &sum);
    gla_unref(shaped);
    if (st)
        return st;
    gla_unref(*cell);
    *cell = sum;
    return GLA_OK;
}

/* Mark the values that depend on a requested value. */
static void find_active(way *w)
{
    for (int64_t at = 0; at < w->n;) {
        const gla_node *p = w->log->maker[w->base + at];
        bool active = false;
        for (int i = 0; i < p->n_in && !active; i++) {
            int64_t from = p->x[i].id ? cell_of(w, p->x[i].id) : -1;
            active = from >= 0 && w->active[from];
        }
        for (int k = 0; k < p->n_out; k++)
            w->active[at + k] = w->wanted[at + k] || active;
        at += p->n_out;
        w->most = p->n_in > w->most ? p->n_in : w->most;
    }
}

/* ---- one node -------------------------------------------------------------------------------------------------------- */
/* While a rule runs, saved arrays have the ids that they had when they were saved. */
static void exchange_ids(const gla_node *p)
{
    for (int i = 0; i < p->n_in + p->n_out; i++) {
        gla_operand *q = i < p->n_in ? &p->x[i] : &p->out[i - p->n_in];
        if (q->held) {
            uint64_t id = q->held->node;
            q->held->node = q->id;
            q->id = id;
        }
    }
}

static gla_vjp_rule *rule_of(const gla_derivative *f)
{
    return f->rule == GLA_LENS_GATHER    ? gla_vjp_lens_gather
           : f->rule == GLA_LENS_SCATTER ? gla_vjp_lens_scatter
                                         : gla_vjp_rules[f->rule];
}

static gla_status inner_gradient(const gla_tape *t, const gla_arrays *y, const gla_arrays *x, gla_arrays **gradients,
                                 const gla_arrays *seeds)
{
    gla_backward *w = NULL;
    gla_status st = gla_do_tape_backward(t, y, x, &w, seeds);
    if (!st)
        st = gla_do_backward_result(w, gradients);
    gla_object_unref(w);
    return st;
}

static gla_status call_rule(way *w, gla_node *p, gla_array **g)
{
    gla_vjp v = {.node = p, .g = g, .d = w->d, .wanted = w->needed, .into = w->into, .gradient = inner_gradient};
    int64_t to[64], *targets = p->n_in <= 64 ? to : gla_malloc((size_t)p->n_in * sizeof *targets);
    if (!targets)
        return gla_fail_memory("gradient", (size_t)p->n_in * sizeof *targets);
    for (int i = 0; i < p->n_in; i++) {
        targets[i] = p->x[i].id ? cell_of(w, p->x[i].id) : -1;
        w->needed[i] = targets[i] >= 0 && w->active[targets[i]];
        w->into[i] = w->needed[i] ? &w->cell[targets[i]] : NULL;
        w->d[i] = NULL;
    }
    gla_scope_begin(&v.s, "gradient");
    gla_node_refresh(p);
    exchange_ids(p);
    rule_of(p->f)(&v);
    exchange_ids(p);
    gla_status st = v.s.status;
    for (int i = 0; i < p->n_in && !st; i++)
        if (w->needed[i] && w->d[i])
            st = accumulate(w, targets[i], w->d[i]);
    if (targets != to)
        gla_free(targets);
    gla_status end = gla_scope_end(&v.s);
    return st ? st : end;
}

static bool is_needed(const way *w, const gla_node *p)
{
    for (int i = 0; i < p->n_in; i++) {
        int64_t from = p->x[i].id ? cell_of(w, p->x[i].id) : -1;
        if (from >= 0 && w->active[from])
            return true;
    }
    return false;
}

static gla_status go_back(way *w, gla_node *p, int64_t at)
{
    if (!is_needed(w, p))
        return GLA_OK;
    switch (p->f->kind) {
    case GLA_VJP_VARIABLE: return accumulate(w, cell_of(w, p->x[0].id), w->cell[at]);
    case GLA_VJP_NONE:
        return gla_fail(GLA_ARGUMENT_ERROR, "gradient: %s has no derivative%s%s", p->f->name, p->f->reason ? "; " : "",
                        p->f->reason ? p->f->reason : "; use stop_gradient if it is a constant");
    case GLA_VJP_CUSTOM: w->waiting = p; return GLA_OK;
    case GLA_VJP_RULE: break;
    default: return GLA_OK;
    }
    if (p->is_released)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "gradient: the records of the tape have been used; make the tape persistent to use them again");
    return call_rule(w, p, &w->cell[at]);
}

/* Release cotangents that have been passed on. */
static void leave_node(way *w, gla_node *p)
{
    int64_t at = p->first - w->base;
    for (int k = 0; k < p->n_out; k++)
        if (w->cell[at + k] && !w->wanted[at + k]) {
            gla_unref(w->cell[at + k]);
            w->cell[at + k] = NULL;
        }
    if (w->frees)
        gla_node_release(p);
    w->end = at;
}

/* Go back to the next call with a rule of the script, or to the end. */
static gla_status advance(way *w)
{
    gla_status st = GLA_OK;
    while (w->end > 0 && !st && !w->waiting) {
        gla_node *p = w->log->maker[w->base + w->end - 1]; /* the log may move while rules are recorded */
        int64_t at = p->first - w->base;
        bool some = false;
        for (int k = 0; k < p->n_out; k++)
            some = some || (w->cell[at + k] && w->active[at + k]);
        if (some)
            st = go_back(w, p, at);
        if (!w->waiting)
            leave_node(w, p);
    }
    return st;
}

/* ---- start ----------------------------------------------------------------------------------------------------------- */
static gla_status seed(way *w, const gla_array *y, const gla_array *given)
{
    int64_t at = cell_of(w, y->object.node);
    gla_array *g = NULL;
    if (at < 0)
        return GLA_OK;
    if (given && !gla_same_shape(given, y)) {
        char a[GLA_SHAPE_TEXT], b[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "gradient: the seed has shape %s, but y has shape %s",
                        gla_shape_text(given->ndim, given->shape, a, sizeof a), gla_shape_text(y->ndim, y->shape, b, sizeof b));
    }
    gla_status st = given ? gla_asarray(given, &g, y->dtype, NULL, GLA_MAYBE) : gla_ones_like(y, &g, GLA_NO_DTYPE, NULL);
    if (!st)
        st = accumulate(w, at, g);
    gla_unref(g);
    return st;
}

/* The range of the log between the first requested value and the last result is what the way back visits. */
static void find_range(way *w, const gla_arrays *y)
{
    int64_t first = INT64_MAX, last = -1;
    for (int64_t k = 0; k < w->n_targets; k++) {
        int64_t number = gla_chronicle_number(w->log, w->target[k]);
        first = number >= 0 && number < first ? number : first;
    }
    for (int64_t k = 0; k < y->n; k++) {
        int64_t number = gla_chronicle_number(w->log, y->v[k]->object.node);
        last = number > last ? number : last;
    }
    if (last < 0 || first > last)
        return;
    const gla_node *p = w->log->maker[first], *q = w->log->maker[last];
    w->base = p->first;
    w->n = w->end = q->first + q->n_out - w->base;
}

static gla_status make_room(way *w)
{
    size_t n = (size_t)w->n + 1;
    w->active = gla_calloc(n, sizeof *w->active);
    w->wanted = gla_calloc(n, sizeof *w->wanted);
    w->cell = gla_calloc(n, sizeof *w->cell);
    return w->active && w->wanted && w->cell ? GLA_OK : gla_fail_memory("gradient", n * sizeof *w->cell);
}

static gla_status make_room_for_operands(way *w)
{
    size_t n = (size_t)w->most + 1;
    w->d = gla_calloc(n, sizeof *w->d);
    w->into = gla_calloc(n, sizeof *w->into);
    w->needed = gla_calloc(n, sizeof *w->needed);
    return w->d && w->into && w->needed ? GLA_OK : gla_fail_memory("gradient", n * sizeof *w->d);
}

static gla_status remember_targets(way *w, const gla_arrays *x)
{
    w->target = gla_calloc((size_t)x->n + 1, sizeof *w->target);
    w->like = gla_calloc((size_t)x->n + 1, sizeof *w->like);
    if (!w->target || !w->like)
        return gla_fail_memory("gradient", (size_t)x->n * sizeof *w->like);
    for (; w->n_targets < x->n; w->n_targets++) {
        w->target[w->n_targets] = x->v[w->n_targets]->object.node;
        w->like[w->n_targets] = gla_ref(x->v[w->n_targets]);
    }
    return GLA_OK;
}

static gla_status start(way *w, const gla_arrays *y, const gla_arrays *seeds, const gla_arrays *x)
{
    gla_status st = remember_targets(w, x);
    if (st)
        return st;
    find_range(w, y);
    st = make_room(w);
    for (int64_t k = 0; k < x->n && !st; k++) {
        int64_t at = cell_of(w, w->target[k]);
        if (at >= 0)
            w->wanted[at] = true;
    }
    if (st)
        return st;
    find_active(w);
    st = make_room_for_operands(w);
    for (int64_t k = 0; k < y->n && !st; k++)
        st = seed(w, y->v[k], seeds ? seeds->v[k] : NULL);
    return st;
}

/* ---- the object ------------------------------------------------------------------------------------------------------ */
static void destroy(void *object)
{
    way *w = object;
    for (int64_t i = 0; w->cell && i < w->n; i++)
        gla_unref(w->cell[i]);
    for (int64_t k = 0; k < w->n_targets; k++)
        gla_unref(w->like[k]);
    gla_free(w->target);
    gla_free(w->like);
    gla_free(w->active);
    gla_free(w->wanted);
    gla_free(w->cell);
    gla_free(w->d);
    gla_free(w->into);
    gla_free(w->needed);
    gla_object_unref(w->tape);
    gla_free(w);
}

const gla_class gla_backward_class = {.name = "Backward", .destroy = destroy};

gla_status gla_do_tape_backward(const gla_tape *tape, const gla_arrays *y, const gla_arrays *x, gla_backward **out,
                                const gla_arrays *seeds)
{
    gla_tape *t = (gla_tape *)tape;
    if (seeds && !seeds->n) /* not given */
        seeds = NULL;
    gla_status st = gla_tape_check_gradient(t, y, seeds, x);
    way *w = st ? NULL : gla_object_new("gradient", &gla_backward_class, NULL, sizeof *w);
    if (st || !w)
        return st ? st : GLA_OUT_OF_MEMORY_ERROR;
    w->tape = gla_object_ref(t);
    w->log = t->log;
    w->frees = !t->is_persistent && !t->is_open && t->log->tapes == 1;
    t->is_used = true;
    gla_chronicle_enter(w->log);
    st = start(w, y, seeds, x);
    if (!st)
        st = advance(w);
    gla_chronicle_leave(w->log);
    if (st)
        gla_object_drop(&w->object);
    else
        *out = w;
    return st;
}

gla_status gla_do_backward_waits(const gla_backward *w, int64_t *key)
{
    *key = w->waiting ? w->waiting->in[0].integer : -1;
    return GLA_OK;
}

static gla_status new_list(int64_t n, gla_arrays **list)
{
    gla_arrays *all = gla_calloc(1, sizeof *all + (size_t)n * sizeof *all->v);
    if (!all)
        return gla_fail_memory("gradient", (size_t)n * sizeof *all->v);
    *all = (gla_arrays){.n = n, .v = (const gla_array **)(all + 1)};
    *list = all;
    return GLA_OK;
}

static gla_status zeros(const gla_operand *like, gla_array **out)
{
    gla_ints shape = {.n = like->ndim};
    memcpy(shape.v, like->shape, (size_t)shape.n * sizeof *shape.v);
    return gla_zeros(&shape, out, like->dtype, like->dev->name);
}

gla_status gla_do_backward_cotangents(const gla_backward *w, gla_arrays **out)
{
    gla_arrays *all = NULL;
    gla_status st = w->waiting ? new_list(w->waiting->n_out, &all)
                               : gla_fail(GLA_ARGUMENT_ERROR, "cotangents: no call waits for a rule of the script");
    for (int k = 0; !st && k < w->waiting->n_out; k++) {
        gla_array *g = w->cell[w->waiting->first - w->base + k];
        if (g)
            all->v[k] = gla_ref(g);
        else
            st = zeros(&w->waiting->out[k], (gla_array **)&all->v[k]);
    }
    if (st)
        gla_arrays_free(all);
    else
        *out = all;
    return st;
}

gla_status gla_do_backward_answer(const gla_backward *backward, const gla_arrays *cotangents)
{
    way *w = (way *)backward;
    gla_node *p = w->waiting;
    gla_status st = GLA_OK;
    if (!p)
        return gla_fail(GLA_ARGUMENT_ERROR, "answer: no call waits for a rule of the script");
    if (cotangents->n != p->n_in)
        return gla_fail(GLA_ARGUMENT_ERROR, "custom_vjp: the rule returned %lld arrays for %d arguments",
                        (long long)cotangents->n, p->n_in);
    gla_chronicle_enter(w->log);
    for (int i = 0; i < p->n_in && !st; i++) {
        int64_t at = p->x[i].id ? cell_of(w, p->x[i].id) : -1;
        const gla_array *d = cotangents->v[i];
        gla_array *kept = NULL;
        if (at < 0 || !w->active[at] || !d)
            continue;
        if (d->ndim != p->x[i].ndim || memcmp(d->shape, p->x[i].shape, (size_t)d->ndim * sizeof *d->shape) != 0) {
            char a[GLA_SHAPE_TEXT], b[GLA_SHAPE_TEXT];
            st = gla_fail(GLA_SHAPE_ERROR, "custom_vjp: the rule returned shape %s for argument %d of shape %s",
                          gla_shape_text(d->ndim, d->shape, a, sizeof a), i,
                          gla_shape_text(p->x[i].ndim, p->x[i].shape, b, sizeof b));
        }
        if (!st)
            st = gla_asarray(d, &kept, p->x[i].dtype, NULL, GLA_MAYBE);
        if (!st)
            st = accumulate(w, at, kept);
        gla_unref(kept);
    }
    w->waiting = NULL;
    leave_node(w, p);
    if (!st)
        st = advance(w);
    gla_chronicle_leave(w->log);
    return st;
}

gla_status gla_do_backward_result(const gla_backward *w, gla_arrays **out)
{
    gla_arrays *all = NULL;
    gla_status st = w->waiting ? gla_fail(GLA_ARGUMENT_ERROR, "gradient: a call waits for its rule; use answer")
                               : new_list(w->n_targets, &all);
    for (int64_t k = 0; !st && k < w->n_targets; k++) {
        int64_t at = cell_of(w, w->target[k]);
        if (at >= 0 && w->cell[at])
            all->v[k] = gla_ref(w->cell[at]);
        else if (gla_chronicle_number(w->log, w->target[k]) >= 0)
            st = gla_zeros_like(w->like[k], (gla_array **)&all->v[k], GLA_NO_DTYPE, NULL);
    }
    if (st)
        gla_arrays_free(all);
    else
        *out = all;
    return st;
}
