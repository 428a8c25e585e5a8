/* mlogit.c - Multinomial logit.
 *
 * Each category but the base has an index, whose coefficients follow each other in the parameters. */
#include "econ/likelihood/search.h"
#include "gpulinalg.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MOST = 100, LABEL = 200 }; /* categories; bytes of a name */

typedef struct lik_many {
    lik_search q;
    int64_t m;    /* categories, less the base */
    gla_array *Y; /* (n, m + 1): 1 in the column of the category of a row; the base is first */
    double loglik0;
} lik_many;

static gla_array *reshape(gla_scope *s, const gla_array *x, int64_t rows, int64_t columns)
{
    gla_array *made = NULL;
    gla_ints shape = {.n = columns ? 2 : 1, .v = {rows, columns}};
    return x && !s->status ? gla_s_adopt(s, gla_reshape(x, &shape, &made, GLA_MAYBE, "C"), &made) : NULL;
}

/* The logarithms of the probabilities of the categories. */
static gla_array *log_probabilities(gla_scope *s, const lik_many *t)
{
    gla_array *made = NULL;
    int64_t k = t->q.f->X.n, n = t->q.f->n;
    gla_array *c = gla_s_swap_last(s, lik_small(s, t->q.f, t->q.at, 2, (int64_t[]){t->m, k}));
    gla_array *index = gla_s_combine(s, gla_matmul, t->q.Z, c);
    gla_array *zero = s->status ? NULL : gla_s_zeros(s, gla_device_of(index), index->dtype, 2, (int64_t[]){n, 1});
    gla_array *all = lik_columns(s, zero, index);
    return s->status ? NULL : gla_s_adopt(s, gla_special_log_softmax(all, &made, &(gla_ints){.n = 1, .v = {1}}), &made);
}

static gla_array *scores_of(gla_scope *s, const lik_many *t, const gla_array *P)
{
    gla_array *u = gla_s_combine(s, gla_subtract, t->Y, P), *w = t->q.w;
    u = s->status ? NULL : gla_s_slice(s, u, 1, 1, t->m);
    return gla_s_combine(s, gla_multiply, u, w && w->ndim ? gla_s_add_last(s, w) : w);
}

/* A block of minus the second derivatives: Z' diag(w p_i (d_ij - p_j)) Z, flat. */
static gla_array *block(gla_scope *s, const lik_many *t, gla_array *P, int64_t i, int64_t j)
{
    int64_t k = t->q.f->X.n;
    gla_array *w = t->q.w, *p = s->status ? NULL : gla_s_slice(s, P, 1, i + 1, 1);
    gla_array *r = s->status ? NULL : gla_s_slice(s, P, 1, j + 1, 1);
    gla_array *h = gla_s_combine(s, gla_multiply, p, gla_s_combine(s, gla_subtract, gla_s_number(s, i == j), r));
    h = gla_s_combine(s, gla_multiply, h, w && w->ndim ? gla_s_add_last(s, w) : w);
    gla_array *made = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, t->q.Z), gla_s_combine(s, gla_multiply, t->q.Z, h));
    return reshape(s, made, k * k, 0);
}

static void unpack(lik_search *q, int64_t m, const double *read)
{
    int64_t k = q->f->X.n, K = q->k, at = 1 + k * m;
    q->loglik = read[0];
    for (int64_t i = 0; i < k; i++)
        for (int64_t j = 0; j < m; j++)
            q->gradient[j * k + i] = read[1 + i * m + j];
    for (int64_t i = 0; i < m; i++)
        for (int64_t j = i; j < m; j++, at += k * k)
            for (int64_t a = 0; a < k; a++)
                for (int64_t b = 0; b < k; b++)
                    q->hessian[(i * k + a) * K + j * k + b] = q->hessian[(j * k + b) * K + i * k + a] = read[at + a * k + b];
}

/* The log-likelihood, the gradient and the blocks are read in one piece. */
static void evaluate(gla_scope *s, lik_search *q)
{
    lik_many *t = (lik_many *)q;
    int64_t k = q->f->X.n, count = 0, size = 1 + k * t->m + t->m * (t->m + 1) / 2 * k * k;
    gla_array *L = log_probabilities(s, t), *P = gla_s_apply(s, gla_exp, L), *packed = NULL, *w = q->w;
    gla_array *terms = gla_s_combine(s, gla_multiply, t->Y, L), *sum = NULL;
    terms = gla_s_combine(s, gla_multiply, terms, w && w->ndim ? gla_s_add_last(s, w) : w);
    if (!s->status)
        gla_s_adopt(s, gla_sum(terms, &sum, NULL, GLA_NO_DTYPE, false), &sum);
    const gla_array **parts = gla_s_memory(s, 2 + t->m * t->m, sizeof *parts);
    double *read = gla_s_memory(s, size, sizeof *read);
    gla_array *gradient = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, q->Z), scores_of(s, t, P));
    q->loglik = NAN;
    if (s->status)
        return;
    parts[count++] = reshape(s, sum, 1, 0);
    parts[count++] = reshape(s, gradient, k * t->m, 0);
    for (int64_t i = 0; i < t->m && !s->status; i++)
        for (int64_t j = i; j < t->m; j++)
            parts[count++] = block(s, t, P, i, j);
    if (!s->status)
        gla_s_adopt(s, gla_concat(&(gla_arrays){.n = count, .v = parts}, &packed, 0), &packed);
    econ_read(s, packed, read, size);
    if (!s->status)
        unpack(q, t->m, read);
}

