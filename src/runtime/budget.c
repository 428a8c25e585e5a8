/* budget.c - Count the memory used on each device, enforce the limit, and retry before reporting that memory is exhausted. */
#include "config.h"
#include "runtime/budget.h"
#include "contract/memory.h"
#include "runtime/devices.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static gla_status fail(const char *op, gla_device *dev, size_t bytes)
{
    gla_memory_state state = {0};
    size_t used = atomic_load(&dev->bytes_used), limit = atomic_load(&dev->bytes_limit);
    if (limit && (bytes > limit || used > limit - bytes))
        return gla_fail(GLA_OUT_OF_MEMORY_ERROR,
                        "%s: allocating %zu bytes would exceed the memory limit of %s (%zu free of %zu, %zu used by arrays "
                        "and workspace); release arrays, work in parts, or see set_memory_limit",
                        op, bytes, dev->name, used < limit ? limit - used : 0, limit, used);
    if (!dev->backend->memory->info || dev->backend->memory->info(dev, &state))
        return gla_fail_memory(op, bytes);
    return gla_fail(GLA_OUT_OF_MEMORY_ERROR,
                    "%s: %s cannot allocate %zu bytes (%zu free of %zu, %zu used by arrays and workspace); release arrays "
                    "or work in parts",
                    op, dev->name, bytes, state.free, state.total, used);
}

gla_status gla_memory_take(const char *op, gla_device *dev, size_t bytes)
{
    size_t limit = atomic_load_explicit(&dev->bytes_limit, memory_order_relaxed);
    size_t used = atomic_fetch_add_explicit(&dev->bytes_used, bytes, memory_order_relaxed) + bytes;
    if (limit && used > limit) {
        gla_memory_give(dev, bytes);
        return fail(op, dev, bytes);
    }
    size_t peak = atomic_load_explicit(&dev->bytes_peak, memory_order_relaxed);
    while (used > peak && !atomic_compare_exchange_weak(&dev->bytes_peak, &peak, used))
        ;
    return GLA_OK;
}

void gla_memory_give(gla_device *dev, size_t bytes)
{
    atomic_fetch_sub_explicit(&dev->bytes_used, bytes, memory_order_relaxed);
}

gla_status gla_memory_fail(const char *op, gla_device *dev, size_t bytes)
{
    gla_memory_give(dev, bytes);
    return fail(op, dev, bytes);
}

gla_status gla_memory_room(const char *op, gla_device *dev, size_t bytes, size_t held)
{
    gla_memory_state state = {0};
    size_t limit = atomic_load(&dev->bytes_limit), used = atomic_load(&dev->bytes_used);
    bool beyond = limit && (bytes > limit || used > limit - bytes);
    bool known = !beyond && dev->backend->memory->info && !dev->backend->memory->info(dev, &state);
    return beyond || (known && state.free && bytes - held > state.free) ? fail(op, dev, bytes) : GLA_OK;
}

static bool (*_Atomic relieve)(void);

void gla_budget_set_reliever(bool (*function)(void))
{
    atomic_store(&relieve, function);
}

static gla_status alloc_once(const char *op, gla_device *dev, size_t bytes, bool zeros, void **data)
{
    const gla_memory_ops *memory = dev->backend->memory;
    gla_status (*alloc)(gla_device *, size_t, void **) = zeros ? memory->alloc_zeros : memory->alloc;
    size_t idle = 0;
    gla_status st = gla_memory_take(op, dev, bytes);
    if (st)
        return st;
    st = alloc(dev, bytes, data);
    if (st == GLA_OUT_OF_MEMORY_ERROR && !dev->is_host && memory->trim && !memory->trim(dev, &idle) && idle)
        st = alloc(dev, bytes, data);
    if (st == GLA_OUT_OF_MEMORY_ERROR)
        return gla_memory_fail(op, dev, bytes);
    if (st)
        gla_memory_give(dev, bytes);
    return st;
}

gla_status gla_budget_alloc(const char *op, gla_device *dev, size_t bytes, bool zeros, void **data)
{
    gla_status st = alloc_once(op, dev, bytes, zeros, data);
    if (st != GLA_OUT_OF_MEMORY_ERROR || !dev->is_host)
        return st;
    bool (*function)(void) = atomic_load(&relieve);
    return function && function() ? alloc_once(op, dev, bytes, zeros, data) : st;
}

void gla_budget_free(gla_device *dev, void *data, size_t bytes, void *stream)
{
    dev->backend->memory->free(dev, data, bytes, stream);
    gla_memory_give(dev, bytes);
}

/* ---- limits -------------------------------------------------------------------------------------------------------- */
static gla_status fail_text(const char *op, const char *text)
{
    return gla_fail(GLA_ARGUMENT_ERROR,
                    "%s: \"%.40s\" is not an amount of memory; write bytes, as in 2000000000, or \"2G\", "
                    "\"512M\" or \"50%%\"",
                    op, text);
}

gla_status gla_budget_parse(const char *op, const char *text, gla_device *dev, size_t *bytes)
{
    static const char units[] = "KMGT";
    char *end;
    *bytes = 0;
    if (!text || !*text)
        return GLA_OK;
    double value = gla_read_numeral(text, &end);
    if (end == text || !(value >= 0) || isinf(value))
        return fail_text(op, text);
    if (*end == '%') {
        gla_memory_state state = {0};
        gla_status st = dev->backend->memory->info ? dev->backend->memory->info(dev, &state) : GLA_OK;
        if (!st && !state.total)
            st = gla_fail(GLA_NOT_SUPPORTED_ERROR, "%s: the total memory of %s is unknown; give the amount in bytes", op,
                          dev->name);
        if (st)
            return st;
        value *= (double)state.total / 100;
        end++;
    } else if (*end) {
        const char *unit = strchr(units, *end & ~0x20);
        for (; unit && unit >= units; unit--)
            value *= 1024;
        end += unit != NULL;
        end += *end == 'i';
        end += *end == 'B' || *end == 'b';
    }
    if (*end || value >= 0x1p62)
        return fail_text(op, text);
    *bytes = (size_t)value;
    return GLA_OK;
}

gla_status gla_budget_limit(gla_device *dev, size_t bytes)
{
    atomic_store(&dev->bytes_limit, bytes);
    return dev->backend->memory->limit ? dev->backend->memory->limit(dev, bytes) : GLA_OK;
}

gla_status gla_budget_open(gla_device *dev)
{
    size_t bytes;
    const char *pool = secure_getenv("GPULINALG_HOST_POOL"), *env = secure_getenv("GPULINALG_MEMORY_LIMIT");
    if (dev->is_host && pool && *pool) {
        gla_status st = gla_budget_parse("GPULINALG_HOST_POOL", pool, dev, &bytes);
        st = st ? st : dev->backend->memory->keep(dev, bytes);
        if (st)
            return st;
    }
    if (!env || !*env)
        return GLA_OK;
    gla_status st = gla_budget_parse("GPULINALG_MEMORY_LIMIT", env, dev, &bytes);
    return st || dev->is_host ? st : gla_budget_limit(dev, bytes); /* the variable does not limit the host */
}
