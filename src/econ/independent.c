/* independent.c - Columns that do not depend linearly on earlier ones, and the inverse of their cross-products.
 *
 * The columns are reduced to a triangle R with X = Q R. The triangle comes from the Cholesky factor of X'X if this proves that
 * all columns are clearly independent, otherwise from QR. The columns of R are then processed in order by reflections. A
 * column that depends on earlier ones gets no reflection, so that its rounding errors do not hide later dependences. */
#include "econ/within.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#define CLEARLY 1e-3     /* smallest pivot of the Cholesky factor of scaled columns for which it replaces QR */
#define CONTRIBUTES 1e-6 /* share of a column in the combination that equals another one, below which it is not named */
enum { TEXT = 600 };

typedef struct triangle {
    int64_t m, n; /* rows and columns */
    double *r;    /* (m, n), row-major; columns of norm 1, or 0 */
    double *norm; /* of the columns of X */
} triangle;

/* Divide the columns by their norms. */
static void scale(triangle *t)
{
    for (int64_t j = 0; j < t->n; j++) {
        double most = 0, sum = 0;
        for (int64_t i = 0; i < t->m; i++)
            most = fmax(most, fabs(t->r[i * t->n + j]));
        for (int64_t i = 0; i < t->m && most > 0; i++)
            sum += (t->r[i * t->n + j] / most) * (t->r[i * t->n + j] / most);
        t->norm[j] = most * sqrt(sum);
        for (int64_t i = 0; i < t->m && most > 0; i++)
            t->r[i * t->n + j] = t->r[i * t->n + j] / most / sqrt(sum);
    }
}

/* Factor X'X. Return false if a column might depend on others. */
static bool factor_gram(gla_scope *s, const gla_array *X, triangle *t)
{
    int64_t n = t->n;
    int mark = gla_scope_mark(s);
    double *g = gla_s_memory(s, n * n, sizeof *g), *r = t->r;
    econ_read(s, gla_s_combine(s, gla_matmul, gla_s_swap_last(s, X), X), g, n * n);
    gla_scope_keep(s, mark, NULL);
    for (int64_t j = 0; j < n && !s->status; j++) {
        t->norm[j] = sqrt(g[j * n + j]);
        if (!(t->norm[j] > 1e-140) || !(t->norm[j] < 1e140))
            return false;
    }
    for (int64_t j = 0; j < n && !s->status; j++)
        for (int64_t i = 0; i <= j; i++) {
            double sum = g[i * n + j] / t->norm[i] / t->norm[j];
            for (int64_t l = 0; l < i; l++)
                sum -= r[l * n + i] * r[l * n + j];
            if (i == j && !(sum > CLEARLY * CLEARLY))
                return false;
            r[i * n + j] = i == j ? sqrt(sum) : sum / r[i * n + i];
        }
    return !s->status;
}

static void factor_qr(gla_scope *s, const gla_array *X, triangle *t)
{
    gla_array *Q = NULL, *R = NULL;
    int mark = gla_scope_mark(s);
    gla_s_check(s, gla_qr(X, &Q, &R, "reduced"));
    gla_s_own(s, Q);
    R = gla_s_own(s, R);
    t->m = s->status ? 0 : R->shape[0];
    econ_read(s, R, t->r, t->m * t->n);
    gla_scope_keep(s, mark, NULL);
    if (!s->status)
        scale(t);
}

/* Reflect the columns from j on so that column j has zeros below row `at`. */
static void reflect(triangle *t, int64_t at, int64_t j, double left, double *v)
{
    double *r = t->r, first = r[at * t->n + j], head = first > 0 ? first + left : first - left;
    double beta = head * (first > 0 ? left : -left);
    for (int64_t i = at; i < t->m; i++)
        v[i] = i == at ? head : r[i * t->n + j];
    for (int64_t c = j; c < t->n; c++) {
        double sum = 0;
        for (int64_t i = at; i < t->m; i++)
            sum += v[i] * r[i * t->n + c];
        for (int64_t i = at; i < t->m; i++)
            r[i * t->n + c] -= sum / beta * v[i];
    }
    for (int64_t i = at + 1; i < t->m; i++)
        r[i * t->n + j] = 0;
}

/* Name the kept columns that combine to column j. */
static const char *explain(gla_scope *s, const triangle *t, const econ_independent *d, int64_t j, const char *const *names)
{
    double *c = gla_s_memory(s, d->n + 1, sizeof *c);
    char *text = gla_s_memory(s, 1, TEXT);
    int64_t count = 0, named = 0;
    if (s->status)
        return "";
    for (int64_t i = d->n; i-- > 0;) {
        c[i] = t->r[i * t->n + j];
        for (int64_t l = i + 1; l < d->n; l++)
            c[i] -= t->r[i * t->n + d->kept[l]] * c[l];
        c[i] /= t->r[i * t->n + d->kept[i]];
    }
    for (int64_t i = 0; i < d->n; i++)
        count += fabs(c[i]) > CONTRIBUTES;
    int at = snprintf(text, TEXT, count ? "depends on " : t->norm[j] > 0 ? "is almost 0 in all rows" : "is 0 in all rows");
    for (int64_t i = 0; i < d->n && at < TEXT; i++)
        if (fabs(c[i]) > CONTRIBUTES) {
            const char *between = named == 0 ? "" : named == count - 1 ? " and " : ", ";
            at += snprintf(text + at, (size_t)(TEXT - at), "%s%s", between, names[d->kept[i]]);
            named++;
        }
    return text;
}

