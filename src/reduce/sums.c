/* sums.c - Sum and product. */
#include "common.h"
#include "overflow.h"

gla_dtype gla_sum_dtype(gla_dtype t)
{
    if (t >= GLA_FLOAT32)
        return t;
    return gla_dtype_is_unsigned(t) ? GLA_UINT64 : GLA_INT64;
}

/* Return 0 for bool, 1 for integer, 2 for real, 3 for complex. */
static int kind(gla_dtype t)
{
    return t == GLA_BOOL ? 0 : t < GLA_FLOAT32 ? 1 : t < GLA_COMPLEX64 ? 2 : 3;
}

static gla_status add_up(const char *name, gla_reduction op, double empty, const gla_array *x, gla_array **out,
                         const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    gla_reduce_call call = {.name = name, .op = op, .has_empty = true, .empty = empty};
    *out = NULL;
    call.dtype = dtype == GLA_NO_DTYPE ? gla_sum_dtype(x->dtype) : dtype;
    if (kind(x->dtype) == 3 && kind(call.dtype) < 3)
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s values are not representable in %s; take real() or abs() first", name,
                        gla_dtype_name(x->dtype), gla_dtype_name(call.dtype));
    /* Backends can widen elements while reading, but a narrowing conversion must be done before the reduction. */
    if (kind(call.dtype) < kind(x->dtype))
        call.in = call.dtype;
    return gla_may_overflow(op, x->dtype, call.dtype, x->size) ? gla_reduce_watched(&call, x, axis, keepdims, out)
                                                               : gla_reduce(&call, x, axis, keepdims, out);
}

gla_status gla_sum(const gla_array *x, gla_array **out, const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    return add_up("sum", GLA_REDUCE_SUM, 0, x, out, axis, dtype, keepdims);
}

gla_status gla_prod(const gla_array *x, gla_array **out, const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    return add_up("prod", GLA_REDUCE_PROD, 1, x, out, axis, dtype, keepdims);
}
