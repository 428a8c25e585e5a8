/* all_finite.c - Test whether all elements are finite.  In Inf and NaN, all bits of the exponent are ones. */
#include "backends/host/dense/fortran.h"
#include "backends/host/array/slots.h"

#include <stdlib.h>

typedef struct scan {
    const gla_array *x;
    int inner; /* dimension of the inner loop, which has the smallest stride */
    atomic_bool bad;
} scan;

/* Adding one to the exponent carries into the sign bit if all bits of the exponent are ones.  This test needs no comparison, so
 * the loop vectorises on any machine. */
static bool bad64(const uint64_t *v, int64_t n, int64_t stride)
{
    const uint64_t exponent = 0x7ff0000000000000u, unit = 0x0010000000000000u;
    uint64_t seen = 0;
    if (stride == 1)
        for (int64_t i = 0; i < n; i++)
            seen |= (v[i] & exponent) + unit;
    else
        for (int64_t i = 0; i < n; i++)
            seen |= (v[i * stride] & exponent) + unit;
    return seen >> 63;
}

static bool bad32(const uint32_t *v, int64_t n, int64_t stride)
{
    const uint32_t exponent = 0x7f800000u, unit = 0x00800000u;
    uint32_t seen = 0;
    for (int64_t i = 0; i < n; i++)
        seen |= (v[i * stride] & exponent) + unit;
    return seen >> 31;
}

/* Test n elements with a stride, both in units of the real type. */
static bool bad(gla_dtype real, const void *data, int64_t offset, int64_t n, int64_t stride)
{
    return real == GLA_FLOAT32 ? bad32((const uint32_t *)data + offset, n, stride)
                               : bad64((const uint64_t *)data + offset, n, stride);
}

static void contiguous_part(void *arg, int64_t begin, int64_t end)
{
    scan *s = arg;
    if (bad(gla_host_real_of(s->x->dtype), gla_data(s->x), begin, end - begin, 1))
        atomic_store(&s->bad, true);
}

/* Test lines [begin, end) along the inner dimension. */
static void strided_part(void *arg, int64_t begin, int64_t end)
{
    scan *s = arg;
    const gla_array *x = s->x;
    int parts = gla_dtype_is_complex(x->dtype) ? 2 : 1, inner = s->inner;
    for (int64_t line = begin; line < end; line++) {
        int64_t offset = 0, rest = line;
        for (int d = x->ndim; d-- > 0;) {
            if (d == inner)
                continue;
            offset += rest % x->shape[d] * x->strides[d];
            rest /= x->shape[d];
        }
        for (int part = 0; part < parts; part++)
            if (bad(gla_host_real_of(x->dtype), gla_data(x), offset * parts + part, x->shape[inner], x->strides[inner] * parts))
                atomic_store(&s->bad, true);
    }
}

gla_status gla_host_all_finite(gla_device *dev, const gla_array *x, bool *yes)
{
    scan s = {.x = x};
    int parts = gla_dtype_is_complex(x->dtype) ? 2 : 1;
    gla_status st;
    (void)dev;
    atomic_init(&s.bad, false);
    if (x->contiguous) {
        st = gla_host_parallel(x->size * parts, 100000, contiguous_part, &s);
    } else {
        for (int d = 1; d < x->ndim; d++)
            if (x->shape[s.inner] == 1 || (x->shape[d] > 1 && llabs(x->strides[d]) < llabs(x->strides[s.inner])))
                s.inner = d;
        int64_t length = x->shape[s.inner];
        st = gla_host_parallel(x->size / length, 100000 / length + 1, strided_part, &s);
    }
    *yes = !atomic_load(&s.bad);
    return st;
}

bool gla_host_finite(gla_dtype dtype, const gla_matrix *a)
{
    int parts = gla_dtype_is_complex(dtype) ? 2 : 1;
    gla_dtype real = gla_host_real_of(dtype);
    if (a->ld == a->rows)
        return !bad(real, a->data, 0, a->rows * a->cols * parts, 1);
    bool yes = true;
    for (int64_t j = 0; j < a->cols && yes; j++)
        yes = !bad(real, a->data, j * a->ld * parts, a->rows * parts, 1);
    return yes;
}

typedef struct stack {
    gla_dtype dtype;
    gla_matrix all; /* the columns of all matrices, treated as one matrix */
    atomic_bool bad;
} stack;

static void some_columns(void *arg, int64_t begin, int64_t end)
{
    stack *s = arg;
    gla_matrix part = s->all;
    part.data = gla_at(s->dtype, part.data, begin * part.ld);
    part.cols = end - begin;
    if (!gla_host_finite(s->dtype, &part))
        atomic_store(&s->bad, true);
}

gla_status gla_host_mark_non_finite(gla_dtype dtype, const gla_matrix *a, int64_t batch, int64_t *info, bool *all)
{
    stack s = {.dtype = dtype, .all = *a};
    s.all.cols *= batch;
    atomic_init(&s.bad, false);
    gla_status st = gla_host_parallel(s.all.cols, 100000 / (a->rows + 1) + 1, some_columns, &s);
    *all = !atomic_load(&s.bad);
    for (int64_t i = 0; i < batch; i++) {
        gla_matrix one = *a;
        one.data = gla_at(dtype, a->data, i * a->stride);
        info[i] = *all || gla_host_finite(dtype, &one) ? 0 : GLA_INFO_A_NOT_FINITE;
    }
    return st;
}
