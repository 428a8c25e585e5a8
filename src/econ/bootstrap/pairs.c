/* pairs.c - The pairs bootstrap of linear estimators: rows or clusters are drawn with replacement.
 *
 * Let [X Z W y] = Q R, with exogenous regressors, instruments, endogenous regressors and the dependent variable; Z and W may be
 * empty. A replication counts how often each row was drawn. Its coefficients follow from S = Q'DQ, where D is the diagonal
 * matrix of the counts: the instruments span the first columns of Q, and the regressors are Q times columns of R. S is a linear
 * combination of the products of the columns of Q, so that all replications are one matrix product and a stack of small
 * systems. */
#include "econ/bootstrap/bootstrap.h"
#include "econ/instruments/instruments.h"
#include "gpulinalg.h"
#include "runtime/interrupt.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { COUNTS = 1 << 23 };
static const double SINGULAR = 1e-11; /* smallest eigenvalue over the largest of a singular matrix */

typedef struct pairs {
    gla_scope *s;
    const gla_econ_fit *fit;
    int64_t c, L, k, units;
    gla_array *Q;        /* (n, c) */
    gla_array *G;        /* (c, k + 1): regressors, made orthogonal to each other in the data, and y, in terms of Q */
    gla_array *T;        /* (k, k): coefficients of the regressors themselves = coefficients of these, times T */
    gla_array *products; /* (units, c (c + 1)/2): products of the columns of Q, summed by cluster */
    gla_array *places;   /* (c, c): position of each product */
} pairs;

static gla_array *dot(gla_scope *s, gla_array *x, gla_array *y)
{
    return gla_s_combine(s, gla_matmul, x, y);
}

static gla_array *row_weights(gla_scope *s, const econ_estimates *e)
{
    return e->weights ? gla_s_add_last(s, gla_s_apply(s, gla_sqrt, e->weights)) : NULL;
}

/* Least squares: factor [X y]. Returns R, (k + 1, k + 1). */
static gla_array *factor_ols(pairs *p)
{
    gla_scope *s = p->s;
    const econ_estimates *e = p->fit->of;
    gla_array *Q = NULL, *R = NULL, *root = row_weights(s, e);
    gla_array *const parts[] = {e->X, gla_s_add_last(s, e->y)};
    gla_array *all = bootstrap_joined(s, 2, parts, 1);
    if (root)
        all = gla_s_combine(s, gla_multiply, all, root);
    if (s->status)
        return NULL;
    gla_s_check(s, gla_qr(all, &Q, &R, "reduced"));
    p->Q = gla_s_own(s, Q);
    p->c = p->k + 1;
    p->L = p->k;
    return gla_s_own(s, R);
}

/* Two-stage least squares: the Fit holds the factors. */
static gla_array *factor_tsls(pairs *p)
{
    const iv_extra *x = iv_of(p->s, p->fit);
    if (!x || !econ_holds(p->s, p->fit, x->Q))
        return NULL;
    p->Q = x->Q;
    p->c = x->c;
    p->L = x->L;
    return bootstrap_there(p->s, p->fit, x->R, 2, (int64_t[]){x->c, x->c});
}

/* Prepare G and T from R, of which the regressors are the columns from `first` on, and y the last column. */
static void prepare(pairs *p, gla_array *R, int64_t first)
{
    gla_scope *s = p->s;
    gla_array *q = NULL, *r = NULL;
    if (s->status)
        return;
    gla_array *X = gla_s_slice(s, R, 1, first, p->k), *y = gla_s_slice(s, R, 1, p->c - 1, 1);
    if (first > 0) { /* the exogenous regressors are the first columns */
        gla_array *const parts[] = {gla_s_slice(s, R, 1, 0, p->k - (p->c - 1 - first)),
                                    gla_s_slice(s, R, 1, first, p->c - 1 - first)};
        X = bootstrap_joined(s, 2, parts, 1);
    }
    gla_array *fitted = s->status ? NULL : gla_s_slice(s, X, 0, 0, p->L);
    if (s->status || gla_s_check(s, gla_qr(fitted, &q, &r, "reduced")))
        return;
    gla_s_own(s, q);
    gla_array *inverse = gla_s_apply(s, gla_inv, gla_s_own(s, r));
    gla_array *const parts[] = {dot(s, X, inverse), y};
    p->G = bootstrap_joined(s, 2, parts, 1);
    p->T = s->status ? NULL : gla_s_swap_last(s, inverse);
}

