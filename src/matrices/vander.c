/* vander.c - Vandermonde matrices. */
#include "core/scope.h"

gla_status gla_vander(const gla_array *x, gla_array **out, const gla_ints *N, bool increasing)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed, *powers = NULL;
    *out = NULL;
    if (x->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "vander: x has %d dimensions, but it must be a vector", x->ndim);
    if (N && (N->n != 1 || N->v[0] < 0))
        return gla_fail(GLA_ARGUMENT_ERROR, "vander: N must be a non-negative integer, the number of columns");
    int64_t rows = x->shape[0], columns = N ? N->v[0] : rows;
    gla_scope_begin(&s, "vander");
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    bool widens = x->dtype == GLA_BOOL || (gla_dtype_is_integer(x->dtype) && x->dtype != GLA_UINT64);
    gla_dtype dtype = widens ? GLA_INT64 : x->dtype;
    gla_array *result = s.status ? NULL : gla_s_new(&s, dev, dtype, 2, (int64_t[]){rows, columns});
    if (!result || result->size == 0)
        return gla_scope_return(&s, result, out);
    gla_s_fill(&s, gla_s_slice(&s, result, 1, increasing ? 0 : columns - 1, 1), 1);
    gla_array *column = gla_s_astype(&s, dtype, placed), *many = NULL;
    if (column)
        many = gla_s_broadcast(&s, gla_s_add_last(&s, column), 2, (int64_t[]){rows, columns - 1});
    if (columns > 1 && many && gla_s_adopt(&s, gla_cumulative_prod(many, &powers, 1, dtype, false), &powers)) {
        if (!increasing)
            powers = gla_s_view(&s, powers, 2, powers->shape, (int64_t[]){powers->strides[0], -powers->strides[1]},
                                (columns - 2) * powers->strides[1]);
        gla_s_assign(&s, gla_s_slice(&s, result, 1, increasing ? 1 : 0, columns - 1), powers);
    }
    return gla_scope_return(&s, result, out);
}
