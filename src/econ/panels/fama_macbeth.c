/* fama_macbeth.c - Means of the coefficients of cross-sections. */
#include "gpulinalg.h"
#include "linalg/common.h"
#include "panels.h"
#include "runtime/allocation.h"
#include "shape/reshape.h"
#include "table/table.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Coefficients of n periods: n times, and after them the coefficients, (n, k). */
typedef struct series {
    int64_t n;
    double values[];
} series;

static size_t plain(const econ_estimates *e, size_t size)
{
    const series *of = e->extra;
    size_t each = ((size_t)e->k + 1) * sizeof *of->values;
    if (size < sizeof *of || of->n < 2 || (size_t)of->n > (size - sizeof *of) / each)
        return 0;
    return sizeof *of + (size_t)of->n * each;
}

/* Return the number of lags in "NW(3)", 0 for "iid", or -1 after a failure. */
static int64_t read_lags(gla_scope *s, const char *vcov, int64_t periods)
{
    char *end = NULL;
    long long lags = -1;
    if (!vcov || !strcmp(vcov, "iid"))
        return 0;
    if (!strncmp(vcov, "NW(", 3)) {
        lags = strtoll(vcov + 3, &end, 10);
        lags = end == vcov + 3 || strcmp(end, ")") ? -1 : lags;
    }
    if (lags < 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: vcov is '%s', but the covariance matrix of a Fama-MacBeth regression is that of a series of "
                   "coefficients; use 'iid' or 'NW(lags)'",
                   s->op, vcov);
    else if (lags >= periods)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: vcov is '%s', but there are only %lld periods; use fewer lags", s->op, vcov,
                   (long long)periods);
    return s->status ? -1 : lags;
}

/* The covariance matrix of the mean of a series, with Bartlett's weights. */
static bool covariance(gla_scope *s, gla_econ_fit *fit, const char *vcov, const char *ssc)
{
    const econ_estimates *e = fit->of;
    const series *of = e->extra;
    const double *b = of->values + of->n;
    int64_t k = e->k, lags = read_lags(s, vcov, of->n);
    char title[64];
    fit->ssc = ssc ? ssc : "fixest";
    fit->covariance = econ_doubles(s, k * k);
    fit->vcov = econ_copy_text(s, vcov ? vcov : "iid");
    snprintf(title, sizeof title, lags > 0 ? "Newey-West, %lld lags of the periods" : "series of periods", (long long)lags);
    fit->vcov_title = econ_copy_text(s, title);
    fit->df_t = (double)(of->n - 1);
    for (int64_t lag = 0; lag <= lags && !s->status; lag++)
        for (int64_t i = 0; i < k; i++)
            for (int64_t j = 0; j < k; j++) {
                double sum = 0, weight = 1 - (double)lag / (double)(lags + 1);
                for (int64_t t = lag; t < of->n; t++)
                    sum += (b[t * k + i] - e->b[i]) * (b[(t - lag) * k + j] - e->b[j]);
                sum *= weight / (double)of->n / (double)(of->n - 1);
                fit->covariance[i * k + j] += sum;
                if (lag)
                    fit->covariance[j * k + i] += sum;
            }
    return true;
}

const econ_method panels_fama_macbeth = {
    .name = "fama_macbeth", .title = "Fama-MacBeth", .release = gla_free, .covariance = covariance, .plain = plain};

/* Cross-sections as a stack of matrices. Short ones end with rows of zeros, which change no coefficient. */
typedef struct cross_sections {
    int64_t n, rows; /* periods, and rows of the longest */
    double *times;
    gla_array *X, *y; /* (n, rows, k) and (n, rows) */
} cross_sections;

