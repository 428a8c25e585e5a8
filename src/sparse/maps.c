/* maps.c - Elementwise functions that map 0 to 0, applied to the stored values. */
#include "sparse/sparse.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"

gla_status gla_sparse_sqrt(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("sqrt", a, gla_sqrt, matrix);
}

gla_status gla_sparse_sign(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("sign", a, gla_sign, matrix);
}

gla_status gla_sparse_sin(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("sin", a, gla_sin, matrix);
}

gla_status gla_sparse_sinh(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("sinh", a, gla_sinh, matrix);
}

gla_status gla_sparse_tan(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("tan", a, gla_tan, matrix);
}

gla_status gla_sparse_tanh(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("tanh", a, gla_tanh, matrix);
}

gla_status gla_sparse_asin(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("asin", a, gla_asin, matrix);
}

gla_status gla_sparse_asinh(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("asinh", a, gla_asinh, matrix);
}

gla_status gla_sparse_atan(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("atan", a, gla_atan, matrix);
}

gla_status gla_sparse_atanh(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("atanh", a, gla_atanh, matrix);
}

gla_status gla_sparse_expm1(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("expm1", a, gla_expm1, matrix);
}

gla_status gla_sparse_log1p(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("log1p", a, gla_log1p, matrix);
}

gla_status gla_sparse_square(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("square", a, gla_square, matrix);
}

gla_status gla_sparse_floor(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("floor", a, gla_floor, matrix);
}

gla_status gla_sparse_ceil(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("ceil", a, gla_ceil, matrix);
}

gla_status gla_sparse_round(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("round", a, gla_round, matrix);
}

gla_status gla_sparse_trunc(const gla_sparse *a, gla_sparse **matrix)
{
    return sparse_with_values("trunc", a, gla_trunc, matrix);
}

gla_status gla_sparse_power(const gla_sparse *a, const gla_array *n, gla_sparse **matrix)
{
    gla_scope s;
    sparse_rows rows = a->own;
    *matrix = NULL;
    gla_scope_begin(&s, "power");
    if (n->ndim != 0)
        gla_s_fail(&s, GLA_SHAPE_ERROR, "power: n has %d dimension%s, but it must be a scalar", n->ndim,
                   n->ndim == 1 ? "" : "s");
    else if (gla_dtype_is_complex(n->dtype))
        gla_s_fail(&s, GLA_DTYPE_ERROR, "power: n is %s, but it must be real", gla_dtype_name(n->dtype));
    gla_array *positive = gla_s_combine(&s, gla_greater, n, gla_s_number(&s, 0));
    if (!gla_s_truth(&s, positive))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR,
                   "power: n must be positive, because otherwise 0 to the power n is not 0; use toarray");
    rows.data = gla_s_combine(&s, gla_pow, a->own.data, n);
    return sparse_return(&s, &rows, a->turned, matrix);
}
