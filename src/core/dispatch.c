/* dispatch.c - Determine where slots are computed, and choose strategies (dispatch.h). */
#include "core/dispatch.h"
#include "core/core.h"
#include "contract/memory.h"
#include "runtime/interrupt.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#include <string.h>

gla_place gla_slot_place(const gla_backend *backend, gla_slot slot)
{
    const char *room;
    void (*function)(void) = NULL;
    memcpy(&room, (const char *)backend + gla_slot_room(slot), sizeof room);
    if (room)
        memcpy(&function, room + gla_slot_offset(slot), sizeof function);
    return function ? GLA_ON_DEVICE : gla_slots[slot].else_host ? GLA_ON_HOST : GLA_NOWHERE;
}

const char *gla_backend_offers(const gla_backend *backend, const gla_operation_needs *operation)
{
    const char *answer = "yes";
    for (int i = 0; i < GLA_NEEDS_MAX && operation->slots[i]; i++) {
        gla_place place = gla_slot_place(backend, operation->slots[i]);
        if (place == GLA_NOWHERE)
            return "no";
        if (place == GLA_ON_HOST)
            answer = i == 0 ? "on the host" : "partly host";
    }
    return answer;
}

/* ---- strategies ------------------------------------------------------------------------------------------------------ */
static struct {
    const char *operation, *left_out;
    void (*taken)(const char *operation, const char *name);
} test;

void gla_test_strategies(const char *operation, const char *left_out, void (*taken)(const char *operation, const char *name))
{
    test.operation = operation;
    test.left_out = left_out;
    test.taken = taken;
}

static bool is_left_out(const gla_strategies *all, const gla_strategy *row)
{
    return test.left_out && strcmp(row->name, test.left_out) == 0 && strcmp(all->operation, test.operation) == 0;
}

bool gla_strategy_is_there(const gla_strategy *row, const gla_backend *backend)
{
    return row->slot == GLA_NO_SLOT || gla_slot_place(backend, row->slot) != GLA_NOWHERE;
}

void gla_try(const gla_strategies *all, const gla_device *dev, const gla_status *st, void *call)
{
    for (const gla_strategy *row = all->rows; !*st; row++) {
        bool last = gla_strategy_is_last(row);
        if (!last && (!gla_strategy_is_there(row, dev->backend) || !row->applies(call) || is_left_out(all, row)))
            continue;
        if (!row->run(call) && !last)
            continue;
        if (test.taken)
            test.taken(all->operation, row->name);
        return;
    }
}

/* ---- slots ----------------------------------------------------------------------------------------------------------- */
gla_run gla_run_begin(gla_scope *s, gla_device *dev, gla_slot slot, double work)
{
    gla_run r = {.s = s, .dev = dev, .at = dev};
    if (s->status)
        return r;
    gla_place place = gla_slot_place(dev->backend, slot);
    if (place == GLA_NOWHERE)
        gla_s_check(s, gla_fail_unsupported(s->op, dev));
    if (place == GLA_ON_HOST) {
        gla_s_check(s, gla_host_device(&r.at));
        r.blocks = gla_s_memory(s, GLA_RUN_BLOCKS, sizeof *r.blocks);
    }
    r.work = gla_work_begin(work);
    return r;
}

static void *find_block(gla_run *r, gla_use use, void *data, size_t bytes)
{
    if (r->at == r->dev || r->s->status || !data)
        return data;
    void *there = gla_malloc(bytes);
    if (!there) {
        gla_s_check(r->s, gla_fail_memory(r->s->op, bytes));
        return NULL;
    }
    r->blocks[r->n++] = (gla_staged){data, there, bytes, use != GLA_READ};
    if (use != GLA_WRITTEN)
        gla_s_check(r->s, r->dev->backend->memory->download(r->dev, there, data, bytes));
    return there;
}

gla_matrix gla_run_stage(gla_run *r, gla_use use, gla_dtype dtype, const gla_matrix *m, int64_t batch)
{
    gla_matrix there = *m;
    int64_t items = (batch - 1) * m->stride + (m->cols - 1) * m->ld + m->rows;
    there.data = find_block(r, use, m->data, (size_t)items * gla_itemsize(dtype));
    return there;
}

void *gla_run_array(gla_run *r, gla_use use, const gla_array *x)
{
    return x ? find_block(r, use, gla_data(x), (size_t)x->size * gla_itemsize(x->dtype)) : NULL;
}

void gla_run_end(gla_run *r)
{
    for (int i = 0; i < r->n; i++) {
        void *there = r->blocks[i].on_host;
        if (!r->s->status && r->blocks[i].back)
            gla_s_check(r->s, r->dev->backend->memory->upload(r->dev, r->blocks[i].on_device, there, r->blocks[i].bytes));
        gla_free(there);
    }
    gla_work_end(r->work);
}