/* Positions of the rows in each cross-section, (n, rows) as a vector; the position f->n stands for a row of zeros. */
static gla_array *arrange(gla_scope *s, const model_frame *f, const gla_array *codes, const gla_array *counts, int64_t rows)
{
    gla_array *order = NULL, *ends = NULL;
    if (s->status)
        return NULL;
    gla_s_adopt(s, gla_argsort(codes, &order, -1, false, true), &order);
    gla_s_adopt(s, gla_cumulative_sum(counts, &ends, GLA_NO_AXIS, GLA_NO_DTYPE, false), &ends);
    gla_array *starts = gla_s_add_last(s, gla_s_combine(s, gla_subtract, ends, counts));
    gla_array *within = panels_range(s, rows, counts);
    gla_array *place = gla_s_combine(s, gla_add, starts, within);
    gla_array *past = gla_s_combine(s, gla_greater_equal, within, gla_s_add_last(s, counts));
    int64_t one = 1;
    gla_array *zero = s->status ? NULL : gla_s_new(s, gla_device_of(codes), GLA_INT64, 1, &one);
    gla_s_fill(s, zero, (double)f->n);
    place = gla_s_where(s, past, zero, place);
    gla_array *all = panels_join(s, order, zero, 0);
    gla_array *flat = s->status ? NULL : gla_s_reshape(s, place, 1, (int64_t[]){place->size});
    return panels_take(s, all, flat);
}

static gla_array *with_zeros(gla_scope *s, const gla_array *x)
{
    if (s->status)
        return NULL;
    int64_t shape[2] = {1, x->shape[x->ndim - 1]};
    return panels_join(s, x, gla_s_zeros(s, gla_device_of(x), x->dtype, x->ndim, shape), 0);
}

static void stack_periods(gla_scope *s, const model_frame *f, cross_sections *p)
{
    gla_array *codes = NULL, *times = NULL, *counts = NULL;
    double longest = 0;
    *p = (cross_sections){.n = 0};
    if (s->status)
        return;
    gla_array *time = gla_s_to_device(s, gla_device_of(f->y), f->time);
    if (!s->status)
        gla_s_check(s, gla_factorize(time, &codes, &times, true));
    gla_s_own(s, codes), gla_s_own(s, times);
    p->n = s->status ? 0 : times->shape[0];
    p->times = gla_s_memory(s, p->n + 1, sizeof *p->times);
    econ_read(s, times, p->times, p->n);
    if (s->status)
        return;
    gla_s_adopt(s, gla_group_count(codes, &counts, p->n), &counts);
    econ_read(s, gla_s_reduce_all(s, gla_max, counts), &longest, 1);
    p->rows = (int64_t)longest;
    gla_array *at = arrange(s, f, codes, counts, p->rows);
    gla_array *X = panels_take(s, with_zeros(s, f->X.values), at), *y = panels_take(s, with_zeros(s, f->y), at);
    if (s->status)
        return;
    p->X = gla_s_reshape(s, X, 3, (int64_t[]){p->n, p->rows, f->X.n});
    p->y = gla_s_reshape(s, y, 2, (int64_t[]){p->n, p->rows});
}

/* Estimate the cross-sections, and return those with full rank; the caller frees them. */
static series *estimate_all(gla_scope *s, const model_frame *f, const cross_sections *p)
{
    gla_array *x = NULL, *rank = NULL, *y = gla_s_add_last(s, p->y);
    int64_t k = f->X.n, n = 0;
    double *ranks = gla_s_memory(s, p->n + 1, sizeof *ranks), *b = gla_s_memory(s, p->n * k + 1, sizeof *b);
    if (!s->status)
        gla_s_check(s, gla_lstsq_as(s->op, p->X, y, &x, &rank));
    rank = gla_s_own(s, rank);
    econ_read(s, gla_s_own(s, x), b, p->n * k);
    econ_read(s, rank, ranks, p->n);
    for (int64_t t = 0; t < p->n && !s->status; t++)
        n += (int64_t)ranks[t] == k;
    if (!s->status && n < 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: %lld of %lld periods can be estimated, but at least 2 are needed: in the others there are fewer rows "
                   "than coefficients, or the regressors are collinear",
                   s->op, (long long)n, (long long)p->n);
    size_t size = sizeof(series) + (size_t)n * ((size_t)k + 1) * sizeof *b;
    series *of = s->status ? NULL : gla_calloc(1, size);
    if (!of && !s->status)
        gla_s_check(s, gla_fail_memory(s->op, size));
    for (int64_t t = 0; t < p->n && of; t++)
        if ((int64_t)ranks[t] == k) {
            memcpy(of->values + n + of->n * k, b + t * k, (size_t)k * sizeof *b);
            of->values[of->n++] = p->times[t];
        }
    return of;
}