/* Find the columns that are kept, and reduce them to a triangle in the first rows. */
static void reduce(gla_scope *s, triangle *t, const char *const *names, double tol, econ_independent *d)
{
    double *v = gla_s_memory(s, t->m + 1, sizeof *v);
    for (int64_t j = 0; j < t->n && !s->status; j++) {
        double left = 0;
        for (int64_t i = d->n; i < t->m; i++)
            left += t->r[i * t->n + j] * t->r[i * t->n + j];
        left = sqrt(left);
        if (d->reasons[j] || t->norm[j] == 0 || !(left > tol)) {
            if (!d->reasons[j])
                d->reasons[j] = explain(s, t, d, j, names);
            continue;
        }
        reflect(t, d->n, j, left, v);
        d->kept[d->n++] = j;
    }
}

/* (R'R)⁻¹ of the kept columns, in their own units. */
static void invert(gla_scope *s, const triangle *t, econ_independent *d)
{
    int64_t n = d->n;
    double *inverse = gla_s_memory(s, n * n + 1, sizeof *inverse);
    d->bread = gla_s_memory(s, n * n + 1, sizeof *d->bread);
    for (int64_t j = 0; j < n && !s->status; j++)
        for (int64_t i = j + 1; i-- > 0;) {
            double sum = i == j;
            for (int64_t l = i + 1; l <= j; l++)
                sum -= t->r[i * t->n + d->kept[l]] * inverse[l * n + j];
            inverse[i * n + j] = sum / t->r[i * t->n + d->kept[i]];
        }
    for (int64_t i = 0; i < n && !s->status; i++)
        for (int64_t j = 0; j <= i; j++) {
            double sum = 0;
            for (int64_t l = i; l < n; l++)
                sum += inverse[i * n + l] * inverse[j * n + l];
            d->bread[i * n + j] = d->bread[j * n + i] = sum / t->norm[d->kept[i]] / t->norm[d->kept[j]];
        }
}

gla_array *econ_select(gla_scope *s, const gla_array *X, const econ_independent *d)
{
    gla_array *made, *at;
    double *positions = gla_s_memory(s, d->n + 1, sizeof *positions);
    if (s->status || d->n == X->shape[1])
        return s->status ? NULL : (gla_array *)X;
    for (int64_t i = 0; i < d->n; i++)
        positions[i] = (double)d->kept[i];
    at = gla_s_astype(s, GLA_INT64, econ_array(s, positions, 1, (int64_t[]){d->n}));
    return s->status ? NULL : gla_s_adopt(s, gla_take(X, at, &made, &(gla_ints){1, {1}}), &made);
}

void econ_find_independent(gla_scope *s, const gla_array *X, const char *const *names, double tol, const econ_within *w,
                           econ_independent *result)
{
    int64_t n = X && !s->status ? X->shape[1] : 0;
    triangle t = {.m = n, .n = n, .r = gla_s_memory(s, n * n + 1, sizeof *t.r), .norm = gla_s_memory(s, n + 1, sizeof *t.norm)};
    *result = (econ_independent){.kept = gla_s_memory(s, n + 1, sizeof *result->kept),
                                 .reasons = gla_s_memory(s, n + 1, sizeof *result->reasons)};
    if (s->status || n == 0)
        return;
    char *spanned = gla_s_memory(s, 1, TEXT);
    if (w && w->n_spanned && spanned)
        snprintf(spanned, TEXT, "spanned by the fixed effects %s", econ_effect_names(s, &w->frame));
    for (int64_t i = 0; w && i < w->n_spanned && !s->status; i++)
        result->reasons[w->spanned[i]] = spanned;
    if (!factor_gram(s, X, &t) && !s->status)
        factor_qr(s, X, &t);
    reduce(s, &t, names, fmax(tol, 4 * 0x1p-52 * (double)(s->status ? 0 : X->shape[0])), result);
    invert(s, &t, result);
    result->X = econ_select(s, X, result);
}

void econ_note_dropped(gla_scope *s, econ_estimates *e, const model_columns *X, const econ_independent *d)
{
    for (int64_t i = 0; i < X->n && !s->status; i++)
        if (d->reasons[i] && !(e->n_effects && strcmp(X->names[i], "Intercept") == 0))
            econ_note(s, e, "%s: %s", X->names[i], d->reasons[i]);
}
