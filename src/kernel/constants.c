/* constants.c - operations of constants, computed once: in double precision, as constants of a script are. */
#include "kernel/syntax.h"

#include <math.h>

static bool is_integer(const gla_constant *c)
{
    return c->dtype == GLA_INT64;
}

static double real_of(const gla_constant *c)
{
    return is_integer(c) ? (double)c->integer : c->re;
}

/* x to the power of n >= 0. */
static bool integer_power(int64_t x, int64_t n, int64_t *value)
{
    *value = 1;
    if (n < 0 || n > 64)
        return false;
    for (; n > 0; n--)
        if (__builtin_mul_overflow(*value, x, value))
            return false;
    return true;
}

static bool fold_integers(gla_op op, int64_t x, int64_t y, int64_t *value)
{
    switch (op) {
    case GLA_OP_add: return !__builtin_add_overflow(x, y, value);
    case GLA_OP_subtract: return !__builtin_sub_overflow(x, y, value);
    case GLA_OP_multiply: return !__builtin_mul_overflow(x, y, value);
    case GLA_OP_negative: return !__builtin_sub_overflow(0, x, value);
    case GLA_OP_pow: return integer_power(x, y, value);
    case GLA_OP_positive:
    case GLA_OP_trunc: *value = x; return true;
    case GLA_OP_abs: *value = x; return x >= 0 || !__builtin_sub_overflow(0, x, value);
    default: return false;
    }
}

static bool fold_reals(gla_op op, double x, double y, double *value)
{
    switch (op) {
    case GLA_OP_add: *value = x + y; return true;
    case GLA_OP_subtract: *value = x - y; return true;
    case GLA_OP_multiply: *value = x * y; return true;
    case GLA_OP_divide: *value = x / y; return true;
    case GLA_OP_pow: *value = pow(x, y); return true;
    case GLA_OP_atan2: *value = atan2(x, y); return true;
    case GLA_OP_negative: *value = -x; return true;
    case GLA_OP_positive: *value = x; return true;
    case GLA_OP_abs: *value = fabs(x); return true;
    case GLA_OP_trunc: *value = trunc(x); return true;
    case GLA_OP_sqrt: *value = sqrt(x); return true;
    case GLA_OP_exp: *value = exp(x); return true;
    case GLA_OP_log: *value = log(x); return true;
    case GLA_OP_sin: *value = sin(x); return true;
    case GLA_OP_cos: *value = cos(x); return true;
    default: return false;
    }
}

bool gla_fold_constants(gla_op op, int n, const gla_constant *const in[], gla_constant *value)
{
    bool integers = true;
    *value = (gla_constant){.dtype = GLA_INT64};
    for (int i = 0; i < n; i++) {
        if (!is_integer(in[i]) && in[i]->dtype != GLA_FLOAT64)
            return false;
        integers = integers && is_integer(in[i]);
    }
    const gla_constant *last = in[n - 1];
    if (integers && fold_integers(op, in[0]->integer, last->integer, &value->integer))
        return true;
    bool fraction = op == GLA_OP_pow && last->integer < 0; /* 2**-1 is 0.5 in Python and Perl */
    bool same_for_integers = gla_op_describe(op)->expression[GLA_KIND_INT] != NULL && !fraction;
    if (integers && same_for_integers) /* too large for int64: as it comes */
        return false;
    value->dtype = GLA_FLOAT64;
    value->integer = 0;
    return fold_reals(op, real_of(in[0]), real_of(last), &value->re) && isfinite(value->re);
}
