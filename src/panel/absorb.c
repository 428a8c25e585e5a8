/* absorb.c - Partial out fixed effects: validation of the arguments, scaling, and results. */
#include "panel/panel.h"

#include "gpulinalg/elementwise.h"
#include "gpulinalg/panel.h"
#include "gpulinalg/reduce.h"
#include "sparse/sparse.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { Y, COLUMNS, WEIGHTS, GIVEN }; /* positions before the grouping variables */
enum { RESULTS = 7 };

static const char *const names[] = {[Y] = "y", [COLUMNS] = "X", [WEIGHTS] = "weights"};

static int64_t width(const gla_array *x)
{
    return x->ndim == 1 ? 1 : x->shape[1];
}

static void check_given(panel *p, const gla_array *const in[])
{
    gla_scope *s = &p->s;
    char text[GLA_SHAPE_TEXT];
    for (int i = 0; i < GIVEN; i++) {
        if (!in[i])
            continue;
        if (gla_dtype_is_complex(in[i]->dtype))
            gla_s_fail(s, GLA_DTYPE_ERROR, "%s: %s is %s, but it must be real; take real() or imag() first", s->op, names[i],
                       gla_dtype_name(in[i]->dtype));
        if (in[i]->ndim != 1 && (in[i]->ndim != 2 || i == WEIGHTS))
            gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has shape %s, but it must have shape %s", s->op, names[i],
                       gla_shape_text(in[i]->ndim, in[i]->shape, text, sizeof text), i == WEIGHTS ? "(n,)" : "(n,) or (n, k)");
        else if (in[Y]->ndim > 0 && in[i]->shape[0] != in[Y]->shape[0])
            gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s has %lld row%s, but y has %lld", s->op, names[i], (long long)in[i]->shape[0],
                       in[i]->shape[0] == 1 ? "" : "s", (long long)in[Y]->shape[0]);
    }
}

static void check_groupings(panel *p, const gla_arrays *ids, int64_t n)
{
    gla_scope *s = &p->s;
    char text[GLA_SHAPE_TEXT];
    if (ids->n == 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: ids is empty; give at least one grouping vector", s->op);
    for (int64_t i = 0; i < ids->n; i++) {
        const gla_array *x = ids->v[i];
        if (!gla_dtype_is_integer(x->dtype) && x->dtype != GLA_BOOL)
            gla_s_fail(s, GLA_DTYPE_ERROR, "%s: ids[%lld] is %s, but it must be integer; convert other values with factorize",
                       s->op, (long long)i, gla_dtype_name(x->dtype));
        if (x->ndim != 1 || x->shape[0] != n)
            gla_s_fail(s, GLA_SHAPE_ERROR,
                       "%s: ids[%lld] has shape %s, but y has %lld rows; give a list of vectors of that length", s->op,
                       (long long)i, gla_shape_text(x->ndim, x->shape, text, sizeof text), (long long)n);
    }
}

static void check_numbers(panel *p)
{
    gla_scope *s = &p->s;
    if (!(p->tol > 0) || !(p->tol < INFINITY))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: tol is %g, but it must be positive and finite", s->op, p->tol);
    if (!(p->collinear_tol >= 0) || !(p->collinear_tol < 1))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: collinear_tol is %g, but it must be at least 0 and less than 1", s->op,
                   p->collinear_tol);
    if (p->maxiter <= 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: maxiter is %lld, but it must be positive", s->op, (long long)p->maxiter);
}

/* ---- scaling --------------------------------------------------------------------------------------------------- */

/* Columns and weights with values far from 1 are multiplied by powers of two, so that their squares can be summed. */
static double far(const panel *p)
{
    return p->dtype == GLA_FLOAT32 ? 0x1p30 : 0x1p300;
}

/* Return a power of two near 1/x. */
static double power_near(double x)
{
    int exponent = -ilogb(x);
    return ldexp(1, exponent > 1000 ? 1000 : exponent);
}

static void put_real(gla_array *x, void *data, int64_t i, double value)
{
    if (x->dtype == GLA_FLOAT32)
        ((float *)data)[i] = (float)value;
    else
        ((double *)data)[i] = value;
}

/* Return the scale factors of the values; NULL if no scaling is needed. */
static gla_array *find_scales(panel *p)
{
    gla_scope *s = &p->s;
    void *data = NULL, *to = NULL;
    bool any = false;
    gla_array *least = gla_s_apply(s, gla_negative, gla_s_reduce(s, gla_min, p->values, 0, false));
    gla_array *most = gla_s_combine(s, gla_maximum, gla_s_reduce(s, gla_max, p->values, 0, false), least), *scales = NULL;
    most = gla_s_to_host(s, most, &data);
    if (s->status || gla_s_check(s, gla_array_new_host(s->op, p->dtype, 1, &p->k, &scales, &to)))
        return NULL;
    gla_s_own(s, scales);
    for (int64_t c = 0; c < p->k; c++) {
        double largest = panel_real(most, data, c);
        bool is_far = largest != 0 && (largest > far(p) || largest < 1 / far(p));
        if (!(largest < INFINITY))
            gla_s_fail(s, GLA_NON_FINITE_ERROR, "%s: %s contains NaN or Inf%s; drop these rows first", s->op,
                       c < p->of_y ? "y" : "X", p->dtype == GLA_FLOAT32 ? ", or values beyond float32" : "");
        p->column[c].scale = is_far ? power_near(largest) : 1;
        p->column[c].largest = largest * p->column[c].scale;
        put_real(scales, to, c, p->column[c].scale);
        any |= is_far;
    }
    return s->status || !any ? NULL : gla_s_convert(s, scales, p->dtype, p->dev, GLA_MAYBE);
}

static void check_weights(panel *p)
{
    gla_scope *s = &p->s;
    void *data[2] = {NULL};
    gla_array *ends[2] = {gla_s_reduce_all(s, gla_min, p->weights), gla_s_reduce_all(s, gla_max, p->weights)};
    for (int i = 0; i < 2; i++)
        ends[i] = s->status ? NULL : gla_s_to_host(s, ends[i], &data[i]);
    if (s->status)
        return;
    double least = panel_real(ends[0], data[0], 0), most = panel_real(ends[1], data[1], 0);
    if (!(least > 0) || !(most < INFINITY))
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: a weight is %g, but all weights must be positive and finite; drop rows with other weights first", s->op,
                   least > 0 ? most : least);
    else if (most / least > far(p))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the ratio of the smallest weight, %g, to the largest, %g, is too small", s->op,
                   least, most);
    else if (most > far(p) || least < 1 / far(p))
        p->weights = gla_s_combine(s, gla_multiply, p->weights, gla_s_number(s, power_near(most)));
}

