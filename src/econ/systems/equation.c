/* equation.c - The equations of a system, each alone. */
#include "econ/systems/systems.h"
#include "econ/within.h"
#include "gpulinalg.h"
#include "linalg/common.h"

#include <stdio.h>

/* An equation of exogenous regressors: least squares. */
static void plain(gla_scope *s, equation *q, const econ_options *o)
{
    econ_independent d = {0};
    const econ_within none = {.frame = q->f};
    gla_array *x = NULL, *rank = NULL;
    if (q->f.X.n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula '%.200s' has no regressors", s->op, q->f.formula);
    if (s->status)
        return;
    econ_find_independent(s, q->f.X.values, q->f.X.names, o->collinear_tol, &none, &d);
    if (!s->status && d.n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no regressor of the formula '%.200s' is left", s->op, q->f.formula);
    if (!s->status)
        gla_s_check(s, gla_lstsq_as(s->op, d.X, q->f.y, &x, &rank));
    gla_s_own(s, rank), gla_s_own(s, x);
    q->k = d.n;
    q->b = iv_doubles(s, d.n);
    econ_read(s, x, q->b, d.n);
    q->X = q->P = d.X;
    q->names = gla_s_memory(s, d.n + 1, sizeof *q->names);
    q->notes = gla_s_memory(s, q->f.X.n + 1, sizeof *q->notes);
    for (int64_t i = 0; i < d.n && !s->status; i++)
        q->names[i] = q->f.X.names[d.kept[i]];
    for (int64_t i = 0; i < q->f.X.n && !s->status; i++) {
        char *text = d.reasons[i] ? gla_s_memory(s, 400, 1) : NULL;
        if (text) {
            snprintf(text, 400, "%s: %s", q->f.X.names[i], d.reasons[i]);
            q->notes[q->n_notes++] = text;
        }
    }
}

/* An equation with endogenous regressors: two-stage least squares. */
static void instrumental(gla_scope *s, equation *q, const econ_options *o)
{
    iv_design d;
    if (!iv_prepare(s, &q->f, o, &d))
        return;
    double *bread = iv_doubles(s, d.k * d.k), *G = iv_doubles(s, d.L * d.k);
    q->k = d.k;
    q->names = d.names;
    q->b = iv_doubles(s, d.k);
    iv_kclass(s, &d, 1, q->b, bread);
    for (int64_t r = 0; r < d.L && !s->status; r++)
        for (int64_t j = 0; j < d.k; j++)
            G[r * d.k + j] = d.R[r * d.c + (j < d.kx ? j : j + d.l)];
    q->X = econ_beside(s, 2, (const gla_array *[]){d.X, d.W});
    q->P = gla_s_combine(s, gla_matmul, gla_s_slice(s, d.Q, 1, 0, d.L), econ_array(s, G, 2, (int64_t[]){d.L, d.k}));
    q->notes = (const char **)d.notes;
    q->n_notes = d.n_notes;
}

void systems_prepare(gla_scope *s, equations *t)
{
    for (int64_t i = 0; i < t->E && !s->status; i++) {
        equation *q = &t->of[i];
        if (q->f.endogenous.n)
            instrumental(s, q, t->o);
        else
            plain(s, q, t->o);
        q->y = q->f.y;
        q->at = t->K;
        t->K += q->k;
        if (!s->status && t->n <= q->k)
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %lld rows, but %lld coefficients in the equation of %s", s->op,
                       (long long)t->n, (long long)q->k, q->f.y_name);
    }
}
