/* sums.c - Counts, sums, means and variances of groups. */
#include "groups/common.h"
#include "reduce/centre.h"
#include "reduce/common.h"
#include "elementwise/where.h"

#include <math.h>

gla_status gla_group_count(const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    gla_groups g;
    gla_groups_begin_soon(&g, "group_count", NULL, keys, num_groups, 0);
    return gla_groups_return(&g, gla_groups_count(&g), out);
}

gla_status gla_group_sum(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    gla_groups g;
    gla_groups_begin_soon(&g, "group_sum", values, keys, num_groups, 0);
    gla_array *x = g.s.status ? NULL : gla_s_astype(&g.s, gla_sum_dtype(values->dtype), g.values);
    return gla_groups_return(&g, x ? gla_groups_sum(&g, x) : NULL, out);
}

gla_status gla_bincount(const gla_array *x, gla_array **out, const gla_array *weights, int64_t minlength)
{
    gla_groups g;
    gla_array *result = NULL;
    *out = NULL;
    if (minlength < 0)
        return gla_fail(GLA_ARGUMENT_ERROR, "bincount: minlength is %lld, but it must not be negative", (long long)minlength);
    if (weights && gla_dtype_is_complex(weights->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "bincount: the weights are %s; take real() or imag() first",
                        gla_dtype_name(weights->dtype));
    if (weights && weights->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "bincount: the weights have %d dimensions, but they must be 1-d", weights->ndim);
    gla_groups_begin_soon(&g, "bincount", weights, x, GLA_NO_AXIS, minlength);
    if (!g.s.status && weights)
        result = gla_groups_sum(&g, gla_s_astype(&g.s, g.dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64, g.values));
    else
        result = gla_groups_count(&g);
    return gla_groups_return(&g, result, out);
}

/* Return the means, (groups, k); NaN for empty groups. */
static gla_array *mean_of(gla_groups *g, const gla_array *x, gla_array *count)
{
    gla_scope *s = &g->s;
    gla_array *sum = gla_groups_sum(g, x);
    return s->status ? NULL : gla_s_combine(s, gla_divide, sum, gla_s_astype(s, gla_real_of(x->dtype), count));
}

gla_status gla_group_mean(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    gla_groups g;
    gla_groups_begin_soon(&g, "group_mean", values, keys, num_groups, 0);
    gla_array *x = g.s.status ? NULL : gla_s_astype(&g.s, gla_floating_of(values->dtype), g.values);
    return gla_groups_return(&g, x ? mean_of(&g, x, gla_groups_count(&g)) : NULL, out);
}

/* Return the first element of each group, (groups, k); an arbitrary element for empty groups. */
static gla_array *first_of(gla_groups *g, const gla_array *x)
{
    gla_scope *s = &g->s;
    gla_array *places = gla_groups_run(g, GLA_GROUP_FIRST, NULL, GLA_INT64), *first;
    gla_array *along = places ? gla_s_view(s, places, 1, &g->groups, NULL, 0) : NULL;
    return s->status ? NULL : gla_s_adopt(s, gla_take(x, along, &first, &(gla_ints){1, {0}}), &first);
}

/* Return the sums of |x - centre|² minus |sum of (x - centre)|² / n, which corrects for the distance of the centre from the
 * mean. */
static gla_array *squares(gla_groups *g, const gla_array *x, gla_array *count)
{
    gla_scope *s = &g->s;
    gla_array *mean = mean_of(g, x, count), *spread = NULL;
    if (s->status)
        return NULL;
    gla_array *centre = g->n ? gla_s_centre(s, mean, first_of(g, x)) : mean;
    if (!s->status)
        gla_s_adopt(s, gla_take(centre, g->keys, &spread, &(gla_ints){1, {0}}), &spread);
    gla_array *rest = gla_s_combine(s, gla_subtract, x, spread);
    if (s->status)
        return NULL;
    gla_array *error = gla_groups_sum(g, rest);
    if (gla_dtype_is_complex(x->dtype)) {
        error = gla_s_apply(s, gla_abs, error);
        rest = gla_s_apply(s, gla_abs, rest);
    }
    gla_array *sum = s->status ? NULL : gla_groups_sum(g, gla_s_combine(s, gla_multiply, rest, rest));
    if (s->status)
        return NULL;
    gla_array *less = gla_s_combine(s, gla_divide, gla_s_combine(s, gla_multiply, error, error), count);
    gla_array *left = s->status ? NULL : gla_s_combine(s, gla_subtract, sum, gla_s_astype(s, sum->dtype, less));
    return gla_s_combine(s, gla_maximum, left, gla_s_number(s, 0));
}

static gla_status spread(const char *name, bool root, const gla_array *values, const gla_array *keys, gla_array **out,
                         gla_axis num_groups, double correction)
{
    gla_groups g;
    gla_scope *s = &g.s;
    gla_array *result = NULL;
    *out = NULL;
    if (!isfinite(correction))
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "%s: correction is %g, but it must be finite; give 0 for a population, 1 for a sample", name,
                        correction);
    gla_groups_begin_soon(&g, name, values, keys, num_groups, 0);
    gla_array *x = s->status ? NULL : gla_s_astype(s, gla_floating_of(values->dtype), g.values);
    gla_array *count = x ? gla_groups_count(&g) : NULL;
    if (count && (g.groups == 0 || g.k == 0))
        result = gla_s_new(s, g.dev, gla_real_of(x->dtype), 2, (int64_t[]){g.groups, g.k});
    else if (count) {
        gla_array *sum = squares(&g, x, count);
        gla_array *n = s->status ? NULL : gla_s_astype(s, sum->dtype, count);
        gla_array *divisor = n ? gla_s_combine(s, gla_subtract, n, gla_s_number(s, correction)) : NULL;
        gla_array *good = divisor ? gla_s_combine(s, gla_greater, divisor, gla_s_number(s, 0)) : NULL;
        divisor = gla_s_where(s, good, divisor, gla_s_number(s, NAN));
        result = gla_s_combine(s, gla_divide, sum, divisor);
        if (result && root)
            result = gla_s_apply(s, gla_sqrt, result);
    }
    return gla_groups_return(&g, result, out);
}

gla_status gla_group_var(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups,
                         double correction)
{
    return spread("group_var", false, values, keys, out, num_groups, correction);
}

gla_status gla_group_std(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups,
                         double correction)
{
    return spread("group_std", true, values, keys, out, num_groups, correction);
}
