/* bases.c - Orthogonal polynomials, and standardised variables. */
#include "model/build.h"
#include "gpulinalg.h"
#include "runtime/allocation.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST_DEGREES = 50 };

static double number_of(gla_scope *s, const gla_array *x)
{
    void *data;
    gla_array *wide = s->status || !x ? NULL : gla_s_astype(s, GLA_FLOAT64, gla_s_to_host(s, x, &data));
    return wide && gla_s_to_host(s, wide, &data) ? *(double *)data : 0;
}

static double dot(gla_scope *s, const gla_array *a, const gla_array *b)
{
    return number_of(s, gla_s_combine(s, gla_matmul, a, b));
}

static double mean_of(gla_scope *s, const gla_array *x)
{
    return number_of(s, gla_s_reduce_all(s, gla_mean, x));
}

static gla_array *less(gla_scope *s, const gla_array *x, double number)
{
    return gla_s_combine(s, gla_subtract, x, gla_s_number(s, number));
}

static gla_array *times(gla_scope *s, const gla_array *x, double number)
{
    return gla_s_combine(s, gla_multiply, x, gla_s_number(s, number));
}

static double *new_numbers(builder *b, model_state *m, int n)
{
    m->numbers = b->s->status ? NULL : gla_calloc((size_t)n, sizeof *m->numbers);
    if (!m->numbers && !b->s->status)
        gla_s_check(b->s, gla_fail_memory(b->s->op, (size_t)n * sizeof *m->numbers));
    m->n = m->numbers ? n : 0;
    return m->numbers;
}

/* Read an argument that is true or false; `truth` is its value if it is not given. */
static bool truth_of(builder *b, const node *x, const char *name, bool truth)
{
    const node *given = model_argument(x, name);
    bool word = given && given->kind == NODE_NAME && !given->quoted &&
                (model_is_truth_name(given->text) || !strcmp(given->text, "T") || !strcmp(given->text, "F"));
    if (word)
        return (given->text[0] | 32) == 't';
    if (given && given->whole && (given->integer == 0 || given->integer == 1))
        return given->integer;
    if (given)
        model_fail_at(b->s, GLA_ARGUMENT_ERROR, &b->e.formula, given->at, "the argument '%s' of %s() must be TRUE or FALSE",
                      name, x->text);
    return truth;
}

/* The recurrence p(k+1) = (x - a_k) p(k) - (s_k/s_(k-1)) p(k-1) yields polynomials that are orthogonal over the rows; s_k is
 * the sum of squares of p(k). The state contains a_0, s_0, a_1, s_1 … */
static void orthogonal(builder *b, const gla_array *x, int64_t degree, model_state *m, bool found, gla_array **columns)
{
    gla_scope *s = b->s;
    double *of = found ? m->numbers : new_numbers(b, m, 2 * (int)degree + 2);
    gla_array *last = NULL, *now = NULL;
    for (int64_t k = 0; k <= degree && !s->status; k++) {
        if (!found && k == 0) {
            of[0] = mean_of(s, x);
            of[1] = (double)x->size;
        } else if (!found) {
            of[2 * k + 1] = dot(s, now, now);
            of[2 * k] = dot(s, gla_s_combine(s, gla_multiply, x, now), now) / of[2 * k + 1];
        }
        if (k > 0)
            columns[k - 1] = times(s, now, 1 / sqrt(of[2 * k + 1]));
        gla_array *next = less(s, x, of[2 * k]);
        if (k > 0)
            next = gla_s_combine(s, gla_multiply, next, now);
        if (k > 0)
            next = gla_s_combine(s, gla_subtract, next,
                                 k == 1 ? gla_s_number(s, of[3] / of[1]) : times(s, last, of[2 * k + 1] / of[2 * k - 1]));
        last = now;
        now = next;
    }
}

static void encode_poly(builder *b, variable *v)
{
    gla_scope *s = b->s;
    int64_t degree = 1;
    const node *given = model_argument(v->x, "degree");
    bool plain = truth_of(b, v->x, "raw", false);
    const gla_array *x = v->raws[0]->used;
    bool found;
    if ((given && !model_whole(given, &degree)) || degree < 1 || degree > MOST_DEGREES) {
        model_fail_at(s, GLA_ARGUMENT_ERROR, &b->e.formula, v->x->at, "the degree of poly() must be from 1 to %d",
                      MOST_DEGREES);
        return;
    }
    gla_array **columns = gla_s_memory(s, degree, sizeof(gla_array *)), *made;
    const char **names = gla_s_memory(s, degree, sizeof *names);
    model_state *m = s->status ? NULL : model_find_state(b, v->name, &found);
    for (int64_t k = 0; k < degree && m; k++) {
        names[k] = gla_s_print(s, "%s%lld", v->name, (long long)k + 1);
        if (plain)
            columns[k] = k ? gla_s_combine(s, gla_multiply, columns[k - 1], x) : (gla_array *)x;
    }
    if (m && !found && !plain) {
        gla_array *values = NULL;
        gla_s_check(s, gla_unique_values(x, &values));
        gla_s_own(s, values);
        if (!s->status && values->size <= degree)
            model_fail_at(s, GLA_ARGUMENT_ERROR, &b->e.formula, v->x->at,
                          "%s has %lld distinct values, too few for a polynomial of degree %lld", v->raws[0]->name,
                          (long long)values->size, (long long)degree);
    }
    if (m && found && !plain && m->n != 2 * degree + 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the fit has no coefficients of %.60s", s->op, v->name);
    if (m && !s->status && !plain)
        orthogonal(b, x, degree, m, found, columns);
    if (s->status)
        return;
    gla_arrays list = {.n = degree, .v = (const gla_array **)(uintptr_t)columns};
    v->columns = (model_columns){degree, names, gla_s_adopt(s, gla_column_stack(&list, &made), &made)};
}

/* scale(x): mean 0 and standard deviation 1; center(x): mean 0. With center = FALSE, x is divided by the root of its sum of
 * squares over n - 1, as in R. */
static void encode_scale(builder *b, variable *v)
{
    gla_scope *s = b->s;
    bool found, scaled = model_is_call(v->x, "scale") && truth_of(b, v->x, "scale", true);
    bool centred = !model_is_call(v->x, "scale") || truth_of(b, v->x, "center", true);
    const gla_array *x = v->raws[0]->used;
    const char **names = gla_s_memory(s, 1, sizeof *names);
    model_state *m = names ? model_find_state(b, v->name, &found) : NULL;
    if (!m)
        return;
    names[0] = v->name;
    if (!found && new_numbers(b, m, 2)) {
        m->numbers[0] = centred ? mean_of(s, x) : 0;
        gla_array *rest = scaled ? less(s, x, m->numbers[0]) : NULL;
        m->numbers[1] = rest ? sqrt(dot(s, rest, rest) / (double)(x->size - 1)) : 1;
        if (!s->status && !(m->numbers[1] > 0))
            model_fail_at(s, GLA_ARGUMENT_ERROR, &b->e.formula, v->x->at, "%s is constant and cannot be scaled",
                          v->raws[0]->name);
    }
    if (found && m->n != 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the fit has no coefficients of %.60s", s->op, v->name);
    gla_array *values = s->status ? NULL : times(s, less(s, x, m->numbers[0]), 1 / m->numbers[1]);
    v->columns = (model_columns){1, names, values ? gla_s_add_last(s, values) : NULL};
}

void model_encode_basis(builder *b, variable *v)
{
    if (v->kind == VARIABLE_POLY)
        encode_poly(b, v);
    else
        encode_scale(b, v);
}
