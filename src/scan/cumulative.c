/* cumulative.c - Cumulative sums, products and extremes along an axis. */
#include "core/dispatch.h"
#include "reduce/common.h"
#include "contract/array.h"

/* One call: dtype of the result, dtype to which x is converted first, and an optional initial value. */
typedef struct running {
    const char *name;
    gla_scan_op op;
    gla_dtype dtype, in;
    bool include_initial;
    double initial;
} running;

/* out has the shape of x, or is longer by one element along the axis. */
static void scan(gla_scope *s, const running *call, const gla_array *x, int axis, gla_array *out)
{
    gla_device *dev = gla_device_of(out);
    int64_t shape[GLA_MAX_NDIM];
    for (int d = 0; d < x->ndim; d++)
        shape[d] = x->shape[d];
    if (call->include_initial) {
        shape[axis] = 1;
        gla_s_fill(s, gla_s_view(s, out, x->ndim, shape, out->strides, 0), call->initial);
        shape[axis] = x->shape[axis];
    }
    gla_array *here = gla_s_to_device(s, dev, x);
    if (!here || x->size == 0)
        return;
    if (call->in != GLA_NO_DTYPE && call->in != x->dtype)
        here = gla_s_astype(s, call->in, here);
    gla_array *from = gla_s_swap_axis(s, here, axis);
    gla_array *rest = gla_s_view(s, out, x->ndim, shape, out->strides, call->include_initial ? out->strides[axis] : 0);
    gla_array *to = gla_s_swap_axis(s, rest, axis);
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, scan), (double)x->size);
    if (!s->status)
        gla_s_check(s, dev->backend->array->scan(dev, call->op, from, to));
    gla_run_end(&r);
}

static gla_status run(const running *call, const gla_array *x, gla_axis axis, gla_array **out)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *result = NULL;
    int64_t shape[GLA_MAX_NDIM];
    int along = 0;
    if (axis == GLA_NO_AXIS && x->ndim > 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: x has %d dimensions; give axis", call->name, x->ndim);
    gla_status st = gla_normalize_axis(call->name, x->ndim ? x->ndim : 1, axis == GLA_NO_AXIS ? 0 : axis, &along);
    if (st)
        return st;
    gla_scope_begin(&s, call->name);
    if (x->ndim == 0) /* a scalar is an array of one element */
        x = gla_s_add_last(&s, x);
    if (x)
        gla_s_check(&s, gla_common_device(call->name, 1, &x, &dev));
    for (int d = 0; !s.status && d < x->ndim; d++)
        if (__builtin_add_overflow(x->shape[d], call->include_initial && d == along, &shape[d]))
            gla_s_fail(&s, GLA_OVERFLOW_ERROR, "%s: the length of the result would exceed 2**63", call->name);
    if (!s.status && call->include_initial)
        result = gla_s_new(&s, dev, call->dtype, x->ndim, shape);
    else if (!s.status)
        result = gla_s_adopt(&s, gla_array_new_like(call->name, dev, call->dtype, x, &result), &result);
    if (result)
        scan(&s, call, x, along, result);
    return gla_scope_return(&s, result, out);
}

/* Return 0 for bool, 1 for integer, 2 for real, 3 for complex. */
static int kind(gla_dtype t)
{
    return t == GLA_BOOL ? 0 : t < GLA_FLOAT32 ? 1 : t < GLA_COMPLEX64 ? 2 : 3;
}

static gla_status add_up(const char *name, gla_scan_op op, const gla_array *x, gla_array **out, gla_axis axis, gla_dtype dtype,
                         bool include_initial)
{
    running call = {.name = name, .op = op, .include_initial = include_initial, .initial = op == GLA_SCAN_PROD};
    *out = NULL;
    call.dtype = dtype == GLA_NO_DTYPE ? gla_sum_dtype(x->dtype) : dtype;
    if (kind(x->dtype) == 3 && kind(call.dtype) < 3)
        return gla_fail(GLA_DTYPE_ERROR, "%s: %s values are not representable in %s; take real() or abs() first", name,
                        gla_dtype_name(x->dtype), gla_dtype_name(call.dtype));
    /* Backends can widen elements while reading, but a narrowing conversion must be done before the scan. */
    if (kind(call.dtype) < kind(x->dtype))
        call.in = call.dtype;
    return run(&call, x, axis, out);
}

gla_status gla_cumulative_sum(const gla_array *x, gla_array **out, gla_axis axis, gla_dtype dtype, bool include_initial)
{
    return add_up("cumulative_sum", GLA_SCAN_SUM, x, out, axis, dtype, include_initial);
}

gla_status gla_cumulative_prod(const gla_array *x, gla_array **out, gla_axis axis, gla_dtype dtype, bool include_initial)
{
    return add_up("cumulative_prod", GLA_SCAN_PROD, x, out, axis, dtype, include_initial);
}

static gla_status extreme(const char *name, gla_scan_op op, const gla_array *x, gla_array **out, gla_axis axis)
{
    running call = {.name = name, .op = op, .dtype = x->dtype};
    *out = NULL;
    if (gla_dtype_is_complex(x->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: complex values have no order; take real() or abs() first", name);
    return run(&call, x, axis, out);
}

gla_status gla_cumulative_max(const gla_array *x, gla_array **out, gla_axis axis)
{
    return extreme("cumulative_max", GLA_SCAN_MAX, x, out, axis);
}

gla_status gla_cumulative_min(const gla_array *x, gla_array **out, gla_axis axis)
{
    return extreme("cumulative_min", GLA_SCAN_MIN, x, out, axis);
}
