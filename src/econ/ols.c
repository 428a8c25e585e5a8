/* ols.c - Linear regression by least squares. */
#include "econ/within.h"
#include "gpulinalg.h"
#include "linalg/common.h"
#include "runtime/allocation.h"

#include <math.h>
#include <string.h>

const econ_method econ_ols_method = {.name = "ols", .title = "OLS"};

/* Least squares of y on the kept columns, both scaled by the roots of the weights. */
static gla_array *solve(gla_scope *s, const econ_within *w, const econ_independent *d, const gla_array *roots)
{
    gla_array *x = NULL, *rank = NULL, *y = w->y;
    if (d->n == 0)
        return econ_array(s, NULL, 1, &d->n);
    if (roots && !s->status)
        y = gla_s_combine(s, gla_multiply, y, gla_s_drop_last(s, roots));
    if (!s->status)
        gla_s_check(s, gla_lstsq_as(s->op, d->X, y, &x, &rank));
    gla_s_own(s, rank);
    return gla_s_own(s, x);
}

/* Return true if only fixed effects are estimated: "y ~ 1 | firm". */
static bool is_bare(const model_frame *f)
{
    return f->n_effects && (f->X.n == 0 || (f->X.n == 1 && !strcmp(f->X.names[0], "Intercept")));
}

/* Fail if nothing can be estimated. */
static void check(gla_scope *s, const econ_within *w, const econ_independent *d, double within)
{
    int64_t n = s->status ? 0 : w->frame.n, used = d->n + w->df_effects;
    if (s->status)
        return;
    if (n == 0)
        model_refuse_empty(s, 1, w->frame.n_notes, w->frame.notes);
    else if (w->frame.n_effects && within == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the fixed effects %s explain %s completely, so nothing is left to estimate",
                   s->op, econ_effect_names(s, &w->frame), w->frame.y_name);
    else if (d->n == 0 && !is_bare(&w->frame))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no regressor is left%s%s%s%s", s->op, w->frame.X.n ? "; " : "",
                   w->frame.X.n ? w->frame.X.names[0] : "", w->frame.X.n ? ": " : "", w->frame.X.n ? d->reasons[0] : "");
    else if (n <= used)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there %s %lld row%s for %lld parameter%s; more rows than parameters are needed",
                   s->op, n == 1 ? "is" : "are", (long long)n, n == 1 ? "" : "s", (long long)used, used == 1 ? "" : "s");
}

/* Return the position of a regressor that is a constant other than 0, plus 1, or 0. */
static int64_t find_constant(gla_scope *s, const gla_array *X)
{
    int64_t k = s->status ? 0 : X->shape[1], found = 0;
    double *ends = gla_s_memory(s, 2 * k + 1, sizeof *ends);
    if (s->status)
        return 0;
    econ_read(s, gla_s_reduce(s, gla_min, X, 0, false), ends, k);
    econ_read(s, gla_s_reduce(s, gla_max, X, 0, false), ends + k, k);
    for (int64_t i = k; i-- > 0 && !s->status;)
        found = ends[i] == ends[k + i] && ends[i] != 0 ? i + 1 : found;
    return found;
}

/* Sums of squares, and the likelihood of normal errors. */
static void describe(gla_scope *s, econ_estimates *e, const gla_array *y_within)
{
    const gla_array *w = e->weights;
    if (w)
        e->weight_sum = econ_sum(s, w, NULL);
    if (e->is_frequency)
        e->nobs = e->weight_sum;
    e->sigma2_rss = econ_squares(s, e->residuals, w);
    e->tss = e->constant ? econ_deviations(s, e->y, w) : econ_squares(s, e->y, w);
    e->rss0 = e->tss;
    e->tss_within = e->n_effects ? econ_squares(s, y_within, w) : e->tss;
    double logs = w && !e->is_frequency ? econ_sum(s, gla_s_apply(s, gla_log, w), NULL) : 0, n = e->nobs;
    e->loglik = (logs - n * (log(2 * acos(-1) / n) + log(e->sigma2_rss) + 1)) / 2;
    e->loglik0 = (logs - n * (log(2 * acos(-1) / n) + log(e->tss) + 1)) / 2;
}

/* Say that statistics are undefined or carry no information. */
static void note_exact(gla_scope *s, econ_estimates *e)
{
    double none = 1e-28 * fabs(e->nobs) * econ_squares(s, e->y, e->weights);
    if (e->constant && e->tss <= none)
        econ_remark(s, e, "%s is the same in all rows, so R² is undefined", e->y_name);
    else if (e->sigma2_rss <= none)
        econ_remark(s, e, "the regressors explain %s completely, so the standard errors are rounding errors", e->y_name);
}

