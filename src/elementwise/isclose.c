/* isclose.c - Compare values up to a tolerance. */
#include "core/scope.h"

#include <math.h>

static gla_status check_tolerance(const char *op, const char *name, double tolerance)
{
    return tolerance >= 0 && tolerance < INFINITY
               ? GLA_OK
               : gla_fail(GLA_ARGUMENT_ERROR, "%s: %s is %g, but it must be a finite number, 0 or more", op, name, tolerance);
}

/* Infinite elements of b are excluded from the tolerance test, because their tolerance would be infinite. Integers are
 * converted to floating point, because their differences may wrap around. */
static gla_array *compare(gla_scope *s, gla_array *a, gla_array *b, double rtol, double atol, bool equal_nan)
{
    gla_array *distance = gla_s_apply(s, gla_abs, gla_s_combine(s, gla_subtract, a, b));
    gla_array *part = gla_s_combine(s, gla_multiply, gla_s_apply(s, gla_abs, b), gla_s_number(s, rtol));
    gla_array *near = gla_s_combine(s, gla_less_equal, distance, gla_s_combine(s, gla_add, part, gla_s_number(s, atol)));
    near = gla_s_combine(s, gla_logical_and, near, gla_s_apply(s, gla_isfinite, b));
    near = gla_s_combine(s, gla_logical_or, near, gla_s_combine(s, gla_equal, a, b));
    if (!equal_nan)
        return near;
    gla_array *both = gla_s_combine(s, gla_logical_and, gla_s_apply(s, gla_isnan, a), gla_s_apply(s, gla_isnan, b));
    return gla_s_combine(s, gla_logical_or, near, both);
}

static gla_array *close(gla_scope *s, const gla_array *a, const gla_array *b, double rtol, double atol, bool equal_nan)
{
    const gla_array *in[2] = {a, b};
    int64_t shape[GLA_MAX_NDIM];
    gla_array *placed[2];
    gla_device *dev = NULL;
    int ndim;
    gla_s_check(s, check_tolerance(s->op, "rtol", rtol));
    gla_s_check(s, check_tolerance(s->op, "atol", atol));
    if (s->status || gla_s_check(s, gla_common_shape(s->op, 2, in, &ndim, shape)))
        return NULL;
    gla_s_place(s, 2, in, false, &dev, placed);
    if (s->status)
        return NULL;
    gla_dtype dtype = gla_floating_of(gla_promote_arrays(2, in));
    return compare(s, gla_s_astype(s, dtype, placed[0]), gla_s_astype(s, dtype, placed[1]), rtol, atol, equal_nan);
}

gla_status gla_isclose(const gla_array *a, const gla_array *b, gla_array **out, double rtol, double atol, bool equal_nan)
{
    gla_scope s;
    *out = NULL;
    gla_scope_begin(&s, "isclose");
    return gla_scope_return(&s, close(&s, a, b, rtol, atol, equal_nan), out);
}

gla_status gla_allclose(const gla_array *a, const gla_array *b, gla_array **out, double rtol, double atol, bool equal_nan)
{
    gla_scope s;
    *out = NULL;
    gla_scope_begin(&s, "allclose");
    return gla_scope_return(&s, gla_s_reduce_all(&s, gla_all, close(&s, a, b, rtol, atol, equal_nan)), out);
}
