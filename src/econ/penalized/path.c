/* path.c - Lasso coefficients over a sequence of penalties. */
#include "gpulinalg.h"
#include "penalized.h"
#include "table/table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static int descending(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return x < y ? 1 : x > y ? -1 : 0;
}

static void read_given(gla_scope *s, const gla_array *given, penalized_path *p)
{
    econ_read(s, given, p->alphas, p->n);
    for (int64_t i = 0; i < p->n && !s->status; i++)
        if (!(p->alphas[i] >= 0) || isinf(p->alphas[i]))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a penalty is %g, but it must be a number of at least 0", s->op,
                       p->alphas[i]);
    if (!s->status)
        qsort(p->alphas, (size_t)p->n, sizeof *p->alphas, descending);
}

bool penalized_sequence(gla_scope *s, const penalized_moments *m, const gla_array *given, int64_t n, int64_t rows,
                        penalized_path *p)
{
    *p = (penalized_path){.n = given && !s->status ? given->size : n, .k = m->k};
    if (!s->status && p->n < 1)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   given ? "%s: there is no penalty; give at least one" : "%s: n_alphas is %lld, but it must be at least 1",
                   s->op, (long long)n);
    p->alphas = gla_s_memory(s, p->n + 1, sizeof *p->alphas);
    p->b = gla_s_memory(s, p->n * p->k + 1, sizeof *p->b);
    p->r2 = gla_s_memory(s, p->n + 1, sizeof *p->r2);
    p->df = gla_s_memory(s, p->n + 1, sizeof *p->df);
    if (given && !s->status)
        read_given(s, given, p);
    if (given || s->status)
        return !s->status;
    double most = 0, ratio = rows > m->k ? 1e-4 : 1e-2;
    for (int64_t j = 0; j < m->k; j++)
        if (m->scale[j] > 0)
            most = fmax(most, fabs(m->xy[j]));
    for (int64_t i = 0; i < p->n; i++)
        p->alphas[i] = p->n == 1 ? most : most * pow(ratio, (double)i / (double)(p->n - 1));
    return true;
}

void penalized_unscale(const penalized_moments *m, const double *from, double *b)
{
    double constant = m->y_mean;
    for (int64_t j = 0; j < m->k; j++) {
        b[j] = m->scale[j] > 0 ? from[j] / m->scale[j] : 0;
        constant -= b[j] * m->mean[j];
    }
    if (m->constant >= 0)
        b[m->constant] = constant / m->level;
}

void penalized_follow(gla_scope *s, const penalized_moments *m, const econ_options *o, penalized_path *p)
{
    penalized_descent d;
    if (!penalized_begin(s, m, o->tol, o->maxiter, &d))
        return;
    for (int64_t i = 0; i < p->n && !s->status; i++) {
        double explained = 0;
        penalized_minimise(s, &d, p->alphas[i]);
        for (int64_t j = 0; j < m->k; j++) {
            p->df[i] += d.b[j] != 0;
            explained += d.b[j] * (m->xy[j] + d.slope[j]);
        }
        p->r2[i] = m->yy > 0 ? explained / m->yy : 0;
        penalized_unscale(m, d.b, p->b + i * p->k);
    }
}

typedef struct request {
    const gla_array *alphas;
    int64_t n;
    bool standardize;
    const econ_options *o;
    gla_table *table;
} request;

static gla_table *make_table(gla_scope *s, const model_frame *f, const penalized_path *p)
{
    int64_t count = p->k + 3;
    table_column **columns = gla_s_memory(s, count, sizeof *columns);
    double *values = gla_s_memory(s, p->n + 1, sizeof *values);
    const char *const first[] = {"alpha", "df", "r2"};
    for (int64_t j = 0; j < count && !s->status; j++) {
        for (int64_t i = 0; i < p->n; i++)
            values[i] = j == 0 ? p->alphas[i] : j == 1 ? (double)p->df[i] : j == 2 ? p->r2[i] : p->b[i * p->k + j - 3];
        gla_array *column = econ_array(s, values, 1, &p->n);
        if (j == 1)
            column = gla_s_astype(s, GLA_INT64, column);
        columns[j] = table_column_new(s, j < 3 ? first[j] : f->X.names[j - 3], column, NULL, NULL);
    }
    if (!s->status)
        return table_make(s, (int)count, columns);
    for (int64_t j = 0; j < count && columns; j++)
        table_column_unref(columns[j]);
    return NULL;
}

static void estimate(gla_scope *s, const model_frame *f, void *context)
{
    request *q = context;
    penalized_moments m;
    penalized_path p;
    double level = 0;
    if (q->table)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the formula describes several regressions, but there is one result; give one",
                   s->op);
    if (s->status || !penalized_check(s, f, q->o))
        return;
    int64_t constant = penalized_constant(s, f->X.values, &level);
    penalized_measure(s, f->X.values, f->y, f->weights, constant, level, q->standardize, true, &m);
    if (!penalized_sequence(s, &m, q->alphas, q->n, f->n, &p))
        return;
    penalized_follow(s, &m, q->o, &p);
    q->table = s->status ? NULL : make_table(s, f, &p);
}

gla_status gla_econ_lasso_path(const gla_variable *formula, const gla_dataset *data, gla_table **table, const gla_array *alphas,
                               int64_t n_alphas, bool standardize, const gla_variable *weights, double tol, int64_t maxiter)
{
    gla_scope s;
    const model_options m = {.weights = weights};
    const econ_options o = {.tol = tol, .maxiter = maxiter};
    request q = {alphas, n_alphas, standardize, &o, NULL};
    gla_scope_begin(&s, "lasso_path");
    econ_check_options(&s, &o);
    if (!s.status)
        model_run(&s, formula, data, &m, estimate, &q);
    if (s.status)
        gla_object_unref(q.table);
    *table = s.status ? NULL : q.table;
    return gla_scope_end(&s);
}
