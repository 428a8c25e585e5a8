/* tensorsolve.c - Linear systems and inverses of tensors.  A tensor is treated as a matrix whose axes form two groups. */
#include "common.h"
#include "shape/reshape.h"

static int64_t product_of(const int64_t *shape, int n)
{
    int64_t size = 1;
    for (int i = 0; i < n; i++)
        size *= shape[i];
    return size;
}

/* Return a with some axes moved to its end, in the given order. */
static gla_array *move_last(gla_scope *s, const gla_array *a, const gla_ints *axes)
{
    gla_ints order = {.n = a->ndim};
    unsigned moved = 0;
    gla_array *out;
    int at = 0;
    if (gla_s_check(s, gla_normalize_axes(s->op, a->ndim, axes, &moved)))
        return NULL;
    for (int i = 0; i < a->ndim; i++)
        if (!(moved >> i & 1))
            order.v[at++] = i;
    for (int i = 0; i < axes->n; i++)
        order.v[at++] = axes->v[i];
    return gla_s_adopt(s, gla_permute_dims(a, &order, &out), &out);
}

gla_status gla_tensorsolve(const gla_array *a, const gla_array *b, gla_array **out, const gla_ints *axes)
{
    gla_scope s;
    gla_array *x = NULL;
    char ta[GLA_SHAPE_TEXT], tb[GLA_SHAPE_TEXT];
    *out = NULL;
    gla_scope_begin(&s, "tensorsolve");
    const gla_array *moved = axes ? move_last(&s, a, axes) : a;
    int64_t n = b->size, unknowns = moved && a->ndim >= b->ndim ? product_of(moved->shape + b->ndim, a->ndim - b->ndim) : -1;
    if (moved && (unknowns != n || product_of(moved->shape, b->ndim) != n))
        gla_s_fail(&s, GLA_SHAPE_ERROR,
                   "tensorsolve: a of shape %s is not square for b of shape %s; the "
                   "number of unknowns must equal the number of elements of b",
                   gla_shape_text(moved->ndim, moved->shape, ta, sizeof ta), gla_shape_text(b->ndim, b->shape, tb, sizeof tb));
    if (!s.status) {
        gla_array *matrix = gla_s_reshape(&s, moved, 2, (int64_t[]){n, n}), *right = gla_s_reshape(&s, b, 1, &n);
        if (!s.status)
            gla_s_adopt(&s, gla_solve_as("tensorsolve", matrix, right, &x, 0), &x);
        x = gla_s_reshape(&s, x, a->ndim - b->ndim, moved->shape + b->ndim);
    }
    return gla_scope_return(&s, x, out);
}

gla_status gla_tensorinv(const gla_array *a, gla_array **out, int ind)
{
    gla_scope s;
    gla_array *x = NULL;
    char text[GLA_SHAPE_TEXT];
    int64_t shape[GLA_MAX_NDIM];
    *out = NULL;
    if (ind < 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "tensorinv: ind is %d; give the number of leading axes, 1 or more", ind);
    int64_t rows = ind <= a->ndim ? product_of(a->shape, ind) : -1;
    if (rows < 0 || product_of(a->shape + ind, a->ndim - ind) != rows)
        return gla_fail(GLA_SHAPE_ERROR, "tensorinv: a of shape %s is not square with ind = %d",
                        gla_shape_text(a->ndim, a->shape, text, sizeof text), ind);
    gla_scope_begin(&s, "tensorinv");
    gla_array *matrix = gla_s_reshape(&s, a, 2, (int64_t[]){rows, rows});
    if (matrix)
        gla_s_adopt(&s, gla_inv_as("tensorinv", matrix, &x), &x);
    for (int i = 0; i < a->ndim; i++)
        shape[i] = a->shape[(i + ind) % a->ndim];
    return gla_scope_return(&s, gla_s_reshape(&s, x, a->ndim, shape), out);
}
