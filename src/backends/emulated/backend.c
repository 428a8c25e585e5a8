/* backend.c - The emulated device, which implements the driver interface of src/backends/device in ordinary memory, without a
 * queue. */
#include "config.h"
#include "emulated.h"
#include "contract/device.h"
#include "contract/memory.h"
#include "runtime/record.h"
#include "runtime/allocation.h"

#include "backends/device/dense/dense.h"

#include <stdlib.h>
#include <string.h>

static int count(void)
{
    return 1;
}

static gla_status open_device(gla_device *dev)
{
    (void)dev;
    gla_emulated_watch_programs();
    gla_emulated_watch_launches();
    return GLA_OK;
}

static gla_status properties(gla_device *dev, gla_record *r)
{
    gla_record_text(r, "description", dev->backend->description);
    gla_record_text(r, "kind", "emulated");
    gla_record_bool(r, "float64", true);
    return GLA_OK;
}

static gla_status synchronize(gla_device *dev)
{
    (void)dev;
    return GLA_OK;
}

/* ---- memory -------------------------------------------------------------------------------------------------------------- */
static gla_status allocate(const char *op, gla_device *dev, size_t bytes, void **data)
{
    (void)dev;
    *data = gla_malloc_fails() ? NULL : aligned_alloc(64, (bytes + 63) / 64 * 64);
    return *data ? GLA_OK : gla_fail_memory(op, bytes);
}

static void release(gla_device *dev, void *data)
{
    (void)dev;
    free(data);
}

static gla_status alloc(gla_device *dev, size_t bytes, void **data)
{
    return allocate("array", dev, bytes, data);
}

static void free_block(gla_device *dev, void *data, size_t bytes, void *stream)
{
    (void)bytes;
    (void)stream;
    release(dev, data);
}

static gla_status copy(const char *op, gla_device *dev, void *to, const void *from, size_t bytes)
{
    (void)op;
    (void)dev;
    memcpy(to, from, bytes);
    return GLA_OK;
}

static gla_status transfer(gla_device *dev, void *to, const void *from, size_t bytes)
{
    return copy("array", dev, to, from, bytes);
}

static gla_status fill(const char *op, gla_device *dev, void *data, int byte, size_t bytes)
{
    (void)op;
    (void)dev;
    memset(data, byte, bytes);
    return GLA_OK;
}

/* ---- the driver ---------------------------------------------------------------------------------------------------------- */
static gla_status enter(const char *op, gla_device *dev)
{
    (void)op;
    (void)dev;
    return GLA_OK;
}

/* Return the traits of a GPU, so that the methods for GPUs are tested.  There is one compute unit, so sums have few parts.  The
 * flags for compiling kernels add traits.  Groups run in order, so that no group waits for a later group, or they take turns
 * (group.c). */
static const gla_traits *traits(const gla_device *dev)
{
    static const gla_traits all = {
        .units = 1, .has_int64_atomics = true, .nvidia = 90, .max_group = GLA_EMULATED_MAX_GROUP, .local_memory = 48 << 10};
    static gla_traits more;
    const char *flags = secure_getenv("GPULINALG_EMULATED_FLAGS");
    (void)dev;
    if (!flags || !strstr(flags, "-DEMULATED_"))
        return &all;
    more = all;
    if (strstr(flags, "-DEMULATED_WARPS")) {
        more.groups_wait = more.has_warps = more.warps_multiply = true;
        more.most_local = 224 << 10; /* as in prelude_c.h */
    }
    more.resident_groups = strstr(flags, "-DEMULATED_RESIDENT") ? GLA_EMULATED_MAX_GROUP / GLA_GROUP : 0;
    return &more;
}

/* True if the only result slot is taken.  The slot is small: some results fit in the slot and all larger results are stored in
 * device memory, so both cases are tested. */
static _Thread_local bool slot_is_taken;

static void *result_slot(gla_device *dev, size_t *bytes)
{
    static _Thread_local int slot[4];
    (void)dev;
    *bytes = sizeof slot;
    if (slot_is_taken)
        return NULL;
    slot_is_taken = true;
    return slot;
}

static void drop_slot(gla_device *dev, void *slot, gla_status st)
{
    (void)dev, (void)slot, (void)st;
    slot_is_taken = false;
}

static gla_status wait_for_all(const char *op, gla_device *dev)
{
    (void)op;
    return synchronize(dev);
}

static const gla_device_ops device_ops = {
    .count = count, .open = open_device, .properties = properties, .synchronize = synchronize};
static const gla_memory_ops memory_ops = {.alloc = alloc, .free = free_block, .upload = transfer, .download = transfer};

const gla_driver gla_device_driver = {
    .name = "emulated",
    .device = &device_ops,
    .memory = &memory_ops,
    .enter = enter,
    .traits = traits,
    .kernel = gla_emulated_find,
    .launch = gla_emulated_launch,
    .allocate = allocate,
    .release = release,
    .fill = fill,
    .copy = copy,
    .write = copy,
    .read = copy,
    .result_slot = result_slot,
    .drop_slot = drop_slot,
    .wait = wait_for_all,
};

const gla_backend *gla_backend_entry(void)
{
    static gla_backend backend;
    backend = gla_device_backend("device code by the C compiler, for tests");
    return &backend;
}
