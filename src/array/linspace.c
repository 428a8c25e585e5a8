/* linspace.c - Evenly spaced values between two ends. */
#include "array/number.h"
#include "array/range.h"
#include "runtime/devices.h"

#include <math.h>

static double step_of(double start, double stop, int64_t parts)
{
    return parts > 0 ? (stop - start) / (double)parts : 0;
}

static gla_status check_ends(const gla_number *start, const gla_number *stop)
{
    if (!isfinite(start->re) || !isfinite(start->im) || !isfinite(stop->re) || !isfinite(stop->im))
        return gla_fail(GLA_ARGUMENT_ERROR, "linspace: start or stop is not finite; give finite numbers");
    if (!isfinite(stop->re - start->re) || !isfinite(stop->im - start->im))
        return gla_fail(GLA_OVERFLOW_ERROR, "linspace: stop - start overflows float64; scale both down");
    return GLA_OK;
}

/* Compute complex values on the host, because no backend has complex ranges. */
static gla_array *complex_steps(gla_scope *s, const gla_number *start, const gla_number *stop, int64_t num, int64_t parts)
{
    gla_device *host = NULL;
    gla_s_check(s, gla_host_device(&host));
    gla_array *steps = gla_s_new(s, host, GLA_COMPLEX128, 1, &num);
    double re = step_of(start->re, stop->re, parts), im = step_of(start->im, stop->im, parts);
    double *z = steps ? gla_data(steps) : NULL;
    for (int64_t i = 0; z && i < num; i++) {
        z[2 * i] = start->re + (double)i * re;
        z[2 * i + 1] = start->im + (double)i * im;
    }
    return steps;
}

static gla_status read_ends(const gla_array *start, const gla_array *stop, gla_number *first, gla_number *last)
{
    gla_status st = gla_read_number("linspace", "start", start, first);
    if (st || (st = gla_read_number("linspace", "stop", stop, last)))
        return st;
    return check_ends(first, last);
}

gla_status gla_linspace(const gla_array *start, const gla_array *stop, int64_t num, gla_array **out, gla_dtype dtype,
                        const char *device, bool endpoint)
{
    gla_number first, last;
    gla_device *dev;
    gla_scope s;
    gla_status st;
    *out = NULL;
    if (num < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "linspace: num is %lld, but it must not be negative", (long long)num);
    if ((st = read_ends(start, stop, &first, &last)) || (st = gla_find_device(device, &dev)))
        return st;
    bool is_complex = first.is_complex || last.is_complex;
    if (dtype == GLA_NO_DTYPE)
        dtype = is_complex ? GLA_COMPLEX128 : GLA_FLOAT64;
    if (is_complex && !gla_dtype_is_complex(dtype))
        return gla_fail(GLA_DTYPE_ERROR, "linspace: start or stop is complex, but dtype is %s; choose a complex dtype",
                        gla_dtype_name(dtype));
    int64_t parts = endpoint ? num - 1 : num;
    double step = step_of(first.re, last.re, parts), end = endpoint && num > 1 ? last.re : first.re + (double)(num - 1) * step;
    if (num && gla_dtype_is_integer(dtype) && (st = gla_check_span("linspace", dtype, floor(first.re), floor(end))))
        return st;
    gla_dtype counting = dtype == GLA_FLOAT32 ? dtype : GLA_FLOAT64;
    gla_scope_begin(&s, "linspace");
    gla_array *steps = is_complex ? complex_steps(&s, &first, &last, num, parts)
                                  : gla_new_range(&s, dev, counting, num, first.re, step, 0, 0);
    if (steps && endpoint && num > 1) /* the last value is exactly stop */
        gla_s_assign(&s, gla_s_view(&s, steps, 0, NULL, NULL, num - 1), stop);
    if (num && gla_dtype_is_integer(dtype)) /* integers are rounded down, not towards 0 */
        steps = gla_s_apply(&s, gla_floor, steps);
    return gla_scope_return(&s, gla_s_contiguous(&s, dev, dtype, steps), out);
}
