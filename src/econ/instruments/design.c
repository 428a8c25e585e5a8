/* design.c - Prepare a regression with instruments: fixed effects, weights, independent columns. */
#include "econ/instruments/instruments.h"
#include "econ/within.h"
#include "gpulinalg.h"

#include <float.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { NOTE = 400 };

static void note(gla_scope *s, iv_design *d, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void note(gla_scope *s, iv_design *d, const char *format, ...)
{
    char *text = gla_s_memory(s, NOTE, 1);
    va_list list;
    va_start(list, format);
    if (text)
        vsnprintf(text, NOTE, format, list);
    va_end(list);
    if (text && d->notes)
        d->notes[d->n_notes++] = text;
}

/* Select the marked columns. */
static model_columns select_columns(gla_scope *s, model_columns from, const bool *kept)
{
    model_columns made = {0, gla_s_memory(s, from.n + 1, sizeof *made.names), NULL};
    const gla_array **parts = gla_s_memory(s, from.n + 1, sizeof *parts);
    for (int64_t i = 0; i < from.n && !s->status; i++)
        if (kept[i]) {
            made.names[made.n] = from.names[i];
            parts[made.n++] = gla_s_slice(s, from.values, 1, i, 1);
        }
    if (made.n == from.n)
        return from;
    made.values = made.n ? econ_beside(s, (int)made.n, parts) : NULL;
    return made;
}

/* Replace the columns of the frame by their residuals after the fixed effects. */
static void absorb(gla_scope *s, iv_design *d, const econ_options *o)
{
    econ_within w;
    model_frame *f = &d->f;
    gla_array *X = econ_beside(s, 3, (const gla_array *[]){f->X.values, f->instruments.values, f->endogenous.values});
    econ_absorb(s, f, X, o, &w);
    if (s->status)
        return;
    *f = w.frame;
    d->df_effects = (double)w.df_effects;
    d->y = w.y;
    d->rows = w.singletons ? w.rows : NULL;
    model_columns *groups[] = {&f->X, &f->instruments, &f->endogenous};
    for (int64_t g = 0, at = 0; g < 3 && !s->status; g++) {
        int64_t n = groups[g]->n;
        bool *kept = gla_s_memory(s, n + 1, sizeof *kept);
        for (int64_t i = 0; i < n && kept; i++) {
            kept[i] = true;
            for (int64_t p = 0; p < w.n_spanned; p++)
                kept[i] &= w.spanned[p] != at + i;
            if (!kept[i])
                note(s, d, "%s: spanned by the fixed effects %s", groups[g]->names[i], econ_effect_names(s, f));
        }
        if (n && kept) {
            groups[g]->values = gla_s_slice(s, w.X, 1, at, n);
            *groups[g] = select_columns(s, *groups[g], kept);
        }
        at += n;
    }
}

/* Fail if a column is both endogenous and an instrument. */
static void check_names(gla_scope *s, const model_frame *f)
{
    for (int64_t i = 0; i < f->endogenous.n; i++)
        for (int64_t j = 0; j < f->instruments.n; j++)
            if (f->formula && strcmp(f->endogenous.names[i], f->instruments.names[j]) == 0)
                gla_s_fail(s, GLA_ARGUMENT_ERROR,
                           "%s: %s is both endogenous and an instrument; write it among the exogenous regressors", s->op,
                           f->endogenous.names[i]);
}

/* Fail if squares of a column overflow or underflow: its norm would be infinite or 0. */
static void check_scale(gla_scope *s, const gla_array *values, const char *const *names, int64_t n)
{
    double *most = iv_doubles(s, n);
    if (s->status || n == 0 || values->size == 0)
        return;
    econ_read(s, gla_s_reduce(s, gla_max, gla_s_apply(s, gla_abs, values), 0, false), most, n);
    for (int64_t j = 0; j < n && !s->status; j++) {
        bool large = most[j] > sqrt(DBL_MAX / 4 / (double)values->shape[0]);
        if (large || (most[j] > 0 && most[j] < sqrt(DBL_MIN)))
            econ_refuse_scale(s, names[j], large);
    }
}

static void check(gla_scope *s, const iv_design *d)
{
    const model_frame *f = &d->f;
    check_names(s, f);
    if (f->endogenous.n == 0 && d->given->endogenous.n) /* the last note is about an endogenous regressor */
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: no endogenous regressor is left; %s", s->op, d->notes[d->n_notes - 1]);
    else if (f->endogenous.n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: there are no endogenous regressors; write them as 'y ~ x | w ~ z', or give endogenous and instruments; "
                   "without them use ols",
                   s->op);
    else if (f->instruments.n < f->endogenous.n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %lld endogenous regressor%s, but %lld excluded instrument%s; at least as many are needed", s->op,
                   (long long)f->endogenous.n, f->endogenous.n == 1 ? "" : "s", (long long)f->instruments.n,
                   f->instruments.n == 1 ? "" : "s");
    if (f->n == 0)
        model_refuse_empty(s, 1, f->n_notes, f->notes);
}

static void weigh(gla_scope *s, iv_design *d, const econ_options *o)
{
    econ_check_weights(s, &d->f, o);
    d->root = econ_roots(s, d->f.weights);
    d->nobs = (double)d->f.n;
    if (d->root && o->weights_type && o->weights_type[0] == 'f')
        d->nobs = econ_sum(s, d->f.weights, NULL);
}

/* Give the design the columns of its frame. */
static void set_columns(iv_design *d)
{
    const model_frame *f = &d->f;
    d->X = f->X.n ? f->X.values : NULL;
    d->W = f->endogenous.values;
    d->Z = f->instruments.values;
    d->kx = f->X.n;
    d->m = f->endogenous.n;
    d->l = f->instruments.n;
}

/* Describe which of the earlier columns a dependent column needs. */
static void note_dependence(gla_scope *s, iv_design *d, const double *R, int64_t j, const bool *kept, const char *const *names,
                            const char *what)
{
    int64_t c = d->c, n = 0;
    double *a = iv_doubles(s, c * j), *b = iv_doubles(s, c), *x = iv_doubles(s, j), norm;
    const char **used = gla_s_memory(s, j + 1, sizeof *used);
    if (s->status)
        return;
    for (int64_t i = 0; i < j; i++)
        n += kept[i];
    for (int64_t r = 0; r < c; r++) {
        b[r] = R[r * c + j];
        for (int64_t i = 0, p = 0; i < j; i++)
            if (kept[i])
                a[r * n + p++] = R[r * c + i];
    }
    norm = sqrt(iv_norm2(b, c));
    iv_lstsq(s, a, c, n, b, 1, x);
    char text[NOTE / 2] = "";
    size_t length = 0;
    for (int64_t i = 0, p = 0; i < j && !s->status; i++) {
        if (!kept[i])
            continue;
        double size = 0;
        for (int64_t r = 0; r < c; r++)
            size += R[r * c + i] * R[r * c + i];
        if (fabs(x[p++]) * sqrt(size) > 1e-7 * norm && length < sizeof text - 1)
            length += (size_t)snprintf(text + length, sizeof text - length, "%s%s", length ? ", " : "", names[i]);
    }
    if (norm == 0)
        note(s, d, "%s%s: zero in all rows", names[j], what);
    else
        note(s, d, "%s%s: depends on %s", names[j], what, text);
}

/* Drop exogenous regressors and instruments that depend on earlier ones, and endogenous regressors that depend on exogenous or
 * earlier endogenous ones. Return true if something was dropped. */
static bool drop_dependent(gla_scope *s, iv_design *d, double tol)
{
    int64_t kx = d->kx, l = d->l, m = d->m, c = d->c;
    bool *kept = gla_s_memory(s, c + 1, sizeof *kept);
    const char **names = gla_s_memory(s, c + 1, sizeof *names);
    double *V = iv_doubles(s, c * c);
    if (s->status)
        return false;
    for (int64_t i = 0; i < kx + l; i++)
        names[i] = i < kx ? d->f.X.names[i] : d->f.instruments.names[i - kx];
    iv_independent(s, d->R, c, c, kx + l, tol, kept);
    int64_t before = d->n_notes;
    for (int64_t i = 0; i < kx + l && !s->status; i++)
        if (!kept[i])
            note_dependence(s, d, d->R, i, kept, names, i < kx ? "" : " (instrument)");
    /* Of the regressors, X W. */
    for (int64_t r = 0; r < c; r++) {
        memcpy(V + r * c, d->R + r * c, (size_t)kx * sizeof *V);
        memcpy(V + r * c + kx, d->R + r * c + kx + l, (size_t)m * sizeof *V);
    }
    bool *kept_too = gla_s_memory(s, c + 1, sizeof *kept_too);
    if (s->status)
        return false;
    iv_independent(s, V, c, c, kx + m, tol, kept_too);
    for (int64_t i = kx; i < kx + m && !s->status; i++) {
        names[i] = d->f.endogenous.names[i - kx];
        if (!kept_too[i])
            note_dependence(s, d, V, i, kept_too, names, " (endogenous)");
    }
    d->f.X = select_columns(s, d->f.X, kept);
    d->f.instruments = select_columns(s, d->f.instruments, kept + kx);
    d->f.endogenous = select_columns(s, d->f.endogenous, kept_too + kx);
    return d->n_notes > before;
}

/* Fail if the projections of the endogenous regressors on the instruments are not independent. */
static void check_identified(gla_scope *s, const iv_design *d, double tol)
{
    int64_t c = d->c, L = d->L;
    bool *kept = gla_s_memory(s, d->m + 1, sizeof *kept);
    double *relevant = iv_block(s, d->R, c, d->kx, d->l, L, d->m);
    if (s->status)
        return;
    for (int64_t j = 0; j < d->m; j++) { /* relative to the variation that the exogenous regressors leave */
        double all = 0;
        for (int64_t r = d->kx; r < c; r++)
            all += d->R[r * c + L + j] * d->R[r * c + L + j];
        for (int64_t r = 0; r < d->l; r++)
            relevant[r * d->m + j] /= all > 0 ? sqrt(all) : 1;
    }
    iv_independent(s, relevant, d->l, d->m, d->m, tol, kept);
    for (int64_t j = 0; j < d->m && !s->status; j++) {
        double size = 0;
        for (int64_t r = 0; r < d->l; r++)
            size += relevant[r * d->m + j] * relevant[r * d->m + j];
        if (!kept[j] || size <= tol * tol)
            gla_s_fail(s, GLA_ARGUMENT_ERROR,
                       "%s: the excluded instruments do not identify the coefficient of %s: its projection on them is zero, or "
                       "depends linearly on those of other endogenous regressors",
                       s->op, d->f.endogenous.names[j]);
    }
}

static void join_names(gla_scope *s, iv_design *d)
{
    d->names = gla_s_memory(s, d->k + 1, sizeof *d->names);
    for (int64_t i = 0; i < d->k && d->names; i++)
        d->names[i] = i < d->kx ? d->f.X.names[i] : d->f.endogenous.names[i - d->kx];
    d->z_names = d->f.instruments.names;
}

bool iv_prepare(gla_scope *s, const model_frame *f, const econ_options *o, iv_design *d)
{
    *d = (iv_design){.f = *f, .y = f->y, .given = f};
    check(s, d);
    const model_columns *groups[] = {&f->X, &f->instruments, &f->endogenous};
    for (int g = 0; g < 3; g++)
        check_scale(s, groups[g]->values, groups[g]->names, groups[g]->n);
    check_scale(s, f->y, (const char *[]){f->y_name}, 1);
    int64_t columns = f->X.n + f->endogenous.n + f->instruments.n;
    d->notes = gla_s_memory(s, 2 * columns + 4, sizeof *d->notes);
    if (!s->status)
        weigh(s, d, o); /* before absorb uses the weights */
    if (f->n_effects && !s->status)
        absorb(s, d, o);
    if (!s->status)
        check(s, d);
    if (!s->status)
        weigh(s, d, o);
    set_columns(d);
    if (!s->status)
        iv_factor(s, d);
    if (!s->status && drop_dependent(s, d, o->collinear_tol)) {
        check(s, d);
        set_columns(d);
        if (!s->status)
            iv_factor(s, d);
    }
    if (!s->status && d->nobs <= (double)d->k + d->df_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %g rows, but %lld coefficients%s; more rows than coefficients are needed", s->op,
                   d->nobs, (long long)d->k, d->df_effects > 0 ? " beside the fixed effects" : "");
    if (!s->status)
        check_identified(s, d, o->collinear_tol);
    if (!s->status)
        join_names(s, d);
    return !s->status;
}
