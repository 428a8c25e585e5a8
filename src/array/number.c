/* number.c - the value of a 0-d array, on the host. */
#include "array/number.h"

#include <string.h>

static void take_integer(gla_number *n, __int128 value)
{
    n->is_integer = true;
    n->integer = value;
    n->re = (double)value;
}

#define LOAD(ctype)                                                                                                    \
    ctype v;                                                                                                           \
    memcpy(&v, data, sizeof v)

static void read_value(gla_dtype dtype, const void *data, gla_number *n)
{
    *n = (gla_number){.is_complex = gla_dtype_is_complex(dtype)};
    switch (dtype) {
    case GLA_BOOL:
    case GLA_UINT8: { LOAD(uint8_t); take_integer(n, v); break; }
    case GLA_INT8: { LOAD(int8_t); take_integer(n, v); break; }
    case GLA_INT16: { LOAD(int16_t); take_integer(n, v); break; }
    case GLA_INT32: { LOAD(int32_t); take_integer(n, v); break; }
    case GLA_INT64: { LOAD(int64_t); take_integer(n, v); break; }
    case GLA_UINT16: { LOAD(uint16_t); take_integer(n, v); break; }
    case GLA_UINT32: { LOAD(uint32_t); take_integer(n, v); break; }
    case GLA_UINT64: { LOAD(uint64_t); take_integer(n, v); break; }
    case GLA_FLOAT32: { LOAD(float); n->re = v; break; }
    case GLA_FLOAT64: { LOAD(double); n->re = v; break; }
    case GLA_COMPLEX64: { float v[2]; memcpy(v, data, sizeof v); n->re = v[0]; n->im = v[1]; break; }
    default: { double v[2]; memcpy(v, data, sizeof v); n->re = v[0]; n->im = v[1]; break; }
    }
}

gla_status gla_read_number(const char *op, const char *name, const gla_array *a, gla_number *number)
{
    gla_array *host;
    void *data;
    char text[GLA_SHAPE_TEXT];
    if (a->size != 1)
        return gla_fail(GLA_SHAPE_ERROR, "%s: %s has shape %s; give one number", op, name,
                        gla_shape_text(a->ndim, a->shape, text, sizeof text));
    gla_status st = gla_to_host(a, &host, &data);
    if (st)
        return st;
    read_value(a->dtype, data, number);
    gla_unref(host);
    return GLA_OK;
}
