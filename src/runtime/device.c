/* device.c - Public functions that query devices by name. */
#include "config.h"
#include "runtime/placing.h"
#include "runtime/registry.h"
#include "runtime/stream.h"
#include "contract/device.h"
#include "contract/stream.h"
#include "runtime/record.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

gla_status gla_version(char **text)
{
    return gla_copy_text("version", PACKAGE_VERSION, text);
}

gla_status gla_devices(gla_strings **names)
{
    const gla_backend_entry_point *list;
    int n = gla_load_backends(&list), total = 0;
    *names = NULL;
    for (int i = 0; i < n; i++)
        total += list[i].n_devices;
    gla_strings *s = gla_calloc(1, sizeof *s);
    if (!s || !(s->v = gla_calloc((size_t)total, sizeof *s->v))) {
        gla_strings_free(s);
        return gla_fail_memory("devices", (size_t)total * sizeof *s->v);
    }
    for (int i = 0; i < n; i++)
        for (int d = 0; d < list[i].n_devices; d++) {
            if (gla_copy_text("devices", list[i].devices[d].name, &s->v[s->n])) {
                gla_strings_free(s);
                return gla_last_status();
            }
            s->n++;
        }
    *names = s;
    return GLA_OK;
}

gla_status gla_device_info(gla_record **record, const char *device)
{
    gla_device *dev;
    *record = NULL;
    gla_status st = gla_find_device(device, &dev);
    if (!st)
        st = gla_record_new("device_info", record);
    if (st)
        return st;
    gla_record_text(*record, "name", dev->name);
    gla_record_text(*record, "backend", dev->backend->name);
    st = dev->backend->device->properties(dev, *record);
    gla_record_bool(*record, "kernels", dev->backend->kernel != NULL);
    return gla_record_finish(record, st);
}

gla_status gla_get_device(char **text)
{
    gla_device *dev;
    gla_status st = gla_default_device(&dev);
    bool is_free = atomic_load_explicit(&gla_placing_is_free, memory_order_relaxed);
    return st ? st : gla_copy_text("get_device", is_free ? "auto" : dev->name, text);
}

gla_status gla_new_stream(gla_stream **stream, const char *device)
{
    gla_device *dev;
    *stream = NULL;
    gla_status st = gla_find_device(device, &dev);
    return st ? st : gla_stream_new(dev, stream);
}

gla_status gla_get_stream(gla_stream **stream, const char *device)
{
    gla_device *dev;
    *stream = NULL;
    gla_status st = gla_find_device(device, &dev);
    if (!st)
        *stream = gla_object_ref(gla_stream_current(dev));
    return st;
}

/* The slot `query` fails if the device cannot be used, for example after fork(). */
gla_status gla_native_stream(const char *device, uintptr_t *native)
{
    gla_device *dev;
    bool done;
    if (!native)
        return gla_fail(GLA_ARGUMENT_ERROR, "native_stream: native is NULL, but must point to the result");
    *native = 0;
    gla_status st = gla_find_device(device, &dev);
    const gla_stream_ops *ops = st ? NULL : dev->backend->stream;
    if (!ops || !ops->native)
        return st;
    void *stream = gla_stream_state(dev);
    if (!(st = ops->query(dev, stream, &done)))
        *native = ops->native(stream);
    return st;
}