static void fill(gla_scope *s, gla_econ_fit *fit, const model_frame *f, int64_t left_out)
{
    econ_estimates *e = fit->of;
    const series *of = e->extra;
    for (int64_t i = 0; i < e->k; i++) {
        double sum = 0;
        for (int64_t t = 0; t < of->n; t++)
            sum += of->values[of->n + t * e->k + i];
        e->b[i] = sum / (double)of->n;
    }
    if (left_out)
        econ_note(s, e, "%lld period%s: fewer rows than coefficients, or collinear regressors", (long long)left_out,
                  left_out == 1 ? "" : "s");
    gla_array *fitted = gla_s_combine(s, gla_matmul, f->X.values, econ_array(s, e->b, 1, &e->k));
    gla_array *u = gla_s_combine(s, gla_subtract, f->y, fitted), *y = f->y;
    if (f->constant)
        y = gla_s_combine(s, gla_subtract, y, gla_s_reduce_all(s, gla_mean, y));
    e->sigma2_rss = panels_dot(s, u, u);
    e->tss = e->tss_within = e->rss0 = panels_dot(s, y, y);
    e->fitted = econ_keep(s, fitted);
    e->residuals = econ_keep(s, u);
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    cross_sections p;
    (void)context;
    if (!panels_without_effects(s, f, "each cross-section has its own constant"))
        return NULL;
    if (!f->time)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: time is not given; give the periods, such as time='year'", s->op);
    stack_periods(s, f, &p);
    series *of = estimate_all(s, f, &p);
    gla_econ_fit *fit = of ? econ_new_fit(s, &panels_fama_macbeth, f, o, f->X.n, f->X.names) : NULL;
    if (!fit) {
        gla_free(of);
        return NULL;
    }
    fit->of->extra = of;
    fill(s, fit, f, p.n - of->n);
    return econ_finish(s, fit, o);
}

gla_status gla_econ_fama_macbeth(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const char *vcov,
                                 const gla_variable *time, const gla_variable *split, bool keep)
{
    const model_options m = {.split = split, .time = time};
    const econ_options o = {.vcov = vcov, .keep = keep};
    return econ_run("fama_macbeth", formula, data, &m, &o, estimate, NULL, fits);
}

gla_status gla_econ_fit_periods(const gla_econ_fit *fit, gla_table **table)
{
    gla_scope s;
    gla_scope_begin(&s, "periods");
    const econ_estimates *e = fit->of;
    const series *of = e->extra;
    table_column **columns = gla_s_memory(&s, e->k + 1, sizeof *columns);
    double *values = NULL;
    *table = NULL;
    if (e->method != &panels_fama_macbeth)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "periods: this is a Fit of %s; coefficients of periods belong to fama_macbeth",
                   e->method->name);
    else
        values = gla_s_memory(&s, of->n + 1, sizeof *values);
    for (int64_t j = -1; j < e->k && !s.status; j++) {
        for (int64_t t = 0; t < of->n; t++)
            values[t] = of->values[j < 0 ? t : of->n + t * e->k + j];
        gla_array *column = econ_array(&s, values, 1, &of->n);
        if (j < 0)
            column = gla_s_astype(&s, GLA_INT64, column);
        columns[j + 1] = table_column_new(&s, j < 0 ? "time" : e->names->v[j], column, NULL, NULL);
    }
    if (!s.status)
        *table = table_make(&s, (int)e->k + 1, columns);
    else
        for (int64_t j = 0; j <= e->k && columns; j++)
            table_column_unref(columns[j]);
    return gla_scope_end(&s);
}
