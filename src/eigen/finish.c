/* finish.c - Selection of the wanted values, convergence limits, and the form of results. */
#include "eigen/eigen.h"

#include "core/dispatch.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"

#include <math.h>
#include <string.h>

eigen_which eigen_which_of(const char *which)
{
    static const char *const names[] = {"LM", "SM", "LA", "SA", "BE", "LR", "SR", "LI", "SI"};
    for (int i = 0; i < 9; i++)
        if (strcmp(which, names[i]) == 0)
            return (eigen_which)i;
    return EIGEN_LM;
}

static double key_of(eigen_which which, bool real_problem, double complex value)
{
    double imaginary = real_problem ? fabs(cimag(value)) : cimag(value);
    switch (which) {
    case EIGEN_SM: return -cabs(value);
    case EIGEN_LA:
    case EIGEN_BE:
    case EIGEN_LR: return creal(value);
    case EIGEN_SA:
    case EIGEN_SR: return -creal(value);
    case EIGEN_LI: return imaginary;
    case EIGEN_SI: return -imaginary;
    default: return cabs(value);
    }
}

/* Keep conjugate values, whose sort keys are equal, next to each other, with the positive imaginary part first. */
static bool is_before(double key_a, double key_b, double complex a, double complex b)
{
    if (key_a != key_b)
        return key_a > key_b;
    if (creal(a) != creal(b))
        return creal(a) > creal(b);
    if (fabs(cimag(a)) != fabs(cimag(b)))
        return fabs(cimag(a)) > fabs(cimag(b));
    return cimag(a) > cimag(b);
}

void eigen_sort(eigen_which which, bool real_problem, int n, const double complex *values, int *order)
{
    for (int i = 0; i < n; i++) {
        double key = key_of(which, real_problem, values[i]);
        int j = i;
        for (; j > 0 && is_before(key, key_of(which, real_problem, values[order[j - 1]]), values[i], values[order[j - 1]]); j--)
            order[j] = order[j - 1];
        order[j] = i;
    }
    if (which != EIGEN_BE)
        return;
    for (int i = 1; i < n; i += 2) { /* alternately from both ends */
        int last = order[n - 1];
        memmove(order + i + 1, order + i, (size_t)(n - 1 - i) * sizeof *order);
        order[i] = last;
    }
}

double eigen_distance(eigen_which which, bool real_problem, double complex a, double complex b)
{
    return fabs(key_of(which, real_problem, a) - key_of(which, real_problem, b));
}

double eigen_limit(const eigen_solver *q, double value, double largest)
{
    double eps = eigen_epsilon(q->v.dtype), tol = q->tol > eps ? q->tol : eps;
    double size = fmax(value, cbrt(eps * eps) * largest);
    return fmax(tol * size, eps * largest);
}

void eigen_is_over(gla_scope *s, eigen_solver *q)
{
    if (s->status)
        return;
    q->done = true;
    q->wants = "";
    eigen_keep(&q->vector, NULL);
    if (q->converged < q->k)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: only %d of %d values converged in %lld restart%s; increase "
                   "maxiter, ncv or tol (the converged pairs are still available from the Eigensolver)",
                   s->op, q->converged, q->k, (long long)q->restarts, q->restarts == 1 ? "" : "s");
    else if (q->incomplete_check)
        gla_s_fail(s, GLA_CONVERGENCE_ERROR,
                   "%s: %d value%s converged, but after %lld restart%s it is unknown whether equally good values are "
                   "missing; increase maxiter, ncv or tol (the converged pairs are still available from the Eigensolver)",
                   s->op, q->k, q->k == 1 ? "" : "s", (long long)q->restarts, q->restarts == 1 ? "" : "s");
}

gla_array *eigen_values_array(gla_scope *s, const eigen_solver *q, const double complex *values, int k, bool complexes)
{
    int64_t shape = k;
    void *data = NULL;
    gla_array *made = NULL;
    gla_dtype real = gla_real_of(q->v.dtype);
    if (s->status ||
        gla_s_check(s, gla_array_new_host(s->op, complexes ? GLA_COMPLEX128 : GLA_FLOAT64, 1, &shape, &made, &data)))
        return NULL;
    gla_s_own(s, made);
    for (int i = 0; i < k; i++) {
        double *to = (double *)data + (complexes ? 2 * i : i);
        to[0] = creal(values[i]);
        if (complexes)
            to[1] = cimag(values[i]);
    }
    return gla_s_convert(s, made, complexes ? gla_complex_of(real) : real, q->v.dev, GLA_YES);
}

/* For each column find the first element that is not much smaller than the largest element.  Return the reciprocal of its sign
 * or phase. */
static gla_array *directions(gla_scope *s, const gla_array *x)
{
    const gla_ints axis = {1, {0}};
    gla_array *size = gla_s_apply(s, gla_abs, x), *largest = gla_s_reduce(s, gla_max, size, 0, true), *first = NULL,
              *pivot = NULL;
    gla_array *large = gla_s_combine(s, gla_greater_equal, size, gla_s_combine(s, gla_multiply, largest, gla_s_number(s, 0.5)));
    large = s->status ? NULL : gla_s_astype(s, GLA_INT32, large);
    if (s->status || !gla_s_adopt(s, gla_argmax(large, &first, &axis, true), &first) ||
        !gla_s_adopt(s, gla_take_along_axis(x, first, &pivot, 0), &pivot))
        return NULL;
    gla_array *direction = gla_s_combine(s, gla_divide, pivot, gla_s_apply(s, gla_abs, pivot));
    return gla_dtype_is_complex(x->dtype) ? gla_s_apply(s, gla_conj, direction) : direction;
}

gla_array *eigen_normal_signs(gla_scope *s, const gla_array *x, gla_array **with)
{
    if (s->status || x->size == 0)
        return s->status ? NULL : (gla_array *)x;
    gla_array *turn = directions(s, x);
    if (with)
        *with = gla_s_combine(s, gla_multiply, *with, turn);
    return gla_s_combine(s, gla_multiply, x, turn);
}