/* ---- categories ------------------------------------------------------------------------------------------------------ */

typedef struct categories {
    int64_t n, base; /* their number, and the position of the base */
    char (*label)[LABEL];
    gla_array *inverse; /* int64, (n,): category of each row */
} categories;

static void find_categories(gla_scope *s, const model_frame *f, categories *c)
{
    gla_array *values = NULL, *inverse = NULL;
    if (!s->status)
        gla_s_check(s, gla_unique_inverse(f->y, &values, &inverse));
    values = gla_s_own(s, values);
    c->inverse = gla_s_own(s, inverse);
    c->n = s->status ? 0 : values->size;
    if (!s->status && (c->n < 2 || c->n > MOST))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s has %lld different value%s, but mlogit needs 2 to %d categories", s->op,
                   f->y_name, (long long)c->n, c->n == 1 ? "" : "s", MOST);
    double *numbers = gla_s_memory(s, c->n + 1, sizeof *numbers);
    c->label = gla_s_memory(s, c->n + 1, sizeof *c->label);
    econ_read(s, values, numbers, s->status ? 0 : c->n);
    for (int64_t i = 0; i < c->n && !s->status; i++) {
        if (f->outcomes && numbers[i] >= 0 && numbers[i] < (double)f->n_outcomes)
            snprintf(c->label[i], LABEL, "%s", f->outcomes[(int64_t)numbers[i]]);
        else
            snprintf(c->label[i], LABEL, "%.10g", numbers[i]);
        if (!f->outcomes && numbers[i] != floor(numbers[i]))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s has the value %g, but categories must be whole numbers or strings", s->op,
                       f->y_name, numbers[i]);
    }
}

static void find_base(gla_scope *s, const model_frame *f, const gla_variable *base, categories *c)
{
    char wanted[LABEL] = "";
    double value = 0;
    if (s->status || !base || (!base->array && !base->text))
        return;
    if (base->array) {
        if (base->array->size == 1)
            econ_read(s, base->array, &value, 1);
        else
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: base must be one number or string", s->op);
        snprintf(wanted, sizeof wanted, "%.10g", value);
    } else
        snprintf(wanted, sizeof wanted, "%s", base->text);
    for (int64_t i = 0; i < c->n; i++)
        if (strcmp(c->label[i], wanted) == 0) {
            c->base = i;
            return;
        }
    gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: base is %s, but %s has no such category; its first is %s", s->op, wanted, f->y_name,
               c->label[0]);
}

/* The category of column i, where the base is first. */
static int64_t category(const categories *c, int64_t i)
{
    return i == 0 ? c->base : i <= c->base ? i - 1 : i;
}

/* Y, the log-likelihood of the shares, and names. */
static const char **prepare(gla_scope *s, lik_many *t, const model_frame *f, const categories *c)
{
    int64_t k = f->X.n;
    double *order = gla_s_memory(s, c->n + 1, sizeof *order), *shares = gla_s_memory(s, c->n + 1, sizeof *shares), total = 0;
    const char **names = gla_s_memory(s, t->m * k + 1, sizeof *names);
    if (s->status)
        return NULL;
    for (int64_t i = 0; i < c->n; i++)
        order[i] = (double)category(c, i);
    gla_array *columns = gla_s_to_device(s, gla_device_of(f->y), econ_array(s, order, 1, &c->n));
    gla_array *is = gla_s_combine(s, gla_equal, gla_s_add_last(s, c->inverse), gla_s_astype(s, GLA_INT64, columns));
    t->Y = is ? gla_s_astype(s, f->y->dtype, is) : NULL;
    gla_array *counted = f->weights ? gla_s_combine(s, gla_multiply, t->Y, gla_s_add_last(s, f->weights)) : t->Y, *sums = NULL;
    if (!s->status)
        gla_s_adopt(s, gla_sum(counted, &sums, &(gla_ints){.n = 1, .v = {0}}, GLA_NO_DTYPE, false), &sums);
    econ_read(s, sums, shares, s->status ? 0 : c->n);
    for (int64_t i = 0; i < c->n; i++)
        total += shares[i];
    for (int64_t i = 0; i < c->n; i++)
        t->loglik0 += shares[i] * log(shares[i] / total);
    for (int64_t j = 0; j < t->m * k && !s->status; j++) {
        const char *label = c->label[category(c, j / k + 1)], *x = f->X.names[j % k];
        char *name = gla_s_memory(s, (int64_t)(strlen(label) + strlen(x)) + 2, 1);
        if (name)
            sprintf(name, "%s:%s", label, x);
        names[j] = name;
    }
    return names;
}

