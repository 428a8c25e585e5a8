/* operators.c - what operators do: one table for every language. */
#include "gpulinalg/binding.h"

#include "core/core.h"

#include "gpulinalg.h"

#define BINARY(id, function) [GLA_OP_##id] = {#function, NULL, gla_##function}
#define UNARY(id, function) [GLA_OP_##id] = {#function, gla_##function, NULL}

static const gla_operator operators[GLA_OPERATOR_COUNT] = {
    BINARY(ADD, add), BINARY(SUBTRACT, subtract), BINARY(MULTIPLY, multiply), BINARY(DIVIDE, divide),
    BINARY(FLOOR_DIVIDE, floor_divide), BINARY(REMAINDER, remainder), BINARY(POW, pow), BINARY(MATMUL, matmul),
    BINARY(ATAN2, atan2),
    BINARY(EQUAL, equal), BINARY(NOT_EQUAL, not_equal), BINARY(LESS, less), BINARY(LESS_EQUAL, less_equal),
    BINARY(GREATER, greater), BINARY(GREATER_EQUAL, greater_equal),
    BINARY(AND, bitwise_and), BINARY(OR, bitwise_or), BINARY(XOR, bitwise_xor), BINARY(LEFT_SHIFT, bitwise_left_shift),
    BINARY(RIGHT_SHIFT, bitwise_right_shift),
    UNARY(NEGATIVE, negative), UNARY(POSITIVE, positive), UNARY(ABS, abs), UNARY(INVERT, bitwise_invert), UNARY(SQRT, sqrt),
    UNARY(EXP, exp), UNARY(LOG, log), UNARY(SIN, sin), UNARY(COS, cos), UNARY(TRUNC, trunc),
};

const gla_operator *gla_operators(void)
{
    return operators;
}

gla_status gla_operate_in_place(const gla_operator *op, gla_array *x, const gla_array *y)
{
    return gla_inplace(op->name, x, y);
}
