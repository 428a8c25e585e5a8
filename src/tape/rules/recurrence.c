/* recurrence.c - Derivatives of digital filters and linear recurrences: the same recurrences, backwards in time. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rule.h"

/* ---- filters ----------------------------------------------------------------------------------------------------- */
/* Let D = Σ a[i] Lⁱ with the lag operator L. The filter solves D y = Σ b[j] Lʲ x + a[0] zi, and λ = D⁻ᴴ g is the cotangent
 * of the
 * right-hand side. All series are along the last axis. */
static gla_array *filtered(gla_vjp *c, const gla_array *b, const gla_array *a, const gla_array *x)
{
    gla_array *made = NULL;
    return b && a && x && !gla_r_fails(c) ? gla_r_adopt(c, gla_lfilter(b, a, x, &made, -1, NULL), &made) : NULL;
}

static gla_array *backwards(gla_vjp *c, const gla_array *b, const gla_array *a, const gla_array *g)
{
    int last = g ? g->ndim - 1 : 0;
    return gla_r_flipped(c, filtered(c, b, a, gla_r_flipped(c, g, last)), last);
}

/* Return Σ λ[t]·conj(y[t - k]) for k = 0 ... n - 1, over all series. */
static gla_array *lagged(gla_vjp *c, const gla_array *lambda, const gla_array *y, int64_t n)
{
    const gla_array **v = gla_s_memory(&c->s, n, sizeof *v);
    gla_array *made = NULL;
    int last = y ? y->ndim - 1 : 0;
    int64_t length = y ? y->shape[last] : 0;
    for (int64_t k = 0; v && y && lambda && k < n; k++) {
        int64_t kept = k < length ? length - k : 0;
        v[k] = gla_r_combine(c, gla_vdot, gla_r_part(c, y, last, 0, kept), gla_r_part(c, lambda, last, length - kept, kept));
    }
    return v && y && lambda && !gla_r_fails(c) ? gla_r_adopt(c, gla_stack(&(gla_arrays){.n = n, .v = v}, &made, 0), &made)
                                               : NULL;
}

static gla_array *one(gla_vjp *c, const gla_array *like)
{
    return gla_r_filled(c, gla_r_part(c, like, 0, 0, 1), 0, 1, 1);
}

/* y and g may be longer than x, by zeros of the input. */
static void give_filter(gla_vjp *c, const gla_array *g, const gla_array *y, int axis, gla_array *more)
{
    const gla_operand *like = gla_r_like(c, 2), *zi = gla_r_like(c, 4);
    int last = like->ndim - 1;
    int64_t n = like->shape[axis], n_b = gla_r_like(c, 0)->shape[0], n_a = gla_r_like(c, 1)->shape[0];
    gla_array *b = gla_r_conj(c, gla_r_x(c, 0)), *a = gla_r_conj(c, gla_r_x(c, 1));
    if (!g || !a)
        return;
    int64_t length = g->shape[last];
    gla_array *lambda = backwards(c, one(c, a), a, g);
    if (gla_r_wants(c, 2)) {
        gla_array *d = backwards(c, b, one(c, a), lambda);
        gla_r_give(c, 2, gla_r_moved(c, gla_r_part(c, d, last, 0, n), last, axis));
    }
    if (gla_r_wants(c, 0)) {
        gla_array *x = gla_r_resized(c, gla_r_moved(c, gla_r_x(c, 2), axis, last), last, length);
        gla_r_give(c, 0, lagged(c, lambda, x, n_b));
    }
    if (zi->dtype != GLA_NO_DTYPE && gla_r_wants(c, 4)) {
        gla_array *first = gla_r_multiply(c, gla_r_part(c, a, 0, 0, 1), gla_r_resized(c, lambda, last, zi->shape[axis]));
        gla_r_give(c, 4, gla_r_moved(c, first, last, axis));
    }
    if (gla_r_wants(c, 1)) {
        gla_array *d = gla_r_negative(c, lagged(c, lambda, y, n_a));
        if (zi->dtype != GLA_NO_DTYPE) {
            gla_array *state = gla_r_moved(c, gla_r_x(c, 4), axis, last);
            int64_t kept = zi->shape[axis] < length ? zi->shape[axis] : length;
            gla_array *p = gla_r_multiply(c, gla_r_conj(c, gla_r_part(c, state, last, 0, kept)),
                                          gla_r_part(c, lambda, last, 0, kept));
            gla_array *sum = gla_r_reshape(c, gla_r_sum(c, p, NULL, false), 1, (const int64_t[]){1});
            d = gla_r_add(c, d, gla_r_resized(c, sum, 0, n_a));
        }
        gla_r_give(c, 1, gla_r_add(c, d, more));
    }
}

