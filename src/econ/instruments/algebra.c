/* algebra.c - Small dense matrices on the host, row-major. */
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"
#include "linalg/common.h"

#include <string.h>

double *iv_doubles(gla_scope *s, int64_t n)
{
    return gla_s_memory(s, n + 1, sizeof(double));
}

static gla_array *matrix(gla_scope *s, const double *values, int64_t rows, int64_t cols)
{
    return econ_array(s, values, 2, (int64_t[]){rows, cols});
}

void iv_lstsq(gla_scope *s, const double *a, int64_t rows, int64_t cols, const double *b, int64_t q, double *x)
{
    gla_array *solution = NULL, *rank = NULL;
    if (s->status || cols == 0 || q == 0)
        return;
    int mark = gla_scope_mark(s);
    gla_array *A = matrix(s, a, rows, cols), *B = matrix(s, b, rows, q);
    if (!s->status)
        gla_s_check(s, gla_lstsq_as(s->op, A, B, &solution, &rank));
    gla_s_own(s, rank);
    econ_read(s, gla_s_own(s, solution), x, cols * q);
    gla_scope_keep(s, mark, NULL);
}

void iv_solve(gla_scope *s, const double *a, int64_t n, const double *b, int64_t q, double *x)
{
    gla_array *solution = NULL;
    if (s->status || n == 0 || q == 0)
        return;
    int mark = gla_scope_mark(s);
    gla_array *A = matrix(s, a, n, n), *B = matrix(s, b, n, q);
    if (!s->status)
        gla_s_check(s, gla_solve(A, B, &solution, 0));
    econ_read(s, gla_s_own(s, solution), x, n * q);
    gla_scope_keep(s, mark, NULL);
}

void iv_product(double *c, const double *a, const double *b, int64_t m, int64_t k, int64_t n, int transposed)
{
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = 0; j < n; j++) {
            double sum = 0;
            for (int64_t p = 0; p < k; p++)
                sum += (transposed & IV_LEFT ? a[p * m + i] : a[i * k + p]) *
                       (transposed & IV_RIGHT ? b[j * k + p] : b[p * n + j]);
            c[i * n + j] = sum;
        }
}

double *iv_block(gla_scope *s, const double *R, int64_t stride, int64_t i, int64_t rows, int64_t j, int64_t cols)
{
    double *block = iv_doubles(s, rows * cols);
    for (int64_t r = 0; r < rows && block; r++)
        memcpy(block + r * cols, R + (i + r) * stride + j, (size_t)cols * sizeof *block);
    return block;
}

void iv_svd(gla_scope *s, const double *a, int64_t rows, int64_t cols, double *U, double *S, double *Vt)
{
    gla_array *u = NULL, *values = NULL, *v = NULL;
    if (s->status || rows == 0 || cols == 0)
        return;
    int mark = gla_scope_mark(s);
    gla_array *A = matrix(s, a, rows, cols);
    if (!s->status)
        gla_s_check(s, gla_svd(A, &u, &values, &v, true));
    u = gla_s_own(s, u), values = gla_s_own(s, values), v = gla_s_own(s, v);
    econ_read(s, values, S, rows < cols ? rows : cols);
    if (U)
        econ_read(s, u, U, rows * rows);
    if (Vt)
        econ_read(s, v, Vt, cols * cols);
    gla_scope_keep(s, mark, NULL);
}

void iv_triangle(gla_scope *s, const double *a, int64_t rows, int64_t cols, double *T)
{
    gla_array *q = NULL, *r = NULL;
    if (s->status || rows == 0 || cols == 0)
        return;
    int mark = gla_scope_mark(s);
    gla_array *A = matrix(s, a, rows, cols);
    if (!s->status)
        gla_s_check(s, gla_qr(A, &q, &r, "reduced"));
    gla_s_own(s, q), r = gla_s_own(s, r);
    memset(T, 0, (size_t)(cols * cols) * sizeof *T);
    econ_read(s, r, T, (rows < cols ? rows : cols) * cols);
    gla_scope_keep(s, mark, NULL);
}

double iv_norm2(const double *x, int64_t n)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i] * x[i];
    return sum;
}

void iv_whiten(gla_scope *s, const double *S, int64_t n, const double *a, int64_t q, double *out)
{
    gla_array *C = NULL, *solved = NULL;
    int mark = gla_scope_mark(s);
    gla_array *square = econ_array(s, S, 2, (int64_t[]){n, n}), *right = econ_array(s, a, 2, (int64_t[]){n, q});
    gla_status st = s->status ? GLA_OK : gla_cholesky(square, &C, false);
    if (st == GLA_NOT_POSITIVE_DEFINITE_ERROR)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the covariance matrix of the %lld moments is not positive definite; use fewer instruments, or more "
                   "clusters than instruments",
                   s->op, (long long)n);
    gla_s_check(s, st);
    C = gla_s_own(s, C);
    if (!s->status)
        gla_s_check(s, gla_solve_triangular(C, right, &solved, 0, true, false));
    econ_read(s, gla_s_own(s, solved), out, n * q);
    gla_scope_keep(s, mark, NULL);
}
