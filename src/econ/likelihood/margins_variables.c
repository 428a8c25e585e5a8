/* margins_variables.c - How the regressors change with a variable of the formula.
 *
 * The regressors are made again from data in which a column is changed. A factor changes from its base to a level, a variable
 * with the values 0 and 1 from 0 to 1. The derivative by another variable is a central difference, improved by Richardson's
 * extrapolation. Its steps are in proportion to the scale of the variable, or to the value in the row, which suits functions
 * such as the logarithm; of both the one is taken whose two differences agree better. */
#include "econ/likelihood/margins.h"
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double STEP = 0x1p-10;

/* ---- the list of effects --------------------------------------------------------------------------------------------- */
static void add_item(gla_scope *s, lik_margins *m, lik_item item)
{
    enum { FIRST = 16 };
    if (s->status)
        return;
    if (m->n_items == 0 || (m->n_items >= FIRST && !(m->n_items & (m->n_items - 1)))) {
        lik_item *more = gla_s_memory(s, m->n_items ? 2 * m->n_items : FIRST, sizeof *more);
        if (more && m->n_items)
            memcpy(more, m->items, (size_t)m->n_items * sizeof *more);
        m->items = more;
    }
    if (!s->status)
        m->items[m->n_items++] = item;
}

static void add_column(gla_scope *s, lik_margins *m, const char *name)
{
    for (int64_t j = 0; j < m->k; j++)
        if (!m->skip[j] && (!name || !strcmp(m->regressors[j], name)))
            add_item(s, m, (lik_item){.column = j, .name = m->regressors[j]});
}

/* True if a name made of parts such as "region::west:x" contains the part. */
static bool has_part(const char *name, const char *part)
{
    size_t n = strlen(part);
    for (const char *at = strstr(name, part); at; at = strstr(at + 1, part))
        if ((at == name || at[-1] == ':') && (at[n] == 0 || at[n] == ':'))
            return true;
    return false;
}

/* The base is the first level without a column of its own, else the first level. */
static int64_t find_base(gla_scope *s, const lik_margins *m, const model_use *use)
{
    for (int64_t l = 0; l < use->levels && !s->status; l++) {
        const char *part = gla_s_print(s, "%s::%s", use->label, use->level_names[l]);
        bool found = false;
        for (int64_t j = 0; j < m->k && part && !found; j++)
            found = has_part(m->regressors[j], part);
        if (!found)
            return l;
    }
    return 0;
}

static void add_factor(gla_scope *s, lik_margins *m, const model_use *use)
{
    int64_t base = find_base(s, m, use);
    for (int64_t l = 0; l < use->levels && !s->status; l++)
        if (l != base)
            add_item(
                s, m,
                (lik_item){
                    .use = use, .level = l, .base = base, .name = gla_s_print(s, "%s::%s", use->label, use->level_names[l])});
}

static void add_uses(gla_scope *s, lik_margins *m, const model_use *uses, int64_t n)
{
    for (int64_t i = 0; i < n && !s->status; i++) {
        const model_use *use = &uses[i];
        if (m->at_mean && use->several)
            gla_s_fail(s, GLA_ARGUMENT_ERROR,
                       "%s: effects at the mean are not defined, because %.60s occurs in a function or in several terms; leave "
                       "at out",
                       s->op, use->label);
        else if (use->levels)
            add_factor(s, m, use);
        else if (use->several)
            add_item(s, m, (lik_item){.use = use, .name = use->label});
        else
            add_column(s, m, use->label);
    }
}

static const char *variable_of(const lik_margins *m, const lik_item *item)
{
    return item->use ? item->use->label : m->regressors[item->column];
}

static bool is_wanted(const lik_margins *m, const lik_item *item, const char *name)
{
    return !strcmp(variable_of(m, item), name) || (item->use && !strcmp(item->use->name, name));
}

