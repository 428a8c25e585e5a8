/* moments.c - Means, standard deviations and products of regressors. */
#include "gpulinalg.h"
#include "linalg/common.h"
#include "penalized.h"

#include <math.h>

bool penalized_check(gla_scope *s, const model_frame *f, const econ_options *o)
{
    if (f->n_effects)
        gla_s_fail(s, GLA_ARGUMENT_ERROR,
                   "%s: fixed effects (%s) are not possible; write i(%s), whose coefficients are penalised, or remove the "
                   "effects from the variables with absorb",
                   s->op, f->effects[0].name, f->effects[0].name);
    econ_check_weights(s, f, o);
    if (!s->status && f->n < 2)
        gla_s_fail(s, GLA_ARGUMENT_ERROR, "%s: there are %lld rows, but at least 2 are needed", s->op, (long long)f->n);
    return !s->status;
}

int64_t penalized_constant(gla_scope *s, const gla_array *X, double *level)
{
    int64_t k = s->status ? 0 : X->shape[1];
    double *low = gla_s_memory(s, k + 1, sizeof *low), *high = gla_s_memory(s, k + 1, sizeof *high);
    econ_read(s, gla_s_reduce(s, gla_min, X, 0, false), low, k);
    econ_read(s, gla_s_reduce(s, gla_max, X, 0, false), high, k);
    *level = 0;
    for (int64_t j = 0; j < k && !s->status; j++)
        if (low[j] == high[j] && low[j] != 0) {
            *level = low[j];
            return j;
        }
    return -1;
}

/* Sums over rows, weighted if weights are given. */
static gla_array *sums(gla_scope *s, const gla_array *x, const gla_array *weights)
{
    return weights ? gla_s_combine(s, gla_matmul, weights, x) : gla_s_sum(s, x, 0, GLA_NO_DTYPE);
}

/* Divide by sqrt(total), after multiplying rows by the roots of the weights. */
static gla_array *weigh(gla_scope *s, const gla_array *x, const gla_array *weights, double total)
{
    if (weights) {
        gla_array *roots = gla_s_apply(s, gla_sqrt, weights);
        x = gla_s_combine(s, gla_multiply, x, s->status || x->ndim == 1 ? roots : gla_s_add_last(s, roots));
    }
    return gla_s_combine(s, gla_divide, x, gla_s_number(s, sqrt(total)));
}

static void measure_y(gla_scope *s, const gla_array *y, const gla_array *weights, penalized_moments *m)
{
    gla_array *total = weights ? gla_s_reduce_all(s, gla_mean, weights) : NULL;
    m->total = s->status ? 1 : (double)y->shape[0];
    if (weights) {
        double mean = 1;
        econ_read(s, total, &mean, 1);
        m->total *= mean;
    }
    econ_read(s, sums(s, y, weights), &m->y_mean, 1);
    m->y_mean = m->constant < 0 ? 0 : m->y_mean / m->total;
}

void penalized_measure(gla_scope *s, const gla_array *X, const gla_array *y, const gla_array *weights, int64_t constant,
                       double level, bool standardize, bool products, penalized_moments *m)
{
    int64_t k = s->status ? 0 : X->shape[1];
    *m = (penalized_moments){.k = k, .constant = constant, .level = level};
    m->mean = gla_s_memory(s, k + 1, sizeof *m->mean);
    m->sd = gla_s_memory(s, k + 1, sizeof *m->sd);
    m->scale = gla_s_memory(s, k + 1, sizeof *m->scale);
    m->gram = gla_s_memory(s, products ? k * k + 1 : 1, sizeof *m->gram);
    m->xy = gla_s_memory(s, k + 1, sizeof *m->xy);
    measure_y(s, y, weights, m);
    econ_read(s, sums(s, X, weights), m->mean, k);
    for (int64_t j = 0; j < k && !s->status; j++)
        m->mean[j] = constant < 0 ? 0 : m->mean[j] / m->total;
    gla_array *Z = weigh(s, gla_s_combine(s, gla_subtract, X, econ_array(s, m->mean, 1, &k)), weights, m->total);
    gla_array *v = weigh(s, gla_s_combine(s, gla_subtract, y, gla_s_number(s, m->y_mean)), weights, m->total);
    econ_read(s, gla_s_squares(s, Z, 0), m->sd, k);
    econ_read(s, gla_s_combine(s, gla_matmul, v, v), &m->yy, 1);
    double *inverse = gla_s_memory(s, k + 1, sizeof *inverse);
    for (int64_t j = 0; j < k && !s->status; j++) {
        m->sd[j] = sqrt(m->sd[j]);
        /* The rounding error of a mean leaves a constant regressor a variance. */
        bool varies = j != constant && m->sd[j] > 1e-14 * fabs(m->mean[j]);
        m->scale[j] = !varies ? 0 : standardize ? m->sd[j] : 1;
        inverse[j] = varies ? 1 / m->scale[j] : 0;
    }
    if (!products || s->status)
        return;
    m->v = v;
    m->Z = Z = gla_s_combine(s, gla_multiply, Z, econ_array(s, inverse, 1, &k));
    econ_read(s, gla_s_combine(s, gla_matmul, gla_s_swap_last(s, Z), Z), m->gram, k * k);
    econ_read(s, gla_s_combine(s, gla_matmul, v, Z), m->xy, k);
}
