/* foreign.c - Arrays whose memory is shared with another library: adopt its memory, or lend ours. */
#include "core/core.h"
#include "runtime/pending.h"
#include "runtime/sharing.h"
#include "contract/memory.h"

#include <stdio.h>
#include <string.h>

/* Find the device by name. If the name has no index, find the device that owns the memory at the address. */
static gla_status find_by_address(const char *device, const void *data, gla_device **dev)
{
    char name[32];
    int index;
    gla_status st = gla_find_device(device, dev);
    if (st || !data || !(*dev)->backend->memory->locate)
        return st;
    st = (*dev)->backend->memory->locate(*dev, data, &index);
    if (st || index == (*dev)->index)
        return st;
    snprintf(name, sizeof name, "%.19s:%d", (*dev)->backend->name, index);
    if (strchr(device, ':'))
        return gla_fail(GLA_DEVICE_ERROR,
                        "asarray: the other library reports that the memory is on %s, but it is on %s; report this to the "
                        "authors of that library",
                        (*dev)->name, name);
    return gla_find_device(name, dev);
}

gla_status gla_array_adopt(const char *device, void *data, gla_dtype dtype, int ndim, const int64_t *shape,
                           const int64_t *strides, bool readonly, void (*release)(void *owner), void *owner, gla_array **out)
{
    gla_device *dev;
    if (!out)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: out is NULL, but must point to the result");
    *out = NULL;
    if (!device)
        return gla_fail(GLA_ARGUMENT_ERROR, "asarray: the name of the device is NULL");
    gla_status st = find_by_address(device, data, &dev);
    if (!st)
        st = gla_check_layout(data, dtype, ndim, shape, strides);
    if (!st)
        st = gla_array_wrap(dev, data, dtype, ndim, shape, strides, readonly ? GLA_READONLY : 0, release, owner, out);
    if (!st)
        gla_sharing_start((*out)->buffer);
    return st;
}

gla_status gla_await_foreign(const gla_array *a, uintptr_t native)
{
    gla_status st = gla_admit_array("await_foreign", "a", a);
    return st ? st : gla_sharing_await(gla_device_of(a), native);
}

gla_status gla_lend(const gla_array *a, uintptr_t native)
{
    gla_status st = gla_admit_array("lend", "a", a);
    if (st)
        return st;
    return gla_device_of(a)->backend->stream ? gla_sharing_lend(a->buffer, native) : gla_pending_wait(a->buffer);
}
