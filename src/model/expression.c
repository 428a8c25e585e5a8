/* expression.c - Evaluate a formula of columns with array functions. */
#include "model/syntax.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

static gla_array *constant(evaluation *e, double value)
{
    return gla_s_number(e->s, value);
}

static gla_array *fail(evaluation *e, gla_status kind, const node *x, const char *text)
{
    model_fail_at(e->s, kind, &e->formula, x->at, "%s", text);
    return NULL;
}

static bool is_comparison(const node *x)
{
    return x->kind == NODE_BINARY && x->op && strchr("<>ENLG", x->op);
}

static bool asks_missing(const node *x)
{
    return model_is_call(x, "is.na") || model_is_call(x, "isnan") || model_is_call(x, "ismissing");
}

bool model_is_logical(const node *x)
{
    if (x->kind == NODE_GROUP || model_is_call(x, "I"))
        return x->n == 1 && model_is_logical(x->items[0]);
    return is_comparison(x) || (x->kind == NODE_BINARY && (x->op == '&' || x->op == '|')) ||
           (x->kind == NODE_UNARY && x->op == '!') || asks_missing(x) || model_is_truth(x);
}

/* ---- numbers -------------------------------------------------------------------------------------------------------- */
static gla_array *column_numbers(evaluation *e, const node *x)
{
    table_column *c = model_find_column(e->s, &e->formula, e->table, x->text, x->at);
    if (c && c->levels) {
        model_fail_at(e->s, GLA_DTYPE_ERROR, &e->formula, x->at, "column '%.60s' contains strings, but numbers are needed here",
                      x->text);
        return NULL;
    }
    return c ? table_numbers_of(e->s, c) : NULL;
}

static gla_array *call_numbers(evaluation *e, const node *x)
{
    if (model_is_call(x, "I") && x->n == 1)
        return model_numbers(e, x->items[0]);
    if ((model_is_call(x, "ifelse") || model_is_call(x, "where")) && x->n == 3) {
        gla_array *yes = model_truths(e, x->items[0], false), *no = model_truths(e, x->items[0], true);
        gla_array *then = model_numbers(e, x->items[1]), *other = model_numbers(e, x->items[2]);
        return gla_s_where(e->s, yes, then, gla_s_where(e->s, no, other, constant(e, NAN)));
    }
    gla_array *made = e->special ? e->special(e, x) : NULL;
    if (made || e->s->status)
        return made;
    gla_array *arguments[2] = {NULL, NULL};
    if (!model_arity(x->text)) {
        model_fail_place(e, x);
        return NULL;
    }
    for (int i = 0; i < x->n; i++)
        arguments[i] = model_numbers(e, x->items[i]);
    return model_apply(e, x, arguments);
}

static gla_array *binary_numbers(evaluation *e, const node *x)
{
    static const struct {
        int op;
        gla_binary *function;
    } operators[] = {{'+', gla_add}, {'-', gla_subtract}, {'*', gla_multiply}, {'/', gla_divide}};
    if (x->op == '^') {
        gla_array *base = model_numbers(e, x->items[0]);
        return model_power(e, base, model_numbers(e, x->items[1]));
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].op == x->op) {
            gla_array *left = model_numbers(e, x->items[0]);
            return gla_s_combine(e->s, operators[i].function, left, model_numbers(e, x->items[1]));
        }
    return fail(e, GLA_ARGUMENT_ERROR, x, "this operator is not allowed in an expression");
}

gla_array *model_numbers(evaluation *e, const node *x)
{
    if (e->s->status || !x)
        return NULL;
    if (model_is_logical(x)) {
        gla_array *yes = model_truths(e, x, false), *no = model_truths(e, x, true);
        return gla_s_where(e->s, yes, constant(e, 1), gla_s_where(e->s, no, constant(e, 0), constant(e, NAN)));
    }
    switch (x->kind) {
    case NODE_NUMBER: return constant(e, x->number);
    case NODE_NAME: return column_numbers(e, x);
    case NODE_GROUP: return model_numbers(e, x->items[0]);
    case NODE_UNARY:
        return x->op == '+' ? model_numbers(e, x->items[0]) : gla_s_apply(e->s, gla_negative, model_numbers(e, x->items[0]));
    case NODE_BINARY: return binary_numbers(e, x);
    case NODE_CALL: return call_numbers(e, x);
    case NODE_TEXT: return fail(e, GLA_DTYPE_ERROR, x, "this is a string, but a number is needed");
    default: return fail(e, GLA_ARGUMENT_ERROR, x, "brackets are not allowed in an expression");
    }
}

/* ---- truth values --------------------------------------------------------------------------------------------------- */
static gla_array *either(evaluation *e, gla_array *a, gla_array *b)
{
    return gla_s_combine(e->s, gla_logical_or, a, b);
}

