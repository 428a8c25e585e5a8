/* memories.c - Table of the memories of which arrays are saved, or that have changed. */
#include "tape/log.h"
#include "runtime/allocation.h"
#include "runtime/error.h"

/* ---- table of memories ----------------------------------------------------------------------------------------------- */
static int64_t slot_of(const gla_chronicle *log, const gla_buffer *b)
{
    uint64_t h = (uint64_t)((uintptr_t)b >> 5) * 0x9E3779B97F4A7C15u >> 20;
    int64_t i = (int64_t)(h & (uint64_t)(log->size - 1));
    while (log->memories[i] && log->memories[i]->buffer != b)
        i = (i + 1) & (log->size - 1);
    return i;
}

gla_taped_memory *gla_chronicle_find_memory(const gla_chronicle *log, const gla_buffer *b)
{
    return log->size ? log->memories[slot_of(log, b)] : NULL;
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

gla_taped_memory *gla_chronicle_add_memory(gla_chronicle *log, const gla_buffer *b)
{
    gla_taped_memory *m = gla_chronicle_find_memory(log, b);
    if (m)
        return m;
    if (2 * log->n_memories >= log->size && !grow(log)) {
        gla_fail_memory("tape", 2 * (size_t)log->size * sizeof(void *));
        return NULL;
    }
    m = gla_chronicle_memory(log, sizeof *m);
    if (!m)
        return NULL;
    m->buffer = b;
    log->memories[slot_of(log, b)] = m;
    log->n_memories++;
    return m;
}

/* ---- saved arrays ---------------------------------------------------------------------------------------------------- */
/* If the address belonged to memory that has been released since, its list contains only released arrays. */
static gla_status note_saved(gla_chronicle *log, gla_operand *q)
{
    gla_taped_memory *m = gla_chronicle_add_memory(log, gla_operand_array(q)->buffer);
    if (!m)
        return GLA_OUT_OF_MEMORY_ERROR;
    while (m->saved && !m->saved->held)
        m->saved = m->saved->next;
    q->next = m->saved;
    m->saved = q;
    return GLA_OK;
}

/* Memory that is lent, or that the script owns, may change without the library's knowledge. */
static bool is_private(const gla_array *a)
{
    return !(a->flags & GLA_BORROWED) && !a->buffer->release && !atomic_load(&a->buffer->exposed);
}

gla_status gla_operand_save(gla_chronicle *log, gla_operand *q, const void *object)
{
    if (!object)
        return GLA_OK;
    if (!gla_has_shape(object)) {
        q->held = gla_object_ref(object);
        return GLA_OK;
    }
    gla_array *a = (gla_array *)object, *copy = NULL;
    if (is_private(a)) {
        __atomic_store_n(&a->flags, a->flags & ~(unsigned)GLA_OFFERED, __ATOMIC_RELAXED);
        q->held = &gla_ref(a)->object;
        return note_saved(log, q);
    }
    gla_status st = gla_admit_array("tape", "x", a);
    if (!st)
        st = gla_convert("tape", a, a->dtype, NULL, GLA_YES, &copy);
    q->held = (gla_object *)copy;
    return st;
}
