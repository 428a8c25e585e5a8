/* terms.c - Expand a part of a formula into terms: products of variables. */
#include "model/build.h"

#include <math.h>
#include <string.h>

enum { MOST_TERMS = 20000 };

static void expand(builder *b, const node *x, terms *t);

static bool same_term(const term *a, const term *b)
{
    return a->n == b->n && !memcmp(a->of, b->of, (size_t)a->n * sizeof *a->of);
}

static int find_term(const terms *t, const term *x)
{
    for (int i = 0; i < t->n; i++)
        if (same_term(&t->of[i], x))
            return i;
    return -1;
}

static void add_term(terms *t, const term *x)
{
    gla_scope *s = t->b->s;
    if (s->status || find_term(t, x) >= 0)
        return;
    if (t->n == MOST_TERMS)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula has more than %d terms", s->op, MOST_TERMS);
    term *more = model_append(s, t->of, t->n, sizeof *more);
    if (more) {
        t->of = more;
        t->of[t->n++] = *x;
    }
}

static void remove_term(terms *t, const term *x)
{
    int at = find_term(t, x);
    if (at < 0)
        return;
    for (int i = at; i + 1 < t->n; i++)
        t->of[i] = t->of[i + 1];
    t->n--;
}

static void add_all(terms *t, const terms *more)
{
    for (int i = 0; i < more->n; i++)
        add_term(t, &more->of[i]);
}

/* The union of two sets of variables. */
static term product(gla_scope *s, const term *a, const term *b)
{
    term made = {0, gla_s_memory(s, a->n + b->n, sizeof *made.of)};
    for (int i = 0, j = 0; made.of && (i < a->n || j < b->n);) {
        int next = j == b->n || (i < a->n && a->of[i] <= b->of[j]) ? a->of[i] : b->of[j];
        i += i < a->n && a->of[i] == next;
        j += j < b->n && b->of[j] == next;
        made.of[made.n++] = next;
    }
    return made;
}

static void add_products(terms *t, const terms *a, const terms *b)
{
    for (int i = 0; i < a->n; i++)
        for (int j = 0; j < b->n && !t->b->s->status; j++) {
            term made = product(t->b->s, &a->of[i], &b->of[j]);
            if (made.of)
                add_term(t, &made);
        }
}

/* A number cannot be multiplied with a variable in a term, so 1/x and 2*x are refused. */
static bool is_number(const node *x)
{
    while ((x->kind == NODE_GROUP || x->kind == NODE_UNARY) && x->n == 1)
        x = x->items[0];
    return x->kind == NODE_NUMBER;
}

static void expand_product(builder *b, const node *x, terms *t)
{
    if (is_number(x->items[0]) || is_number(x->items[1])) {
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at,
                      "a number is not a regressor; arithmetic belongs in I(): I(%.100s)", model_formula_of(b->s, x));
        return;
    }
    terms left = {.b = b}, right = {.b = b};
    expand(b, x->items[0], &left);
    expand(b, x->items[1], &right);
    if (x->op != ':')
        add_all(t, &left);
    if (x->op == '*')
        add_all(t, &right);
    if (x->op == '/' && left.n) { /* a/b: b within all of a */
        terms all = {.b = b, .n = 1, .of = &(term){0, NULL}};
        for (int i = 0; i < left.n && !b->s->status; i++) {
            term joined = product(b->s, &all.of[0], &left.of[i]);
            all.of[0] = joined;
        }
        if (!b->s->status)
            add_products(t, &all, &right);
    } else
        add_products(t, &left, &right);
}

/* (a + b)^2: all products of up to two terms. */
static void expand_power(builder *b, const node *x, int64_t power, terms *t)
{
    terms base = {.b = b}, last = {.b = b};
    expand(b, x->items[0], &base);
    add_all(t, &base);
    add_all(&last, &base);
    for (int64_t i = 1; i < power && i < base.n && !b->s->status; i++) {
        terms next = {.b = b};
        add_products(&next, &last, &base);
        add_all(t, &next);
        last = next;
    }
}

static void add_variable(builder *b, const node *x, terms *t)
{
    int *at = gla_s_memory(b->s, 1, sizeof *at);
    int i = at ? model_variable(b, x) : -1;
    if (i < 0)
        return;
    *at = i;
    add_term(t, &(term){1, at});
}

static void expand_difference(builder *b, const node *x, terms *t)
{
    if (x->kind == NODE_NUMBER && (x->number == 0 || x->number == 1)) {
        t->intercept = x->number == 0;
        return;
    }
    terms less = {.b = b};
    expand(b, x, &less);
    for (int i = 0; i < less.n; i++)
        remove_term(t, &less.of[i]);
}

static void expand_binary(builder *b, const node *x, terms *t)
{
    int64_t power;
    if (x->op == '+') {
        expand(b, x->items[0], t);
        expand(b, x->items[1], t);
    } else if (x->op == '-') {
        expand(b, x->items[0], t);
        expand_difference(b, x->items[1], t);
    } else if (strchr(":*/", x->op))
        expand_product(b, x, t);
    else if (x->op == '^' && x->items[0]->kind == NODE_GROUP && !model_is_logical(x->items[0]) &&
             model_whole(x->items[1], &power) && power > 0)
        expand_power(b, x, power, t);
    else if (x->op == '~')
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at, "the formula has a second ~ here");
    else if (x->op == '^') { /* in R, x^2 is x; here it is arithmetic, as in fixest */
        node *inside = model_node(b->s, NODE_CALL, x->at, 1);
        if (!inside)
            return;
        inside->text = "I";
        inside->items[0] = (node *)x;
        add_variable(b, inside, t);
    } else
        add_variable(b, x, t);
}

static void expand(builder *b, const node *x, terms *t)
{
    if (b->s->status || !x)
        return;
    if (x->kind == NODE_NUMBER && (x->number == 0 || x->number == 1))
        t->intercept = x->number == 1;
    else if (x->kind == NODE_NUMBER)
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at,
                      "a number is not a regressor, except 1 and 0 for the constant; arithmetic belongs in I()");
    else if (x->kind == NODE_TEXT)
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at, "a string is not a variable");
    else if (x->kind == NODE_SLOPES)
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, x->at,
                      "slopes that vary by group belong to the fixed effects: y ~ x | firm[z]");
    else if (x->kind == NODE_GROUP && !model_is_logical(x))
        expand(b, x->items[0], t);
    else if (x->kind == NODE_UNARY && x->op == '-')
        expand_difference(b, x->items[0], t);
    else if (x->kind == NODE_UNARY && x->op == '+')
        expand(b, x->items[0], t);
    else if (x->kind == NODE_BINARY)
        expand_binary(b, x, t);
    else
        add_variable(b, x, t);
}

void model_expand(builder *b, const node *x, terms *t)
{
    t->b = b;
    expand(b, x, t);
    /* A stable sort by the number of variables, as in R. */
    for (int i = 1; i < t->n; i++)
        for (int j = i; j > 0 && t->of[j - 1].n > t->of[j].n; j--) {
            term swap = t->of[j];
            t->of[j] = t->of[j - 1];
            t->of[j - 1] = swap;
        }
}
