/* info.c - memory_info, reset_peak_memory, trim. */
#include "core/core.h"

static gla_status describe(gla_device *dev, gla_record *r)
{
    gla_memory_state state = {0};
    gla_status st = dev->backend->memory->info ? dev->backend->memory->info(dev, &state) : GLA_OK;
    const struct { const char *key; size_t bytes; } fields[] = {
        {"used_bytes", atomic_load(&dev->bytes_used)}, {"peak_bytes", atomic_load(&dev->bytes_peak)},
        {"limit_bytes", atomic_load(&dev->bytes_limit)}, {"reserved_bytes", state.reserved}, {"free_bytes", state.free},
        {"total_bytes", state.total}};
    if (!st)
        st = gla_record_text(r, "device", dev->name);
    for (size_t i = 0; i < sizeof fields / sizeof *fields && !st; i++)
        st = gla_record_integer(r, fields[i].key, (int64_t)fields[i].bytes);
    return st;
}

gla_status gla_memory_info(gla_record **record, const char *device)
{
    gla_device *dev;
    *record = NULL;
    gla_status st = gla_find_device(device, &dev);
    if (st)
        return st;
    gla_record *r = gla_calloc(1, sizeof *r);
    if (!r)
        return gla_fail_memory("memory_info", sizeof *r);
    if ((st = describe(dev, r)))
        gla_record_free(r);
    else
        *record = r;
    return st;
}

gla_status gla_reset_peak_memory(const char *device)
{
    gla_device *dev;
    gla_status st = gla_find_device(device, &dev);
    if (!st)
        atomic_store(&dev->bytes_peak, atomic_load(&dev->bytes_used));
    return st;
}

gla_status gla_trim(const char *device)
{
    gla_device *dev;
    size_t idle;
    gla_status st = gla_find_device(device, &dev);
    if (st || !dev->backend->memory->trim)
        return st;
    void *state = gla_work_begin(1e9);
    st = dev->backend->memory->trim(dev, &idle);
    gla_work_end(state);
    return st;
}
