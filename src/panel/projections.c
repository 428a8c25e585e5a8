/* projections.c - values without fixed effects: the means of the grouping with most groups are taken out, and what the other
 * groupings then still explain, by the method. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "sparse/sparse.h"

#include <float.h>

static void find_groupings(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    for (int64_t i = 1; i < p->ways; i++)
        q->first = p->levels[i] > p->levels[q->first] ? i : q->first;
    q->which = gla_s_memory(s, p->ways, sizeof *q->which);
    q->begins = gla_s_memory(s, p->ways, sizeof *q->begins);
    for (int64_t i = 0; i < p->ways && !s->status; i++)
        if (i != q->first) {
            q->begins[q->others] = q->length;
            q->which[q->others++] = i;
            q->length += p->levels[i];
        }
}

/* Up to which square of what is left a column is done: by tol, or where the rounding of what was given begins. */
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

static void take_first(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *sum = panel_sums(p, panel_weighted(p), q->first), *means = gla_s_combine(s, gla_divide, sum, q->of_first);
    means = gla_scope_keep(s, mark, means);
    panel_subtract(p, 1, &q->first, &means);
}

void panel_project(panel *p)
{
    gla_scope *s = &p->s;
    projections q = {.p = p};
    find_groupings(&q);
    q.of_first = panel_totals(p, q.first);
    gla_array *given = q.others > 0 ? panel_squares(p, p->n) : NULL;
    take_first(&q);
    if (s->status || q.others == 0)
        return;
    find_limit(&q, given);
    if (p->method == PANEL_LSMR)
        panel_lsmr(&q);
    else
        panel_conjugate(&q);
}
