/* values.c - Operations on values that all methods use: products, subtraction of effects, and the convergence error. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/linalg.h"
#include "sparse/sparse.h"

gla_array *panel_weighted(panel *p)
{
    return p->weights ? gla_s_combine(&p->s, gla_multiply, p->values, p->weights) : p->values;
}

gla_array *panel_dot(gla_scope *s, const gla_array *x, const gla_array *y)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_vecdot(x, y, &made, 0), &made);
}

gla_array *panel_squares(panel *p, int64_t rows)
{
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    const gla_array *x = rows < p->n ? gla_s_slice(s, p->values, 0, 0, rows) : p->values, *weighted = x;
    if (p->weights)
        weighted = gla_s_combine(s, gla_multiply, x, rows < p->n ? gla_s_slice(s, p->weights, 0, 0, rows) : p->weights);
    return gla_scope_keep(s, mark, panel_dot(s, weighted, x));
}

double panel_real(const gla_array *x, const void *data, int64_t i)
{
    return x->dtype == GLA_FLOAT32 ? (double)((const float *)data)[i] : ((const double *)data)[i];
}

/* Add an effect to the sum of the effects subtracted so far, for the columns contained in values. */
static void add_to_effect(panel *p, panel_block *block, const gla_array *effect)
{
    gla_scope *s = &p->s;
    for (int64_t c = 0; c < p->k && p->which && !s->status; c++) {
        gla_array *all = gla_s_slice(s, block->effect, 1, p->which[c], 1);
        gla_s_assign(s, all, gla_s_combine(s, gla_add, all, gla_s_slice(s, effect, 1, c, 1)));
    }
    if (!p->which && !s->status)
        gla_s_assign(s, block->effect, gla_s_combine(s, gla_add, block->effect, effect));
}

/* Return the values of an effect in some rows. */
static gla_array *in_rows(panel *p, const panel_block *block, const gla_array *effect, int64_t first, int64_t some)
{
    gla_scope *s = &p->s;
    gla_array *x = sparse_take(s, effect, gla_s_slice(s, p->codes[block->way], 0, first, some));
    if (!block->slope || s->status)
        return x;
    return gla_s_combine(s, gla_multiply, x, gla_s_add_last(s, gla_s_slice(s, block->slope, 0, first, some)));
}

/* Work in blocks of rows, because fresh memory for all rows costs more than the arithmetic. */
void panel_subtract(panel *p, int64_t count, const int64_t *blocks, gla_array *const effects[])
{
    gla_scope *s = &p->s;
    const int64_t elements = p->dev->is_host ? (int64_t)1 << 18 : (int64_t)1 << 26, rows = elements / p->k + 1;
    for (int64_t first = 0; first < p->n && !s->status; first += rows) {
        int64_t some = p->n - first < rows ? p->n - first : rows;
        int mark = gla_scope_mark(s);
        gla_array *values = gla_s_slice(s, p->values, 0, first, some), *left = values;
        for (int64_t i = 0; i < count && !s->status; i++)
            left = gla_s_combine(s, gla_subtract, left, in_rows(p, &p->blocks[blocks[i]], effects[i], first, some));
        gla_s_assign(s, values, left);
        gla_scope_keep(s, mark, NULL);
    }
    for (int64_t i = 0; i < count; i++)
        if (p->blocks[blocks[i]].effect)
            add_to_effect(p, &p->blocks[blocks[i]], effects[i]);
}

void panel_not_converged(panel *p, int64_t left, int64_t iterations)
{
    gla_s_fail(&p->s, GLA_CONVERGENCE_ERROR,
               "%s: did not converge in %lld iteration%s (columns not converged: %lld of %lld); increase tol or maxiter",
               p->s.op, (long long)iterations, iterations == 1 ? "" : "s", (long long)left, (long long)p->k);
}