/* ---- arguments and results
 * ------------------------------------------------------------------------------------------------- */
static void take_values(panel *p)
{
    gla_scope *s = &p->s;
    gla_array *all = gla_s_new(s, p->dev, p->dtype, 2, (int64_t[]){p->n, p->k});
    for (int i = Y, at = 0; i <= COLUMNS && !s->status; i++) {
        int64_t columns = width(p->given[i]);
        if (p->n > 0 && columns > 0)
            gla_s_assign(s, gla_s_slice(s, all, 1, at, columns), panel_kept(p, p->given[i]));
        at += (int)columns;
    }
    p->values = s->status ? NULL : all;
    if (p->given[WEIGHTS] && p->n > 0) {
        p->weights = panel_kept(p, p->given[WEIGHTS]);
        p->weights = s->status ? NULL : gla_s_contiguous(s, p->dev, p->dtype, p->weights);
        if (p->weights)
            check_weights(p);
    }
}

/* Return the columns from `first` on, with the number of dimensions of `given`. */
static gla_array *result(panel *p, const gla_array *given, int64_t first)
{
    gla_scope *s = &p->s;
    if (s->status)
        return NULL;
    gla_array *x = gla_s_slice(s, p->values, 1, first, width(given));
    gla_dtype dtype = p->dtype == GLA_FLOAT32 ? GLA_FLOAT32 : gla_floating_of(given->dtype);
    x = x ? gla_s_contiguous(s, p->dev, dtype, x) : NULL;
    return x && given->ndim == 1 ? gla_s_drop_last(s, x) : x;
}

/* Return the indices of the columns of X that the effects span.  If there are no rows, all columns are spanned. */
static gla_array *find_dropped(panel *p)
{
    gla_scope *s = &p->s;
    int64_t count = 0;
    gla_array *made = NULL;
    void *to = NULL;
    for (int64_t c = p->of_y; c < p->k && !s->status; c++)
        count += p->n == 0 || p->column[c].is_spanned;
    if (count == 0 || s->status)
        return gla_s_new(s, p->dev, GLA_INT64, 1, &count);
    if (gla_s_check(s, gla_array_new_host(s->op, GLA_INT64, 1, &count, &made, &to)))
        return NULL;
    for (int64_t c = p->of_y, i = 0; c < p->k; c++)
        if (p->n == 0 || p->column[c].is_spanned)
            ((int64_t *)to)[i++] = c - p->of_y;
    return gla_s_convert(s, gla_s_own(s, made), GLA_INT64, p->dev, GLA_MAYBE);
}

/* Warn if the effects span y, or one of its columns. */
static void warn_of_y(panel *p)
{
    gla_scope *s = &p->s;
    int64_t count = 0, first = 0;
    char which[60] = "";
    for (int64_t c = p->of_y - 1; c >= 0 && !s->status; c--)
        if (p->column[c].is_spanned) {
            count++;
            first = c;
        }
    if (s->status || count == 0)
        return;
    if (p->given[Y]->ndim == 2)
        snprintf(which, sizeof which, "column %lld of ", (long long)first);
    gla_s_check(s, gla_warn(GLA_ILL_CONDITIONED_WARNING, s->op,
                            "the fixed effects explain %sy completely%s, so the residuals are exactly 0 and nothing "
                            "can be estimated; set_policy('ill_conditioned', 'ignore') silences this",
                            which, count > 1 ? ", and further columns" : ""));
}

