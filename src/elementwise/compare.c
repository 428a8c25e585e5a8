/* compare.c - Comparisons; integers are compared by value, whatever their dtypes. */
#include "core/scope.h"
#include "elementwise/map.h"
#include "elementwise/ops.h"

static bool is_weak(const gla_array *x)
{
    return x->flags & GLA_WEAK;
}

/* Return a dtype that represents both integers; float64 if there is none (uint64 with a signed dtype). */
static gla_dtype integer_type(const gla_array *x1, const gla_array *x2)
{
    if (is_weak(x1) && !is_weak(x2) && gla_weak_integer_fits(x1, x2->dtype))
        return x2->dtype;
    if (is_weak(x2) && !is_weak(x1) && gla_weak_integer_fits(x2, x1->dtype))
        return x1->dtype;
    return gla_promote(x1->dtype, x2->dtype);
}

/* Compare a uint64 with a signed integer: sign(x1 - x2) op 0, or 0 op sign(x2 - x1). */
static gla_status compare_mixed(gla_op op, const gla_array *x1, const gla_array *x2, gla_array **out)
{
    bool swap = x2->dtype == GLA_UINT64;
    const gla_array *in[2] = {swap ? x2 : x1, swap ? x1 : x2};
    int64_t nothing = 0;
    gla_scope s;
    gla_array *sign, *zero, *made;
    gla_scope_begin(&s, gla_op_describe(op)->name);
    zero = gla_s_adopt(&s, gla_scalar(GLA_INT64, &nothing, &zero), &zero);
    sign = gla_s_adopt(&s, gla_map_as(GLA_OP_compare_unsigned, GLA_INT64, 2, in, &sign), &sign);
    const gla_array *signs[2] = {swap ? zero : sign, swap ? sign : zero};
    return gla_scope_return(&s, s.status ? NULL : gla_s_adopt(&s, gla_map(op, 2, signs, &made), &made), out);
}

static gla_status compare(gla_op op, const gla_array *x1, const gla_array *x2, gla_array **out)
{
    const gla_array *in[2] = {x1, x2};
    /* Equal dtypes, and dtypes other than integers, need no special treatment. */
    if (x1->dtype == x2->dtype || !gla_dtype_is_integer(x1->dtype) || !gla_dtype_is_integer(x2->dtype))
        return gla_map(op, 2, in, out);
    gla_dtype type = integer_type(x1, x2);
    return gla_dtype_is_integer(type) ? gla_map_as(op, type, 2, in, out) : compare_mixed(op, x1, x2, out);
}

#define COMPARISON(function, op)                                                   \
    gla_status function(const gla_array *x1, const gla_array *x2, gla_array **out) \
    {                                                                              \
        return compare(op, x1, x2, out);                                           \
    }

COMPARISON(gla_equal, GLA_OP_equal)
COMPARISON(gla_not_equal, GLA_OP_not_equal)
COMPARISON(gla_less, GLA_OP_less)
COMPARISON(gla_less_equal, GLA_OP_less_equal)
COMPARISON(gla_greater, GLA_OP_greater)
COMPARISON(gla_greater_equal, GLA_OP_greater_equal)
