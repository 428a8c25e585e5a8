/* overflow.c - Detection of integer overflow in sums and products; see overflow.h. */
#include "reduce/overflow.h"
#include "contract/array.h"

#include "core/scope.h"

#include <math.h>

static int bits_of(gla_dtype t)
{
    return t == GLA_BOOL ? 1 : 8 * (int)gla_itemsize(t) - !gla_dtype_is_unsigned(t);
}

bool gla_may_overflow(gla_reduction op, gla_dtype x, gla_dtype out, int64_t count)
{
    int most = bits_of(out), bits = x >= GLA_FLOAT32 ? 64 : bits_of(x), more = 0;
    bool loses_sign = x != GLA_BOOL && !gla_dtype_is_unsigned(x) && gla_dtype_is_unsigned(out);
    if (!gla_dtype_is_integer(out) || count < 1 || gla_policy_ignores(GLA_OVERFLOW_WARNING))
        return false;
    if (op == GLA_REDUCE_PROD)
        return x != GLA_BOOL && (loses_sign || count > 64 || bits * (int)count > most);
    while (more < 63 && (int64_t)1 << more < count)
        more++;
    return loses_sign || bits + more > most;
}

/* Repeat the reduction in floating point and compare.  Integers that have wrapped around are wrong by a multiple of 2^bits. */
static gla_status compare(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims,
                          const gla_array *result, bool *beyond)
{
    gla_reduce_call real = *call;
    gla_scope s;
    gla_array *shadow;
    gla_scope_begin(&s, call->name);
    real.dtype = gla_device_of(result)->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    shadow = gla_s_adopt(&s, gla_reduce(&real, x, axis, keepdims, &shadow), &shadow);
    gla_array *rounded = shadow ? gla_s_astype(&s, shadow->dtype, result) : NULL;
    gla_array *off = rounded ? gla_s_apply(&s, gla_abs, gla_s_combine(&s, gla_subtract, shadow, rounded)) : NULL;
    gla_array *limit = gla_s_number(&s, ldexp(1, 8 * (int)gla_itemsize(result->dtype) - 1));
    if (off && limit)
        *beyond = gla_s_truth(&s, gla_s_reduce_all(&s, gla_any, gla_s_combine(&s, gla_greater, off, limit)));
    return gla_scope_end(&s);
}

gla_status gla_reduce_watched(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims,
                              gla_array **out)
{
    bool beyond = false;
    gla_reduce_call watched = *call;
    watched.beyond = &beyond;
    gla_status st = gla_reduce(&watched, x, axis, keepdims, out);
    const gla_array_ops *ops = st ? NULL : gla_device_of(*out)->backend->array;
    if (ops && !ops->reduce_integers && ops->map)
        st = compare(call, x, axis, keepdims, *out, &beyond);
    if (!st && beyond)
        st = gla_warn_overflow(call->name, call->op == GLA_REDUCE_SUM ? "a sum" : "a product", (*out)->dtype);
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}
