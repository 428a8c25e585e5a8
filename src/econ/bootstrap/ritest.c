/* ritest.c - Randomisation inference: permutations of one regressor.
 *
 * By the theorem of Frisch, Waugh and Lovell the coefficient of a permuted regressor t is t'My/t'Mt, where M removes what the
 * other regressors explain. Blocks of permutations are computed together. */
#include "econ/bootstrap/bootstrap.h"
#include "gpulinalg.h"
#include "runtime/interrupt.h"
#include "runtime/record.h"

#include <math.h>
#include <string.h>

enum { ELEMENTS = 1 << 23 };

typedef struct permuting {
    gla_scope *s;
    const gla_econ_fit *fit;
    int64_t units;             /* number of rows or clusters that are permuted */
    gla_array *t, *y;          /* (n,): the regressor, and My */
    gla_array *Q;              /* (n, k - 1): orthonormal basis of the other regressors; NULL if there is none */
    gla_array *clusters;       /* (n,), or NULL */
    gla_array *of_unit;        /* (units,): the regressor of each unit */
    gla_array *strata, *place; /* (n,): stratum as float64, and position of each row in the order of strata; or NULL */
} permuting;

static gla_array *column(gla_scope *s, gla_array *X, int64_t j)
{
    return s->status ? NULL : gla_s_drop_last(s, gla_s_slice(s, X, 1, j, 1));
}

/* x without what the other regressors explain; x is (n,) or (n, m). */
static gla_array *remove_others(const permuting *p, gla_array *x)
{
    gla_scope *s = p->s;
    if (!p->Q)
        return x;
    gla_array *part = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, p->Q), x);
    return gla_s_combine(s, gla_subtract, x, gla_s_combine(s, gla_matmul, p->Q, part));
}

static void split(permuting *p, int64_t j)
{
    gla_scope *s = p->s;
    const econ_estimates *e = p->fit->of;
    gla_array *parts[2], *Q = NULL, *R = NULL;
    int64_t n = 0;
    p->t = column(s, e->X, j);
    if (j > 0)
        parts[n++] = gla_s_slice(s, e->X, 1, 0, j);
    if (j + 1 < e->k)
        parts[n++] = gla_s_slice(s, e->X, 1, j + 1, e->k - j - 1);
    gla_array *others = n ? bootstrap_joined(s, n, parts, 1) : NULL;
    if (others && !s->status) {
        gla_s_check(s, gla_qr(others, &Q, &R, "reduced"));
        gla_s_own(s, R);
        p->Q = gla_s_own(s, Q);
    }
    p->y = remove_others(p, e->y);
}

static void read_clusters(permuting *p, const gla_variable *cluster, const char *name)
{
    gla_scope *s = p->s;
    gla_array *low = NULL, *high = NULL;
    p->clusters = bootstrap_clusters(s, p->fit, cluster, "cluster", &p->units);
    p->of_unit = p->t;
    if (!p->clusters || s->status)
        return;
    low = gla_s_adopt(s, gla_group_min(p->t, p->clusters, &low, p->units), &low);
    high = gla_s_adopt(s, gla_group_max(p->t, p->clusters, &high, p->units), &high);
    if (!s->status && gla_s_truth(s, gla_s_reduce_all(s, gla_any, gla_s_combine(s, gla_not_equal, low, high))))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %.60s varies within a cluster, so clusters cannot be permuted", s->op, name);
    p->of_unit = low;
}

static void read_strata(permuting *p, const gla_variable *strata)
{
    gla_scope *s = p->s;
    gla_array *order = NULL, *place = NULL;
    int64_t groups;
    gla_array *codes = strata ? bootstrap_clusters(s, p->fit, strata, "strata", &groups) : NULL;
    if (!codes || s->status)
        return;
    p->strata = gla_s_astype(s, GLA_FLOAT64, codes);
    order = gla_s_adopt(s, gla_argsort(codes, &order, 0, false, true), &order);
    place = s->status ? NULL : gla_s_adopt(s, gla_argsort(order, &place, 0, false, true), &place);
    p->place = place;
}