static gla_array *whole(gla_scope *s, int64_t value)
{
    gla_array *made;
    return s->status ? NULL : gla_s_adopt(s, gla_scalar(GLA_INT64, &value, &made), &made);
}

static void work(panel *p, const gla_arrays *ids, const gla_array *const given[], bool drop_singletons,
                 gla_array *results[RESULTS], gla_array **effects)
{
    gla_scope *s = &p->s;
    gla_array **in = gla_s_memory(s, GIVEN + ids->n, sizeof *in), *scales = NULL;
    const gla_array **all = gla_s_memory(s, GIVEN + ids->n, sizeof *all);
    p->codes = gla_s_memory(s, ids->n, sizeof *p->codes);
    p->levels = gla_s_memory(s, ids->n, sizeof *p->levels);
    if (s->status)
        return;
    for (int64_t i = 0; i < GIVEN + ids->n; i++)
        all[i] = i < GIVEN ? given[i] : ids->v[i - GIVEN];
    gla_s_place(s, (int)(GIVEN + ids->n), all, false, &p->dev, in);
    if (s->status)
        return;
    p->dtype = p->dev->lacks_float64 ? GLA_FLOAT32 : GLA_FLOAT64;
    if (p->dtype == GLA_FLOAT32 && p->tol < 1e-5)
        p->tol = 1e-5;
    p->n = given[Y]->shape[0];
    p->of_y = width(given[Y]);
    p->k = p->of_y + width(given[COLUMNS]);
    p->given = in;
    p->column = gla_s_memory(s, p->k, sizeof *p->column);
    panel_read_levels(p, in + GIVEN, drop_singletons);
    if (!s->status)
        take_values(p);
    if (!s->status)
        panel_find_blocks(p);
    int64_t df = s->status ? 0 : panel_degrees_of_freedom(p);
    if (effects && !s->status)
        panel_begin_effects(p);
    if (p->n > 0 && p->k > 0 && !s->status) {
        scales = find_scales(p);
        p->values = scales ? gla_s_combine(s, gla_multiply, p->values, scales) : p->values;
        if (!s->status)
            panel_absorb(p);
        p->values = scales ? gla_s_combine(s, gla_divide, p->values, scales) : p->values;
    }
    if (effects && !s->status)
        panel_finish_effects(p, scales, effects);
    results[0] = result(p, given[Y], 0);
    results[1] = result(p, given[COLUMNS], width(given[Y]));
    results[2] = p->rows;
    results[3] = whole(s, df);
    results[4] = whole(s, p->singletons);
    results[5] = whole(s, p->iterations);
    results[6] = find_dropped(p);
    warn_of_y(p);
}

/* The default was chosen by measurement (docs/design/panels-and-markov-chains.md). */
static panel_method method_of(const char *name)
{
    return name && strcmp(name, "lsmr") == 0 ? PANEL_LSMR : PANEL_MAP;
}

gla_status gla_absorb(const gla_array *y, const gla_array *X, const gla_arrays *ids, gla_array **y_within, gla_array **X_within,
                      gla_array **rows, gla_array **df_absorbed, gla_array **singletons, gla_array **iterations,
                      gla_array **dropped, gla_arrays **fixed_effects, const gla_array *weights, const char *method, double tol,
                      int64_t maxiter, bool drop_singletons, double collinear_tol, const gla_arrays *slopes,
                      const gla_array *intercepts, bool effects)
{
    panel p = {.ways = ids->n, .method = method_of(method), .tol = tol, .maxiter = maxiter, .collinear_tol = collinear_tol};
    const gla_array *given[GIVEN] = {[Y] = y, [COLUMNS] = X, [WEIGHTS] = weights};
    gla_array **out[RESULTS] = {y_within, X_within, rows, df_absorbed, singletons, iterations, dropped},
              *results[RESULTS] = {NULL}, **parts;
    p.slopes = slopes;
    gla_scope_begin(&p.s, "absorb");
    check_given(&p, given);
    if (!p.s.status)
        check_groupings(&p, ids, y->shape[0]);
    check_numbers(&p);
    if (!p.s.status)
        panel_check_slopes(&p, intercepts, y->shape[0]);
    parts = effects ? gla_s_memory(&p.s, ids->n, sizeof *parts) : NULL;
    if (!p.s.status)
        work(&p, ids, given, drop_singletons, results, parts);
    if (effects)
        gla_scope_give_all(&p.s, (int)ids->n, parts, fixed_effects);
    for (int i = 0; i < RESULTS; i++)
        gla_scope_give(&p.s, results[i], out[i]);
    return gla_scope_end(&p.s);
}
