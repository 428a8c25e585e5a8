/* constants.c - Constant folding: integers exactly, other values in double precision, as in a script. */
#include "formula/syntax.h"
#include "elementwise/ops.h"

#include <math.h>

static bool is_integer(const gla_constant *c)
{
    return c->dtype == GLA_INT64 || c->dtype == GLA_UINT64;
}

static __int128 integer_of(const gla_constant *c)
{
    return c->dtype == GLA_UINT64 ? (__int128)(uint64_t)c->integer : c->integer;
}

static double real_of(const gla_constant *c)
{
    return is_integer(c) ? (double)integer_of(c) : c->re;
}

/* Compute x to the power n >= 0. */
static gla_folding integer_power(__int128 x, __int128 n, __int128 *value)
{
    *value = 1;
    if (x == 0 || x == 1 || x == -1) {
        *value = n == 0 || x == 1 || (x == -1 && n % 2 == 0) ? 1 : x;
        return GLA_FOLDED;
    }
    for (; n > 0; n--)
        if (__builtin_mul_overflow(*value, x, value))
            return GLA_FOLDS_TOO_LARGE;
    return GLA_FOLDED;
}

static gla_folding fold_shift(gla_op op, __int128 x, __int128 n, __int128 *value)
{
    if (n < 0)
        return GLA_NOT_FOLDED;
    *value = 0;
    if (op == GLA_OP_bitwise_right_shift)
        *value = x >> (n > 126 ? 126 : n);
    else if (x != 0 && (n > 126 || __builtin_mul_overflow(x, (__int128)1 << n, value)))
        return GLA_FOLDS_TOO_LARGE;
    return GLA_FOLDED;
}

/* Floor division; the remainder has the sign of the divisor. */
static gla_folding fold_division(gla_op op, __int128 x, __int128 y, __int128 *value)
{
    if (y == 0)
        return GLA_FOLDS_BY_ZERO;
    __int128 rest = x % y;
    bool down = rest != 0 && (rest < 0) != (y < 0);
    *value = op == GLA_OP_remainder ? rest + (down ? y : 0) : x / y - down;
    return GLA_FOLDED;
}

static gla_folding check(bool overflows)
{
    return overflows ? GLA_FOLDS_TOO_LARGE : GLA_FOLDED;
}

/* Fold operands of at most 65 bits. A result that overflows __int128 is not representable in any dtype. */
static gla_folding fold_integers(gla_op op, __int128 x, __int128 y, __int128 *value)
{
    switch (op) {
    case GLA_OP_add: *value = x + y; return GLA_FOLDED;
    case GLA_OP_subtract: *value = x - y; return GLA_FOLDED;
    case GLA_OP_multiply: return check(__builtin_mul_overflow(x, y, value));
    case GLA_OP_negative: *value = -x; return GLA_FOLDED;
    case GLA_OP_pow: return integer_power(x, y, value);
    case GLA_OP_positive:
    case GLA_OP_floor:
    case GLA_OP_ceil:
    case GLA_OP_round:
    case GLA_OP_trunc: *value = x; return GLA_FOLDED;
    case GLA_OP_abs: *value = x < 0 ? -x : x; return GLA_FOLDED;
    case GLA_OP_floor_divide:
    case GLA_OP_remainder: return fold_division(op, x, y, value);
    case GLA_OP_bitwise_left_shift:
    case GLA_OP_bitwise_right_shift: return fold_shift(op, x, y, value);
    case GLA_OP_bitwise_and: *value = x & y; return GLA_FOLDED;
    case GLA_OP_bitwise_or: *value = x | y; return GLA_FOLDED;
    case GLA_OP_bitwise_xor: *value = x ^ y; return GLA_FOLDED;
    case GLA_OP_bitwise_invert: *value = ~x; return GLA_FOLDED;
    default: return GLA_NOT_FOLDED;
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

static gla_folding store(__int128 x, gla_constant *value)
{
    if (x < INT64_MIN || x > UINT64_MAX)
        return GLA_FOLDS_TOO_LARGE;
    *value = (gla_constant){.dtype = x > INT64_MAX ? GLA_UINT64 : GLA_INT64, .integer = (int64_t)(uint64_t)x};
    return GLA_FOLDED;
}

gla_folding gla_fold_constants(gla_op op, int n, const gla_constant *const in[], gla_constant *value)
{
    bool integers = true;
    const gla_constant *last = in[n - 1];
    for (int i = 0; i < n; i++) {
        if (!is_integer(in[i]) && in[i]->dtype != GLA_FLOAT64)
            return GLA_NOT_FOLDED;
        integers = integers && is_integer(in[i]);
    }
    bool fraction = op == GLA_OP_pow && integers && integer_of(last) < 0; /* 2**-1 is 0.5 in Python and Perl */
    bool same_for_integers = gla_op_describe(op)->expression[GLA_KIND_INT] != NULL && !fraction;
    if (integers && same_for_integers) {
        __int128 exact;
        gla_folding folding = fold_integers(op, integer_of(in[0]), integer_of(last), &exact);
        return folding == GLA_FOLDED ? store(exact, value) : folding;
    }
    *value = (gla_constant){.dtype = GLA_FLOAT64};
    if (op == GLA_OP_divide && real_of(last) == 0)
        return GLA_FOLDS_BY_ZERO;
    if (!fold_reals(op, real_of(in[0]), real_of(last), &value->re) || isnan(value->re))
        return GLA_NOT_FOLDED;
    return isinf(value->re) ? GLA_FOLDS_TOO_LARGE : GLA_FOLDED;
}

const char *gla_folding_fault(gla_folding folding)
{
    return folding == GLA_FOLDS_BY_ZERO ? "a constant is divided by zero; write inf or nan if this is intended"
                                        : "the constants here overflow; write one of them as a float such as 2.0, or inf";
}
