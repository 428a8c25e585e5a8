/* solve.c - Least squares without a Fit. */
#include "gpulinalg.h"
#include "linalg/common.h"
#include "panels.h"

gla_array *panels_coefficients(gla_scope *s, const econ_independent *d, const gla_array *y, gla_array **residuals)
{
    gla_array *x = NULL, *rank = NULL;
    if (s->status)
        return NULL;
    gla_s_check(s, gla_lstsq_as(s->op, d->X, y, &x, &rank));
    gla_s_own(s, rank);
    x = gla_s_own(s, x);
    *residuals = gla_s_combine(s, gla_subtract, y, gla_s_combine(s, gla_matmul, d->X, x));
    return x;
}

double panels_dot(gla_scope *s, const gla_array *x, const gla_array *y)
{
    double value = 0;
    econ_read(s, gla_s_combine(s, gla_matmul, x, y), &value, 1);
    return value;
}
