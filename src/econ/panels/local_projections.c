/* local_projections.c - Responses to a shock at several horizons. */
#include "elementwise/where.h"
#include "gpulinalg.h"
#include "panels.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const econ_method method = {.name = "local_projections", .title = "Local projection"};

enum { COLUMNS = 6 };
static const char *const names[COLUMNS] = {"horizon", "coefficient", "se", "lower", "upper", "nobs"};

typedef struct request {
    int64_t horizons, lags;
    const char *shock;
    bool cumulative;
    double level;
    const econ_options *o;
    double *values[COLUMNS]; /* (horizons + 1,) */
    gla_table *table;
} request;

/* Rows by unit and period. */
typedef struct calendar {
    model_frame frame; /* with the regressors that the lags add */
    panels_units units;
    gla_array *keys, *sorted, *order; /* one number for unit and period; sorted, and the rows in that order */
    int64_t step, shock;              /* position of the shock in X */
    gla_array *valid;                 /* rows whose lags exist; NULL: all */
    gla_array *before;                /* y one period earlier, if the response is cumulative */
} calendar;

static int64_t read_integer(gla_scope *s, const gla_array *x)
{
    double value = 0;
    econ_read(s, x, &value, 1);
    return (int64_t)value;
}

static void number_rows(gla_scope *s, calendar *c, const request *q)
{
    panels_order order;
    model_frame *f = &c->frame;
    if (!f->time && f->unit)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: unit is given, but time is not; give the periods, such as time='year'", s->op);
    else if (!f->time)
        f->time = panels_range(s, f->n, f->y);
    else if (!s->status)
        f->time = gla_s_to_device(s, gla_device_of(f->y), f->time);
    if (!panels_number_units(s, f, true, &c->units) || !panels_sort(s, f, &c->units, &order))
        return;
    int64_t first = read_integer(s, gla_s_reduce_all(s, gla_min, f->time));
    int64_t last = read_integer(s, gla_s_reduce_all(s, gla_max, f->time));
    c->step = order.step ? order.step : 1;
    double span = (double)(last - first) + 1 + (double)(q->horizons + q->lags + 2) * (double)c->step;
    if (!s->status && span * (double)c->units.groups > 0x1p62)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: time spans %g periods, which is too many; number the periods from 1", s->op,
                   span);
    if (s->status)
        return;
    gla_array *start = gla_s_combine(s, gla_multiply, c->units.codes, panels_integer(s, (int64_t)span));
    gla_array *within = gla_s_combine(s, gla_subtract, f->time, panels_integer(s, first));
    c->keys = gla_s_combine(s, gla_add, start, within);
    c->order = order.rows;
    c->sorted = panels_take(s, c->keys, c->order);
}

/* For each row the row of the same unit so many periods later; *found marks the rows that have one. */
static gla_array *later_rows(gla_scope *s, const calendar *c, int64_t periods, gla_array **found)
{
    gla_array *at = NULL, *wanted = gla_s_combine(s, gla_add, c->keys, panels_integer(s, periods * c->step));
    gla_array *last = panels_integer(s, c->frame.n - 1);
    if (!s->status)
        gla_s_adopt(s, gla_searchsorted(c->sorted, wanted, &at, "left", NULL), &at);
    at = gla_s_combine(s, gla_minimum, at, last);
    *found = gla_s_combine(s, gla_equal, panels_take(s, c->sorted, at), wanted);
    return panels_take(s, c->order, at);
}

static void require(gla_scope *s, calendar *c, gla_array *found)
{
    c->valid = c->valid ? gla_s_combine(s, gla_logical_and, c->valid, found) : found;
}

static void find_shock(gla_scope *s, calendar *c, const char *name)
{
    const model_columns *X = &c->frame.X;
    c->shock = -1;
    for (int64_t j = 0; j < X->n && c->shock < 0; j++)
        if (name ? !strcmp(X->names[j], name) : strcmp(X->names[j], "Intercept") != 0)
            c->shock = j;
    if (c->shock < 0 && name)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the shock '%s' is not a regressor; the regressors are %s%s%s", s->op, name,
                   X->n ? X->names[0] : "none", X->n > 1 ? ", " : "", X->n > 1 ? X->names[1] : "");
    else if (c->shock < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no regressor besides the constant; add the shock to the formula",
                   s->op);
}

