/* spanned.c - Set columns that the effects span to exactly 0, independently of tol and the method.
 *
 * A column is spanned if the norm of its residuals is at most collinear_tol times the norm of the column minus its mean, or at
 * most the rounding error of the column.  After one pass a spanned column still has the error that tol allows, at most SLOWEST
 * * tol times the norm of the column when the pass began.  Most columns have larger residuals, so these columns are not
 * spanned.  The other columns pass again, with a limit relative to their residuals.  Each pass reduces the norm of a spanned
 * column until it meets the condition; other columns keep their norm. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <float.h>
#include <math.h>

#define ROUNDING 4  /* limit in units of eps; the iterations end at the same limit */
#define SLOWEST 1e4 /* panels for which this factor is too small do not converge in 10,000 iterations */
#define SHORT 1e-2  /* residuals with a norm less than this fraction have lost two of the digits that tol promises */
#define AGAIN 1e-5  /* largest tol of further passes */
#define SOME 20000  /* number of rows inspected first; they rule out most columns */

typedef struct doubts {
    panel *p;
    gla_array *all; /* values of all columns */
    int64_t *which; /* columns in doubt, or all columns */
    int64_t count;
    double weight; /* total weight of all rows */
} doubts;

/* ---- norms --------------------------------------------------------------------------------------------------- */
static double first_element(gla_scope *s, const gla_array *x)
{
    void *data = NULL;
    gla_array *host = s->status ? NULL : gla_s_to_host(s, x, &data);
    return s->status ? 0 : panel_real(host, data, 0);
}

static double sum(gla_scope *s, const gla_array *x)
{
    gla_array *made = NULL;
    made = s->status ? NULL : gla_s_adopt(s, gla_sum(x, &made, NULL, GLA_NO_DTYPE, false), &made);
    return first_element(s, made);
}

static double squares_of(panel *p, const gla_array *x)
{
    gla_scope *s = &p->s;
    const gla_array *weighted = p->weights ? gla_s_combine(s, gla_multiply, x, p->weights) : x;
    return first_element(s, panel_dot(s, weighted, x));
}

static double weight_of_all(panel *p)
{
    int mark = gla_scope_mark(&p->s);
    double weight = p->weights ? sum(&p->s, p->weights) : (double)p->n;
    gla_scope_keep(&p->s, mark, NULL);
    return weight;
}

static void take_all_columns(doubts *d)
{
    for (d->count = 0; d->count < d->p->k && d->which; d->count++)
        d->which[d->count] = d->count;
}

/* Compute the norms of p->values over the first rows.  The columns of p->values are listed in d->which. */
static void read_lengths(doubts *d, int64_t rows)
{
    panel *p = d->p;
    void *after = NULL, *begun = NULL;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *squares = panel_squares(p, rows), *host = s->status ? NULL : gla_s_to_host(s, squares, &after);
    if (p->begun && !s->status)
        gla_s_to_host(s, p->begun, &begun);
    for (int64_t i = 0; i < d->count && !s->status; i++) {
        panel_column *x = &p->column[d->which[i]];
        x->after = sqrt(panel_real(host, after, i));
        x->begun = begun ? sqrt(panel_real(host, begun, i)) : 0;
    }
    gla_scope_keep(s, mark, NULL);
}

/* Find the norm of a column as given, and the largest norm of its residuals for which the column is spanned.  The mean is
 * subtracted twice, because the first mean has a rounding error that may exceed the deviations. */
static void find_limit(doubts *d, int64_t c)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *x = panel_given(p, c);
    double length = p->column[c].length = sqrt(squares_of(p, x));
    for (int i = 0; i < 2; i++) {
        double mean = sum(s, p->weights ? gla_s_combine(s, gla_multiply, x, p->weights) : x) / d->weight;
        x = gla_s_combine(s, gla_subtract, x, gla_s_number(s, mean));
    }
    p->column[c].limit = fmax(p->collinear_tol * sqrt(squares_of(p, x)), ROUNDING * panel_spacing(p, c) * length);
    gla_scope_keep(s, mark, NULL);
}

