/* freq.c - Frequencies of the elements of a transform. */
#include "array/range.h"

#include <math.h>

/* Generate consecutive integers from -negative on, multiply them by 1/(nd), and move the negative ones to the end. */
static gla_status frequencies(const char *op, int64_t n, double d, gla_dtype dtype, const char *device, int64_t positive,
                              int64_t negative, gla_array **out)
{
    gla_device *dev;
    gla_scope s;
    *out = NULL;
    if (n < 1)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: n is %lld, but it must be positive", op, (long long)n);
    if (!isfinite(d) || d == 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "%s: d is %g, but it must be finite and nonzero, the distance between two samples",
                        op, d);
    if (dtype == GLA_NO_DTYPE)
        dtype = GLA_FLOAT64;
    if (dtype != GLA_FLOAT32 && dtype != GLA_FLOAT64)
        return gla_fail(GLA_DTYPE_ERROR, "%s: dtype is %s, but it must be float32 or float64", op, gla_dtype_name(dtype));
    gla_status st = gla_find_device(device, &dev);
    if (st)
        return st;
    gla_scope_begin(&s, op);
    int64_t size = positive + negative, one = 1;
    gla_dtype counting = dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    gla_array *count = gla_new_range(&s, dev, counting, size, -(double)negative, 1, 0, 0);
    gla_array *scaled = gla_s_combine(&s, gla_multiply, count, gla_s_number(&s, 1 / ((double)n * d)));
    gla_array *result = gla_s_new(&s, dev, dtype, 1, &size);
    if (!s.status) {
        gla_s_assign(&s, gla_s_view(&s, result, 1, &positive, &one, 0), gla_s_view(&s, scaled, 1, &positive, &one, negative));
        if (negative)
            gla_s_assign(&s, gla_s_view(&s, result, 1, &negative, &one, positive),
                         gla_s_view(&s, scaled, 1, &negative, &one, 0));
    }
    return gla_scope_return(&s, result, out);
}

gla_status gla_fft_fftfreq(int64_t n, gla_array **out, double d, gla_dtype dtype, const char *device)
{
    return frequencies("fftfreq", n, d, dtype, device, n - n / 2, n / 2, out);
}

gla_status gla_fft_rfftfreq(int64_t n, gla_array **out, double d, gla_dtype dtype, const char *device)
{
    return frequencies("rfftfreq", n, d, dtype, device, n / 2 + 1, 0, out);
}
