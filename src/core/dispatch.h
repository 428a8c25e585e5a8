/* dispatch.h - Slots that an operation needs, and where the slots are computed: by the device's backend, or on the host if the
 * backend lacks the slot and the doc comment of the public header allows the host (`@needs lapack.gesvd, else the host`).
 * tools/hdoc generates tables from these comments, and `gpulinalg info --ops` prints the tables. */
#ifndef GLA_CORE_DISPATCH_H
#define GLA_CORE_DISPATCH_H

#include "backend.h"
#include "contract/matrix.h"
#include "core/scope.h"

#include <stddef.h>

/* Number of a slot, computed from the position of its area in gla_backend and the position of the slot in the area. A file that
 * names slots depends only on the headers of their areas. */
typedef unsigned gla_slot;
enum { GLA_NO_SLOT, GLA_AREA_SLOTS = 64, GLA_SLOT_COUNT = sizeof(gla_backend) / sizeof(void *) * GLA_AREA_SLOTS };
#define GLA_SLOT(room, name)                                                    \
    ((gla_slot)(offsetof(gla_backend, room) / sizeof(void *) * GLA_AREA_SLOTS + \
                offsetof(gla_##room##_ops, name) / sizeof(void (*)(void))))

typedef struct gla_slot_entry {
    const char *name; /* "lapack.gesvd"; NULL if no slot has this number */
    bool else_host;   /* the host computes the slot for backends that lack it */
} gla_slot_entry;

/* Offset of the area's pointer in gla_backend, and offset of the slot in its area. */
static inline size_t gla_slot_room(gla_slot slot)
{
    return slot / GLA_AREA_SLOTS * sizeof(void *);
}
static inline size_t gla_slot_offset(gla_slot slot)
{
    return slot % GLA_AREA_SLOTS * sizeof(void (*)(void));
}

#define GLA_NEEDS_MAX 12
typedef struct gla_operation_needs {
    const char *operation;
    unsigned short slots[GLA_NEEDS_MAX]; /* values of gla_slot; the first does most of the work */
} gla_operation_needs;

extern const gla_slot_entry gla_slots[GLA_SLOT_COUNT];
extern const gla_operation_needs gla_operations[]; /* in the order of the headers; the last entry has no name */

/* Determine where a slot is computed for the devices of a backend. A backend that lacks an area has none of the area's
 * slots. */
typedef enum gla_place { GLA_NOWHERE, GLA_ON_HOST, GLA_ON_DEVICE } gla_place;
gla_place gla_slot_place(const gla_backend *backend, gla_slot slot);

/* Describe whether the devices of a backend support an operation: "yes", "no", "on the host" if its first slot is computed
 * there, "partly host" if another slot is. */
const char *gla_backend_offers(const gla_backend *backend, const gla_operation_needs *operation);

/* ---- operations with several strategies ----------------------------------------------------------------------------------
 * The table of an operation has a row for each strategy. The first strategy that applies runs. `gpulinalg info --ops` lists the
 * rows. */
typedef struct gla_strategy {
    const char *name, *when;           /* names shown to users: "small", "orders up to 64" */
    gla_slot slot;                     /* slot that the strategy needs; GLA_NO_SLOT: none */
    bool (*applies)(const void *call); /* NULL: applies to every call */
    bool (*run)(void *call);           /* returns false if the strategy declines and has changed nothing */
} gla_strategy;

typedef struct gla_strategies {
    const char *operation;
    const gla_strategy *rows; /* the last row applies to every call and has no `applies` */
} gla_strategies;

static inline bool gla_strategy_is_last(const gla_strategy *row)
{
    return !row->applies;
}
bool gla_strategy_is_there(const gla_strategy *row, const gla_backend *backend);

GLA_BEGIN_DECLS
/* Try the rows in order until a strategy has run, or until the status of the call, *st, is a failure. */
void gla_try(const gla_strategies *all, const gla_device *dev, const gla_status *st, void *call);
/* For tests: skip one row, unless it is the last (NULL: skip none), and call `taken` for each row that runs (NULL: no call). */
void gla_test_strategies(const char *operation, const char *left_out, void (*taken)(const char *operation, const char *name));
GLA_END_DECLS

/* ---- one call to a slot of the dense areas -------------------------------------------------------------------------------
 *     gla_run r = gla_run_begin(s, dev, GLA_SLOT(lapack, syevd), work);
 *     gla_matrix a = gla_run_matrix(&r, GLA_UPDATED, dtype, &matrix, batch);
 *     void *w = gla_run_array(&r, GLA_WRITTEN, values);
 *     if (!s->status)
 *         gla_s_check(s, r.at->backend->lapack->syevd(r.at, dtype, vectors, GLA_LOWER, &a, w, batch, info));
 *     gla_run_end(&r);
 * If the device computes the slot, these functions cost nothing and change nothing. If the host computes it, inputs are copied
 * to the host first and outputs are copied back. All device data that a slot with `else the host` uses must pass through these
 * functions. */
#define GLA_RUN_BLOCKS 9

typedef enum gla_use { GLA_READ, GLA_WRITTEN, GLA_UPDATED } gla_use;

typedef struct gla_staged {
    void *on_device, *on_host;
    size_t bytes;
    bool back;
} gla_staged;

typedef struct gla_run {
    gla_scope *s;
    gla_device *dev, *at; /* device of the data; device that computes the slot */
    void *work;
    int n;
    gla_staged *blocks; /* staged blocks if the two devices differ: at most GLA_RUN_BLOCKS, in memory of the scope */
} gla_run;

/* Begin a call; `work` is the amount of work, as in gla_work_begin. Fails with NotSupportedError if no device can compute the
 * slot. */
gla_run gla_run_begin(gla_scope *s, gla_device *dev, gla_slot slot, double work);
/* Return a stack of matrices, or a contiguous array (may be NULL), in memory that the slot can access. A matrix without data is
 * returned unchanged. */
gla_matrix gla_run_stage(gla_run *r, gla_use use, gla_dtype dtype, const gla_matrix *m, int64_t batch);
static inline gla_matrix gla_run_matrix(gla_run *r, gla_use use, gla_dtype dtype, const gla_matrix *m, int64_t batch)
{
    return r->at == r->dev ? *m : gla_run_stage(r, use, dtype, m, batch);
}
void *gla_run_array(gla_run *r, gla_use use, const gla_array *x);
void gla_run_end(gla_run *r);

#endif
