/* log.c - Memory, ids and tapes of the log of a thread. */
#include "tape/log.h"
#include "runtime/allocation.h"
#include "runtime/budget.h"
#include "runtime/error.h"

#include <string.h>

enum { BLOCK = 32 << 10 };

struct gla_chronicle_block {
    struct gla_chronicle_block *next;
    size_t used, size;
    _Alignas(16) char bytes[];
};

void *gla_chronicle_memory(gla_chronicle *log, size_t bytes)
{
    struct gla_chronicle_block *b = log->blocks;
    bytes = (bytes + 15) / 16 * 16;
    if (!b || b->size - b->used < bytes) {
        size_t size = bytes > BLOCK ? bytes : BLOCK;
        b = gla_malloc(sizeof *b + size);
        if (!b) {
            gla_fail_memory("tape", size);
            return NULL;
        }
        *b = (struct gla_chronicle_block){.next = log->blocks, .size = size};
        log->blocks = b;
    }
    void *p = b->bytes + b->used;
    b->used += bytes;
    return memset(p, 0, bytes);
}

gla_status gla_chronicle_append(gla_chronicle *log, gla_node *p)
{
    if (log->n + p->n_out > log->capacity) {
        int64_t more = 2 * log->capacity + p->n_out + 64;
        gla_node **maker = gla_realloc(log->maker, (size_t)more * sizeof *maker);
        if (!maker)
            return gla_fail_memory("tape", (size_t)more * sizeof *maker);
        log->maker = maker;
        log->capacity = more;
    }
    p->first = log->n;
    for (int i = 0; i < p->n_out; i++) {
        p->out[i].id = p->out[i].dtype >= GLA_FLOAT32 ? gla_chronicle_id(log, log->n) : 0;
        log->maker[log->n++] = p;
    }
    return GLA_OK;
}

gla_status gla_operand_describe(gla_chronicle *log, gla_operand *q, const void *object)
{
    *q = (gla_operand){.id = 0};
    if (!object)
        return GLA_OK;
    const gla_object *o = object;
    uint64_t id = o->node;
    q->id = gla_chronicle_number(log, id) >= 0 ? id : 0;
    q->dev = o->dev;
    if (!gla_has_shape(object))
        return GLA_OK;
    const gla_array *a = object;
    q->dtype = a->dtype;
    q->ndim = a->ndim;
    q->weak = a->flags & GLA_WEAK;
    q->memory = a->buffer;
    int64_t *shape = gla_chronicle_memory(log, (size_t)a->ndim * sizeof *shape);
    if (!shape)
        return GLA_OUT_OF_MEMORY_ERROR;
    q->shape = memcpy(shape, a->shape, (size_t)a->ndim * sizeof *shape);
    return GLA_OK;
}

static int operands_of(char form, gla_passed in)
{
    int n = 0;
    switch (form) {
    case 'a':
    case 's':
    case 'o':
    case 'c':
    case 'v':
    case 'd': return 1;
    case 'm': return 0; /* the last operands of their function */
    case 'l': return in.arrays ? (int)in.arrays->n : 0;
    case 'k':
        for (int i = 0; in.index && i < in.index->n; i++)
            n += in.index->v[i].kind == GLA_INDEX_ARRAY;
        return n;
    default: return 0;
    }
}

int gla_node_operand(const gla_node *p, int argument)
{
    int n = 0;
    for (int i = 0; i < argument; i++)
        n += operands_of(p->f->forms[i], p->in[i]);
    return n;
}

void gla_node_release(gla_node *p)
{
    if (p->is_released)
        return;
    p->is_released = true;
    for (int i = 0; i < p->n_in + p->n_out; i++) {
        gla_operand *q = i < p->n_in ? &p->x[i] : &p->out[i - p->n_in];
        gla_object *held = q->held;
        q->held = NULL;
        if (held)
            gla_object_drop(held);
    }
}

/* ---- logs ------------------------------------------------------------------------------------------------------------ */
atomic_int gla_tape_count;
static _Thread_local gla_chronicle *current;
static atomic_ulong serials;
static pthread_key_t at_exit;
static pthread_once_t once = PTHREAD_ONCE_INIT;

gla_chronicle *gla_chronicle_current(void)
{
    gla_chronicle *log = current;
    return log && atomic_load_explicit(&log->open, memory_order_relaxed) ? log : NULL;
}

