/* newton.c - Maximise a likelihood with one index by Newton's method.
 *
 * A step regresses the working residuals v = score/h on the regressors, with the weights h = minus the second derivative, by QR
 * of the weighted columns. With fixed effects, v and the regressors are first replaced by their residuals from the effects,
 * with the same weights. The residuals of the regressors are the starting point of the next step, which has nearly the same
 * weights. The change of the index is v minus the residuals of the regression, so the index contains the effects without
 * their being computed, and an inexact step is corrected by the next one.
 *
 * The triangular factor also shows convergence: the squared norm of its last column is twice the rise of the log-likelihood
 * that the step promises. The first step is that of iteratively reweighted least squares, from an index near y. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

enum { L, U, ROOT, V, PARTS };
enum { SWEEPS = 3, HALVINGS = 40, PATIENCE = 6 };

static gla_array *column(gla_scope *s, gla_array *x)
{
    return x && !s->status ? gla_s_add_last(s, x) : NULL;
}

void lik_begin(gla_scope *s, lik_problem *p, const lik_family *family, const model_frame *f, const econ_options *o)
{
    *p = (lik_problem){.family = family, .o = o, .f = *f};
    if (!s->status)
        gla_s_check(s, gla_new_elementwise("T y, T eta, T w", "T l, T u, T r, T v", family->step, &p->step, s->op));
}

void lik_end(lik_problem *p)
{
    gla_array *held[] = {p->X, p->eta, p->base, p->u, p->change};
    for (size_t i = 0; i < sizeof held / sizeof *held; i++)
        gla_unref(held[i]);
    gla_object_unref(p->step);
    p->step = NULL;
    p->X = p->eta = p->base = p->u = p->change = NULL;
}

/* What the first call to absorb finds: the rank of the effects, and the regressors that they span. */
static void read_rank(gla_scope *s, lik_problem *p, const gla_array *rank, const gla_array *dropped)
{
    double df = 0, *which = gla_s_memory(s, dropped ? dropped->size + 1 : 1, sizeof *which);
    p->spanned = gla_s_memory(s, p->f.X.n + 1, sizeof *p->spanned);
    if (s->status)
        return;
    econ_read(s, rank, &df, 1);
    econ_read(s, dropped, which, dropped->size);
    p->df_effects = (int64_t)df;
    for (int64_t i = 0; i < dropped->size && !s->status; i++)
        if (which[i] > 0)
            p->spanned[(int64_t)which[i] - 1] = true;
}

/* Replace v and, if `renew`, the regressors by their residuals from the fixed effects; v is returned. */
static gla_array *absorb(gla_scope *s, lik_problem *p, gla_array *v, gla_array *root, bool renew, double tol)
{
    gla_array *out[LIK_ABSORBED] = {NULL}, *h = gla_s_apply(s, gla_square, root);
    gla_array *columns = renew ? lik_columns(s, v, p->X) : gla_s_add_last(s, v);
    lik_absorb(s, &p->f, columns, h, tol, p->spanned ? 0 : p->o->collinear_tol, out);
    if (!p->spanned)
        read_rank(s, p, out[3], out[6]);
    if (s->status)
        return NULL;
    if (renew) {
        lik_hold(s, &p->X, gla_s_contiguous(s, v->object.dev, v->dtype, gla_s_slice(s, out[1], 1, 1, p->f.X.n)));
        p->drift = 0;
    }
    return gla_s_drop_last(s, gla_s_slice(s, out[1], 1, 0, 1));
}

/* The second condition is for large means, whose log-likelihood has rounding errors above tol. */
static bool has_converged(const lik_problem *p, double norm)
{
    return norm <= p->tol || p->furthest <= 1e-10;
}

/* The fixed effects are removed from v, and from the regressors if the weights have changed much, or the end is near: the error
 * that old weights cause in the step and in the second derivatives is of second order. Nothing is done at the end if the last
 * step was small. */
static gla_array *remove_effects(gla_scope *s, lik_problem *p, gla_array *v, gla_array *root, double norm)
{
    bool last = has_converged(p, norm), first = p->iterations == 0;
    bool renew = first || p->furthest > 0.05 || (p->furthest < 1e-3 && p->drift > 1e-7);
    if (s->status || (last && !renew))
        return v;
    double tol = fmax(p->o->tol, first || p->furthest > 1e-3 ? 1e-6 : 1e-12);
    return absorb(s, p, v, root, renew, last ? p->o->tol : tol);
}

