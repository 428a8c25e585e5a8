/* factor.c - Scale and factor the columns of a regression, and find the independent ones. */
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

void iv_factor(gla_scope *s, iv_design *d)
{
    gla_array *Q = NULL, *R = NULL;
    gla_array *joined = econ_beside(s, 4, (const gla_array *[]){d->X, d->Z, d->W, d->y});
    if (d->root)
        joined = gla_s_combine(s, gla_multiply, joined, d->root);
    d->L = d->kx + d->l;
    d->k = d->kx + d->m;
    d->c = d->L + d->m + 1;
    if (s->status)
        return;
    gla_s_check(s, gla_qr(joined, &Q, &R, "reduced"));
    Q = gla_s_own(s, Q), R = gla_s_own(s, R);
    d->R = iv_doubles(s, d->c * d->c);
    int64_t rows = d->f.n < d->c ? d->f.n : d->c;
    econ_read(s, R, d->R, rows * d->c);
    if (rows < d->c && !s->status) { /* few rows: complete Q and R with zeros, so that all blocks exist */
        gla_array *zeros = gla_s_zeros(s, gla_device_of(Q), Q->dtype, 2, (int64_t[]){d->f.n, d->c - rows});
        Q = econ_beside(s, 2, (const gla_array *[]){Q, zeros});
    }
    d->Q = Q;
}

/* Subtract from v its components along `n` orthonormal vectors, twice, for the sake of rounding. */
static void orthogonalise(double *v, const double *basis, int64_t n, int64_t rows)
{
    for (int twice = 0; twice < 2; twice++)
        for (int64_t i = 0; i < n; i++) {
            double dot = 0;
            for (int64_t r = 0; r < rows; r++)
                dot += basis[i * rows + r] * v[r];
            for (int64_t r = 0; r < rows; r++)
                v[r] -= dot * basis[i * rows + r];
        }
}

void iv_independent(gla_scope *s, const double *R, int64_t rows, int64_t stride, int64_t c, double tol, bool *kept)
{
    double *basis = iv_doubles(s, (c + 1) * rows);
    for (int64_t j = 0, n = 0; j < c && !s->status; j++) {
        double *v = basis + n * rows;
        for (int64_t r = 0; r < rows; r++)
            v[r] = R[r * stride + j];
        double before = sqrt(iv_norm2(v, rows));
        orthogonalise(v, basis, n, rows);
        double after = sqrt(iv_norm2(v, rows));
        kept[j] = after > tol * before;
        for (int64_t r = 0; r < rows && kept[j]; r++)
            v[r] /= after;
        n += kept[j];
    }
}
