/* search.c - Newton's method on the host, for derivatives of a few parameters. */
#include "econ/likelihood/search.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

enum { HALVINGS = 40, RIDGES = 60 };

gla_array *lik_small(gla_scope *s, const model_frame *f, const double *values, int ndim, const int64_t *shape)
{
    gla_array *x = s->status ? NULL : gla_s_astype(s, f->y->dtype, econ_array(s, values, ndim, shape));
    return x ? gla_s_to_device(s, f->y->object.dev, x) : NULL;
}

/* Factorise the regressors; R is on the host. */
static gla_array *factorise(gla_scope *s, const model_frame *f, double *R)
{
    gla_array *Q = NULL, *triangle = NULL;
    int64_t k = f->X.n;
    if (!s->status && f->n <= k)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there are %lld regressors, but only %lld rows; leave regressors out", s->op,
                   (long long)k, (long long)f->n);
    if (!s->status)
        gla_s_check(s, gla_qr(f->X.values, &Q, &triangle, "reduced"));
    gla_s_own(s, Q);
    gla_s_own(s, triangle);
    econ_read(s, triangle, R, k * k);
    return Q;
}

void lik_search_begin(gla_scope *s, lik_search *q, const model_frame *f, int64_t k)
{
    int64_t m = f->X.n;
    q->k = k;
    q->f = f;
    q->at = gla_s_memory(s, k + 1, sizeof *q->at);
    q->step = gla_s_memory(s, k + 1, sizeof *q->step);
    q->gradient = gla_s_memory(s, k + 1, sizeof *q->gradient);
    q->hessian = gla_s_memory(s, k * k + 1, sizeof *q->hessian);
    q->R = gla_s_memory(s, m * m + 1, sizeof *q->R);
    q->w = f->weights ? f->weights : gla_s_number(s, 1);
    q->scale = f->weights ? lik_sum(s, f->weights) / (double)f->n : 1;
    if (s->status)
        return;
    double root = sqrt((double)f->n);
    q->Z = gla_s_combine(s, gla_multiply, factorise(s, f, q->R), gla_s_number(s, root));
    for (int64_t i = 0; i < m * m; i++)
        q->R[i] /= root;
}

/* The step H⁻¹ gradient; where H is not positive definite, a multiple of its diagonal is added. */
static double find_step(gla_scope *s, lik_search *q, double *inverse, double *shifted)
{
    int64_t k = q->k;
    double ridge = 0, norm = 0;
    for (int tries = 0; !s->status; tries++) {
        memcpy(shifted, q->hessian, (size_t)(k * k) * sizeof *shifted);
        for (int64_t i = 0; i < k; i++)
            shifted[i * k + i] += ridge * (fabs(q->hessian[i * k + i]) + 1e-10 * q->scale);
        if (lik_invert_positive(k, shifted, inverse))
            break;
        ridge = ridge > 0 ? 4 * ridge : 1e-3;
        if (tries == RIDGES)
            gla_s_fail(s, GLA_SINGULAR_ERROR,
                       "%s: the second derivatives of the log-likelihood are singular; leave regressors out", s->op);
    }
    for (int64_t i = 0; i < k && !s->status; i++) {
        q->step[i] = 0;
        for (int64_t j = 0; j < k; j++)
            q->step[i] += inverse[i * k + j] * q->gradient[j];
        norm += q->step[i] * q->gradient[i];
    }
    return ridge > 0 ? INFINITY : norm;
}

static void move(lik_search *q, const double *from, double by)
{
    for (int64_t i = 0; i < q->k; i++)
        q->at[i] = from[i] + by * q->step[i];
}

void lik_refuse_separation(gla_scope *s, const model_frame *f)
{
    gla_s_fail(s, GLA_ARGUMENT_ERROR,
               "%s: the likelihood has no maximum, because regressors predict some values of %s perfectly; leave regressors "
               "out, or join categories",
               s->op, f->y_name);
}

/* Fail if the last steps change an index by much although the log-likelihood hardly rises: then some rows are predicted
 * perfectly, and the likelihood has no maximum. */
