/* cells.c - Consecutive rows with the same groups, combined into cells. */
#include "gpulinalg/bitwise.h"
#include "gpulinalg/comparison.h"
#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "gpulinalg/reduce.h"
#include "panel/panel.h"
#include "sorting/sorting.h"
#include "sparse/sparse.h"

/* Compare x[i + 1] and x[i] for all i. */
static gla_array *steps(gla_scope *s, gla_binary *are, const gla_array *x)
{
    int64_t rest = x ? x->size - 1 : 0;
    return gla_s_combine(s, are, gla_s_slice(s, x, 0, 1, rest), gla_s_slice(s, x, 0, 0, rest));
}

/* Return the order of rows by the first grouping variable, and within the groups of this variable by another.  Rows with equal
 * groups are then adjacent, as most such rows already are in a sorted panel. */
static gla_array *order_of_rows(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    int64_t other = q->first == 0 ? 1 : 0;
    gla_array *key = p->codes[q->first];
    if (!gla_s_truth(s, gla_s_reduce_all(s, gla_any, steps(s, gla_less, key))) || s->status)
        return NULL;
    if (p->levels[q->first] < INT64_MAX / p->levels[other])
        key = gla_s_combine(s, gla_add, sparse_with(s, gla_multiply, key, p->levels[other]), p->codes[other]);
    return s->status ? NULL : gla_s_argsort(s, key, false);
}

/* Return the weights of the cells; `begins` contains the first row of each cell. */
static gla_array *weights_of(projections *q, const gla_array *begins)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    gla_array *made = NULL;
    if (s->status)
        return NULL;
    if (p->weights) {
        gla_array *weights = gla_s_view(s, p->weights, 1, &p->n, NULL, 0);
        weights = q->order ? sparse_take(s, weights, q->order) : weights;
        if (s->status || !q->number)
            return weights;
        return gla_s_adopt(s, gla_group_sum(weights, q->number, &made, q->count), &made);
    }
    made = gla_s_new(s, p->dev, GLA_INT64, 1, &(int64_t){q->count + 1});
    if (made) {
        gla_s_assign(s, gla_s_slice(s, made, 0, 0, q->count), begins);
        gla_s_fill(s, gla_s_slice(s, made, 0, q->count, 1), (double)p->n);
    }
    gla_array *lengths = s->status ? NULL : steps(s, gla_subtract, made);
    return s->status ? NULL : gla_s_astype(s, p->dtype, lengths);
}

void panel_find_cells(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    q->cells = gla_s_memory(s, p->ways, sizeof *q->cells);
    if (s->status || p->n < 2) {
        q->count = p->n;
        for (int64_t i = 0; i < p->ways && !s->status; i++)
            q->cells[i] = p->codes[i];
        q->weights = s->status ? NULL : gla_s_view(s, panel_totals(p, 0), 1, &p->n, NULL, 0);
        return;
    }
    gla_array *order = q->order = order_of_rows(q), *differ = NULL, *begins = NULL;
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        q->cells[i] = order ? sparse_take(s, p->codes[i], order) : p->codes[i];
        gla_array *other = steps(s, gla_not_equal, q->cells[i]);
        differ = differ ? gla_s_combine(s, gla_bitwise_or, differ, other) : other;
    }
    gla_array *is_first = gla_s_new(s, p->dev, GLA_BOOL, 1, &p->n);
    if (is_first) {
        gla_s_fill(s, gla_s_slice(s, is_first, 0, 0, 1), 1);
        gla_s_assign(s, gla_s_slice(s, is_first, 0, 1, p->n - 1), differ);
        begins = sparse_masked(s, sparse_range(s, p->dev, p->n), is_first);
        q->count = begins ? begins->size : 0;
    }
    if (q->count < p->n && !s->status)
        q->number = sparse_with(s, gla_subtract, sparse_running_sum(s, is_first, false), 1);
    q->weights = weights_of(q, begins);
    for (int64_t i = 0; i < p->ways && !s->status; i++)
        q->cells[i] = sparse_take(s, q->cells[i], begins);
}
