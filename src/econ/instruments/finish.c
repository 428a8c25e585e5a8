/* finish.c - Make the Fit of a regression with instruments. */
#include "econ/instruments/instruments.h"
#include "econ/within.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"
#include "table/table.h"

#include <math.h>
#include <string.h>

gla_array *iv_residuals(gla_scope *s, const iv_design *d, const double *b, double *product)
{
    gla_array *regressors[] = {d->X, d->W}, *u = d->y;
    for (int64_t g = 0, at = 0; g < 2 && !s->status; at += d->kx, g++)
        if (regressors[g]) {
            gla_array *part = econ_array(s, b + at, 1, (int64_t[]){g ? d->m : d->kx});
            u = gla_s_combine(s, gla_subtract, u, gla_s_combine(s, gla_matmul, regressors[g], part));
        }
    gla_array *scaled = d->root ? gla_s_combine(s, gla_multiply, u, gla_s_drop_last(s, d->root)) : u;
    gla_array *dots = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, d->Q), scaled);
    econ_read(s, dots, product, d->c);
    return u;
}

static iv_extra *new_extra(gla_scope *s, const iv_design *d)
{
    iv_extra *x = s->status ? NULL : gla_calloc(1, sizeof *x);
    if (!x) {
        if (!s->status)
            gla_s_check(s, gla_fail_memory(s->op, sizeof *x));
        return NULL;
    }
    *x = (iv_extra){.kx = d->kx, .l = d->l, .m = d->m, .L = d->L, .k = d->k, .c = d->c, .kappa = NAN, .j = NAN};
    x->R = econ_doubles(s, d->c * d->c);
    x->Q = s->status ? NULL : econ_again(d->Q); /* nobody else can change it */
    iv_label(s, x, d->names);
    x->z_names = table_copy_strings(s, d->l, (char *const *)d->z_names);
    if (x->R)
        memcpy(x->R, d->R, (size_t)(d->c * d->c) * sizeof *x->R);
    return x;
}

/* The sum of the fixed effects: fitted values less the regressors, as they were before the effects were removed, times b. */
static gla_array *sum_effects(gla_scope *s, const econ_estimates *e, const iv_design *d, const double *b)
{
    const model_columns *groups[] = {&d->given->X, &d->given->endogenous};
    gla_array *left = e->fitted;
    for (int g = 0; g < 2 && !s->status; g++) {
        double *all = iv_doubles(s, groups[g]->n);
        for (int64_t i = 0; i < groups[g]->n && all; i++)
            for (int64_t j = 0; j < d->k; j++)
                if (d->names[j] == groups[g]->names[i]) /* the same string, which only this column has */
                    all[i] = b[j];
        gla_array *index = groups[g]->n ? gla_s_combine(s, gla_matmul, groups[g]->values, econ_array(s, all, 1, &groups[g]->n))
                                        : NULL;
        if (index)
            left = gla_s_combine(s, gla_subtract, left, econ_take(s, index, d->rows));
    }
    return left;
}

/* Return the position of an exogenous regressor that is a constant other than 0, plus 1, or 0. */
static int64_t find_constant(gla_scope *s, const iv_design *d)
{
    int64_t found = 0;
    double *ends = iv_doubles(s, 2 * d->kx);
    if (s->status || !d->X)
        return 0;
    econ_read(s, gla_s_reduce(s, gla_min, d->X, 0, false), ends, d->kx);
    econ_read(s, gla_s_reduce(s, gla_max, d->X, 0, false), ends + d->kx, d->kx);
    for (int64_t i = d->kx; i-- > 0 && !s->status;)
        found = ends[i] == ends[d->kx + i] && ends[i] != 0 ? i + 1 : found;
    return found;
}

/* Residuals, fitted values and the regressors of the scores. */
static void keep_rows(gla_scope *s, econ_estimates *e, const iv_design *d, const double *b, const double *G)
{
    const model_frame *f = &d->f;
    double *product = iv_doubles(s, d->c);
    gla_array *u = iv_residuals(s, d, b, product);
    gla_array *basis = gla_s_slice(s, d->Q, 1, 0, d->L);
    gla_array *X = gla_s_combine(s, gla_matmul, basis, econ_array(s, G, 2, (int64_t[]){d->L, d->k}));
    if (d->root)
        X = gla_s_combine(s, gla_divide, X, d->root);
    e->X = econ_keep(s, X);
    e->residuals = econ_keep(s, u);
    e->u = f->weights ? econ_keep(s, gla_s_combine(s, gla_multiply, u, f->weights)) : econ_again(e->residuals);
    e->fitted = econ_keep(s, gla_s_combine(s, gla_subtract, f->y, u));
    if (f->n_effects && !s->status)
        e->effects_sum = econ_keep(s, sum_effects(s, e, d, b));
    if (!f->formula && !e->constant)
        e->constant_at = find_constant(s, d);
    e->constant |= e->constant_at > 0;
    e->weight_sum = f->weights ? econ_sum(s, f->weights, NULL) : 0;
    e->sigma2_rss = econ_squares(s, u, f->weights);
    e->tss = e->constant ? econ_deviations(s, f->y, f->weights) : econ_squares(s, f->y, f->weights);
    e->tss_within = f->n_effects ? econ_squares(s, d->y, f->weights) : e->tss;
    e->rss0 = e->tss;
}

gla_econ_fit *iv_fit(gla_scope *s, const econ_method *method, const iv_design *d, const econ_options *o, const double *b,
                     const double *bread, const double *G)
{
    gla_econ_fit *fit = s->status ? NULL : econ_new_fit(s, method, &d->f, o, d->k, d->names);
    if (!fit)
        return NULL;
    econ_estimates *e = fit->of;
    e->extra = new_extra(s, d);
    memcpy(e->b, b, (size_t)d->k * sizeof *b);
    memcpy(e->bread, bread, (size_t)(d->k * d->k) * sizeof *bread);
    e->nobs = d->nobs;
    e->df_effects = (int64_t)d->df_effects;
    keep_rows(s, e, d, b, G);
    for (int i = 0; i < d->n_notes; i++)
        econ_note(s, e, "%s", d->notes[i]);
    return fit;
}
