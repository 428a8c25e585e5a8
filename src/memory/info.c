/* info.c - memory_info, reset_peak_memory, trim. */
#include "core/core.h"
#include "contract/memory.h"
#include "runtime/interrupt.h"
#include "runtime/record.h"

gla_status gla_memory_info(gla_record **record, const char *device)
{
    gla_device *dev;
    gla_memory_state state = {0};
    *record = NULL;
    gla_status st;
    if ((st = gla_find_device(device, &dev)) || (st = gla_record_new("memory_info", record)))
        return st;
    if (dev->backend->memory->info)
        st = dev->backend->memory->info(dev, &state);
    const struct {
        const char *key;
        size_t bytes;
    } fields[] = {{"used_bytes", atomic_load(&dev->bytes_used)},
                  {"peak_bytes", atomic_load(&dev->bytes_peak)},
                  {"limit_bytes", atomic_load(&dev->bytes_limit)},
                  {"reserved_bytes", state.reserved},
                  {"free_bytes", state.free},
                  {"total_bytes", state.total}};
    gla_record_text(*record, "device", dev->name);
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        gla_record_integer(*record, fields[i].key, (int64_t)fields[i].bytes);
    return gla_record_finish(record, st);
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
