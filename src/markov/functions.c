/* functions.c - Public functions of Markov chains: classes, periods, stationary distributions, hitting times and
 * probabilities. */
#include "markov/markov.h"
#include "runtime/interrupt.h"
#include "runtime/devices.h"

#include <math.h>

static matrix_given of_array(const gla_array *P)
{
    return (matrix_given){.P = P};
}

static matrix_given of_sparse(const gla_sparse *a)
{
    return (matrix_given){.a = a};
}

/* ---- classes ------------------------------------------------------------------------------------------------- */
static gla_status classes(const char *op, matrix_given given, bool all, gla_arrays **list)
{
    chain c;
    *list = NULL;
    chain_begin(&c, op, given);
    if (!c.s.status)
        chain_find_classes(&c, NULL);
    int64_t *order = gla_s_memory(&c.s, c.n + 1, sizeof *order), count = order ? chain_order(&c, all, order) : 0;
    gla_array **made = gla_s_memory(&c.s, count + 1, sizeof *made);
    for (int64_t k = 0; k < count && !c.s.status; k++) {
        int64_t first = c.starts[order[k]], m = c.starts[order[k] + 1] - first;
        void *data;
        gla_array *members = chain_numbers(&c, GLA_INT64, 1, &m, &data);
        for (int64_t i = 0; i < m && members; i++)
            ((int64_t *)data)[i] = c.states[first + i];
        made[k] = chain_placed(&c, members);
    }
    if (!c.s.status && count > INT32_MAX)
        gla_s_fail(&c.s, GLA_OVERFLOW_ERROR, "%s: the chain has %lld classes, which are too many for a list", op,
                   (long long)count);
    gla_scope_give_all(&c.s, (int)count, made, list);
    return gla_scope_end(&c.s);
}

gla_status gla_markov_communicating_classes(const gla_array *P, gla_arrays **classes_of)
{
    return classes("communicating_classes", of_array(P), true, classes_of);
}

gla_status gla_sparse_communicating_classes(const gla_sparse *a, gla_arrays **classes_of)
{
    return classes("communicating_classes", of_sparse(a), true, classes_of);
}

gla_status gla_markov_recurrent_classes(const gla_array *P, gla_arrays **classes_of)
{
    return classes("recurrent_classes", of_array(P), false, classes_of);
}

gla_status gla_sparse_recurrent_classes(const gla_sparse *a, gla_arrays **classes_of)
{
    return classes("recurrent_classes", of_sparse(a), false, classes_of);
}

static gla_status is_irreducible(matrix_given given, bool *irreducible)
{
    chain c;
    *irreducible = false;
    chain_begin(&c, "is_irreducible", given);
    if (!c.s.status)
        chain_find_classes(&c, NULL);
    *irreducible = !c.s.status && c.classes == 1;
    return gla_scope_end(&c.s);
}

gla_status gla_markov_is_irreducible(const gla_array *P, bool *irreducible)
{
    return is_irreducible(of_array(P), irreducible);
}

gla_status gla_sparse_is_irreducible(const gla_sparse *a, bool *irreducible)
{
    return is_irreducible(of_sparse(a), irreducible);
}

static int64_t common_multiple(chain *c, int64_t a, int64_t b)
{
    int64_t x = a, y = b, product;
    while (y) {
        int64_t rest = x % y;
        x = y;
        y = rest;
    }
    if (__builtin_mul_overflow(a / x, b, &product)) {
        gla_s_fail(&c->s, GLA_OVERFLOW_ERROR,
                   "%s: the period is 2^63 or more; compute the period of each recurrent class separately", c->s.op);
        return 1;
    }
    return product;
}

static gla_status period(matrix_given given, gla_array **out)
{
    chain c;
    int64_t all = 1;
    gla_array *made = NULL;
    *out = NULL;
    chain_begin(&c, "period", given);
    if (!c.s.status)
        chain_find_classes(&c, NULL);
    for (int64_t k = 0; k < c.classes && !c.s.status; k++)
        if (c.closed[k]) {
            int64_t one = chain_period(&c, k);
            all = one > 0 ? common_multiple(&c, all, one) : all;
        }
    made = c.s.status ? NULL : gla_s_adopt(&c.s, gla_scalar(GLA_INT64, &all, &made), &made);
    return gla_scope_return(&c.s, made, out);
}

gla_status gla_markov_period(const gla_array *P, gla_array **out)
{
    return period(of_array(P), out);
}

gla_status gla_sparse_period(const gla_sparse *a, gla_array **out)
{
    return period(of_sparse(a), out);
}

/* ---- values for each state and each recurrent class
 * ------------------------------------------------------------------------- */
typedef void fill(chain *c, const int64_t *order, int64_t count, double *data);

