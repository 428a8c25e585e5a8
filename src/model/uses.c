/* uses.c - The variables of the regressors of a formula, and how each is used. */
#include "model/build.h"

#include <string.h>

typedef struct tracing {
    builder *b;
    int64_t n;
    model_use *of;
    const raw **factors; /* of each use; NULL: numbers */
} tracing;

static void refuse(tracing *t, const node *x, const char *fact)
{
    model_fail_at(t->b->s, GLA_ARGUMENT_ERROR, &t->b->e.formula, x->at, "%s; make it a column of the data", fact);
}

static void add(tracing *t, const node *x, const char *name, const raw *factor, model_use use)
{
    gla_scope *s = t->b->s;
    use.name = name;
    use.label = s->status ? NULL : model_text_of(s, x);
    for (int64_t i = 0; i < t->n && !s->status; i++)
        if (!strcmp(t->of[i].name, name)) {
            t->of[i].several = true;
            if (!t->factors[i] != !factor)
                refuse(t, x, "this column is used both as numbers and as a factor");
            return;
        }
    model_use *more = model_append(s, t->of, t->n, sizeof *more);
    const raw **factors = model_append(s, t->factors, t->n, sizeof *factors);
    if (!more || !factors)
        return;
    t->of = more;
    t->factors = factors;
    t->of[t->n] = use;
    t->factors[t->n++] = factor;
}

static const table_column *column_of(const tracing *t, const node *x)
{
    int at = x->kind == NODE_NAME ? table_place(t->b->e.table, x->text) : -1;
    return at < 0 ? NULL : t->b->e.table->columns[at];
}

/* The columns in an expression. */
static void add_names(tracing *t, const node *x, bool several)
{
    const table_column *c = column_of(t, x);
    if (c && c->levels)
        refuse(t, x, "the effect of strings in an expression is not defined");
    else if (c)
        add(t, x, c->name, NULL, (model_use){.several = several});
    for (int i = 0; i < x->n && !t->b->s->status; i++)
        add_names(t, x->items[i], true);
}

static void add_factor(tracing *t, const raw *r, bool several)
{
    const table_column *c = r->x ? column_of(t, r->x) : NULL;
    if (c)
        add(t, r->x, c->name, r, (model_use){.several = several});
    else if (several)
        refuse(t, r->x, "the effect of a factor of an expression is not defined in a product");
    else
        add(t, r->x, r->name, r, (model_use){.expression = true});
}

static bool is_condition(const node *x)
{
    return model_is_logical(x) || (x->n == 1 && (x->kind == NODE_GROUP || model_is_call(x, "I")) && is_condition(x->items[0]));
}

static void add_variable(tracing *t, const variable *v, bool several)
{
    if (v->kind == VARIABLE_FACTOR)
        add_factor(t, v->raws[0], several);
    else if (v->kind == VARIABLE_I) {
        add_factor(t, v->raws[0], several || v->n > 1);
        if (v->n > 1 && v->raws[1]->factor)
            add_factor(t, v->raws[1], true);
        else if (v->n > 1)
            add_names(t, v->raws[1]->x, true);
    } else if (v->kind == VARIABLE_NUMBERS && is_condition(v->x) && !column_of(t, v->x)) {
        if (several)
            refuse(t, v->x, "the effect of a condition in a product is not defined");
        else
            add(t, v->x, v->raws[0]->name, NULL, (model_use){.indicator = true});
    } else
        add_names(t, v->x, several);
}

static void read_levels(tracing *t)
{
    for (int64_t i = 0; i < t->n && !t->b->s->status; i++)
        if (t->factors[i]) {
            const char **names = NULL;
            (void)model_codes(t->b, t->factors[i], &t->of[i].levels, &names);
            t->of[i].level_names = names;
        }
}

int64_t model_uses(gla_scope *s, const model_recipe *recipe, const gla_table *data, model_use **uses, bool *lags)
{
    model_reading p;
    model_frame f = {.n = 0};
    terms all = {.intercept = true};
    const char *unseen = NULL;
    *uses = NULL;
    *lags = false;
    if (s->status)
        return 0;
    model_begin_again(&p, s, recipe, data, &unseen);
    tracing t = {.b = &p.b};
    *lags = !s->status && model_has_lags(p.r->exogenous);
    if (!s->status && !*lags) {
        model_expand(&p.b, p.r->exogenous, &all);
        model_select_rows(&p.b, &f);
        for (int i = 0; i < all.n && !s->status; i++)
            for (int j = 0; j < all.of[i].n && !s->status; j++)
                add_variable(&t, p.b.variables[all.of[i].of[j]], all.of[i].n > 1);
        read_levels(&t);
    }
    table_release(p.contents);
    *uses = t.of;
    return t.n;
}
