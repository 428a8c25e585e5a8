/* solve.c - Generalised least squares of a system.
 *
 * Multiplied by C^-1, the small matrices of all equations are D = C^-1 Q'P and C^-1 Q'X, with a block of r rows for each
 * equation. With D = U T, a step solves M step = U' C^-1 Q'(y - X b), where M = U' C^-1 Q'X. Then (P' S^-1 X)^-1 = (T' M)^-1,
 * and the covariance matrix of the coefficients is M^-1 M^-1'. */
#include "econ/systems/systems.h"
#include "gpulinalg.h"
#include "runtime/interrupt.h"

#include <math.h>
#include <string.h>

static void factor(gla_scope *s, equations *t)
{
    const gla_array **P = gla_s_memory(s, t->E + 1, sizeof *P), **X = gla_s_memory(s, t->E + 1, sizeof *X);
    gla_array *Q = NULL, *R = NULL;
    for (int64_t i = 0; i < t->E && !s->status; i++)
        P[i] = t->of[i].P, X[i] = t->of[i].X;
    gla_array *all = econ_beside(s, (int)t->E, P), *whole = econ_beside(s, (int)t->E, X);
    if (s->status)
        return;
    gla_s_check(s, gla_qr(all, &Q, &R, "reduced"));
    t->Q = gla_s_own(s, Q), R = gla_s_own(s, R);
    if (s->status)
        return;
    t->r = R->shape[0];
    t->RP = iv_doubles(s, t->r * t->K), t->RX = iv_doubles(s, t->r * t->K);
    econ_read(s, R, t->RP, t->r * t->K);
    econ_read(s, gla_s_combine(s, gla_matmul, gla_s_swap_last(s, t->Q), whole), t->RX, t->r * t->K);
}

/* Residuals of all equations, and their covariance matrix if `covariance`. */
static void find_residuals(gla_scope *s, equations *t, bool covariance)
{
    const gla_array **list = gla_s_memory(s, t->E + 1, sizeof *list);
    for (int64_t i = 0; i < t->E && !s->status; i++) {
        equation *q = &t->of[i];
        gla_array *index = gla_s_combine(s, gla_matmul, q->X, econ_array(s, q->b, 1, (int64_t[]){q->k}));
        q->u = gla_s_combine(s, gla_subtract, q->y, index);
        list[i] = q->u;
    }
    if (!covariance || s->status)
        return;
    gla_array *U = econ_beside(s, (int)t->E, list);
    econ_read(s, gla_s_combine(s, gla_matmul, gla_s_swap_last(s, U), U), t->S, t->E * t->E);
    for (int64_t i = 0; i < t->E * t->E && !s->status; i++)
        t->S[i] /= (double)t->n;
}

/* W = C^-1 (E, E), where S = C C'. */
static void root(gla_scope *s, const equations *t, double *W)
{
    int64_t E = t->E;
    gla_array *C = NULL, *made = NULL;
    double *eye = iv_doubles(s, E * E);
    int mark = gla_scope_mark(s);
    for (int64_t i = 0; i < E && eye; i++)
        eye[i * E + i] = 1;
    gla_array *S = econ_array(s, t->S, 2, (int64_t[]){E, E}), *one = econ_array(s, eye, 2, (int64_t[]){E, E});
    gla_status st = s->status ? GLA_OK : gla_cholesky(S, &C, false);
    if (st == GLA_NOT_POSITIVE_DEFINITE_ERROR)
        gla_s_fail(
            s, GLA_ARGUMENT_ERROR,
            "%s: the residuals of the equations depend linearly on each other; leave one out, such as an identity, and have "
            "more rows than equations",
            s->op);
    gla_s_check(s, st);
    gla_s_own(s, C);
    if (!s->status)
        gla_s_check(s, gla_solve_triangular(C, one, &made, 0, true, false));
    econ_read(s, gla_s_own(s, made), W, E * E);
    gla_scope_keep(s, mark, NULL);
}

