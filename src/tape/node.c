/* node.c - Records of calls: what a rule needs of the arguments before the call, and of the results after it. */
#include "tape/log.h"
#include "runtime/allocation.h"

#include <string.h>

/* ---- arguments ------------------------------------------------------------------------------------------------------- */

gla_status gla_visit_operands(const char *forms, const gla_passed *in, gla_operand_visitor *each, void *state)
{
    gla_status st = GLA_OK;
    for (int i = 0; forms[i] && !st; i++)
        switch (forms[i]) {
        case 'a':
        case 's':
        case 'o': st = each(state, i, in[i].object); break;
        case 'c': st = each(state, i, in[i].chosen ? in[i].chosen->array : NULL); break;
        case 'v': st = each(state, i, in[i].variable ? in[i].variable->array : NULL); break;
        case 'd': st = each(state, i, in[i].data ? in[i].data->array : NULL); break;
        case 'm':
            for (int64_t k = 0; in[i].sparses && k < in[i].sparses->n && !st; k++)
                st = each(state, i, in[i].sparses->v[k]);
            break;
        case 'l':
            for (int64_t k = 0; in[i].arrays && k < in[i].arrays->n && !st; k++)
                st = each(state, i, in[i].arrays->v[k]);
            break;
        case 'k':
            for (int k = 0; k < in[i].index->n && !st; k++)
                if (in[i].index->v[k].kind == GLA_INDEX_ARRAY)
                    st = each(state, i, in[i].index->v[k].array);
            break;
        default: break;
        }
    return st;
}

typedef struct look {
    gla_chronicle *log;
    int n;            /* operands */
    unsigned watched; /* arguments whose value is on the log */
} look;

static gla_status look_at(void *state, int argument, const void *object)
{
    look *l = state;
    l->n++;
    if (object && gla_chronicle_number(l->log, ((const gla_object *)object)->node) >= 0)
        l->watched |= 1u << argument;
    return GLA_OK;
}

typedef struct filling {
    gla_node *p;
    int n;
    unsigned watched;
} filling;

static gla_status describe(void *state, int argument, const void *object)
{
    filling *s = state;
    gla_node *p = s->p;
    gla_operand *q = &p->x[s->n++];
    char form = p->f->forms[argument];
    bool saved = form == 'k' || (form != 's' && p->f->saves && p->f->saves[argument] & s->watched);
    gla_status st = gla_operand_describe(p->log, q, object);
    return !st && saved ? gla_operand_save(p->log, q, object) : st;
}

/* ---- copies of arguments --------------------------------------------------------------------------------------------- */
static const void *copy_bytes(gla_chronicle *log, const void *from, size_t bytes, gla_status *st)
{
    void *to = from ? gla_chronicle_memory(log, bytes) : NULL;
    if (from && !to)
        *st = GLA_OUT_OF_MEMORY_ERROR;
    return to ? memcpy(to, from, bytes) : NULL;
}

static const gla_index *copy_index(gla_chronicle *log, const gla_index *from, gla_status *st)
{
    return copy_bytes(log, from, offsetof(gla_index, v) + (size_t)from->n * sizeof *from->v, st);
}

static const gla_arrays *copy_list(gla_chronicle *log, const gla_arrays *from, gla_status *st)
{
    gla_arrays *list = (gla_arrays *)copy_bytes(log, from, sizeof *from, st);
    if (!list)
        return NULL;
    list->v = (const gla_array **)copy_bytes(log, from->v, (size_t)from->n * sizeof *from->v, st);
    list->lengths = (int64_t *)copy_bytes(log, from->lists ? from->lengths : NULL, (size_t)from->lists * sizeof *from->lengths,
                                          st);
    return list;
}

void gla_node_refresh(gla_node *p)
{
    const gla_operand *x = p->x;
    for (int i = 0; p->f->forms[i]; i++) {
        gla_arrays *list = p->f->forms[i] == 'l' ? (gla_arrays *)p->in[i].arrays : NULL;
        gla_index *key = p->f->forms[i] == 'k' ? (gla_index *)p->in[i].index : NULL;
        switch (p->f->forms[i]) {
        case 'a':
        case 'o': p->in[i].object = (x++)->held; break;
        case 's':
        case 'c':
        case 'v':
        case 'd': x++; break;
        case 'l':
            for (int64_t k = 0; list && k < list->n; k++)
                list->v[k] = gla_operand_array(x++);
            break;
        case 'k':
            for (int k = 0; key && k < key->n; k++)
                if (key->v[k].kind == GLA_INDEX_ARRAY)
                    key->v[k].array = gla_operand_array(x++);
            break;
        default: break; /* objects of a list are the last operands */
        }
    }
}

static gla_status copy_arguments(gla_node *p, const gla_passed *in)
{
    gla_status st = GLA_OK;
    for (int i = 0; p->f->forms[i] && !st; i++)
        switch (p->f->forms[i]) {
        case 'c':
        case 'v':
        case 'd':
        case 'm': break; /* rules read the operands */
        case 'l': p->in[i].arrays = copy_list(p->log, in[i].arrays, &st); break;
        case 'k': p->in[i].index = copy_index(p->log, in[i].index, &st); break;
        case 'n': p->in[i].ints = copy_bytes(p->log, in[i].ints, sizeof *in[i].ints, &st); break;
        case 't': p->in[i].text = copy_bytes(p->log, in[i].text, in[i].text ? strlen(in[i].text) + 1 : 0, &st); break;
        default: p->in[i] = in[i]; /* the array that the call changes stays until the call has ended */
        }
    if (!st)
        gla_node_refresh(p);
    return st;
}

