/* steps.c - The regressions of a formula: several dependent variables, and steps such as csw(x1, x2). */
#include "model/build.h"

#include <string.h>

enum { MOST = 10000 };

typedef struct choices {
    int n;
    const node **of; /* an element is NULL if nothing is left of the part */
} choices;

static bool is_steps(const node *x)
{
    return model_is_call(x, "sw") || model_is_call(x, "sw0") || model_is_call(x, "csw") || model_is_call(x, "csw0");
}

static const node *sum_of(gla_scope *s, const node *a, const node *b)
{
    return !a ? b : !b ? a : model_binary(s, '+', (node *)a, (node *)b);
}

/* The alternatives of sw(a, b): a; b. Those of csw(a, b): a; a + b. With 0, nothing comes first. */
static choices step_choices(gla_scope *s, const formula_text *f, const node *call)
{
    size_t length = strlen(call->text);
    bool zero = call->text[length - 1] == '0', cumulative = call->text[0] == 'c';
    choices c = {0, gla_s_memory(s, call->n + 1, sizeof *c.of)};
    if (call->n == 0)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, call->at, "%s has no argument", call->text);
    if (s->status)
        return (choices){0, NULL};
    if (zero)
        c.of[c.n++] = NULL;
    const node *sum = NULL;
    for (int i = 0; i < call->n; i++) {
        sum = cumulative ? sum_of(s, sum, call->items[i]) : call->items[i];
        c.of[c.n++] = sum;
    }
    return c;
}

static choices expand(gla_scope *s, const formula_text *f, const node *x);

/* Join two operands, one of which may have been left out. */
static const node *rejoin(gla_scope *s, const node *x, const node *a, const node *b)
{
    if (!a || !b)
        return x->op == '-' && !a ? NULL : x->op == ':' ? NULL : a ? a : b;
    node *made = model_binary(s, x->op, (node *)a, (node *)b);
    if (made)
        made->at = x->at;
    return made;
}

static choices expand_binary(gla_scope *s, const formula_text *f, const node *x)
{
    choices left = expand(s, f, x->items[0]), right = expand(s, f, x->items[1]), c = {0, NULL};
    if (!s->status && (int64_t)left.n * right.n > MOST)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, x->at, "the formula describes more than %d regressions", MOST);
    c.of = gla_s_memory(s, (int64_t)left.n * right.n + 1, sizeof *c.of);
    for (int i = 0; i < left.n && c.of; i++)
        for (int j = 0; j < right.n; j++)
            c.of[c.n++] = left.n * right.n == 1 ? x : rejoin(s, x, left.of[i], right.of[j]);
    return c;
}

/* The alternatives of a part of the formula. */
static choices expand(gla_scope *s, const formula_text *f, const node *x)
{
    choices c = {0, NULL};
    if (s->status)
        return c;
    if (x && is_steps(x))
        return step_choices(s, f, x);
    if (x && x->kind == NODE_BINARY && strchr("+-:*/", x->op))
        return expand_binary(s, f, x);
    if (x && x->kind == NODE_GROUP && x->n == 1) {
        c = expand(s, f, x->items[0]);
        if (c.n != 1)
            return c;
    }
    c = (choices){1, gla_s_memory(s, 1, sizeof *c.of)};
    if (c.of)
        c.of[0] = x;
    return c;
}

/* The dependent variables: y1 + y2, or c(y1, y2). */
static void collect_left(gla_scope *s, const formula_text *f, const node *x, choices *c)
{
    if (s->status)
        return;
    if (x->kind == NODE_BINARY && x->op == '+') {
        collect_left(s, f, x->items[0], c);
        collect_left(s, f, x->items[1], c);
        return;
    }
    bool list = model_is_call(x, "c") || model_is_call(x, "sw");
    for (int i = 0; i < (list ? x->n : 1); i++) {
        const node *one = list ? x->items[i] : x;
        if (one->kind == NODE_NUMBER)
            model_fail_at(s, GLA_ARGUMENT_ERROR, f, one->at,
                          "a number is not a dependent variable; arithmetic belongs in I(): I(log(y) + 1) ~ x");
        c->of = model_append(s, c->of, c->n, sizeof *c->of);
        if (c->of)
            c->of[c->n++] = one;
    }
}

