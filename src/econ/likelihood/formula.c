/* formula.c - Formulas, sums and columns of arrays. */
#include "econ/likelihood/likelihood.h"
#include "gpulinalg.h"

#include <math.h>

void lik_compute(gla_scope *s, const gla_elementwise *f, int n, gla_array *const in[], gla_array *out[])
{
    gla_arrays *made = NULL;
    for (int i = 0; i < n; i++)
        if (!in[i])
            return;
    if (s->status ||
        gla_s_check(s, gla_elementwise_call(f, &(gla_arrays){.n = n, .v = (const gla_array **)(uintptr_t)in}, &made)))
        return;
    for (int64_t i = 0; i < made->n; i++)
        out[i] = gla_s_own(s, gla_ref((gla_array *)made->v[i]));
    gla_arrays_free(made);
}

void lik_formula(gla_scope *s, const char *inputs, const char *outputs, const char *text, int n, gla_array *const in[],
                 gla_array *out[])
{
    gla_elementwise *f = NULL;
    if (!s->status && !gla_s_check(s, gla_new_elementwise(inputs, outputs, text, &f, s->op)))
        lik_compute(s, f, n, in, out);
    gla_object_unref(f);
}

double lik_sum(gla_scope *s, const gla_array *x)
{
    double sum = NAN;
    gla_array *made = NULL;
    if (x && !s->status)
        econ_read(s, gla_s_adopt(s, gla_sum(x, &made, NULL, GLA_NO_DTYPE, false), &made), &sum, 1);
    return sum;
}

double lik_largest(gla_scope *s, const gla_array *x)
{
    double most = 0;
    if (x && !s->status && x->size > 0)
        econ_read(s, gla_s_reduce_all(s, gla_max, x), &most, 1);
    return most;
}

gla_array *lik_columns(gla_scope *s, gla_array *left, gla_array *right)
{
    return left && right ? econ_beside(s, 2, (const gla_array *[]){left, right}) : NULL;
}

void lik_hold(gla_scope *s, gla_array **held, gla_array *x)
{
    if (s->status || !x)
        return;
    gla_ref(x);
    gla_unref(*held);
    *held = x;
}
