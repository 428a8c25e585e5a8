/* cusolverdx_errors.c - Backward errors of cuSOLVERDx's results. */
#include "cusolverdx.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static double norm(const double *a, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += a[i] * a[i];
    return sqrt(sum);
}

/* Return the norm of left diag(scale) right - what; `turned` transposes right. scale and what may be NULL for the identity. */
static double residual(const double *left, const double *right, bool turned, const double *scale, const double *what, int m,
                       int n, int k)
{
    double sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            double x = what ? -what[i * n + j] : -(double)(i == j);
            for (int l = 0; l < k; l++)
                x += left[i * k + l] * (scale ? scale[l] : 1) * (turned ? right[j * k + l] : right[l * n + j]);
            sum += x * x;
        }
    return sqrt(sum);
}

static double determinant(double *a, int n)
{
    double d = 1;
    for (int j = 0; j < n; j++) {
        int p = j;
        for (int i = j + 1; i < n; i++)
            p = fabs(a[i * n + j]) > fabs(a[p * n + j]) ? i : p;
        for (int l = 0; l < n; l++) {
            double x = a[p * n + l];
            a[p * n + l] = a[j * n + l];
            a[j * n + l] = x;
        }
        d *= p == j ? a[j * n + j] : -a[j * n + j];
        for (int i = j + 1; i < n; i++)
            for (int l = n - 1; l >= j; l--)
                a[i * n + l] -= a[j * n + l] * (a[i * n + j] / a[j * n + j]);
    }
    return d;
}

double error_of(const row *r, const double *in, const double *sides, const double *out, const double *also, int which)
{
    int m = r->m, n = r->n, k = r->k;
    double *copy = malloc((size_t)m * (size_t)n * sizeof *copy), e = 0;
    const double *a = in + (size_t)which * (size_t)(m * n), *b = sides + (size_t)which * (size_t)(m * k);
    memcpy(copy, a, (size_t)m * (size_t)n * sizeof *copy);
    if (r->what == DET) {
        double d = determinant(copy, n);
        e = fabs(out[which] - d) / fabs(d) / 100;
    } else if (r->what == CHOLESKY) {
        const double *l = out + (size_t)which * (size_t)(n * n);
        e = residual(l, l, true, NULL, a, n, n, n) / norm(a, n * n);
    } else if (r->what == INV) {
        const double *x = out + (size_t)which * (size_t)(n * n);
        e = residual(a, x, false, NULL, NULL, n, n, n) / norm(a, n * n) / norm(x, n * n);
    } else if (r->what == SOLVE) {
        const double *x = out + (size_t)which * (size_t)(n * k);
        e = residual(a, x, false, NULL, b, n, k, n) / norm(a, n * n) / norm(x, n * k);
    } else if (r->what == QR) {
        const double *q = out + (size_t)which * (size_t)(m * n), *u = also + (size_t)which * (size_t)(n * n);
        e = residual(q, u, false, NULL, a, m, n, n) / norm(a, m * n);
    } else if (r->what == LSTSQ) { /* Aᵀ (A x - b) */
        const double *x = out + (size_t)which * (size_t)(n * k);
        double sum = 0, *s = malloc((size_t)m * sizeof *s);
        for (int i = 0; i < m; i++) {
            s[i] = -b[i];
            for (int j = 0; j < n; j++)
                s[i] += a[i * n + j] * x[j];
        }
        for (int j = 0; j < n; j++) {
            double g = 0;
            for (int i = 0; i < m; i++)
                g += a[i * n + j] * s[i];
            sum += g * g;
        }
        e = sqrt(sum) / norm(a, m * n) / norm(b, m);
        free(s);
    } else { /* A = V D Vᵀ, vectors in columns */
        const double *v = out + (size_t)which * (size_t)(n * n), *d = also + (size_t)which * (size_t)n;
        e = residual(v, v, true, d, a, n, n, n) / norm(a, n * n);
    }
    free(copy);
    return e / 0x1p-53;
}
