/* projections.c - Removal of fixed effects from values.  The group means of the grouping variable with most groups are
 * subtracted.  The chosen method removes the effects of the other variables. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "sparse/sparse.h"

#include <float.h>

static void find_groupings(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t *groups = gla_s_memory(s, p->ways, sizeof *groups); /* total number of groups of each grouping variable's blocks */
    for (int64_t b = 0; b < p->n_blocks && groups; b++)
        groups[p->blocks[b].way] += p->levels[p->blocks[b].way];
    for (int64_t i = 1; i < p->ways && groups; i++)
        q->first = groups[i] > groups[q->first] ? i : q->first;
    q->begins = gla_s_memory(s, p->n_blocks, sizeof *q->begins);
    for (int64_t b = 0; b < p->n_blocks && !s->status; b++) {
        int64_t way = p->blocks[b].way, *end = way == q->first ? &q->eliminated : &q->length;
        q->begins[b] = *end;
        *end += p->levels[way];
    }
}

/* Find the squared residual at which a column has converged, from tol or from the rounding error of the given column. */
static void find_limit(projections *q, const gla_array *given)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    const double spacing = 4 * (p->dtype == GLA_FLOAT32 ? FLT_EPSILON : DBL_EPSILON);
    p->begun = panel_squares(p, p->n);
    gla_array *wanted = gla_s_combine(s, gla_multiply, p->begun, gla_s_number(s, p->tol * p->tol));
    gla_array *rounding = gla_s_combine(s, gla_multiply, given, gla_s_number(s, spacing * spacing));
    q->limit = gla_s_combine(s, gla_add, wanted, rounding);
}

/* Subtract the effects of the first grouping variable.  The blocks of this variable are orthogonal, so each block has its own
 * means. */
static void take_first(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    int64_t *blocks = gla_s_memory(s, p->n_blocks, sizeof *blocks), count = 0;
    gla_array **means = gla_s_memory(s, p->n_blocks, sizeof *means), *weighted = panel_weighted(p);
    for (int64_t b = 0; b < p->n_blocks && !s->status; b++)
        if (p->blocks[b].way == q->first) {
            gla_array *of_block = gla_s_slice(s, q->of_first, 0, q->begins[b], p->levels[q->first]);
            means[count] = gla_s_combine(s, gla_divide, panel_sums(p, weighted, b), of_block);
            blocks[count++] = b;
        }
    if (!s->status)
        panel_subtract(p, count, blocks, means);
    gla_scope_keep(s, mark, NULL);
}

static gla_array *totals_of_first(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    gla_array *all = gla_s_new(s, p->dev, p->dtype, 2, (int64_t[]){q->eliminated, 1});
    for (int64_t b = 0; b < p->n_blocks && !s->status; b++)
        if (p->blocks[b].way == q->first)
            gla_s_assign(s, gla_s_slice(s, all, 0, q->begins[b], p->levels[q->first]), panel_totals(p, b));
    return s->status ? NULL : all;
}

void panel_project(panel *p)
{
    gla_scope *s = &p->s;
    projections q = {.p = p};
    find_groupings(&q);
    q.of_first = s->status ? NULL : totals_of_first(&q);
    gla_array *given = q.length > 0 ? panel_squares(p, p->n) : NULL;
    take_first(&q);
    if (s->status || q.length == 0)
        return;
    find_limit(&q, given);
    if (p->method == PANEL_LSMR)
        panel_lsmr(&q);
    else
        panel_conjugate(&q);
}
