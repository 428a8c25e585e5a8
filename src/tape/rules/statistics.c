/* statistics.c - Derivatives of weighted means, covariances; those of reductions are in reduce.c. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

#include <math.h>
#include <string.h>

static gla_array *number_if_positive(gla_vjp *c, gla_array *x)
{
    gla_array *none = gla_r_combine(c, gla_less_equal, x, gla_r_number(c, 0));
    return gla_r_where(c, none, gla_r_number(c, NAN), x);
}

/* ---- weighted means ---------------------------------------------------------------------------------------------- */
/* Shape of the weights with the dimensions of a. */
static void shape_of_weights(const gla_vjp *c, int64_t *shape)
{
    const gla_operand *a = gla_r_like(c, 0), *w = gla_r_like(c, 2);
    bool same = a->ndim == w->ndim && memcmp(a->shape, w->shape, (size_t)a->ndim * sizeof *shape) == 0;
    for (int i = 0, at = 0; i < a->ndim; i++)
        shape[i] = same ? w->shape[i] : gla_r_is_reduced(c->node->in[1].ints, a->ndim, i) ? w->shape[at++] : 1;
}

/* Give the weights a cotangent of the shape of a. */
static void give_weights(gla_vjp *c, gla_array *d, const int64_t *shape)
{
    const gla_operand *a = gla_r_like(c, 0), *w = gla_r_like(c, 2);
    gla_ints axes = {.n = 0};
    for (int i = 0; i < a->ndim; i++)
        if (shape[i] == 1 && a->shape[i] != 1)
            axes.v[axes.n++] = i;
    d = axes.n ? gla_r_sum(c, d, &axes, true) : d;
    gla_r_give(c, 2, gla_r_reshape(c, d, w->ndim, w->shape));
}

GLA_VJP(average)
{
    const gla_ints *axis = c->node->in[1].ints;
    const gla_operand *a = gla_r_like(c, 0);
    gla_array *g = gla_r_spread(c, gla_r_g(c, 0), a, axis), *more = gla_r_spread(c, gla_r_g(c, 1), a, axis);
    int64_t shape[GLA_MAX_NDIM];
    if (gla_r_like(c, 2)->dtype == GLA_NO_DTYPE) {
        double n = 1;
        for (int i = 0; i < a->ndim; i++)
            n *= gla_r_is_reduced(axis, a->ndim, i) ? (double)a->shape[i] : 1;
        gla_r_give(c, 0, gla_r_scale(c, g, 1 / n));
        return;
    }
    shape_of_weights(c, shape);
    gla_array *w = gla_r_reshape(c, gla_r_x(c, 2), a->ndim, shape);
    gla_array *total = gla_r_conj(c, gla_r_sum(c, gla_r_broadcast(c, w, a->ndim, a->shape), axis, true));
    gla_array *share = gla_r_divide(c, g, total);
    gla_r_give(c, 0, gla_r_multiply(c, share, gla_r_conj(c, w)));
    if (!gla_r_wants(c, 2))
        return;
    gla_array *deviation = gla_r_subtract(c, gla_r_x(c, 0), gla_r_spread(c, gla_r_out(c, 0), a, axis));
    gla_array *d = gla_r_add(c, gla_r_multiply(c, share, gla_r_conj(c, deviation)), more);
    give_weights(c, gla_r_broadcast(c, d, a->ndim, a->shape), shape);
}

/* ---- covariances ------------------------------------------------------------------------------------------------- */
/* The deviations of a call, (k, n), and the divisor of their products. */
typedef struct sample {
    gla_array *deviations, *size;
    gla_array *fweights, *aweights, *weights, *total, *squares; /* the weights, their sum, and the sum of weights · aweights */
    gla_array *ddof;
    int fweights_at, aweights_at; /* arguments */
} sample;

static gla_array *as_rows(gla_vjp *c, int argument)
{
    gla_array *x = gla_r_x(c, argument);
    if (!x || x->ndim == 2)
        return x && !c->node->in[2].truth ? gla_r_t(c, x) : x;
    return gla_r_reshape(c, x, 2, (int64_t[]){1, x->size});
}

static gla_array *sum_all(gla_vjp *c, const gla_array *x)
{
    return gla_r_sum(c, x, NULL, false);
}

/* x · weights */
static gla_array *weigh(gla_vjp *c, const sample *p, gla_array *x)
{
    return p->weights ? gla_r_multiply(c, x, p->weights) : x;
}

static void read_sample(gla_vjp *c, sample *p)
{
    gla_dtype dtype = gla_r_like_out(c, 0)->dtype, real = gla_real_of(dtype);
    gla_array *rows = as_rows(c, 0), *more = as_rows(c, 1);
    rows = more ? gla_r_join(c, rows, more, 0) : rows;
    rows = gla_r_astype(c, rows, dtype);
    p->fweights = gla_r_astype(c, gla_r_x(c, p->fweights_at), real);
    p->aweights = gla_r_astype(c, gla_r_x(c, p->aweights_at), real);
    p->weights = p->fweights && p->aweights ? gla_r_multiply(c, p->fweights, p->aweights)
                                            : gla_r_add(c, p->fweights, p->aweights);
    p->total = p->weights ? sum_all(c, p->weights) : gla_r_number(c, rows ? (double)rows->shape[1] : 0);
    p->squares = p->aweights ? sum_all(c, gla_r_multiply(c, p->weights, p->aweights)) : NULL;
    gla_array *loss = p->squares ? gla_r_multiply(c, p->ddof, gla_r_divide(c, p->squares, p->total)) : p->ddof;
    p->size = number_if_positive(c, gla_r_subtract(c, p->total, loss));
    gla_array *mean = gla_r_divide(c, gla_r_sum_along(c, weigh(c, p, rows), 1), p->total);
    p->deviations = gla_r_subtract(c, rows, mean);
}

