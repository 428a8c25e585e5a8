/* sums.c - sum and product. */
#include "common.h"
#include "overflow.h"

gla_dtype gla_sum_dtype(gla_dtype t)
{
    if (t >= GLA_FLOAT32)
        return t;
    return gla_dtype_is_unsigned(t) ? GLA_UINT64 : GLA_INT64;
}

/* 0 bool, 1 integer, 2 real, 3 complex. */
static int kind(gla_dtype t)
{
    return t == GLA_BOOL ? 0 : t < GLA_FLOAT32 ? 1 : t < GLA_COMPLEX64 ? 2 : 3;
}

/* The same in floating point: integers beyond their type are announced. */
static gla_status check(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims,
                        const gla_array *result)
{
    gla_scope s;
    gla_array *shadow = NULL;
    gla_reduce_call other = *call;
    other.dtype = gla_shadow_dtype(gla_device_of(result));
    other.leaves = NULL;
    gla_scope_begin(&s, call->name);
    if (gla_s_made(&s, gla_reduce(&other, x, axis, keepdims, &shadow), &shadow))
        gla_s_check_overflow(&s, call->op == GLA_REDUCE_SUM ? "a sum" : "a product", result, shadow);
    return gla_scope_end(&s);
}

static gla_status add_up(const char *name, gla_reduction op, bool checks, const gla_array *x, gla_array **out,
                         const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    bool leaves = false;
    gla_reduce_call call = {.name = name, .op = op, .has_empty = true, .empty = op == GLA_REDUCE_PROD};
    *out = NULL;
    call.dtype = dtype == GLA_NO_DTYPE ? gla_sum_dtype(x->dtype) : dtype;
    if (kind(x->dtype) == 3 && kind(call.dtype) < 3)
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s values do not fit %s; take real() or abs() first", name,
                        gla_dtype_name(x->dtype), gla_dtype_name(call.dtype));
    /* Backends widen as they read; what would lose something must be lost before the numbers are put together. */
    if (kind(call.dtype) < kind(x->dtype))
        call.in = call.dtype;
    checks = checks && gla_may_overflow(op == GLA_REDUCE_PROD, x->dtype, call.dtype, x->size);
    call.leaves = checks ? &leaves : NULL;
    gla_status st = gla_reduce(&call, x, axis, keepdims, out);
    if (!st && leaves && (st = check(&call, x, axis, keepdims, *out))) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}

gla_status gla_sum(const gla_array *x, gla_array **out, const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    return add_up("sum", GLA_REDUCE_SUM, true, x, out, axis, dtype, keepdims);
}

gla_status gla_prod(const gla_array *x, gla_array **out, const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    return add_up("prod", GLA_REDUCE_PROD, true, x, out, axis, dtype, keepdims);
}

gla_status gla_total(const gla_array *x, gla_array **out, const gla_ints *axis, gla_dtype dtype, bool keepdims)
{
    return add_up("sum", GLA_REDUCE_SUM, false, x, out, axis, dtype, keepdims);
}
