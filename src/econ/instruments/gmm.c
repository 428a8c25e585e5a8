/* gmm.c - Generalised method of moments for linear regressions.
 *
 * The moments are those of an orthonormal basis of the instruments, the first L columns of Q. With their covariance matrix
 * S = C C', the step from any b is the least squares solution of C^-1 R1 step = C^-1 Q1'(y - X b). */
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_instruments.h"
#include "runtime/interrupt.h"
#include "runtime/writer.h"

#include <math.h>
#include <string.h>

const econ_method iv_gmm = {.name = "gmm",
                            .title = "GMM",
                            .drop = iv_drop,
                            .release = iv_release,
                            .store = iv_store,
                            .covariance = iv_gmm_covariance,
                            .lines = iv_lines};

/* State of one estimation. */
typedef struct moments {
    const iv_design *d;
    const econ_options *o;
    gla_econ_fit *probe; /* a Fit with the data, which says of what kind S is */
    double *R1;          /* (L, k) */
    double *b, *g, *S;   /* coefficients; Q1'(y - X b); covariance of the moments */
    double *slope;       /* (L, k): minus the derivative of the moments, R1 unless the weights change with b */
    double j, change;    /* objective; length of the last step in standard errors */
} moments;

/* Scores of the moments: rows of the basis times v (n,). */
static gla_array *scores(gla_scope *s, const iv_design *d, const gla_array *v)
{
    if (d->root)
        v = gla_s_combine(s, gla_multiply, v, gla_s_drop_last(s, d->root));
    return gla_s_combine(s, gla_multiply, gla_s_slice(s, d->Q, 1, 0, d->L), gla_s_add_last(s, v));
}

/* Moments and their covariance matrix at b. */
static void evaluate(gla_scope *s, moments *t)
{
    const iv_design *d = t->d;
    double *product = iv_doubles(s, d->c);
    int mark = gla_scope_mark(s);
    gla_array *u = iv_residuals(s, d, t->b, product);
    if (s->status)
        return;
    memcpy(t->g, product, (size_t)d->L * sizeof *t->g);
    if (econ_is_iid(t->probe)) {
        double rss = 0;
        gla_array *weighted = d->f.weights ? gla_s_combine(s, gla_multiply, u, d->f.weights) : u;
        econ_read(s, gla_s_combine(s, gla_matmul, weighted, u), &rss, 1);
        for (int64_t i = 0; i < d->L; i++)
            t->S[i * d->L + i] = rss / d->nobs;
    } else
        iv_meat(s, t->probe, scores(s, d, u), d->k, d->L, t->S);
    gla_scope_keep(s, mark, NULL);
}

/* One step of b with the present S: the change, its length in standard errors, and J. */
static void step(gla_scope *s, moments *t, double *change)
{
    int64_t L = t->d->L, k = t->d->k;
    double *A = iv_doubles(s, L * k), *h = iv_doubles(s, L), *moved = iv_doubles(s, L);
    iv_whiten(s, t->S, L, t->slope, k, A);
    iv_whiten(s, t->S, L, t->g, 1, h);
    iv_lstsq(s, A, L, k, h, 1, change);
    if (s->status)
        return;
    iv_product(moved, A, change, L, k, 1, IV_PLAIN);
    t->change = sqrt(iv_norm2(moved, L));
    t->j = iv_norm2(h, L);
}

/* Move b by the step, and once more, which corrects rounding. */
static void move(gla_scope *s, moments *t)
{
    int64_t k = t->d->k;
    double *change = iv_doubles(s, k), *product = iv_doubles(s, t->d->c), length = 0;
    for (int round = 0; round < 2 && !s->status; round++) {
        step(s, t, change);
        length = fmax(length, t->change);
        for (int64_t p = 0; p < k && !s->status; p++)
            t->b[p] += change[p];
        iv_residuals(s, t->d, t->b, product);
        if (!s->status)
            memcpy(t->g, product, (size_t)t->d->L * sizeof *t->g);
    }
    step(s, t, change); /* the objective at the new b */
    t->change = length;
}

static void fail_to_converge(gla_scope *s, const moments *t)
{
    gla_s_fail(s, GLA_CONVERGENCE_ERROR,
               "%s: the coefficients still changed by %.2g standard errors after %lld steps; increase maxiter", s->op,
               t->change, (long long)t->o->maxiter);
}

