/* kron.c - Kronecker products, as one elementwise product of broadcast operands. */
#include "shape/reshape.h"

enum { MAX_NDIM = GLA_MAX_NDIM / 2 };

/* Pad x with leading dimensions to nd dimensions, and move dimension i to 2i + at.  The other dimensions of the result have
 * length one. */
static gla_array *spread(gla_scope *s, const gla_array *x, int nd, int at)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    for (int i = 0; i < 2 * nd; i++)
        shape[i] = strides[i] = 1;
    for (int i = 0; i < x->ndim; i++) {
        int d = 2 * (nd - x->ndim + i) + at;
        shape[d] = x->shape[i];
        strides[d] = x->strides[i];
    }
    return gla_s_view(s, x, 2 * nd, shape, strides, 0);
}

gla_status gla_kron(const gla_array *a, const gla_array *b, gla_array **out)
{
    gla_scope s;
    int64_t shape[MAX_NDIM];
    int nd = a->ndim > b->ndim ? a->ndim : b->ndim;
    bool both_bool = a->dtype == GLA_BOOL && b->dtype == GLA_BOOL;
    *out = NULL;
    if (nd > MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "kron: an operand has %d dimensions, but at most %d are possible", nd, MAX_NDIM);
    gla_scope_begin(&s, "kron");
    gla_array *first = spread(&s, a, nd, 0), *second = spread(&s, b, nd, 1);
    gla_array *product = gla_s_combine(&s, both_bool ? gla_logical_and : gla_multiply, first, second);
    for (int i = 0; product && i < nd; i++)
        shape[i] = product->shape[2 * i] * product->shape[2 * i + 1];
    return gla_scope_return(&s, gla_s_reshape(&s, product, nd, shape), out);
}
