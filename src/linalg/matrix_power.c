/* matrix_power.c - Integer powers of square matrices, by repeated squaring. */
#include "core/scope.h"

/* Return a stack of identity matrices with the shape of x. */
static gla_array *identities(gla_scope *s, const gla_array *x)
{
    gla_array *one, *all = gla_s_new(s, gla_device_of(x), x->dtype, x->ndim, x->shape);
    gla_status st = s->status ? s->status : gla_eye(x->shape[x->ndim - 1], &one, NULL, 0, x->dtype, gla_device_of(x)->name);
    if (s->status || !gla_s_adopt(s, st, &one))
        return NULL;
    if (all->size)
        gla_s_assign(s, all, gla_s_broadcast(s, one, x->ndim, x->shape));
    return all;
}

/* Multiply two matrices.  Then release `done`, a large matrix that is no longer needed. */
static gla_array *product(gla_scope *s, gla_array *a, gla_array *b, const gla_array *done)
{
    gla_array *made = gla_s_combine(s, gla_matmul, a, b);
    gla_s_release(s, done);
    return made;
}

static gla_array *power(gla_scope *s, gla_array *x, uint64_t n)
{
    gla_array *square = x, *result = NULL;
    for (;; n >>= 1) {
        bool last = n <= 1;
        if (n & 1)
            result = result ? product(s, result, square, result != square && result != x ? result : NULL) : square;
        if (last || s->status)
            return result;
        square = product(s, square, square, square != x && square != result ? square : NULL);
    }
}

gla_status gla_matrix_power(const gla_array *x, int64_t n, gla_array **out)
{
    gla_scope s;
    gla_device *dev;
    gla_array *placed, *made = NULL;
    *out = NULL;
    if (x->ndim < 2 || x->shape[x->ndim - 1] != x->shape[x->ndim - 2]) {
        char text[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR,
                        "matrix_power: x has shape %s, but it must be a square matrix or a stack of square matrices",
                        gla_shape_text(x->ndim, x->shape, text, sizeof text));
    }
    if (x->dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "matrix_power: bool is not a numeric dtype; convert with astype first");
    gla_scope_begin(&s, "matrix_power");
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (!s.status && n < 0)
        placed = gla_s_apply(&s, gla_inv, placed);
    gla_array *result = s.status ? NULL
                        : n == 0 ? identities(&s, placed)
                                 : power(&s, placed, n < 0 ? -(uint64_t)n : (uint64_t)n);
    if (!s.status && n == 1)
        result = gla_s_adopt(&s, gla_copy(placed, &made), &made);
    return gla_scope_return(&s, result, out);
}
