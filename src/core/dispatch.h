/* dispatch.h - which slots an operation needs of a backend, and where they are computed: by the device's backend, or, where it
 * lacks one, on the host, if the doc comments of the public headers say so (`@needs lapack.gesvd, else the host`).  tools/hdoc
 * makes the tables from these comments; `gpulinalg info --ops` shows them, and the calls below follow them. */
#ifndef GLA_CORE_DISPATCH_H
#define GLA_CORE_DISPATCH_H

#include "backend.h"
#include "contract/matrix.h"
#include "core/scope.h"

#include <stddef.h>

/* The number of a slot, computed from the position of its room in gla_backend and its own position in the room.  A file that
 * names slots depends only on the headers of their rooms. */
typedef unsigned gla_slot;
enum { GLA_NO_SLOT, GLA_ROOM_SLOTS = 64, GLA_SLOT_COUNT = sizeof(gla_backend) / sizeof(void *) * GLA_ROOM_SLOTS };
#define GLA_SLOT(room, name)                                                    \
    ((gla_slot)(offsetof(gla_backend, room) / sizeof(void *) * GLA_ROOM_SLOTS + \
                offsetof(gla_##room##_ops, name) / sizeof(void (*)(void))))

typedef struct gla_slot_entry {
    const char *name; /* "lapack.gesvd"; NULL where the number is not that of a slot */
    bool else_host;   /* the host computes it for a backend that lacks it */
} gla_slot_entry;

/* Offset of the room's pointer in gla_backend, and offset of the slot in its room. */
static inline size_t gla_slot_room(gla_slot slot)
{
    return slot / GLA_ROOM_SLOTS * sizeof(void *);
}
static inline size_t gla_slot_offset(gla_slot slot)
{
    return slot % GLA_ROOM_SLOTS * sizeof(void (*)(void));
}

#define GLA_NEEDS_MAX 12
typedef struct gla_operation_needs {
    const char *operation;
    unsigned short slots[GLA_NEEDS_MAX]; /* gla_slot; the first is what does most of the work */
} gla_operation_needs;

extern const gla_slot_entry gla_slots[GLA_SLOT_COUNT];
extern const gla_operation_needs gla_operations[]; /* in the order of the headers; the last has no name */

/* Where a slot is computed for the devices of a backend; one without the whole room has none of its slots. */
typedef enum gla_place { GLA_NOWHERE, GLA_ON_HOST, GLA_ON_DEVICE } gla_place;
gla_place gla_slot_place(const gla_backend *backend, gla_slot slot);

/* Whether the devices of a backend have an operation: "yes", "no"; "on the host" where its first slot is computed there,
 * "partly host" where another one is. */
const char *gla_backend_offers(const gla_backend *backend, const gla_operation_needs *operation);

/* ---- operations that can be done in several ways ------------------------------------------------------------------------
 * A row of the operation's table for each: the first that can be taken is.  `gpulinalg info --ops` lists them. */
typedef struct gla_strategy {
    const char *name, *when;           /* for users: "small", "orders up to 64" */
    gla_slot slot;                     /* only where this is computed; GLA_NO_SLOT: anywhere */
    bool (*applies)(const void *call); /* NULL: to every call */
    bool (*run)(void *call);           /* false: not this one after all, and nothing is changed */
} gla_strategy;

typedef struct gla_strategies {
    const char *operation;
    const gla_strategy *rows; /* the last one, which applies to every call, has no `applies` */
} gla_strategies;

static inline bool gla_strategy_is_last(const gla_strategy *row)
{
    return !row->applies;
}
bool gla_strategy_is_there(const gla_strategy *row, const gla_backend *backend);

GLA_BEGIN_DECLS
/* Try the rows from the first on, until one has been taken or *st, the status of the call, is a failure. */
void gla_try(const gla_strategies *all, const gla_device *dev, const gla_status *st, void *call);
/* For tests: leave out one row (NULL: none), unless it is the last; be called with those that are taken (NULL: not). */
void gla_test_strategies(const char *operation, const char *left_out, void (*taken)(const char *operation, const char *name));
GLA_END_DECLS

/* ---- one call of a slot of the dense rooms ------------------------------------------------------------------------------
 *     gla_run r = gla_run_begin(s, dev, GLA_SLOT(lapack, syevd), work);
 *     gla_matrix a = gla_run_matrix(&r, GLA_UPDATED, dtype, &matrix, batch);
 *     void *w = gla_run_array(&r, GLA_WRITTEN, values);
 *     if (!s->status)
 *         gla_s_check(s, r.at->backend->lapack->syevd(r.at, dtype, vectors, GLA_LOWER, &a, w, batch, info));
 *     gla_run_end(&r);
 * On the device these cost nothing and change nothing.  On the host what is read is copied there first, and what is written
 * is copied back: all that a slot with `else the host` takes from the device must pass through them. */
#define GLA_RUN_BLOCKS 9

typedef enum gla_use { GLA_READ, GLA_WRITTEN, GLA_UPDATED } gla_use;

typedef struct gla_staged {
    void *on_device, *on_host;
    size_t bytes;
    bool back;
} gla_staged;

typedef struct gla_run {
    gla_scope *s;
    gla_device *dev, *at; /* where the data is, and where the slot is computed */
    void *work;
    int n;
    gla_staged *blocks; /* where these differ: GLA_RUN_BLOCKS, memory of the scope */
} gla_run;

/* work as in gla_work_begin.  NotSupportedError where the slot is computed nowhere. */
gla_run gla_run_begin(gla_scope *s, gla_device *dev, gla_slot slot, double work);
/* A stack of matrices (without data: that remains so), or an array without gaps (or NULL), where the slot finds it. */
gla_matrix gla_run_stage(gla_run *r, gla_use use, gla_dtype dtype, const gla_matrix *m, int64_t batch);
static inline gla_matrix gla_run_matrix(gla_run *r, gla_use use, gla_dtype dtype, const gla_matrix *m, int64_t batch)
{
    return r->at == r->dev ? *m : gla_run_stage(r, use, dtype, m, batch);
}
void *gla_run_array(gla_run *r, gla_use use, const gla_array *x);
void gla_run_end(gla_run *r);

#endif
