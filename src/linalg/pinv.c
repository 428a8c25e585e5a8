/* pinv.c - Pseudo-inverse and matrix rank from singular values. */
#include "common.h"

#include <math.h>

gla_array *gla_significant(const gla_call *c, const gla_array *s, const gla_array *rtol)
{
    int64_t shape[GLA_MAX_NDIM];
    gla_scope *o = c->s;
    int start = gla_scope_mark(o);
    if (gla_failed(c))
        return NULL;
    for (int i = 0; i < s->ndim - 1; i++)
        shape[i] = s->shape[i];
    shape[s->ndim - 1] = 1;
    gla_array *largest = gla_s_view(o, s, s->ndim, shape, s->strides, 0);
    gla_array *number = rtol ? NULL : gla_s_number(o, (double)(c->m > c->n ? c->m : c->n) * gla_epsilon(c->dtype));
    const gla_array *factor = !rtol ? number : rtol->ndim > 0 ? gla_s_add_last(o, rtol) : rtol;
    gla_array *mask = gla_s_combine(o, gla_greater, s, gla_s_combine(o, gla_multiply, largest, factor));
    if (mask && !gla_same_shape(mask, s)) {
        char have[GLA_SHAPE_TEXT], want[GLA_SHAPE_TEXT];
        gla_s_fail(o, GLA_SHAPE_ERROR,
                   "%s: the tolerance has shape %s, but it must be a scalar or broadcast to the shape of the stack, %s", c->op,
                   gla_shape_text(rtol ? rtol->ndim : 0, rtol ? rtol->shape : NULL, have, sizeof have),
                   gla_shape_text(s->ndim - 1, s->shape, want, sizeof want));
    }
    return gla_scope_keep(o, start, mask);
}

/* Return 1/s for each singular value whose mask is true, 0 for the others. */
static gla_array *inverse_values(gla_scope *s, const gla_array *values, const gla_array *mask)
{
    gla_array *quotient = gla_s_combine(s, gla_divide, gla_s_number(s, 1), values);
    return gla_s_where(s, mask, quotient, gla_s_number(s, 0));
}

gla_array *gla_apply_pinv(const gla_call *c, const gla_singular *f, const gla_array *mask, const gla_array *b)
{
    gla_scope *s = c->s;
    int start = gla_scope_mark(s);
    gla_array *column = gla_s_add_last(s, inverse_values(s, f->s, mask));
    gla_array *uh = gla_s_adjoint(s, f->u), *v = gla_s_adjoint(s, f->vh);
    gla_array *scaled = gla_s_combine(s, gla_multiply, column, b ? gla_call_product(c, uh, b) : uh);
    return gla_scope_keep(s, start, gla_call_product(c, v, scaled));
}

gla_status gla_check_tolerance(const char *op, const char *name, const gla_array *tolerance)
{
    gla_scope s;
    void *data;
    if (!tolerance)
        return GLA_OK;
    if (gla_dtype_is_complex(tolerance->dtype) || tolerance->dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s is %s, but it must be real", op, name, gla_dtype_name(tolerance->dtype));
    gla_scope_begin(&s, op);
    gla_array *host = gla_s_to_host(&s, tolerance, &data);
    gla_array *flat = host ? gla_s_contiguous(&s, gla_device_of(host), GLA_FLOAT64, host) : NULL;
    for (int64_t i = 0; flat && i < flat->size; i++) {
        double v = ((const double *)gla_data(flat))[i];
        if (!(v >= 0 && v < INFINITY))
            gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: %s is %g, but it must be finite and not negative", op, name, v);
    }
    return gla_scope_end(&s);
}

/* The inverses of tiny elements may overflow. */
static void check_range(const gla_call *c, const gla_array *inverse)
{
    if (!gla_call_finite(c, inverse))
        gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: the pseudo-inverse is too large for %s; rescale x", c->op,
                   gla_dtype_name(c->dtype));
}

gla_status gla_pinv(const gla_array *x, gla_array **out, const gla_array *rtol)
{
    gla_call c;
    gla_array *inverse;
    *out = NULL;
    gla_status st = gla_check_tolerance("pinv", "rtol", rtol);
    if (st)
        return st;
    if (!gla_call_begin(&c, "pinv", "x", x, false) && c.a->size == 0) {
        inverse = gla_call_matrices(&c, c.n, c.m, GLA_ROW_MAJOR).array;
    } else {
        gla_singular f = gla_svd_stack(&c, c.a, 'S');
        inverse = gla_apply_pinv(&c, &f, gla_significant(&c, f.s, rtol), NULL);
        check_range(&c, inverse);
    }
    return gla_call_return(&c, inverse, out);
}

gla_status gla_matrix_rank(const gla_array *x, gla_array **out, const gla_array *rtol)
{
    gla_call c;
    gla_array *rank;
    *out = NULL;
    gla_status st = gla_check_tolerance("matrix_rank", "rtol", rtol);
    if (st)
        return st;
    if (!gla_call_begin(&c, "matrix_rank", "x", x, false) && c.a->size == 0) {
        rank = gla_call_new(&c, GLA_INT64, -1);
        gla_s_fill(c.s, rank, 0);
    } else {
        rank = gla_s_sum(c.s, gla_significant(&c, gla_singular_values(&c), rtol), -1, GLA_INT64);
    }
    return gla_call_return(&c, rank, out);
}