/* G + Gᴴ for the cotangent of the (k, k) result. */
static gla_array *symmetric(gla_vjp *c, const sample *p)
{
    int64_t k = p->deviations ? p->deviations->shape[0] : 0;
    gla_array *g = gla_r_reshape(c, gla_r_g(c, 0), 2, (int64_t[]){k, k});
    return gla_r_add(c, g, gla_r_h(c, g));
}

/* Return the rows from `start` on. */
static gla_array *some_rows(gla_vjp *c, const gla_array *x, int64_t start, int64_t count)
{
    gla_index key = {
        .n = 1,
        .v = {
            {.kind = GLA_INDEX_SLICE, .has_start = true, .has_stop = true, .start = start, .stop = start + count, .step = 1}}};
    gla_array *made = NULL;
    return x && !c->s.status ? gla_r_adopt(c, gla_getitem(x, &key, &made), &made) : NULL;
}

/* Give the variables their rows. */
static void give_rows(gla_vjp *c, gla_array *d)
{
    int64_t start = 0;
    for (int i = 0; i < 2; i++) {
        const gla_operand *x = gla_r_like(c, i);
        if (x->dtype == GLA_NO_DTYPE)
            return;
        bool turned = x->ndim == 2 && !c->node->in[2].truth;
        int64_t count = x->ndim < 2 ? 1 : x->shape[turned];
        gla_array *part = some_rows(c, d, start, count);
        if (gla_r_wants(c, i))
            gla_r_give(c, i, gla_r_reshape(c, turned ? gla_r_t(c, part) : part, x->ndim, x->shape));
        start += count;
    }
}

/* Re Σ conj(x) y over the rows, or along an axis. */
static gla_array *inner(gla_vjp *c, const gla_array *x, const gla_array *y, int axis)
{
    return gla_r_sum_along(c, gla_r_apply(c, gla_real, gla_r_multiply(c, gla_r_conj(c, x), y)), axis);
}

/* d C = d Σ w d dᴴ/s: the means do not contribute. */
GLA_VJP(cov)
{
    sample p = {.fweights_at = 5, .aweights_at = 6, .ddof = gla_r_x(c, 4)};
    if (!gla_r_g(c, 0))
        return;
    if (!p.ddof)
        p.ddof = gla_r_number(c, c->node->in[3].truth ? 0 : 1);
    if (gla_r_wants(c, 4)) {
        gla_r_fail(c, "with respect to ddof has no derivative; use stop_gradient if it is a constant");
        return;
    }
    read_sample(c, &p);
    gla_array *product = gla_r_divide(c, gla_r_matmul(c, symmetric(c, &p), p.deviations), p.size);
    give_rows(c, weigh(c, &p, product));
    if (!p.aweights || !gla_r_wants(c, 6))
        return;
    /* Σ w = A, Σ w a = B, s = A − ddof B/A */
    gla_array *each = gla_r_scale(c, inner(c, p.deviations, product, 0), 0.5);
    gla_array *of_size = gla_r_divide(c, sum_all(c, gla_r_multiply(c, each, p.weights)), p.size);
    gla_array *change = gla_r_subtract(c, gla_r_scale(c, p.aweights, 2), gla_r_divide(c, p.squares, p.total));
    change = gla_r_subtract(c, gla_r_number(c, 1), gla_r_multiply(c, gla_r_divide(c, p.ddof, p.total), change));
    each = gla_r_subtract(c, each, gla_r_multiply(c, of_size, change));
    gla_r_give(c, 6, p.fweights ? gla_r_multiply(c, each, p.fweights) : each);
}

/* R = Σ w z zᴴ/s of the deviations z with variance 1, whose changes are orthogonal to themselves. */
GLA_VJP(corrcoef)
{
    sample p = {.fweights_at = 3, .aweights_at = 4};
    if (!gla_r_g(c, 0))
        return;
    p.ddof = gla_r_number(c, 0);
    read_sample(c, &p);
    gla_array *squares = weigh(c, &p, gla_r_apply(c, gla_square, gla_r_apply(c, gla_abs, p.deviations)));
    gla_array *deviation = gla_r_apply(c, gla_sqrt, gla_r_divide(c, gla_r_sum_along(c, squares, 1), p.size));
    gla_array *z = gla_r_divide(c, p.deviations, deviation);
    gla_array *product = gla_r_divide(c, gla_r_matmul(c, symmetric(c, &p), z), p.size);
    gla_array *along = gla_r_multiply(c, z, inner(c, z, weigh(c, &p, product), 1));
    gla_array *change = gla_r_subtract(c, product, gla_r_divide(c, along, p.size));
    give_rows(c, gla_r_divide(c, weigh(c, &p, change), deviation));
    if (!p.aweights || !gla_r_wants(c, 4))
        return;
    gla_array *each = gla_r_scale(c, inner(c, z, change, 0), 0.5);
    gla_r_give(c, 4, p.fweights ? gla_r_multiply(c, each, p.fweights) : each);
}
