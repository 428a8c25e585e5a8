/* diagonal.c - Diagonals as views, and traces. */
#include "common.h"

gla_array *gla_s_diagonal(gla_scope *s, const gla_array *x, int64_t offset)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    if (s->status)
        return NULL;
    int nd = x->ndim - 1;
    for (int i = 0; i < nd - 1; i++) {
        shape[i] = x->shape[i];
        strides[i] = x->strides[i];
    }
    int64_t m = x->shape[nd - 1], n = x->shape[nd], rs = x->strides[nd - 1], cs = x->strides[nd], start = 0;
    /* A diagonal that begins outside the matrix is empty.  The comparisons cannot overflow. */
    int64_t rows = offset >= 0 ? m : offset <= -m ? 0 : m + offset;
    int64_t cols = offset <= 0 ? n : offset >= n ? 0 : n - offset;
    shape[nd - 1] = rows < cols ? rows : cols;
    strides[nd - 1] = rs + cs;
    if (shape[nd - 1] > 0)
        start = offset >= 0 ? offset * cs : -offset * rs;
    gla_array *made; /* the shape of the view needs no check, because the view is a part of x */
    return gla_s_adopt(s, gla_array_view(x, nd, shape, strides, start, &made), &made);
}

void gla_call_eye(const gla_call *c, gla_array *dst)
{
    int start = gla_scope_mark(c->s); /* a view would keep the memory of dst alive */
    gla_s_fill(c->s, dst, 0);
    gla_s_fill(c->s, dst ? gla_s_diagonal(c->s, dst, 0) : NULL, 1);
    gla_scope_keep(c->s, start, NULL);
}

static gla_status check_matrix(const char *op, const gla_array *x)
{
    return x->ndim >= 2 ? GLA_OK
                        : gla_fail(GLA_SHAPE_ERROR, "%s: x has %d dimension%s, but a matrix needs two", op, x->ndim,
                                   x->ndim == 1 ? "" : "s");
}

gla_status gla_diagonal(const gla_array *x, gla_array **out, int64_t offset)
{
    gla_scope s;
    gla_scope_begin(&s, "diagonal");
    gla_s_check(&s, check_matrix("diagonal", x));
    gla_array *diagonal = gla_s_diagonal(&s, x, offset);
    if (diagonal)
        diagonal->flags |= GLA_READONLY;
    return gla_scope_return(&s, diagonal, out);
}

gla_status gla_trace(const gla_array *x, gla_array **out, int64_t offset, gla_dtype dtype)
{
    gla_scope s;
    gla_scope_begin(&s, "trace");
    gla_s_check(&s, check_matrix("trace", x));
    return gla_scope_return(&s, gla_s_sum(&s, gla_s_diagonal(&s, x, offset), -1, dtype), out);
}
