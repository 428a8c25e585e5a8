/* margins.c - Marginal effects of a Fit, as a Table. */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"
#include "table/table.h"

#include <math.h>
#include <string.h>

/* Find the constants and the regressors with the values 0 and 1 only. */
static void find_kinds(gla_scope *s, lik_margins *m)
{
    double *least = gla_s_memory(s, m->k + 1, sizeof *least), *most = gla_s_memory(s, m->k + 1, sizeof *most);
    double *other = gla_s_memory(s, m->k + 1, sizeof *other);
    gla_array *in[1] = {m->X}, *out[1] = {NULL};
    m->dummy = gla_s_memory(s, m->k + 1, sizeof *m->dummy);
    m->skip = gla_s_memory(s, m->k + 1, sizeof *m->skip);
    lik_formula(s, "T x", "T o", "o = x == 0 || x == 1 ? 0 : 1", 1, in, out);
    if (s->status)
        return;
    econ_read(s, gla_s_reduce(s, gla_min, m->X, 0, false), least, m->k);
    econ_read(s, gla_s_reduce(s, gla_max, m->X, 0, false), most, m->k);
    econ_read(s, gla_s_reduce(s, gla_max, out[0], 0, false), other, m->k);
    for (int64_t j = 0; j < m->k; j++) {
        m->skip[j] = least[j] == most[j] || strcmp(m->e->names->v[j], "Intercept") == 0;
        m->dummy[j] = other[j] == 0;
    }
}

/* The names of the regressors, which follow the category in the names of mlogit. */
static void name_regressors(gla_scope *s, lik_margins *m)
{
    m->regressors = gla_s_memory(s, m->k + 1, sizeof *m->regressors);
    for (int64_t j = 0; j < m->k && m->regressors; j++) {
        const char *name = m->e->names->v[j], *colon = m->e->equations ? strchr(name, ':') : NULL;
        m->regressors[j] = colon ? colon + 1 : name;
    }
}

static void begin(gla_scope *s, lik_margins *m, const econ_estimates *e, bool at_mean)
{
    int64_t rows = e->n, equations = e->equations ? e->equations : 1;
    double total = e->weights ? econ_sum(s, e->weights, NULL) : (double)rows;
    m->e = e;
    m->k = (e->k - e->ancillary) / equations;
    m->X = e->X;
    m->offset = e->offset;
    if (s->status)
        return;
    gla_array *ones = gla_s_new(s, gla_device_of(e->X), e->X->dtype, 1, &rows);
    gla_s_fill(s, ones, 1 / total);
    m->share = e->weights ? gla_s_combine(s, gla_multiply, ones, e->weights) : ones;
    find_kinds(s, m);
    name_regressors(s, m);
    m->row_share = m->share;
    m->all = m->X;
    m->at_mean = at_mean;
    lik_list_items(s, m);
    int64_t most = (m->n_items + 1) * (equations + 1);
    m->names = gla_s_memory(s, most + 1, sizeof *m->names);
    m->effect = gla_s_memory(s, most + 1, sizeof *m->effect);
    m->gradient = gla_s_memory(s, most * e->k + 1, sizeof *m->gradient);
    if (!at_mean || s->status)
        return;
    double *means = gla_s_memory(s, m->k + 1, sizeof *means), offset = 0;
    econ_read(s, gla_s_combine(s, gla_matmul, m->share, m->X), means, m->k);
    if (m->offset)
        offset = lik_average(s, m, m->offset);
    m->X = econ_array(s, means, 2, (int64_t[]){1, m->k});
    m->offset = m->offset ? econ_array(s, &offset, 1, (int64_t[]){1}) : NULL;
    m->share = econ_array(s, (double[]){1}, 1, (int64_t[]){1});
}

/* The columns of the Table: names, effect, se, z, p, lower, upper. */
enum { EFFECT, SE, Z, P, LOWER, UPPER, COLUMNS };

static void fill(gla_scope *s, const lik_margins *m, const gla_econ_fit *fit, double level, double *columns)
{
    int64_t K = m->e->k, n = m->n;
    double width = NAN;
    gla_array *made = NULL, *q = gla_s_number(s, (1 - level) / 2);
    if (!s->status)
        econ_read(s, gla_s_adopt(s, gla_stats_norm_isf(q, &made, NULL, NULL), &made), &width, 1);
    for (int64_t i = 0; i < n && !s->status; i++) {
        const double *g = m->gradient + i * K;
        double variance = 0;
        for (int64_t a = 0; a < K; a++)
            for (int64_t b = 0; b < K; b++)
                variance += g[a] * fit->covariance[a * K + b] * g[b];
        double effect = m->effect[i], se = sqrt(fmax(variance, 0));
        columns[EFFECT * n + i] = effect;
        columns[SE * n + i] = se;
        columns[Z * n + i] = effect / se;
        columns[P * n + i] = erfc(fabs(effect / se) / sqrt(2));
        columns[LOWER * n + i] = effect - width * se;
        columns[UPPER * n + i] = effect + width * se;
    }
}

static gla_table *make_table(gla_scope *s, const lik_margins *m, const gla_econ_fit *fit, double level)
{
    static const char *const names[] = {"effect", "se", "z", "p", "lower", "upper"};
    table_column *columns[COLUMNS + 1] = {NULL};
    int64_t n = m->n;
    double *values = gla_s_memory(s, COLUMNS * n + 1, sizeof *values), *places = gla_s_memory(s, n + 1, sizeof *places);
    if (s->status)
        return NULL;
    fill(s, m, fit, level, values);
    for (int64_t i = 0; i < n; i++)
        places[i] = (double)i;
    gla_array *codes = gla_s_astype(s, GLA_INT64, econ_array(s, places, 1, &n));
    gla_strings *levels = table_copy_strings(s, n, (char *const *)(uintptr_t)m->names);
    if (levels)
        columns[0] = table_column_new(s, "coefficient", codes, NULL, levels);
    for (int i = 0; i < COLUMNS && !s->status; i++)
        columns[i + 1] = table_column_new(s, names[i], econ_array(s, values + i * n, 1, &n), NULL, NULL);
    if (!s->status)
        return table_make(s, COLUMNS + 1, columns);
    for (int i = 0; i <= COLUMNS; i++)
        table_column_unref(columns[i]);
    return NULL;
}

static bool check(gla_scope *s, const gla_econ_fit *fit, double level)
{
    const econ_estimates *e = fit->of;
    if (!e->method->likelihood || !e->method->predict)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a Fit by %s has no marginal effects but its coefficients", s->op,
                   e->method->name);
    else if (e->n_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: this Fit has fixed effects, whose uncertainty is unknown; estimate with dummies instead", s->op);
    if (!(level > 0 && level < 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: level is %g, but it must be between 0 and 1, such as 0.95", s->op, level);
    return econ_holds(s, fit, e->X);
}

gla_status gla_econ_fit_margins(const gla_econ_fit *fit, gla_table **table, const char *at, double level,
                                const gla_strings *variables)
{
    gla_scope s;
    lik_margins m = {.n = 0, .wanted = variables};
    *table = NULL;
    gla_scope_begin(&s, "margins");
    if (check(&s, fit, level))
        begin(&s, &m, fit->of, at && at[0] == 'm');
    if (!s.status && fit->of->method == &lik_mlogit_method)
        lik_mlogit_margins(&s, &m);
    else if (!s.status)
        lik_index_margins(&s, &m);
    if (!s.status)
        *table = make_table(&s, &m, fit, level);
    gla_object_unref(m.table);
    return gla_scope_end(&s);
}
