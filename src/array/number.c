/* number.c - Read the value of a 0-d array on the host. */
#include "array/number.h"

#include <string.h>

static void take_integer(gla_number *n, __int128 value)
{
    n->is_integer = true;
    n->integer = value;
    n->re = (double)value;
}

static void read_value(gla_dtype dtype, const void *data, gla_number *n)
{
    union {
        uint8_t u8;
        int8_t i8;
        int16_t i16;
        int32_t i32;
        int64_t i64;
        uint16_t u16;
        uint32_t u32;
        uint64_t u64;
        float f[2];
        double d[2];
    } v = {.d = {0, 0}};
    memcpy(&v, data, gla_itemsize(dtype));
    *n = (gla_number){.is_complex = gla_dtype_is_complex(dtype)};
    switch (dtype) {
    case GLA_BOOL:
    case GLA_UINT8: take_integer(n, v.u8); break;
    case GLA_INT8: take_integer(n, v.i8); break;
    case GLA_INT16: take_integer(n, v.i16); break;
    case GLA_INT32: take_integer(n, v.i32); break;
    case GLA_INT64: take_integer(n, v.i64); break;
    case GLA_UINT16: take_integer(n, v.u16); break;
    case GLA_UINT32: take_integer(n, v.u32); break;
    case GLA_UINT64: take_integer(n, v.u64); break;
    case GLA_FLOAT32:
    case GLA_COMPLEX64:
        n->re = v.f[0];
        n->im = v.f[1];
        break;
    default: n->re = v.d[0]; n->im = v.d[1];
    }
}

gla_status gla_read_number(const char *op, const char *name, const gla_array *a, gla_number *number)
{
    gla_array *host;
    void *data;
    char text[GLA_SHAPE_TEXT];
    if (a->size != 1)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has shape %s, but it must be a scalar", op, name,
                        gla_shape_text(a->ndim, a->shape, text, sizeof text));
    if (gla_device_of(a)->is_host && !gla_buffer_is_watched(a->buffer)) {
        read_value(a->dtype, gla_data(a), number);
        return GLA_OK;
    }
    gla_status st = gla_to_host(a, &host, &data);
    if (st)
        return st;
    read_value(a->dtype, data, number);
    gla_unref(host);
    return GLA_OK;
}
