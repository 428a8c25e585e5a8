/* array_kernels.c - types, layouts and launches of our own kernels; the table of the array room. */
#include "array_kernels.h"

#include <stdio.h>
#include <string.h>

const char *gla_device_type_name(gla_dtype dtype)
{
    return dtype == GLA_BOOL ? "boolean" : gla_dtype_name(dtype);
}

const char *gla_device_convert_name(gla_dtype from)
{
    gla_kind kind = gla_kind_of(from);
    return kind == GLA_KIND_COMPLEX ? "FROM_COMPLEX" : kind == GLA_KIND_REAL ? "FROM_REAL" : "FROM_INT";
}

void gla_device_type_defines(gla_dtype dtype, char *buf, size_t size)
{
    const char *name = gla_device_type_name(dtype);
    int bits = 8 * (int)gla_itemsize(dtype);
    bool is_signed = !gla_dtype_is_unsigned(dtype);
    switch (gla_kind_of(dtype)) {
    case GLA_KIND_BOOL:
        snprintf(buf, size, "#define T boolean\n#define KIND_BOOL\n");
        break;
    case GLA_KIND_INT: {
        uint64_t top = UINT64_MAX >> (64 - bits + is_signed);
        snprintf(buf, size, "#define T %s\n#define UT uint%d\n#define BITS %d\n#define IS_SIGNED %d\n#define KIND_INT\n"
                 "#define T_MAX ((T)%lluULL)\n#define T_MIN ((T)(%s))\n#define T_MAX_REAL %.1f\n#define T_MIN_REAL %.1f\n",
                 name, bits, bits, is_signed, (unsigned long long)top, is_signed ? "-T_MAX - 1" : "0", (double)top,
                 is_signed ? -(double)top - 1 : 0.0);
        break;
    }
    case GLA_KIND_REAL:
        snprintf(buf, size, "#define T %s\n#define KIND_REAL\n", name);
        break;
    default:
        snprintf(buf, size, "#define T %s\n#define R %s\n#define KIND_COMPLEX\n", name,
                 dtype == GLA_COMPLEX64 ? "float32" : "float64");
    }
}

void gla_device_mover_defines(gla_dtype dtype, char *buf, size_t size)
{
    int bytes = (int)gla_itemsize(dtype);
    snprintf(buf, size, bytes == 16 ? "#define T complex128\n" : "#define T uint%d\n", 8 * bytes);
}

void gla_device_index_defines(gla_dtype dtype, bool wide, char *buf, size_t size)
{
    gla_device_mover_defines(dtype, buf, size);
    size_t used = strlen(buf);
    const char *suffix = wide ? "_64" : "";
    snprintf(buf + used, size - used, "#define PLACE uint%d\n#define PLACE_MIN ATOMIC_MIN%s\n#define PLACE_MAX ATOMIC_MAX%s\n",
             wide ? 64 : 32, suffix, suffix);
}

bool gla_device_is_scalar(const gla_array *a, const gla_array *out)
{
    return gla_device_of(a) != gla_device_of(out);
}