/* Keep the effects of the variables that are wanted. */
static void select_items(gla_scope *s, lik_margins *m)
{
    int64_t n = 0;
    bool *kept = gla_s_memory(s, m->n_items + 1, sizeof *kept);
    for (int64_t i = 0; m->wanted && i < m->wanted->n && !s->status; i++) {
        bool found = false;
        for (int64_t j = 0; j < m->n_items; j++)
            if (is_wanted(m, &m->items[j], m->wanted->v[i]))
                found = kept[j] = true;
        if (!found)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the Fit has no variable '%.60s' with an effect; see those without variables",
                       s->op, m->wanted->v[i]);
    }
    for (int64_t j = 0; m->wanted && j < m->n_items && !s->status; j++)
        if (kept[j])
            m->items[n++] = m->items[j];
    m->n_items = m->wanted ? n : m->n_items;
}

/* ---- the changes of the regressors ----------------------------------------------------------------------------------- */
/* The regressors if a column of the data is replaced; the reference to the column is taken over. */
static gla_array *make_columns(gla_scope *s, const lik_margins *m, table_column *column)
{
    const char *unseen = NULL;
    gla_array *X = NULL;
    table_contents *c = table_read(m->table);
    table_column **columns = gla_s_memory(s, c->n + 1, sizeof *columns);
    gla_table *changed = NULL;
    if (columns && column) {
        for (int i = 0; i < c->n; i++)
            columns[i] = strcmp(c->columns[i]->name, column->name) ? table_column_ref(c->columns[i]) : table_column_ref(column);
        changed = table_make(s, c->n, columns);
    }
    table_column_unref(column);
    table_release(c);
    if (changed && !s->status)
        X = model_new_columns(s, m->e->recipe, changed, m->k, (char *const *)(uintptr_t)m->regressors, &unseen);
    gla_object_unref(changed);
    return X ? gla_s_convert(s, X, m->all->dtype, gla_device_of(m->all), GLA_MAYBE) : NULL;
}

static table_column *column_of(const table_contents *c, const model_use *use)
{
    return c->columns[table_place(c, use->name)];
}

static gla_array *with_values(gla_scope *s, const lik_margins *m, const model_use *use, gla_array *values)
{
    return make_columns(s, m, s->status ? NULL : table_column_new(s, use->name, values, NULL, NULL));
}

static gla_array *constant(gla_scope *s, const lik_margins *m, double value)
{
    int64_t rows = m->row_share ? m->row_share->shape[0] : 0;
    gla_array *x = s->status ? NULL : gla_s_new(s, gla_device_of(m->all), GLA_FLOAT64, 1, &rows);
    gla_s_fill(s, x, value);
    return x;
}

/* X if a factor of an expression has this level in all rows: its indicators are 0, except one. */
static gla_array *set_indicators(gla_scope *s, const lik_margins *m, const model_use *use, int64_t level)
{
    gla_array *X = NULL;
    if (!s->status)
        gla_s_adopt(s, gla_copy(m->all, &X), &X);
    for (int64_t l = 0; l < use->levels && !s->status; l++) {
        const char *name = gla_s_print(s, "%s::%s", use->label, use->level_names[l]);
        for (int64_t j = 0; j < m->k && !s->status; j++)
            if (!strcmp(m->regressors[j], name))
                gla_s_fill(s, gla_s_slice(s, X, 1, j, 1), l == level);
    }
    return X;
}

/* The regressors if a factor has this level in all rows. */
static gla_array *at_level(gla_scope *s, const lik_margins *m, const model_use *use, int64_t level)
{
    const char *name = use->level_names[level];
    if (use->expression)
        return set_indicators(s, m, use, level);
    table_contents *c = table_read(m->table);
    table_column *column = column_of(c, use), *made = NULL;
    if (column->levels) {
        int64_t code = 0;
        while (code < column->levels->n - 1 && strcmp(column->levels->v[code], name))
            code++;
        gla_array *codes = gla_s_astype(s, GLA_INT64, constant(s, m, (double)code));
        made = s->status ? NULL : table_column_like(s, column, use->name, codes, NULL);
    } else {
        gla_array *values = constant(s, m, strtod(name, NULL));
        made = s->status ? NULL : table_column_new(s, use->name, values, NULL, NULL);
    }
    table_release(c);
    return make_columns(s, m, made);
}

