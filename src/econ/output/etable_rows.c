/* etable_rows.c - The rows below the coefficients of a table of Fits. */
#include "econ/output/etable.h"

out_row *etable_add(etable *t, const char *label, text_of *text, const char *name)
{
    out_row *row = out_add_row(t->s, t->grid, label);
    for (int64_t i = 0; i < t->fits->n && row; i++) {
        int at = 1 + (int)i * t->per;
        row->cells[at].text = text(t, t->fits->v[i], name);
        row->cells[at].span = t->per;
        if (t->per == 2)
            row->cells[at + 1].span = 0;
    }
    return row;
}

bool etable_any(etable *t, text_of *text, const char *name)
{
    for (int64_t i = 0; i < t->fits->n; i++)
        if (text(t, t->fits->v[i], name))
            return true;
    return false;
}

/* ---- fixed effects, covariance matrices, statistics ----------------------------------------------------------------- */
static const char *has_effect(etable *t, const gla_econ_fit *fit, const char *name)
{
    (void)t;
    for (int i = 0; i < fit->of->n_effects; i++)
        if (!strcmp(fit->of->effects[i].name, name))
            return "yes";
    return "no";
}

/* True if an earlier Fit has the effect. */
static bool occurred(const etable *t, int64_t fits, const char *name)
{
    for (int64_t i = 0; i < fits; i++)
        if (has_effect(NULL, t->fits->v[i], name)[0] == 'y')
            return true;
    return false;
}

void etable_add_effects(etable *t)
{
    bool rule = true;
    for (int64_t i = 0; i < t->fits->n; i++)
        for (int j = 0; j < t->fits->v[i]->of->n_effects && !t->s->status; j++) {
            const char *name = t->fits->v[i]->of->effects[j].name;
            if (occurred(t, i, name))
                continue;
            const char *label = gla_s_print(t->s, "%s fixed effects", out_label(t->s, t->labels, name));
            out_row *row = etable_add(t, label, has_effect, name);
            if (row)
                row->rule = rule;
            rule = false;
        }
}

/* "clustered by firm" is written in two rows, because columns are narrow. */
static const char *covariance(etable *t, const gla_econ_fit *fit, const char *name)
{
    const char *title = out_covariance_title(fit), *by = strstr(title, " by ");
    (void)name;
    return by ? gla_s_print(t->s, "%.*s", (int)(by - title), title) : title;
}

static const char *clusters(etable *t, const gla_econ_fit *fit, const char *name)
{
    const char *by = strstr(out_covariance_title(fit), " by ");
    (void)t, (void)name;
    return by ? by + 1 : NULL;
}

static void add_covariances(etable *t)
{
    if (!t->none)
        etable_add(t, "Std. errors", covariance, NULL);
    if (!t->none && etable_any(t, clusters, NULL))
        etable_add(t, NULL, clusters, NULL);
}

static const char *statistic(etable *t, const gla_econ_fit *fit, const char *name)
{
    const out_statistic *which = out_find_statistic(t->s, name);
    return which ? out_statistic_text(t->s, fit, which, t->digits) : NULL;
}

static void add_statistic(etable *t, const char *name)
{
    const out_statistic *which = out_find_statistic(t->s, name);
    out_row *row = which ? etable_add(t, which->label, statistic, name) : NULL;
    for (int64_t i = 0; i < t->fits->n && row; i++) {
        out_cell *c = &row->cells[1 + i * t->per];
        c->number = c->text && !which->count;
    }
    if (!row)
        return;
    row->cells[0].latex = which->latex;
    row->cells[0].html = which->html;
}

static const char *estimator(etable *t, const gla_econ_fit *fit, const char *name)
{
    (void)t, (void)name;
    return fit->of->method->title;
}

static bool all_are_ols(const etable *t)
{
    for (int64_t i = 0; i < t->fits->n; i++)
        if (strcmp(t->fits->v[i]->of->method->title, "OLS"))
            return false;
    return true;
}

void etable_add_statistics(etable *t)
{
    static const char *const usual[] = {"nobs", "r2", "r2_within", "r2_pseudo", "loglik"};
    int64_t first = t->grid ? t->grid->n : 0;
    if (!all_are_ols(t))
        etable_add(t, "Estimator", estimator, NULL);
    add_covariances(t);
    for (size_t i = 0; i < sizeof usual / sizeof *usual && !t->stats && !t->s->status; i++) {
        bool linear = usual[i][0] == 'l' && all_are_ols(t);
        if (!linear && etable_any(t, statistic, usual[i]))
            add_statistic(t, usual[i]);
    }
    for (int64_t i = 0; t->stats && i < t->stats->n && !t->s->status; i++) {
        if (!etable_any(t, statistic, t->stats->v[i]))
            gla_s_fail(t->s, GLA_ARGUMENT_ERROR,
                       "%s: stats contains '%.60s', which does not apply to any of the Fits; remove it", t->s->op,
                       t->stats->v[i]);
        add_statistic(t, t->stats->v[i]);
    }
    if (!t->s->status && t->grid->n > first)
        t->grid->rows[first].rule = true;
}
