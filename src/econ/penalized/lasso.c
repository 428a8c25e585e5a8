/* lasso.c - The lasso at one penalty, which is given or chosen. */
#include "econ/panels/panels.h"
#include "gpulinalg.h"
#include "linalg/common.h"
#include "penalized.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { SEQUENCE = 100 };

typedef struct lasso {
    double alpha;
    int64_t df;
    char chosen[40];
} lasso;

typedef struct request {
    const gla_array *alpha, *seed;
    const char *criterion;
    bool standardize;
    int64_t folds;
} request;

#define WITHOUT                                                                             \
    "has no standard errors, because the data that it is estimated from also selected the " \
    "coefficients; fit the selected regressors by ols to other data"

static bool covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc)
{
    int64_t k = fit->of->k;
    if (vcov)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a lasso " WITHOUT, s->op);
    fit->ssc = ssc ? ssc : "fixest";
    fit->covariance = econ_doubles(s, k * k);
    fit->df_t = fit->of->nobs - (double)((const lasso *)fit->of->extra)->df;
    for (int64_t i = 0; i < k * k && !s->status; i++)
        fit->covariance[i] = NAN;
    fit->vcov = econ_copy_text(s, "none");
    fit->vcov_title = econ_copy_text(s, "none");
    return true;
}

static int lines(const gla_econ_fit *fit, econ_line *line)
{
    const lasso *l = fit->of->extra;
    line[0] = (econ_line){.label = "Alpha", .value = l->alpha};
    snprintf(line[0].text, sizeof line[0].text, "%s", l->chosen);
    line[1] = (econ_line){.label = "Slopes not 0", .value = (double)l->df, .text = ""};
    return 2;
}

static size_t plain(const econ_estimates *e, size_t size)
{
    const lasso *l = e->extra;
    return size < sizeof *l || l->chosen[sizeof l->chosen - 1] ? 0 : sizeof *l;
}

const econ_method penalized_lasso = {.name = "lasso",
                                     .title = "Lasso",
                                     .no_errors = WITHOUT,
                                     .release = gla_free,
                                     .covariance = covariance,
                                     .lines = lines,
                                     .plain = plain};

/* The position in the path with the smallest value of n log(RSS / n) + c df, with c = 2 or log n. */
static int64_t choose_by_count(const penalized_moments *m, const penalized_path *p, double n, bool bic)
{
    int64_t best = 0;
    double least = INFINITY;
    for (int64_t i = 0; i < p->n; i++) {
        double rss = m->yy * (1 - p->r2[i]);
        double value = n * log(rss > 0 ? rss : 0x1p-1022) + (bic ? log(n) : 2) * (double)p->df[i];
        if (value < least) {
            least = value;
            best = i;
        }
    }
    return best;
}

/* The number of the part that each row belongs to, int64 (n,). */
static gla_array *divide(gla_scope *s, const model_frame *f, const request *q)
{
    gla_random_generator *g = NULL;
    gla_array *made = NULL, *range = panels_range(s, f->n, f->y);
    if (s->status || gla_s_check(s, gla_random_new_generator(&g, q->seed)))
        return NULL;
    made = gla_s_adopt(s, gla_random_generator_permutation(g, range, &made, 0, NULL), &made);
    gla_object_unref(g);
    return gla_s_combine(s, gla_remainder, made, panels_integer(s, q->folds));
}

