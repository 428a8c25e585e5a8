/* lsmr.c - Least squares on all dummies by LSMR (D. C.-L. Fong and M. A. Saunders, 2011), using the engine of the iterative
 * solvers.
 *
 * Consecutive rows with equal groups form a cell, which is one row of the matrix.  The element of a cell for each of its groups
 * is the square root of the cell's weight divided by the group's weight, so that all columns have norm one.  LSMR stops when
 * the norm of the gradient is small.  Here the gradient contains the group means, each times the square root of the group's
 * weight, so the limit is the same as for alternating projections. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/groups.h"
#include "krylov/krylov.h"
#include "sparse/sparse.h"

#include <math.h>

typedef struct dummies {
    projections *q;
    gla_sparse *a;
    gla_array *root, **roots; /* square roots of the weights of the cells, (cells, 1), and of the groups of each grouping
                               * variable */
    int64_t *begins, length;  /* offset of each grouping variable among all groups, and the number of groups */
    int64_t done, left;       /* iterations, and columns that have not converged */
} dummies;

static gla_array *root_of(gla_scope *s, const gla_array *x)
{
    int mark = gla_scope_mark(s);
    return gla_scope_keep(s, mark, gla_s_apply(s, gla_sqrt, x));
}

static void make_matrix(dummies *m)
{
    projections *q = m->q;
    panel *p = q->p;
    gla_scope *s = &p->s, inner;
    int64_t shape[2] = {q->count, p->ways}, all = q->count * p->ways;
    sparse_rows rows = {.rows = q->count, .cols = m->length};
    if (s->status)
        return;
    gla_scope_begin(&inner, s->op);
    gla_dtype index = sparse_index_dtype(m->length, all);
    gla_array *data = gla_s_new(&inner, p->dev, p->dtype, 2, shape), *to = gla_s_new(&inner, p->dev, index, 2, shape);
    for (int64_t i = 0; i < p->ways && !inner.status; i++) {
        int mark = gla_scope_mark(&inner);
        gla_array *of_cells = sparse_take(&inner, m->roots[i], q->cells[i]);
        gla_s_assign(&inner, gla_s_slice(&inner, data, 1, i, 1), gla_s_combine(&inner, gla_divide, m->root, of_cells));
        gla_array *places = sparse_with(&inner, gla_add, q->cells[i], m->begins[i]);
        gla_s_assign(&inner, gla_s_slice(&inner, to, 1, i, 1), gla_s_add_last(&inner, gla_s_astype(&inner, index, places)));
        gla_scope_keep(&inner, mark, NULL);
    }
    gla_array *ends = sparse_with(&inner, gla_multiply, sparse_range(&inner, p->dev, q->count + 1), p->ways);
    rows.data = gla_s_view(&inner, data, 1, &all, NULL, 0);
    rows.indices = gla_s_view(&inner, to, 1, &all, NULL, 0);
    rows.indptr = inner.status ? NULL : gla_s_astype(&inner, index, ends);
    gla_s_check(s, sparse_return(&inner, &rows, false, &m->a));
}

/* Return the sums of values over the cells, divided by the square roots of the cells' weights. */
static gla_array *right_side(const dummies *m)
{
    projections *q = m->q;
    panel *p = q->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *sum = panel_weighted(p), *made = NULL;
    sum = q->order ? sparse_take(s, sum, q->order) : sum;
    if (q->number && !s->status)
        sum = gla_s_adopt(s, gla_group_sum(sum, q->number, &made, q->count), &made);
    return gla_scope_keep(s, mark, gla_s_combine(s, gla_divide, sum, m->root));
}