/* Comparisons with NaN are false, except "not equal". */
static gla_array *order(gla_scope *s, int op, gla_array *a, gla_array *b)
{
    switch (op) {
    case '<': return gla_s_combine(s, gla_less, a, b);
    case '>': return gla_s_combine(s, gla_greater, a, b);
    case OP_AT_MOST: return gla_s_combine(s, gla_less_equal, a, b);
    case OP_AT_LEAST: return gla_s_combine(s, gla_greater_equal, a, b);
    case OP_EQUAL: return gla_s_combine(s, gla_equal, a, b);
    default: return gla_s_combine(s, gla_logical_or, gla_s_combine(s, gla_less, a, b), gla_s_combine(s, gla_greater, a, b));
    }
}

static gla_array *compare(evaluation *e, const node *x, bool negated)
{
    gla_array *made = model_compare_strings(e, x, negated);
    if (made || e->s->status)
        return made;
    int op = x->op;
    if (negated) {
        static const char from[] = "<>LGEN", to[] = "GL><NE";
        op = to[strchr(from, op) - from];
    }
    gla_scope *s = e->s;
    gla_array *values[2], *missing = NULL;
    if (!model_exact_operands(e, x, values, &missing)) {
        gla_dtype dtype = model_is_narrow(e, x) ? GLA_FLOAT32 : GLA_FLOAT64;
        for (int i = 0; i < 2; i++) {
            values[i] = model_numbers(e, x->items[i]);
            if (values[i] && !(values[i]->flags & GLA_WEAK)) /* a number adopts the dtype of the other operand */
                values[i] = gla_s_astype(s, dtype, values[i]);
        }
    }
    made = order(s, op, values[0], values[1]);
    return missing ? gla_s_combine(s, gla_logical_and, made, gla_s_apply(s, gla_logical_not, missing)) : made;
}

/* Both operands, or one of them, depending on the operator and on whether the negation is wanted. */
static gla_array *connect(evaluation *e, const node *x, bool negated)
{
    gla_array *a = model_truths(e, x->items[0], negated), *b = model_truths(e, x->items[1], negated);
    return gla_s_combine(e->s, (x->op == '|') != negated ? gla_logical_or : gla_logical_and, a, b);
}

static gla_array *missing_of(evaluation *e, const node *x, bool negated)
{
    gla_scope *s = e->s;
    gla_array *mask = NULL;
    if (x->n != 1)
        return fail(e, GLA_ARGUMENT_ERROR, x, "this function has one argument");
    if (x->items[0]->kind == NODE_NAME) {
        table_column *c = model_find_column(s, &e->formula, e->table, x->items[0]->text, x->items[0]->at);
        mask = c ? table_missing_of(s, c) : NULL;
        if (c && !mask && !s->status) /* all false, in the shape of the column */
            mask = gla_s_combine(s, gla_not_equal, c->values, c->values);
    } else
        mask = gla_s_apply(s, gla_isnan, model_numbers(e, x->items[0]));
    return negated ? gla_s_apply(s, gla_logical_not, mask) : mask;
}

gla_array *model_truths(evaluation *e, const node *x, bool negated)
{
    gla_scope *s = e->s;
    if (s->status || !x)
        return NULL;
    if ((x->kind == NODE_GROUP || model_is_call(x, "I")) && x->n == 1)
        return model_truths(e, x->items[0], negated);
    if (is_comparison(x))
        return compare(e, x, negated);
    if (x->kind == NODE_BINARY && (x->op == '&' || x->op == '|'))
        return connect(e, x, negated);
    if (x->kind == NODE_UNARY && x->op == '!')
        return model_truths(e, x->items[0], !negated);
    if (asks_missing(x))
        return missing_of(e, x, negated);
    if (model_is_truth(x)) {
        bool value = ((x->text[0] | 32) == 't') != negated;
        return gla_s_combine(s, gla_equal, constant(e, value), constant(e, 1));
    }
    gla_array *number = model_numbers(e, x), *zero = constant(e, 0);
    if (negated)
        return gla_s_combine(s, gla_equal, number, zero);
    return either(e, gla_s_combine(s, gla_less, number, zero), gla_s_combine(s, gla_greater, number, zero));
}

gla_array *model_value(evaluation *e, const node *x)
{
    if (e->s->status || !x)
        return NULL;
    return model_is_logical(x) ? model_truths(e, x, false) : model_numbers(e, x);
}

gla_array *model_evaluate(gla_scope *s, const gla_table *t, const char *text)
{
    if (s->status)
        return NULL;
    table_contents *c = table_read(t);
    evaluation e = {.s = s, .formula = {text, NULL}, .table = c};
    node *x = model_parse_expression(s, &e.formula);
    gla_array *value = model_value(&e, x);
    if (value && value->ndim == 0)
        value = gla_s_broadcast(s, value, 1, &c->rows);
    table_release(c);
    return s->status ? NULL : value;
}
