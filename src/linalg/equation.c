/* equation.c - Operands of matrix equations; see equation.h. */
#include "equation.h"
#include "runtime/devices.h"

#include <stdio.h>
#include <string.h>

static void check_shape(gla_equation *e, const gla_operand *o, const int64_t *orders)
{
    char text[GLA_SHAPE_TEXT];
    const gla_array *x = o->x;
    if (x->ndim < 2 || x->shape[x->ndim - 2] != orders[o->rows] || x->shape[x->ndim - 1] != orders[o->cols])
        gla_s_fail(e->c.s, GLA_SHAPE_ERROR,
                   "%s: %s has shape %s, but it must be a matrix of shape (%lld, %lld) or a stack of such matrices", e->c.op,
                   o->name, gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)orders[o->rows],
                   (long long)orders[o->cols]);
}

/* Broadcast the stack dimensions of all operands, that is all dimensions but the last two. */
static void find_stack(gla_call *c, int n, gla_array *const x[])
{
    const gla_array *heads[GLA_EQUATION_OPERANDS];
    int64_t shape[GLA_MAX_NDIM];
    for (int i = 0; i < n && !gla_failed(c); i++) {
        memcpy(shape, x[i]->shape, (size_t)x[i]->ndim * sizeof *shape);
        shape[x[i]->ndim - 2] = shape[x[i]->ndim - 1] = 1;
        heads[i] = gla_s_view(c->s, x[i], x[i]->ndim, shape, x[i]->strides, 0);
    }
    int ndim = 2;
    if (gla_failed(c) || gla_s_check(c->s, gla_common_shape(c->op, n, heads, &ndim, shape)))
        return;
    c->nbatch = ndim - 2;
    for (int i = 0; i < c->nbatch; i++) {
        c->batch[i] = shape[i];
        if (__builtin_mul_overflow(c->count, shape[i], &c->count))
            gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: the number of matrices in the stack overflows int64", c->op);
    }
}

/* Return x on the device of the computation, with the dtype and stack shape of the computation. */
static gla_array *prepare(gla_equation *e, const gla_operand *o, gla_array *x, const int64_t *orders)
{
    gla_call *c = &e->c;
    int64_t shape[GLA_MAX_NDIM];
    gla_array *typed = gla_failed(c) ? NULL : gla_s_contiguous(c->s, c->dev, c->dtype, x);
    if (typed)
        gla_call_require_finite(c, o->name, typed);
    memcpy(shape, c->batch, (size_t)c->nbatch * sizeof *shape);
    shape[c->nbatch] = orders[o->rows];
    shape[c->nbatch + 1] = orders[o->cols];
    return gla_failed(c) ? NULL : gla_s_broadcast(c->s, typed, c->nbatch + 2, shape);
}

void gla_equation_begin(gla_equation *e, const char *op, int n, const gla_operand *operands, bool on_host)
{
    const gla_array *given[GLA_EQUATION_OPERANDS], *a = operands[0].x, *b = operands[1].x;
    gla_array *placed[GLA_EQUATION_OPERANDS];
    gla_call *c = &e->c;
    const int64_t orders[2] = {a->ndim > 1 ? a->shape[a->ndim - 1] : 0, b->ndim > 1 ? b->shape[b->ndim - 1] : 0};
    int count = 0;
    gla_call_begin_part(c, op, operands[0].name, NULL, GLA_NO_DTYPE, orders[0], orders[1]);
    for (int i = 0; i < n; i++)
        if (operands[i].x) {
            check_shape(e, &operands[i], orders);
            given[count++] = operands[i].x;
        }
    gla_s_place(c->s, count, given, false, &c->dev, placed);
    find_stack(c, count, placed);
    e->dev = c->dev;
    c->dtype = e->dtype = gla_failed(c) ? GLA_FLOAT64 : gla_floating_of(gla_promote_arrays(count, given));
    if (on_host && !gla_failed(c)) {
        gla_s_check(c->s, gla_host_device(&c->dev));
        c->dtype = gla_dtype_is_complex(c->dtype) ? GLA_COMPLEX128 : GLA_FLOAT64;
    }
    for (int i = 0, k = 0; i < n; i++)
        e->in[i] = operands[i].x ? prepare(e, &operands[i], placed[k++], orders) : NULL;
}

gla_status gla_equation_return(gla_equation *e, gla_array *x, gla_array **out)
{
    gla_call *c = &e->c;
    gla_array *result = gla_failed(c) ? NULL : gla_s_contiguous(c->s, e->dev, e->dtype, x);
    if (result && !gla_call_finite(c, result) && !gla_failed(c))
        gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: x is too large for %s; rescale the operands", c->op,
                   gla_dtype_name(e->dtype));
    return gla_call_return(c, result, out);
}

gla_array *gla_product_3(const gla_call *c, const gla_array *a, const gla_array *b, const gla_array *d)
{
    return gla_times(c, gla_times(c, a, b), d);
}

gla_array *gla_hermitian_part(const gla_call *c, const gla_array *x)
{
    gla_array *half = gla_s_combine(c->s, gla_multiply, x, gla_s_number(c->s, 0.5));
    return gla_plus(c, half, gla_adjoint(c, half));
}

gla_array *gla_equation_inverse(const gla_call *c, const char *name, gla_array *x, int64_t n, bool quiet)
{
    gla_call call = *c;
    if (gla_failed(c))
        return NULL;
    call.name = name;
    call.a = x;
    call.m = call.n = n;
    int64_t *info = gla_call_info(&call);
    gla_estimates doubts = gla_estimates_new(&call);
    doubts.wanted = doubts.wanted && !quiet;
    gla_array *inverse = gla_failed(c) ? NULL : gla_inverse_stack(&call, info, &doubts);
    bool singular = false;
    for (int64_t i = 0; quiet && !doubts.none && info && i < c->count; i++)
        singular = singular || info[i] != 0;
    if (quiet && singular)
        return NULL;
    char fact[120];
    snprintf(fact, sizeof fact, "%s is singular: pivot %%lld (counted from 1) is exactly zero", name);
    if (!doubts.none)
        gla_info_check(&call, GLA_SINGULAR_ERROR, info, fact, "look for linearly dependent rows or columns");
    gla_estimates_warn(&call, &doubts, "x", "look for nearly dependent rows or columns");
    return inverse;
}
