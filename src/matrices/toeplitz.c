/* toeplitz.c - Toeplitz and Hankel matrices, whose element (i, j) depends on i − j or i + j.  The matrices are views of one
 * vector with overlapping strides. */
#include "core/scope.h"

#include <string.h>

/* The first column and the first or last row: their lengths, and the broadcast shape of their stacks. */
typedef struct ends {
    int64_t m, n;
    int nbatch;
    int64_t batch[GLA_MAX_NDIM + 1];
} ends;

static void read_ends(gla_scope *s, const gla_array *c, const gla_array *r, ends *e)
{
    *e = (ends){0};
    if (c->ndim == 0 || r->ndim == 0) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s is a scalar, but it must be a vector", s->op, c->ndim == 0 ? "c" : "r");
        return;
    }
    e->m = c->shape[c->ndim - 1];
    e->n = r->shape[r->ndim - 1];
    gla_stack_view first, second;
    const gla_array *stacks[2] = {gla_view_on_stack(&first, c, c->ndim - 1, c->shape, c->strides),
                                  gla_view_on_stack(&second, r, r->ndim - 1, r->shape, r->strides)};
    gla_s_check(s, gla_common_shape(s->op, 2, stacks, &e->nbatch, e->batch));
    if (!s->status && e->nbatch + 2 > GLA_MAX_NDIM)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: the result would have %d dimensions, but at most %d are possible", s->op,
                   e->nbatch + 2, GLA_MAX_NDIM);
}

/* Write x to elements [start, start + count) of the last dimension of values.  If the step is −1, write backwards from
 * `start`. */
static void put(gla_scope *s, const gla_array *values, int64_t start, int64_t count, int64_t step, const gla_array *x)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (s->status || values->size == 0 || count == 0)
        return;
    int last = values->ndim - 1;
    memcpy(shape, values->shape, sizeof *shape * (size_t)values->ndim);
    memcpy(strides, values->strides, sizeof *strides * (size_t)values->ndim);
    shape[last] = count;
    strides[last] = step;
    gla_s_assign(s, gla_s_view(s, values, values->ndim, shape, strides, start), x);
}

/* Write the elements of the matrix to a vector: c from `corner` on in steps of `step`, then the other elements of r.  Return
 * the matrix as a view whose rows have the same step. */
static gla_array *build(gla_scope *s, gla_device *dev, const ends *e, const gla_array *c, const gla_array *r, int64_t step)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int nd = e->nbatch;
    memcpy(shape, e->batch, sizeof *shape * (size_t)nd);
    int64_t corner = step < 0 ? e->m - 1 : 0;
    if (__builtin_add_overflow(e->m, e->n > 0 ? e->n - 1 : 0, &shape[nd]))
        gla_s_fail(s, GLA_OVERFLOW_ERROR, "%s: the size of the matrix overflows int64", s->op);
    gla_dtype dtype = gla_promote_arrays(2, (const gla_array *[]){c, r});
    gla_array *values = gla_s_new(s, dev, dtype, nd + 1, shape);
    if (!values)
        return NULL;
    put(s, values, corner, e->m, step, c);
    if (e->n > 1)
        put(s, values, e->m, e->n - 1, 1, gla_s_slice(s, r, r->ndim - 1, 1, e->n - 1));
    memcpy(strides, values->strides, sizeof *strides * (size_t)nd);
    shape[nd] = e->m;
    shape[nd + 1] = e->n;
    strides[nd] = step;
    strides[nd + 1] = 1;
    bool empty = e->m == 0 || values->size == 0;
    return gla_s_contiguous(s, dev, dtype, gla_s_view(s, values, nd + 2, shape, empty ? NULL : strides, empty ? 0 : corner));
}

gla_status gla_toeplitz(const gla_array *c, gla_array **out, const gla_array *r)
{
    gla_scope s;
    ends e;
    gla_device *dev = NULL;
    *out = NULL;
    gla_scope_begin(&s, "toeplitz");
    if (!r)
        r = gla_dtype_is_complex(c->dtype) ? gla_s_apply(&s, gla_conj, c) : c;
    if (!s.status)
        read_ends(&s, c, r, &e);
    gla_s_check(&s, s.status ? s.status : gla_common_device("toeplitz", 2, (const gla_array *[]){c, r}, &dev));
    return gla_scope_return(&s, s.status ? NULL : build(&s, dev, &e, c, r, -1), out);
}

gla_status gla_hankel(const gla_array *c, gla_array **out, const gla_array *r)
{
    gla_scope s;
    ends e;
    gla_device *dev = NULL;
    *out = NULL;
    gla_scope_begin(&s, "hankel");
    gla_s_check(&s, gla_common_device("hankel", r ? 2 : 1, (const gla_array *[]){c, r}, &dev));
    if (!r && !s.status) {
        gla_array *zero = gla_s_new(&s, dev, c->dtype, 0, NULL);
        gla_s_fill(&s, zero, 0);
        r = gla_s_broadcast(&s, zero, c->ndim, c->shape);
    }
    if (!s.status)
        read_ends(&s, c, r, &e);
    return gla_scope_return(&s, s.status ? NULL : build(&s, dev, &e, c, r, 1), out);
}