/* New weights and new coefficients in turn: once, or until the coefficients do not change. */
static int64_t alternate(gla_scope *s, moments *t, bool iterated)
{
    int64_t rounds = 0;
    do {
        evaluate(s, t);
        move(s, t);
        rounds++;
    } while (iterated && !s->status && t->change > 1e-10 && rounds < t->o->maxiter && !gla_interrupted());
    if (iterated && !s->status && t->change > 1e-10)
        fail_to_converge(s, t);
    return rounds;
}

/* Set the slope of the continuously updated objective: R1 - C_j S^-1 g in column j, where C_j adds up the products of the
 * scores of regressor j with those of the residuals, made symmetric. */
static void correct_slope(gla_scope *s, moments *t)
{
    const iv_design *d = t->d;
    int64_t L = d->L;
    double *solved = iv_doubles(s, L), *both = iv_doubles(s, 4 * L * L), *product = iv_doubles(s, d->c);
    iv_solve(s, t->S, L, t->g, 1, solved);
    gla_array *u = iv_residuals(s, d, t->b, product), *mine = scores(s, d, u);
    for (int64_t j = 0; j < d->k && !s->status; j++) {
        int mark = gla_scope_mark(s);
        const gla_array *from = j < d->kx ? d->X : d->W;
        gla_array *x = gla_s_drop_last(s, gla_s_slice(s, from, 1, j < d->kx ? j : j - d->kx, 1));
        iv_meat(s, t->probe, econ_beside(s, 2, (const gla_array *[]){scores(s, d, x), mine}), d->k, L, both);
        for (int64_t r = 0; r < L && !s->status; r++) {
            double sum = 0;
            for (int64_t q = 0; q < L; q++)
                sum += (both[r * 2 * L + L + q] + both[q * 2 * L + L + r]) / 2 * solved[q];
            t->slope[r * d->k + j] = t->R1[r * d->k + j] - sum;
        }
        gla_scope_keep(s, mark, NULL);
    }
}

/* Minimise the continuously updated objective, from the coefficients of two steps. */
static int64_t update_continuously(gla_scope *s, moments *t)
{
    int64_t k = t->d->k, rounds = 0;
    double *change = iv_doubles(s, k), *old = iv_doubles(s, k);
    evaluate(s, t);
    do {
        int mark = gla_scope_mark(s);
        correct_slope(s, t);
        step(s, t, change);
        double j = t->j, length = t->change;
        if (s->status)
            return rounds;
        memcpy(old, t->b, (size_t)k * sizeof *old);
        for (double by = 1; by > 1e-4; by /= 2) { /* shorter steps while the objective increases */
            for (int64_t p = 0; p < k; p++)
                t->b[p] = old[p] + by * change[p];
            evaluate(s, t);
            step(s, t, iv_doubles(s, k));
            if (s->status || t->j <= j * (1 + 1e-9) || length <= 1e-8)
                break;
        }
        t->change = length;
        gla_scope_keep(s, mark, NULL);
        rounds++;
    } while (!s->status && t->change > 1e-10 && rounds < t->o->maxiter && !gla_interrupted());
    if (!s->status && t->change > 1e-10)
        fail_to_converge(s, t);
    return rounds;
}

/* The Fit of the coefficients. Its bread is (R1'W R1)^-1 and its scores have the regressors Q1 W R1, where the weights W are
 * the inverse of S, so scaled that they are the identity if errors are iid. */
static gla_econ_fit *conclude(gla_scope *s, moments *t, const econ_method *m, int64_t rounds)
{
    int64_t L = t->d->L, k = t->d->k;
    double *A = iv_doubles(s, L * k), *eye = iv_doubles(s, L * L), *P = iv_doubles(s, k * L), *G = iv_doubles(s, L * k);
    double *bread = iv_doubles(s, k * k), scale = 0;
    if (s->status)
        return NULL;
    iv_whiten(s, t->S, L, t->R1, k, A);
    for (int64_t i = 0; i < L; i++) {
        eye[i * L + i] = 1;
        scale += t->S[i * L + i] / (double)L;
    }
    iv_lstsq(s, A, L, k, eye, L, P);
    iv_solve(s, t->S, L, t->R1, k, G);
    if (s->status)
        return NULL;
    iv_product(bread, P, P, k, L, k, IV_RIGHT);
    for (int64_t i = 0; i < k * k; i++)
        bread[i] /= scale;
    for (int64_t i = 0; i < L * k; i++)
        G[i] *= scale;
    gla_econ_fit *fit = iv_fit(s, m, t->d, t->o, t->b, bread, G);
    iv_extra *extra = fit ? fit->of->extra : NULL;
    if (extra) {
        extra->j = t->j;
        extra->steps = rounds;
        fit->of->iterations = rounds;
        extra->gram = econ_doubles(s, k * k);
        if (extra->gram)
            iv_product(extra->gram, G, G, k, L, k, IV_LEFT);
    }
    return fit;
}

