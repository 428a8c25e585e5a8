/* composed.c - Common part of composed random draws; see composed.h. */
#include "random/composed.h"

#include <string.h>

gla_status gla_random_close(random_call *c, const gla_array *result, gla_array **out)
{
    gla_status st = gla_scope_return(&c->s, result, out);
    if (st && c->drawn)
        gla_random_return(c, c->drawn);
    return st;
}

gla_array *gla_random_part(random_call *c, gla_status st, gla_array **made)
{
    if (!st)
        c->drawn += (*made)->size; /* run even if the scope has no memory left */
    return gla_s_adopt(&c->s, st, made);
}

gla_array *gla_random_between(random_call *c, int64_t low, int64_t high, const gla_ints *shape, gla_device *dev)
{
    gla_scope *s = &c->s;
    gla_array *from = NULL, *to = NULL, *drawn = NULL;
    if (!s->status)
        gla_s_check(s, gla_check_shape(s->op, GLA_INT64, shape->n, shape->v, &(int64_t){0}));
    from = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &low, &from), &from);
    to = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &high, &to), &to);
    if (s->status)
        return NULL;
    gla_status st = gla_random_generator_integers(c->g, from, &drawn, to, shape, GLA_INT64, true, dev->name);
    return gla_random_part(c, st, &drawn);
}

