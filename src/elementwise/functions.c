/* functions.c - the public functions that are nothing but an operation of the table. */
#include "elementwise/map.h"

#define UNARY(function, op)                                  \
    gla_status function(const gla_array *x, gla_array **out) \
    {                                                        \
        return gla_map(op, 1, &x, out);                      \
    }

#define BINARY(function, op)                                                       \
    gla_status function(const gla_array *x1, const gla_array *x2, gla_array **out) \
    {                                                                              \
        const gla_array *in[2] = {x1, x2};                                         \
        return gla_map(op, 2, in, out);                                            \
    }

BINARY(gla_add, GLA_OP_add)
BINARY(gla_subtract, GLA_OP_subtract)
BINARY(gla_multiply, GLA_OP_multiply)
BINARY(gla_divide, GLA_OP_divide)
BINARY(gla_floor_divide, GLA_OP_floor_divide)
BINARY(gla_remainder, GLA_OP_remainder)
BINARY(gla_atan2, GLA_OP_atan2)
BINARY(gla_minimum, GLA_OP_minimum)
BINARY(gla_maximum, GLA_OP_maximum)
BINARY(gla_logical_and, GLA_OP_logical_and)
BINARY(gla_logical_or, GLA_OP_logical_or)
BINARY(gla_logical_xor, GLA_OP_logical_xor)
BINARY(gla_bitwise_and, GLA_OP_bitwise_and)
BINARY(gla_bitwise_or, GLA_OP_bitwise_or)
BINARY(gla_bitwise_xor, GLA_OP_bitwise_xor)
BINARY(gla_bitwise_left_shift, GLA_OP_bitwise_left_shift)
BINARY(gla_bitwise_right_shift, GLA_OP_bitwise_right_shift)

UNARY(gla_negative, GLA_OP_negative)
UNARY(gla_positive, GLA_OP_positive)
UNARY(gla_abs, GLA_OP_abs)
UNARY(gla_sign, GLA_OP_sign)
UNARY(gla_square, GLA_OP_square)
UNARY(gla_floor, GLA_OP_floor)
UNARY(gla_ceil, GLA_OP_ceil)
UNARY(gla_trunc, GLA_OP_trunc)
UNARY(gla_round, GLA_OP_round)
UNARY(gla_exp, GLA_OP_exp)
UNARY(gla_expm1, GLA_OP_expm1)
UNARY(gla_log, GLA_OP_log)
UNARY(gla_log1p, GLA_OP_log1p)
UNARY(gla_log2, GLA_OP_log2)
UNARY(gla_log10, GLA_OP_log10)
UNARY(gla_sqrt, GLA_OP_sqrt)
UNARY(gla_sin, GLA_OP_sin)
UNARY(gla_cos, GLA_OP_cos)
UNARY(gla_tan, GLA_OP_tan)
UNARY(gla_asin, GLA_OP_asin)
UNARY(gla_acos, GLA_OP_acos)
UNARY(gla_atan, GLA_OP_atan)
UNARY(gla_sinh, GLA_OP_sinh)
UNARY(gla_cosh, GLA_OP_cosh)
UNARY(gla_tanh, GLA_OP_tanh)
UNARY(gla_logical_not, GLA_OP_logical_not)
UNARY(gla_bitwise_invert, GLA_OP_bitwise_invert)
UNARY(gla_isnan, GLA_OP_isnan)
UNARY(gla_isinf, GLA_OP_isinf)
UNARY(gla_isfinite, GLA_OP_isfinite)
