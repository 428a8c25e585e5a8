/* nan_to_num.c - Replace NaN and infinities by numbers. */
#include "array/number.h"
#include "elementwise/where.h"

#include <float.h>
#include <math.h>

typedef struct numbers {
    double nan, positive, negative;
} numbers;

static double largest_of(gla_dtype dtype)
{
    return gla_real_of(dtype) == GLA_FLOAT32 ? (double)FLT_MAX : DBL_MAX;
}

/* Select `value` where the condition is true, else x. The scope created x, and the result reuses the memory of x if
 * possible. */
static gla_array *put(gla_scope *s, gla_array *condition, double value, gla_array *x)
{
    gla_s_offer(s, x);
    gla_array *all = gla_s_where(s, condition, gla_s_number(s, value), x);
    gla_s_release(s, x);
    return all;
}

/* Replacing infinities by the largest finite numbers is the same as clipping to those numbers. */
static gla_array *replace(gla_scope *s, gla_array *x, const numbers *by)
{
    gla_array *made = NULL, *nan = gla_s_apply(s, gla_isnan, x);
    const double most = largest_of(x ? x->dtype : GLA_FLOAT64);
    if (by->positive == most && by->negative == -most) {
        gla_array *low = gla_s_number(s, -most), *high = gla_s_number(s, most);
        made = s->status ? NULL : gla_s_adopt(s, gla_clip(x, &made, low, high), &made);
        return put(s, nan, by->nan, made);
    }
    made = gla_s_where(s, nan, gla_s_number(s, by->nan), x);
    made = put(s, gla_s_combine(s, gla_equal, x, gla_s_number(s, INFINITY)), by->positive, made);
    return put(s, gla_s_combine(s, gla_equal, x, gla_s_number(s, -INFINITY)), by->negative, made);
}

/* Replace in real and imaginary parts separately. */
static gla_array *replace_parts(gla_scope *s, gla_array *x, const numbers *by)
{
    static const float unit32[2] = {0, 1};
    static const double unit64[2] = {0, 1};
    gla_array *unit;
    gla_array *re = replace(s, gla_s_apply(s, gla_real, x), by), *im = replace(s, gla_s_apply(s, gla_imag, x), by);
    if (s->status)
        return NULL;
    unit = gla_s_adopt(s, gla_scalar(x->dtype, x->dtype == GLA_COMPLEX64 ? (const void *)unit32 : unit64, &unit), &unit);
    return gla_s_combine(s, gla_add, re, gla_s_combine(s, gla_multiply, im, unit));
}

static double read(gla_scope *s, const char *name, const gla_array *given, double otherwise)
{
    gla_number n = {.re = otherwise};
    if (given && !gla_s_check(s, gla_read_number("nan_to_num", name, given, &n)) && n.is_complex)
        gla_s_fail(s, GLA_DTYPE_ERROR, "nan_to_num: %s is complex; give a real number", name);
    return n.re;
}

gla_status gla_nan_to_num(const gla_array *x, gla_array **out, double nan, const gla_array *posinf, const gla_array *neginf)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed;
    *out = NULL;
    if (!gla_dtype_is_real_floating(x->dtype) && !gla_dtype_is_complex(x->dtype))
        return gla_copy(x, out);
    gla_scope_begin(&s, "nan_to_num");
    double most = largest_of(x->dtype);
    numbers by = {nan, read(&s, "posinf", posinf, most), read(&s, "neginf", neginf, -most)};
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (s.status)
        return gla_scope_end(&s);
    return gla_scope_return(&s, (gla_dtype_is_complex(x->dtype) ? replace_parts : replace)(&s, placed, &by), out);
}
