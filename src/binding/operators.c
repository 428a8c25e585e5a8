/* operators.c - Implement operators with one table for all languages. */
#undef GLA_INSIDE /* Operators receive unchecked values from scripts, so this file calls the checked entry points. */
#include "gpulinalg/binding.h"
#include "elementwise/ops.h"

#include "core/core.h"
#include "core/entry.h"
#include "tape/tape.h"

#include "gpulinalg.h"

#include <string.h>

#define BINARY(id, function) [GLA_OP_##id] = {#function, NULL, gla_##function}
#define UNARY(id, function) [GLA_OP_##id] = {#function, gla_##function, NULL}

static const gla_operator operators[GLA_OPERATOR_COUNT] = {
    BINARY(ADD, add),
    BINARY(SUBTRACT, subtract),
    BINARY(MULTIPLY, multiply),
    BINARY(DIVIDE, divide),
    BINARY(FLOOR_DIVIDE, floor_divide),
    BINARY(REMAINDER, remainder),
    BINARY(POW, pow),
    BINARY(MATMUL, matmul),
    BINARY(ATAN2, atan2),
    BINARY(EQUAL, equal),
    BINARY(NOT_EQUAL, not_equal),
    BINARY(LESS, less),
    BINARY(LESS_EQUAL, less_equal),
    BINARY(GREATER, greater),
    BINARY(GREATER_EQUAL, greater_equal),
    BINARY(AND, bitwise_and),
    BINARY(OR, bitwise_or),
    BINARY(XOR, bitwise_xor),
    BINARY(LEFT_SHIFT, bitwise_left_shift),
    BINARY(RIGHT_SHIFT, bitwise_right_shift),
    UNARY(NEGATIVE, negative),
    UNARY(POSITIVE, positive),
    UNARY(ABS, abs),
    UNARY(INVERT, bitwise_invert),
    UNARY(SQRT, sqrt),
    UNARY(EXP, exp),
    UNARY(LOG, log),
    UNARY(SIN, sin),
    UNARY(COS, cos),
    UNARY(TRUNC, trunc),
};

const gla_operator *gla_operators(void)
{
    return operators;
}

gla_operator_id gla_operator_named(const char *name)
{
    int id = 0;
    while (id < GLA_OPERATOR_COUNT && (!name || strcmp(operators[id].name, name) != 0))
        id++;
    return (gla_operator_id)id;
}

/* Replace x by the product, which must have the shape of x and a dtype that x can store. */
static gla_status multiply_in_place(gla_array *x, const gla_array *y)
{
    static const gla_index everything = {.n = 1, .v = {{.kind = GLA_INDEX_ELLIPSIS}}};
    char made[GLA_SHAPE_TEXT], own[GLA_SHAPE_TEXT];
    gla_array *product;
    gla_status st = gla_array_readonly(x) ? gla_fail(GLA_ARGUMENT_ERROR, "matmul: the array is read-only; take a copy first")
                                          : gla_matmul(x, y, &product);
    if (st)
        return st;
    if (product->dtype != x->dtype)
        st = gla_fail(GLA_DTYPE_ERROR,
                      "matmul: the result has dtype %s and cannot be stored in an array of %s; use the form that returns a "
                      "new array, or convert with astype",
                      gla_dtype_name(product->dtype), gla_dtype_name(x->dtype));
    else if (!gla_same_shape(product, x))
        st = gla_fail(GLA_SHAPE_ERROR,
                      "matmul: the result has shape %s, but the array to be changed has shape %s; use the form that returns "
                      "a new array",
                      gla_shape_text(product->ndim, product->shape, made, sizeof made),
                      gla_shape_text(x->ndim, x->shape, own, sizeof own));
    else
        st = gla_setitem(x, &everything, product);
    gla_unref(product);
    return st;
}

gla_status gla_operate_in_place(const gla_operator *op, gla_array *x, const gla_array *y)
{
    if (op == &operators[GLA_OP_MATMUL])
        return multiply_in_place(x, y);
    return gla_tape_inplace(op->name, op->binary, x, y);
}

/* ---- objects of other classes ------------------------------------------------------------------------------------- */
static const gla_class *class_of(const void *x)
{
    return !x || gla_has_shape(x) ? &gla_array_class : ((const gla_object *)x)->class;
}

/* Return true if the object can be the left operand of the operator with some right operand. */
static bool can_be_left(gla_operator_id id, const void *x)
{
    const gla_pair *p = gla_pairs;
    while (p->function && (p->id != id || p->left != class_of(x)))
        p++;
    return p->function != NULL;
}

bool gla_has_values(const void *x)
{
    const gla_pair *p = gla_pairs;
    while (p->function && (p->id != GLA_OP_SUBTRACT || p->left != class_of(x) || p->right != class_of(x)))
        p++;
    return p->function != NULL;
}

gla_status gla_find_operator(gla_operator_id id, const void *x1, const void *x2, gla_object_operator **function)
{
    char text[GLA_DESCRIPTION];
    const gla_operator *op = &operators[id];
    const gla_class *left = class_of(x1), *right = op->unary ? NULL : class_of(x2);
    const gla_pair *p = gla_pairs;
    while (p->function && (p->id != id || p->left != left || p->right != right))
        p++;
    *function = p->function;
    if (*function || id == GLA_OP_EQUAL || id == GLA_OP_NOT_EQUAL)
        return GLA_OK;
    bool refuse_left = !right || (x1 && (!x2 || !can_be_left(id, x1)));
    bool compares = id >= GLA_OP_LESS && id <= GLA_OP_GREATER_EQUAL; /* some languages evaluate x1 < x2 as x2 > x1 */
    const char *side = op->unary || compares ? "" : refuse_left ? "left " : "right ";
    gla_describe_class(text, (refuse_left ? left : right)->name);
    return gla_fail(GLA_DTYPE_ERROR, "%s: the %soperand is %s, but it must be " GLA_WANT_ARRAY "%s",
                    compares ? "compare" : op->name, side, text, strcmp(text, "a Sparse") ? "" : "; use toarray()");
}
