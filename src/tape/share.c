/* share.c - Arrays that share memory, and memory that changes.
 *
 * Values on the log never change. Before a call changes memory, saved arrays in it are replaced by copies. After the call, the
 * memory has a new value: if the changed array is a part of it, `scatter` puts the part into the old value. An array with an
 * older id gets the id of a `gather` from the new value when it is used next. Both are recorded like calls, and each is the
 * derivative of the other. */
#include "tape/log.h"
#include "runtime/allocation.h"

#include <string.h>

/* ---- saved arrays ---------------------------------------------------------------------------------------------------- */
/* The arguments of the node follow (gla_node_refresh). */
static gla_status replace(gla_operand *q)
{
    gla_array *old = gla_operand_array(q), *copy = NULL;
    gla_status st = gla_admit_array("tape", "x", old);
    if (!st)
        st = gla_copy(old, &copy);
    if (st)
        return st;
    copy->object.node = old->object.node;
    q->held = &copy->object;
    gla_unref(old);
    return GLA_OK;
}

/* ---- values of memory ------------------------------------------------------------------------------------------------ */
static void lens_of(const gla_array *a, gla_ints *shape, gla_ints *strides)
{
    shape->n = strides->n = a->ndim;
    memcpy(shape->v, a->shape, (size_t)a->ndim * sizeof *a->shape);
    memcpy(strides->v, a->strides, (size_t)a->ndim * sizeof *a->strides);
}

static gla_status view_whole(gla_taped_memory *m, const gla_array *x)
{
    int64_t size = (int64_t)(x->buffer->bytes / gla_itemsize(x->dtype)), one = 1;
    return m->whole ? GLA_OK : gla_array_view(x, 1, &size, &one, -x->offset, &m->whole);
}

gla_status gla_chronicle_note_variable(gla_chronicle *log, gla_array *x)
{
    gla_taped_memory *m = gla_chronicle_add_memory(log, x->buffer);
    gla_status st = m ? view_whole(m, x) : GLA_OUT_OF_MEMORY_ERROR;
    if (st)
        return st;
    if (gla_is_whole(x))
        m->id = x->object.node;
    return GLA_OK;
}

/* Return the id of the value that the memory of x had when the value with that id was made; 0 if it is unknown. */
static uint64_t root_of(const gla_chronicle *log, uint64_t id)
{
    int64_t number = gla_chronicle_number(log, id);
    while (number >= 0) {
        const gla_node *p = log->maker[number];
        if (p->is_whole)
            return gla_chronicle_id(log, number);
        if (!p->is_view)
            return 0;
        number = gla_chronicle_number(log, p->x[0].id);
    }
    return 0;
}

static gla_status record_lens(gla_chronicle *log, const gla_derivative *f, gla_taped_memory *m, const gla_array *part,
                              uint64_t *id);

gla_status gla_chronicle_renew(gla_chronicle *log, gla_array *x)
{
    gla_taped_memory *m = log->n_changed ? gla_chronicle_find_memory(log, x->buffer) : NULL;
    if (!m || !m->is_changed || x->object.node == m->id)
        return GLA_OK;
    bool newer = gla_chronicle_number(log, x->object.node) > gla_chronicle_number(log, m->id);
    if (newer)
        return GLA_OK;
    if (gla_is_whole(x) && x->ndim == 1) {
        x->object.node = m->id;
        return GLA_OK;
    }
    return record_lens(log, &gla_derivative_of_gather, m, x, &x->object.node);
}

gla_status gla_chronicle_prepare_change(gla_chronicle *log, gla_array *x)
{
    gla_taped_memory *m = gla_chronicle_find_memory(log, x->buffer);
    gla_status st = GLA_OK;
    if (!m)
        return st;
    for (gla_operand *q = m->saved, *next; q && !st; q = next) {
        next = q->next;
        if (q->held && gla_operand_array(q)->buffer == x->buffer)
            st = replace(q);
    }
    if (st)
        return st;
    m->saved = NULL;
    bool is_unknown = m->id && gla_chronicle_number(log, x->object.node) < 0;
    return is_unknown ? record_lens(log, &gla_derivative_of_gather, m, x, &x->object.node) : GLA_OK;
}

gla_status gla_chronicle_changed(gla_chronicle *log, gla_array *x, uint64_t before)
{
    gla_taped_memory *m = gla_chronicle_add_memory(log, x->buffer);
    gla_status st = m ? view_whole(m, x) : GLA_OUT_OF_MEMORY_ERROR;
    if (st)
        return st;
    if (!m->is_changed) {
        m->is_changed = true;
        log->n_changed++;
        if (!m->id)
            m->id = root_of(log, before);
        if (!m->id && before && !gla_is_whole(x))
            return gla_fail(
                GLA_ARGUMENT_ERROR,
                "tape: a part of an array was changed whose other elements the tape does not know; take a copy first");
    }
    if (gla_is_whole(x)) {
        m->id = x->object.node;
        return GLA_OK;
    }
    return record_lens(log, &gla_derivative_of_scatter, m, x, &m->id);
}

/* ---- gather and scatter ---------------------------------------------------------------------------------------------- */
/* Record that x is a part of the memory (gather), or that the memory has a new part x (scatter), without computing it. */
static gla_status record_lens(gla_chronicle *log, const gla_derivative *f, gla_taped_memory *m, const gla_array *part,
                              uint64_t *id)
{
    bool scatters = f == &gla_derivative_of_scatter;
    gla_array *made = NULL, *changed = NULL;
    gla_node *node = NULL;
    uint64_t before = 0;
    gla_ints shape, strides;
    lens_of(part, &shape, &strides);
    m->whole->object.node = m->id;
    gla_status st = scatters ? gla_array_view(m->whole, 1, m->whole->shape, m->whole->strides, 0, &made)
                             : gla_array_view(part, part->ndim, part->shape, part->strides, 0, &made);
    const gla_passed gather[] = {{.array = m->whole}, {.ints = &shape}, {.ints = &strides}, {.integer = part->offset}},
                     scatter[] = {
                         {.array = m->whole}, {.array = part}, {.ints = &shape}, {.ints = &strides}, {.integer = part->offset}};
    if (!st)
        st = gla_node_make(log, f, scatters ? scatter : gather, &node);
    if (!st)
        st = gla_node_complete(node, (void *const[]){&made}, &changed, &before);
    if (!st)
        *id = made->object.node;
    gla_unref(made);
    return st;
}

const gla_derivative gla_derivative_of_gather = {
    .name = "getitem", .forms = "ann-", .results = "a", .kind = GLA_VJP_RULE, .rule = GLA_LENS_GATHER};
const gla_derivative gla_derivative_of_scatter = {
    .name = "setitem", .forms = "aann-", .results = "a", .kind = GLA_VJP_RULE, .rule = GLA_LENS_SCATTER};