gla_array *gla_random_real(random_call *c, const char *name, gla_dtype dtype, const gla_array *x)
{
    gla_scope *s = &c->s;
    if (!s->status && gla_dtype_is_complex(x->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is complex, but it must be real", s->op, name);
    if (s->status)
        return NULL;
    if (dtype == GLA_NO_DTYPE)
        dtype = c->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    return gla_s_convert(s, x, dtype, c->dev, GLA_MAYBE);
}

gla_dtype gla_random_result_type(random_call *c, gla_dtype dtype)
{
    if (dtype == GLA_NO_DTYPE)
        return GLA_FLOAT64;
    if (!gla_dtype_is_real_floating(dtype))
        gla_s_fail(&c->s, GLA_DTYPE_ERROR, "%s: dtype is %s, but it must be float32 or float64", c->s.op,
                   gla_dtype_name(dtype));
    return dtype;
}

void gla_random_find_stack(random_call *c, const gla_ints *shape, int n, const char *const names[], const gla_array *const in[],
                           const int core[])
{
    random_parameter p[GLA_DRAW_PARAMETERS];
    for (int k = 0; k < n && !c->s.status; k++) {
        const gla_array *x = in[k];
        if (x->ndim < core[k])
            gla_s_fail(&c->s, GLA_SHAPE_ERROR, "%s: the number of dimensions of %s is %d, but it must be at least %d", c->s.op,
                       names[k], x->ndim, core[k]);
        else
            x = gla_s_view(&c->s, x, x->ndim - core[k], x->shape, x->strides, 0);
        p[k] = (random_parameter){names[k], x, 0};
    }
    if (!c->s.status)
        gla_random_find_shape(c, n, p, shape);
}

gla_ints gla_random_shape(random_call *c, int extra, int64_t m, int64_t n)
{
    gla_ints shape = {.n = 0};
    if (!c->s.status && c->ndim + extra > GLA_MAX_NDIM)
        gla_s_fail(&c->s, GLA_SHAPE_ERROR, "%s: the result would have more than %d dimensions", c->s.op, GLA_MAX_NDIM);
    if (c->s.status)
        return shape;
    memcpy(shape.v, c->shape, sizeof *shape.v * (size_t)c->ndim);
    shape.n = c->ndim;
    if (extra > 0)
        shape.v[shape.n++] = m;
    if (extra > 1)
        shape.v[shape.n++] = n;
    return shape;
}

bool gla_random_all(random_call *c, gla_binary *f, const gla_array *x, double number)
{
    gla_scope *s = &c->s;
    bool counts = !s->status && gla_dtype_is_integer(x->dtype);
    int64_t whole = counts ? (int64_t)number : 0;
    gla_array *right = NULL;
    if (!s->status)
        right = counts ? gla_s_adopt(s, gla_scalar(GLA_INT64, &whole, &right), &right) : gla_s_number(s, number);
    gla_array *holds = right ? gla_s_combine(s, f, x, right) : NULL;
    gla_array *all = holds ? gla_s_reduce_all(s, gla_all, holds) : NULL;
    return all && gla_s_truth(s, all);
}

void gla_random_check_rows(random_call *c, const char *name, gla_dtype given, const gla_array *p)
{
    gla_scope *s = &c->s;
    const double near = given == GLA_FLOAT32 ? 3.5e-4 : 1.5e-8;
    random_tree tree;
    if (s->status)
        return;
    if (p->shape[p->ndim - 1] == 0)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s is empty; give at least one probability", s->op, name);
    if (!s->status && !gla_random_all(c, gla_greater_equal, p, 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s must contain probabilities from 0 to 1", s->op, name);
    gla_random_sum(c, p, &tree);
    gla_array *one = gla_s_number(s, 1);
    gla_array *off = one ? gla_s_combine(s, gla_subtract, tree.sums[tree.levels - 1], one) : NULL;
    off = off ? gla_s_apply(s, gla_abs, off) : NULL;
    if (off && !gla_random_all(c, gla_less_equal, off, near))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s must sum to 1; divide by the sum", s->op, name);
}

/* ---- trees of sums ------------------------------------------------------------------------------------------- */
gla_array *gla_random_every_other(random_call *c, const gla_array *x, int64_t start, int64_t count)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (c->s.status)
        return NULL;
    int last = x->ndim - 1;
    memcpy(shape, x->shape, sizeof *shape * (size_t)x->ndim);
    memcpy(strides, x->strides, sizeof *strides * (size_t)x->ndim);
    shape[last] = count;
    strides[last] *= 2;
    return gla_s_view(&c->s, x, x->ndim, shape, strides, x->size && count ? start * x->strides[last] : 0);
}

gla_array *gla_random_first(random_call *c, const gla_array *x, int64_t count)
{
    return c->s.status ? NULL : gla_s_slice(&c->s, x, x->ndim - 1, 0, count);
}

static gla_array *sum_pairs(random_call *c, const gla_array *x)
{
    gla_scope *s = &c->s;
    int last = x->ndim - 1;
    int64_t n = x->shape[last], half = n / 2, shape[GLA_MAX_NDIM];
    gla_array *left = gla_random_every_other(c, x, 0, half), *right = gla_random_every_other(c, x, 1, half);
    gla_array *sums = s->status ? NULL : gla_s_combine(s, gla_add, left, right);
    if (n % 2 == 0 || !sums)
        return sums;
    memcpy(shape, x->shape, sizeof *shape * (size_t)x->ndim);
    shape[last] = half + 1;
    gla_array *all = gla_s_new(s, gla_device_of(x), x->dtype, x->ndim, shape);
    gla_array *from = gla_s_slice(s, x, last, n - 1, 1);
    gla_array *first = gla_random_first(c, all, half), *rest = all ? gla_s_slice(s, all, last, half, 1) : NULL;
    gla_s_assign(s, first, sums);
    gla_s_assign(s, rest, from);
    return s->status ? NULL : all;
}

void gla_random_sum(random_call *c, const gla_array *x, random_tree *tree)
{
    gla_array *at = c->s.status ? NULL : gla_s_own(&c->s, gla_ref((gla_array *)x));
    tree->levels = 1;
    tree->sums[0] = at;
    while (at && at->shape[at->ndim - 1] > 1) {
        at = sum_pairs(c, at);
        tree->sums[tree->levels++] = at;
    }
}

gla_array *gla_random_split(random_call *c, const gla_array *above, const gla_array *left, int64_t n)
{
    gla_scope *s = &c->s;
    int64_t shape[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    int last = left->ndim - 1;
    int64_t half = n / 2;
    memcpy(shape, left->shape, sizeof *shape * (size_t)left->ndim);
    shape[last] = n;
    gla_array *all = gla_s_new(s, c->dev, left->dtype, left->ndim, shape), *whole = gla_random_first(c, above, half);
    gla_array *right = whole ? gla_s_combine(s, gla_subtract, whole, left) : NULL;
    gla_s_assign(s, gla_random_every_other(c, all, 0, half), left);
    gla_s_assign(s, gla_random_every_other(c, all, 1, half), right);
    if (n % 2 && !s->status) {
        gla_array *to = gla_s_slice(s, all, last, n - 1, 1), *from = gla_s_slice(s, above, above->ndim - 1, half, 1);
        gla_s_assign(s, to, from);
    }
    return s->status ? NULL : all;
}