gla_status gla_device_scalar_value(const gla_array *a, gla_dtype dtype, void *value)
{
    const void *p = gla_data(a);
    double re = 0, im = 0;
    uint64_t bits = 0;
    bool whole = gla_dtype_is_integer(a->dtype) || a->dtype == GLA_BOOL;
    switch (a->dtype) { /* integers keep all their digits in bits */
    case GLA_BOOL: bits = *(const uint8_t *)p; break;
    case GLA_INT8: bits = (uint64_t)(int64_t)*(const int8_t *)p; break;
    case GLA_INT16: bits = (uint64_t)(int64_t)*(const int16_t *)p; break;
    case GLA_INT32: bits = (uint64_t)(int64_t)*(const int32_t *)p; break;
    case GLA_INT64: bits = (uint64_t)*(const int64_t *)p; break;
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
    else if (dtype < GLA_FLOAT32) /* clamped as on the host */
        bits = re != re ? 0 : re >= 18446744073709549568.0 ? UINT64_MAX : re >= 0 ? (uint64_t)re
             : re <= -9223372036854775808.0 ? (uint64_t)INT64_MIN : (uint64_t)(int64_t)re;
    switch (dtype) {
    case GLA_BOOL: *(uint8_t *)value = whole ? bits != 0 : re != 0 || im != 0; break;
    case GLA_INT8: case GLA_UINT8: *(uint8_t *)value = (uint8_t)bits; break;
    case GLA_INT16: case GLA_UINT16: *(uint16_t *)value = (uint16_t)bits; break;
    case GLA_INT32: case GLA_UINT32: *(uint32_t *)value = (uint32_t)bits; break;
    case GLA_INT64: case GLA_UINT64: *(uint64_t *)value = bits; break;
    case GLA_FLOAT32: *(float *)value = (float)re; break;
    case GLA_FLOAT64: *(double *)value = re; break;
    case GLA_COMPLEX64: ((float *)value)[0] = (float)re, ((float *)value)[1] = (float)im; break;
    default: ((double *)value)[0] = re, ((double *)value)[1] = im;
    }
    return GLA_OK;
}

void gla_device_collapse(int n, const gla_array *const a[], int *ndim, int64_t *shape, int64_t *strides)
{
    int nd = 0;
    for (int d = 0; d < a[0]->ndim; d++) {
        if (a[0]->shape[d] == 1)
            continue;
        bool joins = nd > 0;
        for (int i = 0; i < n && joins; i++)
            joins = !a[i] || strides[i * GLA_MAX_NDIM + nd - 1] == a[i]->strides[d] * a[i]->shape[d];
        if (joins)
            nd--;
        shape[nd] = joins ? shape[nd] * a[0]->shape[d] : a[0]->shape[d];
        for (int i = 0; i < n; i++)
            strides[i * GLA_MAX_NDIM + nd] = a[i] ? a[i]->strides[d] : 0;
        nd++;
    }
    *ndim = nd;
}

gla_status gla_device_launch(const char *op, gla_device *dev, void *kernel, int64_t groups, int n_args,
                             const gla_argument *args)
{
    return gla_device_launch_groups(op, dev, kernel, groups, GLA_GROUP, n_args, args);
}

/* A serial device gets a thread for each step, since those of a group follow each other through memory; of few steps each of
 * its units gets some. */
static gla_status launch_serial(const char *op, gla_device *dev, void *kernel, int64_t n, int n_args,
                                const gla_argument *args)
{
    int64_t wanted = 4 * (int64_t)gla_device_units(dev);
    int threads = GLA_GROUP;
    while (threads > 1 && n / threads < wanted)
        threads /= 2;
    return gla_device_launch_groups(op, dev, kernel, (n + threads - 1) / threads, threads, n_args, args);
}

gla_status gla_device_launch_for(const char *op, gla_device *dev, void *kernel, int64_t n, int n_args,
                                 const gla_argument *args)
{
    int64_t groups = (n + GLA_GROUP - 1) / GLA_GROUP, most = (int64_t)gla_device_units(dev) * 32;
    if (gla_device_is_serial(dev))
        return launch_serial(op, dev, kernel, n, n_args, args);
    return gla_device_launch(op, dev, kernel, groups < most ? groups : most, n_args, args);
}

gla_argument gla_device_real(const gla_device *dev, const double *value, float *single)
{
    *single = (float)*value;
    return dev->lacks_float64 ? (gla_argument)GLA_VALUE(*single) : (gla_argument)GLA_VALUE(*value);
}

gla_status gla_device_flag(const char *op, gla_device *dev, int **flag)
{
    gla_status st = gla_device_scratch(op, dev, sizeof **flag, (void **)flag);
    return st ? st : gla_device_fill(op, dev, *flag, 0, sizeof **flag);
}

gla_status gla_device_read_flag(const char *op, gla_device *dev, const int *flag, int *value)
{
    return gla_device_read(op, dev, value, flag, sizeof *value);
}

const gla_array_ops gla_device_array_ops = {
    .copy = gla_device_copy,
    .map = gla_device_map,
    .reduce = gla_device_reduce,
    .range = gla_device_range,
    .count_nonzero = gla_device_count_nonzero,
    .nonzero = gla_device_nonzero,
    .gather = gla_device_gather,
    .scatter = gla_device_scatter,
    .triangle = gla_device_triangle,
    .all_finite = gla_device_all_finite,
};
