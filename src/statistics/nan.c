/* nan.c - Reductions that ignore NaN.  Dtypes without NaN are reduced by the ordinary functions. */
#include "array/number.h"
#include "elementwise/where.h"
#include "reduce/centre.h"
#include "reduce/common.h"
#include "statistics/statistics.h"
#include "contract/array.h"

#include <math.h>

/* State of a reduction; messages contain the name of the public function. */
typedef struct call {
    gla_scope s;
    gla_array *x, *missing; /* true where x is NaN; NULL if its dtype has no NaN */
    const gla_ints *axis;
    bool keepdims;
} call;

static void begin(call *c, const char *op, const gla_array *x, const gla_ints *axis, bool keepdims)
{
    unsigned axes;
    gla_scope_begin(&c->s, op);
    gla_s_check(&c->s, gla_normalize_axes(op, x->ndim, axis, &axes));
    c->axis = axis;
    c->keepdims = keepdims;
    c->x = gla_s_operand(&c->s, x);
    c->missing = gla_dtype_is_real_floating(x->dtype) || gla_dtype_is_complex(x->dtype) ? gla_s_apply(&c->s, gla_isnan, c->x)
                                                                                        : NULL;
}

/* Return x with NaN replaced by `value`. */
static const gla_array *filled(call *c, const gla_array *x, double value)
{
    return c->missing ? gla_s_where(&c->s, c->missing, gla_s_number(&c->s, value), x) : x;
}

/* Return the number of elements that are not NaN, in a real dtype. */
static gla_array *count(call *c, gla_dtype dtype, bool keepdims)
{
    gla_scope *s = &c->s;
    if (s->status)
        return NULL;
    gla_array *present = c->missing ? gla_s_apply(s, gla_logical_not, c->missing) : NULL;
    if (!c->missing) {
        gla_array *one = gla_s_new(s, gla_device_of(c->x), GLA_BOOL, 0, NULL);
        gla_s_fill(s, one, 1);
        present = s->status ? NULL : gla_s_broadcast(s, one, c->x->ndim, c->x->shape);
    }
    return gla_s_astype(s, dtype, gla_s_sum_axes(s, present, c->axis, GLA_NO_DTYPE, keepdims));
}

gla_status gla_nansum(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    call c;
    *out = NULL;
    begin(&c, "nansum", x, axis, keepdims);
    return gla_scope_return(&c.s, gla_s_sum_axes(&c.s, filled(&c, c.x, 0), axis, GLA_NO_DTYPE, keepdims), out);
}

gla_status gla_nanprod(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    call c;
    gla_array *product = NULL;
    *out = NULL;
    begin(&c, "nanprod", x, axis, keepdims);
    const gla_array *all = filled(&c, c.x, 1);
    if (!c.s.status)
        gla_s_adopt(&c.s, gla_prod(all, &product, axis, GLA_NO_DTYPE, keepdims), &product);
    return gla_scope_return(&c.s, product, out);
}

static gla_array *mean_of(call *c, const gla_array *x, gla_dtype dtype, bool keepdims)
{
    gla_array *sum = gla_s_sum_axes(&c->s, filled(c, x, 0), c->axis, dtype, keepdims);
    return gla_s_combine(&c->s, gla_divide, sum, count(c, gla_real_of(dtype), keepdims));
}

gla_status gla_nanmean(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    call c;
    *out = NULL;
    begin(&c, "nanmean", x, axis, keepdims);
    return gla_scope_return(&c.s, mean_of(&c, c.x, gla_floating_of(x->dtype), keepdims), out);
}

static gla_array *present_mean(gla_scope *s, const gla_array *x, const void *given)
{
    return s->status ? NULL : mean_of(*(call *const *)given, x, x->dtype, true);
}

/* Return sums of squared deviations of real values. */
static gla_array *squares(call *c, const gla_array *x)
{
    gla_scope *s = &c->s;
    gla_array *value = NULL;
    if (!s->status && x->size)
        gla_s_adopt(s, gla_max(filled(c, x, -INFINITY), &value, c->axis, true), &value);
    const gla_array *deviation = filled(c, gla_s_deviations(s, filled(c, x, 0), value, present_mean, &c), 0);
    return gla_s_sum_axes(s, gla_s_combine(s, gla_multiply, deviation, deviation), c->axis, GLA_NO_DTYPE, c->keepdims);
}

/* Return the sum of squared deviations from the mean, divided by the number of elements minus the correction. */
static gla_array *variance(call *c, double correction)
{
    gla_scope *s = &c->s;
    gla_array *x = gla_s_astype(s, gla_floating_of(c->x->dtype), c->x), *sum;
    if (s->status)
        return NULL;
    const gla_dtype real = gla_real_of(x->dtype);
    if (gla_dtype_is_complex(x->dtype))
        sum = gla_s_combine(s, gla_add, squares(c, gla_s_apply(s, gla_real, x)), squares(c, gla_s_apply(s, gla_imag, x)));
    else
        sum = squares(c, x);
    gla_array *freedom = gla_s_combine(s, gla_subtract, count(c, real, c->keepdims), gla_s_number(s, correction));
    gla_array *none = gla_s_combine(s, gla_less_equal, freedom, gla_s_number(s, 0));
    return gla_s_where(s, none, gla_s_number(s, NAN), gla_s_combine(s, gla_divide, sum, freedom));
}

