/* margins_mlogit.c - Marginal effects on the probabilities of the categories.
 *
 * With the probabilities p, and s the average of the coefficients of a regressor weighted by p, the effect on category j is
 * p_j (b_j - s). The derivative of p_j with respect to the index of category c is p_j (d_jc - p_c). */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

static gla_array *column(gla_scope *s, gla_array *P, int64_t j)
{
    gla_array *p = s->status ? NULL : gla_s_slice(s, P, 1, j, 1);
    return p ? gla_s_drop_last(s, p) : NULL;
}

static gla_array *probabilities(gla_scope *s, const lik_margins *m, gla_array *X)
{
    gla_array *b = gla_s_swap_last(s, econ_array(s, m->e->b, 2, (int64_t[]){m->e->equations, m->k}));
    return m->e->method->predict(s, NULL, gla_s_combine(s, gla_matmul, X, b));
}

/* X with this value of a regressor in all rows. */
static gla_array *set_column(gla_scope *s, const lik_margins *m, int64_t at, double value)
{
    gla_array *copy = NULL;
    if (s->status)
        return NULL;
    gla_s_adopt(s, gla_copy(m->X, &copy), &copy);
    gla_s_fill(s, s->status ? NULL : gla_s_slice(s, copy, 1, at, 1), value);
    return copy;
}

/* p_j (d_jc - p_c): the derivative of p_j with respect to index c, which is that of category c + 1. */
static gla_array *derivative(gla_scope *s, gla_array *P, int64_t j, int64_t c)
{
    gla_array *rest = gla_s_combine(s, gla_subtract, gla_s_number(s, j == c + 1), column(s, P, c + 1));
    return gla_s_combine(s, gla_multiply, column(s, P, j), rest);
}

static void dummy(gla_scope *s, lik_margins *m, const char *name, int64_t r, int64_t j)
{
    int64_t k = m->k;
    gla_array *one = probabilities(s, m, set_column(s, m, r, 1)), *zero = probabilities(s, m, set_column(s, m, r, 0));
    gla_array *change = gla_s_combine(s, gla_subtract, column(s, one, j), column(s, zero, j));
    double *gradient = lik_effect(s, m, name, lik_average(s, m, change));
    for (int64_t c = 0; c < m->e->equations && gradient && !s->status; c++) {
        gla_array *d = derivative(s, one, j, c);
        lik_averages(s, m, gla_s_combine(s, gla_subtract, d, derivative(s, zero, j, c)), gradient + c * k);
        gradient[c * k + r] = lik_average(s, m, d);
    }
}

static void slope(gla_scope *s, lik_margins *m, const char *name, gla_array *P, int64_t r, int64_t j)
{
    int64_t k = m->k, n = m->e->equations;
    double *b = gla_s_memory(s, n + 2, sizeof *b);
    for (int64_t c = 0; c < n && b; c++)
        b[c + 1] = m->e->b[c * k + r];
    gla_array *mean = gla_s_combine(s, gla_matmul, P, econ_array(s, b, 1, (int64_t[]){n + 1}));
    if (s->status)
        return;
    gla_array *own = gla_s_combine(s, gla_subtract, gla_s_number(s, b[j]), mean);
    gla_array *effect = gla_s_combine(s, gla_multiply, column(s, P, j), own);
    double *gradient = lik_effect(s, m, name, lik_average(s, m, effect));
    for (int64_t c = 0; c < n && gradient && !s->status; c++) {
        gla_array *d = derivative(s, P, j, c);
        gla_array *other = gla_s_combine(s, gla_subtract, gla_s_number(s, b[c + 1]), mean);
        gla_array *both = gla_s_combine(s, gla_multiply, column(s, P, j), column(s, P, c + 1));
        gla_array *of_x = gla_s_combine(s, gla_subtract, gla_s_combine(s, gla_multiply, d, own),
                                        gla_s_combine(s, gla_multiply, both, other));
        lik_averages(s, m, of_x, gradient + c * k);
        gradient[c * k + r] += lik_average(s, m, d);
    }
}