static void check_separation(gla_scope *s, lik_search *q)
{
    int64_t k = q->f->X.n, n = q->equations ? q->equations : 1;
    int mark = gla_scope_mark(s);
    gla_array *step = gla_s_swap_last(s, lik_small(s, q->f, q->step, 2, (int64_t[]){n, k}));
    gla_array *change = gla_s_combine(s, gla_matmul, q->Z, step);
    q->moved = lik_largest(s, gla_s_apply(s, gla_abs, change));
    if (q->moved > 0.5)
        lik_refuse_separation(s, q->f);
    gla_scope_keep(s, mark, NULL);
}

/* Shorten the step until the log-likelihood rises. */
static void advance(gla_scope *s, lik_search *q, const double *from)
{
    double last = q->loglik, by = 1;
    for (int tries = 0; tries < HALVINGS && !s->status; tries++, by /= 2) {
        int mark = gla_scope_mark(s);
        move(q, from, by);
        q->evaluate(s, q);
        gla_scope_keep(s, mark, NULL);
        if (q->loglik >= last - 1e-11 * (fabs(last) + q->scale))
            return;
    }
    gla_s_fail(s, GLA_CONVERGENCE_ERROR,
               "%s: no step raises the log-likelihood, %.10g, after %lld iterations; scale the regressors to similar size, or "
               "leave some out",
               s->op, last, (long long)q->iterations);
}

void lik_search_run(gla_scope *s, lik_search *q, const econ_options *o)
{
    int64_t k = q->k;
    double *from = gla_s_memory(s, k + 1, sizeof *from), *inverse = gla_s_memory(s, k * k + 1, sizeof *inverse);
    double *shifted = gla_s_memory(s, k * k + 1, sizeof *shifted), norm = INFINITY;
    if (!s->status)
        q->evaluate(s, q);
    for (q->iterations = 0; !s->status && !(norm <= o->tol * q->scale); q->iterations++) {
        if (q->iterations >= o->maxiter)
            gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                       "%s: no convergence after %lld iterations; scale the regressors to similar size, or increase maxiter",
                       s->op, (long long)q->iterations);
        if (s->status)
            return;
        norm = find_step(s, q, inverse, shifted);
        if (norm < fmax(1e-6, o->tol) * q->scale && !s->status)
            check_separation(s, q);
        memcpy(from, q->at, (size_t)k * sizeof *from);
        if (!s->status)
            advance(s, q, from);
    }
}

/* C = A B or, if `turned`, A B'. */
static void product(int64_t k, const double *A, const double *B, bool turned, double *C)
{
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < k; j++) {
            double sum = 0;
            for (int64_t l = 0; l < k; l++)
                sum += A[i * k + l] * (turned ? B[j * k + l] : B[l * k + j]);
            C[i * k + j] = sum;
        }
}

void lik_search_store(gla_scope *s, const lik_search *q, econ_estimates *e, const double *b, const double *T, gla_array *scores)
{
    int64_t k = q->k;
    double *inverse = gla_s_memory(s, k * k + 1, sizeof *inverse), *half = gla_s_memory(s, k * k + 1, sizeof *half);
    if (s->status)
        return;
    if (!lik_invert_positive(k, q->hessian, inverse)) {
        gla_s_fail(s, GLA_SINGULAR_ERROR, "%s: the second derivatives of the log-likelihood are singular; leave regressors out",
                   s->op);
        return;
    }
    memcpy(e->b, b, (size_t)k * sizeof *b);
    product(k, T, inverse, false, half);
    product(k, half, T, true, e->bread);
    gla_array *turned = NULL, *back = lik_small(s, q->f, T, 2, (int64_t[]){k, k});
    if (!s->status)
        gla_s_adopt(s, gla_inv(back, &turned), &turned);
    e->scores = econ_keep(s, gla_s_combine(s, gla_matmul, scores, turned));
    e->loglik = q->loglik;
    e->iterations = q->iterations;
}