static gla_status spread(const char *op, const gla_array *x, gla_array **out, const gla_ints *axis, double correction,
                         bool keepdims, gla_unary *finish)
{
    call c;
    *out = NULL;
    begin(&c, op, x, axis, keepdims);
    if (!isfinite(correction))
        gla_s_fail(&c.s, GLA_ARGUMENT_ERROR,
                   "%s: correction is %g, but it must be finite; give 0 for a population, 1 for a sample", op, correction);
    gla_array *v = c.s.status ? NULL : variance(&c, correction);
    return gla_scope_return(&c.s, finish ? gla_s_apply(&c.s, finish, v) : v, out);
}

gla_status gla_nanvar(const gla_array *x, gla_array **out, const gla_ints *axis, double correction, bool keepdims)
{
    return spread("nanvar", x, out, axis, correction, keepdims, NULL);
}

gla_status gla_nanstd(const gla_array *x, gla_array **out, const gla_ints *axis, double correction, bool keepdims)
{
    return spread("nanstd", x, out, axis, correction, keepdims, gla_sqrt);
}

/* Return true if the device of x can do the reduction in one pass. */
static bool is_in_one_pass(const char *op, const gla_array *x)
{
    gla_device *dev;
    return gla_dtype_is_real_floating(x->dtype) && !gla_common_device(op, 1, &x, &dev) && dev->backend->array->reduce_present;
}

/* Reduce x with NaN replaced by an infinity that is never the result, unless all elements are NaN.  Return NaN for slices of
 * NaN. */
static gla_status extreme(const char *op, gla_reduction which, const gla_array *x, gla_array **out, const gla_ints *axis,
                          bool keepdims)
{
    const gla_reduce_call own = {.name = op, .op = which, .dtype = x->dtype, .present = true};
    const bool smallest = which == GLA_REDUCE_MIN;
    call c;
    gla_array *found = NULL, *none = NULL;
    *out = NULL;
    if (gla_dtype_is_complex(x->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: complex values have no order; take the real or the imaginary part", op);
    if (x->size == 0)
        return (smallest ? gla_min : gla_max)(x, out, axis, keepdims);
    if (is_in_one_pass(op, x))
        return gla_reduce(&own, x, axis, keepdims, out);
    begin(&c, op, x, axis, keepdims);
    const gla_array *all = filled(&c, c.x, smallest ? INFINITY : -INFINITY);
    if (!c.s.status)
        gla_s_adopt(&c.s, (smallest ? gla_min : gla_max)(all, &found, axis, keepdims), &found);
    if (!c.s.status && c.missing) {
        gla_s_adopt(&c.s, gla_all(c.missing, &none, axis, keepdims), &none);
        found = gla_s_where(&c.s, none, gla_s_number(&c.s, NAN), found);
    }
    return gla_scope_return(&c.s, found, out);
}

gla_status gla_nanmin(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return extreme("nanmin", GLA_REDUCE_MIN, x, out, axis, keepdims);
}

gla_status gla_nanmax(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return extreme("nanmax", GLA_REDUCE_MAX, x, out, axis, keepdims);
}

/* Return the position of the first minimum or maximum, never the position of a NaN. */
static gla_status place(const char *op, gla_reduction which, const gla_array *x, gla_array **out, const gla_ints *axis,
                        bool keepdims)
{
    gla_scope s;
    gla_array *value = NULL, *any = NULL, *found = NULL;
    gla_number yes = {0};
    *out = NULL;
    gla_scope_begin(&s, op);
    if (axis && axis->n > 1)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: axis has %d values; give a single axis, or omit it for the flattened array", op,
                   axis->n);
    gla_array *operand = gla_s_operand(&s, x);
    if (!s.status)
        gla_s_adopt(&s, extreme(op, which, operand, &value, axis, true), &value);
    gla_array *none = gla_s_combine(&s, gla_not_equal, value, value);
    if (!s.status)
        gla_s_adopt(&s, gla_any(none, &any, NULL, false), &any);
    if (!s.status && !gla_s_check(&s, gla_read_number(op, "x", any, &yes)) && yes.re != 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: all elements of x, or of a slice along axis, are NaN; remove them", op);
    gla_array *equal = gla_s_astype(&s, GLA_UINT8, gla_s_combine(&s, gla_equal, operand, value));
    if (!s.status)
        gla_s_adopt(&s, gla_argmax(equal, &found, axis, keepdims), &found);
    return gla_scope_return(&s, found, out);
}

gla_status gla_nanargmin(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return place("nanargmin", GLA_REDUCE_MIN, x, out, axis, keepdims);
}

gla_status gla_nanargmax(const gla_array *x, gla_array **out, const gla_ints *axis, bool keepdims)
{
    return place("nanargmax", GLA_REDUCE_MAX, x, out, axis, keepdims);
}
