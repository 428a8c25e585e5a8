/* column.c - Columns by name, on the device of the call. */
#include "model/syntax.h"
#include "core/placement.h"

#include <string.h>

static gla_array *here(gla_scope *s, gla_device *dev, gla_array *x)
{
    gla_array *made = NULL;
    bool moves = x && !s->status && gla_floats(x) && gla_device_of(x) != dev;
    return moves ? gla_s_adopt(s, gla_array_on(s->op, x, dev, &made), &made) : x;
}

/* Only the columns that a model names are copied to a device that was chosen for the call. */
static table_column *column_here(gla_scope *s, table_column *c)
{
    gla_device *dev = gla_placing_now.inside ? gla_placing_now.dev : NULL;
    if (!dev || gla_device_of(c->values) == dev)
        return c;
    table_column *moved = gla_s_memory(s, 1, sizeof *moved);
    if (!moved)
        return NULL;
    *moved = (table_column){.name = c->name, .levels = c->levels, .lender = c->lender};
    moved->values = here(s, dev, c->values);
    moved->missing = here(s, dev, c->missing);
    return s->status ? NULL : moved;
}

table_column *model_find_column(gla_scope *s, const formula_text *f, const table_contents *c, const char *name, int at)
{
    const char **names = gla_s_memory(s, c->n + 1, sizeof *names);
    for (int i = 0; i < c->n && names; i++) {
        names[i] = c->columns[i]->name;
        if (!strcmp(names[i], name))
            return column_here(s, c->columns[i]);
    }
    const char *near = names ? model_nearest(name, c->n, names) : NULL;
    if (near)
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, at, "column '%.60s' does not exist; did you mean '%.60s'?", name, near);
    else
        model_fail_at(s, GLA_ARGUMENT_ERROR, f, at, "column '%.60s' does not exist", name);
    return NULL;
}
