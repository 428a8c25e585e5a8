/* back.c - Gradients: go through the log backwards, and call the rule of every call between the variables and the results. */
#undef GLA_INSIDE /* sums of cotangents are recorded by outer tapes */
#include "gpulinalg.h"
#include "tape/rule.h"
#include "runtime/allocation.h"

#include <string.h>

typedef struct way {
    gla_chronicle *log;
    int64_t base, n;  /* the values base ... base + n - 1 */
    bool *active;     /* values that depend on a requested one */
    gla_array **cell; /* their cotangents */
    bool *wanted;     /* requested values, whose cotangents are kept */
    bool frees;       /* nodes are released on the way */
    int most;         /* largest number of operands of a node */
} way;

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

typedef struct room { /* for the operands of a node */
    gla_array **d, ***into;
    bool *wanted;
} room;

static gla_status call_rule(way *w, gla_node *p, gla_array **g, const room *r)
{
    gla_vjp v = {.node = p, .g = g, .d = r->d, .wanted = r->wanted, .into = r->into};
    int64_t to[64], *targets = p->n_in <= 64 ? to : gla_malloc((size_t)p->n_in * sizeof *targets);
    if (!targets)
        return GLA_OUT_OF_MEMORY_ERROR;
    for (int i = 0; i < p->n_in; i++) {
        targets[i] = p->x[i].id ? cell_of(w, p->x[i].id) : -1;
        r->wanted[i] = targets[i] >= 0 && w->active[targets[i]];
        r->into[i] = r->wanted[i] ? &w->cell[targets[i]] : NULL;
        r->d[i] = NULL;
    }
    gla_scope_begin(&v.s, "gradient");
    exchange_ids(p);
    p->f->rule(&v);
    exchange_ids(p);
    gla_status st = v.s.status;
    for (int i = 0; i < p->n_in && !st; i++)
        if (r->wanted[i] && r->d[i])
            st = accumulate(w, targets[i], r->d[i]);
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

static gla_status go_back(way *w, gla_node *p, int64_t at, const room *r)
{
    if (!is_needed(w, p))
        return GLA_OK;
    switch (p->f->kind) {
    case GLA_VJP_VARIABLE: return accumulate(w, cell_of(w, p->x[0].id), w->cell[at]);
    case GLA_VJP_NONE:
        return gla_fail(GLA_ARGUMENT_ERROR, "gradient: %s has no derivative%s%s", p->f->name, p->f->reason ? "; " : "",
                        p->f->reason ? p->f->reason : "; use stop_gradient if it is a constant");
    case GLA_VJP_RULE: break;
    default: return GLA_OK;
    }
    if (p->is_released)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "gradient: the records of the tape have been used; make the tape persistent to use them again");
    return call_rule(w, p, &w->cell[at], r);
}

static gla_status traverse(way *w, const room *r)
{
    gla_status st = GLA_OK;
    for (int64_t end = w->n; end > 0 && !st;) {
        gla_node *p = w->log->maker[w->base + end - 1]; /* the log may move while rules are recorded */
        int64_t at = p->first - w->base;
        bool some = false;
        for (int k = 0; k < p->n_out; k++)
            some = some || (w->cell[at + k] && w->active[at + k]);
        if (some)
            st = go_back(w, p, at, r);
        for (int k = 0; k < p->n_out; k++)
            if (w->cell[at + k] && !w->wanted[at + k]) {
                gla_unref(w->cell[at + k]);
                w->cell[at + k] = NULL;
            }
        if (w->frees)
            gla_node_release(p);
        end = at;
    }
    return st;
}

/* ---- the gradient ---------------------------------------------------------------------------------------------------- */
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

/* The log range between the first requested value and the last result is what the way back visits. */
static void find_range(way *w, const gla_arrays *y, const gla_arrays *x)
{
    int64_t first = INT64_MAX, last = -1;
    for (int64_t k = 0; k < x->n; k++) {
        int64_t number = gla_chronicle_number(w->log, x->v[k]->object.node);
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
    w->n = q->first + q->n_out - w->base;
}

static gla_status compute(way *w, const gla_arrays *y, const gla_arrays *seeds, const gla_arrays *x)
{
    for (int64_t k = 0; k < x->n; k++) {
        int64_t at = cell_of(w, x->v[k]->object.node);
        if (at >= 0)
            w->wanted[at] = true;
    }
    find_active(w);
    gla_status st = GLA_OK;
    for (int64_t k = 0; k < y->n && !st; k++)
        st = seed(w, y->v[k], seeds ? seeds->v[k] : NULL);
    size_t most = (size_t)w->most + 1;
    room r = {gla_calloc(most, sizeof *r.d), gla_calloc(most, sizeof *r.into), gla_calloc(most, sizeof *r.wanted)};
    if (!st && (!r.d || !r.into || !r.wanted))
        st = gla_fail_memory("gradient", most * sizeof *r.d);
    if (!st)
        st = traverse(w, &r);
    gla_free(r.d);
    gla_free(r.into);
    gla_free(r.wanted);
    return st;
}

gla_status gla_chronicle_gradient(gla_tape *t, const gla_arrays *y, const gla_arrays *seeds, const gla_arrays *x,
                                  const gla_array **gradients)
{
    way w = {.log = t->log, .frees = !t->is_persistent && !t->is_open && t->log->tapes == 1};
    gla_status st = GLA_OK;
    find_range(&w, y, x);
    w.active = gla_calloc((size_t)w.n + 1, sizeof *w.active);
    w.wanted = gla_calloc((size_t)w.n + 1, sizeof *w.wanted);
    w.cell = gla_calloc((size_t)w.n + 1, sizeof *w.cell);
    if (!w.active || !w.wanted || !w.cell)
        st = gla_fail_memory("gradient", (size_t)w.n * sizeof *w.cell);
    if (!st && w.n)
        st = compute(&w, y, seeds, x);
    for (int64_t k = 0; k < x->n && !st; k++) {
        uint64_t id = x->v[k]->object.node;
        int64_t at = cell_of(&w, id);
        if (at >= 0 && w.cell[at])
            gradients[k] = gla_ref(w.cell[at]);
        else if (gla_chronicle_number(w.log, id) >= 0)
            st = gla_zeros_like(x->v[k], (gla_array **)&gradients[k], GLA_NO_DTYPE, NULL);
    }
    for (int64_t i = 0; w.cell && i < w.n; i++)
        gla_unref(w.cell[i]);
    gla_free(w.active);
    gla_free(w.wanted);
    gla_free(w.cell);
    return st;
}
