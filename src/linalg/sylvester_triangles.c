/* sylvester_triangles.c - Solution of a y + y b = f for Schur forms a and b, and estimates of the relative error. */
#include "equation.h"
#include "runtime/devices.h"

#include <math.h>

bool gla_solve_triangles(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *f)
{
    gla_device *host = NULL;
    bool shared = false;
    if (!gla_s_check(c->s, gla_host_device(&host)))
        gla_s_check(c->s, host->backend->lapack->trsyl(host, c->dtype, m, n, a, b, f, &shared));
    return shared || gla_failed(c);
}

static double length_of(int64_t numbers, const double *x)
{
    double most = 0, sum = 0;
    for (int64_t i = 0; i < numbers; i++)
        most = fmax(most, fabs(x[i]));
    for (int64_t i = 0; i < numbers && most > 0; i++)
        sum += x[i] / most * (x[i] / most);
    return most * sqrt(sum);
}

static void swap(double *x, double *y)
{
    double kept = *x;
    *x = *y;
    *y = kept;
}

/* Reverse the order of the elements, of one double or two doubles each, and divide them by a scalar. */
static void turn_around(int width, int64_t n, double *x, double over)
{
    for (int64_t i = 0; i < n - 1 - i; i++)
        for (int part = 0; part < width; part++)
            swap(&x[i * width + part], &x[(n - 1 - i) * width + part]);
    for (int64_t i = 0; i < n * width; i++)
        x[i] /= over;
}

void gla_reverse_adjoint(bool complexes, int64_t n, const double *t, double *turned)
{
    const int width = complexes ? 2 : 1;
    for (int64_t i = 0; i < n; i++)
        for (int64_t j = 0; j < n; j++) {
            const double *from = t + ((n - 1 - j) * n + n - 1 - i) * width;
            turned[(i * n + j) * width] = from[0];
            if (complexes)
                turned[(i * n + j) * width + 1] = -from[1];
        }
}

/* Estimate the norm of the inverse of the operator y -> a y + y b, in three steps that apply the inverse and its adjoint. */
static double estimate_inverse(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *work)
{
    const bool complexes = c->dtype == GLA_COMPLEX128;
    const int width = complexes ? 2 : 1;
    double *x = work, *ta = x + m * n * width, *tb = ta + m * m * width;
    double norm = 0, size;
    gla_reverse_adjoint(complexes, m, a, ta);
    gla_reverse_adjoint(complexes, n, b, tb);
    for (int64_t i = 0; i < m * n; i++) {
        x[i * width + width - 1] = 0;
        x[i * width] = (i * 7 + i / n) % 3 ? 1 : -1;
    }
    for (int step = 0; step < 3; step++) {
        size = length_of(m * n * width, x);
        if (!(size > 0 && isfinite(size)))
            return step ? INFINITY : 0;
        turn_around(width, m * n, x, size);
        gla_solve_triangles(c, m, n, step % 2 ? a : ta, step % 2 ? b : tb, x);
        norm = fmax(norm, length_of(m * n * width, x));
    }
    return norm;
}

double gla_sylvester_error(const gla_call *c, int64_t m, int64_t n, const double *a, const double *b, double *work)
{
    const int width = c->dtype == GLA_COMPLEX128 ? 2 : 1;
    double sizes = length_of(m * m * width, a) + length_of(n * n * width, b);
    return 0x1p-52 * sizes * estimate_inverse(c, m, n, a, b, work);
}
