/* around.c - rounding to a number of decimals. */
#include "elementwise/map.h"
#include "elementwise/where.h"

#include <math.h>

/* A power of ten that is exact, or beyond all numbers. */
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
    return s->status ? NULL : gla_s_made(s, gla_scalar(dtype, &value, &made), &made);
}

/* x, which the next step is the last one to look at. */
static gla_array *offered(gla_scope *s, gla_array *x)
{
    gla_s_offer(s, x);
    return x;
}

/* Integers to the nearest multiple of 10^places, of two as near the even one. */
static gla_array *round_integers(gla_scope *s, gla_array *x, int places)
{
    gla_dtype wide = x->dtype == GLA_UINT64 ? GLA_UINT64 : GLA_INT64;
    uint64_t power = 1;
    if (places > 18) /* half of 10^19 is still within reach of uint64 alone */
        return gla_s_combine(s, gla_multiply, x, whole_number(s, GLA_INT64, 0));
    for (int i = 0; i < places; i++)
        power *= 10;
    gla_array *all = gla_s_typed(s, wide, x), *step = whole_number(s, wide, power), *one = whole_number(s, wide, 1);
    gla_array *whole = gla_s_combine(s, gla_floor_divide, all, step);
    gla_array *rest = offered(s, gla_s_combine(s, gla_multiply, whole, step));
    rest = offered(s, gla_s_combine(s, gla_subtract, all, rest));
    gla_array *twice = offered(s, gla_s_combine(s, gla_add, rest, rest));
    /* Up from more than a half, and from a half if that leads to an even number. */
    gla_array *odd = gla_s_combine(s, gla_bitwise_and, whole, one);
    gla_array *up = gla_s_combine(s, gla_greater, gla_s_combine(s, gla_add, twice, odd), step);
    gla_array *nearest = offered(s, gla_s_combine(s, gla_add, offered(s, whole), up ? gla_s_typed(s, wide, up) : NULL));
    gla_array *rounded = gla_s_combine(s, gla_multiply, nearest, step);
    return s->status ? NULL : gla_s_typed(s, x->dtype, rounded);
}

/* x·10^decimals, rounded, and back; x itself where that is beyond the largest number: it has no decimals to round. */
static gla_array *round_reals(gla_scope *s, gla_array *x, int decimals)
{
    const gla_array *in[2] = {x, gla_s_number(s, power_of_ten(decimals < 0 ? -decimals : decimals))};
    gla_array *out = NULL;
    gla_device *dev = gla_device_of(x);
    if (!dev->backend->array || !dev->backend->array->map) /* in the name of what was called */
        gla_s_check(s, gla_fail_unsupported("around", dev));
    else if (!s->status && gla_s_made(s, gla_array_new_like("around", dev, x->dtype, x, &out), &out))
        gla_s_check(s, gla_map_into(decimals < 0 ? GLA_OP_round_before : GLA_OP_round_behind, x->dtype, 2, in, out));
    return out;
}

/* The same of both parts. */
static gla_array *round_complex(gla_scope *s, gla_array *x, int decimals)
{
    gla_array *power = gla_s_number(s, power_of_ten(decimals < 0 ? -decimals : decimals));
    gla_binary *there = decimals < 0 ? gla_divide : gla_multiply, *back = decimals < 0 ? gla_multiply : gla_divide;
    gla_array *scaled = gla_s_combine(s, there, x, power), *rounded = gla_s_apply(s, gla_round, scaled);
    gla_array *none = gla_s_combine(s, gla_equal, rounded, gla_s_number(s, 0)); /* of which a power beyond all would make NaN */
    gla_array *result = gla_s_where(s, none, rounded, gla_s_combine(s, back, rounded, power));
    return gla_s_where(s, gla_s_apply(s, gla_isfinite, scaled), result, x);
}

gla_status gla_around(const gla_array *x, gla_array **out, int decimals)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *placed;
    bool whole = gla_dtype_is_integer(x->dtype);
    *out = NULL;
    if (x->dtype == GLA_BOOL)
        return gla_fail(GLA_DTYPE_ERROR, "around: x is bool; give numbers");
    if (decimals == 0 || (whole && decimals > 0))
        return gla_round(x, out);
    gla_scope_begin(&s, "around");
    decimals = decimals < -400 ? -400 : decimals > 400 ? 400 : decimals;
    gla_s_place(&s, 1, &x, false, &dev, &placed);
    if (s.status)
        return gla_scope_end(&s);
    return gla_scope_return(&s,
                            whole                            ? round_integers(&s, placed, -decimals)
                            : gla_dtype_is_complex(x->dtype) ? round_complex(&s, placed, decimals)
                                                             : round_reals(&s, placed, decimals),
                            out);
}
