/* projections.c - values without fixed effects: the means of the grouping with most groups are taken out, and what the other
 * groupings then still explain, by the method. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "sparse/sparse.h"

#include <float.h>

gla_array *panel_weighted(panel *p)
{
    return p->weights ? gla_s_combine(&p->s, gla_multiply, p->values, p->weights) : p->values;
}

gla_array *panel_dot(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_array *made;
    return s->status ? NULL : gla_s_made(s, gla_vecdot(x, y, &made, 0), &made);
}

/* Block by block: fresh memory for all rows costs more than the arithmetic. */
void panel_subtract(panel *p, int64_t count, const int64_t *ways, gla_array *const effects[])
{
    gla_scope *s = &p->s;
    const int64_t elements = p->dev->is_host ? (int64_t)1 << 18 : (int64_t)1 << 26, rows = elements / p->k + 1;
    for (int64_t first = 0; first < p->n && !s->status; first += rows) {
        int64_t some = p->n - first < rows ? p->n - first : rows;
        int mark = gla_scope_mark(s);
        gla_array *values = gla_s_stretch(s, p->values, 0, first, some), *left = values;
        for (int64_t i = 0; i < count && !s->status; i++) {
            gla_array *of_rows = sparse_take(s, effects[i], gla_s_stretch(s, p->codes[ways[i]], 0, first, some));
            left = gla_s_combine(s, gla_subtract, left, of_rows);
        }
        gla_s_assign(s, values, left);
        gla_scope_keep(s, mark, NULL);
    }
}

void panel_not_converged(panel *p, int64_t left, int64_t iterations)
{
    gla_s_fail(&p->s, GLA_CONVERGENCE_ERROR,
               "%s: %lld of %lld columns have not converged after %lld iterations; raise tol or maxiter", p->s.op,
               (long long)left, (long long)p->k, (long long)iterations);
}

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

/* The sums of squares of columns. */
static gla_array *squares(panel *p)
{
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    return gla_scope_keep(s, mark, panel_dot(s, panel_weighted(p), p->values));
}

/* Up to which square of what is left a column is done: by tol, or where the rounding of what was given begins. */
static void find_limit(projections *q, const gla_array *given)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    const double spacing = 4 * (p->dtype == GLA_FLOAT32 ? FLT_EPSILON : DBL_EPSILON);
    gla_array *wanted = gla_s_combine(s, gla_multiply, squares(p), gla_s_number(s, p->tol * p->tol));
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
    gla_array *given = q.others > 0 ? squares(p) : NULL;
    take_first(&q);
    if (s->status || q.others == 0)
        return;
    find_limit(&q, given);
    if (p->method == PANEL_LSMR)
        panel_lsmr(&q);
    else
        panel_conjugate(&q);
}
