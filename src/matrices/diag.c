/* diag.c - Matrices with a given diagonal, and diagonals of matrices. */
#include "core/scope.h"

static gla_status fail_shape(const gla_array *v)
{
    return gla_fail(GLA_SHAPE_ERROR, "diag: v has %d dimensions, but it must be a vector or a matrix%s", v->ndim,
                    v->ndim > 2 ? "; use diagonal for a stack of matrices" : "");
}

gla_status gla_diag(const gla_array *v, gla_array **out, int64_t k)
{
    gla_scope s;
    gla_device *dev = NULL;
    int64_t order, shift = k == INT64_MIN ? INT64_MAX : k < 0 ? -k : k;
    *out = NULL;
    if (v->ndim == 2)
        return gla_diagonal(v, out, k);
    if (v->ndim != 1)
        return fail_shape(v);
    if (__builtin_add_overflow(v->shape[0], shift, &order))
        return gla_fail(GLA_OVERFLOW_ERROR, "diag: k is %lld, which makes the array too large", (long long)k);
    gla_scope_begin(&s, "diag");
    gla_s_check(&s, gla_common_device("diag", 1, &v, &dev));
    gla_array *matrix = gla_s_zeros(&s, dev, v->dtype, 2, (int64_t[]){order, order});
    if (!matrix || v->size == 0)
        return gla_scope_return(&s, matrix, out);
    int64_t step = order + 1, start = k < 0 ? shift * order : shift; /* fits in memory, so neither overflows */
    gla_s_assign(&s, gla_s_view(&s, matrix, 1, v->shape, &step, start), v);
    return gla_scope_return(&s, matrix, out);
}