static void begin(gla_scope *s, moments *t)
{
    const iv_design *d = t->d;
    int64_t L = d->L, k = d->k;
    double *bread = iv_doubles(s, k * k);
    t->R1 = iv_doubles(s, L * k), t->slope = iv_doubles(s, L * k);
    t->b = iv_doubles(s, k), t->g = iv_doubles(s, L), t->S = iv_doubles(s, L * L);
    if (s->status)
        return;
    for (int64_t r = 0; r < L; r++)
        for (int64_t j = 0; j < k; j++)
            t->R1[r * k + j] = t->slope[r * k + j] = d->R[r * d->c + (j < d->kx ? j : j + d->l)];
    iv_kclass(s, d, 1, t->b, bread);
    t->probe = s->status ? NULL : iv_fit(s, &iv_probe, d, t->o, t->b, bread, t->R1);
    if (t->probe && !s->status)
        econ_covariance(s, t->probe, t->o->vcov, t->o->ssc); /* checks and keeps the kind */
}

/* Errors may be taken as iid although the weights are not. */
bool iv_gmm_covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc)
{
    const econ_estimates *e = fit->of;
    const iv_extra *x = e->extra;
    int64_t k = e->k;
    gla_writer text = GLA_WRITER(s->op), title = GLA_WRITER(s->op);
    if (vcov ? strcmp(vcov, "iid") != 0 : e->is_probability)
        return iv_covariance(s, fit, vcov, ssc);
    gla_put_text(&text, "iid"), gla_put_text(&title, "iid");
    gla_s_check(s, gla_writer_finish(&text, &fit->vcov));
    gla_s_check(s, gla_writer_finish(&title, &fit->vcov_title));
    fit->ssc = ssc;
    double *half = iv_doubles(s, k * k);
    fit->df_t = e->nobs - (double)(k + e->df_effects);
    fit->covariance = econ_doubles(s, k * k);
    if (s->status)
        return true;
    iv_product(half, e->bread, x->gram, k, k, k, IV_PLAIN);
    iv_product(fit->covariance, half, e->bread, k, k, k, IV_PLAIN);
    for (int64_t i = 0; i < k * k; i++)
        fit->covariance[i] *= e->sigma2_rss / fit->df_t;
    return true;
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    const char *steps = context;
    iv_design d;
    if (!iv_prepare(s, f, o, &d))
        return NULL;
    moments t = {.d = &d, .o = o};
    int64_t rounds = 0;
    begin(s, &t);
    if (!s->status && steps && steps[0] == 'c' && econ_is_iid(t.probe)) {
        double *bread = iv_doubles(s, d.k * d.k);
        memset(t.b, 0, (size_t)d.k * sizeof *t.b);
        iv_kclass(s, &d, iv_kappa(s, &d), t.b, bread);
        evaluate(s, &t);
        step(s, &t, iv_doubles(s, d.k));
    } else if (!s->status)
        rounds = alternate(s, &t, steps && steps[0] == 'i');
    if (!s->status && steps && steps[0] == 'c' && !econ_is_iid(t.probe))
        rounds = update_continuously(s, &t);
    gla_econ_fit *fit = conclude(s, &t, &iv_gmm, rounds);
    gla_object_unref(t.probe);
    return econ_finish(s, fit, o);
}

gla_status gla_econ_gmm(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const char *steps,
                        const gla_array *endogenous, const gla_array *instruments, const char *vcov,
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
                             .endogenous = endogenous,
                             .instruments = instruments,
                             .instrumental = true};
    const econ_options o = {vcov, ssc, weights_type, keep, drop_singletons, tol, collinear_tol, maxiter};
    return econ_run("gmm", formula, data, &m, &o, estimate, (void *)steps, fits);
}