/* Apply `fill` to the recurrent classes in order; the result has one row, or one column, for each class. */
static gla_status of_recurrent(const char *op, matrix_given given, fill *fill, bool in_rows, gla_array **out)
{
    chain c;
    void *data;
    chain_begin(&c, op, given);
    if (!c.s.status)
        chain_find_classes(&c, NULL);
    int64_t *order = gla_s_memory(&c.s, c.n + 1, sizeof *order), count = order ? chain_order(&c, false, order) : 0;
    gla_array *made = chain_numbers(&c, GLA_FLOAT64, 2, (int64_t[]){in_rows ? count : c.n, in_rows ? c.n : count}, &data);
    void *state = gla_work_begin((double)c.n * (double)c.n);
    if (made && !c.s.status)
        fill(&c, order, count, data);
    gla_work_end(state);
    return gla_scope_return(&c.s, chain_placed(&c, made), out);
}

static void fill_shares(chain *c, const int64_t *order, int64_t count, double *data)
{
    for (int64_t k = 0; k < count && !c->s.status; k++)
        chain_stationary(c, order[k], data + k * c->n);
}

static gla_status stationary(matrix_given given, gla_array **out)
{
    return of_recurrent("stationary_distribution", given, fill_shares, true, out);
}

gla_status gla_markov_stationary_distribution(const gla_array *P, gla_array **out)
{
    return stationary(of_array(P), out);
}

gla_status gla_sparse_stationary_distribution(const gla_sparse *a, gla_array **out)
{
    return stationary(of_sparse(a), out);
}

/* ---- hitting times and probabilities
 * ----------------------------------------------------------------------------------------- */
static bool *read_targets(chain *c, const gla_array *targets)
{
    gla_scope *s = &c->s;
    void *data = NULL;
    if (!s->status && !gla_dtype_is_integer(targets->dtype))
        gla_s_fail(s, GLA_DTYPE_ERROR, "%s: targets have dtype %s, but they must be integer state numbers", s->op,
                   gla_dtype_name(targets->dtype));
    if (!s->status && (targets->ndim > 1 || targets->size == 0))
        gla_s_fail(s, GLA_SHAPE_ERROR, "%s: targets must be a state number or a nonempty vector of them", s->op);
    gla_device *host = NULL;
    if (!s->status)
        gla_s_check(s, gla_host_device(&host));
    bool *is_target = gla_s_memory(s, c->n, sizeof *is_target);
    gla_array *placed = s->status ? NULL : gla_s_contiguous(s, host, GLA_INT64, gla_s_to_host(s, targets, &data));
    for (int64_t i = 0; placed && i < placed->size && !s->status; i++) {
        int64_t state = ((const int64_t *)gla_data(placed))[i];
        if (state < 0 || state >= c->n)
            gla_s_fail(s, GLA_INDEX_ERROR, "%s: target %lld is out of range 0 to %lld", s->op, (long long)state,
                       (long long)c->n - 1);
        else
            is_target[state] = true;
    }
    return is_target;
}

/* The value of a target is known.  A chain in a closed class without a target never reaches a target. */
static gla_status hitting_times(matrix_given given, const gla_array *targets, gla_array **out)
{
    chain c;
    void *data = NULL;
    chain_begin(&c, "hitting_times", given);
    bool *is_target = read_targets(&c, targets);
    if (!c.s.status)
        chain_find_classes(&c, is_target);
    bool *known = gla_s_memory(&c.s, c.classes + 1, sizeof *known);
    gla_array *made = chain_numbers(&c, GLA_FLOAT64, 1, &c.n, &data);
    for (int64_t i = 0; i < c.n && made && !c.s.status; i++) {
        int64_t of = c.of[i];
        known[of] = known[of] || is_target[i] || c.closed[of];
        ((double *)data)[i] = !is_target[i] && c.closed[of] ? INFINITY : 0;
    }
    void *state = gla_work_begin((double)c.n * (double)c.n);
    if (made && !c.s.status)
        chain_system(&c, known, 1, 1, data);
    gla_work_end(state);
    return gla_scope_return(&c.s, chain_placed(&c, made), out);
}

gla_status gla_markov_hitting_times(const gla_array *P, const gla_array *targets, gla_array **out)
{
    return hitting_times(of_array(P), targets, out);
}

gla_status gla_sparse_hitting_times(const gla_sparse *a, const gla_array *targets, gla_array **out)
{
    return hitting_times(of_sparse(a), targets, out);
}

static void fill_absorption(chain *c, const int64_t *order, int64_t count, double *data)
{
    for (int64_t k = 0; k < count; k++)
        for (int64_t i = c->starts[order[k]]; i < c->starts[order[k] + 1]; i++)
            data[c->states[i] * count + k] = 1;
    chain_system(c, c->closed, 0, count, data);
}

static gla_status absorption(matrix_given given, gla_array **out)
{
    return of_recurrent("absorption_probabilities", given, fill_absorption, false, out);
}

gla_status gla_markov_absorption_probabilities(const gla_array *P, gla_array **out)
{
    return absorption(of_array(P), out);
}

gla_status gla_sparse_absorption_probabilities(const gla_sparse *a, gla_array **out)
{
    return absorption(of_sparse(a), out);
}
