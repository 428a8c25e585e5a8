/* dot.c - NumPy's dot, inner and vdot, as contractions. */
#include "common.h"
#include "shape/reshape.h"

/* Multiply an array by a scalar.  For bools the result is the logical and. */
static gla_status scale(const char *op, const gla_array *a, const gla_array *b, gla_array **out)
{
    gla_scope s;
    bool both_bool = a->dtype == GLA_BOOL && b->dtype == GLA_BOOL;
    gla_scope_begin(&s, op);
    return gla_scope_return(&s, gla_s_combine(&s, both_bool ? gla_logical_and : gla_multiply, a, b), out);
}

/* Return true if matmul computes the product directly: operands of at most two dimensions need no rearranging. */
static bool is_product_of_matrices(const gla_array *a, const gla_array *b)
{
    return a->ndim <= 2 && b->ndim <= 2 && a->shape[a->ndim - 1] == b->shape[0];
}

/* Contract the last axis of a with axis `at` of b. */
static gla_status contract_last(const char *op, const gla_array *a, const gla_array *b, int at, gla_array **out)
{
    gla_pairs p = {.n = 1, .first = {a->ndim - 1}, .second = {at}};
    return gla_contract(op, a, b, &p, out);
}

gla_status gla_dot(const gla_array *a, const gla_array *b, gla_array **out)
{
    *out = NULL;
    if (a->ndim == 0 || b->ndim == 0)
        return scale("dot", a, b, out);
    gla_status st = a->ndim <= 2 && b->ndim <= 2 ? gla_check_product("dot", a, b) : GLA_OK;
    if (st)
        return st;
    if (is_product_of_matrices(a, b))
        return gla_matmul(a, b, out);
    return contract_last("dot", a, b, b->ndim > 1 ? b->ndim - 2 : 0, out);
}

gla_status gla_inner(const gla_array *a, const gla_array *b, gla_array **out)
{
    *out = NULL;
    if (a->ndim == 0 || b->ndim == 0)
        return scale("inner", a, b, out);
    if (b->ndim == 1 && is_product_of_matrices(a, b))
        return gla_matmul(a, b, out);
    return contract_last("inner", a, b, b->ndim - 1, out);
}

gla_status gla_vdot(const gla_array *a, const gla_array *b, gla_array **out)
{
    gla_scope s;
    gla_array *product = NULL;
    *out = NULL;
    if (a->size != b->size)
        return gla_fail(GLA_SHAPE_ERROR, "vdot: a has size %lld, but b has size %lld", (long long)a->size, (long long)b->size);
    gla_scope_begin(&s, "vdot");
    gla_array *first = gla_s_reshape(&s, a, 1, &a->size), *second = gla_s_reshape(&s, b, 1, &b->size);
    if (!s.status)
        gla_s_adopt(&s, gla_vecdot(first, second, &product, -1), &product);
    return gla_scope_return(&s, product, out);
}