static gla_econ_fit *make_fit(gla_scope *s, const econ_method *method, const econ_within *w, const econ_independent *d,
                              const econ_options *o, const gla_array *b)
{
    const model_frame *f = &w->frame;
    const char **names = gla_s_memory(s, d->n + 1, sizeof *names);
    for (int64_t i = 0; i < d->n && names; i++)
        names[i] = f->X.names[d->kept[i]];
    gla_econ_fit *fit = names ? econ_new_fit(s, method, f, o, d->n, names) : NULL;
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    econ_read(s, b, e->b, e->k);
    e->kept = s->status ? NULL : gla_calloc((size_t)e->k + 1, sizeof *e->kept);
    if (!e->kept && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, (size_t)e->k * sizeof *e->kept));
    for (int64_t i = 0; i < e->k && e->kept; i++)
        e->kept[i] = d->kept[i];
    for (int64_t i = 0; i < e->k * e->k; i++)
        e->bread[i] = d->bread[i];
    e->df_effects = w->df_effects;
    e->iterations = w->iterations;
    econ_note_dropped(s, e, &f->X, d);
    return fit;
}

/* The sum of the fixed effects: y less residuals and the regressors, as they were before the effects were removed. */
static gla_array *sum_effects(gla_scope *s, const econ_within *w, const econ_independent *d, const model_frame *f,
                              const gla_econ_fit *fit)
{
    double *b = gla_s_memory(s, f->X.n + 1, sizeof *b);
    if (d->n == 0)
        return s->status ? NULL : econ_keep(s, fit->of->fitted);
    for (int64_t i = 0; i < d->n && b; i++)
        b[d->kept[i]] = fit->of->b[i];
    gla_array *index = gla_s_combine(s, gla_matmul, f->X.values, econ_array(s, b, 1, (int64_t[]){f->X.n}));
    index = s->status || !w->singletons ? index : econ_take(s, index, w->rows);
    return s->status ? NULL : econ_keep(s, gla_s_combine(s, gla_subtract, fit->of->fitted, index));
}

gla_econ_fit *econ_least_squares(gla_scope *s, const econ_method *method, const model_frame *f, const econ_options *o)
{
    econ_within w;
    econ_independent d;
    if (f->stack)
        return econ_ols_stack(s, method, f, o);
    econ_check_weights(s, f, o);
    econ_absorb(s, f, f->X.values, o, &w);
    gla_array *roots = econ_roots(s, w.frame.weights);
    gla_array *scaled = roots ? gla_s_combine(s, gla_multiply, w.X, roots) : w.X;
    econ_find_independent(s, scaled, f->X.names, o->collinear_tol, &w, &d);
    check(s, &w, &d, f->n_effects && !s->status ? econ_squares(s, w.y, NULL) : 1);
    gla_array *b = solve(s, &w, &d, roots);
    gla_econ_fit *fit = s->status ? NULL : make_fit(s, method, &w, &d, o, b);
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    gla_array *X = econ_select(s, w.X, &d);
    gla_array *residuals = d.n ? gla_s_combine(s, gla_subtract, w.y, gla_s_combine(s, gla_matmul, X, b)) : w.y;
    e->residuals = econ_keep(s, residuals);
    e->u = roots ? econ_keep(s, gla_s_combine(s, gla_multiply, residuals, w.frame.weights)) : econ_again(e->residuals);
    e->X = econ_keep(s, X);
    e->fitted = econ_keep(s, gla_s_combine(s, gla_subtract, w.frame.y, residuals));
    e->given = f->X.n;
    if (f->n_effects && o->keep)
        e->effects_sum = sum_effects(s, &w, &d, f, fit);
    if (!f->formula && !e->constant)
        e->constant_at = find_constant(s, X);
    e->constant |= e->constant_at > 0;
    if (!s->status)
        describe(s, e, w.y);
    if (!s->status)
        note_exact(s, e);
    return econ_finish(s, fit, o);
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    (void)context;
    return econ_least_squares(s, &econ_ols_method, f, o);
}

gla_status gla_econ_ols(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const char *vcov,
                        const gla_variable *weights, const char *weights_type, const char *ssc, const gla_arrays *absorb,
                        const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time,
                        const gla_variable *split, bool keep, bool drop_singletons, double tol, int64_t maxiter,
                        double collinear_tol)
{
    const model_options m = {.weights = weights,
                             .split = split,
                             .unit = unit,
                             .time = time,
                             .absorb = absorb,
                             .cluster = cluster,
                             .vcov = vcov,
                             .stacks = true};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    return econ_run("ols", formula, data, &m, &o, estimate, NULL, fits);
}