GLA_VJP(lfilter)
{
    int axis = gla_r_axis(c->node->in[3].integer, gla_r_like(c, 2)->ndim), last = gla_r_like(c, 2)->ndim - 1;
    give_filter(c, gla_r_moved(c, gla_r_g(c, 0), axis, last), gla_r_moved(c, gla_r_out(c, 0), axis, last), axis, NULL);
}

/* The final state z is what the outputs y' would be with the input zero, z = D y'/a[0]. So the state is a function of a longer
 * output, and of a. */
GLA_VJP(lfilter_state)
{
    const gla_operand *like = gla_r_like(c, 2), *state = gla_r_like_out(c, 1);
    int axis = gla_r_axis(c->node->in[3].integer, like->ndim), last = like->ndim - 1;
    int64_t n_a = gla_r_like(c, 1)->shape[0], k = state->shape[axis];
    gla_array *a = gla_r_x(c, 1), *g = gla_r_moved(c, gla_r_g(c, 0), axis, last),
              *h = gla_r_moved(c, gla_r_g(c, 1), axis, last);
    gla_array *y = gla_r_moved(c, gla_r_out(c, 0), axis, last), *z = gla_r_moved(c, gla_r_out(c, 1), axis, last), *more = NULL;
    if (h && !g && !gla_r_fails(c))
        g = gla_r_moved(c, gla_s_zeros(&c->s, like->dev, h->dtype, like->ndim, like->shape), axis, last);
    if (h && k) {
        gla_array *first = gla_r_part(c, a, 0, 0, 1), *input = NULL;
        g = gla_r_join(c, g, backwards(c, gla_r_conj(c, a), gla_r_conj(c, first), h), last);
        if (gla_r_wants(c, 1)) {
            input = filtered(c, first, a, z);
            y = gla_r_join(c, y, input, last);
            gla_array *scaled = gla_r_divide(c, h, gla_r_conj(c, first));
            gla_array *own = gla_r_reshape(c, gla_r_combine(c, gla_vdot, z, scaled), 1, (const int64_t[]){1});
            more = gla_r_subtract(c, lagged(c, scaled, input, n_a), gla_r_resized(c, own, 0, n_a));
        }
    }
    give_filter(c, g, y, axis, more);
}

/* ---- recurrences ------------------------------------------------------------------------------------------------- */
/* Return x[t - 1], beginning with the initial value, along an axis. */
static gla_array *previous(gla_vjp *c, const gla_array *x, int axis, gla_array *initial)
{
    if (!x)
        return NULL;
    gla_array *first = gla_r_filled(c, x, axis, 1, 0);
    if (initial) /* broadcast */
        first = gla_r_add(c, first, initial);
    return gla_r_join(c, first, gla_r_part(c, x, axis, 0, x->shape[axis] - 1), axis);
}

