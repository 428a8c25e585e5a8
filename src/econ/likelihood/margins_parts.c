/* margins_parts.c - Steps of marginal effects. */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"

#include <math.h>

double lik_average(gla_scope *s, const lik_margins *m, const gla_array *v)
{
    double mean = NAN;
    econ_read(s, gla_s_combine(s, gla_matmul, v, m->share), &mean, 1);
    return mean;
}

void lik_averages_of(gla_scope *s, const lik_margins *m, const gla_array *v, gla_array *X, double *to)
{
    gla_array *weighted = gla_s_combine(s, gla_multiply, v, m->share);
    econ_read(s, gla_s_combine(s, gla_matmul, weighted, X), to, m->k);
}

void lik_averages(gla_scope *s, const lik_margins *m, const gla_array *v, double *to)
{
    lik_averages_of(s, m, v, m->X, to);
}

gla_array *lik_regressor(gla_scope *s, const lik_margins *m, int64_t j)
{
    gla_array *x = s->status ? NULL : gla_s_slice(s, m->X, 1, j, 1);
    return x ? gla_s_drop_last(s, x) : NULL;
}

double *lik_effect(gla_scope *s, lik_margins *m, const char *name, double effect)
{
    if (s->status)
        return NULL;
    m->names[m->n] = name;
    m->effect[m->n] = effect;
    return m->gradient + m->e->k * m->n++;
}
