/* kclass.c - Estimators of the k-class: two-stage least squares, limited information maximum likelihood, Fuller.
 *
 * The coefficients solve X'(I - kappa M) (y - X b) = 0, where X are all regressors and M projects off the instruments. With
 * X = Q R the blocks are R1 (L rows, on the instruments) and R3 (off them). Let P be the pseudo-inverse of R1 and c =
 * kappa - 1. Then (X'(I - kappa M) X)^-1 = P (I - c (R3 P)'(R3 P))^-1 P', so no cross product of the regressors is needed. */
#include "econ/instruments/instruments.h"

#include <math.h>

/* R1 (L, k) and R3 (m + 1, k), the columns of X and W. */
static void regressors(gla_scope *s, const iv_design *d, double **R1, double **R3)
{
    int64_t k = d->k, kx = d->kx;
    *R1 = iv_doubles(s, d->L * k), *R3 = iv_doubles(s, (d->m + 1) * k);
    for (int64_t r = 0; r < d->c && !s->status; r++)
        for (int64_t j = 0; j < k; j++) {
            double value = d->R[r * d->c + (j < kx ? j : j + d->l)];
            if (r < d->L)
                (*R1)[r * k + j] = value;
            else
                (*R3)[(r - d->L) * k + j] = value;
        }
}

double iv_kappa(gla_scope *s, const iv_design *d)
{
    int64_t l = d->l, q = d->m + 1, rows = d->c - d->kx;
    double *all = iv_block(s, d->R, d->c, d->kx, rows, d->L, q);
    double *T = iv_doubles(s, q * q), *theta = iv_doubles(s, q * l), *S = iv_doubles(s, q + l);
    if (s->status || l < q)
        return 1;
    /* theta' = T'^-1 A', where A are the first l rows and T'T = all'all. */
    iv_triangle(s, all, rows, q, T);
    double *At = iv_doubles(s, q * l), *Tt = iv_doubles(s, q * q);
    for (int64_t i = 0; i < q && !s->status; i++) {
        for (int64_t r = 0; r < l; r++)
            At[i * l + r] = all[r * q + i];
        for (int64_t j = 0; j < q; j++)
            Tt[i * q + j] = T[j * q + i];
    }
    iv_solve(s, Tt, q, At, l, theta);
    iv_svd(s, theta, q, l, NULL, S, NULL);
    if (s->status)
        return 1;
    double cosine2 = S[q - 1] * S[q - 1];
    if (cosine2 >= 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the instruments explain the variables exactly, so liml is not defined; use tsls",
                   s->op);
    return 1 / (1 - cosine2);
}

void iv_kclass(gla_scope *s, const iv_design *d, double kappa, double *b, double *bread)
{
    int64_t L = d->L, k = d->k, q = d->m + 1, c = d->c;
    double *R1, *R3, *P = iv_doubles(s, k * L), *eye = iv_doubles(s, L * L), *M = iv_doubles(s, q * L);
    double *inner = iv_doubles(s, L * L), *rho = iv_doubles(s, c), *step = iv_doubles(s, L), *solved = iv_doubles(s, L * L);
    regressors(s, d, &R1, &R3);
    if (s->status)
        return;
    for (int64_t i = 0; i < L; i++)
        eye[i * L + i] = 1;
    iv_lstsq(s, R1, L, k, eye, L, P);
    iv_product(M, R3, P, q, k, L, IV_PLAIN);
    iv_product(inner, M, M, L, q, L, IV_LEFT);
    for (int64_t i = 0; i < L * L; i++)
        inner[i] = eye[i] - (kappa - 1) * inner[i];
    /* Two rounds: the second corrects the rounding of the first by the residuals of the data. */
    for (int round = 0; round < 2 && !s->status; round++) {
        double *change = iv_doubles(s, k);
        iv_residuals(s, d, b, rho);
        for (int64_t i = 0; i < L && !s->status; i++) {
            step[i] = rho[i];
            for (int64_t r = 0; r < q; r++)
                step[i] -= (kappa - 1) * M[r * L + i] * rho[L + r];
        }
        iv_solve(s, inner, L, step, 1, solved);
        if (s->status)
            return;
        iv_product(change, P, solved, k, L, 1, IV_PLAIN);
        for (int64_t i = 0; i < k; i++)
            b[i] += change[i];
    }
    /* P inner^-1 P' */
    double *Pt = iv_doubles(s, L * k);
    for (int64_t i = 0; i < L && !s->status; i++)
        for (int64_t j = 0; j < k; j++)
            Pt[i * k + j] = P[j * L + i];
    double *half = iv_doubles(s, L * k);
    iv_solve(s, inner, L, Pt, k, half);
    if (!s->status)
        iv_product(bread, P, half, k, L, k, IV_PLAIN);
}
