/* condition.c - Warnings about ill-conditioned results; see condition.h. */
#include "condition.h"
#include "runtime/interrupt.h"

#include <math.h>

gla_estimates gla_estimates_new(const gla_call *c)
{
    return (gla_estimates){.wanted = !gla_policy_ignores(GLA_ILL_CONDITIONED_WARNING),
                           .of = gla_s_memory(c->s, c->count, sizeof(double))};
}

/* factor by which a condition estimate may be too small: if columns are dependent, rounding leaves a few ε on the diagonal of
 * R */
#define SLACK 8
/* In single precision n·ε is large: even if the condition number of a large triangular matrix exceeds 1/(n·ε), solutions still
 * have several correct digits. */
#define LEAST_SINGLE 0.01

/* Return estimates that cause a warning if the reciprocal condition, which is ε divided by the estimate, is less than about
 * n·ε. */
gla_estimates gla_estimates_of_triangle(const gla_call *c)
{
    gla_estimates d = gla_estimates_new(c);
    d.limit = 1 / (SLACK * (double)(c->n > 0 ? c->n : 1));
    if (gla_real_of(c->dtype) == GLA_FLOAT32)
        d.limit = fmax(d.limit, LEAST_SINGLE);
    return d;
}

bool gla_estimates_need_scaling(const gla_call *c, const gla_estimates *d)
{
    for (int64_t i = 0; i < c->count && !d->none && !gla_failed(c); i++)
        if (isnan(d->of[i]))
            return true;
    return false;
}

void gla_estimates_warn(const gla_call *c, const gla_estimates *d, const char *what, const char *remedy)
{
    int64_t worst = 0;
    char where[GLA_SHAPE_TEXT + 40];
    if (!d->wanted || d->none || gla_failed(c))
        return;
    for (int64_t i = 1; i < c->count; i++)
        if (!(d->of[i] <= d->of[worst]))
            worst = i;
    if (c->count == 0 || d->of[worst] <= (d->limit > 0 ? d->limit : GLA_DOUBTFUL))
        return;
    double error = isnan(d->of[worst]) ? INFINITY : d->of[worst];
    gla_s_check(c->s, gla_warn(GLA_ILL_CONDITIONED_WARNING, c->op,
                               "%s is so ill-conditioned%s that %s may have no correct digit (estimated %s %.2g); "
                               "%s; set_policy('ill_conditioned', 'ignore') silences this",
                               c->name, gla_stack_text(c, worst, where, sizeof where), what,
                               d->limit > 0 ? "reciprocal condition" : "relative error",
                               d->limit > 0 ? gla_epsilon(c->dtype) / error : error, remedy));
}

void gla_estimate_triangle(const gla_call *c, const gla_matrices *a, gla_triangular triangle, const gla_matrices *x,
                           int64_t *info, gla_estimates *d)
{
    gla_array *arrays[1] = {a->array};
    gla_batches plan;
    gla_status st = GLA_OK;
    int64_t at[1];
    if (gla_failed(c))
        return;
    if (a->transposed && triangle.of != GLA_OF_CHOLESKY) {
        triangle.uplo = triangle.uplo == GLA_LOWER ? GLA_UPPER : GLA_LOWER;
        triangle.trans = triangle.trans == GLA_NO_TRANS ? GLA_TRANS : GLA_NO_TRANS;
    }
    triangle.x_transposed = x && x->transposed;
    gla_batches_plan(&plan, c->nbatch, c->batch, 1, arrays);
    void *state = gla_work_begin((double)c->count * (double)c->n * (double)c->n);
    for (int64_t i = 0; i < plan.loops && !st; i++) {
        gla_batches_offsets(&plan, 1, i, at);
        gla_matrix m = gla_matrix_at(a, at[0], plan.step[0]), mx = {0};
        if (x)
            mx = gla_matrix_at(x, i * plan.count * x->matrix.stride, x->matrix.stride);
        st = c->dev->backend->lapack->trcon(c->dev, c->dtype, &triangle, &m, x ? &mx : NULL, plan.count, info + i * plan.count,
                                            d->of + i * plan.count, d->wanted);
    }
    gla_work_end(state);
    gla_s_check(c->s, st);
}