/* Use the limits of the columns as the limits of the iteration. */
static void set_limits(const dummies *m, gla_sparse_iteration *it)
{
    const panel *p = m->q->p;
    gla_scope *s = &m->q->p->s;
    void *limit = NULL;
    gla_s_to_host(s, m->q->limit, &limit);
    double *numbers = s->status ? NULL : krylov_numbers_copy(it, s);
    for (int64_t c = 0; c < p->k && numbers; c++)
        numbers[2 * (KRYLOV_LIMIT * p->k + c)] = sqrt(p->dtype == GLA_FLOAT32 ? (double)((const float *)limit)[c]
                                                                              : ((const double *)limit)[c]);
    krylov_set_numbers(it, s, numbers);
}

/* Return the number of iterations of the slowest column, and count the columns that have not converged. */
static int64_t look_at(dummies *m, gla_sparse_iteration *it)
{
    gla_scope *s = &m->q->p->s;
    int mark = gla_scope_mark(s);
    const void *numbers = krylov_numbers(it, s);
    int64_t most = 0;
    m->left = 0;
    for (int64_t c = 0; c < it->k && numbers; c++) {
        int64_t steps = (int64_t)krylov_number(it, numbers, KRYLOV_STEPS, c);
        most = steps > most ? steps : most;
        m->left += krylov_number(it, numbers, KRYLOV_STATUS, c) != KRYLOV_CONVERGED;
    }
    gla_scope_keep(s, mark, NULL);
    return most;
}

static void take_effects(const dummies *m, const gla_array *x)
{
    panel *p = m->q->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    int64_t *ways = gla_s_memory(s, p->ways, sizeof *ways);
    gla_array **effects = gla_s_memory(s, p->ways, sizeof *effects);
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        ways[i] = i;
        effects[i] = gla_s_combine(s, gla_divide, gla_s_slice(s, x, 0, m->begins[i], p->levels[i]), m->roots[i]);
    }
    panel_subtract(p, p->ways, ways, effects);
    gla_scope_keep(s, mark, NULL);
}

/* Run LSMR on the residual of the values.  Return the number of iterations; 0 if all columns had converged. */
static int64_t run(dummies *m)
{
    panel *p = m->q->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *b = right_side(m);
    krylov_options o = {.maxiter = p->maxiter > m->done ? p->maxiter - m->done : 1, .restart = 1};
    gla_sparse_iteration *it = s->status ? NULL : krylov_new(s, &krylov_lsmr, b, NULL, &o);
    int64_t steps = 0;
    if (!it)
        return 0;
    set_limits(m, it);
    gla_scope_keep(s, mark, NULL); /* the iteration has copied b */
    it->pause = true;              /* this function raises its own error for columns that have not converged */
    do {
        krylov_serve(it, s, m->a, NULL);
        steps = look_at(m, it);
    } while (m->left > 0 && it->loops < o.maxiter && !s->status);
    if (steps > 0 && m->left == 0 && !s->status)
        take_effects(m, krylov_vector(it, s, V_X));
    gla_object_unref(it);
    return steps;
}

void panel_lsmr(projections *q)
{
    panel *p = q->p;
    gla_scope *s = &p->s;
    dummies m = {.q = q};
    panel_find_cells(q);
    m.begins = gla_s_memory(s, p->ways, sizeof *m.begins);
    m.roots = gla_s_memory(s, p->ways, sizeof *m.roots);
    for (int64_t i = 0; i < p->ways && !s->status; i++) {
        m.begins[i] = m.length;
        m.length += p->levels[i];
        m.roots[i] = root_of(s, i == q->first ? q->of_first : panel_totals(p, i));
    }
    m.root = s->status ? NULL : gla_s_add_last(s, root_of(s, q->weights));
    make_matrix(&m);
    for (int restarts = 0; !s->status; restarts++) {
        int64_t steps = run(&m), before = m.done;
        if (steps == 0)
            break;
        m.done += steps;
        if (m.left > 0 || before >= p->maxiter || restarts == PANEL_RESTARTS)
            panel_not_converged(p, m.left > 0 ? m.left : p->k, m.done);
    }
    p->iterations = m.done;
    gla_object_unref(m.a);
}