/* Add the squared errors in one part to errors[i], of the coefficients estimated from the other parts. */
static void validate(gla_scope *s, const model_frame *f, const econ_options *o, const request *q, const gla_array *parts,
                     int64_t part, const penalized_path *whole, double *errors)
{
    penalized_moments m;
    penalized_path p = *whole;
    double level = 0, *sums = gla_s_memory(s, p.n + 1, sizeof *sums);
    int mark = gla_scope_mark(s);
    gla_array *in = gla_s_combine(s, gla_equal, parts, panels_integer(s, part));
    gla_array *test = panels_positions(s, in), *rest = panels_positions(s, gla_s_apply(s, gla_logical_not, in));
    if (s->status)
        return;
    gla_array *X = panels_take(s, f->X.values, rest), *y = panels_take(s, f->y, rest), *w = panels_take(s, f->weights, rest);
    int64_t constant = penalized_constant(s, f->X.values, &level), shape[2] = {p.n, p.k};
    penalized_measure(s, X, y, w, constant, level, q->standardize, true, &m);
    memset(p.b, 0, (size_t)(p.n * p.k) * sizeof *p.b);
    memset(p.df, 0, (size_t)p.n * sizeof *p.df);
    penalized_follow(s, &m, o, &p);
    gla_array *fitted = gla_s_combine(s, gla_matmul, panels_take(s, f->X.values, test),
                                      gla_s_swap_last(s, econ_array(s, p.b, 2, shape)));
    gla_array *u = gla_s_combine(s, gla_subtract, gla_s_add_last(s, panels_take(s, f->y, test)), fitted);
    u = gla_s_combine(s, gla_multiply, u, u);
    gla_array *weights = panels_take(s, f->weights, test);
    u = weights ? gla_s_combine(s, gla_multiply, u, gla_s_add_last(s, weights)) : u;
    econ_read(s, gla_s_sum(s, u, 0, GLA_NO_DTYPE), sums, p.n);
    for (int64_t i = 0; i < p.n && !s->status; i++)
        errors[i] += sums[i];
    gla_scope_keep(s, mark, NULL);
}

static int64_t choose_by_validation(gla_scope *s, const model_frame *f, const econ_options *o, const request *q,
                                    const penalized_path *whole)
{
    int64_t best = 0;
    double *errors = gla_s_memory(s, whole->n + 1, sizeof *errors);
    penalized_path p = *whole;
    if (!s->status && (q->folds < 2 || q->folds > f->n))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: folds is %lld, but it must be at least 2 and at most the number of rows, %lld",
                   s->op, (long long)q->folds, (long long)f->n);
    p.b = gla_s_memory(s, p.n * p.k + 1, sizeof *p.b);
    p.df = gla_s_memory(s, p.n + 1, sizeof *p.df);
    p.r2 = gla_s_memory(s, p.n + 1, sizeof *p.r2);
    gla_array *parts = s->status ? NULL : divide(s, f, q);
    for (int64_t part = 0; part < q->folds && !s->status; part++)
        validate(s, f, o, q, parts, part, &p, errors);
    for (int64_t i = 1; i < p.n && !s->status; i++)
        best = errors[i] < errors[best] ? i : best;
    return best;
}

/* Replace the coefficients that are not 0 by a solution from QR, which the condition of the moments does not limit. */
static void refine(gla_scope *s, const penalized_moments *m, const char *const *names, double alpha, double *b)
{
    econ_independent active = {.n = 0}, c;
    gla_array *rest = NULL;
    active.kept = gla_s_memory(s, m->k + 1, sizeof *active.kept);
    double *x = gla_s_memory(s, m->k + 1, sizeof *x);
    for (int64_t j = 0; j < m->k && !s->status; j++)
        if (b[j] != 0)
            active.kept[active.n++] = j;
    gla_array *Z = s->status || !active.n ? NULL : econ_select(s, m->Z, &active);
    if (Z)
        econ_find_independent(s, Z, names, 1e-12, NULL, &c);
    if (!Z || s->status || c.n < active.n)
        return;
    econ_read(s, panels_coefficients(s, &c, m->v, &rest), x, c.n);
    for (int64_t i = 0; i < c.n; i++)
        for (int64_t l = 0; l < c.n; l++)
            x[i] -= c.bread[i * c.n + l] * (b[active.kept[l]] > 0 ? alpha : -alpha);
    for (int64_t i = 0; i < c.n; i++)
        if (!(x[i] * b[active.kept[i]] > 0))
            return;
    for (int64_t i = 0; i < c.n && !s->status; i++)
        b[active.kept[i]] = x[i];
}

