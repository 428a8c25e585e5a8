/* stats.c - Location and scale of distributions, applied to their standard functions. */
#include "stats.h"
#include "contract/array.h"

#include "array/number.h"
#include "elementwise/where.h"

#define ARGUMENTS 5 /* x, two parameters, location and scale */

static bool is_number(const gla_array *x)
{
    return x && x->flags & GLA_WEAK;
}

static double value_of(gla_scope *s, const gla_array *x)
{
    gla_number v = {.re = NAN};
    gla_s_check(s, gla_read_number(s->op, "an argument", x, &v));
    return v.re;
}

gla_array *gla_stats_map(gla_scope *s, gla_op op, const gla_array *x, const gla_array *a, const gla_array *b)
{
    const gla_array *in[3] = {x, a, b};
    int n = b ? 3 : a ? 2 : 1;
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_map(op, n, in, &made), &made);
}

gla_array *gla_stats_positive(gla_scope *s, gla_array *x)
{
    if (s->status)
        return NULL;
    if (is_number(x))
        return value_of(s, x) > 0 ? x : gla_s_number(s, NAN);
    return gla_s_where(s, gla_s_combine(s, gla_greater, x, gla_s_number(s, 0)), x, gla_s_number(s, NAN));
}

gla_array *gla_stats_times(gla_scope *s, gla_array *x, double factor)
{
    if (s->status)
        return NULL;
    if (is_number(x))
        return gla_s_number(s, value_of(s, x) * factor);
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, factor));
}

/* Copy the arguments to one device and one real dtype; omitted arguments stay NULL. */
static void read_arguments(gla_scope *s, const gla_array *const in[], gla_array *arguments[])
{
    const gla_array *given[ARGUMENTS];
    gla_array *placed[ARGUMENTS];
    gla_device *dev;
    int n = 0;
    for (int i = 0; i < ARGUMENTS; i++)
        if (in[i])
            given[n++] = in[i];
    gla_dtype type = gla_promote_arrays(n, given);
    if (gla_dtype_is_complex(type))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: not defined for complex values; take real(), imag() or abs() first", s->op);
    type = type < GLA_FLOAT32 ? GLA_FLOAT64 : type;
    int ndim;
    int64_t shape[GLA_MAX_NDIM];
    gla_s_check(s, s->status ? s->status : gla_common_shape(s->op, n, given, &ndim, shape));
    gla_s_place(s, n, given, true, &dev, placed);
    if (!s->status && !(dev->backend->array && dev->backend->array->map))
        gla_s_check(s, gla_fail_unsupported(s->op, dev));
    for (int i = 0, k = 0; i < ARGUMENTS; i++) {
        arguments[i] = in[i] && !s->status ? placed[k++] : NULL;
        if (arguments[i])
            arguments[i] = is_number(arguments[i]) ? gla_s_number(s, value_of(s, arguments[i]))
                                                   : gla_s_astype(s, type, arguments[i]);
    }
}

/* Return (x - loc)/scale in the dtype of x; NaN if the scale is not positive. */
static gla_array *standardise(gla_scope *s, gla_array *x, gla_array *loc, gla_array *scale)
{
    gla_array *z = loc ? gla_s_combine(s, gla_subtract, x, loc) : x;
    return scale ? gla_s_combine(s, gla_divide, z, scale) : z;
}

gla_status gla_stats_run(const char *op, stats_kind kind, stats_standard *f, const gla_array *const in[5], gla_array **out)
{
    gla_scope s;
    gla_array *v[ARGUMENTS], *r;
    gla_scope_begin(&s, op);
    read_arguments(&s, in, v);
    gla_array *loc = v[3], *scale = v[4] ? gla_stats_positive(&s, v[4]) : NULL;
    gla_array *x = kind == STATS_QUANTILE ? v[0] : standardise(&s, v[0], loc, scale);
    r = s.status ? NULL : f(&s, x, v[1], v[2]);
    if (kind == STATS_DENSITY && scale)
        r = gla_s_combine(&s, gla_divide, r, scale);
    if (kind == STATS_LOG_DENSITY && scale)
        r = gla_s_combine(&s, gla_subtract, r, gla_s_apply(&s, gla_log, scale));
    if (kind == STATS_QUANTILE && scale)
        r = gla_s_combine(&s, gla_multiply, r, scale);
    if (kind == STATS_QUANTILE && loc)
        r = gla_s_combine(&s, gla_add, r, loc);
    return gla_scope_return(&s, r, out);
}
