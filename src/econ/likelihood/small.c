/* small.c - Inverses of small triangular and positive definite matrices on the host. */
#include "econ/likelihood/likelihood.h"

#include <math.h>
#include <string.h>

static double dot(int64_t n, const double *x, int64_t x_step, const double *y, int64_t y_step)
{
    double sum = 0;
    for (int64_t i = 0; i < n; i++)
        sum += x[i * x_step] * y[i * y_step];
    return sum;
}

bool lik_invert_triangle(int64_t k, const double *R, int64_t ld, double *inverse)
{
    for (int64_t j = 0; j < k; j++) {
        if (!(fabs(R[j * ld + j]) > 0))
            return false;
        for (int64_t i = 0; i < k; i++)
            inverse[i * k + j] = 0;
        inverse[j * k + j] = 1 / R[j * ld + j];
        for (int64_t i = j - 1; i >= 0; i--)
            inverse[i * k + j] = -dot(j - i, R + i * ld + i + 1, 1, inverse + (i + 1) * k + j, k) / R[i * ld + i];
    }
    return true;
}

/* By Cholesky: A = L L', so A⁻¹ = M M' with M = L'⁻¹. A is overwritten by L' in the upper triangle of a copy. */
bool lik_invert_positive(int64_t k, const double *A, double *inverse)
{
    double *U = inverse;
    memcpy(U, A, (size_t)(k * k) * sizeof *U);
    for (int64_t j = 0; j < k; j++) {
        for (int64_t i = 0; i <= j; i++) {
            double left = A[i * k + j] - dot(i, U + i, k, U + j, k);
            if (i == j && !(left > 1e-14 * fabs(A[j * k + j])))
                return false;
            U[i * k + j] = i == j ? sqrt(left) : left / U[i * k + i];
        }
    }
    /* Invert U in place, from the last column, then form M M'. */
    for (int64_t j = k - 1; j >= 0; j--) {
        for (int64_t i = 0; i < j; i++)
            U[j * k + i] = 0;
    }
    for (int64_t i = k - 1; i >= 0; i--) {
        double d = 1 / U[i * k + i];
        for (int64_t j = k - 1; j > i; j--)
            U[i * k + j] = -d * dot(j - i, U + i * k + i + 1, 1, U + (i + 1) * k + j, k);
        U[i * k + i] = d;
    }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = i; j < k; j++) {
            double sum = dot(k - j, U + i * k + j, 1, U + j * k + j, 1);
            U[i * k + j] = sum;
        }
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < i; j++)
            U[i * k + j] = U[j * k + i];
    return true;
}