/* Evaluate the log-likelihood and its derivatives at the index, and factorise. residuals: v after the fixed effects. */
static void evaluate(gla_scope *s, lik_problem *p, double norm, gla_array **v, gla_array **residuals)
{
    gla_array *out[PARTS] = {NULL}, *in[3] = {p->f.y, p->eta, p->w}, *Q = NULL, *R = NULL;
    int64_t k = p->f.X.n;
    lik_compute(s, p->step, 3, in, out);
    lik_hold(s, &p->u, out[U]);
    *v = out[V];
    if (p->iterations == 0) { /* from an index that is no combination of the regressors */
        *v = gla_s_combine(s, gla_add, *v, p->eta);
        *v = p->f.offset ? gla_s_combine(s, gla_subtract, *v, p->f.offset) : *v;
    }
    *residuals = p->f.n_effects ? remove_effects(s, p, *v, out[ROOT], norm) : *v;
    gla_array *left = gla_s_combine(s, gla_multiply, p->X, column(s, out[ROOT]));
    gla_array *right = gla_s_combine(s, gla_multiply, *residuals, out[ROOT]);
    p->scaled = left;
    gla_array *both = lik_columns(s, left, right);
    if (!s->status)
        gla_s_check(s, gla_qr(both, &Q, &R, "reduced"));
    gla_s_own(s, Q);
    gla_s_own(s, R);
    gla_array *sum = gla_s_reduce_all(s, gla_mean, out[L]), *packed = NULL;
    const gla_array *parts[2] = {NULL};
    if (!s->status)
        gla_s_adopt(s, gla_reshape(R, &(gla_ints){.n = 1, .v = {(k + 1) * (k + 1)}}, &packed, GLA_MAYBE, "C"), &packed);
    parts[0] = packed;
    if (!s->status)
        gla_s_adopt(s, gla_reshape(sum, &(gla_ints){.n = 1, .v = {1}}, &sum, GLA_MAYBE, "C"), &sum);
    parts[1] = sum;
    packed = NULL;
    if (!s->status)
        gla_s_adopt(s, gla_concat(&(gla_arrays){.n = 2, .v = parts}, &packed, 0), &packed);
    econ_read(s, packed, p->R, (k + 1) * (k + 1) + 1);
    p->loglik = p->R[(k + 1) * (k + 1)] * (double)p->f.n;
}

/* The step: delta and, in `change`, that of the index. Return its squared norm. */
static double find_step(gla_scope *s, lik_problem *p, gla_array *v, gla_array *residuals, double *delta)
{
    int64_t k = p->f.X.n;
    double norm = 0;
    for (int64_t i = k - 1; i >= 0 && !s->status; i--) {
        const double *row = p->R + i * (k + 1);
        double left = row[k];
        norm += left * left;
        for (int64_t j = i + 1; j < k; j++)
            left -= row[j] * delta[j];
        delta[i] = left / row[i];
    }
    gla_array *step = gla_s_astype(s, p->f.y->dtype, econ_array(s, delta, 1, &k));
    step = s->status ? NULL : gla_s_to_device(s, p->f.y->object.dev, step);
    gla_array *change = gla_s_combine(s, gla_matmul, p->X, step), *out[3] = {NULL};
    gla_array *in[4] = {p->f.n_effects ? v : change, p->f.n_effects ? residuals : change, change, p->u};
    lik_formula(s, "T v, T left, T x, T u", "T d, T size, T rise", "d = v - (left - x); size = abs(d); rise = u*d", 4, in, out);
    if (p->f.n_effects)
        norm = fabs(lik_sum(s, out[2]));
    lik_hold(s, &p->change, out[0]);
    p->furthest = lik_largest(s, out[1]);
    p->drift += p->furthest;
    return norm;
}

/* Move from the base by a fraction of the step. */
static void move(gla_scope *s, lik_problem *p, const double *delta, double by)
{
    for (int64_t j = 0; j < p->f.X.n && !s->status; j++)
        p->b[j] = p->from[j] + by * delta[j];
    gla_array *change = by == 1 ? p->change : gla_s_combine(s, gla_multiply, p->change, gla_s_number(s, by));
    lik_hold(s, &p->eta, p->base ? gla_s_combine(s, gla_add, p->base, change) : change);
}

static gla_array *group_sum(gla_scope *s, const gla_array *x, const gla_array *codes)
{
    gla_array *made = NULL;
    return x && codes && !s->status ? gla_s_adopt(s, gla_group_sum(x, codes, &made, GLA_NO_AXIS), &made) : NULL;
}

/* An index of fixed effects alone, for means exp(index): each effect in turn scales the means of its groups to those of y. Such
 * a start saves two steps. */
static gla_array *start_from_groups(gla_scope *s, const lik_problem *p)
{
    const model_frame *f = &p->f;
    gla_array *eta = f->offset, *y = gla_s_combine(s, gla_multiply, f->y, p->w);
    if (!eta)
        eta = s->status ? NULL : gla_s_zeros(s, gla_device_of(f->y), f->y->dtype, 1, &f->n);
    for (int i = 0; i < SWEEPS * f->n_effects && !s->status; i++) {
        const model_group *g = &f->effects[i % f->n_effects];
        gla_array *mean = gla_s_combine(s, gla_multiply, gla_s_apply(s, gla_exp, eta), p->w), *step[1] = {NULL};
        gla_array *in[2] = {group_sum(s, y, g->codes), group_sum(s, mean, g->codes)};
        if (!g->intercepts)
            continue;
        lik_formula(s, "T a, T b", "T c", "c = a > 0 && b > 0 && b < 1e300 ? log(a/b) : 0", 2, in, step);
        eta = gla_s_combine(s, gla_add, eta, econ_take(s, step[0], g->codes));
    }
    return eta;
}