/* ---- columns in doubt ---------------------------------------------------------------------------------------- */
/* Return true if a column above its limit may still be spanned, or has too few digits. */
static bool is_doubtful(const panel *p, const panel_column *x)
{
    double rounding = 64 * sqrt(p->dtype == GLA_FLOAT32 ? FLT_EPSILON : DBL_EPSILON);
    double error = fmin(fmax(SLOWEST * p->tol, SHORT), 1) * x->begun;
    return x->after <= fmax(rounding * x->length, error);
}

/* Find the columns that may be in doubt after the first pass, from their residuals in the first rows. */
static void find_doubtful(doubts *d, int64_t rows)
{
    panel *p = d->p;
    int64_t count = 0;
    take_all_columns(d);
    read_lengths(d, rows);
    for (int64_t c = 0; c < p->k && !p->s.status; c++) {
        panel_column *x = &p->column[c];
        x->length = sqrt(d->weight) * x->largest;
        if (is_doubtful(p, x) || x->after <= p->collinear_tol * x->length)
            d->which[count++] = c;
    }
    d->count = count;
}

/* Mark spanned columns, and keep the columns that are still in doubt. */
static void look(doubts *d)
{
    int64_t left = 0;
    for (int64_t i = 0; i < d->count; i++) {
        panel_column *x = &d->p->column[d->which[i]];
        x->is_spanned = x->after <= x->limit;
        if (!x->is_spanned && is_doubtful(d->p, x))
            d->which[left++] = d->which[i];
    }
    d->count = left;
}

static void copy_columns(doubts *d, bool back)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    for (int64_t i = 0; i < p->k && p->values != d->all; i++) {
        gla_array *one = gla_s_slice(s, p->values, 1, i, 1), *other = gla_s_slice(s, d->all, 1, d->which[i], 1);
        gla_s_assign(s, back ? other : one, back ? one : other);
    }
}

/* Compute the residuals of the columns in doubt again, with limits relative to these residuals. */
static void pass_again(doubts *d)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    int64_t k = p->k, done = p->iterations;
    if (d->count < k)
        p->values = gla_s_new(s, p->dev, p->dtype, 2, (int64_t[]){p->n, d->count});
    p->k = d->count;
    p->which = d->count < k ? d->which : NULL;
    copy_columns(d, false);
    if (!s->status)
        panel_project(p);
    p->iterations += done;
    for (int64_t i = 0; i < d->count; i++)
        p->column[d->which[i]].length = p->column[d->which[i]].after;
    if (!s->status)
        read_lengths(d, p->n);
    copy_columns(d, true);
    p->values = d->all;
    p->k = k;
    p->which = NULL;
    gla_scope_keep(s, mark, NULL);
}

static void decide(doubts *d)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    double tol = p->tol;
    for (int64_t i = 0; i < d->count && !s->status; i++)
        find_limit(d, d->which[i]);
    look(d);
    for (p->tol = fmin(tol, AGAIN); d->count > 0 && !s->status; look(d))
        pass_again(d);
    p->tol = tol;
    for (int64_t c = 0; c < p->k && !s->status; c++)
        if (p->column[c].is_spanned)
            gla_s_fill(s, gla_s_slice(s, p->values, 1, c, 1), 0);
}

void panel_absorb(panel *p)
{
    gla_scope *s = &p->s;
    doubts d = {.p = p, .all = p->values};
    int mark = gla_scope_mark(s);
    d.which = gla_s_memory(s, p->k, sizeof *d.which);
    panel_project(p);
    d.weight = weight_of_all(p);
    if (!s->status)
        find_doubtful(&d, p->n < SOME ? p->n : SOME);
    if (d.count > 0 && p->n > SOME && !s->status)
        find_doubtful(&d, p->n);
    if (d.count > 0 && !s->status)
        decide(&d);
    gla_scope_keep(s, mark, NULL);
}
