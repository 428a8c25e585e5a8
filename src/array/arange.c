/* arange.c - Evenly spaced values with a given step. */
#include "array/number.h"
#include "array/range.h"
#include "core/dispatch.h"
#include "contract/array.h"

#include <math.h>

#define MAX_COUNT ((__int128)1 << 62)

gla_array *gla_new_range(gla_scope *s, gla_device *dev, gla_dtype dtype, int64_t n, double start, double step, int64_t istart,
                         int64_t istep)
{
    gla_array *a = gla_s_new(s, dev, dtype, 1, &n);
    if (!a || !n)
        return a;
    gla_run r = gla_run_begin(s, dev, GLA_SLOT(array, range), (double)n);
    if (!s->status)
        gla_s_check(s, dev->backend->array->range(dev, a, start, step, istart, istep));
    gla_run_end(&r);
    return a;
}

/* start, stop and step as given; `integers` is true if all are integers. */
typedef struct progression {
    bool integers;
    gla_number start, stop, step;
    int64_t count;
} progression;

static gla_status read_arguments(const gla_array *start, const gla_array *stop, const gla_array *step, progression *p)
{
    gla_number *const numbers[3] = {&p->start, &p->stop, &p->step};
    const gla_array *const arrays[3] = {stop ? start : NULL, stop ? stop : start, step};
    static const char *const names[3] = {"start", "stop", "step"};
    *p = (progression){.integers = true,
                       .start.is_integer = true,
                       .stop.is_integer = true,
                       .step = {.is_integer = true, .integer = 1, .re = 1}};
    for (int i = 0; i < 3; i++) {
        gla_status st = arrays[i] ? gla_read_number("arange", names[i], arrays[i], numbers[i]) : GLA_OK;
        if (st)
            return st;
        if (numbers[i]->is_complex)
            return gla_fail(GLA_DTYPE_ERROR, "arange: %s is complex, but it must be real", names[i]);
        if (!isfinite(numbers[i]->re))
            return gla_fail(GLA_ARGUMENT_ERROR, "arange: %s is %g, but it must be finite", names[i], numbers[i]->re);
        p->integers &= numbers[i]->is_integer;
    }
    if (p->step.re == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "arange: step is 0, but it must be nonzero");
    return GLA_OK;
}

/* Compute ceil((stop - start)/step), exactly for integers. */
static gla_status count_elements(progression *p)
{
    bool too_many;
    if (p->integers) {
        __int128 distance = p->stop.integer - p->start.integer, step = p->step.integer;
        __int128 n = distance / step + (distance % step != 0 && (distance < 0) == (step < 0));
        too_many = n > MAX_COUNT;
        p->count = too_many || n < 0 ? 0 : (int64_t)n;
    } else {
        double n = ceil((p->stop.re - p->start.re) / p->step.re);
        too_many = n > (double)MAX_COUNT;
        p->count = too_many || n < 0 ? 0 : (int64_t)n;
    }
    if (too_many)
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "arange: the range from %g to %g with step %g has more than 2**62 elements; use a larger step",
                        p->start.re, p->stop.re, p->step.re);
    return GLA_OK;
}

/* Check that the first and last elements are in the range of an integer dtype. */
static gla_status check_range(const progression *p, gla_dtype dtype)
{
    int bits = 8 * (int)gla_itemsize(dtype) - !gla_dtype_is_unsigned(dtype);
    __int128 high = ((__int128)1 << bits) - 1, low = gla_dtype_is_unsigned(dtype) ? 0 : -high - 1;
    __int128 first = p->start.integer, last = first + (p->count - 1) * p->step.integer;
    if (p->count && (first < low || first > high || last < low || last > high))
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "arange: the range from %.17g to %.17g is not representable in %s; choose another dtype", p->start.re,
                        (double)last, gla_dtype_name(dtype));
    return GLA_OK;
}

gla_status gla_check_span(const char *op, gla_dtype dtype, double first, double last)
{
    if (!gla_integer_holds(dtype, first) || !gla_integer_holds(dtype, last))
        return gla_fail(GLA_OVERFLOW_ERROR,
                        "%s: the range from %.17g to %.17g is not representable in %s; choose another dtype", op, first, last,
                        gla_dtype_name(dtype));
    return GLA_OK;
}

gla_status gla_arange(const gla_array *start, gla_array **out, const gla_array *stop, const gla_array *step, gla_dtype dtype,
                      const char *device)
{
    progression p;
    gla_device *dev;
    gla_scope s;
    gla_status st;
    *out = NULL;
    if (dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "arange: dtype is bool, but it must be an integer or floating dtype");
    if ((st = read_arguments(start, stop, step, &p)) || (st = count_elements(&p)) || (st = gla_find_device(device, &dev)))
        return st;
    if (dtype == GLA_NO_DTYPE)
        dtype = p.integers ? GLA_INT64 : GLA_FLOAT64;
    bool exact = gla_dtype_is_integer(dtype) && p.integers;
    if (exact)
        st = check_range(&p, dtype);
    else if (gla_dtype_is_integer(dtype) && p.count) /* fractions are truncated */
        st = gla_check_span("arange", dtype, trunc(p.start.re), trunc(p.start.re + (double)(p.count - 1) * p.step.re));
    if (st)
        return st;
    /* Fractional values for an integer dtype, and complex results, are computed in a real dtype and then converted. */
    gla_dtype counting = exact || gla_dtype_is_real_floating(dtype) ? dtype
                         : gla_dtype_is_complex(dtype)              ? gla_real_of(dtype)
                                                                    : GLA_FLOAT64;
    gla_scope_begin(&s, "arange");
    gla_array *counted = gla_new_range(&s, dev, counting, p.count, p.start.re, p.step.re, (int64_t)p.start.integer,
                                       (int64_t)p.step.integer);
    return gla_scope_return(&s, counting == dtype ? counted : gla_s_contiguous(&s, dev, dtype, counted), out);
}
