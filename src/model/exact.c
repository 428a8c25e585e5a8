/* exact.c - Comparisons that float64 cannot make: of integers beyond 2^53, and of float32 columns with numbers. */
#include "model/build.h"
#include "gpulinalg.h"

#include <math.h>

/* A column, or a number. */
typedef struct operand {
    const table_column *column;
    const node *number;
    bool negative;
} operand;

static operand operand_of(evaluation *e, const node *x)
{
    operand o = {.column = NULL};
    while (x->kind == NODE_GROUP && x->n == 1)
        x = x->items[0];
    if (x->kind == NODE_NAME && !model_is_truth(x))
        o.column = model_find_column(e->s, &e->formula, e->table, x->text, x->at);
    for (; x->kind == NODE_UNARY && (x->op == '-' || x->op == '+'); x = x->items[0])
        o.negative ^= x->op == '-';
    o.number = x->kind == NODE_NUMBER ? x : NULL;
    return o;
}

static bool is_integer(const operand *o)
{
    return o->column && !o->column->levels && gla_dtype_is_integer(o->column->values->dtype);
}

static bool is_signed(const operand *o)
{
    return is_integer(o) && o->column->values->dtype != GLA_UINT64;
}

/* An integer that float64 may not distinguish from its neighbours. */
static bool is_large(const operand *o)
{
    return o->number && o->number->whole && fabs(o->number->number) >= 0x1p53;
}

/* Return true if the number has to be compared in the dtype of the column. */
static bool fits(const operand *column, const operand *number)
{
    return is_large(number) && (is_signed(column) || (is_integer(column) && !number->negative));
}

static gla_array *value_of(gla_scope *s, const operand *o)
{
    if (o->number)
        return model_integer(s, o->negative ? -o->number->integer : o->number->integer);
    gla_array *values = gla_s_own(s, gla_ref(o->column->values));
    return is_signed(o) ? gla_s_astype(s, GLA_INT64, values) : values;
}

/* Return true if all values of a uint64 column are in the range of int64. */
static bool is_small(gla_scope *s, const operand *o)
{
    gla_array *large = gla_s_combine(s, gla_greater, o->column->values, model_integer(s, INT64_MAX));
    return !gla_s_truth(s, gla_s_reduce_all(s, gla_any, large)) && !s->status;
}

/* Count the columns of a tree, and those that are float32. */
static void count_columns(evaluation *e, const node *x, int *columns, int *narrow)
{
    if (x->kind == NODE_NAME && !model_is_truth(x)) {
        const table_column *c = model_find_column(e->s, &e->formula, e->table, x->text, x->at);
        ++*columns;
        *narrow += c && !c->levels && c->values->dtype == GLA_FLOAT32;
    }
    for (int i = 0; i < x->n && !e->s->status; i++)
        count_columns(e, x->items[i], columns, narrow);
}

bool model_is_narrow(evaluation *e, const node *x)
{
    int columns = 0, narrow = 0;
    count_columns(e, x, &columns, &narrow);
    return columns && columns == narrow;
}

bool model_exact_operands(evaluation *e, const node *x, gla_array *values[2], gla_array **missing)
{
    gla_scope *s = e->s;
    *missing = NULL;
    operand o[2] = {{NULL, NULL, false}, {NULL, NULL, false}};
    for (int i = 0; i < 2 && !s->status; i++)
        o[i] = operand_of(e, x->items[i]);
    bool both = !s->status && is_integer(&o[0]) && is_integer(&o[1]);
    bool mixed = both && is_signed(&o[0]) != is_signed(&o[1]);
    both = both && (!mixed || is_small(s, is_signed(&o[0]) ? &o[1] : &o[0]));
    if (s->status || !(both || fits(&o[0], &o[1]) || fits(&o[1], &o[0])))
        return false;
    for (int i = 0; i < 2; i++) {
        const table_column *c = o[i].column;
        values[i] = value_of(s, &o[i]);
        if (mixed && values[i])
            values[i] = gla_s_astype(s, GLA_INT64, values[i]);
        if (c && c->missing)
            *missing = *missing ? gla_s_combine(s, gla_logical_or, *missing, c->missing) : gla_s_own(s, gla_ref(c->missing));
    }
    return true;
}