static void check_finite(gla_scope *s, const gla_array *x, const char *fact, const char *name)
{
    if (!s->status && !gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_apply(s, gla_isfinite, x))))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s %.60s in some rows; leave the effects to predictions of changed data", s->op,
                   fact, name);
}

/* Between two sets of regressors; nothing if they are the same: the level has no coefficient. */
static lik_move between(gla_scope *s, const lik_margins *m, const lik_item *item, gla_array *one, gla_array *zero)
{
    lik_move move = {.one = NULL};
    check_finite(s, one, "the regressors are not defined for", item->name);
    check_finite(s, zero, "the regressors are not defined for the base of", item->name);
    if (s->status || !gla_s_truth(s, gla_s_reduce_all(s, gla_any, gla_s_combine(s, gla_not_equal, one, zero))))
        return move;
    move.one = one;
    move.zero = zero;
    if (m->at_mean) { /* the factor is not in a product, so the columns are linear in its indicators */
        const int64_t shape[] = {1, m->k};
        move.one = gla_s_view(s, gla_s_combine(s, gla_matmul, m->row_share, one), 2, shape, NULL, 0);
        move.zero = s->status ? NULL : gla_s_view(s, gla_s_combine(s, gla_matmul, m->row_share, zero), 2, shape, NULL, 0);
    }
    return move;
}

/* The central difference, row by row, for steps (rows,). */
static gla_array *difference(gla_scope *s, const lik_margins *m, const model_use *use, gla_array *x, gla_array *step)
{
    gla_array *above = gla_s_combine(s, gla_add, x, step), *below = gla_s_combine(s, gla_subtract, x, step);
    gla_array *rise = gla_s_combine(s, gla_subtract, with_values(s, m, use, above), with_values(s, m, use, below));
    gla_array *width = gla_s_combine(s, gla_subtract, above, below);
    width = width ? gla_s_convert(s, width, m->all->dtype, gla_device_of(m->all), GLA_MAYBE) : NULL;
    return gla_s_combine(s, gla_divide, rise, width ? gla_s_add_last(s, width) : NULL);
}

/* Extrapolate to a step of 0; *doubt receives the distance of the two differences, Inf where it is unknown. */
static gla_array *extrapolate(gla_scope *s, const lik_margins *m, const model_use *use, gla_array *x, gla_array *step,
                              gla_array **doubt)
{
    gla_array *wide = difference(s, m, use, x, step);
    gla_array *narrow = difference(s, m, use, x, gla_s_combine(s, gla_multiply, step, gla_s_number(s, 0.5)));
    gla_array *error = gla_s_combine(s, gla_subtract, narrow, wide);
    gla_array *size = gla_s_apply(s, gla_abs, error);
    *doubt = s->status ? NULL : gla_s_where(s, gla_s_apply(s, gla_isfinite, size), size, gla_s_number(s, INFINITY));
    return gla_s_combine(s, gla_add, narrow, gla_s_combine(s, gla_divide, error, gla_s_number(s, 3)));
}

static lik_move derivatives(gla_scope *s, const lik_margins *m, const lik_item *item, gla_array *x)
{
    lik_move move = {.one = NULL};
    double scale = 0;
    gla_array *size = gla_s_apply(s, gla_abs, x), *doubt[2] = {NULL};
    econ_read(s, s->status ? NULL : gla_s_reduce_all(s, gla_mean, size), &scale, 1);
    gla_array *by_scale = constant(s, m, STEP * scale), *by_value = gla_s_combine(s, gla_multiply, size, gla_s_number(s, STEP));
    gla_array *first = extrapolate(s, m, item->use, x, by_scale, &doubt[0]);
    gla_array *second = extrapolate(s, m, item->use, x, by_value, &doubt[1]);
    gla_array *better = gla_s_combine(s, gla_less, doubt[1], doubt[0]);
    move.slope = s->status ? NULL : gla_s_where(s, better, second, first);
    check_finite(s, move.slope, "the regressors have no derivative by", item->name);
    return move;
}

