/* raws.c - Evaluate variables in all rows of the data. */
#include "model/build.h"
#include "gpulinalg.h"

#include <string.h>

void *model_append(gla_scope *s, void *list, int64_t n, size_t size)
{
    enum { FIRST = 8 };
    if (n && (n < FIRST || (n & (n - 1))))
        return s->status ? NULL : list;
    char *more = gla_s_memory(s, n ? 2 * n : FIRST, size);
    if (more && n)
        memcpy(more, list, (size_t)n * size);
    return more;
}

static raw *add_raw(builder *b, const raw *r)
{
    raw *made = gla_s_memory(b->s, 1, sizeof *made);
    raw **more = model_append(b->s, b->raws, b->n_raws, sizeof(raw *));
    if (!made || !more)
        return NULL;
    *made = *r;
    b->raws = more;
    return b->raws[b->n_raws++] = made;
}

static raw *find_raw(const builder *b, const char *name, bool factor)
{
    for (int i = 0; i < b->n_raws; i++)
        if (b->raws[i]->x && b->raws[i]->factor == factor && !strcmp(b->raws[i]->name, name))
            return b->raws[i];
    return NULL;
}

static gla_array *whole_column(builder *b, gla_array *values)
{
    return values && values->ndim == 0 ? gla_s_broadcast(b->s, values, 1, &b->rows) : values;
}

/* A factor is a column of strings or numbers, or an expression. */
static void evaluate_factor(builder *b, const node *x, raw *r)
{
    table_column *c = x->kind == NODE_NAME ? model_find_column(b->s, &b->e.formula, b->e.table, x->text, x->at) : NULL;
    if (c) {
        r->levels = c->levels;
        r->values = c->missing && !c->levels ? table_numbers_of(b->s, c) : gla_s_own(b->s, gla_ref(c->values));
    } else
        r->values = whole_column(b, model_numbers(&b->e, x));
}

raw *model_raw(builder *b, const node *x, bool factor)
{
    while (x && x->kind == NODE_GROUP && x->n == 1)
        x = x->items[0];
    const char *name = x ? model_text_of(b->s, x) : NULL;
    raw *found = name ? find_raw(b, name, factor) : NULL, r = {.name = name, .x = x, .factor = factor};
    if (found || !name)
        return found;
    if (factor)
        evaluate_factor(b, x, &r);
    else
        r.values = whole_column(b, model_numbers(&b->e, x));
    return r.values && !b->s->status ? add_raw(b, &r) : NULL;
}

raw *model_raw_array(builder *b, const char *name, const gla_array *values, bool factor)
{
    char text[GLA_SHAPE_TEXT];
    gla_scope *s = b->s;
    raw r = {.name = name, .factor = factor};
    if (s->status)
        return NULL;
    if (values->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but it must have shape (n,)", s->op, name,
                   gla_shape_text(values->ndim, values->shape, text, sizeof text));
    else if (values->shape[0] != b->rows)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has %lld element%s, but the data has %lld row%s", s->op, name,
                   (long long)values->shape[0], values->shape[0] == 1 ? "" : "s", (long long)b->rows, b->rows == 1 ? "" : "s");
    else if (gla_dtype_is_complex(values->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is %s, but it must be real", s->op, name, gla_dtype_name(values->dtype));
    r.marked = factor && !gla_dtype_is_real_floating(values->dtype) && values->dtype != GLA_BOOL;
    r.values = s->status ? NULL : gla_s_own(s, gla_ref(values)); /* converted once it is on the device of the data */
    return r.values && !s->status ? add_raw(b, &r) : NULL;
}

raw *model_raw_given(builder *b, const char *name, const gla_variable *given, bool factor)
{
    if (b->s->status)
        return NULL;
    if (given->array)
        return model_raw_array(b, name, given->array, factor);
    formula_text *text = gla_s_memory(b->s, 1, sizeof *text);
    if (!text)
        return NULL;
    if (!b->e.table) {
        gla_s_fail(b->s, GLA_ARGUMENT_ERROR, "%s: %s is the text '%.60s', but there is no table; give an array", b->s->op, name,
                   given->text);
        return NULL;
    }
    *text = (formula_text){given->text, name};
    formula_text formula = b->e.formula;
    b->e.formula = *text;
    raw *made = model_raw(b, model_parse_expression(b->s, text), factor);
    b->e.formula = formula;
    return made;
}
