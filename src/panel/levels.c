/* levels.c - numbers of groups, rows that are alone in theirs, and sums over groups. */
#include "panel/panel.h"

#include "gpulinalg/comparison.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/reduce.h"
#include "sparse/sparse.h"

static void renumber(panel *p, int64_t way, const gla_array *ids)
{
    gla_scope *s = &p->s;
    gla_array *codes = NULL, *uniques = NULL;
    if (s->status || gla_s_check(s, gla_factorize(ids, &codes, &uniques, true)))
        return;
    gla_s_own(s, uniques);
    p->codes[way] = gla_s_own(s, codes);
    p->levels[way] = uniques->size;
}

/* Whether rows of a grouping have been dropped. */
static bool drop_of(panel *p, int64_t way)
{
    gla_scope *s = &p->s;
    gla_array *count = NULL;
    if (s->status || p->n == 0)
        return false;
    count = gla_s_made(s, gla_group_count(p->codes[way], &count, p->levels[way]), &count);
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
    for (int64_t i = 0; i < p->ways; i++)
        renumber(p, i, ids[i]);
    /* Round and round, until a whole round has dropped nothing. */
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

gla_array *panel_sums(panel *p, const gla_array *values, int64_t way)
{
    gla_array *made;
    gla_scope *s = &p->s;
    return s->status ? NULL : gla_s_made(s, gla_group_sum(values, p->codes[way], &made, p->levels[way]), &made);
}

gla_array *panel_totals(panel *p, int64_t way)
{
    gla_scope *s = &p->s;
    gla_array *count = NULL;
    if (p->weights)
        return panel_sums(p, p->weights, way);
    count = s->status ? NULL : gla_s_made(s, gla_group_count(p->codes[way], &count, p->levels[way]), &count);
    return s->status ? NULL : gla_s_add_last(s, gla_s_typed(s, p->dtype, count));
}