static bool is_binary(gla_scope *s, gla_array *x)
{
    gla_array *zero = gla_s_combine(s, gla_equal, x, gla_s_number(s, 0));
    gla_array *one = gla_s_combine(s, gla_equal, x, gla_s_number(s, 1));
    gla_array *either = gla_s_combine(s, gla_logical_or, zero, one);
    return !s->status && gla_s_truth(s, gla_s_reduce_all(s, gla_all, either));
}

lik_move lik_find_move(gla_scope *s, lik_margins *m, const lik_item *item)
{
    const model_use *use = item->use;
    if (use->levels)
        return between(s, m, item, at_level(s, m, use, item->level), at_level(s, m, use, item->base));
    table_contents *c = table_read(m->table);
    gla_array *x = s->status ? NULL : table_numbers_of(s, column_of(c, use));
    table_release(c);
    x = x ? gla_s_convert(s, x, GLA_FLOAT64, gla_device_of(m->all), GLA_MAYBE) : NULL;
    if (is_binary(s, x))
        return between(s, m, item, with_values(s, m, use, constant(s, m, 1)), with_values(s, m, use, constant(s, m, 0)));
    return derivatives(s, m, item, x);
}

/* ---- the whole list -------------------------------------------------------------------------------------------------- */
/* A script can change the columns of a Table after the fit. */
static void check_data(gla_scope *s, const lik_margins *m)
{
    const char *unseen = NULL;
    bool remade = false;
    for (int64_t i = 0; i < m->n_items; i++)
        remade = remade || m->items[i].use;
    if (s->status || !remade)
        return;
    gla_array *X = model_new_columns(s, m->e->recipe, m->table, m->k, (char *const *)(uintptr_t)m->regressors, &unseen);
    X = X ? gla_s_convert(s, X, m->all->dtype, gla_device_of(m->all), GLA_MAYBE) : NULL;
    gla_array *limit = gla_s_combine(s, gla_multiply, gla_s_apply(s, gla_abs, m->all), gla_s_number(s, 1e-6));
    gla_array *distance = gla_s_apply(s, gla_abs, gla_s_combine(s, gla_subtract, X, m->all));
    gla_array *near = gla_s_combine(s, gla_less_equal, distance, gla_s_combine(s, gla_add, limit, gla_s_number(s, 1e-9)));
    if (!s->status && !gla_s_truth(s, gla_s_reduce_all(s, gla_all, near)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the Table has changed since the fit; fit again", s->op);
}

void lik_list_items(gla_scope *s, lik_margins *m)
{
    model_use *uses = NULL;
    bool lags = false;
    if (m->e->recipe && m->e->table && !s->status) {
        table_contents *c = table_read(m->e->table);
        gla_array *rows = m->e->rows ? m->e->rows : table_range(s, gla_device_of(m->X), c->rows);
        m->table = s->status ? NULL : table_take_rows(s, c, rows);
        table_release(c);
    }
    int64_t n = m->table ? model_uses(s, m->e->recipe, m->table, &uses, &lags) : 0;
    if (lags && !s->status)
        gla_s_check(s,
                    gla_warn(GLA_TABLE_WARNING, s->op,
                             "the formula has lags, so the effects are those of single columns; a variable in several columns "
                             "has several rows"));
    if (m->table && !lags)
        add_uses(s, m, uses, n);
    else
        add_column(s, m, NULL);
    select_items(s, m);
    check_data(s, m);
}