/* Permutations of the regressor, shape (n, reps). */
static gla_array *permuted(const permuting *p, const gla_random_generator *g, int64_t reps)
{
    gla_scope *s = p->s;
    const gla_ints shape = {2, {reps, p->units}}, first = {1, {0}}, last = {1, {1}};
    gla_array *u = NULL, *order = NULL, *x = NULL;
    if (s->status)
        return NULL;
    u = gla_s_adopt(s, gla_random_generator_random(g, &u, &shape, GLA_FLOAT64, gla_array_device(p->t)), &u);
    if (p->strata)
        u = gla_s_combine(s, gla_add, u, p->strata);
    order = s->status ? NULL : gla_s_adopt(s, gla_argsort(u, &order, 1, false, true), &order);
    if (p->place && !s->status) {
        gla_array *moved = NULL;
        order = gla_s_adopt(s, gla_take(order, p->place, &moved, &last), &moved);
    }
    if (p->clusters && !s->status) {
        gla_array *spread = NULL;
        order = gla_s_adopt(s, gla_take(order, p->clusters, &spread, &last), &spread);
    }
    if (s->status)
        return NULL;
    const gla_ints flat = {1, {-1}}, whole = {2, {reps, p->fit->of->n}};
    gla_array *line = NULL, *matrix = NULL;
    line = gla_s_adopt(s, gla_reshape(order, &flat, &line, GLA_MAYBE, "C"), &line);
    x = s->status ? NULL : gla_s_adopt(s, gla_take(p->of_unit, line, &x, &first), &x);
    matrix = s->status ? NULL : gla_s_adopt(s, gla_reshape(x, &whole, &matrix, GLA_MAYBE, "C"), &matrix);
    return s->status ? NULL : gla_s_swap_last(s, matrix);
}

/* The coefficients of permuted regressors, shape (reps,). */
static gla_array *coefficients(const permuting *p, gla_array *t)
{
    gla_scope *s = p->s;
    gla_array *rest = remove_others(p, t), *above = gla_s_combine(s, gla_matmul, p->y, rest), *below = NULL;
    const gla_ints rows = {1, {0}};
    gla_array *squares = gla_s_combine(s, gla_multiply, rest, rest);
    below = s->status ? NULL : gla_s_adopt(s, gla_sum(squares, &below, &rows, GLA_NO_DTYPE, false), &below);
    return gla_s_combine(s, gla_divide, above, below);
}

static double count_larger(const permuting *p, double estimate, int64_t reps, int64_t seed)
{
    gla_scope *s = p->s;
    double total = 0;
    int64_t block = ELEMENTS / p->fit->of->n > 0 ? ELEMENTS / p->fit->of->n : 1;
    gla_random_generator *g = bootstrap_generator(s, seed);
    for (int64_t done = 0; done < reps && !s->status; done += block) {
        int mark = gla_scope_mark(s);
        double share = 0;
        int64_t count = reps - done < block ? reps - done : block;
        gla_array *b = gla_s_apply(s, gla_abs, coefficients(p, permuted(p, g, count)));
        gla_array *larger = gla_s_combine(s, gla_greater_equal, b, gla_s_number(s, fabs(estimate) * (1 - 1e-10)));
        econ_read(s, s->status ? NULL : gla_s_reduce_all(s, gla_mean, gla_s_astype(s, GLA_FLOAT64, larger)), &share, 1);
        total += share * (double)count;
        (void)gla_scope_keep(s, mark, NULL);
        if (!s->status && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    gla_object_unref(g);
    return total;
}

static gla_record *describe(gla_scope *s, double estimate, double p, int64_t reps)
{
    gla_record *r = econ_new_record(s);
    if (!r)
        return NULL;
    gla_record_text(r, "test", "randomisation inference");
    gla_record_real(r, "estimate", estimate);
    gla_record_real(r, "p", p);
    gla_record_real(r, "se", sqrt(p * (1 - p) / (double)reps));
    gla_record_integer(r, "reps", reps);
    return econ_finish_record(s, r);
}

static int64_t find(gla_scope *s, const econ_estimates *e, const char *name)
{
    for (int64_t i = 0; i < e->k; i++)
        if (!strcmp(e->names->v[i], name))
            return i;
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there is no coefficient '%.60s'; see names", s->op, name);
    return 0;
}

gla_status gla_econ_fit_ritest(const gla_econ_fit *fit, const char *coefficient, gla_record **test, int64_t reps, int64_t seed,
                               const gla_variable *cluster, const gla_variable *strata)
{
    gla_scope s;
    gla_scope_begin(&s, "ritest");
    permuting p = {.s = &s, .fit = fit};
    int64_t j = bootstrap_check(&s, fit, "ols", reps, 1) ? find(&s, fit->of, coefficient) : 0;
    if (!s.status && fit->of->weights)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: the method is not defined for a regression with weights", s.op);
    if (!s.status && cluster && strata)
        gla_s_fail(&s, GLA_ARGUMENT_ERROR, "%s: cluster and strata are both given; leave one of them out", s.op);
    if (!s.status)
        split(&p, j);
    read_clusters(&p, cluster, coefficient);
    read_strata(&p, strata);
    double count = s.status ? 0 : count_larger(&p, fit->of->b[j], reps, seed);
    *test = describe(&s, s.status ? 0 : fit->of->b[j], (1 + count) / (1 + (double)reps), reps);
    return gla_scope_end(&s);
}