static const char *lag_name(gla_scope *s, const char *name, int64_t lag)
{
    size_t size = strlen(name) + 32;
    char *text = gla_s_memory(s, 1, size);
    if (text)
        snprintf(text, size, "l(%s, %lld)", name, (long long)lag);
    return text;
}

/* Add lags of y and of the shock to the regressors. */
static void add_lags(gla_scope *s, calendar *c, const request *q)
{
    model_columns *X = &c->frame.X;
    int64_t k = X->n;
    const char **longer = gla_s_memory(s, k + 2 * q->lags + 1, sizeof *longer);
    gla_array *found = NULL, *shock = s->status ? NULL : gla_s_drop_last(s, gla_s_slice(s, X->values, 1, c->shock, 1));
    for (int64_t j = 0; j < k && longer; j++)
        longer[j] = X->names[j];
    for (int64_t lag = 1; lag <= q->lags && !s->status; lag++) {
        gla_array *rows = later_rows(s, c, -lag, &found);
        require(s, c, found);
        gla_array *both = panels_join(s, gla_s_add_last(s, panels_take(s, c->frame.y, rows)),
                                      gla_s_add_last(s, panels_take(s, shock, rows)), 1);
        X->values = panels_join(s, X->values, both, 1);
        longer[X->n++] = lag_name(s, c->frame.y_name, lag);
        longer[X->n++] = lag_name(s, X->names[c->shock], lag);
    }
    X->names = longer;
    if (!q->cumulative)
        return;
    gla_array *rows = later_rows(s, c, -1, &found);
    require(s, c, found);
    c->before = panels_take(s, c->frame.y, rows);
}

/* The regression at a horizon. */
static model_frame project(gla_scope *s, const calendar *c, int64_t horizon)
{
    gla_array *found = NULL, *rows = later_rows(s, c, horizon, &found);
    gla_array *at = panels_positions(s, c->valid ? gla_s_combine(s, gla_logical_and, c->valid, found) : found);
    model_frame f = panels_select(s, &c->frame, at);
    f.y = panels_take(s, c->frame.y, panels_take(s, rows, at));
    if (c->before)
        f.y = gla_s_combine(s, gla_subtract, f.y, panels_take(s, c->before, at));
    return f;
}

/* The value of Student's t, or of the normal distribution, that a variable exceeds in absolute value with probability
 * 1 - level. */
static double critical(gla_scope *s, double level, double df)
{
    double value = 0, p = (1 + level) / 2;
    gla_array *made = NULL, *at = gla_s_number(s, p), *degrees = gla_s_number(s, df);
    if (!s->status && isinf(df))
        gla_s_adopt(s, gla_stats_norm_ppf(at, &made, NULL, NULL), &made);
    else if (!s->status)
        gla_s_adopt(s, gla_stats_t_ppf(at, degrees, &made, NULL, NULL), &made);
    econ_read(s, made, &value, 1);
    return value;
}

static void read_response(gla_scope *s, const calendar *c, const request *q, const gla_econ_fit *fit, int64_t horizon)
{
    const econ_estimates *e = fit->of;
    int64_t at = -1;
    for (int64_t j = 0; j < e->k; j++)
        if (!strcmp(e->names->v[j], c->frame.X.names[c->shock]))
            at = j;
    if (at < 0) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: at horizon %lld the shock depends on other regressors; %s", s->op,
                   (long long)horizon, e->dropped->n ? e->dropped->v[e->dropped->n - 1] : "remove some of them");
        return;
    }
    double se = sqrt(fit->covariance[at * e->k + at]), margin = critical(s, q->level, fit->df_t) * se;
    const double row[COLUMNS] = {(double)horizon, e->b[at], se, e->b[at] - margin, e->b[at] + margin, e->nobs};
    for (int i = 0; i < COLUMNS; i++)
        q->values[i][horizon] = row[i];
}

