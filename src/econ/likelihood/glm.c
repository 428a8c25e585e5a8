/* glm.c - Logit, probit and Poisson regressions, with or without fixed effects. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void lik_check_y(gla_scope *s, const model_frame *f, bool binary, bool whole)
{
    gla_array *in[1] = {f->y}, *out[1] = {NULL}, *first = NULL;
    double place = 0, value = 0, bad = 0;
    const char *text = binary ? "bad = !(y == 0 || y == 1)" : whole ? "bad = !(y >= 0 && y == floor(y))" : "bad = !(y >= 0)";
    if (!s->status && f->y->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: y has %d dimensions, but it must be a vector", s->op, f->y->ndim);
    lik_formula(s, "T y", "bool bad", text, 1, in, out);
    if (s->status || f->n == 0)
        return;
    first = gla_s_reduce_all(s, gla_max, gla_s_astype(s, GLA_FLOAT64, out[0]));
    econ_read(s, first, &bad, 1);
    if (s->status || bad == 0)
        return;
    gla_array *flags = gla_s_astype(s, GLA_INT64, out[0]);
    if (!s->status)
        gla_s_adopt(s, gla_argmax(flags, &first, NULL, false), &first);
    econ_read(s, first, &place, 1);
    if (s->status)
        return;
    econ_read(s, gla_s_slice(s, f->y, 0, (int64_t)place, 1), &value, 1);
    if (f->rows && !s->status)
        econ_read(s, gla_s_slice(s, f->rows, 0, (int64_t)place, 1), &place, 1);
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is %g in row %lld, but it must be %s", s->op, f->y_name, value,
               (long long)place + 1,
               binary  ? "0 or 1; compare it with a limit first"
               : whole ? "a whole number that is not negative; use poisson for other values"
                       : "positive or 0; drop such rows");
}

double lik_constant(gla_scope *s, const lik_problem *p)
{
    gla_array *in[2] = {p->f.y, p->w}, *out[1] = {NULL};
    if (!p->family->constant || s->status)
        return 0;
    lik_formula(s, "T y, T w", "T c", p->family->constant, 2, in, out);
    return lik_sum(s, out[0]);
}

/* The log-likelihood at the index whose mean is the mean of y everywhere. */
static double mean_loglik(gla_scope *s, const lik_problem *p)
{
    gla_array *in[4] = {p->f.y, NULL, p->w, NULL}, *out[4] = {NULL}, *index[1] = {NULL};
    double total = p->f.weights ? lik_sum(s, p->f.weights) : (double)p->f.n;
    double mean = lik_sum(s, gla_s_combine(s, gla_multiply, p->f.y, p->w)) / total;
    in[1] = gla_s_number(s, mean);
    lik_formula(s, "m", "e", p->family->quantile, 1, &in[1], index);
    in[1] = index[0];
    lik_formula(s, "T y, T eta, T w", "T l, T u, T r, T v", p->family->step, 3, in, out);
    return lik_sum(s, out[0]);
}

/* The log-likelihood of a constant alone, with the same rows, weights and offset. */
static double null_loglik(gla_scope *s, const lik_problem *p)
{
    if (!p->f.offset)
        return mean_loglik(s, p);
    lik_problem null;
    static const char *const names[] = {"Intercept"};
    model_frame f = p->f;
    gla_array *ones = s->status ? NULL : gla_s_new(s, f.y->object.dev, f.y->dtype, 2, (int64_t[]){f.n, 1});
    gla_s_fill(s, ones, 1);
    f.n_effects = 0;
    f.X = (model_columns){1, (const char **)(uintptr_t)names, ones};
    lik_begin(s, &null, p->family, &f, p->o);
    lik_maximise(s, &null);
    lik_end(&null);
    return null.loglik;
}

