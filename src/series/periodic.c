/* periodic.c - Periodic cubic splines.  A periodic spline is the spline with slope 0 at both ends, plus a multiple of the
 * spline through zeros with slope 1 at both ends.  The multiple is chosen such that the second derivatives at both ends are
 * equal. */
#include "series/curve.h"

/* Return the slopes w of the spline through zeros whose slope is 1 at both ends. */
static double *end_slopes(gla_scope *s, int64_t n, const double *x)
{
    double *w = gla_s_memory(s, n, sizeof *w), *upper = gla_s_memory(s, n, sizeof *upper);
    if (!w || !upper || s->status)
        return NULL;
    w[0] = w[n - 1] = 1;
    for (int64_t i = 1; i < n - 1; i++) {
        double h = x[i] - x[i - 1], k = x[i + 1] - x[i], own = 2 * (h + k) - k * upper[i - 1];
        upper[i] = h / own;
        w[i] = -k * w[i - 1] / own;
    }
    for (int64_t i = n - 2; i > 0; i--)
        w[i] -= upper[i] * w[i + 1];
    return w;
}

static gla_array *times(gla_scope *s, const gla_array *x, double factor)
{
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, factor));
}

static gla_array *element(gla_scope *s, const gla_array *rows, int64_t i)
{
    return s->status ? NULL : gla_s_slice(s, rows, rows->ndim - 1, i, 1);
}

static gla_array *difference(gla_scope *s, const gla_array *rows, int64_t i, int64_t j)
{
    return gla_s_combine(s, gla_subtract, element(s, rows, i), element(s, rows, j));
}

/* Check that the first and last value are equal up to rounding errors such as those of sin(2 pi).  NaN is exempt. */
static void check_ends(gla_scope *s, const gla_array *y, int64_t n)
{
    if (s->status || y->size == 0)
        return;
    double few = gla_real_of(y->dtype) == GLA_FLOAT32 ? 5e-7 : 1e-15;
    gla_array *last = gla_s_apply(s, gla_abs, element(s, y, n - 1));
    gla_array *most = gla_s_combine(s, gla_add, times(s, last, few), gla_s_number(s, few));
    gla_array *apart = gla_s_combine(s, gla_greater, gla_s_apply(s, gla_abs, difference(s, y, 0, n - 1)), most);
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, apart)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: the first and the last value differ, but they must be equal for a periodic curve", s->op);
}

gla_array *gla_periodic_slopes(gla_scope *s, int64_t n, const double *x, const gla_array *y, const gla_array *clamped)
{
    check_ends(s, y, n);
    double *w = s->status ? NULL : end_slopes(s, n, x);
    if (!w || s->status || y->size == 0)
        return s->status ? NULL : gla_s_own(s, gla_ref((gla_array *)clamped));
    double h = x[n - 1] - x[n - 2], k = x[1] - x[0];
    double own = 2 * (h + k) + k * w[n - 2] + h * w[1];
    gla_array *rise = gla_s_combine(s, gla_add, times(s, difference(s, y, n - 1, n - 2), 3 * k / h / own),
                                    times(s, difference(s, y, 1, 0), 3 * h / k / own));
    gla_array *known = gla_s_combine(s, gla_add, times(s, element(s, clamped, n - 2), k / own),
                                     times(s, element(s, clamped, 1), h / own));
    gla_array *end = gla_s_combine(s, gla_subtract, rise, known);
    gla_array *shape = s->status ? NULL : gla_place_numbers(s, gla_device_of(y), gla_real_of(y->dtype), 1, &n, w);
    return gla_s_combine(s, gla_add, clamped, gla_s_combine(s, gla_multiply, end, shape));
}

gla_array *gla_wrap_places(gla_scope *s, int64_t n, const double *x, const gla_array *places)
{
    if (s->status)
        return NULL;
    gla_array *first = gla_s_number(s, x[0]), *period = gla_s_number(s, x[n - 1] - x[0]);
    gla_array *within = gla_s_combine(s, gla_remainder, gla_s_combine(s, gla_subtract, places, first), period);
    gla_array *wrapped = gla_s_combine(s, gla_add, within, first);
    return s->status ? NULL : gla_s_contiguous(s, gla_device_of(places), places->dtype, wrapped);
}
