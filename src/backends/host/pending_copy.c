/* pending_copy.c - element by element, until the real copy is there; then deleted. */
#include "host.h"

#include <string.h>

static void load(gla_dtype t, const void *p, double v[2], int64_t *i)
{
    v[1] = 0;
    *i = 0;
#define C(D, T) case D: { T x; memcpy(&x, p, sizeof x); v[0] = (double)x; *i = (int64_t)x; return; }
    switch (t) {
    C(GLA_BOOL, uint8_t) C(GLA_INT8, int8_t) C(GLA_INT16, int16_t) C(GLA_INT32, int32_t) C(GLA_INT64, int64_t)
    C(GLA_UINT8, uint8_t) C(GLA_UINT16, uint16_t) C(GLA_UINT32, uint32_t) C(GLA_UINT64, uint64_t)
    case GLA_FLOAT32: { float x; memcpy(&x, p, sizeof x); v[0] = x; break; }
    case GLA_COMPLEX64: { float x[2]; memcpy(x, p, sizeof x); v[0] = x[0]; v[1] = x[1]; break; }
    case GLA_COMPLEX128: memcpy(v, p, 16); break;
    default: memcpy(v, p, 8); break;
    }
    if (v[0] > -9e18 && v[0] < 9e18)
        *i = (int64_t)v[0];
}

static void store(gla_dtype t, void *p, const double v[2], int64_t i)
{
#undef C
#define C(D, T) case D: { T x = (T)i; memcpy(p, &x, sizeof x); return; }
    switch (t) {
    case GLA_BOOL: *(uint8_t *)p = v[0] != 0 || v[1] != 0; return;
    C(GLA_INT8, int8_t) C(GLA_INT16, int16_t) C(GLA_INT32, int32_t) C(GLA_INT64, int64_t)
    C(GLA_UINT8, uint8_t) C(GLA_UINT16, uint16_t) C(GLA_UINT32, uint32_t) C(GLA_UINT64, uint64_t)
    case GLA_FLOAT32: { float x = (float)v[0]; memcpy(p, &x, 4); return; }
    case GLA_COMPLEX64: { float x[2] = {(float)v[0], (float)v[1]}; memcpy(p, x, 8); return; }
    case GLA_COMPLEX128: memcpy(p, v, 16); return;
    default: memcpy(p, v, 8); return;
    }
}

__attribute__((weak)) gla_status gla_host_copy(gla_device *dev, const gla_array *src, gla_array *dst)
{
    (void)dev;
    size_t is = gla_itemsize(src->dtype), id = gla_itemsize(dst->dtype);
    for (int64_t n = 0; n < dst->size; n++) {
        int64_t r = n, so = 0, to = 0, i;
        double v[2];
        for (int d = dst->ndim; d-- > 0; r /= dst->shape[d]) {
            so += r % dst->shape[d] * src->strides[d];
            to += r % dst->shape[d] * dst->strides[d];
        }
        if (src->dtype == dst->dtype) {
            memcpy((char *)gla_data(dst) + to * (int64_t)id, (const char *)gla_data(src) + so * (int64_t)is, id);
            continue;
        }
        load(src->dtype, (const char *)gla_data(src) + so * (int64_t)is, v, &i);
        store(dst->dtype, (char *)gla_data(dst) + to * (int64_t)id, v, i);
    }
    return GLA_OK;
}
