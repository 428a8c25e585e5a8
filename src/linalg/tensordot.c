/* tensordot.c - Tensor contractions, as one matrix product whose inner dimension consists of the paired axes. */
#include "common.h"

static gla_status last_with_first(const gla_array *x1, const gla_array *x2, int64_t n, gla_pairs *p)
{
    if (n < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "tensordot: axes is %lld, but the number of axes cannot be negative", (long long)n);
    if (n > x1->ndim || n > x2->ndim)
        return gla_fail(GLA_INDEX_ERROR, "tensordot: axes is %lld, but the operands have %d and %d dimensions", (long long)n,
                        x1->ndim, x2->ndim);
    p->n = (int)n;
    for (int i = 0; i < p->n; i++) {
        p->first[i] = x1->ndim - p->n + i;
        p->second[i] = i;
    }
    return GLA_OK;
}

static gla_status two_lists(const gla_array *x1, const gla_array *x2, int64_t n, const int64_t *v, gla_pairs *p)
{
    unsigned seen1 = 0, seen2 = 0;
    if (n > GLA_MAX_NDIM)
        return gla_fail(GLA_SHAPE_ERROR, "tensordot: %lld pairs of axes exceed the maximum number of dimensions", (long long)n);
    p->n = (int)n;
    for (int i = 0; i < p->n; i++) {
        gla_status st = gla_normalize_axis("tensordot", x1->ndim, v[i], &p->first[i]);
        if (!st)
            st = gla_normalize_axis("tensordot", x2->ndim, v[n + i], &p->second[i]);
        if (st)
            return st;
        if (seen1 & 1u << p->first[i] || seen2 & 1u << p->second[i])
            return gla_fail(GLA_SHAPE_ERROR, "tensordot: axes contains the same axis twice");
        seen1 |= 1u << p->first[i];
        seen2 |= 1u << p->second[i];
    }
    return GLA_OK;
}

static gla_status check_axes(const gla_array *axes)
{
    if (!gla_dtype_is_integer(axes->dtype) && axes->size > 0)
        return gla_fail(GLA_DTYPE_ERROR, "tensordot: axes must be integers, not %s", gla_dtype_name(axes->dtype));
    if (axes->ndim > 2 || (axes->ndim > 0 && axes->shape[0] != 2))
        return gla_fail(GLA_SHAPE_ERROR, "tensordot: axes must be an integer or a pair of lists of equal length");
    return GLA_OK;
}

static void parse_axes(gla_scope *s, const gla_array *x1, const gla_array *x2, const gla_array *axes, gla_pairs *p)
{
    void *data;
    gla_s_check(s, axes ? check_axes(axes) : last_with_first(x1, x2, 2, p));
    if (!axes)
        return;
    gla_array *host = gla_s_to_host(s, axes, &data);
    gla_array *flat = host ? gla_s_contiguous(s, gla_device_of(host), GLA_INT64, host) : NULL;
    const int64_t *v = flat ? gla_data(flat) : NULL;
    if (v)
        gla_s_check(s, axes->ndim == 0 ? last_with_first(x1, x2, v[0], p) : two_lists(x1, x2, flat->size / 2, v, p));
}

/* Return x as a matrix whose rows are its free axes and whose columns are its paired axes (the reverse for x2).  Append the
 * free dimensions to shape. */
static gla_array *as_matrix(gla_scope *s, const gla_array *x, const int *paired, int n, bool free_first, int *nfree,
                            int64_t *shape)
{
    if (s->status)
        return NULL;
    gla_ints order = {x->ndim, {0}}, two = {2, {1, 1}};
    gla_array *turned, *matrix;
    unsigned mask = 0;
    int at = free_first ? 0 : n;
    for (int i = 0; i < n; i++)
        mask |= 1u << paired[i];
    for (int i = 0; i < x->ndim; i++) {
        if (mask & 1u << i)
            continue;
        order.v[at++] = i;
        shape[(*nfree)++] = x->shape[i];
        two.v[free_first ? 0 : 1] *= x->shape[i];
    }
    for (int i = 0; i < n; i++) {
        order.v[(free_first ? x->ndim - n : 0) + i] = paired[i];
        two.v[free_first ? 1 : 0] *= x->shape[paired[i]];
    }
    turned = gla_s_adopt(s, gla_permute_dims(x, &order, &turned), &turned);
    return turned ? gla_s_adopt(s, gla_reshape(turned, &two, &matrix, GLA_MAYBE, NULL), &matrix) : NULL;
}

static gla_array *contract(gla_call *c, gla_array *const x[2], const gla_pairs *p)
{
    gla_ints shape = {0, {0}};
    gla_array *out;
    int64_t free_shape[2 * GLA_MAX_NDIM];
    gla_array *a = as_matrix(c->s, x[0], p->first, p->n, true, &shape.n, free_shape);
    gla_array *b = as_matrix(c->s, x[1], p->second, p->n, false, &shape.n, free_shape);
    if (!gla_failed(c) && shape.n > GLA_MAX_NDIM)
        gla_s_fail(c->s, GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are possible", c->op,
                   shape.n, GLA_MAX_NDIM);
    for (int i = 0; i < shape.n && !gla_failed(c); i++)
        shape.v[i] = free_shape[i];
    gla_array *matrix = gla_product(c, a, b, false);
    return matrix ? gla_s_adopt(c->s, gla_reshape(matrix, &shape, &out, GLA_MAYBE, NULL), &out) : NULL;
}

gla_status gla_contract(const char *op, const gla_array *x1, const gla_array *x2, const gla_pairs *p, gla_array **out)
{
    const gla_array *in[2] = {x1, x2};
    gla_array *placed[2];
    gla_call c;
    *out = NULL;
    gla_call_begin_part(&c, op, "x1", NULL, gla_product_dtype(2, in), 0, 0);
    for (int i = 0; i < p->n && !gla_failed(&c); i++) {
        int64_t n1 = x1->shape[p->first[i]], n2 = x2->shape[p->second[i]];
        if (n1 != n2)
            gla_s_fail(c.s, GLA_SHAPE_ERROR,
                       "%s: axis %d of the first operand has length %lld, but axis %d of the second has %lld", op, p->first[i],
                       (long long)n1, p->second[i], (long long)n2);
    }
    gla_s_place(c.s, 2, in, false, &c.dev, placed);
    return gla_call_return(&c, gla_product_of(c.s, 2, in, contract(&c, placed, p)), out);
}

gla_status gla_tensordot(const gla_array *x1, const gla_array *x2, gla_array **out, const gla_array *axes)
{
    gla_scope s;
    gla_pairs p = {0};
    *out = NULL;
    gla_scope_begin(&s, "tensordot");
    parse_axes(&s, x1, x2, axes, &p);
    gla_status st = gla_scope_end(&s);
    return st ? st : gla_contract("tensordot", x1, x2, &p, out);
}
