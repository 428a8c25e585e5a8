/* tobit.c - Tobit: a normal regression with censoring.
 *
 * In the parameters c = b/sigma and t = 1/sigma the log-likelihood is concave (R. J. Olsen, 1978). Offsets are subtracted
 * from y and from the limits. With z = t y - c x, and side 0 for an observed y, -1 or 1 for one censored at the lower or
 * upper limit, the term of a row is log t - z²/2 - log(2 pi)/2, or the log of the normal distribution function of -side z. */
#include "econ/likelihood/margins.h"
#include "gpulinalg.h"

#include <math.h>
#include <string.h>

static const char text[] =
    "z = t*yc - e; k = side == 0; q = -side*z; "
    "g = q < 0 ? 0.7978845608028654/erfcx(-0.7071067811865476*q) : 0.3989422804014327*exp(-0.5*q*q)/ndtr(q); "
    "b = g*(g + q); l = w*(k ? log(t) - 0.5*z*z - 0.9189385332046728 : log_ndtr(q)); "
    "u = w*(k ? z : side*g); v = w*(k ? 1/t - z*yc : -side*g*yc); "
    "h = w*(k ? 1 : b); c = -h*yc; d = w*(k ? 1/(t*t) + yc*yc : b*yc*yc)";

static gla_array *predict(gla_scope *s, const gla_econ_fit *fit, gla_array *index)
{
    (void)s;
    (void)fit;
    return index;
}

typedef struct limits {
    const gla_variable *lower, *upper;
} limits;

/* Counts of censored rows, for the summary. */
typedef struct censored {
    int64_t below, above;
} censored;

static int lines(const gla_econ_fit *fit, econ_line *lines)
{
    int n = lik_lines(fit, lines);
    lines[n++] = (econ_line){.label = "At lower limit", .value = fit->of->own[0]};
    lines[n++] = (econ_line){.label = "At upper limit", .value = fit->of->own[1]};
    return n;
}

const econ_method lik_tobit_method = {
    .name = "tobit", .title = "Tobit", .likelihood = true, .predict = predict, .lines = lines};

/* A limit as a scalar or as one value for each row; infinite if it is not given. */
static gla_array *read_limit(gla_scope *s, const model_frame *f, const gla_variable *v, double otherwise, const char *name)
{
    gla_array *x = NULL;
    bool none = !v || (!v->array && !v->text);
    if (s->status)
        return NULL;
    if (none)
        return gla_s_number(s, otherwise);
    if (v->text)
        return f->table ? model_read_numbers(s, f->table, f->rows, v->text) : NULL;
    x = gla_s_astype(s, f->y->dtype, v->array);
    x = x ? gla_s_to_device(s, f->y->object.dev, x) : NULL;
    if (!x || x->ndim == 0) {
        if (x && gla_s_truth(s, gla_s_apply(s, gla_isnan, x)))
            gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: %s is NaN; leave it out if there is no such limit", s->op, name);
        return x;
    }
    if (x->ndim != 1 || x->shape[0] != f->total) {
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: %s must be a number or a vector of %lld values, one for each row", s->op, name,
                   (long long)f->total);
        return NULL;
    }
    gla_array *made = NULL;
    x = f->rows ? gla_s_adopt(s, gla_take(x, f->rows, &made, &(gla_ints){.n = 1, .v = {0}}), &made) : x;
    econ_refuse_missing(s, x, f->rows, name);
    return x;
}

