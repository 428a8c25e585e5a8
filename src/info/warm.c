/* warm.c - Compile device code ahead of time. */
#include "core/core.h"
#include "runtime/registry.h"
#include "contract/program.h"
#include "runtime/interrupt.h"
#include "runtime/record.h"

#include <string.h>

/* Find the device and its backend. For an architecture such as "sm_90" there is no device; find the backend that compiles for
 * the architecture. */
static gla_status find(const char *device, gla_device **dev, const gla_backend **backend)
{
    *dev = NULL;
    if (device && strncmp(device, "sm_", 3) == 0)
        return gla_load_compiler("cuda", backend);
    gla_status st = gla_find_device(device, dev);
    if (!st)
        *backend = (*dev)->backend;
    return st;
}

gla_status gla_warm(gla_record **record, const char *device, const char *only, bool all, bool shared, int64_t first,
                    int64_t count)
{
    gla_warm_plan plan = {.only = only, .all = all, .shared = shared, .first = first, .count = count};
    const gla_backend *backend;
    gla_device *dev;
    *record = NULL;
    if (first < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "warm: first is %lld, but it must not be negative", (long long)first);
    gla_status st = find(device, &dev, &backend);
    if (!st)
        st = gla_record_new("warm", record);
    if (st)
        return st;
    if (backend->program) {
        void *work = gla_work_begin(1e9);
        st = backend->program->warm(dev, dev ? NULL : device, &plan);
        gla_work_end(work);
    }
    gla_record_integer(*record, "programs", plan.programs);
    gla_record_integer(*record, "compiled", plan.compiled);
    return gla_record_finish(record, st);
}
