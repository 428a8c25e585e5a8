/* limit.c - Limit the memory used on a device. */
#include "core/core.h"
#include "runtime/budget.h"

gla_status gla_set_memory_limit(const char *limit, const char *device)
{
    gla_device *dev;
    size_t bytes;
    gla_status st;
    if ((st = gla_find_device(device, &dev)) || (st = gla_budget_parse("set_memory_limit", limit, dev, &bytes)))
        return st;
    return gla_budget_limit(dev, bytes);
}
