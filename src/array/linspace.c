/* linspace.c - numbers in equal steps between two. */
#include "array/number.h"
#include "array/range.h"

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
        return gla_fail(GLA_OVERFLOW_ERROR, "linspace: stop - start is beyond float64; scale the numbers down");
    return GLA_OK;
}

/* Set the last element to exactly stop. */
static gla_status close_interval(gla_array *a, const gla_array *stop)
{
    gla_array *last;
    gla_status st = gla_array_view(a, 0, NULL, NULL, (a->size - 1) * a->strides[0], &last);
    if (st)
        return st;
    st = gla_array_assign("linspace", last, stop);
    gla_unref(last);
    return st;
}

/* Complex steps are counted on the host: no backend has complex ranges. */
static gla_status complex_steps(const gla_number *start, const gla_number *stop, int64_t num, int64_t parts,
                                gla_array **out)
{
    gla_device *host;
    gla_status st = gla_host_device(&host);
    if (!st)
        st = gla_array_new("linspace", host, GLA_COMPLEX128, 1, &num, out);
    if (st)
        return st;
    double re = step_of(start->re, stop->re, parts), im = step_of(start->im, stop->im, parts), *z = gla_data(*out);
    for (int64_t i = 0; i < num; i++) {
        z[2 * i] = start->re + (double)i * re;
        z[2 * i + 1] = start->im + (double)i * im;
    }
    return GLA_OK;
}

static gla_status real_steps(const gla_number *start, const gla_number *stop, int64_t num, int64_t parts,
                             gla_dtype dtype, gla_device *dev, gla_array **out)
{
    return gla_new_range("linspace", dev, dtype == GLA_FLOAT32 ? dtype : GLA_FLOAT64, num, start->re,
                         step_of(start->re, stop->re, parts), 0, 0, out);
}

gla_status gla_linspace(const gla_array *start, const gla_array *stop, int64_t num, gla_array **out, gla_dtype dtype,
                        const char *device, bool endpoint)
{
    gla_number first, last;
    gla_device *dev;
    gla_array *steps = NULL, *floored = NULL;
    *out = NULL;
    if (num < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "linspace: num is %lld; give 0 or more", (long long)num);
    gla_status st = gla_read_number("linspace", "start", start, &first);
    if (!st)
        st = gla_read_number("linspace", "stop", stop, &last);
    if (!st)
        st = check_ends(&first, &last);
    if (!st)
        st = gla_find_device(device, &dev);
    if (st)
        return st;
    bool is_complex = first.is_complex || last.is_complex;
    if (dtype == GLA_NO_DTYPE)
        dtype = is_complex ? GLA_COMPLEX128 : GLA_FLOAT64;
    if (is_complex && !gla_dtype_is_complex(dtype))
        return gla_fail(GLA_DTYPE_ERROR, "linspace: start or stop is complex, but dtype is %s; take a complex dtype",
                        gla_dtype_name(dtype));
    int64_t parts = endpoint ? num - 1 : num;
    st = is_complex ? complex_steps(&first, &last, num, parts, &steps)
                    : real_steps(&first, &last, num, parts, dtype, dev, &steps);
    if (!st && endpoint && num > 1)
        st = close_interval(steps, stop);
    if (!st && num && gla_dtype_is_integer(dtype)) { /* integers are those just below, not those nearer to 0 */
        st = gla_floor(steps, &floored);
        gla_unref(steps);
        steps = floored;
    }
    if (!st)
        st = gla_convert("linspace", steps, dtype, dev, GLA_MAYBE, out);
    gla_unref(steps);
    return st;
}
