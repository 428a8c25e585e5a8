/* serial.c - Covariance matrices that allow for serial correlation: Newey-West, also of panels, and Driscoll-Kraay. */
#include "econ/vcov/vcov.h"
#include "econ/within.h"
#include "elementwise/where.h"
#include "gpulinalg.h"

#include <math.h>

/* Positions of numbers among their distinct values, and the number of these. */
static gla_array *rank(gla_scope *s, const gla_array *x, int64_t *count)
{
    gla_array *codes, *uniques;
    if (!x || s->status || gla_s_check(s, gla_factorize(x, &codes, &uniques, true)))
        return NULL;
    gla_s_own(s, uniques);
    *count = s->status ? 0 : uniques->shape[0];
    return gla_s_own(s, codes);
}

/* The periods of the rows, from 0: the last name, or those given at the fit; for Newey-West without either the rows as they
 * are. */
static gla_array *periods(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    gla_array *values = e->time, *made = NULL;
    if (v->spec.n > 0 && e->table)
        values = model_read_numbers(s, e->table, e->rows, v->spec.names[v->spec.n - 1]);
    else if (v->spec.n > 0 && !s->status)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: there is no column '%s', because this Fit %s; give the periods as the argument "
                   "time",
                   s->op, v->spec.names[v->spec.n - 1], e->X ? "was made from arrays" : "does not hold its data");
    if (values || s->status)
        return rank(s, values, &v->periods);
    if (v->spec.kind == VCOV_DK || e->unit) {
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%s' needs periods; write %s(3):period, or give the argument time", s->op,
                   v->spec.text, v->spec.kind == VCOV_DK ? "DK" : "NW");
        return NULL;
    }
    v->periods = e->n;
    gla_array *n = gla_s_number(s, (double)e->n);
    return gla_s_adopt(s, gla_arange(n, &made, NULL, NULL, GLA_INT64, gla_array_device(e->u)), &made);
}

/* Add the products of rows of S that are 1 … lags apart, by the keys of the rows, which ascend. */
static void add_lags(vcov *v, const gla_array *S, const gla_array *keys, int64_t lags)
{
    gla_scope *s = v->s;
    int64_t n = s->status ? 0 : S->shape[0];
    vcov_add_squares(v, 1, S);
    for (int64_t j = 1; j <= lags && j < n && !s->status; j++) {
        int mark = gla_scope_mark(s);
        gla_array *apart = gla_s_combine(s, gla_subtract, gla_s_slice(s, keys, 0, j, n - j), gla_s_slice(s, keys, 0, 0, n - j));
        gla_array *near = gla_s_combine(s, gla_less_equal, apart, gla_s_number(s, (double)lags));
        gla_array *share = gla_s_combine(s, gla_divide, gla_s_astype(s, GLA_FLOAT64, apart), gla_s_number(s, (double)lags + 1));
        share = gla_s_combine(s, gla_subtract, gla_s_number(s, 1), share);
        share = gla_s_where(s, near, share, gla_s_number(s, 0));
        gla_array *late = gla_s_slice(s, S, 0, j, n - j), *early = gla_s_slice(s, S, 0, 0, n - j);
        late = s->status ? NULL : gla_s_combine(s, gla_multiply, late, gla_s_add_last(s, share));
        vcov_add_products(v, 1, late, early);
        gla_scope_keep(s, mark, NULL);
    }
}

static int64_t lags_of(vcov *v)
{
    if (isnan(v->spec.number))
        v->spec.number = floor(pow((double)v->periods, 0.25));
    return v->spec.number < (double)v->periods ? (int64_t)v->spec.number : v->periods;
}

static bool accepts(vcov *v)
{
    if (v->e->is_frequency && v->spec.kind == VCOV_NW)
        gla_s_fail(v->s, GLA_ARGUMENT_ERROR, "%s: '%s' is undefined for rows that stand for several; use analytic weights",
                   v->s->op, v->spec.text);
    return !v->s->status;
}

/* Fail if two rows are in the same period, of the same unit. */
static void check_different(vcov *v, const gla_array *keys, bool units)
{
    gla_scope *s = v->s;
    int64_t n = s->status ? 0 : keys->shape[0];
    if (n < 2)
        return;
    gla_array *same = gla_s_combine(s, gla_equal, gla_s_slice(s, keys, 0, 1, n - 1), gla_s_slice(s, keys, 0, 0, n - 1));
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_any, same)))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: '%s': several rows %sare in the same period%s", s->op, v->spec.text,
                   units ? "of one unit " : "",
                   units ? "" : "; for a panel write NW(3):unit+period, or give the argument unit");
}

void vcov_newey_west(vcov *v)
{
    gla_scope *s = v->s;
    const econ_estimates *e = v->e;
    vcov_group unit = {.codes = v->spec.n == 1 && !e->unit ? NULL : e->unit};
    gla_array *order = NULL, *S = NULL;
    if (!accepts(v))
        return;
    gla_array *keys = periods(v);
    if (v->spec.n == 2)
        vcov_find_group(v, v->spec.names[0], &unit);
    int64_t lags = lags_of(v);
    v->is_panel = unit.codes != NULL;
    if (unit.codes && !s->status) { /* rows of different units are far apart */
        gla_array *step = gla_s_number(s, (double)(v->periods + lags + 1));
        keys = gla_s_combine(s, gla_add, gla_s_combine(s, gla_multiply, unit.codes, step), keys);
        keys = gla_s_astype(s, GLA_INT64, keys);
    }
    if (!s->status)
        gla_s_adopt(s, gla_argsort(keys, &order, -1, false, true), &order);
    keys = econ_take(s, keys, order);
    check_different(v, keys, unit.codes != NULL);
    S = econ_take(s, vcov_scores(v, e->u), order);
    add_lags(v, S, keys, lags);
}

void vcov_driscoll_kraay(vcov *v)
{
    gla_scope *s = v->s;
    gla_array *sums = NULL, *keys = NULL, *t = periods(v), *S = vcov_scores(v, v->e->u);
    if (!s->status && v->periods < 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: all rows are in one period; '%s' needs several", s->op, v->spec.text);
    if (!s->status)
        gla_s_adopt(s, gla_group_sum(S, t, &sums, v->periods), &sums);
    gla_array *n = gla_s_number(s, (double)v->periods);
    if (!s->status)
        gla_s_adopt(s, gla_arange(n, &keys, NULL, NULL, GLA_INT64, gla_array_device(sums)), &keys);
    add_lags(v, sums, keys, lags_of(v));
}
