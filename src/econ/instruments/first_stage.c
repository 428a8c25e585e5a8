/* first_stage.c - The strength of the instruments for each endogenous regressor. */
#include "econ/instruments/instruments.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "gpulinalg/econ_iv_tests.h"
#include "table/table.h"

#include <math.h>

enum { F, DF1, DF2, P, PARTIAL, SW_F, SW_DF1, SW_P, FIELDS };

static const char *const fields[] = {
    [F] = "F",       [DF1] = "df",       [DF2] = "df_denom", [P] = "p", [PARTIAL] = "partial_r2",
    [SW_F] = "SW_F", [SW_DF1] = "SW_df", [SW_P] = "SW_p"};

double iv_first_stage_f(gla_scope *s, const iv_blocks *t, int64_t j, double *df)
{
    double *w = iv_doubles(s, t->m + 1);
    if (s->status)
        return NAN;
    w[j] = 1;
    return iv_wald(s, t, w, df) / (double)t->l;
}

/* Coefficients w of the regressor j minus its fit, by the instruments, on the other endogenous regressors. */
static double *partial_out(gla_scope *s, const iv_blocks *t, int64_t j)
{
    int64_t m = t->m, l = t->l;
    double *others = iv_doubles(s, l * m), *own = iv_doubles(s, l), *b = iv_doubles(s, m), *w = iv_doubles(s, m + 1);
    if (s->status)
        return w;
    for (int64_t r = 0; r < l; r++) {
        own[r] = t->A[r * (m + 1) + j];
        for (int64_t i = 0, at = 0; i < m; i++)
            if (i != j)
                others[r * (m - 1) + at++] = t->A[r * (m + 1) + i];
    }
    iv_lstsq(s, others, l, m - 1, own, 1, b);
    for (int64_t i = 0, at = 0; i < m; i++)
        w[i] = i == j ? 1 : -b[at++];
    return w;
}

/* F(df1, Inf) times df1 has the chi-squared distribution. */
static double tail(gla_scope *s, double f, double df1, double df2)
{
    return econ_f_tail(s, isinf(df2) ? f * df1 : f, df1, df2);
}

static void measure(gla_scope *s, const iv_blocks *t, int64_t j, double *row)
{
    double *w = iv_doubles(s, t->m + 1), *a, *rest;
    if (s->status)
        return;
    w[j] = 1;
    iv_combine(s, t, w, &a, &rest);
    row[F] = iv_first_stage_f(s, t, j, &row[DF2]);
    row[DF1] = (double)t->l;
    row[P] = tail(s, row[F], row[DF1], row[DF2]);
    row[SW_DF1] = (double)(t->l - t->m + 1);
    row[SW_F] = iv_wald(s, t, partial_out(s, t, j), &row[DF2]) / row[SW_DF1];
    row[SW_P] = tail(s, row[SW_F], row[SW_DF1], row[DF2]);
    if (!s->status)
        row[PARTIAL] = iv_norm2(a, t->l) / (iv_norm2(a, t->l) + iv_norm2(rest, t->m + 1));
}

static void add_column(gla_scope *s, table_column **columns, int *n, const char *name, const double *values, int64_t rows,
                       gla_strings *levels)
{
    gla_array *column = econ_array(s, values, 1, &rows);
    if (levels)
        column = gla_s_astype(s, GLA_INT64, column);
    columns[*n] = table_column_new(s, name, column, NULL, levels);
    *n += columns[*n] != NULL;
}

gla_status gla_econ_fit_first_stage(const gla_econ_fit *fit, gla_table **table)
{
    gla_scope s;
    iv_blocks t;
    table_column *columns[FIELDS + 1];
    int n = 0;
    gla_scope_begin(&s, "first_stage");
    double *rows = iv_begin(&s, fit, &t) ? iv_doubles(&s, t.m * FIELDS) : NULL, *values = iv_doubles(&s, t.m + 1);
    for (int64_t j = 0; j < t.m && !s.status; j++) {
        measure(&s, &t, j, rows + j * FIELDS);
        values[j] = (double)j;
    }
    if (!s.status) {
        gla_strings *names = table_copy_strings(&s, t.m, fit->of->names->v + t.x->kx);
        add_column(&s, columns, &n, "variable", values, t.m, names);
    }
    for (int f = 0; f < FIELDS && !s.status; f++) {
        for (int64_t j = 0; j < t.m; j++)
            values[j] = rows[j * FIELDS + f];
        add_column(&s, columns, &n, fields[f], values, t.m, NULL);
    }
    *table = table_make(&s, n, columns);
    return gla_scope_end(&s);
}