/* Choose the penalty, and set text to how it was chosen. */
static double choose(gla_scope *s, const model_frame *f, const econ_options *o, const request *q, const penalized_moments *m,
                     char *text, size_t size)
{
    penalized_path p;
    double alpha = 0;
    if (q->alpha) {
        econ_read(s, q->alpha, &alpha, 1);
        if (!s->status && (!(alpha >= 0) || isinf(alpha)))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: alpha is %g, but it must be a number of at least 0", s->op, alpha);
        return alpha;
    }
    if (!penalized_sequence(s, m, NULL, SEQUENCE, f->n, &p))
        return 0;
    if (q->criterion && !strcmp(q->criterion, "cv")) {
        snprintf(text, size, "by cross-validation, %lld folds", (long long)q->folds);
        return p.alphas[choose_by_validation(s, f, o, q, &p)];
    }
    bool bic = !q->criterion || !strcmp(q->criterion, "bic");
    penalized_follow(s, m, o, &p);
    snprintf(text, size, "by %s", bic ? "BIC" : "AIC");
    return p.alphas[choose_by_count(m, &p, (double)f->n, bic)];
}

static void fill(gla_scope *s, econ_estimates *e, const model_frame *f, const penalized_moments *m)
{
    gla_array *fitted = gla_s_combine(s, gla_matmul, f->X.values, econ_array(s, e->b, 1, &e->k));
    gla_array *u = gla_s_combine(s, gla_subtract, f->y, fitted);
    e->constant = m->constant >= 0;
    e->constant_at = m->constant + 1;
    e->sigma2_rss = panels_dot(s, u, f->weights ? gla_s_combine(s, gla_multiply, u, f->weights) : u);
    e->tss = e->tss_within = e->rss0 = m->yy * m->total;
    e->residuals = econ_keep(s, u);
    e->fitted = econ_keep(s, fitted);
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    const request *q = context;
    penalized_moments m;
    penalized_descent d;
    lasso l = {.df = 0};
    double level = 0;
    if (!penalized_check(s, f, o))
        return NULL;
    int64_t constant = penalized_constant(s, f->X.values, &level);
    penalized_measure(s, f->X.values, f->y, f->weights, constant, level, q->standardize, true, &m);
    l.alpha = choose(s, f, o, q, &m, l.chosen, sizeof l.chosen);
    if (!penalized_begin(s, &m, o->tol, o->maxiter, &d))
        return NULL;
    penalized_minimise(s, &d, l.alpha);
    refine(s, &m, f->X.names, l.alpha, d.b);
    for (int64_t j = 0; j < m.k; j++)
        l.df += d.b[j] != 0;
    gla_econ_fit *fit = s->status ? NULL : econ_new_fit(s, &penalized_lasso, f, o, m.k, f->X.names);
    lasso *kept = fit ? gla_malloc(sizeof *kept) : NULL;
    if (!kept) {
        if (fit)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *kept));
        gla_object_unref(fit);
        return NULL;
    }
    *kept = l;
    fit->of->extra = kept;
    fit->of->iterations = d.passes;
    penalized_unscale(&m, d.b, fit->of->b);
    econ_remark(s, fit->of, "a lasso " WITHOUT);
    fill(s, fit->of, f, &m);
    return econ_finish(s, fit, o);
}

gla_status gla_econ_lasso(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_array *alpha,
                          const char *criterion, bool standardize, int64_t folds, const gla_array *seed,
                          const gla_variable *weights, const gla_variable *split, bool keep, double tol, int64_t maxiter)
{
    const model_options m = {.weights = weights, .split = split};
    const econ_options o = {.keep = keep, .tol = tol, .maxiter = maxiter};
    request q = {alpha, seed, criterion, standardize, folds};
    if (alpha && alpha->size != 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "lasso: alpha has %lld elements; give one number, or use lasso_path",
                        (long long)alpha->size);
    return econ_run("lasso", formula, data, &m, &o, estimate, &q, fits);
}
