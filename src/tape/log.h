/* log.h - The log of a thread: the recorded calls, in order.
 *
 * Every value that a recorded call returns has an id, which is stored in its handle: the serial number of the log, and the
 * number of the value. A tape is a range of values of the log, so that nested tapes, and derivatives of derivatives, need no
 * other data. The log is released with its last tape; ids of released logs mean nothing. */
#ifndef GLA_TAPE_LOG_H
#define GLA_TAPE_LOG_H

#include "core/core.h"
#include "tape/tape.h"

#include <pthread.h>
#include <string.h>

/* An argument or a result of a recorded call. An array that is not saved still has its shape and dtype here. */
typedef struct gla_operand {
    uint64_t id;      /* 0: not on the log */
    gla_object *held; /* saved; NULL otherwise */
    const int64_t *shape;
    int ndim;
    gla_dtype dtype; /* GLA_NO_DTYPE: the argument is absent, or not an array */
    bool weak;
    gla_device *dev;
    const void *memory;       /* address of the buffer; for comparisons only */
    struct gla_operand *next; /* another saved array in the same memory */
} gla_operand;

struct gla_node {
    const gla_derivative *f;
    struct gla_chronicle *log;
    int n_in, n_out;
    int64_t first;  /* number of the first result */
    gla_passed *in; /* copies of the arguments; arrays are NULL unless saved */
    gla_operand *x; /* the arrays and objects among the arguments, in order; items of lists one by one */
    gla_operand *out;
    const void *owner; /* of a variable: its tape */
    bool is_view;      /* the first result is a view of the first argument */
    bool is_whole;     /* the first result covers all of its memory, in order */
    bool is_released;
};

/* Memory of which an array is saved, or that has been changed since. */
typedef struct gla_taped_memory {
    const gla_buffer *buffer;
    gla_operand *saved; /* list of saved arrays, some of which may have been released */
    gla_array *whole;   /* all of it, if it has been changed or is a variable: 1-d */
    uint64_t id;        /* its present value; 0: a constant */
    bool is_changed;
} gla_taped_memory;

typedef struct gla_chronicle {
    pthread_mutex_t lock; /* guards the three counts: a tape may be released by another thread */
    long tapes;           /* not released */
    int busy;             /* calls that are being recorded; the log is not cleared during one */
    bool has_ended;       /* the thread has */
    atomic_int open;      /* tapes that record */
    uint64_t serial;
    int64_t n, capacity;
    gla_node **maker; /* of each value */
    struct gla_chronicle_block *blocks;
    int64_t n_memories, n_changed, size; /* hash table of memories, by the address of the buffer */
    gla_taped_memory **memories;
} gla_chronicle;

struct gla_tape {
    gla_object object;
    gla_chronicle *log;
    int64_t start, end; /* values */
    bool is_open, is_persistent, is_used;
};

enum { GLA_LOG_SHIFT = 40 };
static inline uint64_t gla_chronicle_id(const gla_chronicle *log, int64_t number)
{
    return log->serial << GLA_LOG_SHIFT | (uint64_t)(number + 1);
}
/* Return the number of a value; -1 if the id does not belong to the log. */
static inline int64_t gla_chronicle_number(const gla_chronicle *log, uint64_t id)
{
    return id >> GLA_LOG_SHIFT == log->serial && id ? (int64_t)(id & (((uint64_t)1 << GLA_LOG_SHIFT) - 1)) - 1 : -1;
}

/* Return the log of this thread if a tape records; NULL otherwise. */
gla_chronicle *gla_chronicle_current(void);
/* Begin and end the recording of a call, or a gradient. */
void gla_chronicle_enter(gla_chronicle *log);
void gla_chronicle_leave(gla_chronicle *log);
/* Return zeroed memory that lives as long as the log. NULL, with the error set, if memory is exhausted. */
void *gla_chronicle_memory(gla_chronicle *log, size_t bytes);
/* Append a node with n_out results; their ids are consecutive. */
gla_status gla_chronicle_append(gla_chronicle *log, gla_node *p);
/* Release what a node has saved. */
void gla_node_release(gla_node *p);

/* Describe an array or object, without saving it. */
gla_status gla_operand_describe(gla_chronicle *log, gla_operand *q, const void *object);
/* Save an array: a copy if other code can change its memory. */
gla_status gla_operand_save(gla_chronicle *log, gla_operand *q, const void *object);
static inline gla_array *gla_operand_array(const gla_operand *q)
{
    return (gla_array *)q->held;
}
/* Return true if the array covers all of its memory, in order. */
static inline bool gla_is_whole(const gla_array *a)
{
    return a->contiguous && !a->offset && (size_t)a->size * gla_itemsize(a->dtype) == a->buffer->bytes;
}
/* Return the number of the argument that the function changes; -1 if it changes none. */
static inline int gla_changed_argument(const gla_derivative *f)
{
    const char *at = strchr(f->forms, 's');
    return at ? (int)(at - f->forms) : -1;
}
/* Return the position of the first operand of an argument. */
int gla_node_operand(const gla_node *p, int argument);

/* Call `each` for the arrays and objects among the arguments, in order. */
typedef gla_status gla_operand_visitor(void *state, int argument, const void *object);
gla_status gla_visit_operands(const char *forms, const gla_passed *in, gla_operand_visitor *each, void *state);
/* Let the copied arguments point to what is saved now: share.c replaces saved arrays before their memory changes. */
void gla_node_refresh(gla_node *p);
/* Make a node before its call, and complete it after the call. *changed is the array that the call has changed, if there is
 * one, and *before its id before the call. */
gla_status gla_node_make(gla_chronicle *log, const gla_derivative *f, const gla_passed *in, gla_node **node);
gla_status gla_node_complete(gla_node *p, void *const *out, gla_array **changed, uint64_t *before);

/* ---- memories.c ------------------------------------------------------------------------------------------------------ */
/* Return what the log knows of memory; NULL if that is nothing. */
gla_taped_memory *gla_chronicle_find_memory(const gla_chronicle *log, const gla_buffer *b);
/* The same; it is added if it is not known. NULL if memory is exhausted. */
gla_taped_memory *gla_chronicle_add_memory(gla_chronicle *log, const gla_buffer *b);

/* ---- share.c: memory that several arrays share, and that changes -------------------------------------------------- */
/* Before a call changes x: what is saved of its memory becomes a copy, and x gets an id if the memory has one. */
gla_status gla_chronicle_prepare_change(gla_chronicle *log, gla_array *x);
/* If the memory of an array has changed since the array got its id, give the array the id of its present value. */
gla_status gla_chronicle_renew(gla_chronicle *log, gla_array *x);
/* After a call that has changed x: record the value of its memory. before: id of x before the call. */
gla_status gla_chronicle_changed(gla_chronicle *log, gla_array *x, uint64_t before);
/* The memory of a variable has the value of the variable. */
gla_status gla_chronicle_note_variable(gla_chronicle *log, gla_array *x);

/* The calls that share.c records: a part of memory is read (gather), or replaced (scatter). lens.c has their rules. */
enum { GLA_LENS_GATHER = -2, GLA_LENS_SCATTER = -3 };
extern const gla_derivative gla_derivative_of_gather, gla_derivative_of_scatter;

/* ---- check.c --------------------------------------------------------------------------------------------------------- */
/* Check the arguments of a gradient. */
gla_status gla_tape_check_gradient(const gla_tape *t, const gla_arrays *y, const gla_arrays *seeds, const gla_arrays *x);

extern const gla_derivative gla_derivative_of_variable;

#endif