/* The blocks W[i, e] A_e for the columns of equation e, where A is (r, K). */
static gla_array *blocks(gla_scope *s, const equations *t, const double *W, const double *A)
{
    double *made = iv_doubles(s, t->E * t->r * t->K);
    for (int64_t i = 0; i < t->E && made; i++)
        for (int64_t e = 0; e < t->E; e++)
            for (int64_t r = 0; r < t->r; r++)
                for (int64_t j = t->of[e].at; j < t->of[e].at + t->of[e].k; j++)
                    made[(i * t->r + r) * t->K + j] = W[i * t->E + e] * A[r * t->K + j];
    return econ_array(s, made, 2, (int64_t[]){t->E * t->r, t->K});
}

/* The vector C^-1 Q'(y - X b). */
static gla_array *whitened_residuals(gla_scope *s, const equations *t, const double *W)
{
    double *rho = iv_doubles(s, t->E * t->r), *made = iv_doubles(s, t->E * t->r);
    for (int64_t e = 0; e < t->E && !s->status; e++)
        econ_read(s, gla_s_combine(s, gla_matmul, gla_s_swap_last(s, t->Q), t->of[e].u), rho + e * t->r, t->r);
    for (int64_t i = 0; i < t->E && !s->status; i++)
        for (int64_t e = 0; e < t->E; e++)
            for (int64_t r = 0; r < t->r; r++)
                made[i * t->r + r] += W[i * t->E + e] * rho[e * t->r + r];
    return econ_array(s, made, 1, (int64_t[]){t->E * t->r});
}

/* The largest step in standard errors; M^-1 M^-1' has the variances. */
static double measure(gla_scope *s, const equations *t, const double *step)
{
    int64_t K = t->K;
    double *eye = iv_doubles(s, K * K), *inverse = iv_doubles(s, K * K), most = 0;
    for (int64_t i = 0; i < K && eye; i++)
        eye[i * K + i] = 1;
    iv_solve(s, t->M, K, eye, K, inverse);
    for (int64_t i = 0; i < K && !s->status; i++)
        most = fmax(most, fabs(step[i]) / sqrt(iv_norm2(inverse + i * K, K)));
    return most;
}

/* New coefficients with the present S. Return the largest change in standard errors. */
static double improve(gla_scope *s, equations *t)
{
    int64_t K = t->K;
    double *W = iv_doubles(s, t->E * t->E), *step = iv_doubles(s, K), *right = iv_doubles(s, K), largest = 0;
    gla_array *U = NULL, *T = NULL;
    root(s, t, W);
    gla_array *D = s->status ? NULL : blocks(s, t, W, t->RP);
    if (!s->status)
        gla_s_check(s, gla_qr(D, &U, &T, "reduced"));
    U = gla_s_own(s, U), T = gla_s_own(s, T);
    gla_array *Ut = gla_s_swap_last(s, U);
    econ_read(s, T, t->D, K * K);
    econ_read(s, gla_s_combine(s, gla_matmul, Ut, s->status ? NULL : blocks(s, t, W, t->RX)), t->M, K * K);
    for (int round = 0; round < 2 && !s->status; round++) { /* the second corrects rounding */
        econ_read(s, gla_s_combine(s, gla_matmul, Ut, whitened_residuals(s, t, W)), right, K);
        iv_solve(s, t->M, K, right, 1, step);
        for (int64_t e = 0; e < t->E && !s->status; e++)
            for (int64_t j = 0; j < t->of[e].k; j++)
                t->of[e].b[j] += step[t->of[e].at + j];
        find_residuals(s, t, false);
        largest = fmax(largest, s->status ? 0 : measure(s, t, step));
    }
    return largest;
}

void systems_solve(gla_scope *s, equations *t, bool iterate)
{
    double change = INFINITY;
    factor(s, t);
    t->S = iv_doubles(s, t->E * t->E), t->M = iv_doubles(s, t->K * t->K), t->D = iv_doubles(s, t->K * t->K);
    if (s->status)
        return;
    if (t->E * t->r < t->K)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %lld rows in %lld equations are too few for %lld coefficients", s->op,
                   (long long)t->n, (long long)t->E, (long long)t->K);
    do {
        find_residuals(s, t, true);
        change = s->status ? 0 : improve(s, t);
        t->steps++;
    } while (iterate && !s->status && change > t->o->tol && t->steps < t->o->maxiter && !gla_interrupted());
    if (iterate && !s->status && change > t->o->tol)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: a coefficient still changed by %.2g standard errors after %lld steps; increase maxiter or tol", s->op,
                   change, (long long)t->steps);
}
