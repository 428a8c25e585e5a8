/* pinv.c - what the singular values tell: rank and pseudo-inverse. */
#include "common.h"

#include <math.h>

gla_status gla_significant(const gla_call *c, const gla_array *s, const gla_array *rtol, gla_array **mask)
{
    gla_array *largest = NULL, *factor = NULL, *cutoff = NULL;
    int64_t shape[GLA_MAX_NDIM];
    for (int i = 0; i < s->ndim - 1; i++)
        shape[i] = s->shape[i];
    shape[s->ndim - 1] = 1;
    gla_status st = gla_array_view(s, s->ndim, shape, s->strides, 0, &largest);
    if (!st && !rtol)
        st = gla_number((double)(c->m > c->n ? c->m : c->n) * gla_epsilon(c->dtype), &factor);
    else if (!st && rtol->ndim > 0)
        st = gla_add_last(rtol, &factor);
    else if (!st)
        factor = gla_ref(rtol);
    if (!st)
        st = gla_multiply(largest, factor, &cutoff);
    if (!st)
        st = gla_greater(s, cutoff, mask);
    if (!st && !gla_same_shape(*mask, s)) {
        char have[GLA_SHAPE_TEXT], want[GLA_SHAPE_TEXT];
        st = gla_fail(GLA_SHAPE_ERROR, "%s: the tolerance has shape %s, but it must be a number or broadcast to the stack, %s",
                      c->op, gla_shape_text(rtol ? rtol->ndim : 0, rtol ? rtol->shape : NULL, have, sizeof have),
                      gla_shape_text(s->ndim - 1, s->shape, want, sizeof want));
        gla_unref(*mask);
        *mask = NULL;
    }
    gla_unref(largest);
    gla_unref(factor);
    gla_unref(cutoff);
    return st;
}

/* 1/s where the mask is true, else 0, as a column or a row beside the vectors. */
static gla_status inverse_values(const gla_array *s, const gla_array *mask, gla_array **out)
{
    gla_array *one = NULL, *zero = NULL, *quotient = NULL;
    gla_status st = gla_number(1, &one);
    if (!st)
        st = gla_number(0, &zero);
    if (!st)
        st = gla_divide(one, s, &quotient);
    if (!st)
        st = gla_where(mask, quotient, zero, out);
    gla_unref(one);
    gla_unref(zero);
    gla_unref(quotient);
    return st;
}

/* xᴴ: a view of real x, of a conjugated copy of complex x. */
static gla_status adjoint(const gla_array *x, gla_array **out)
{
    gla_array *own = NULL;
    gla_status st = GLA_OK;
    if (gla_dtype_is_complex(x->dtype))
        st = gla_conj(x, &own);
    else
        own = gla_ref(x);
    if (!st)
        st = gla_swap_last(own, out);
    gla_unref(own);
    return st;
}

gla_status gla_apply_pinv(const gla_call *c, const gla_array *u, const gla_array *s, const gla_array *vh,
                          const gla_array *mask, const gla_array *b, gla_array **out)
{
    gla_array *inverse = NULL, *column = NULL, *uh = NULL, *right = NULL, *scaled = NULL, *v = NULL;
    gla_status st = inverse_values(s, mask, &inverse);
    if (!st)
        st = gla_add_last(inverse, &column);
    if (!st)
        st = adjoint(u, &uh);
    if (!st && b)
        st = gla_product(c->op, c->dev, c->dtype, uh, b, false, &right);
    else if (!st)
        right = gla_ref(uh);
    if (!st)
        st = gla_multiply(column, right, &scaled);
    if (!st)
        st = adjoint(vh, &v);
    if (!st)
        st = gla_product(c->op, c->dev, c->dtype, v, scaled, false, out);
    gla_unref(inverse);
    gla_unref(column);
    gla_unref(uh);
    gla_unref(right);
    gla_unref(scaled);
    gla_unref(v);
    return st;
}

gla_status gla_check_tolerance(const char *op, const char *name, const gla_array *tolerance)
{
    gla_array *host, *flat = NULL;
    void *data;
    if (!tolerance)
        return GLA_OK;
    if (gla_dtype_is_complex(tolerance->dtype) || tolerance->dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s is %s, but it must be real", op, name, gla_dtype_name(tolerance->dtype));
    gla_status st = gla_to_host(tolerance, &host, &data);
    if (st)
        return st;
    st = gla_array_contiguous(op, gla_device_of(host), GLA_FLOAT64, host, &flat);
    for (int64_t i = 0; !st && i < flat->size; i++) {
        double v = ((const double *)gla_data(flat))[i];
        if (!(v >= 0 && v < INFINITY))
            st = gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %g, but it must be a finite number, 0 or more", op, name, v);
    }
    gla_unref(flat);
    gla_unref(host);
    return st;
}

/* Of very small numbers the inverses may be beyond the type. */
static gla_status check_range(const gla_call *c, gla_array **out)
{
    bool yes;
    gla_status st = gla_all_finite(*out, &yes);
    if (!st && !yes)
        st = gla_fail(GLA_OVERFLOW_ERROR, "%s: the inverse is too large for %s; use other units, so that its numbers become "
                      "smaller", c->op, gla_dtype_name(c->dtype));
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}

gla_status gla_pinv(const gla_array *x, gla_array **out, const gla_array *rtol)
{
    gla_call c;
    gla_array *u = NULL, *s = NULL, *vh = NULL, *mask = NULL;
    gla_matrices empty = {0};
    *out = NULL;
    gla_status st = gla_check_tolerance("pinv", "rtol", rtol);
    if (st)
        return st;
    st = gla_call_begin(&c, "pinv", "x", x, false);
    if (!st && c.a->size == 0) {
        st = gla_matrices_new(c.op, c.dev, c.dtype, c.nbatch, c.batch, c.n, c.m, GLA_ROW_MAJOR, &empty);
        *out = empty.array;
    } else if (!st) {
        st = gla_svd_stack(&c, c.a, 'S', &u, &s, &vh);
        if (!st)
            st = gla_significant(&c, s, rtol, &mask);
        if (!st)
            st = gla_apply_pinv(&c, u, s, vh, mask, NULL, out);
        if (!st)
            st = check_range(&c, out);
    }
    gla_unref(u);
    gla_unref(s);
    gla_unref(vh);
    gla_unref(mask);
    gla_call_end(&c);
    return st;
}

gla_status gla_matrix_rank(const gla_array *x, gla_array **out, const gla_array *rtol)
{
    gla_call c;
    gla_array *s = NULL, *mask = NULL;
    gla_ints last = {1, {-1}};
    *out = NULL;
    gla_status st = gla_check_tolerance("matrix_rank", "rtol", rtol);
    if (st)
        return st;
    st = gla_call_begin(&c, "matrix_rank", "x", x, false);
    if (!st && c.a->size == 0) {
        st = gla_array_new(c.op, c.dev, GLA_INT64, c.nbatch, c.batch, out);
        if (!st && (st = gla_fill(c.op, *out, 0))) {
            gla_unref(*out);
            *out = NULL;
        }
    } else if (!st) {
        st = gla_singular_values(&c, &s);
        if (!st)
            st = gla_significant(&c, s, rtol, &mask);
        if (!st)
            st = gla_sum(mask, out, &last, GLA_INT64, false);
    }
    gla_unref(s);
    gla_unref(mask);
    gla_call_end(&c);
    return st;
}
