/* parts.c - Conjugate, real part and imaginary part. */
#include "elementwise/map.h"
#include "elementwise/ops.h"

/* Return x itself; a scalar becomes an array. */
static gla_status itself(const gla_array *x, gla_array **out)
{
    if (x->flags & GLA_WEAK)
        return gla_array_view(x, x->ndim, x->shape, x->strides, 0, out);
    *out = gla_ref(x);
    return GLA_OK;
}

/* View the real (part 0) or imaginary (part 1) parts of complex elements in the same memory, with doubled strides. */
static gla_status part_view(const gla_array *x, int part, gla_array **out)
{
    int64_t strides[GLA_MAX_NDIM];
    for (int i = 0; i < x->ndim; i++)
        strides[i] = 2 * x->strides[i];
    gla_status st = gla_array_view(x, x->ndim, x->shape, strides, 0, out);
    if (st)
        return st;
    (*out)->dtype = gla_real_of(x->dtype);
    (*out)->offset = 2 * x->offset + part;
    return GLA_OK;
}

gla_status gla_conj(const gla_array *x, gla_array **out)
{
    *out = NULL;
    return gla_dtype_is_complex(x->dtype) ? gla_map(GLA_OP_conj, 1, &x, out) : itself(x, out);
}

gla_status gla_real(const gla_array *x, gla_array **out)
{
    *out = NULL;
    return gla_dtype_is_complex(x->dtype) ? part_view(x, 0, out) : itself(x, out);
}

gla_status gla_imag(const gla_array *x, gla_array **out)
{
    *out = NULL;
    return gla_dtype_is_complex(x->dtype) ? part_view(x, 1, out) : gla_zeros_like(x, out, GLA_NO_DTYPE, NULL);
}
