/* array_kernels.c - types, layouts and launches of our own kernels; the table of the array room. */
#include "array_kernels.h"

#include <stdio.h>
#include <string.h>

const char *gla_cuda_type_name(gla_dtype dtype)
{
    return dtype == GLA_BOOL ? "boolean" : gla_dtype_name(dtype);
}

const char *gla_cuda_convert_name(gla_dtype from)
{
    gla_kind kind = gla_kind_of(from);
    return kind == GLA_KIND_COMPLEX ? "FROM_COMPLEX" : kind == GLA_KIND_REAL ? "FROM_REAL" : "FROM_INT";
}

void gla_cuda_type_defines(gla_dtype dtype, char *buf, size_t size)
{
    const char *name = gla_cuda_type_name(dtype);
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

void gla_cuda_mover_defines(gla_dtype dtype, char *buf, size_t size)
{
    int bytes = (int)gla_itemsize(dtype);
    snprintf(buf, size, bytes == 16 ? "#define T complex128\n" : "#define T uint%d\n", 8 * bytes);
}

/* 8 threads share a row of up to 128 real numbers, 32 a longer one. */
void gla_cuda_tall_defines(gla_dtype dtype, int64_t cols, char *buf, size_t size)
{
    int lanes = cols * (gla_dtype_is_complex(dtype) ? 2 : 1) <= 128 ? 8 : 32;
    gla_cuda_type_defines(dtype, buf, size);
    size_t used = strlen(buf);
    snprintf(buf + used, size - used, "#define LANES %d\n#define COLUMNS %d\n", lanes, ((int)cols + lanes - 1) / lanes);
}

bool gla_cuda_is_scalar(const gla_array *a, const gla_array *out)
{
    return gla_device_of(a) != gla_device_of(out);
}

gla_status gla_cuda_scalar_value(const gla_array *a, gla_dtype dtype, void *value)
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

void gla_cuda_collapse(int n, const gla_array *const a[], int *ndim, int64_t *shape, int64_t *strides)
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

gla_status gla_cuda_launch_for(const char *op, gla_device *dev, cudaKernel_t kernel, int64_t n, void **args)
{
    gla_cuda *cuda = dev->state;
    int64_t blocks = (n + 255) / 256, most = (int64_t)cuda->multiprocessors * 32;
    return gla_cuda_launch(op, dev, kernel, (unsigned)(blocks < most ? blocks : most), 256, 0, args);
}

gla_status gla_cuda_flag(const char *op, gla_device *dev, int **flag)
{
    gla_cuda *cuda = dev->state;
    gla_status st = gla_cuda_alloc(op, dev, sizeof **flag, (void **)flag);
    return st ? st : gla_cuda_check(op, cudaMemsetAsync(*flag, 0, sizeof **flag, gla_cuda_stream(cuda)));
}

gla_status gla_cuda_read_flag(const char *op, gla_device *dev, const int *flag, int *value)
{
    return gla_cuda_read(op, dev->state, value, flag, sizeof *value);
}

const gla_array_ops gla_cuda_array_ops = {
    .copy = gla_cuda_copy,
    .map = gla_cuda_map,
    .reduce = gla_cuda_reduce,
    .range = gla_cuda_range,
    .count_nonzero = gla_cuda_count_nonzero,
    .nonzero = gla_cuda_nonzero,
    .gather = gla_cuda_gather,
    .scatter = gla_cuda_scatter,
    .triangle = gla_cuda_triangle,
    .all_finite = gla_cuda_all_finite,
};
