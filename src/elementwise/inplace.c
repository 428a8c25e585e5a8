/* inplace.c - x = op(x, y) in the memory of x, for operators such as `x += y`. */
#include "core/scope.h"
#include "runtime/stream.h"
#include "elementwise/map.h"
#include "formula/lazy.h"
#include "tape/tape.h"
#include "elementwise/ops.h"

#include <string.h>

/* Return true if x may store a result of that dtype. The result may have a wider dtype of the same kind. Integers then wrap
 * around as they do in their own dtype, and floating-point values are rounded. */
static bool is_kept(gla_dtype result, gla_dtype dtype)
{
    bool integers = gla_dtype_is_integer(result) && gla_dtype_is_integer(dtype);
    return result == dtype || (integers && gla_dtype_is_unsigned(result) == gla_dtype_is_unsigned(dtype)) ||
           (result == GLA_FLOAT64 && dtype == GLA_FLOAT32) || (result == GLA_COMPLEX128 && dtype == GLA_COMPLEX64);
}

/* Check the additional requirements of in-place operators: the result must have the shape of x, and x must be able to store the
 * result. */
static gla_status check(gla_op op, const gla_array *x, const gla_array *y, gla_dtype *compute)
{
    const gla_array *in[2] = {x, y};
    const char *name = gla_op_describe(op)->name;
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    if (x->flags & GLA_READONLY)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: the array is read-only; take a copy first", name);
    if (!(y->flags & (GLA_WEAK | GLA_BORROWED)) && gla_device_of(y) != gla_device_of(x))
        return gla_fail(GLA_DEVICE_ERROR, "%s: operands are on %s and %s; move one with to_device", name,
                        gla_device_of(x)->name, gla_device_of(y)->name);
    gla_status st;
    if ((st = gla_map_type(op, 2, in, compute)) || (st = gla_common_shape(name, 2, in, &ndim, shape)))
        return st;
    gla_dtype result = gla_map_result(op, *compute);
    if (!is_kept(result, x->dtype))
        return gla_fail(GLA_DTYPE_ERROR,
                        "%s: the result has dtype %s and cannot be stored in an array of %s; use the form that returns a "
                        "new array, or convert with astype",
                        name, gla_dtype_name(result), gla_dtype_name(x->dtype));
    if (ndim != x->ndim || memcmp(shape, x->shape, (size_t)ndim * sizeof *shape) != 0) {
        char a[GLA_SHAPE_TEXT], b[GLA_SHAPE_TEXT];
        return gla_fail(GLA_SHAPE_ERROR, "%s: shape %s cannot be broadcast to shape %s of the array to be changed", name,
                        gla_shape_text(y->ndim, y->shape, a, sizeof a), gla_shape_text(x->ndim, x->shape, b, sizeof b));
    }
    return GLA_OK;
}

gla_status gla_inplace_check(const char *operation, const gla_array *x, const gla_array *y)
{
    gla_dtype compute;
    gla_status st = gla_admit_array(operation, "x", x);
    if (!st)
        st = gla_admit_array(operation, "y", y);
    return st ? st : check(gla_op_find(operation), x, y, &compute);
}

/* Return true if a and b are the same elements in the same order, so that each element is read before it is written. */
static bool coincide(const gla_array *a, const gla_array *b)
{
    return gla_data(a) == gla_data(b) && a->dtype == b->dtype && gla_same_shape(a, b) &&
           memcmp(a->strides, b->strides, (size_t)a->ndim * sizeof *a->strides) == 0;
}

gla_status gla_inplace(const char *operation, gla_array *x, const gla_array *y)
{
    if (!operation)
        return gla_fail(GLA_ARGUMENT_ERROR, "inplace: operation is NULL, but must be the name of an operation");
    gla_op op = gla_op_find(operation);
    gla_dtype compute = GLA_NO_DTYPE;
    gla_scope s;
    gla_status st;
    if ((st = gla_admit_array(operation, "x", x)) || (st = gla_admit_array(operation, "y", y)) ||
        (st = gla_lazy_before_change()))
        return st;
    if (op == GLA_OP_COUNT || gla_op_describe(op)->arity != 2)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: no operation of two operands has this name", operation);
    if (gla_taping && gla_tape_concerns(x, y))
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: a tape records x or y, but not this change; use setitem", operation);
    gla_scope_begin(&s, operation);
    gla_s_check(&s, check(op, x, y, &compute));
    const gla_array *other = y->flags & GLA_WEAK ? y : gla_s_to_device(&s, gla_device_of(x), y);
    if (other && gla_array_may_overlap(x, other) && !coincide(x, other))
        other = gla_s_apply(&s, gla_copy, other);
    if (s.status)
        return gla_scope_end(&s);
    const gla_array *in[2] = {x, other};
    gla_dtype result = gla_map_result(op, compute);
    gla_array *wide = result == x->dtype ? NULL : gla_s_new(&s, gla_device_of(x), result, x->ndim, x->shape);
    if (!s.status && wide)
        gla_s_check(&s, gla_map_into(op, compute, 2, in, wide));
    if (!gla_s_check(&s, gla_stream_writes(x)) && !wide)
        gla_s_check(&s, gla_map_into(op, compute, 2, in, x));
    else if (wide)
        gla_s_assign(&s, x, wide);
    gla_stream_used(x);
    return gla_scope_end(&s);
}