/* The effect on category j of a change of X. */
static void change(gla_scope *s, lik_margins *m, const char *name, const lik_move *move, int64_t j)
{
    int64_t k = m->k;
    gla_array *one = probabilities(s, m, move->one), *zero = probabilities(s, m, move->zero);
    gla_array *rise = gla_s_combine(s, gla_subtract, column(s, one, j), column(s, zero, j));
    double *gradient = lik_effect(s, m, name, lik_average(s, m, rise));
    double *before = gla_s_memory(s, k + 1, sizeof *before);
    for (int64_t c = 0; c < m->e->equations && gradient && before && !s->status; c++) {
        lik_averages_of(s, m, derivative(s, one, j, c), move->one, gradient + c * k);
        lik_averages_of(s, m, derivative(s, zero, j, c), move->zero, before);
        for (int64_t l = 0; l < k; l++)
            gradient[c * k + l] -= before[l];
    }
}

/* The effect on category j of derivatives of X: with d_c the derivative of index c, and D their mean weighted by p, it is
 * p_j (d_j - D). */
static void derive(gla_scope *s, lik_margins *m, const char *name, const lik_move *move, gla_array *P, int64_t j)
{
    int64_t k = m->k, n = m->e->equations;
    gla_array *b = gla_s_swap_last(s, econ_array(s, m->e->b, 2, (int64_t[]){n, k}));
    gla_array *d = gla_s_combine(s, gla_matmul, move->slope, b);
    gla_array *zero = d ? gla_s_zeros(s, gla_device_of(d), d->dtype, 2, (int64_t[]){d->shape[0], 1}) : NULL;
    gla_array *all = s->status ? NULL : lik_columns(s, zero, d), *mean = NULL,
              *weighted = gla_s_combine(s, gla_multiply, P, all);
    if (!s->status)
        gla_s_adopt(s, gla_sum(weighted, &mean, &(gla_ints){.n = 1, .v = {1}}, GLA_NO_DTYPE, true), &mean);
    gla_array *rest = gla_s_combine(s, gla_subtract, all, mean);
    gla_array *own = column(s, rest, j), *effect = gla_s_combine(s, gla_multiply, column(s, P, j), own);
    double *gradient = lik_effect(s, m, name, lik_average(s, m, effect)), *direct = gla_s_memory(s, k + 1, sizeof *direct);
    for (int64_t c = 0; c < n && gradient && direct && !s->status; c++) {
        gla_array *of_index = derivative(s, P, j, c);
        gla_array *both = gla_s_combine(s, gla_multiply, column(s, P, j), column(s, P, c + 1));
        gla_array *bend = gla_s_combine(s, gla_subtract, gla_s_combine(s, gla_multiply, of_index, own),
                                        gla_s_combine(s, gla_multiply, both, column(s, rest, c + 1)));
        lik_averages(s, m, bend, gradient + c * k);
        lik_averages_of(s, m, of_index, move->slope, direct);
        for (int64_t l = 0; l < k; l++)
            gradient[c * k + l] += direct[l];
    }
}

/* "category:name". No coefficient has the name of the base. */
static const char *name_of(gla_scope *s, const lik_margins *m, const char *name, int64_t j)
{
    const char *full = j ? m->e->names->v[(j - 1) * m->k] : "base:", *colon = strchr(full, ':');
    return gla_s_print(s, "%.*s:%s", (int)(colon ? colon - full : 0), full, name);
}

static void effect(gla_scope *s, lik_margins *m, const lik_item *item, const lik_move *move, gla_array *P, int64_t j)
{
    const char *name = name_of(s, m, item->use ? item->name : m->regressors[item->column], j);
    if (s->status)
        return;
    if (move->slope)
        derive(s, m, name, move, P, j);
    else if (move->one)
        change(s, m, name, move, j);
    else if (!item->use && m->dummy[item->column])
        dummy(s, m, name, item->column, j);
    else if (!item->use)
        slope(s, m, name, P, item->column, j);
}

void lik_mlogit_margins(gla_scope *s, lik_margins *m)
{
    gla_array *P = probabilities(s, m, m->X);
    lik_move *moves = gla_s_memory(s, m->n_items + 1, sizeof *moves);
    for (int64_t i = 0; i < m->n_items && !s->status; i++)
        if (m->items[i].use)
            moves[i] = lik_find_move(s, m, &m->items[i]);
    for (int64_t j = 0; j <= m->e->equations; j++)
        for (int64_t i = 0; i < m->n_items && !s->status; i++)
            effect(s, m, &m->items[i], &moves[i], P, j);
}
