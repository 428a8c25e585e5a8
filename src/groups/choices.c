/* choices.c - Minimum, maximum, first and last elements of groups, and run lengths. */
#include "groups/common.h"
#include "index/select.h"
#include "elementwise/where.h"

#include <math.h>

/* Return x for nonempty groups.  Empty groups become NaN, or 0 if the dtype has no NaN. */
static gla_array *fill_empty(gla_scope *s, const gla_array *has, const gla_array *x)
{
    gla_array *nothing = s->status ? NULL : gla_s_new(s, gla_device_of(x), x->dtype, 0, NULL);
    if (!nothing)
        return NULL;
    gla_s_fill(s, nothing, x->dtype >= GLA_FLOAT32 ? NAN : 0);
    return gla_s_where(s, has, x, nothing);
}

static gla_status extreme(const char *name, gla_group_op op, const gla_array *values, const gla_array *keys, gla_array **out,
                          gla_axis num_groups)
{
    gla_groups g;
    gla_scope *s = &g.s;
    *out = NULL;
    if (gla_dtype_is_complex(values->dtype))
        return gla_fail(GLA_DTYPE_ERROR, "%s: complex values have no order; take real() or abs() first", name);
    gla_groups_begin(&g, name, values, keys, num_groups);
    gla_array *result = s->status ? NULL : gla_groups_run(&g, op, g.values, values->dtype);
    if (result && result->size && (g.n == 0 || values->dtype < GLA_FLOAT32)) {
        gla_array *count = gla_groups_count(&g);
        result = fill_empty(s, s->status ? NULL : gla_s_combine(s, gla_greater, count, gla_s_number(s, 0)), result);
    }
    return gla_groups_return(&g, result, out);
}

gla_status gla_group_min(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    return extreme("group_min", GLA_GROUP_MIN, values, keys, out, num_groups);
}

gla_status gla_group_max(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    return extreme("group_max", GLA_GROUP_MAX, values, keys, out, num_groups);
}

static gla_status pick(const char *name, gla_group_op op, const gla_array *values, const gla_array *keys, gla_array **out,
                       gla_axis num_groups)
{
    gla_groups g;
    gla_scope *s = &g.s;
    gla_array *result = NULL, *picked = NULL;
    *out = NULL;
    gla_groups_begin(&g, name, values, keys, num_groups);
    if (!s->status && (g.n == 0 || g.groups == 0 || g.k == 0)) {
        result = gla_s_new(s, g.dev, values->dtype, 2, (int64_t[]){g.groups, g.k});
        if (result && result->size)
            gla_s_fill(s, result, values->dtype >= GLA_FLOAT32 ? NAN : 0);
    } else if (!s->status) {
        gla_array *places = gla_groups_run(&g, op, NULL, GLA_INT64); /* -1 temporarily selects the last row */
        gla_array *along = places ? gla_s_view(s, places, 1, &g.groups, NULL, 0) : NULL;
        if (along)
            picked = gla_s_adopt(s, gla_take(g.values, along, &picked, &(gla_ints){1, {0}}), &picked);
        if (picked)
            result = fill_empty(s, gla_s_combine(s, gla_greater_equal, places, gla_s_number(s, 0)), picked);
    }
    return gla_groups_return(&g, result, out);
}

gla_status gla_group_first(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    return pick("group_first", GLA_GROUP_FIRST, values, keys, out, num_groups);
}

gla_status gla_group_last(const gla_array *values, const gla_array *keys, gla_array **out, gla_axis num_groups)
{
    return pick("group_last", GLA_GROUP_LAST, values, keys, out, num_groups);
}

/* Return an array that is true for each element that begins a run. */
static gla_array *find_starts(gla_scope *s, gla_device *dev, const gla_array *x)
{
    int64_t n = x->shape[0], rest = n - 1, step = x->strides[0];
    gla_array *starts = gla_s_new(s, dev, GLA_BOOL, 1, &n);
    gla_s_fill(s, starts, 1);
    if (s->status || rest < 1)
        return starts;
    gla_array *before = gla_s_view(s, x, 1, &rest, &step, 0), *after = gla_s_view(s, x, 1, &rest, &step, step);
    gla_array *differs = s->status ? NULL : gla_s_combine(s, gla_not_equal, before, after);
    if (differs)
        gla_s_assign(s, gla_s_view(s, starts, 1, &rest, NULL, 1), differs);
    return starts;
}

gla_status gla_run_lengths(const gla_array *x, gla_array **values, gla_array **starts, gla_array **lengths)
{
    gla_scope s;
    gla_device *dev = NULL;
    gla_array *at = NULL, *first = NULL, *length = NULL;
    *values = *starts = *lengths = NULL;
    if (x->ndim != 1)
        return gla_fail(GLA_SHAPE_ERROR, "run_lengths: x has %d dimensions, but it must be 1-d", x->ndim);
    gla_scope_begin(&s, "run_lengths");
    gla_s_check(&s, gla_common_device("run_lengths", 1, &x, &dev));
    gla_array *here = s.status ? NULL : gla_s_to_device(&s, dev, x), *marks = here ? find_starts(&s, dev, here) : NULL;
    if (!s.status)
        gla_index_from_mask(&s, dev, marks, &at);
    if (!s.status)
        first = gla_s_adopt(&s, gla_take(here, at, &first, NULL), &first);
    if (!s.status) {
        int64_t n = at->shape[0], rest = n - 1;
        length = gla_s_new(&s, dev, GLA_INT64, 1, &n); /* first the ends */
        if (length && n > 1)
            gla_s_assign(&s, gla_s_view(&s, length, 1, &rest, NULL, 0), gla_s_view(&s, at, 1, &rest, NULL, 1));
        if (length && n > 0)
            gla_s_fill(&s, gla_s_view(&s, length, 1, &(int64_t){1}, NULL, rest), (double)x->shape[0]);
        length = s.status ? NULL : gla_s_combine(&s, gla_subtract, length, at);
    }
    gla_scope_give(&s, first, values);
    gla_scope_give(&s, at, starts);
    gla_scope_give(&s, length, lengths);
    return gla_scope_end(&s);
}