/* The covariance matrix of a horizon, if the call does not give one. */
static const char *default_vcov(calendar *c, int64_t horizon, model_frame *f, char *text, size_t size)
{
    if (c->units.groups == 1) {
        f->unit = NULL;
        snprintf(text, size, "NW(%lld)", (long long)horizon);
        return text;
    }
    if (!f->n_clusters) {
        f->clusters = &f->unit;
        f->n_clusters = 1;
    }
    return "cluster";
}

static void make_table(gla_scope *s, request *q)
{
    table_column *columns[COLUMNS] = {NULL};
    int64_t n = q->horizons + 1;
    for (int i = 0; i < COLUMNS && !s->status; i++) {
        gla_array *column = econ_array(s, q->values[i], 1, &n);
        if (i == 0 || i == COLUMNS - 1)
            column = gla_s_astype(s, GLA_INT64, column);
        columns[i] = table_column_new(s, names[i], column, NULL, NULL);
    }
    if (!s->status)
        q->table = table_make(s, COLUMNS, columns);
    else
        for (int i = 0; i < COLUMNS; i++)
            table_column_unref(columns[i]);
}

static void estimate(gla_scope *s, const model_frame *f, void *context)
{
    request *q = context;
    calendar c = {.frame = *f};
    if (q->table)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula describes several regressions; give one", s->op);
    find_shock(s, &c, q->shock);
    number_rows(s, &c, q);
    if (!s->status)
        add_lags(s, &c, q);
    for (int i = 0; i < COLUMNS; i++)
        q->values[i] = gla_s_memory(s, q->horizons + 1, sizeof *q->values[i]);
    for (int64_t h = 0; h <= q->horizons && !s->status; h++) {
        char text[32];
        int mark = gla_scope_mark(s);
        econ_options o = *q->o;
        model_frame g = project(s, &c, h);
        if (!s->status && g.n == 0)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no row is left at horizon %lld; use fewer horizons or lags", s->op,
                       (long long)h);
        o.vcov = o.vcov || s->status ? o.vcov : default_vcov(&c, h, &g, text, sizeof text);
        gla_econ_fit *fit = s->status ? NULL : econ_least_squares(s, &method, &g, &o);
        if (fit)
            read_response(s, &c, q, fit, h);
        gla_object_unref(fit);
        gla_scope_keep(s, mark, NULL);
    }
    make_table(s, q);
}

gla_status gla_econ_local_projections(const gla_variable *formula, const gla_dataset *data, gla_table **table, int64_t horizons,
                                      const char *shock, int64_t lags, bool cumulative, double level, const char *vcov,
                                      const char *ssc, const gla_arrays *absorb, const gla_arrays *cluster,
                                      const gla_variable *unit, const gla_variable *time, double tol, int64_t maxiter,
                                      double collinear_tol)
{
    gla_scope s;
    const model_options m = {.unit = unit, .time = time, .absorb = absorb, .cluster = cluster, .vcov = vcov};
    const econ_options o = {.vcov = vcov,
                            .ssc = ssc,
                            .keep = true,
                            .drop_singletons = true,
                            .tol = tol,
                            .collinear_tol = collinear_tol,
                            .maxiter = maxiter};
    request q = {.horizons = horizons, .lags = lags, .shock = shock, .cumulative = cumulative, .level = level, .o = &o};
    gla_scope_begin(&s, "local_projections");
    if (horizons < 0 || lags < 0 || horizons > 1000000 || lags > 1000000)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: horizons is %lld and lags is %lld, but they must be from 0 to 1000000", s.op,
                   (long long)horizons, (long long)lags);
    if (!(level > 0 && level < 1))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: level is %g, but it must be between 0 and 1", s.op, level);
    if (!s.status)
        model_run(&s, formula, data, &m, estimate, &q);
    if (s.status)
        gla_object_unref(q.table);
    *table = s.status ? NULL : q.table;
    return gla_scope_end(&s);
}
