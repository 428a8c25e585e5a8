/* share.c - Arrays that share memory, and memory that changes.
 *
 * Values on the log never change. Before a call changes memory, saved arrays in it are replaced by copies. After the call, the
 * memory has a new value: if the changed array is a part of it, `scatter` puts the part into the old value. An array with an
 * older id gets the id of a `gather` from the new value when it is used next. Both are recorded like calls, and each is the
 * derivative of the other. */
#include "tape/log.h"
#include "runtime/allocation.h"

#include <string.h>

/* ---- table of memories ----------------------------------------------------------------------------------------------- */
static int64_t slot_of(const gla_chronicle *log, const gla_buffer *b)
{
    uint64_t h = (uint64_t)((uintptr_t)b >> 5) * 0x9E3779B97F4A7C15u >> 20;
    int64_t i = (int64_t)(h & (uint64_t)(log->size - 1));
    while (log->memories[i] && log->memories[i]->buffer != b)
        i = (i + 1) & (log->size - 1);
    return i;
}

static gla_taped_memory *find(const gla_chronicle *log, const gla_buffer *b)
{
    return log->size ? log->memories[slot_of(log, b)] : NULL;
}

bool gla_chronicle_has_memory(const gla_chronicle *log, const gla_buffer *b)
{
    return find(log, b);
}

static bool grow(gla_chronicle *log)
{
    int64_t old = log->size, size = old ? 2 * old : 64;
    gla_taped_memory **were = log->memories, **more = gla_calloc((size_t)size, sizeof *more);
    if (!more)
        return false;
    log->memories = more;
    log->size = size;
    for (int64_t i = 0; i < old; i++)
        if (were[i])
            more[slot_of(log, were[i]->buffer)] = were[i];
    gla_free(were);
    return true;
}

static gla_taped_memory *find_or_add(gla_chronicle *log, const gla_buffer *b)
{
    gla_taped_memory *m = find(log, b);
    if (m)
        return m;
    m = 2 * log->n_memories < log->size || grow(log) ? gla_chronicle_memory(log, sizeof *m) : NULL;
    if (!m)
        return NULL;
    m->buffer = b;
    log->memories[slot_of(log, b)] = m;
    log->n_memories++;
    return m;
}

void gla_chronicle_forget_memories(gla_chronicle *log)
{
    for (int64_t i = 0; i < log->size; i++)
        if (log->memories[i])
            gla_unref(log->memories[i]->whole);
    gla_free(log->memories);
    log->memories = NULL;
    log->size = log->n_memories = log->n_changed = 0;
}

/* ---- saved arrays ---------------------------------------------------------------------------------------------------- */
/* If the address belonged to memory that has been released since, its list contains only released arrays. */
gla_status gla_chronicle_note_saved(gla_chronicle *log, gla_operand *q)
{
    gla_taped_memory *m = find_or_add(log, gla_operand_array(q)->buffer);
    if (!m)
        return gla_fail_memory("tape", sizeof *m);
    while (m->saved && !m->saved->held)
        m->saved = m->saved->next;
    q->next = m->saved;
    m->saved = q;
    return GLA_OK;
}

/* Replace the array in the copied arguments of its node, too: rules read operands only, except index arrays and lists. */
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
    gla_taped_memory *m = find_or_add(log, x->buffer);
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

static gla_status record_lens(const gla_derivative *f, gla_taped_memory *m, const gla_array *part, uint64_t *id);

gla_status gla_chronicle_renew(gla_chronicle *log, gla_array *x)
{
    gla_taped_memory *m = log->n_changed ? find(log, x->buffer) : NULL;
    if (!m || !m->is_changed || x->object.node == m->id)
        return GLA_OK;
    bool newer = gla_chronicle_number(log, x->object.node) > gla_chronicle_number(log, m->id);
    if (newer)
        return GLA_OK;
    if (gla_is_whole(x) && x->ndim == 1) {
        x->object.node = m->id;
        return GLA_OK;
    }
    return record_lens(&gla_derivative_of_gather, m, x, &x->object.node);
}

gla_status gla_chronicle_prepare_change(gla_chronicle *log, gla_array *x)
{
    gla_taped_memory *m = find(log, x->buffer);
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
    return is_unknown ? record_lens(&gla_derivative_of_gather, m, x, &x->object.node) : GLA_OK;
}

gla_status gla_chronicle_changed(gla_chronicle *log, gla_array *x, uint64_t before)
{
    gla_taped_memory *m = find_or_add(log, x->buffer);
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
    return record_lens(&gla_derivative_of_scatter, m, x, &m->id);
}

/* ---- gather and scatter ---------------------------------------------------------------------------------------------- */
/* Record that x is a part of the memory (gather), or that the memory has a new part x (scatter), without computing it. */
static gla_status record_lens(const gla_derivative *f, gla_taped_memory *m, const gla_array *part, uint64_t *id)
{
    bool scatters = f == &gla_derivative_of_scatter;
    gla_array *made = NULL;
    gla_node *node = NULL;
    gla_ints shape, strides;
    lens_of(part, &shape, &strides);
    m->whole->object.node = m->id;
    gla_status st = scatters ? gla_array_view(m->whole, 1, m->whole->shape, m->whole->strides, 0, &made)
                             : gla_array_view(part, part->ndim, part->shape, part->strides, 0, &made);
    const gla_passed gather[] = {{.array = m->whole}, {.ints = &shape}, {.ints = &strides}, {.integer = part->offset}},
                     scatter[] = {
                         {.array = m->whole}, {.array = part}, {.ints = &shape}, {.ints = &strides}, {.integer = part->offset}};
    if (!st)
        st = gla_tape_begin(&node, f, scatters ? scatter : gather);
    if (!st && node)
        st = gla_tape_end(node, GLA_OK, (void *const[]){&made});
    if (!st)
        *id = made->object.node;
    gla_unref(made);
    return st;
}

const gla_derivative gla_derivative_of_gather = {
    .name = "getitem", .forms = "ann-", .results = "a", .kind = GLA_VJP_RULE, .rule = GLA_LENS_GATHER};
const gla_derivative gla_derivative_of_scatter = {
    .name = "setitem", .forms = "aann-", .results = "a", .kind = GLA_VJP_RULE, .rule = GLA_LENS_SCATTER};
