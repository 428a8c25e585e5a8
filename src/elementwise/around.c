/* around.c - Round to a number of decimals. */
#include "core/scope.h"
#include "elementwise/map.h"
#include "elementwise/ops.h"
#include "contract/array.h"

#include <math.h>

/* Return a power of ten: exact, or infinite. */
static double power_of_ten(int decimals)
{
    double power = 1;
    for (int i = 0; i < decimals && power < INFINITY; i++)
        power *= 10;
    return power;
}

static gla_array *whole_number(gla_scope *s, gla_dtype dtype, uint64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(dtype, &value, &made), &made);
}

/* Round x to decimals after or before the decimal point, with power = 10^decimals. */
static gla_array *round_to(gla_scope *s, gla_op op, gla_array *x, const gla_array *power)
{
    const gla_array *in[2] = {x, power};
    gla_array *out = NULL;
    gla_device *dev = gla_device_of(x);
    if (!dev->backend->array || !dev->backend->array->map) /* messages name the function that the script called */
        gla_s_check(s, gla_fail_unsupported("around", dev));
    else if (!s->status && gla_s_adopt(s, gla_array_new_like("around", dev, x->dtype, x, &out), &out))
        gla_s_check(s, gla_map_into(op, x->dtype, 2, in, out));
    return out;
}

/* Return true if an integer dtype can represent 10^places. */
static bool holds_power(gla_dtype dtype, int places)
{
    static const int digits[] = {0, 2, 4, 0, 9, 0, 0, 0, 18}; /* for dtypes of 1, 2, 4 and 8 bytes; 10^19 is never needed */
    return places <= digits[gla_itemsize(dtype)];
}

/* Round integers to the nearest multiple of 10^places; ties round to even. */
static gla_array *round_integers(gla_scope *s, gla_array *x, int places)
{
    const gla_dtype given = x->dtype, dtype = holds_power(given, places) ? given : given == GLA_UINT64 ? GLA_UINT64 : GLA_INT64;
    uint64_t power = 1;
    if (places > 18) /* only uint64 reaches half of 10^19 */
        return gla_s_combine(s, gla_multiply, x, whole_number(s, GLA_INT64, 0));
    for (int i = 0; i < places; i++)
        power *= 10;
    gla_array *all = gla_s_astype(s, dtype, x), *step = gla_s_astype(s, dtype, whole_number(s, GLA_INT64, power));
    gla_array *rounded = s->status ? NULL : round_to(s, GLA_OP_round_before, all, step);
    return s->status ? NULL : gla_s_astype(s, given, rounded);
}

static gla_array *round_numbers(gla_scope *s, gla_array *x, int decimals)
{
    gla_array *power = gla_s_number(s, power_of_ten(decimals < 0 ? -decimals : decimals));
    return round_to(s, decimals < 0 ? GLA_OP_round_before : GLA_OP_round_behind, x, power);
}

gla_status gla_around(const gla_array *x, gla_array **out, int decimals)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed;
    bool whole = gla_dtype_is_integer(x->dtype);
    *out = NULL;
    if (x->dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "around: x is bool, but it must be numeric");
    if (decimals == 0 || (whole && decimals > 0))
        return gla_round(x, out);
    gla_scope_begin(&s, "around");
    decimals = decimals < -400 ? -400 : decimals > 400 ? 400 : decimals;
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (s.status)
        return gla_scope_end(&s);
    return gla_scope_return(&s, whole ? round_integers(&s, placed, -decimals) : round_numbers(&s, placed, decimals), out);
}