/* y without the offset, at its limit if it is censored; side. */
static void censor(gla_scope *s, const model_frame *f, const limits *given, gla_array *out[2], censored *counts)
{
    bool lower = given->lower && (given->lower->array || given->lower->text);
    bool upper = given->upper && (given->upper->array || given->upper->text);
    gla_array *in[4] = {f->y, read_limit(s, f, given->lower, lower || upper ? -INFINITY : 0, "lower"),
                        read_limit(s, f, given->upper, INFINITY, "upper"), f->offset ? f->offset : gla_s_number(s, 0)};
    gla_array *made[5] = {NULL};
    if (!s->status && ((lower && !in[1]) || (upper && !in[2])))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: a limit names a column, but the data is an array; give the limit as an array",
                   s->op);
    lik_formula(s, "T y, T a, T b, T o", "T side, T yc, T below, T above, T bad",
                "side = y <= a ? -1 : y >= b ? 1 : 0; yc = minimum(maximum(y, a), b) - o; below = side < 0 ? 1 : 0; "
                "above = side > 0 ? 1 : 0; bad = a < b ? 0 : 1",
                4, in, made);
    out[0] = made[1];
    out[1] = made[0];
    counts->below = (int64_t)lik_sum(s, made[2]);
    counts->above = (int64_t)lik_sum(s, made[3]);
    if (lik_largest(s, made[4]) > 0)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: lower is not less than upper", s->op);
    if (!s->status && counts->below + counts->above >= f->n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: all values of %s are censored, so nothing can be estimated; check the limits",
                   s->op, f->y_name);
    if (!s->status && f->n - counts->below - counts->above <= f->X.n)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there are %lld regressors, but only %lld values of %s are not censored", s->op,
                   (long long)f->X.n, (long long)(f->n - counts->below - counts->above), f->y_name);
}

/* Maximise; the first point is least squares of the censored y. */
static void search(gla_scope *s, lik_two *t, const model_frame *f, const econ_options *o, gla_array *const more[2])
{
    int64_t m = f->X.n;
    *t = (lik_two){.inputs = ", T yc, T side", .text = text, .more = {more[0], more[1]}, .n_more = 2, .least = 0};
    lik_two_begin(s, t, f);
    gla_array *start = gla_s_combine(s, gla_matmul, gla_s_swap_last(s, t->q.Z), more[0]);
    double *c = t->q.at, squares = 0;
    econ_read(s, start, c, m);
    squares = lik_sum(s, gla_s_apply(s, gla_square, more[0]));
    for (int64_t i = 0; i < m && !s->status; i++) {
        c[i] /= (double)f->n;
        squares -= c[i] * c[i] * (double)f->n;
    }
    double sigma = sqrt(fmax(squares, 0) / (double)f->n);
    if (!s->status && !(sigma > 0))
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: the regressors explain %s completely, so sigma is 0", s->op, f->y_name);
    for (int64_t i = 0; i < m && !s->status; i++)
        c[i] /= sigma;
    if (!s->status)
        c[m] = 1 / sigma;
    lik_search_run(s, &t->q, o);
}

/* Far from its limit a censored row has a log-likelihood that falls off like a normal density, so that the steps become short
 * and the iteration seems to converge although there is no maximum. If a last step moved an index visibly, look for a
 * combination of the regressors that is 0 in the rows observed and moves no censored row away from its limit. */
static void check_maximum(gla_scope *s, const lik_two *t, const model_frame *of, const gla_array *side)
{
    model_frame f = *of;
    lik_separation found;
    gla_array *in[1] = {(gla_array *)(uintptr_t)side}, *out[2] = {NULL};
    if (s->status || t->q.moved < 1e-3)
        return;
    lik_formula(s, "T side", "T y, T sign", "y = side == 0 ? 1 : 0; sign = side > 0 ? -1 : 1", 1, in, out);
    f.y = out[0];
    f.X.values = gla_s_combine(s, gla_multiply, f.X.values, out[1] ? gla_s_add_last(s, out[1]) : NULL);
    f.n_effects = 0;
    if (!s->status && lik_find_separated(s, &f, false, &found))
        lik_refuse_separation(s, of);
}

