/* logsumexp.c - logsumexp and softmax: reductions by exp and log that first subtract the largest element. */
#include "core/scope.h"

#include "gpulinalg/elementary.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/index.h"
#include "gpulinalg/reduce.h"
#include "elementwise/where.h"
#include "gpulinalg/special.h"

#include <math.h>

static gla_array *sum(gla_scope *s, const gla_array *x, const gla_ints *axis)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_sum(x, &made, axis, GLA_NO_DTYPE, true), &made);
}

/* Return x in a real floating-point dtype. */
static gla_array *real_input(gla_scope *s, const gla_array *x)
{
    if (gla_dtype_is_complex(x->dtype)) {
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: not defined for complex values; take real(), imag() or abs() first", s->op);
        return NULL;
    }
    return gla_s_astype(s, x->dtype < GLA_FLOAT32 ? GLA_FLOAT64 : x->dtype, x);
}

/* Return the largest elements, with the axes kept; zeros for empty slices.  If `finite`, non-finite values are replaced by
 * 0. */
static gla_array *largest(gla_scope *s, const gla_array *x, const gla_ints *axis, bool finite)
{
    gla_array *max;
    if (s->status || x->size == 0)
        return sum(s, x, axis);
    max = gla_s_adopt(s, gla_max(x, &max, axis, true), &max);
    return finite ? gla_s_where(s, gla_s_apply(s, gla_isfinite, max), max, gla_s_number(s, 0)) : max;
}

/* Return log(at + rest), where `at` is the sum over the largest elements, computed by log1p so that a small rest is not
 * lost. */
static gla_array *log_of_sum(gla_scope *s, const gla_array *at, const gla_array *rest, const gla_array *whole)
{
    gla_array *ratio = gla_s_combine(s, gla_divide, rest, at);
    gla_array *small = gla_s_combine(s, gla_add, gla_s_apply(s, gla_log1p, ratio), gla_s_apply(s, gla_log, at));
    gla_array *positive = gla_s_combine(s, gla_greater, at, gla_s_number(s, 0));
    return gla_s_where(s, positive, small, gla_s_apply(s, gla_log, whole));
}

/* Return log|at + rest|.  If `at` is larger in magnitude than `rest`, log1p is used; at + rest then has the sign of `at`. */
static gla_array *log_of_size(gla_scope *s, const gla_array *at, const gla_array *rest, const gla_array *whole)
{
    gla_array *ratio = gla_s_combine(s, gla_divide, rest, at), *size = gla_s_apply(s, gla_abs, at);
    gla_array *small = gla_s_combine(s, gla_add, gla_s_apply(s, gla_log1p, ratio), gla_s_apply(s, gla_log, size));
    gla_array *larger = gla_s_combine(s, gla_greater, size, gla_s_apply(s, gla_abs, rest));
    return gla_s_where(s, larger, small, gla_s_apply(s, gla_log, gla_s_apply(s, gla_abs, whole)));
}

/* Drop the reduced axes, which have length one, by summing over them. */
static gla_array *drop_axes(gla_scope *s, gla_array *x, const gla_ints *axis)
{
    gla_array *dropped;
    return s->status ? NULL : gla_s_adopt(s, gla_sum(x, &dropped, axis, GLA_NO_DTYPE, false), &dropped);
}

gla_status gla_special_logsumexp(const gla_array *x, gla_array **logarithm, gla_array **sign, const gla_ints *axis,
                                 const gla_array *b, bool keepdims, bool return_sign)
{
    gla_scope s;
    *logarithm = *sign = NULL;
    gla_scope_begin(&s, "special.logsumexp");
    gla_array *real = real_input(&s, x), *zero = gla_s_number(&s, 0), *none = gla_s_number(&s, -INFINITY), *weight = NULL;
    if (b && !s.status) { /* x is irrelevant where b is zero */
        weight = real_input(&s, b);
        real = gla_s_where(&s, gla_s_combine(&s, gla_equal, weight, zero), none, real);
    }
    gla_array *max = largest(&s, real, axis, true), *is_max = gla_s_combine(&s, gla_equal, real, max);
    gla_array *less = gla_s_combine(&s, gla_subtract, gla_s_where(&s, is_max, none, real), max);
    gla_array *parts = gla_s_apply(&s, gla_exp, less);
    gla_array *shares = gla_s_where(&s, is_max, b ? weight : gla_s_number(&s, 1), zero);
    if (b)
        parts = gla_s_combine(&s, gla_multiply, parts, weight);
    if (!s.status)
        shares = gla_s_astype(&s, real->dtype, shares);
    gla_array *at = sum(&s, shares, axis), *rest = sum(&s, parts, axis), *whole = gla_s_combine(&s, gla_add, at, rest);
    gla_array *r = (return_sign ? log_of_size : log_of_sum)(&s, at, rest, whole);
    gla_array *signs = return_sign ? gla_s_apply(&s, gla_sign, whole) : NULL;
    r = gla_s_combine(&s, gla_add, r, max);
    if (!keepdims) {
        r = drop_axes(&s, r, axis);
        signs = return_sign ? drop_axes(&s, signs, axis) : NULL;
    }
    if (signs)
        gla_scope_give(&s, signs, sign);
    return gla_scope_return(&s, r, logarithm);
}

gla_status gla_special_softmax(const gla_array *x, gla_array **out, const gla_ints *axis)
{
    gla_scope s;
    gla_scope_begin(&s, "special.softmax");
    gla_array *real = real_input(&s, x), *max = largest(&s, real, axis, false);
    gla_array *e = gla_s_apply(&s, gla_exp, gla_s_combine(&s, gla_subtract, real, max));
    return gla_scope_return(&s, gla_s_combine(&s, gla_divide, e, sum(&s, e, axis)), out);
}

gla_status gla_special_log_softmax(const gla_array *x, gla_array **out, const gla_ints *axis)
{
    gla_scope s;
    gla_scope_begin(&s, "special.log_softmax");
    gla_array *real = real_input(&s, x), *max = largest(&s, real, axis, true);
    gla_array *less = gla_s_combine(&s, gla_subtract, real, max);
    gla_array *logs = gla_s_apply(&s, gla_log, sum(&s, gla_s_apply(&s, gla_exp, less), axis));
    return gla_scope_return(&s, gla_s_combine(&s, gla_subtract, less, logs), out);
}
