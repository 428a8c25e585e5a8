/* points.c - The point in a formula: all columns that the formula does not use elsewhere. */
#include "model/build.h"

#include <string.h>

static bool mentions(const node *x, const char *name)
{
    bool found = x && x->kind == NODE_NAME && !strcmp(x->text, name);
    for (int i = 0; x && i < x->n && !found; i++)
        found = mentions(x->items[i], name);
    return found;
}

/* The sum of the other columns, in parentheses. */
static node *sum_of_others(gla_scope *s, const formula_text *f, const regression *r, const table_contents *c, const node *at)
{
    node *sum = NULL, *group = model_node(s, NODE_GROUP, at->at, 1);
    for (int i = 0; i < c->n && !s->status; i++) {
        const char *name = c->columns[i]->name;
        if (mentions(r->y, name) || mentions(r->effects, name) || mentions(r->endogenous, name) ||
            mentions(r->instruments, name))
            continue;
        node *column = model_node(s, NODE_NAME, at->at, 0);
        if (column) {
            column->text = gla_s_print(s, "%s", name);
            column->quoted = true;
        }
        sum = sum ? model_binary(s, '+', sum, column) : column;
    }
    if (!sum)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, at->at, "there are no other columns");
    if (s->status)
        return NULL;
    group->items[0] = sum;
    return group;
}

static const node *replace(gla_scope *s, const formula_text *f, const regression *r, const table_contents *c, const node *x)
{
    if (s->status || !x)
        return x;
    if (x->kind == NODE_NAME && !x->quoted && !strcmp(x->text, "."))
        return sum_of_others(s, f, r, c, x);
    if (x->kind == NODE_CALL || !mentions(x, "."))
        return x;
    node *copy = model_node(s, x->kind, x->at, x->n);
    if (!copy)
        return NULL;
    node **items = copy->items;
    *copy = *x;
    copy->items = items;
    for (int i = 0; i < x->n; i++)
        items[i] = (node *)replace(s, f, r, c, x->items[i]);
    return copy;
}

void model_spell_points(gla_scope *s, const formula_text *f, regression *r, const table_contents *c)
{
    if (s->status || !mentions(r->exogenous, "."))
        return;
    r->exogenous = replace(s, f, r, c, r->exogenous);
    r->text = model_text_of_parts(s, r);
}