bool gla_tape_knows(const void *object)
{
    const gla_chronicle *log = gla_chronicle_current();
    return object && log && gla_chronicle_number(log, ((const gla_object *)object)->node) >= 0;
}

static void forget_memories(gla_chronicle *log)
{
    for (int64_t i = 0; i < log->size; i++)
        if (log->memories[i])
            gla_unref(log->memories[i]->whole);
    gla_free(log->memories);
    log->memories = NULL;
    log->size = log->n_memories = log->n_changed = 0;
}

static void clear(gla_chronicle *log)
{
    for (int64_t i = log->n; i > 0; i = log->maker[i - 1]->first)
        gla_node_release(log->maker[i - 1]);
    forget_memories(log);
    for (struct gla_chronicle_block *b = log->blocks, *next; b; b = next) {
        next = b->next;
        gla_free(b);
    }
    gla_free(log->maker);
    log->blocks = NULL;
    log->maker = NULL;
    log->n = log->capacity = 0;
}

/* Release a lock that has been taken. Nobody uses a log without tapes; the next tape of the thread begins it anew. */
static void unlock(gla_chronicle *log)
{
    bool unused = !log->tapes && !log->busy, ended = unused && log->has_ended;
    if (unused)
        clear(log);
    pthread_mutex_unlock(&log->lock);
    if (ended) {
        pthread_mutex_destroy(&log->lock);
        gla_free(log);
    }
}

void gla_chronicle_enter(gla_chronicle *log)
{
    pthread_mutex_lock(&log->lock);
    log->busy++;
    pthread_mutex_unlock(&log->lock);
}

void gla_chronicle_leave(gla_chronicle *log)
{
    pthread_mutex_lock(&log->lock);
    log->busy--;
    unlock(log);
}

static void end_thread(void *p)
{
    gla_chronicle *log = p;
    current = NULL;
    pthread_mutex_lock(&log->lock);
    log->has_ended = true;
    unlock(log);
}

static void make_key(void)
{
    pthread_key_create(&at_exit, end_thread);
}

static gla_chronicle *log_of_thread(void)
{
    pthread_once(&once, make_key);
    gla_chronicle *log = current ? current : gla_calloc(1, sizeof *log);
    if (!log || current)
        return log;
    pthread_mutex_init(&log->lock, NULL);
    pthread_setspecific(at_exit, log);
    return current = log;
}

/* ---- tapes ----------------------------------------------------------------------------------------------------------- */
static void stop(gla_tape *t)
{
    if (!t->is_open)
        return;
    t->is_open = false;
    t->end = t->log->n;
    atomic_fetch_sub(&t->log->open, 1);
    atomic_fetch_sub(&gla_tape_count, 1);
}

static void destroy(void *object)
{
    gla_tape *t = object;
    if (t->log) {
        stop(t);
        pthread_mutex_lock(&t->log->lock);
        t->log->tapes--;
        unlock(t->log);
    }
    gla_free(t);
}

const gla_class gla_tape_class = {.name = "Tape", .destroy = destroy};

gla_status gla_new_tape(gla_tape **tape, bool persistent)
{
    gla_tape *t = gla_object_new("new_tape", &gla_tape_class, NULL, sizeof *t);
    if (!t)
        return GLA_OUT_OF_MEMORY_ERROR;
    gla_chronicle *log = log_of_thread();
    if (!log) {
        gla_object_drop(&t->object);
        return gla_fail_memory("new_tape", sizeof *log);
    }
    pthread_mutex_lock(&log->lock);
    if (log->tapes++ == 0)
        log->serial = atomic_fetch_add(&serials, 1) % ((1u << (64 - GLA_LOG_SHIFT)) - 1) + 1;
    pthread_mutex_unlock(&log->lock);
    atomic_fetch_add(&log->open, 1);
    t->log = log;
    t->start = t->log->n;
    t->is_open = true;
    t->is_persistent = persistent;
    atomic_fetch_add(&gla_tape_count, 1);
    *tape = t;
    return GLA_OK;
}

gla_status gla_tape_stop(const gla_tape *tape)
{
    stop((gla_tape *)tape);
    return GLA_OK;
}

gla_status gla_tape_calls(const gla_tape *t, int64_t *calls)
{
    int64_t end = t->is_open ? t->log->n : t->end;
    *calls = 0;
    for (int64_t i = t->start; i < end; i += t->log->maker[i]->n_out)
        *calls += t->log->maker[i]->f->kind != GLA_VJP_VARIABLE;
    return GLA_OK;
}