/* Take [endogenous ~ instruments] out of a sum. Return what remains, or NULL. */
static const node *take_instruments(gla_scope *s, const formula_text *f, const node *x, regression *r)
{
    if (x && x->kind == NODE_IV) {
        if (r->endogenous)
            model_fail_at(s, GLA_ARGUMENT_ERROR, f, x->at, "instruments are given twice");
        r->endogenous = x->items[0];
        r->instruments = x->items[1];
        return NULL;
    }
    if (!x || s->status || x->kind != NODE_BINARY || !strchr("+-", x->op))
        return x;
    const node *left = take_instruments(s, f, x->items[0], r);
    const node *right = x->op == '+' ? take_instruments(s, f, x->items[1], r) : x->items[1];
    if (left == x->items[0] && right == x->items[1])
        return x;
    if (!left && x->op == '-') {
        node *minus = model_node(s, NODE_UNARY, x->at, 1);
        if (minus) {
            minus->op = '-';
            minus->items[0] = (node *)right;
        }
        return minus;
    }
    return rejoin(s, x, left, right);
}

static bool is_zero(const node *x)
{
    return x && x->kind == NODE_NUMBER && x->number == 0;
}

/* Sort the parts after the first: the part with ~ contains the instruments. */
static void read_parts(gla_scope *s, const formula_text *f, int n, node *const parts[], regression *r)
{
    for (int i = 1; i < n && !s->status; i++) {
        bool instruments = parts[i]->kind == NODE_BINARY && parts[i]->op == '~';
        if (instruments && r->endogenous)
            model_fail_at(s, GLA_ARGUMENT_ERROR, f, parts[i]->at, "instruments are given twice");
        else if (instruments) {
            r->endogenous = parts[i]->items[0];
            r->instruments = parts[i]->items[1];
        } else if (i > 1)
            model_fail_at(s, GLA_ARGUMENT_ERROR, f, parts[i]->at,
                          r->effects ? "fixed effects are given twice" : "fixed effects come before instruments");
        else
            r->effects = parts[i];
    }
    if (is_zero(r->effects))
        r->effects = NULL;
}

const char *model_text_of_parts(gla_scope *s, const regression *r)
{
    const char *text = gla_s_print(s, "%s ~ %s", s->status ? "" : model_formula_of(s, r->y),
                                   r->exogenous ? model_formula_of(s, r->exogenous) : "1");
    if (r->effects && !s->status)
        text = gla_s_print(s, "%s | %s", text, model_formula_of(s, r->effects));
    if (r->endogenous && !s->status)
        text = gla_s_print(s, "%s | %s ~ %s", text, model_formula_of(s, r->endogenous), model_formula_of(s, r->instruments));
    return text;
}

regression *model_read_formula(gla_scope *s, const formula_text *f, int *n)
{
    node *parts[FORMULA_PARTS];
    regression base = {.text = NULL};
    choices left = {0, NULL};
    *n = 0;
    int count = model_parse_parts(s, f, parts);
    if (!s->status && (parts[0]->kind != NODE_BINARY || parts[0]->op != '~'))
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, parts[0]->at, "the formula has no dependent variable: y ~ x");
    if (s->status)
        return NULL;
    base.exogenous = take_instruments(s, f, parts[0]->items[1], &base);
    read_parts(s, f, count, parts, &base);
    if (!s->status)
        collect_left(s, f, parts[0]->items[0], &left);
    choices right = expand(s, f, base.exogenous), effects = expand(s, f, base.effects);
    if (!s->status && (double)left.n * right.n * effects.n > MOST)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, 0, "the formula describes more than %d regressions", MOST);
    regression *all = gla_s_memory(s, s->status ? 0 : (int64_t)left.n * right.n * effects.n + 1, sizeof *all);
    for (int i = 0; i < left.n && all; i++)
        for (int j = 0; j < right.n; j++)
            for (int k = 0; k < effects.n && !s->status; k++) {
                regression *r = &all[(*n)++];
                *r = base;
                r->y = left.of[i];
                r->exogenous = right.of[j];
                r->effects = effects.of[k];
                r->text = model_text_of_parts(s, r);
            }
    return s->status ? NULL : all;
}
