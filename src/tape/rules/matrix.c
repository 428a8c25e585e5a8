/* matrix.c - Operations on stacks of matrices, for the rules of linear algebra (matrix.h). */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/matrix.h"

#include <string.h>

gla_array *gla_r_solve(gla_vjp *c, const gla_array *a, const gla_array *b, gla_transpose trans)
{
    gla_array *made = NULL;
    return a && b && !c->s.status ? gla_r_adopt(c, gla_solve(a, b, &made, trans), &made) : NULL;
}

gla_array *gla_r_triangular(gla_vjp *c, const gla_array *a, const gla_array *b, gla_transpose trans, bool lower)
{
    gla_array *made = NULL;
    return a && b && !c->s.status ? gla_r_adopt(c, gla_solve_triangular(a, b, &made, trans, lower, false), &made) : NULL;
}

gla_array *gla_r_column(gla_vjp *c, const gla_array *x, bool vector)
{
    return vector ? gla_r_add_last(c, x, 1) : (gla_array *)x;
}

gla_array *gla_r_uncolumn(gla_vjp *c, const gla_array *x, bool vector)
{
    return vector && x ? gla_r_reshape(c, x, x->ndim - 1, x->shape) : (gla_array *)x;
}

gla_array *gla_r_row(gla_vjp *c, const gla_array *v)
{
    int64_t shape[GLA_MAX_NDIM + 1];
    if (!v || c->s.status)
        return NULL;
    memcpy(shape, v->shape, (size_t)v->ndim * sizeof *shape);
    shape[v->ndim] = shape[v->ndim - 1];
    shape[v->ndim - 1] = 1;
    return gla_r_reshape(c, v, v->ndim + 1, shape);
}

gla_array *gla_r_eye(gla_vjp *c, const gla_operand *like, int64_t rows, int64_t columns, int64_t k)
{
    gla_array *made = NULL;
    const gla_ints n = {1, {columns}};
    gla_array *eye = c->s.status ? NULL : gla_r_adopt(c, gla_eye(rows, &made, &n, k, GLA_BOOL, "host"), &made);
    return eye ? gla_s_to_device(&c->s, like->dev, eye) : NULL;
}

gla_array *gla_r_diag(gla_vjp *c, const gla_operand *like, const gla_array *v)
{
    int64_t n = v ? v->shape[v->ndim - 1] : 0;
    return v ? gla_r_where(c, gla_r_eye(c, like, n, n, 0), gla_r_row(c, v), gla_r_number(c, 0)) : NULL;
}

static gla_index slice_of(int axis, int64_t start, int64_t stop)
{
    gla_index key = {.n = 1 - axis, .v = {{.kind = GLA_INDEX_ELLIPSIS}}};
    for (int i = 1; i < key.n; i++)
        key.v[i] = (gla_index_item){.kind = GLA_INDEX_SLICE, .step = 1};
    key.v[1] = (gla_index_item){
        .kind = GLA_INDEX_SLICE, .has_start = true, .has_stop = true, .start = start, .stop = stop, .step = 1};
    return key;
}

gla_array *gla_r_lines(gla_vjp *c, const gla_array *x, int axis, int64_t start, int64_t stop)
{
    gla_array *made = NULL;
    gla_index key = slice_of(axis, start, stop);
    return x && !c->s.status ? gla_r_adopt(c, gla_getitem(x, &key, &made), &made) : NULL;
}

gla_array *gla_r_hermitian(gla_vjp *c, const gla_array *x)
{
    return gla_r_scale(c, gla_r_add(c, x, gla_r_h(c, x)), 0.5);
}

gla_array *gla_r_leading(gla_vjp *c, const gla_array *g, int axis, int64_t n, const char *remedy)
{
    int64_t length = g ? g->shape[g->ndim + axis] : n;
    if (length <= n)
        return (gla_array *)g;
    gla_array *rest = gla_r_lines(c, g, axis, n, length);
    if (gla_r_any(c, gla_r_combine(c, gla_not_equal, rest, gla_r_number(c, 0))))
        gla_r_fail(c, "has no derivative of the vectors that only complete a basis; %s", remedy);
    return gla_r_lines(c, g, axis, 0, n);
}

gla_array *gla_r_total(gla_vjp *c, const gla_array *x, int axis, bool keepdims)
{
    return gla_r_sum(c, x, &(const gla_ints){1, {axis}}, keepdims);
}

gla_array *gla_r_largest(gla_vjp *c, const gla_array *x, bool all)
{
    gla_array *made = NULL;
    const gla_ints last = {1, {-1}};
    return x && !c->s.status ? gla_r_adopt(c, gla_max(x, &made, all ? NULL : &last, true), &made) : NULL;
}

bool gla_r_any(gla_vjp *c, const gla_array *x)
{
    gla_array *some = x && !c->s.status ? gla_s_reduce_all(&c->s, gla_any, x) : NULL;
    return some && gla_s_truth(&c->s, some);
}

bool gla_r_is_empty(const gla_operand *x)
{
    for (int i = 0; i < x->ndim; i++)
        if (x->shape[i] == 0)
            return true;
    return false;
}

gla_array *gla_r_svd(gla_vjp *c, const gla_array *x, gla_array **S, gla_array **Vh)
{
    gla_array *U = NULL;
    *S = *Vh = NULL;
    if (!x || c->s.status)
        return NULL;
    gla_status st = gla_svd(x, &U, S, Vh, false);
    *S = gla_r_adopt(c, st, S);
    *Vh = gla_s_own(&c->s, *Vh);
    return gla_s_own(&c->s, U);
}

gla_array *gla_r_from_svd(gla_vjp *c, const gla_array *U, const gla_array *s, const gla_array *Vh)
{
    return gla_r_matmul(c, gla_r_multiply(c, U, gla_r_row(c, s)), Vh);
}

double gla_r_epsilon(gla_dtype dtype)
{
    return dtype == GLA_FLOAT32 || dtype == GLA_COMPLEX64 ? 0x1p-23 : 0x1p-52;
}

gla_array *gla_r_cholesky_back(gla_vjp *c, const gla_array *L, const gla_array *g)
{
    gla_array *p = gla_r_matmul(c, gla_r_h(c, L), g);
    gla_array *low = gla_r_tril(c, p, -1), *diagonal = gla_r_subtract(c, gla_r_tril(c, p, 0), low);
    p = gla_r_add(c, low, gla_r_scale(c, diagonal, 0.5));
    gla_array *left = gla_r_triangular(c, L, gla_r_hermitian(c, p), GLA_CONJUGATE_TRANSPOSED, true);
    return gla_r_h(c, gla_r_triangular(c, L, gla_r_h(c, left), GLA_CONJUGATE_TRANSPOSED, true));
}
