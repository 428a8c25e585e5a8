/* dialect.c - Names of dtypes in device code, scalar arguments, and merging of axes (dialect.h). */
#include "dialect/dialect.h"

#include "elementwise/info.h"

const char *gla_dialect_type(gla_dtype dtype)
{
    return dtype == GLA_BOOL ? "boolean" : gla_dtype_name(dtype);
}

const char *gla_dialect_convert(gla_dtype from)
{
    gla_kind kind = gla_kind_of(from);
    return kind == GLA_KIND_COMPLEX ? "FROM_COMPLEX" : kind == GLA_KIND_REAL ? "FROM_REAL" : "FROM_INT";
}

static void put_integer(gla_writer *w, int bits, bool is_signed)
{
    unsigned long long top = UINT64_MAX >> (64 - bits + is_signed);
    gla_put(w, "#define KIND_INT\n#define UT uint%d\n#define BITS %d\n#define IS_SIGNED %d\n", bits, bits, is_signed);
    gla_put(w, "#define T_MAX ((T)%lluUL)\n#define T_MIN ((T)(%s))\n", top, is_signed ? "-T_MAX - 1" : "0");
    gla_put(w, "#define T_MAX_REAL %llu.0\n#define T_MIN_REAL %s%llu.0\n", top, is_signed ? "-" : "", is_signed ? top + 1 : 0);
}

void gla_put_dialect_type(gla_writer *w, gla_dtype dtype)
{
    gla_put(w, "#define T %s\n", gla_dialect_type(dtype));
    switch (gla_kind_of(dtype)) {
    case GLA_KIND_BOOL: gla_put(w, "#define KIND_BOOL\n"); break;
    case GLA_KIND_INT: put_integer(w, 8 * (int)gla_itemsize(dtype), !gla_dtype_is_unsigned(dtype)); break;
    case GLA_KIND_REAL: gla_put(w, "#define KIND_REAL\n"); break;
    default: gla_put(w, "#define KIND_COMPLEX\n#define R %s\n", gla_dialect_type(gla_real_of(dtype)));
    }
}

void gla_dialect_value(const gla_array *a, gla_dtype dtype, void *value)
{
    const void *p = gla_data(a);
    double re = 0, im = 0;
    uint64_t bits = 0;
    bool whole = gla_dtype_is_integer(a->dtype) || a->dtype == GLA_BOOL;
    switch (a->dtype) { /* integers keep all their digits in bits */
    case GLA_BOOL: bits = *(const uint8_t *)p; break;
    case GLA_INT8: bits = (uint64_t)(int64_t) * (const int8_t *)p; break;
    case GLA_INT16: bits = (uint64_t)(int64_t) * (const int16_t *)p; break;
    case GLA_INT32: bits = (uint64_t)(int64_t) * (const int32_t *)p; break;
    case GLA_INT64: bits = (uint64_t) * (const int64_t *)p; break;
    case GLA_UINT8: bits = *(const uint8_t *)p; break;
    case GLA_UINT16: bits = *(const uint16_t *)p; break;
    case GLA_UINT32: bits = *(const uint32_t *)p; break;
    case GLA_UINT64: bits = *(const uint64_t *)p; break;
    case GLA_FLOAT32: re = *(const float *)p; break;
    case GLA_FLOAT64: re = *(const double *)p; break;
    case GLA_COMPLEX64: re = ((const float *)p)[0], im = ((const float *)p)[1]; break;
    default: re = ((const double *)p)[0], im = ((const double *)p)[1];
    }
    if (whole)
        re = gla_dtype_is_unsigned(a->dtype) ? (double)bits : (double)(int64_t)bits;
    else if (dtype < GLA_FLOAT32) /* clamped, as on the host */
        bits = re != re                       ? 0
               : re >= 18446744073709549568.0 ? UINT64_MAX
               : re >= 0                      ? (uint64_t)re
               : re <= -9223372036854775808.0 ? (uint64_t)INT64_MIN
                                              : (uint64_t)(int64_t)re;
    switch (dtype) {
    case GLA_BOOL: *(uint8_t *)value = whole ? bits != 0 : re != 0 || im != 0; break;
    case GLA_INT8:
    case GLA_UINT8: *(uint8_t *)value = (uint8_t)bits; break;
    case GLA_INT16:
    case GLA_UINT16: *(uint16_t *)value = (uint16_t)bits; break;
    case GLA_INT32:
    case GLA_UINT32: *(uint32_t *)value = (uint32_t)bits; break;
    case GLA_INT64:
    case GLA_UINT64: *(uint64_t *)value = bits; break;
    case GLA_FLOAT32: *(float *)value = (float)re; break;
    case GLA_FLOAT64: *(double *)value = re; break;
    case GLA_COMPLEX64: ((float *)value)[0] = (float)re, ((float *)value)[1] = (float)im; break;
    default: ((double *)value)[0] = re, ((double *)value)[1] = im;
    }
}

int gla_order_axes(const gla_array *a, int order[])
{
    int n = 0;
    for (int i = 0; i < a->ndim; i++) {
        int j = a->shape[i] == 1 ? -1 : n++;
        for (; j > 0 && a->strides[order[j - 1]] < a->strides[i]; j--)
            order[j] = order[j - 1];
        if (j >= 0)
            order[j] = i;
    }
    return n;
}

int gla_merge_axes(int n, const gla_array *const a[], const int64_t *lengths, int first, int end, const int *order,
                   int64_t *shape, int64_t (*strides)[GLA_MAX_NDIM])
{
    int nd = 0;
    for (int k = first; k < end; k++) {
        int axis = order ? order[k] : k;
        bool joins = nd > 0;
        if (lengths[axis] == 1)
            continue;
        for (int i = 0; i < n && joins; i++)
            joins = !a[i] || strides[i][nd - 1] == a[i]->strides[axis] * lengths[axis];
        nd -= joins;
        shape[nd] = joins ? shape[nd] * lengths[axis] : lengths[axis];
        for (int i = 0; i < n; i++)
            strides[i][nd] = a[i] ? a[i]->strides[axis] : 0;
        nd++;
    }
    return nd;
}