/* ---- the estimator --------------------------------------------------------------------------------------------------- */

static gla_array *predict(gla_scope *s, const gla_econ_fit *fit, gla_array *index)
{
    gla_array *made = NULL;
    (void)fit;
    gla_array *zero = s->status ? NULL : gla_s_zeros(s, gla_device_of(index), index->dtype, 2, (int64_t[]){index->shape[0], 1});
    gla_array *all = lik_columns(s, zero, index);
    return s->status ? NULL : gla_s_adopt(s, gla_special_softmax(all, &made, &(gla_ints){.n = 1, .v = {1}}), &made);
}

const econ_method lik_mlogit_method = {
    .name = "mlogit", .title = "Multinomial logit", .likelihood = true, .predict = predict, .lines = lik_lines};

static void store(gla_scope *s, econ_estimates *e, lik_many *t, int64_t given)
{
    int64_t K = t->q.k, k = t->q.f->X.n;
    double *T = gla_s_memory(s, K * K + 1, sizeof *T), *b = gla_s_memory(s, K + 1, sizeof *b);
    double *inverse = gla_s_memory(s, k * k + 1, sizeof *inverse);
    gla_array *P = gla_s_apply(s, gla_exp, log_probabilities(s, t)), *u = scores_of(s, t, P), *scores = NULL;
    if (s->status)
        return;
    lik_invert_triangle(k, t->q.R, k, inverse);
    for (int64_t j = 0; j < t->m; j++) {
        gla_array *part = gla_s_combine(s, gla_multiply, t->q.Z, s->status ? NULL : gla_s_slice(s, u, 1, j, 1));
        scores = j ? lik_columns(s, scores, part) : part;
        for (int64_t i = 0; i < k; i++)
            for (int64_t l = i; l < k; l++) {
                T[(j * k + i) * K + j * k + l] = inverse[i * k + l];
                b[j * k + i] += inverse[i * k + l] * t->q.at[j * k + l];
            }
    }
    lik_search_store(s, &t->q, e, b, T, scores);
    lik_describe(s, e, t->q.f, NULL, given);
    e->fitted = econ_keep(s, P);
    e->X = econ_keep(s, t->q.f->X.values);
    e->equations = t->m;
    e->loglik0 = t->loglik0;
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    lik_many t = {.m = 0};
    categories c = {.n = 0};
    model_frame mine = *f;
    gla_econ_fit *fit = NULL;
    if (!s->status && f->y->ndim != 1)
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: y has %d dimensions, but it must be a vector", s->op, f->y->ndim);
    lik_refuse_effects(s, f);
    econ_check_weights(s, f, o);
    find_categories(s, f, &c);
    find_base(s, f, context, &c);
    if (!s->status)
        lik_keep_independent(s, &mine, mine.X.values, o->collinear_tol, NULL);
    t.m = c.n - 1;
    t.q.evaluate = evaluate;
    t.q.equations = t.m;
    if (!s->status)
        lik_search_begin(s, &t.q, &mine, t.m * mine.X.n);
    const char **names = s->status ? NULL : prepare(s, &t, &mine, &c);
    lik_search_run(s, &t.q, o);
    if (!s->status)
        fit = econ_new_fit(s, &lik_mlogit_method, &mine, o, t.q.k, names);
    if (fit)
        store(s, fit->of, &t, f->X.n);
    return fit ? econ_finish(s, fit, o) : NULL;
}

gla_status gla_econ_mlogit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_variable *base,
                           const char *vcov, const gla_variable *weights, const char *weights_type, const char *ssc,
                           const gla_arrays *cluster, const gla_variable *unit, const gla_variable *time,
                           const gla_variable *split, bool keep, double tol, int64_t maxiter, double collinear_tol)
{
    const model_options m = {
        .weights = weights, .split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov, .any_y = true};
    const econ_options o = {vcov, ssc, weights_type, keep, true, tol, collinear_tol, maxiter};
    return econ_run("mlogit", formula, data, &m, &o, estimate, (void *)(uintptr_t)base, fits);
}
