/* synchronize.c - Wait for pending work, and evaluate lazy results. */
#include "formula/lazy.h"
#include "contract/device.h"
#include "runtime/interrupt.h"

#include "runtime/stream.h"

gla_status gla_synchronize(const char *device)
{
    gla_device *dev;
    gla_status st = gla_find_device(device, &dev);
    if (st)
        return st;
    if (dev->backend->stream)
        return gla_stream_synchronize_all(dev);
    if (dev->is_host && (st = gla_lazy_before_change()))
        return st;
    void *state = gla_work_begin(1e9);
    st = dev->backend->device->synchronize(dev);
    gla_work_end(state);
    return st;
}
