/* overflow.c - see overflow.h. */
#include "reduce/overflow.h"

#include "core/core.h"

#include <math.h>

static int bits_of(gla_dtype t)
{
    return t == GLA_BOOL ? 1 : 8 * (int)gla_itemsize(t) - !gla_dtype_is_unsigned(t);
}

bool gla_may_overflow(bool multiplies, gla_dtype x, gla_dtype out, int64_t count)
{
    int least = bits_of(out), bits = x >= GLA_FLOAT32 ? 64 : bits_of(x), more = 0;
    bool loses_sign = x != GLA_BOOL && !gla_dtype_is_unsigned(x) && gla_dtype_is_unsigned(out);
    if (!gla_dtype_is_integer(out) || count < 1 || gla_policy_ignores(GLA_OVERFLOW_WARNING))
        return false;
    while (more < 63 && (int64_t)1 << more < count)
        more++;
    if (multiplies)
        return x != GLA_BOOL && (loses_sign || count > 64 || bits * (int)count > least);
    return loses_sign || bits + more > least;
}

gla_dtype gla_shadow_dtype(const gla_device *dev)
{
    return dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
}

static bool is_off_on_host(const gla_array *result, const gla_array *shadow, double limit)
{
    const double *real = gla_data(shadow), *whole = gla_data(result);
    bool off = false;
    for (int64_t i = 0; i < shadow->size; i++)
        off |= fabs(real[i] - whole[i]) > limit;
    return off;
}

void gla_s_check_overflow(gla_scope *s, const char *what, const gla_array *result, const gla_array *shadow)
{
    gla_dtype dtype = result->dtype;
    double limit = ldexp(1, 8 * (int)gla_itemsize(dtype) - 1);
    gla_array *real = s->status ? NULL : gla_s_typed(s, shadow->dtype, result);
    bool off = false;
    if (real && gla_device_of(real)->is_host && real->contiguous && shadow->contiguous && shadow->dtype == GLA_FLOAT64) {
        off = is_off_on_host(real, shadow, limit);
    } else if (real) {
        gla_array *far = gla_s_apply(s, gla_abs, gla_s_combine(s, gla_subtract, shadow, real));
        gla_array *beyond = far ? gla_s_combine(s, gla_greater, far, gla_s_number(s, limit)) : NULL;
        gla_array *any = beyond ? gla_s_reduce_all(s, gla_any, beyond) : NULL;
        off = any && gla_s_truth(s, any);
    }
    if (off)
        gla_s_check(s, gla_warn_overflow(s->op, what, dtype));
}
