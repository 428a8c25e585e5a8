/* distributions.c - Tail probabilities and quantiles of single numbers, and records of tests. */
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "runtime/record.h"

#include <math.h>
#include <stdio.h>

static double value_of(gla_scope *s, gla_status st, gla_array **made)
{
    double value = NAN;
    gla_array *x = gla_s_adopt(s, st, made);
    econ_read(s, x, &value, 1);
    return value;
}

static gla_array *number(gla_scope *s, double value)
{
    return econ_array(s, &value, 0, NULL);
}

double econ_f_tail(gla_scope *s, double statistic, double df, double df2)
{
    gla_array *x = number(s, statistic), *a = number(s, df), *b = isinf(df2) ? NULL : number(s, df2), *p = NULL;
    if (s->status || isnan(statistic))
        return NAN;
    return isinf(df2) ? value_of(s, gla_stats_chi2_sf(x, a, &p, NULL, NULL), &p)
                      : value_of(s, gla_stats_f_sf(x, a, b, &p, NULL, NULL), &p);
}

double econ_t_tail(gla_scope *s, double t, double df)
{
    gla_array *x = number(s, fabs(t)), *a = isinf(df) ? NULL : number(s, df), *p = NULL;
    if (s->status || isnan(t))
        return NAN;
    return 2 * (isinf(df) ? value_of(s, gla_stats_norm_sf(x, &p, NULL, NULL), &p)
                          : value_of(s, gla_stats_t_sf(x, a, &p, NULL, NULL), &p));
}

double econ_t_quantile(gla_scope *s, double level, double df)
{
    gla_array *q = number(s, (1 - level) / 2), *a = isinf(df) ? NULL : number(s, df), *x = NULL;
    if (s->status)
        return NAN;
    return isinf(df) ? value_of(s, gla_stats_norm_isf(q, &x, NULL, NULL), &x)
                     : value_of(s, gla_stats_t_isf(q, a, &x, NULL, NULL), &x);
}

double econ_f_quantile(gla_scope *s, double level, double df, double df2)
{
    gla_array *q = number(s, 1 - level), *a = number(s, df), *b = isinf(df2) ? NULL : number(s, df2), *x = NULL;
    if (s->status)
        return NAN;
    return isinf(df2) ? value_of(s, gla_stats_chi2_isf(q, a, &x, NULL, NULL), &x)
                      : value_of(s, gla_stats_f_isf(q, a, b, &x, NULL, NULL), &x);
}

gla_record *econ_test_record(gla_scope *s, const char *test, double statistic, double df, double df2)
{
    char text[80];
    double p = econ_f_tail(s, statistic, df, df2);
    gla_record *r = econ_new_record(s);
    if (!r)
        return NULL;
    snprintf(text, sizeof text, isinf(df2) ? "chi2(%g)" : "F(%g, %g)", df, df2);
    gla_record_text(r, "test", test);
    gla_record_real(r, "statistic", statistic);
    gla_record_real(r, "df", df);
    if (!isinf(df2))
        gla_record_real(r, "df_denom", df2);
    gla_record_real(r, "p", p);
    gla_record_text(r, "distribution", text);
    return econ_finish_record(s, r);
}

bool econ_solve_positive(double *a, double *b, int64_t n)
{
    for (int64_t j = 0; j < n; j++) {
        double diagonal = a[j * n + j], before = diagonal;
        for (int64_t i = 0; i < j; i++)
            diagonal -= a[j * n + i] * a[j * n + i];
        if (!(diagonal > 1e-12 * before))
            return false;
        a[j * n + j] = sqrt(diagonal);
        for (int64_t l = j + 1; l < n; l++) {
            for (int64_t i = 0; i < j; i++)
                a[l * n + j] -= a[l * n + i] * a[j * n + i];
            a[l * n + j] /= a[j * n + j];
        }
    }
    for (int64_t j = 0; j < n; j++) {
        for (int64_t i = 0; i < j; i++)
            b[j] -= a[j * n + i] * b[i];
        b[j] /= a[j * n + j];
    }
    for (int64_t j = n - 1; j >= 0; j--) {
        for (int64_t i = j + 1; i < n; i++)
            b[j] -= a[i * n + j] * b[i];
        b[j] /= a[j * n + j];
    }
    return true;
}
