/* evaluate.c - Columns by formulas. */
#include "table/table.h"
#include "gpulinalg.h"
#include "model/syntax.h"
#include "runtime/runtime.h"

#include <ctype.h>
#include <string.h>

gla_status gla_table_evaluate(const gla_table *table, const char *formula, gla_array **out)
{
    gla_scope s;
    gla_scope_begin(&s, "table_evaluate");
    return gla_scope_return(&s, model_evaluate(&s, table, formula), out);
}

/* Return the first of the characters `stop` outside quotes and backquotes, or the end of the text. */
static const char *find_outside(const char *text, char stop)
{
    char quote = 0;
    for (; *text; text++) {
        if (quote && *text == '\\' && text[1] && quote != '`')
            text++;
        else if (quote)
            quote = *text == quote ? 0 : quote;
        else if (strchr("'\"`", *text))
            quote = *text;
        else if (*text == stop)
            return text;
    }
    return text;
}

static char *copy_part(gla_scope *s, const char *from, const char *end)
{
    while (from < end && isspace((unsigned char)*from))
        from++;
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    char *copy = gla_s_memory(s, end - from + 8, 1);
    return copy ? memcpy(copy, from, (size_t)(end - from)) : NULL;
}

/* Split "name = formula"; the name may be in backquotes. */
static bool split(gla_scope *s, const char *text, const char *end, char **name, char **formula)
{
    const char *sign = find_outside(text, '=');
    bool assigns = sign < end && sign[1] != '=' && sign > text && !strchr("<>!=", sign[-1]);
    *name = copy_part(s, text, assigns ? sign : end);
    if (!assigns && *name)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%.80s' is not an assignment; write a name and a formula, such as y = log(x)",
                   s->op, *name);
    *formula = copy_part(s, assigns ? sign + 1 : end, end);
    if (s->status)
        return false;
    size_t length = strlen(*name);
    bool quoted = length > 2 && **name == '`' && strchr(*name + 1, '`') == *name + length - 1;
    if (quoted) {
        (*name)[length - 1] = '\0';
        ++*name;
    }
    bool good = quoted || isalpha((unsigned char)**name) || strchr("_.", **name) || **name & 0x80;
    for (const char *p = *name; *p && !quoted; p++)
        good = good && (isalnum((unsigned char)*p) || strchr("_.", *p) || *p & 0x80);
    if (!**name || !good)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%.80s' is not a name; write it in backquotes: `%.80s` = …", s->op, *name,
                   *name);
    return !s->status;
}

/* Where neither a condition nor its opposite holds, it is missing. */
static gla_array *unknown(gla_scope *s, const gla_table *t, const gla_array *holds, const char *formula)
{
    size_t length = strlen(formula);
    char *opposite = gla_s_memory(s, (int64_t)length + 8, 1);
    if (!opposite)
        return NULL;
    gla_print(opposite, length + 8, "!(%s)", formula);
    gla_array *known = gla_s_combine(s, gla_logical_or, holds, model_evaluate(s, t, opposite));
    gla_array *missing = gla_s_apply(s, gla_logical_not, known);
    return table_any(s, missing) ? missing : NULL;
}

static table_column *compute(gla_scope *s, gla_table *t, const char *name, const char *formula)
{
    table_contents *c = table_read(t);
    formula_text text = {formula, NULL};
    const node *x = model_parse_expression(s, &text);
    int at = x && x->kind == NODE_NAME && !model_is_logical(x) ? table_place(c, x->text) : -1;
    table_column *column = NULL;
    gla_array *value = NULL;
    if (at >= 0) { /* a copy of a column, also of strings */
        column = table_column_like(s, c->columns[at], name, c->columns[at]->values, c->columns[at]->missing);
    } else if ((value = model_evaluate(s, t, formula)) != NULL) {
        gla_array *own = gla_s_contiguous(s, gla_device_of(value), value->dtype, value);
        gla_array *missing = value->dtype == GLA_BOOL ? unknown(s, t, value, formula) : NULL;
        column = own ? table_column_new(s, name, own, missing, NULL) : NULL;
    }
    table_release(c);
    return column;
}

/* Compute the formulas in a Table of their own, and return its columns. */
static table_contents *assigned(gla_scope *s, table_contents *old, const char *formulas)
{
    for (int i = 0; i < old->n; i++)
        table_column_ref(old->columns[i]);
    gla_table *t = table_make(s, old->n, old->columns);
    const char *end = formulas;
    for (const char *text = formulas; t && *text && !s->status; text = *end ? end + 1 : end) {
        char *name = NULL, *formula = NULL;
        end = find_outside(text, ';');
        const char *blank = text + strspn(text, " \t\r\n");
        if (blank < end && split(s, text, end, &name, &formula))
            table_put(s, t, compute(s, t, name, formula));
    }
    table_contents *c = t ? table_read(t) : NULL;
    gla_object_unref(t);
    return c;
}

gla_status gla_table_assign(const gla_table *table, const char *formulas)
{
    gla_scope s;
    bool done = false;
    gla_scope_begin(&s, "table_assign");
    while (!done && !s.status) {
        table_contents *old = table_read(table);
        done = table_exchange(&s, (gla_table *)table, old, assigned(&s, old, formulas));
        table_release(old);
    }
    return gla_scope_end(&s);
}