/* λ[t] = g[t] + conj(a[t + 1])·λ[t + 1]. */
GLA_VJP(linear_recurrence)
{
    const gla_operand *out = gla_r_like_out(c, 0), *x0 = gla_r_like(c, 2);
    int axis = gla_r_axis(c->node->in[3].integer, out->ndim), last = out->ndim - 1;
    int64_t n = out->shape[axis];
    gla_array *g = gla_r_moved(c, gla_r_g(c, 0), axis, last), *made = NULL;
    if (!g || n == 0)
        return;
    gla_array *a = gla_r_moved(c, gla_r_broadcast(c, gla_r_conj(c, gla_r_x(c, 0)), out->ndim, out->shape), axis, last);
    gla_array *next = gla_r_padded(c, gla_r_part(c, a, last, 1, n - 1), last, 0, 1);
    gla_array *late = gla_r_flipped(c, next, last), *driven = gla_r_flipped(c, g, last);
    if (!late || !driven)
        return;
    gla_array *lambda = gla_r_adopt(c, gla_linear_recurrence(late, driven, &made, NULL, -1), &made);
    lambda = gla_r_flipped(c, lambda, last);
    gla_r_give(c, 1, gla_r_moved(c, lambda, last, axis));
    bool starts = x0->dtype != GLA_NO_DTYPE;
    if (gla_r_wants(c, 0)) {
        gla_array *x = gla_r_moved(c, gla_r_out(c, 0), axis, last);
        gla_array *before = previous(c, x, last, starts ? gla_r_add_last(c, gla_r_x(c, 2), 1) : NULL);
        gla_r_give(c, 0, gla_r_moved(c, gla_r_multiply(c, lambda, gla_r_conj(c, before)), last, axis));
    }
    if (starts && gla_r_wants(c, 2)) {
        gla_array *d = gla_r_multiply(c, gla_r_part(c, a, last, 0, 1), gla_r_part(c, lambda, last, 0, 1));
        gla_r_give(c, 2, d ? gla_r_reshape(c, d, last, d->shape) : NULL);
    }
}

/* Return x with an axis of length one before the last axis. */
static gla_array *row_of(gla_vjp *c, const gla_array *x)
{
    int64_t shape[GLA_MAX_NDIM + 1];
    if (!x || gla_r_fails(c))
        return NULL;
    for (int i = 0; i < x->ndim + 1; i++)
        shape[i] = i < x->ndim - 1 ? x->shape[i] : i == x->ndim - 1 ? 1 : x->shape[x->ndim - 1];
    return gla_r_reshape(c, x, x->ndim + 1, shape);
}

/* λ[t] = g[t] + a[t + 1]ᴴ λ[t + 1]; a may be the same matrix in all steps. */
GLA_VJP(vector_recurrence)
{
    const gla_operand *out = gla_r_like_out(c, 0), *x0 = gla_r_like(c, 2);
    int time = out->ndim - 2, last = out->ndim - 1;
    int64_t n = out->shape[time], k = out->shape[last];
    gla_array *g = gla_r_g(c, 0), *a = gla_r_h(c, gla_r_x(c, 0)), *late = a, *made = NULL, *first = a;
    if (!g || !a || n == 0)
        return;
    if (a->ndim > 2) {
        int step = a->ndim - 3;
        bool fixed = a->shape[step] == 1;
        late = fixed ? a : gla_r_flipped(c, gla_r_padded(c, gla_r_part(c, a, step, 1, n - 1), step, 0, 1), step);
        first = gla_r_part(c, a, step, 0, 1);
        int64_t shape[GLA_MAX_NDIM];
        for (int i = 0; i < a->ndim - 1; i++)
            shape[i] = i < step ? a->shape[i] : k;
        first = gla_r_reshape(c, first, a->ndim - 1, shape);
    }
    gla_array *driven = gla_r_flipped(c, g, time);
    if (!late || !driven)
        return;
    gla_array *lambda = gla_r_adopt(c, gla_vector_recurrence(late, driven, &made, NULL), &made);
    lambda = gla_r_flipped(c, lambda, time);
    gla_r_give(c, 1, lambda);
    bool starts = x0->dtype != GLA_NO_DTYPE;
    if (gla_r_wants(c, 0)) {
        gla_array *initial = starts ? row_of(c, gla_r_x(c, 2)) : NULL;
        gla_array *before = gla_r_conj(c, previous(c, gla_r_out(c, 0), time, initial));
        gla_r_give(c, 0,
                   a->ndim > 2 ? gla_r_multiply(c, gla_r_add_last(c, lambda, 1), row_of(c, before))
                               : gla_r_matmul(c, gla_r_t(c, lambda), before));
    }
    if (starts && gla_r_wants(c, 2)) {
        gla_array *l = gla_r_part(c, lambda, time, 0, 1);
        int64_t shape[GLA_MAX_NDIM];
        for (int i = 0; l && i < out->ndim; i++)
            shape[i] = i < time ? out->shape[i] : i == time ? k : 1;
        gla_array *d = gla_r_matmul(c, first, gla_r_reshape(c, l, out->ndim, shape));
        gla_r_give(c, 2, d ? gla_r_reshape(c, d, d->ndim - 1, d->shape) : NULL);
    }
}