/* ---- before the call ------------------------------------------------------------------------------------------------- */
gla_status gla_node_make(gla_chronicle *log, const gla_derivative *f, const gla_passed *in, gla_node **node)
{
    look seen = {.log = log};
    gla_visit_operands(f->forms, in, look_at, &seen);
    gla_node *p = gla_chronicle_memory(log, sizeof *p);
    gla_operand *x = gla_chronicle_memory(log, (size_t)seen.n * sizeof *x);
    gla_passed *copy = gla_chronicle_memory(log, strlen(f->forms) * sizeof *copy);
    if (!p || !x || !copy)
        return GLA_OUT_OF_MEMORY_ERROR;
    *p = (gla_node){.f = f, .log = log, .n_in = seen.n, .x = x, .in = copy};
    filling s = {.p = p, .watched = seen.watched};
    gla_status st = gla_visit_operands(f->forms, in, describe, &s);
    if (!st)
        st = copy_arguments(p, in);
    if (st)
        gla_node_release(p);
    else
        *node = p;
    return st;
}

/* ---- after the call -------------------------------------------------------------------------------------------------- */
static int count_results(const gla_node *p, void *const *out)
{
    int n = gla_changed_argument(p->f) >= 0;
    for (int i = 0; p->f->results[i]; i++) {
        const gla_arrays *list = p->f->results[i] == 'l' ? *(gla_arrays *const *)out[i] : NULL;
        const gla_objects *objects = p->f->results[i] == 'O' ? *(gla_objects *const *)out[i] : NULL;
        bool is_single = p->f->results[i] == 'a' || p->f->results[i] == 'o';
        n += is_single ? 1 : list ? (int)list->n : objects ? (int)objects->n : 0;
    }
    return n;
}

/* Store the results in made. */
static void list_results(const gla_node *p, void *const *out, gla_object *target, gla_object **made)
{
    int n = 0;
    if (gla_changed_argument(p->f) >= 0)
        made[n++] = target;
    for (int i = 0; p->f->results[i]; i++) {
        if (p->f->results[i] == 'a' || p->f->results[i] == 'o')
            made[n++] = *(gla_object *const *)out[i];
        const gla_arrays *list = p->f->results[i] == 'l' ? *(gla_arrays *const *)out[i] : NULL;
        for (int64_t k = 0; list && k < list->n; k++)
            made[n++] = (gla_object *)list->v[k];
        const gla_objects *objects = p->f->results[i] == 'O' ? *(gla_objects *const *)out[i] : NULL;
        for (int64_t k = 0; objects && k < objects->n; k++)
            made[n++] = (gla_object *)objects->v[k];
    }
}

/* Return true if the call has returned an argument itself. (Memory that a result reuses has lost its id.) */
static bool is_argument(const gla_node *p, const gla_object *o)
{
    for (int i = 0; i < p->n_in; i++)
        if (p->x[i].id && p->x[i].id == o->node)
            return true;
    return false;
}

static bool has_value(const gla_node *p, const gla_object *o, bool is_target)
{
    return o && (is_target || !is_argument(p, o)) && (!gla_has_shape(o) || ((const gla_array *)o)->dtype >= GLA_FLOAT32);
}

static gla_status describe_results(gla_node *p, gla_object *const *made)
{
    gla_status st = GLA_OK;
    bool changes = gla_changed_argument(p->f) >= 0;
    for (int i = 0; i < p->n_out && !st; i++) {
        st = gla_operand_describe(p->log, &p->out[i], made[i]);
        if (!st && made[i] && !gla_has_shape(made[i]))
            p->out[i].dtype = GLA_FLOAT64;
        if (!st && !changes && p->f->saves_results >> (i < 31 ? i : 31) & 1)
            st = gla_operand_save(p->log, &p->out[i], made[i]);
    }
    if (!st && made[0] && gla_has_shape(made[0])) {
        const gla_array *a = (const gla_array *)made[0];
        const gla_operand *first = p->n_in ? &p->x[0] : NULL;
        p->is_whole = gla_is_whole(a);
        p->is_view = !changes && first && first->id && first->memory == a->buffer;
    }
    return st;
}

gla_status gla_node_complete(gla_node *p, void *const *out, gla_array **changed, uint64_t *before)
{
    gla_chronicle *log = p->log;
    p->n_out = count_results(p, out);
    gla_object **made = p->n_out ? gla_chronicle_memory(log, (size_t)p->n_out * sizeof *made) : NULL;
    p->out = made ? gla_chronicle_memory(log, (size_t)p->n_out * sizeof *p->out) : NULL;
    if (p->n_out && !p->out)
        return GLA_OUT_OF_MEMORY_ERROR;
    if (!p->n_out)
        return GLA_OK;
    int at = gla_changed_argument(p->f);
    gla_object *target = at >= 0 ? (gla_object *)p->in[at].target : NULL;
    if (target)
        p->in[at].target = NULL;
    list_results(p, out, target, made);
    bool some = false;
    for (int i = 0; i < p->n_out; i++)
        some = some || has_value(p, made[i], target && !i);
    *before = target ? p->x[gla_node_operand(p, at)].id : 0;
    gla_status st = some ? describe_results(p, made) : GLA_OK;
    if (!st && some)
        st = gla_chronicle_append(log, p);
    if (st || !some) {
        gla_node_release(p);
        return st;
    }
    for (int i = 0; i < p->n_out; i++)
        if (has_value(p, made[i], target && !i))
            made[i]->node = p->out[i].id;
    *changed = (gla_array *)target;
    return GLA_OK;
}
