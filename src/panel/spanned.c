/* spanned.c - columns that the effects span become exactly 0, whatever tol and the method are.
 *
 * A column is spanned if its residuals are at most collinear_tol times as long as the column about its mean, or no longer than
 * the rounding of its values.  A spanned column keeps an error of the iteration, at most SLOWEST times as long as the means in
 * groups that tol permits.  Most columns are longer than that after the first pass.  The others pass again, now relative to
 * their residuals: each pass shortens a spanned column, down to that limit, and leaves any other as long as it is. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/reduce.h"

#include <float.h>
#include <math.h>

#define ROUNDING 4  /* spacings of the values, as where the iterations end */
#define SLOWEST 1e4 /* slower panels need more iterations than anybody permits */
#define SHORT 1e-2  /* shorter residuals have lost two of the digits that tol asks for */
#define AGAIN 1e-5  /* the largest tol of further passes */

typedef struct doubts {
    panel *p;
    gla_array *all;  /* values of all columns */
    double *after;   /* lengths of the residuals */
    double *begun;   /* and of what the last pass iterated on; with one grouping, of nothing */
    double *length;  /* of the columns as given, at most */
    double *limit;   /* residuals of at most this length are those of a spanned column */
    int64_t *column; /* which columns are in doubt, and how many */
    int64_t count;
} doubts;

/* The lengths of columns by their squares. */
static void read_lengths(panel *p, const gla_array *squares, const int64_t *column, double *to)
{
    void *data = NULL;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *host = s->status ? NULL : gla_s_to_host(s, squares, &data);
    for (int64_t i = 0; i < p->k && !s->status; i++)
        to[column[i]] = sqrt(panel_real(host, data, i));
    gla_scope_keep(s, mark, NULL);
}

/* Remove the effects from p->values, whose columns have these numbers. */
static void pass(doubts *d, const int64_t *column)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    int64_t before = p->iterations;
    panel_project(p);
    p->iterations += before;
    read_lengths(p, panel_squares(p), column, d->after);
    if (p->begun)
        read_lengths(p, p->begun, column, d->begun);
    gla_scope_keep(s, mark, NULL);
}

static double first_element(gla_scope *s, const gla_array *x)
{
    void *data = NULL;
    gla_array *host = s->status ? NULL : gla_s_to_host(s, x, &data);
    return s->status ? 0 : panel_real(host, data, 0);
}

static double sum(gla_scope *s, const gla_array *x)
{
    gla_array *made = NULL;
    made = s->status ? NULL : gla_s_made(s, gla_sum(x, &made, NULL, GLA_NO_DTYPE, false), &made);
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

/* The length of a column, and the limit of its residuals.  The mean is subtracted twice: the first one is rounded, by more than a
 * column with a large mean varies. */
static void find_limit(doubts *d, int64_t c, double weight)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    gla_array *x = panel_given(p, c);
    d->length[c] = sqrt(squares_of(p, x));
    for (int i = 0; i < 2; i++) {
        double mean = sum(s, p->weights ? gla_s_combine(s, gla_multiply, x, p->weights) : x) / weight;
        x = gla_s_combine(s, gla_subtract, x, gla_s_number(s, mean));
    }
    d->limit[c] = fmax(p->collinear_tol * sqrt(squares_of(p, x)), ROUNDING * panel_spacing(p, c) * d->length[c]);
    gla_scope_keep(s, mark, NULL);
}

/* Up to which share of its length rounding may be what is left of a column, generously. */
static double rounding(const panel *p)
{
    return 64 * sqrt(p->dtype == GLA_FLOAT32 ? FLT_EPSILON : DBL_EPSILON);
}

/* Whether a column that is not at its limit may be a spanned one yet, or has too few digits. */
static bool is_doubtful(const doubts *d, int64_t c)
{
    double error = fmin(fmax(SLOWEST * d->p->tol, SHORT), 1) * d->begun[c];
    return d->after[c] <= fmax(rounding(d->p) * d->length[c], error);
}

static void copy_columns(doubts *d, bool back)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    for (int64_t i = 0; i < p->k && p->values != d->all; i++) {
        gla_array *one = gla_s_stretch(s, p->values, 1, i, 1), *other = gla_s_stretch(s, d->all, 1, d->column[i], 1);
        gla_s_assign(s, back ? other : one, back ? one : other);
    }
}

/* A further pass of the columns in doubt. */
static void pass_again(doubts *d)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    int mark = gla_scope_mark(s);
    int64_t k = p->k;
    if (d->count < k)
        p->values = gla_s_new(s, p->dev, p->dtype, 2, (int64_t[]){p->n, d->count});
    p->k = d->count;
    for (int64_t i = 0; i < d->count; i++)
        d->length[d->column[i]] = d->begun[d->column[i]] = d->after[d->column[i]];
    copy_columns(d, false);
    if (!s->status)
        pass(d, d->column);
    copy_columns(d, true);
    p->values = d->all;
    p->k = k;
    gla_scope_keep(s, mark, NULL);
}

/* Columns at their limits are spanned; those that are clearly not are done too. */
static void look(doubts *d)
{
    int64_t left = 0;
    for (int64_t i = 0; i < d->count; i++) {
        int64_t c = d->column[i];
        d->p->is_spanned[c] = d->after[c] <= d->limit[c];
        if (!d->p->is_spanned[c] && is_doubtful(d, c))
            d->column[left++] = c;
    }
    d->count = left;
}

static void decide(doubts *d, double weight)
{
    panel *p = d->p;
    gla_scope *s = &p->s;
    double tol = p->tol;
    for (int64_t i = 0; i < d->count && !s->status; i++)
        find_limit(d, d->column[i], weight);
    look(d);
    for (p->tol = fmin(tol, AGAIN); d->count > 0 && !s->status; look(d))
        pass_again(d);
    p->tol = tol;
    for (int64_t c = 0; c < p->k && !s->status; c++)
        if (p->is_spanned[c])
            gla_s_fill(s, gla_s_stretch(s, p->values, 1, c, 1), 0);
}

void panel_absorb(panel *p)
{
    gla_scope *s = &p->s;
    doubts d = {.p = p, .all = p->values};
    double **lengths[] = {&d.after, &d.begun, &d.length, &d.limit}, weight = weight_of_all(p);
    for (int i = 0; i < 4; i++)
        *lengths[i] = gla_s_memory(s, p->k, sizeof **lengths[i]);
    d.column = gla_s_memory(s, p->k, sizeof *d.column);
    for (int64_t c = 0; c < p->k && !s->status; c++)
        d.column[c] = c;
    if (!s->status)
        pass(&d, d.column);
    for (int64_t c = 0; c < p->k && !s->status; c++) {
        d.length[c] = sqrt(weight) * p->largest[c];
        if (is_doubtful(&d, c) || d.after[c] <= p->collinear_tol * d.length[c])
            d.column[d.count++] = c;
    }
    if (d.count > 0 && !s->status)
        decide(&d, weight);
}
