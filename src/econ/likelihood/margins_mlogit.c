/* margins_mlogit.c - Marginal effects on the probabilities of the categories.
 *
 * With the probabilities p, and s the average of the coefficients of a regressor weighted by p, the effect on category j is
 * p_j (b_j - s). The derivative of p_j with respect to the index of category c is p_j (d_jc - p_c). */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static gla_array *column(gla_scope *s, gla_array *P, int64_t j)
{
    gla_array *p = s->status ? NULL : gla_s_slice(s, P, 1, j, 1);
    return p ? gla_s_drop_last(s, p) : NULL;
}

static gla_array *probabilities(gla_scope *s, const lik_margins *m, int64_t at, double value)
{
    int64_t k = m->k, c = m->e->equations;
    gla_array *b = gla_s_swap_last(s, econ_array(s, m->e->b, 2, (int64_t[]){c, k}));
    gla_array *X = m->X;
    if (at >= 0 && !s->status) { /* a regressor has this value everywhere */
        gla_array *copy = NULL;
        gla_s_adopt(s, gla_copy(X, &copy), &copy);
        gla_s_fill(s, s->status ? NULL : gla_s_slice(s, copy, 1, at, 1), value);
        X = copy;
    }
    return m->e->method->predict(s, NULL, gla_s_combine(s, gla_matmul, X, b));
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
    gla_array *one = probabilities(s, m, r, 1), *zero = probabilities(s, m, r, 0);
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

/* The name of the base is not among the coefficients' names. */
void lik_mlogit_margins(gla_scope *s, lik_margins *m)
{
    gla_array *P = probabilities(s, m, -1, 0);
    for (int64_t j = 0; j <= m->e->equations; j++)
        for (int64_t r = 0; r < m->k && !s->status; r++) {
            const char *full = m->e->names->v[(j ? j - 1 : 0) * m->k + r], *x = strrchr(full, ':');
            size_t size = strlen(full) + 6;
            char *name = gla_s_memory(s, (int64_t)size, 1);
            if (m->skip[r] || !name)
                continue;
            snprintf(name, size, "%s%s", j ? "" : "base", j ? full : x ? x : full);
            if (m->dummy[r])
                dummy(s, m, name, r, j);
            else
                slope(s, m, name, P, r, j);
        }
}