void lik_check_variation(gla_scope *s, const model_frame *f, bool binary)
{
    double ends[2] = {0};
    if (!s->status && f->n == 0)
        model_refuse_empty(s, 1, f->n_notes, f->notes);
    econ_read(s, gla_s_reduce_all(s, gla_min, f->y), &ends[0], 1);
    econ_read(s, gla_s_reduce_all(s, gla_max, f->y), &ends[1], 1);
    if (!s->status && (binary ? ends[0] == ends[1] : ends[1] == 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is %g in all rows, so nothing can be estimated", s->op, f->y_name, ends[0]);
}

/* Return the position of a regressor that is a constant other than 0, plus 1, or 0. */
static int64_t find_constant(gla_scope *s, const model_frame *f)
{
    int64_t k = f->X.n, found = 0;
    double *ends = gla_s_memory(s, 2 * k + 1, sizeof *ends);
    if (s->status)
        return 0;
    econ_read(s, gla_s_reduce(s, gla_min, f->X.values, 0, false), ends, k);
    econ_read(s, gla_s_reduce(s, gla_max, f->X.values, 0, false), ends + k, k);
    for (int64_t i = k; i-- > 0 && !s->status;)
        found = ends[i] == ends[k + i] && ends[i] != 0 ? i + 1 : found;
    return found;
}

void lik_describe(gla_scope *s, econ_estimates *e, const model_frame *f, gla_array *fitted, int64_t given)
{
    if (fitted) {
        e->residuals = econ_keep(s, gla_s_combine(s, gla_subtract, f->y, fitted));
        e->fitted = econ_keep(s, fitted);
    }
    if (s->status)
        return;
    if (f->weights)
        e->weight_sum = econ_sum(s, f->weights, NULL);
    if (e->is_frequency)
        e->nobs = e->weight_sum;
    if (fitted)
        e->sigma2_rss = econ_squares(s, e->residuals, f->weights);
    e->given = given;
    if (!f->formula && !e->constant)
        e->constant_at = find_constant(s, f);
    e->constant |= e->constant_at > 0;
}

/* What the index contains besides the regressors and the offset. */
static gla_array *sum_effects(gla_scope *s, const lik_problem *p)
{
    const model_frame *f = &p->f;
    gla_array *b = econ_array(s, p->b, 1, &f->X.n);
    b = s->status ? NULL : gla_s_to_device(s, gla_device_of(f->y), gla_s_astype(s, f->y->dtype, b));
    gla_array *rest = gla_s_combine(s, gla_subtract, p->eta, gla_s_combine(s, gla_matmul, f->X.values, b));
    return f->offset ? gla_s_combine(s, gla_subtract, rest, f->offset) : rest;
}

static void store(gla_scope *s, econ_estimates *e, const lik_problem *p, int64_t given)
{
    const model_frame *f = &p->f;
    int64_t k = e->k;
    gla_array *mean[1] = {NULL}, *eta = p->eta;
    double *inverse = gla_s_memory(s, k * k + 1, sizeof *inverse);
    lik_formula(s, "T eta", "T m", p->family->mean, 1, &eta, mean);
    if (s->status)
        return;
    if (!lik_invert_triangle(k, p->R, k + 1, inverse))
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: the second derivatives of the log-likelihood are singular; leave regressors out",
                   s->op);
    memcpy(e->b, p->b, (size_t)k * sizeof *e->b);
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++)
            for (int64_t l = i > j ? i : j; l < k; l++)
                e->bread[i * k + j] += inverse[i * k + l] * inverse[j * k + l];
    e->X = econ_keep(s, p->X);
    e->u = econ_keep(s, p->u);
    lik_describe(s, e, f, mean[0], given);
    e->df_effects = p->df_effects;
    if (f->n_effects && p->o->keep)
        e->effects_sum = econ_keep(s, sum_effects(s, p));
    e->loglik = p->loglik + lik_constant(s, p);
    e->iterations = p->iterations;
}

gla_econ_fit *lik_estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    const lik_family *family = context;
    lik_problem p;
    model_frame mine = *f;
    gla_econ_fit *fit = NULL;
    mine.effects = gla_s_memory(s, f->n_effects + 1, sizeof *mine.effects);
    mine.clusters = gla_s_memory(s, f->n_clusters + 1, sizeof *mine.clusters);
    if (!s->status && f->n_effects)
        memcpy(mine.effects, f->effects, (size_t)f->n_effects * sizeof *f->effects);
    if (!s->status && f->n_clusters)
        memcpy(mine.clusters, f->clusters, (size_t)f->n_clusters * sizeof *f->clusters);
    lik_check_y(s, f, family->binary, false);
    econ_check_weights(s, f, o);
    if (!s->status)
        lik_drop_groups(s, &mine, family->binary, o->drop_singletons);
    if (!s->status)
        lik_check_variation(s, &mine, family->binary);
    lik_begin(s, &p, family, &mine, o);
    lik_maximise(s, &p);
    if (!s->status)
        fit = econ_new_fit(s, &family->method, &p.f, o, p.f.X.n, p.f.X.names);
    if (fit) {
        store(s, fit->of, &p, f->X.n);
        fit->of->loglik0 = null_loglik(s, &p) + lik_constant(s, &p);
    }
    lik_end(&p);
    return fit ? econ_finish(s, fit, o) : NULL;
}

int lik_lines(const gla_econ_fit *fit, econ_line *lines)
{
    const econ_estimates *e = fit->of;
    int n = 0;
    if (isfinite(e->loglik0))
        lines[n++] = (econ_line){.label = "Null log-likelihood", .value = e->loglik0};
    return n;
}

gla_status gla_econ_fit_loglik0(const gla_econ_fit *fit, double *value)
{
    *value = fit->of->method->likelihood ? fit->of->loglik0 : NAN;
    return GLA_OK;
}

gla_status gla_econ_fit_pseudo_r2(const gla_econ_fit *fit, double *value)
{
    const econ_estimates *e = fit->of;
    *value = e->method->likelihood ? 1 - e->loglik / e->loglik0 : NAN;
    return GLA_OK;
}
