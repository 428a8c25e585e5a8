/* ridge.c - Ridge regression, as least squares with additional rows. */
#include "econ/panels/panels.h"
#include "gpulinalg.h"
#include "penalized.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* The penalty of each coefficient, and the trace of the matrix that maps y to the fitted values. */
typedef struct ridge {
    double alpha, df;
    double penalty[];
} ridge;

/* With B = (X'WX + P)⁻¹ the covariance matrix of b is B X'WX B = B - B P B times the variance of the errors. */
static bool covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc)
{
    const econ_estimates *e = fit->of;
    const ridge *r = e->extra;
    int64_t k = e->k;
    if (vcov && strcmp(vcov, "iid") != 0)
        return false;
    fit->ssc = ssc ? ssc : "fixest";
    fit->vcov = econ_copy_text(s, "iid");
    fit->vcov_title = econ_copy_text(s, "iid");
    fit->df_t = e->nobs - r->df;
    fit->covariance = econ_doubles(s, k * k);
    for (int64_t i = 0; i < k && !s->status; i++)
        for (int64_t j = 0; j < k; j++) {
            double sum = e->bread[i * k + j];
            for (int64_t l = 0; l < k; l++)
                sum -= e->bread[i * k + l] * r->penalty[l] * e->bread[l * k + j];
            fit->covariance[i * k + j] = sum * e->sigma2_rss / fit->df_t;
        }
    return true;
}

static int lines(const gla_econ_fit *fit, econ_line *line)
{
    const ridge *r = fit->of->extra;
    line[0] = (econ_line){.label = "Alpha", .value = r->alpha};
    line[1] = (econ_line){.label = "Effective df", .value = r->df};
    return 2;
}

static size_t plain(const econ_estimates *e, size_t size)
{
    const size_t whole = sizeof(ridge) + (size_t)e->k * sizeof(double);
    return size < whole ? 0 : whole;
}

const econ_method penalized_ridge = {
    .name = "ridge", .title = "Ridge", .release = gla_free, .covariance = covariance, .lines = lines, .plain = plain};

typedef struct request {
    double alpha;
    bool standardize;
} request;

/* X with a row for each coefficient below it, and y with zeros. */
static void augment(gla_scope *s, const model_frame *f, const double *penalty, gla_array **X, gla_array **y)
{
    int64_t k = f->X.n, square[2] = {k, k};
    double *rows = gla_s_memory(s, k * k + 1, sizeof *rows), *zeros = gla_s_memory(s, k + 1, sizeof *zeros);
    gla_array *roots = f->weights ? gla_s_apply(s, gla_sqrt, f->weights) : NULL;
    for (int64_t j = 0; j < k && !s->status; j++)
        rows[j * k + j] = sqrt(penalty[j]);
    *X = roots ? gla_s_combine(s, gla_multiply, f->X.values, gla_s_add_last(s, roots)) : f->X.values;
    *y = roots ? gla_s_combine(s, gla_multiply, f->y, roots) : f->y;
    *X = panels_join(s, *X, econ_array(s, rows, 2, square), 0);
    *y = panels_join(s, *y, econ_array(s, zeros, 1, &k), 0);
}

/* Release a Fit that cannot be completed. */
static gla_econ_fit *give_up(gla_econ_fit *fit)
{
    gla_object_unref(fit);
    return NULL;
}

static void fill(gla_scope *s, econ_estimates *e, const model_frame *f, const gla_array *X, const penalized_moments *m)
{
    gla_array *u = gla_s_combine(s, gla_subtract, f->y, gla_s_combine(s, gla_matmul, X, econ_array(s, e->b, 1, &e->k)));
    gla_array *weighted = f->weights ? gla_s_combine(s, gla_multiply, u, f->weights) : u;
    e->constant = m->constant >= 0;
    e->weight_sum = f->weights ? m->total : 0;
    e->sigma2_rss = panels_dot(s, u, weighted);
    e->tss = e->tss_within = e->rss0 = m->yy * m->total;
    e->X = econ_keep(s, X);
    e->u = econ_keep(s, weighted);
    e->residuals = econ_keep(s, u);
    e->fitted = econ_keep(s, gla_s_combine(s, gla_subtract, f->y, u));
}

/* A Fit with the independent columns of X and y that augment() made, which are read into d. */
static gla_econ_fit *begin_fit(gla_scope *s, const model_frame *f, const econ_options *o, const gla_array *X,
                               econ_independent *d)
{
    econ_find_independent(s, X, f->X.names, o->collinear_tol, NULL, d);
    if (!s->status && !d->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no regressor is left; all of them are 0", s->op);
    const char **names = gla_s_memory(s, d->n + 1, sizeof *names);
    for (int64_t i = 0; i < d->n && names; i++)
        names[i] = f->X.names[d->kept[i]];
    gla_econ_fit *fit = names ? econ_new_fit(s, &penalized_ridge, f, o, d->n, names) : NULL;
    if (fit) {
        memcpy(fit->of->bread, d->bread, (size_t)(d->n * d->n) * sizeof *d->bread);
        econ_note_dropped(s, fit->of, &f->X, d);
    }
    return fit;
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    const request *q = context;
    econ_independent d;
    penalized_moments m;
    double level = 0;
    gla_array *X = NULL, *y = NULL, *rest = NULL;
    if (!penalized_check(s, f, o))
        return NULL;
    int64_t constant = penalized_constant(s, f->X.values, &level), k = f->X.n;
    penalized_measure(s, f->X.values, f->y, f->weights, constant, level, q->standardize, false, &m);
    double *penalty = gla_s_memory(s, k + 1, sizeof *penalty);
    for (int64_t j = 0; j < k && penalty; j++)
        penalty[j] = j == constant ? 0 : q->alpha * m.scale[j] * m.scale[j];
    augment(s, f, penalty, &X, &y);
    gla_econ_fit *fit = begin_fit(s, f, o, X, &d);
    ridge *r = fit ? gla_calloc(1, sizeof *r + (size_t)fit->of->k * sizeof *penalty) : NULL;
    if (!r) {
        if (fit)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *r));
        return give_up(fit);
    }
    econ_estimates *e = fit->of;
    e->extra = r;
    r->alpha = q->alpha;
    r->df = (double)e->k;
    econ_read(s, panels_coefficients(s, &d, y, &rest), e->b, e->k);
    for (int64_t i = 0; i < e->k; i++) {
        r->penalty[i] = penalty[d.kept[i]];
        r->df -= r->penalty[i] * e->bread[i * e->k + i];
    }
    if (!s->status && !(e->nobs > r->df))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %lld rows and %g effective coefficients leave no degree of freedom; increase alpha", s->op,
                   (long long)f->n, r->df);
    fill(s, e, f, s->status ? NULL : econ_select(s, f->X.values, &d), &m);
    return econ_finish(s, fit, o);
}

gla_status gla_econ_ridge(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, double alpha,
                          bool standardize, const char *vcov, const gla_variable *weights, const char *ssc,
                          const gla_arrays *cluster, const gla_variable *split, bool keep)
{
    const model_options m = {.weights = weights, .split = split, .cluster = cluster, .vcov = vcov};
    const econ_options o = {.vcov = vcov, .ssc = ssc, .keep = keep, .collinear_tol = 1e-12};
    request q = {alpha, standardize};
    if (!(alpha >= 0) || isinf(alpha))
        return gla_fail(GLA_ARGUMENT_ERROR, "ridge: alpha is %g, but it must be a number of at least 0", alpha);
    return econ_run("ridge", formula, data, &m, &o, estimate, &q, fits);
}
