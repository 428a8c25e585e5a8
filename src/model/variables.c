/* variables.c - The variables of terms: what kind each is, and what has to be evaluated for it. */
#include "model/build.h"

#include <math.h>
#include <string.h>

static const table_column *column_of(const builder *b, const node *x)
{
    for (int i = 0; i < b->e.table->n && x && x->kind == NODE_NAME; i++)
        if (!strcmp(b->e.table->columns[i]->name, x->text))
            return b->e.table->columns[i];
    return NULL;
}

static bool is_factor_call(const node *x)
{
    return model_is_call(x, "factor") || model_is_call(x, "C") || model_is_call(x, "as.factor");
}

static variable_kind kind_of(const builder *b, const node *x)
{
    const table_column *c = column_of(b, x);
    if (is_factor_call(x) || (c && c->levels))
        return VARIABLE_FACTOR;
    if (model_is_call(x, "i"))
        return VARIABLE_I;
    if (model_is_call(x, "poly"))
        return VARIABLE_POLY;
    return model_is_call(x, "scale") || model_is_call(x, "center") ? VARIABLE_SCALE : VARIABLE_NUMBERS;
}

static void fail_arguments(builder *b, const node *x, const char *usage)
{
    model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at, "write %s", usage);
}

static void add(builder *b, variable *v, raw *r)
{
    raw **more = r ? model_append(b->s, v->raws, v->n, sizeof(raw *)) : NULL;
    if (!more)
        return;
    v->raws = more;
    v->raws[v->n++] = r;
}

/* The second argument of i(f, x) is a factor if it contains strings, or is written i.x as in fixest. */
static void read_second(builder *b, variable *v, const node *second)
{
    const table_column *c = column_of(b, second);
    if (!c && second->kind == NODE_NAME && !strncmp(second->text, "i.", 2)) {
        node *plain = model_node(b->s, NODE_NAME, second->at, 0);
        if (!plain)
            return;
        plain->text = second->text + 2;
        add(b, v, model_raw(b, plain, true));
        return;
    }
    add(b, v, model_raw(b, second, (c && c->levels) || is_factor_call(second)));
}

static void read_i(builder *b, variable *v, const node *x)
{
    const node *first = model_argument(x, "factor_var"), *second = model_argument(x, "var");
    add(b, v, model_raw(b, first, true));
    if (second && !b->s->status)
        read_second(b, v, second);
}

/* l(x, 1:4) is four variables. */
static void read_lags(builder *b, variable *v, const node *x)
{
    const node *range = model_argument(x, "lag");
    int64_t from, to;
    if (!range || range->kind != NODE_BINARY || range->op != ':') {
        add(b, v, model_raw(b, x, false));
        return;
    }
    if (!model_whole(range->items[0], &from) || !model_whole(range->items[1], &to) || fabs((double)from - (double)to) > 1000) {
        fail_arguments(b, x, "a range of lags as l(x, 1:4), with at most 1,001 lags");
        return;
    }
    for (int64_t k = from;; k += from <= to ? 1 : -1) {
        node *one = model_node(b->s, NODE_CALL, x->at, 2), *number = model_node(b->s, NODE_NUMBER, range->at, 0);
        if (!one || !number)
            return;
        number->number = (double)k;
        one->text = x->text;
        one->items[0] = x->items[0];
        one->items[1] = number;
        add(b, v, model_raw(b, one, false));
        if (k == to)
            return;
    }
}

int model_variable(builder *b, const node *x)
{
    gla_scope *s = b->s;
    const char *name = model_text_of(s, x);
    for (int i = 0; i < b->n_variables && name; i++)
        if (!strcmp(b->variables[i]->name, name))
            return i;
    variable *v = gla_s_memory(s, 1, sizeof *v);
    variable **more = model_append(s, b->variables, b->n_variables, sizeof(variable *));
    if (!v || !more)
        return -1;
    *v = (variable){.kind = kind_of(b, x), .x = x, .name = name};
    b->variables = more;
    b->variables[b->n_variables++] = v;
    bool call = v->kind != VARIABLE_NUMBERS && x->kind == NODE_CALL;
    if (v->kind == VARIABLE_I)
        read_i(b, v, x);
    else if (v->kind == VARIABLE_NUMBERS && model_is_lag(x))
        read_lags(b, v, x);
    else
        add(b, v, model_raw(b, call ? model_argument(x, "x") : x, v->kind == VARIABLE_FACTOR));
    return s->status ? -1 : b->n_variables - 1;
}
