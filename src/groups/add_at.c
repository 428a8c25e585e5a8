/* add_at.c - a[indices] += values, where the values of an index that occurs several times are all added.
 *
 * The values of each position are summed first, as in `group_sum`, so their order does not matter.  Then the sums are added to
 * a. */
#include "groups/common.h"
#include "elementwise/map.h"
#include "elementwise/where.h"
#include "index/select.h"
#include "reduce/common.h"
#include "elementwise/ops.h"

#define SPARSE 8 /* ratio of positions to indices above which only the positions that occur are processed */

/* Return x + sum or, for bools, x or sum.  If no value is added to an element of x, the element is unchanged, including the
 * sign of a zero. */
static gla_array *add(gla_scope *s, const gla_array *x, const gla_array *sum)
{
    gla_array *typed = sum ? gla_s_astype(s, x->dtype, sum) : NULL;
    if (!typed || x->dtype == GLA_BOOL)
        return s->status ? NULL : gla_s_combine(s, gla_logical_or, x, typed);
    if (s->status || x->dtype < GLA_FLOAT32)
        return s->status ? NULL : gla_s_combine(s, gla_add, x, typed);
    gla_array *negative = gla_s_combine(s, gla_subtract, gla_s_number(s, 0), typed); /* maps +0 to +0 */
    return negative ? gla_s_combine(s, gla_subtract, x, negative) : NULL;
}

static void map_into(gla_scope *s, gla_op op, const gla_array *a, const gla_array *b, gla_array *out)
{
    const gla_array *in[] = {a, b};
    if (!s->status)
        gla_s_check(s, gla_map_into(op, out->dtype, 2, in, out));
}

/* Add sum to x in place; sum is overwritten. */
static void add_into(gla_scope *s, gla_array *x, gla_array *sum)
{
    gla_array *typed = sum ? gla_s_astype(s, x->dtype, sum) : NULL;
    const gla_op op = x->dtype == GLA_BOOL ? GLA_OP_logical_or : x->dtype < GLA_FLOAT32 ? GLA_OP_add : GLA_OP_subtract;
    if (s->status)
        return;
    if (op == GLA_OP_subtract)
        map_into(s, op, gla_s_number(s, 0), typed, typed);
    if (!s->status && !gla_s_check(s, gla_stream_writes(x)))
        map_into(s, op, x, typed, x);
    gla_stream_used(x);
}

/* Combine the index arrays to one key for each element: the flat position along the first axes of the view. */
static gla_array *find_keys(gla_scope *s, gla_selection *sel)
{
    gla_array *keys = NULL, *made, *length;
    for (int j = 0; j < sel->nidx && !s->status; j++) {
        gla_array *at = gla_index_wrap(s, sel->idx[j], sel->axis[j], sel->view->shape[j]);
        at = sel->idx[j] = at ? gla_s_view(s, at, 1, &at->size, NULL, 0) : NULL;
        length = s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &sel->view->shape[j], &made), &made);
        keys = keys ? gla_s_combine(s, gla_multiply, keys, length) : NULL;
        keys = keys ? gla_s_combine(s, gla_add, keys, at) : at;
    }
    return s->status ? NULL : keys;
}

static gla_array *sum_rows(gla_scope *s, const gla_array *rows, const gla_array *keys, int64_t groups)
{
    gla_groups g;
    gla_array *sums = NULL;
    if (s->status)
        return NULL;
    gla_groups_begin(&g, s->op, rows, keys, groups);
    gla_array *x = g.s.status ? NULL : gla_s_astype(&g.s, gla_sum_dtype(rows->dtype), g.values);
    return gla_s_adopt(s, gla_groups_return(&g, x ? gla_groups_sum(&g, x) : NULL, &sums), &sums);
}