/* The products of the columns of Q, summed by cluster, and where each is. */
static void multiply_columns(pairs *p, const gla_array *clusters)
{
    gla_scope *s = p->s;
    int64_t n = 0;
    gla_array **parts = gla_s_memory(s, p->c, sizeof *parts);
    double *places = gla_s_memory(s, p->c * p->c, sizeof *places);
    for (int64_t i = 0; i < p->c && !s->status; i++) {
        gla_array *rest = gla_s_slice(s, p->Q, 1, i, p->c - i);
        parts[i] = bootstrap_sums(s, gla_s_combine(s, gla_multiply, gla_s_slice(s, p->Q, 1, i, 1), rest), clusters, p->units);
        for (int64_t j = i; j < p->c; j++, n++)
            places[i * p->c + j] = places[j * p->c + i] = (double)n;
    }
    p->products = bootstrap_joined(s, p->c, parts, 1);
    gla_array *where = s->status ? NULL : bootstrap_there(s, p->fit, places, 1, (int64_t[]){p->c * p->c});
    p->places = gla_s_astype(s, GLA_INT64, where);
}

/* How often each unit was drawn in each replication, (reps, units). */
static gla_array *draw(const pairs *p, const gla_random_generator *g, int64_t reps)
{
    gla_scope *s = p->s;
    const gla_ints shape = {2, {reps, p->units}}, flat = {1, {-1}};
    gla_array *index = NULL, *start = NULL, *count = NULL, *made = NULL;
    const char *device = gla_array_device(p->Q);
    if (s->status)
        return NULL;
    index = gla_s_adopt(s, gla_random_generator_bootstrap_indices(g, p->units, &index, &shape, device), &index);
    start = s->status
                ? NULL
                : gla_s_adopt(s, gla_arange(gla_s_number(s, (double)reps), &start, NULL, NULL, GLA_INT64, device), &start);
    if (s->status)
        return NULL;
    start = gla_s_add_last(s, gla_s_combine(s, gla_multiply, start, gla_s_number(s, (double)p->units)));
    index = gla_s_combine(s, gla_add, index, gla_s_astype(s, GLA_INT64, start));
    index = s->status ? NULL : gla_s_adopt(s, gla_reshape(index, &flat, &made, GLA_MAYBE, "C"), &made);
    count = s->status ? NULL : gla_s_adopt(s, gla_bincount(index, &count, NULL, reps * p->units), &count);
    made = NULL;
    count = s->status ? NULL : gla_s_adopt(s, gla_reshape(count, &shape, &made, GLA_MAYBE, "C"), &made);
    return gla_s_astype(s, p->Q->dtype, count);
}

/* Fail if one of a stack of positive semidefinite matrices (n, n) is singular. The smallest eigenvalue is at least the
 * determinant over (trace/(n - 1))^(n - 1). Eigenvalues are computed only if this bound is small for one of them. */
static void check_regular(const pairs *p, gla_array *M, int64_t n, const char *fact)
{
    gla_scope *s = p->s;
    gla_array *sign = NULL, *size = NULL, *trace = NULL, *values = NULL;
    double least = 0, among = n > 1 ? (double)(n - 1) * log((double)(n - 1)) : 0;
    if (s->status || gla_s_check(s, gla_slogdet(M, &sign, &size)))
        return;
    gla_s_own(s, sign);
    gla_s_own(s, size);
    trace = gla_s_adopt(s, gla_trace(M, &trace, 0, GLA_NO_DTYPE), &trace);
    gla_array *scale = gla_s_combine(s, gla_multiply, gla_s_apply(s, gla_log, trace), gla_s_number(s, (double)n));
    econ_read(s, s->status ? NULL : gla_s_reduce_all(s, gla_min, gla_s_combine(s, gla_subtract, size, scale)), &least, 1);
    if (s->status || least + among > log(SINGULAR))
        return;
    values = gla_s_adopt(s, gla_eigvalsh(M, &values), &values);
    gla_array *low = s->status ? NULL : gla_s_slice(s, values, 1, 0, 1),
              *high = s->status ? NULL : gla_s_slice(s, values, 1, n - 1, 1);
    gla_array *small = gla_s_combine(s, gla_less_equal, low, gla_s_combine(s, gla_multiply, high, gla_s_number(s, SINGULAR)));
    if (!s->status && gla_s_truth(s, gla_s_reduce_all(s, gla_any, small)))
        gla_s_fail(
            s, GLA_SINGULAR_ERROR,
            "%s: %s; leave out variables that differ from a constant in few %s, or take another covariance matrix, such as "
            "%s",
            s->op, fact, p->units < p->fit->of->n ? "clusters" : "rows", p->units < p->fit->of->n ? "cluster" : "HC1");
}

