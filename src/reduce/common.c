/* common.c - Common execution of all reductions: axes, result, empty cases, and the backend's slot. */
#include "common.h"
#include "core/dispatch.h"
#include "contract/array.h"

#include <math.h>

/* Return x with its kept axes first and its reduced axes last, both in their original order.  Return x itself if its axes are
 * already in this order. */
static const gla_array *reduced_last(gla_stack_view *v, const gla_array *x, unsigned mask, int *nkeep)
{
    int64_t shape[GLA_MAX_NDIM], strides[GLA_MAX_NDIM];
    int n = 0, reduced = __builtin_popcount(mask);
    *nkeep = x->ndim - reduced;
    if (mask >> *nkeep == (1u << reduced) - 1)
        return x;
    for (unsigned pass = 0; pass < 2; pass++)
        for (int i = 0; i < x->ndim; i++)
            if ((mask >> i & 1) == pass) {
                shape[n] = x->shape[i];
                strides[n++] = x->strides[i];
            }
    return gla_view_on_stack(v, x, n, shape, strides);
}

static gla_status run(const gla_reduce_call *call, const gla_array *x, unsigned mask, gla_array *out)
{
    gla_device *dev = gla_device_of(out);
    gla_scope s;
    gla_stack_view v;
    gla_array *typed;
    int nkeep;
    gla_scope_begin(&s, call->name);
    gla_array *here = gla_s_to_device(&s, dev, x);
    if (here && call->in != GLA_NO_DTYPE && call->in != x->dtype)
        here = gla_s_adopt(&s, gla_array_copy_like(call->name, dev, call->in, here, &typed), &typed);
    gla_run r = gla_run_begin(&s, dev, GLA_SLOT(array, reduce), (double)x->size);
    if (!s.status) {
        const gla_array *view = reduced_last(&v, here, mask, &nkeep);
        const gla_array_ops *ops = dev->backend->array;
        gla_s_check(&s, call->present ? ops->reduce_present(dev, call->op, view, nkeep, out)
                        : call->beyond && ops->reduce_integers
                            ? ops->reduce_integers(dev, call->op, view, nkeep, out, call->beyond)
                            : ops->reduce(dev, call->op, view, nkeep, call->correction, out));
    }
    gla_run_end(&r);
    return gla_scope_end(&s);
}

static gla_status fill_empty(const gla_reduce_call *call, gla_array *out)
{
    const double parts[2] = {call->empty, isnan(call->empty) ? NAN : 0}; /* the real and imaginary parts of an empty complex
                                                                          * mean are both NaN */
    gla_array *number;
    gla_scope s;
    gla_scope_begin(&s, call->name);
    if (gla_dtype_is_complex(out->dtype) && gla_s_adopt(&s, gla_scalar(GLA_COMPLEX128, parts, &number), &number))
        gla_s_assign(&s, out, number);
    else
        gla_s_fill(&s, out, call->empty);
    return gla_scope_end(&s);
}

/* Find the shape of the result, and whether its elements are empty reductions. */
static int result_shape(const gla_array *x, unsigned mask, bool keepdims, int64_t *shape, bool *empty)
{
    int n = 0;
    *empty = false;
    for (int i = 0; i < x->ndim; i++) {
        bool reduced = mask >> i & 1;
        *empty |= reduced && x->shape[i] == 0;
        if (!reduced || keepdims)
            shape[n++] = reduced ? 1 : x->shape[i];
    }
    return n;
}

gla_status gla_reduce(const gla_reduce_call *call, const gla_array *x, const gla_ints *axis, bool keepdims, gla_array **out)
{
    int64_t shape[GLA_MAX_NDIM];
    unsigned mask;
    bool empty;
    gla_device *dev;
    gla_status st;
    if ((st = gla_normalize_axes(call->name, x->ndim, axis, &mask)))
        return st;
    int ndim = result_shape(x, mask, keepdims, shape, &empty);
    if (empty && !call->has_empty)
        return gla_fail(GLA_SHAPE_ERROR, "%s: x has length 0 along a reduced axis, so it has no extreme value", call->name);
    if ((st = gla_common_device(call->name, 1, &x, &dev)) ||
        (st = gla_array_new(call->name, dev, call->dtype, ndim, shape, out)))
        return st;
    if ((*out)->size)
        st = empty ? fill_empty(call, *out) : run(call, x, mask, *out);
    if (st) {
        gla_unref(*out);
        *out = NULL;
    }
    return st;
}
