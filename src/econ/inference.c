/* inference.c - Confidence intervals, and the test of all slopes. */
#include "econ/econ.h"
#include "econ/tests/restriction.h"
#include "gpulinalg.h"
#include "table/table.h"

#include <math.h>
#include <string.h>

/* The value that |t| exceeds with probability 1 - level. */
static double critical(gla_scope *s, const gla_econ_fit *fit, double level)
{
    double value = NAN;
    gla_array *made = NULL, *q = gla_s_number(s, (1 - level) / 2), *df = gla_s_number(s, fit->df_t);
    if (s->status)
        return NAN;
    if (isinf(fit->df_t))
        gla_s_adopt(s, gla_stats_norm_isf(q, &made, NULL, NULL), &made);
    else
        gla_s_adopt(s, gla_stats_t_isf(q, df, &made, NULL, NULL), &made);
    econ_read(s, made, &value, 1);
    return value;
}

/* A column of strings that are all different: the names. */
static table_column *names_column(gla_scope *s, const char *name, const gla_strings *names)
{
    double *positions = gla_s_memory(s, names->n + 1, sizeof *positions);
    for (int64_t i = 0; i < names->n && positions; i++)
        positions[i] = (double)i;
    gla_array *codes = gla_s_astype(s, GLA_INT64, econ_array(s, positions, 1, &names->n));
    gla_strings *levels = s->status ? NULL : table_copy_strings(s, names->n, names->v);
    return levels ? table_column_new(s, name, codes, NULL, levels) : NULL;
}

gla_status gla_econ_fit_confint(const gla_econ_fit *fit, gla_table **bounds, double level)
{
    gla_scope s;
    int64_t k = fit->of->k;
    *bounds = NULL;
    gla_scope_begin(&s, "confint");
    if (!(level > 0 && level < 1))
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "confint: level is %g, but it must be between 0 and 1, such as 0.95", level);
    double width = econ_single(&s, fit, "params and std_errors") ? critical(&s, fit, level) : 0;
    double *upper = s.status ? NULL : econ_errors(&s, fit), *lower = gla_s_memory(&s, k + 1, sizeof *lower);
    for (int64_t i = 0; i < k && upper && lower; i++) {
        lower[i] = fit->of->b[i] - width * upper[i];
        upper[i] = fit->of->b[i] + width * upper[i];
    }
    table_column *columns[3] = {NULL};
    if (!s.status) {
        columns[0] = names_column(&s, "coefficient", fit->of->names);
        columns[1] = table_column_new(&s, "lower", econ_array(&s, lower, 1, &k), NULL, NULL);
        columns[2] = table_column_new(&s, "upper", econ_array(&s, upper, 1, &k), NULL, NULL);
    }
    if (s.status)
        for (int i = 0; i < 3; i++)
            table_column_unref(columns[i]);
    else
        *bounds = table_make(&s, 3, columns);
    return gla_scope_end(&s);
}

/* ---- the test of all slopes ------------------------------------------------------------------------------------------ */

/* Whether a coefficient is that of a constant, in any category of mlogit and any equation of a system. */
static bool is_constant(const econ_estimates *e, int64_t i)
{
    int64_t each = e->equations ? (e->k - e->ancillary) / e->equations : e->k;
    const char *name = e->names->v[i], *colon = e->equations ? strrchr(name, ':') : NULL,
               *equation = strstr(name, ": Intercept");
    return strcmp(colon ? colon + 1 : name, "Intercept") == 0 || i % each + 1 == e->constant_at ||
           (equation && strcmp(equation, ": Intercept") == 0);
}

/* b' V⁻¹ b of the coefficients that are no constants; *count receives their number. */
static double wald(gla_scope *s, const gla_econ_fit *fit, int64_t *count)
{
    int64_t k = fit->of->k, n = 0;
    double *L = gla_s_memory(s, k * k + 1, sizeof *L), *x = gla_s_memory(s, k + 1, sizeof *x), sum = 0;
    int64_t *at = gla_s_memory(s, k + 1, sizeof *at);
    for (int64_t i = 0; i < k - fit->of->ancillary && at; i++)
        if (!is_constant(fit->of, i))
            at[n++] = i;
    for (int64_t i = 0; i < n && !s->status; i++) {
        double d = sqrt(fit->covariance[at[i] * k + at[i]]);
        x[i] = fit->of->b[at[i]] / d;
        for (int64_t j = 0; j <= i; j++) {
            double e = sqrt(fit->covariance[at[j] * k + at[j]]), left = fit->covariance[at[i] * k + at[j]] / d / e;
            for (int64_t l = 0; l < j; l++)
                left -= L[i * k + l] * L[j * k + l];
            if (i == j && !(left > 1e-12)) {
                gla_s_fail(s, GLA_ARGUMENT_ERROR,
                           "%s: the covariance matrix of the coefficients is singular, so they cannot be tested together%s",
                           s->op, fit->n_groups ? "; there are too few clusters" : "");
                return 0;
            }
            L[i * k + j] = i == j ? sqrt(left) : left / L[j * k + j];
        }
        for (int64_t l = 0; l < i; l++)
            x[i] -= L[i * k + l] * x[l];
        x[i] /= L[i * k + i];
        sum += x[i] * x[i];
    }
    *count = n;
    return sum;
}

gla_status gla_econ_fit_fstat(const gla_econ_fit *fit, gla_record **record)
{
    gla_scope s;
    int64_t n = 0;
    gla_scope_begin(&s, "fstat");
    double statistic = econ_single(&s, fit, "params and covariance") ? wald(&s, fit, &n) : NAN;
    if (n == 0)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: there is no coefficient but the constant", s.op);
    *record = s.status ? NULL
                       : econ_test_record(&s, "all slopes", isinf(fit->df_t) ? statistic : statistic / (double)n, (double)n,
                                          fit->df_t);
    return gla_scope_end(&s);
}