/* Solve the stack of small systems of some replications. */
static gla_array *solve(const pairs *p, gla_array *sums)
{
    gla_scope *s = p->s;
    gla_array *S = NULL, *made = NULL;
    const gla_ints last = {1, {1}};
    if (s->status)
        return NULL;
    const gla_ints shape = {3, {sums->shape[0], p->c, p->c}};
    S = gla_s_adopt(s, gla_take(sums, p->places, &S, &last), &S);
    S = s->status ? NULL : gla_s_adopt(s, gla_reshape(S, &shape, &made, GLA_MAYBE, "C"), &made);
    gla_array *rows = s->status ? NULL : gla_s_slice(s, S, 1, 0, p->L);
    gla_array *ZZ = s->status ? NULL : gla_s_slice(s, rows, 2, 0, p->L), *Zxy = dot(s, rows, p->G), *V = NULL, *b = NULL;
    check_regular(p, ZZ, p->L, "in a replication the variables depend linearly on each other");
    V = s->status ? NULL : gla_s_adopt(s, gla_solve(ZZ, Zxy, &V, GLA_AS_GIVEN), &V);
    gla_array *ZX = s->status ? NULL : gla_s_slice(s, Zxy, 2, 0, p->k);
    gla_array *N = s->status ? NULL : dot(s, gla_s_swap_last(s, ZX), V);
    gla_array *left = s->status ? NULL : gla_s_slice(s, N, 2, 0, p->k),
              *right = s->status ? NULL : gla_s_slice(s, N, 2, p->k, 1);
    if (p->L > p->k || p->c > p->L + 1)
        check_regular(p, left, p->k, "in a replication the instruments do not determine the coefficients");
    b = s->status ? NULL : gla_s_adopt(s, gla_solve(left, right, &b, GLA_AS_GIVEN), &b);
    return s->status ? NULL : dot(s, gla_s_drop_last(s, b), p->T);
}

static gla_array *replicate(const pairs *p, int64_t reps, int64_t seed)
{
    gla_scope *s = p->s;
    int64_t block = COUNTS / p->units > 0 ? COUNTS / p->units : 1, n = 0;
    gla_array **parts = gla_s_memory(s, reps / block + 1, sizeof *parts);
    gla_random_generator *g = bootstrap_generator(s, seed);
    for (int64_t done = 0; done < reps && !s->status; done += block) {
        int mark = gla_scope_mark(s);
        gla_array *counts = draw(p, g, reps - done < block ? reps - done : block);
        parts[n] = bootstrap_kept(s, mark, solve(p, dot(s, counts, p->products)));
        n++;
        if (!s->status && gla_interrupted())
            gla_s_fail(s, GLA_INTERRUPTED_ERROR, "%s: interrupted", s->op);
    }
    gla_object_unref(g);
    return s->status ? NULL : bootstrap_joined(s, n, parts, 0);
}

/* A Fit with the covariance matrix of the draws. */
static gla_econ_fit *with_covariance(pairs *p, gla_array *draws, int64_t reps, bool clustered)
{
    gla_scope *s = p->s;
    gla_array *V = NULL;
    char title[120];
    V = s->status ? NULL : gla_s_adopt(s, gla_cov(draws, &V, NULL, false, false, NULL, NULL, NULL), &V);
    gla_econ_fit *made = econ_share(s, p->fit);
    if (!made)
        return NULL;
    made->ssc = p->fit->ssc;
    made->df_t = INFINITY;
    made->covariance = econ_doubles(s, p->k * p->k);
    econ_read(s, V, made->covariance, p->k * p->k);
    snprintf(title, sizeof title, "bootstrap%s, %lld replications", clustered ? " of clusters" : "", (long long)reps);
    made->vcov = econ_copy_text(s, "bootstrap");
    made->vcov_title = econ_copy_text(s, title);
    return made;
}

gla_status gla_econ_fit_bootstrap(const gla_econ_fit *fit, gla_econ_fit **changed, gla_array **draws, int64_t reps,
                                  int64_t seed, const gla_variable *cluster)
{
    gla_scope s;
    gla_scope_begin(&s, "bootstrap");
    pairs p = {.s = &s, .fit = fit, .k = fit->of->k};
    gla_array *b = NULL;
    bool is_tsls = !strcmp(fit->of->method->name, "tsls");
    if (bootstrap_check(&s, fit, is_tsls ? NULL : "ols", reps, 2)) {
        gla_array *clusters = bootstrap_clusters(&s, fit, cluster, "cluster", &p.units);
        gla_array *R = is_tsls ? factor_tsls(&p) : factor_ols(&p);
        prepare(&p, R, is_tsls ? p.L : 0);
        if (!s.status)
            multiply_columns(&p, clusters);
        b = s.status ? NULL : replicate(&p, reps, seed);
    }
    gla_econ_fit *made = s.status ? NULL : with_covariance(&p, b, reps, cluster != NULL);
    if (s.status) {
        gla_object_unref(made);
        return gla_scope_end(&s);
    }
    *changed = made;
    gla_scope_give(&s, b, draws);
    return gla_scope_end(&s);
}
