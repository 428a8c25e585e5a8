/* strings.c - Compare a column of strings with a string or with another column of strings. */
#include "model/syntax.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <string.h>

static const node *inside(const node *x)
{
    while (x->kind == NODE_GROUP)
        x = x->items[0];
    return x;
}

static table_column *strings_of(evaluation *e, const node *x)
{
    for (int i = 0; i < e->table->n && x->kind == NODE_NAME; i++)
        if (!strcmp(e->table->columns[i]->name, x->text))
            return e->table->columns[i]->levels ? e->table->columns[i] : NULL;
    return NULL;
}

static bool holds(int op, int order)
{
    switch (op) {
    case '<': return order < 0;
    case '>': return order > 0;
    case OP_AT_MOST: return order <= 0;
    case OP_AT_LEAST: return order >= 0;
    case OP_EQUAL: return order == 0;
    default: return order != 0;
    }
}

static gla_array *take(gla_scope *s, const gla_array *x, const gla_array *at)
{
    gla_array *made;
    return s->status || !x || !at ? NULL : gla_s_adopt(s, gla_take(x, at, &made, NULL), &made);
}

/* Look up the outcome for each level; element 0 of the table is for missing strings. */
static gla_array *compare_constant(evaluation *e, const table_column *c, int op, const char *text, bool swapped, bool negated)
{
    gla_scope *s = e->s;
    int64_t n = c->levels->n + 1;
    void *data = NULL;
    gla_array *table = NULL;
    if (!gla_s_adopt(s, gla_array_new_host(s->op, GLA_BOOL, 1, &n, &table, &data), &table))
        return NULL;
    bool *outcome = data;
    outcome[0] = false;
    for (int64_t i = 1; i < n; i++) {
        int order = strcmp(c->levels->v[i - 1], text);
        outcome[i] = holds(op, swapped ? -order : order) != negated;
    }
    int64_t one = 1;
    gla_array *made = NULL, *step = gla_s_adopt(s, gla_scalar(GLA_INT64, &one, &made), &made);
    return take(s, table, gla_s_combine(s, gla_add, c->values, step));
}

/* Number the levels of two columns together, and compare the numbers. */
static gla_array *compare_columns(evaluation *e, const table_column *a, const table_column *b, int op, bool negated)
{
    gla_scope *s = e->s;
    int64_t n = a->levels->n, m = b->levels->n;
    gla_strings all = {n + m, gla_s_memory(s, n + m + 1, sizeof *all.v)}, *uniques = NULL;
    gla_array *numbers = NULL;
    if (!all.v)
        return NULL;
    memcpy(all.v, a->levels->v, (size_t)n * sizeof *all.v);
    memcpy(all.v + n, b->levels->v, (size_t)m * sizeof *all.v);
    gla_device *dev;
    if (gla_s_check(s, gla_common_device(s->op, 1, (const gla_array *[]){a->values}, &dev)))
        return NULL;
    numbers = gla_s_adopt(s, gla_factorize_texts(&all, &numbers, &uniques, true, dev->name), &numbers);
    gla_strings_free(uniques);
    gla_array *zero = gla_s_number(s, 0);
    gla_array *known = gla_s_combine(s, gla_logical_and, gla_s_combine(s, gla_greater_equal, a->values, zero),
                                     gla_s_combine(s, gla_greater_equal, b->values, zero));
    if (!known || n == 0 || m == 0)
        return known;
    static gla_binary *const functions[] = {
        ['<'] = gla_less,       ['>'] = gla_greater,         [OP_AT_MOST] = gla_less_equal, [OP_AT_LEAST] = gla_greater_equal,
        [OP_EQUAL] = gla_equal, [OP_UNEQUAL] = gla_not_equal};
    gla_array *left = take(s, gla_s_slice(s, numbers, 0, 0, n), a->values);
    gla_array *right = take(s, gla_s_slice(s, numbers, 0, n, m), b->values);
    gla_array *outcome = gla_s_combine(s, functions[op], left, right);
    return gla_s_combine(s, gla_logical_and, known, negated ? gla_s_apply(s, gla_logical_not, outcome) : outcome);
}

gla_array *model_compare_strings(evaluation *e, const node *x, bool negated)
{
    const node *left = inside(x->items[0]), *right = inside(x->items[1]);
    const table_column *a = strings_of(e, left), *b = strings_of(e, right);
    bool texts = left->kind == NODE_TEXT || right->kind == NODE_TEXT;
    if (a && b)
        return compare_columns(e, a, b, x->op, negated);
    if (a && right->kind == NODE_TEXT)
        return compare_constant(e, a, x->op, right->text, false, negated);
    if (b && left->kind == NODE_TEXT)
        return compare_constant(e, b, x->op, left->text, true, negated);
    if (a || b || texts) {
        const node *other = a ? right : b ? left : left->kind == NODE_TEXT ? right : left;
        if (other->kind == NODE_NAME) /* an unknown column is the more useful message */
            model_find_column(e->s, &e->formula, e->table, other->text, other->at);
        model_fail_at(e->s, GLA_DTYPE_ERROR, &e->formula, x->at, "strings can be compared with strings only");
    }
    return NULL;
}
