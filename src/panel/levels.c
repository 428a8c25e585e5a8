/* levels.c - Group numbers, removal of singletons, and sums over groups. */
#include "panel/panel.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/reduce.h"
#include "elementwise/where.h"
#include "sparse/sparse.h"

#define CLOSE 4 /* maximum range of the integers, relative to the number of rows */

/* Renumber integers in a small range by counting, without sorting.  Return NULL if the range is too large. */
static gla_array *renumber_close(panel *p, const gla_array *ids, int64_t *levels)
{
    gla_scope *s = &p->s;
    if (ids->size == 0 || ids->dtype == GLA_UINT64)
        return NULL;
    gla_array *numbers = gla_s_contiguous(s, p->dev, GLA_INT64, ids), *count = NULL;
    int64_t least = sparse_integer(s, gla_s_reduce_all(s, gla_min, numbers)), range;
    int64_t most = sparse_integer(s, gla_s_reduce_all(s, gla_max, numbers));
    if (s->status || __builtin_sub_overflow(most, least, &range) || range / CLOSE >= ids->size)
        return NULL;
    numbers = sparse_with(s, gla_subtract, numbers, least); /* copied in any case, because the caller may change its own
                                                             * array */
    count = s->status ? NULL : gla_s_adopt(s, gla_group_count(numbers, &count, range + 1), &count);
    gla_array *ends = sparse_running_sum(s, sparse_with(s, gla_greater, count, 0), false);
    *levels = ends ? sparse_integer(s, gla_s_reduce_all(s, gla_max, ends)) : 0;
    return *levels > range ? numbers : sparse_take(s, sparse_with(s, gla_subtract, ends, 1), numbers);
}

static void renumber(panel *p, int64_t way, const gla_array *ids)
{
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *codes = NULL, *uniques = NULL, *close = s->status ? NULL : renumber_close(p, ids, &p->levels[way]);
    p->codes[way] = gla_scope_keep(s, mark, close);
    if (close || s->status || gla_s_check(s, gla_factorize(ids, &codes, &uniques, true)))
        return;
    gla_s_own(s, uniques);
    p->codes[way] = gla_s_own(s, codes);
    p->levels[way] = uniques->size;
}

/* factorize, factorize_texts and pandas mark a missing key by -1.  Such rows belong to no group, and must not be treated as one
 * group. */
static void refuse_missing(panel *p, int64_t way, const gla_array *ids)
{
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    if (s->status || ids->size == 0 || ids->dtype == GLA_BOOL || gla_dtype_is_unsigned(ids->dtype))
        return;
    gla_array *missing = sparse_with(s, gla_equal, ids, -1);
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, missing))) {
        int64_t row = sparse_integer(s, gla_s_reduce_all(s, gla_argmax, missing));
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: ids[%lld] is -1, which marks a missing key, in row %lld (counted from 0); drop these rows", s->op,
                   (long long)way, (long long)row);
    }
    gla_scope_keep(s, mark, NULL);
}

/* Drop the rows that are alone in their group of one grouping variable.  Return true if any row was dropped. */
static bool drop_of(panel *p, int64_t way)
{
    gla_scope *s = &p->s;
    gla_array *count = NULL;
    if (s->status || p->n == 0)
        return false;
    count = gla_s_adopt(s, gla_group_count(p->codes[way], &count, p->levels[way]), &count);
    if (!gla_s_truth(s, gla_s_reduce_all(s, gla_any, sparse_with(s, gla_equal, count, 1))))
        return false;
    gla_array *kept = sparse_with(s, gla_not_equal, sparse_take(s, count, p->codes[way]), 1);
    p->rows = sparse_masked(s, p->rows, kept);
    for (int64_t i = 0; i < p->ways; i++)
        p->codes[i] = sparse_masked(s, p->codes[i], kept);
    if (!s->status)
        p->n = p->rows->size;
    return !s->status;
}

void panel_read_levels(panel *p, gla_array *const ids[], bool drop_singletons)
{
    gla_scope *s = &p->s;
    int64_t all = p->n, last = p->ways - 1;
    p->rows = sparse_range(s, p->dev, all);
    for (int64_t i = 0; i < p->ways; i++) {
        refuse_missing(p, i, ids[i]);
        renumber(p, i, ids[i]);
    }
    /* Cycle through the grouping variables until a full cycle drops no row. */
    for (int64_t i = 0; drop_singletons && !s->status; i = i < p->ways - 1 ? i + 1 : 0) {
        if (drop_of(p, i))
            last = i ? i - 1 : p->ways - 1;
        else if (i == last)
            break;
        if (p->ways == 1)
            break;
    }
    p->singletons = all - p->n;
    for (int64_t i = 0; i < p->ways && p->singletons > 0; i++)
        renumber(p, i, p->codes[i]);
}

static gla_array *summed(panel *p, const gla_array *values, int64_t block)
{
    gla_array *made;
    gla_scope *s = &p->s;
    int64_t way = p->blocks[block].way;
    return s->status ? NULL : gla_s_adopt(s, gla_group_sum(values, p->codes[way], &made, p->levels[way]), &made);
}

gla_array *panel_sums(panel *p, const gla_array *values, int64_t block)
{
    gla_scope *s = &p->s;
    gla_array *slope = p->blocks[block].slope;
    int mark = gla_scope_mark(s);
    if (slope)
        values = gla_s_combine(s, gla_multiply, values, gla_s_add_last(s, slope));
    return gla_scope_keep(s, mark, summed(p, values, block));
}

gla_array *panel_totals(panel *p, int64_t block)
{
    gla_scope *s = &p->s;
    gla_array *slope = p->blocks[block].slope, *count = NULL;
    int64_t way = p->blocks[block].way;
    if (slope) { /* an effect that cannot be estimated for a group is 0, whatever the divisor */
        slope = gla_s_add_last(s, slope);
        gla_array *total = panel_sums(p, p->weights ? gla_s_combine(s, gla_multiply, slope, p->weights) : slope, block);
        return gla_s_where(s, sparse_with(s, gla_greater, total, 0), total, gla_s_number(s, 1));
    }
    if (p->weights)
        return summed(p, p->weights, block);
    count = s->status ? NULL : gla_s_adopt(s, gla_group_count(p->codes[way], &count, p->levels[way]), &count);
    return s->status ? NULL : gla_s_add_last(s, gla_s_astype(s, p->dtype, count));
}