static double null_loglik(gla_scope *s, const model_frame *of, const econ_options *o, gla_array *const more[2])
{
    static const char *const names[] = {"Intercept"};
    model_frame f = *of;
    lik_two t = {.step = NULL};
    gla_array *ones = s->status ? NULL : gla_s_new(s, f.y->object.dev, f.y->dtype, 2, (int64_t[]){f.n, 1});
    gla_s_fill(s, ones, 1);
    f.X = (model_columns){1, (const char **)(uintptr_t)names, ones};
    search(s, &t, &f, o, more);
    lik_two_end(&t);
    return t.q.loglik;
}

/* b = R⁻¹ c/t and sigma = 1/t, and their derivatives. */
static void store(gla_scope *s, econ_estimates *e, lik_two *t, const model_frame *f, int64_t given)
{
    int64_t k = t->q.k, m = k - 1;
    double *T = gla_s_memory(s, k * k + 1, sizeof *T), *b = gla_s_memory(s, k + 1, sizeof *b);
    double *inverse = gla_s_memory(s, m * m + 1, sizeof *inverse);
    if (s->status)
        return;
    double sigma = 1 / t->q.at[m];
    lik_invert_triangle(m, t->q.R, m, inverse);
    for (int64_t i = 0; i < m; i++) {
        for (int64_t j = 0; j < m; j++) {
            T[i * k + j] = inverse[i * m + j] * sigma;
            b[i] += inverse[i * m + j] * t->q.at[j] * sigma;
        }
        T[i * k + m] = -b[i] * sigma;
    }
    b[m] = sigma;
    T[m * k + m] = -sigma * sigma;
    lik_search_store(s, &t->q, e, b, T, lik_two_scores(s, t));
    gla_array *index = gla_s_combine(s, gla_matmul, f->X.values, lik_small(s, f, b, 1, &m));
    index = f->offset ? gla_s_combine(s, gla_add, index, f->offset) : index;
    e->X = econ_keep(s, f->X.values);
    lik_describe(s, e, f, index, given);
    e->ancillary = 1;
}

static gla_econ_fit *estimate(gla_scope *s, const model_frame *f, const econ_options *o, void *context)
{
    lik_two t = {.step = NULL};
    gla_econ_fit *fit = NULL;
    gla_array *more[2] = {NULL};
    model_frame mine = *f;
    censored counts = {0, 0};
    lik_refuse_effects(s, f);
    econ_check_weights(s, f, o);
    lik_keep_independent(s, &mine, mine.X.values, o->collinear_tol, NULL);
    if (!s->status)
        censor(s, &mine, context, more, &counts);
    if (!s->status)
        search(s, &t, &mine, o, more);
    check_maximum(s, &t, &mine, more[1]);
    const char **names = lik_names_and(s, &mine, "sigma");
    if (!s->status)
        fit = econ_new_fit(s, &lik_tobit_method, &mine, o, t.q.k, names);
    if (fit) {
        fit->of->own[0] = (double)counts.below;
        fit->of->own[1] = (double)counts.above;
        store(s, fit->of, &t, &mine, f->X.n);
        fit->of->loglik0 = null_loglik(s, &mine, o, more);
    }
    lik_two_end(&t);
    return fit ? econ_finish(s, fit, o) : NULL;
}

gla_status gla_econ_tobit(const gla_variable *formula, const gla_dataset *data, gla_objects **fits, const gla_variable *lower,
                          const gla_variable *upper, const gla_variable *offset, const char *vcov, const gla_variable *weights,
                          const char *weights_type, const char *ssc, const gla_arrays *cluster, const gla_variable *unit,
                          const gla_variable *time, const gla_variable *split, bool keep, double tol, int64_t maxiter,
                          double collinear_tol)
{
    const model_options m = {
        .weights = weights, .offset = offset, .split = split, .unit = unit, .time = time, .cluster = cluster, .vcov = vcov};
    const econ_options o = {vcov, ssc, weights_type, keep, true, tol, collinear_tol, maxiter};
    limits given = {lower, upper};
    return econ_run("tobit", formula, data, &m, &o, estimate, &given, fits);
}
