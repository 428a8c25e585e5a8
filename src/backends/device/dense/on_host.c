/* on_host.c - Copy stacks to one block of host memory, decompose them on the host, and copy the results back to the device. */
#include "dense.h"
#include "contract/dense.h"
#include "runtime/allocation.h"
#include "runtime/devices.h"

#define ALIGNMENT 64

size_t gla_host_bytes(size_t item, const gla_matrix *m, int64_t count)
{
    return m->cols ? (size_t)((count - 1) * m->stride + (m->cols - 1) * m->ld + m->rows) * item : 0;
}

gla_status gla_host_begin(const char *op, gla_device *dev, gla_host_part *parts, int count, gla_device **host)
{
    size_t bytes = 0;
    for (int i = 0; i < count; i++)
        bytes += (parts[i].bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    char *block = gla_malloc(bytes + 1);
    parts[0].host = block; /* freed by gla_host_end */
    if (!block)
        return gla_fail_memory(op, bytes);
    gla_status st = gla_host_device(host);
    for (int i = 0; i < count && !st; i++) {
        parts[i].host = block;
        block += (parts[i].bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (parts[i].in && parts[i].bytes)
            st = gla_device_read(op, dev, parts[i].host, parts[i].device, parts[i].bytes);
    }
    return st;
}

gla_status gla_host_end(const char *op, gla_device *dev, gla_host_part *parts, int count, gla_status st)
{
    for (int i = 0; i < count && !st; i++)
        if (parts[i].out && parts[i].bytes)
            st = gla_device_write(op, dev, parts[i].device, parts[i].host, parts[i].bytes);
    gla_free(parts[0].host);
    return st;
}

gla_status gla_host_geev(gla_device *dev, gla_dtype dtype, const gla_matrix *a, void *w, const gla_matrix *v, int64_t batch,
                         int64_t *info)
{
    static const gla_matrix none = {0};
    static const char op[] = "eig";
    gla_matrix in = *a, out = v ? *v : none;
    size_t item = gla_itemsize(dtype), of_complex = 2 * gla_itemsize(gla_device_real_of(dtype));
    gla_device *host;
    gla_host_part parts[] = {
        {in.data, gla_host_bytes(item, &in, batch), .in = true},
        {w, (size_t)(batch * a->rows) * of_complex, .out = true},
        {out.data, gla_host_bytes(of_complex, &out, batch), .out = true},
    };
    gla_status st = gla_device_enter(op, dev);
    if (st)
        return st;
    st = gla_host_begin(op, dev, parts, 3, &host);
    in.data = parts[0].host;
    out.data = parts[2].host;
    if (!st)
        st = host->backend->lapack->geev(host, dtype, &in, parts[1].host, v ? &out : NULL, batch, info);
    return gla_host_end(op, dev, parts, 3, st);
}
