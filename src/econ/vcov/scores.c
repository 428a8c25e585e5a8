/* scores.c - Scores of rows, and sums of their products. */
#include "econ/vcov/vcov.h"
#include "gpulinalg.h"

gla_array *vcov_scores(vcov *v, const gla_array *u)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    if (s->status)
        return NULL;
    if (e->scores)
        return u == e->u ? e->scores : gla_s_combine(s, gla_multiply, e->scores, gla_s_add_last(s, u));
    return gla_s_combine(s, gla_multiply, e->X, gla_s_add_last(s, u));
}

void vcov_add_products(vcov *v, double factor, const gla_array *S, const gla_array *T)
{
    int64_t k = v->e->k;
    double *sum = gla_s_memory(v->s, k * k + 1, sizeof *sum);
    econ_read(v->s, gla_s_combine(v->s, gla_matmul, gla_s_swap_last(v->s, S), T), sum, k * k);
    for (int64_t i = 0; i < k && !v->s->status; i++)
        for (int64_t j = 0; j < k; j++)
            v->meat[i * k + j] += factor * (sum[i * k + j] + sum[j * k + i]);
}

void vcov_add_squares(vcov *v, double factor, const gla_array *S)
{
    vcov_add_products(v, factor / 2, S, S);
}