/* Add the sums of all positions to the whole view. */
static void add_to_all(gla_scope *s, gla_selection *sel, const gla_array *rows, const gla_array *keys, int64_t groups)
{
    gla_array *sums = sum_rows(s, rows, keys, groups);
    sums = sums ? gla_s_view(s, sums, sel->view->ndim, sel->view->shape, NULL, 0) : NULL;
    if (sums)
        add_into(s, sel->view, sums);
}

/* Read and write only the positions that occur, each of them once. */
static void add_to_some(gla_scope *s, gla_selection *sel, const gla_array *rows, const gla_array *keys)
{
    gla_array *unique[4] = {NULL}, *part, *current = NULL;
    gla_index key = {.n = sel->nidx};
    int64_t shape[GLA_MAX_NDIM];
    if (s->status || gla_s_check(s, gla_unique_all(keys, &unique[0], &unique[1], &unique[2], &unique[3])))
        return;
    for (int i = 0; i < 4; i++)
        gla_s_own(s, unique[i]);
    for (int j = 0; j < sel->nidx && !s->status; j++) {
        part = gla_s_adopt(s, gla_take(sel->idx[j], unique[1], &part, NULL), &part);
        key.v[j] = (gla_index_item){.kind = GLA_INDEX_ARRAY, .array = part};
    }
    gla_array *sums = sum_rows(s, rows, unique[2], unique[0]->size);
    current = s->status ? NULL : gla_s_adopt(s, gla_getitem(sel->view, &key, &current), &current);
    for (int d = 0; current && d < current->ndim; d++)
        shape[d] = current->shape[d];
    sums = current ? gla_s_view(s, sums, current->ndim, shape, NULL, 0) : NULL;
    if (sums)
        add_into(s, current, sums);
    if (!s->status)
        gla_s_check(s, gla_setitem(sel->view, &key, current));
}

static void add_rows(gla_scope *s, gla_selection *sel, const gla_array *all)
{
    int64_t n = sel->idx[0]->size, k = all->size / n, groups = 1;
    for (int j = 0; j < sel->nidx; j++)
        groups *= sel->view->shape[j]; /* cannot overflow, because the array is in memory */
    gla_array *keys = find_keys(s, sel), *rows = gla_s_contiguous(s, gla_device_of(all), all->dtype, all);
    rows = s->status ? NULL : gla_s_view(s, rows, 2, (int64_t[]){n, k}, NULL, 0);
    if (!s->status && n < groups / SPARSE)
        add_to_some(s, sel, rows, keys);
    else if (!s->status)
        add_to_all(s, sel, rows, keys, groups);
}

gla_status gla_add_at(gla_array *a, const gla_index *indices, const gla_array *values)
{
    const gla_array *both[2] = {a, values};
    gla_device *dev = NULL;
    gla_selection sel;
    gla_scope s;
    int64_t shape[GLA_MAX_NDIM];
    int ndim;
    if (a->flags & GLA_READONLY)
        return gla_fail(GLA_ARGUMENT_ERROR,
                        "add_at: a is read-only (a broadcast view, or read-only memory of the caller); use a copy");
    gla_scope_begin(&s, "add_at");
    gla_s_check(&s, gla_check_kept("add_at", "a", a->dtype, "values", values));
    if (!s.status)
        gla_s_check(&s, gla_common_device("add_at", 2, both, &dev));
    gla_select(&s, gla_device_of(a), a, indices, &sel);
    if (s.status)
        return gla_scope_end(&s);
    gla_selection_shape(&sel, &ndim, shape);
    const gla_array *stripped = gla_selection_strip(&s, values, ndim);
    gla_array *value = stripped ? gla_s_contiguous(&s, gla_device_of(a), a->dtype, stripped) : NULL;
    gla_array *all = value ? gla_selection_spread(&s, &sel, value) : NULL;
    if (all && all->size && sel.nidx)
        add_rows(&s, &sel, all);
    else if (all && all->size && (all = add(&s, sel.view, all)))
        gla_s_assign(&s, sel.view, all);
    return gla_scope_end(&s);
}