static void start(gla_scope *s, lik_problem *p)
{
    p->w = p->f.weights ? p->f.weights : gla_s_number(s, 1);
    gla_array *mean = gla_s_reduce_all(s, gla_mean, p->f.y), *out[1] = {NULL};
    gla_array *in[3] = {p->f.y, p->w, mean};
    int64_t k = p->f.X.n;
    lik_formula(s, "T y, T w, T m", "T eta", p->family->start, 3, in, out);
    if (p->f.n_effects && p->family->multiplicative)
        out[0] = start_from_groups(s, p);
    lik_hold(s, &p->eta, out[0]);
    gla_unref(p->base);
    p->base = NULL;
    lik_hold(s, &p->base, p->f.offset);
    lik_hold(s, &p->X, p->f.X.values);
    p->b = gla_s_memory(s, k + 1, sizeof *p->b);
    p->from = gla_s_memory(s, k + 1, sizeof *p->from);
    p->R = gla_s_memory(s, (k + 1) * (k + 1) + 1, sizeof *p->R);
    p->spanned = NULL;
    p->inseparable = false;
    p->furthest = INFINITY;
    if (p->f.n <= k)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there are %lld regressors, but only %lld rows; leave regressors out", s->op,
                   (long long)k, (long long)p->f.n);
}

/* The end of a step: accept it, or take half of it. True: accepted. */
static bool accept(gla_scope *s, lik_problem *p, double last, const double *delta, double *by)
{
    if (p->loglik >= last - 1e-11 * (fabs(last) + 1))
        return true;
    *by /= 2;
    if (*by < ldexp(1, -HALVINGS))
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: no step raises the log-likelihood, %.10g, after %lld iterations; scale the regressors to similar size",
                   s->op, last, (long long)p->iterations);
    else
        move(s, p, delta, *by);
    return false;
}

/* The change of the log-likelihood that counts as none, for a row with a weight and a mean of about 1. */
static void scale_tolerance(gla_scope *s, lik_problem *p)
{
    gla_array *size = p->family->binary ? p->w : gla_s_combine(s, gla_multiply, p->f.y, p->w);
    double mean = s->status ? 1 : lik_sum(s, size) / (double)size->size;
    p->tol = p->o->tol * (mean > 0 ? fmin(mean, 1) : 1);
}

static double *restart(gla_scope *s, lik_problem *p)
{
    start(s, p);
    p->iterations = 0;
    scale_tolerance(s, p);
    return gla_s_memory(s, p->f.X.n + 1, sizeof(double));
}

/* True if regressors or rows had to be dropped. Separated rows are sought when most searches have ended, and at the end. */
static bool has_dropped(gla_scope *s, lik_problem *p, double norm)
{
    if (p->iterations == 0)
        return lik_keep_independent(s, &p->f, p->scaled, p->o->collinear_tol, p->spanned);
    return (p->iterations % PATIENCE == 0 || has_converged(p, norm)) && lik_drop_separated(s, p, has_converged(p, norm));
}

void lik_maximise(gla_scope *s, lik_problem *p)
{
    double last = -INFINITY, norm = INFINITY, by = 1, *delta = restart(s, p);
    gla_array *v = NULL, *residuals = NULL;
    while (!s->status) {
        int mark = gla_scope_mark(s);
        evaluate(s, p, norm, &v, &residuals);
        if (!s->status && has_dropped(s, p, norm)) {
            delta = restart(s, p);
            last = -INFINITY, norm = INFINITY, by = 1;
            continue;
        }
        bool accepted = s->status || p->iterations == 0 || accept(s, p, last, delta, &by);
        if (accepted && !s->status) {
            if (has_converged(p, norm))
                return;
            last = p->iterations ? p->loglik : -INFINITY;
            if (p->iterations)
                lik_hold(s, &p->base, p->eta);
            memcpy(p->from, p->b, (size_t)p->f.X.n * sizeof *p->b);
            norm = find_step(s, p, v, residuals, delta);
            norm = p->iterations ? norm : INFINITY;
            by = 1;
            move(s, p, delta, 1);
        }
        if (p->iterations >= p->o->maxiter)
            gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                       "%s: no convergence after %lld iterations; scale the regressors to similar size, or increase maxiter",
                       s->op, (long long)p->iterations);
        gla_scope_keep(s, mark, NULL);
        p->iterations++;
    }
}
