/* lyapunov.c - Discrete Lyapunov equation, by Smith's method with doubling.
 *
 * Multiplying the first 2^k terms of Σ aʲ q aʲᴴ by a^(2^k) from the left and by its adjoint from the right yields the next 2^k
 * terms. */
#include "equation.h"
#include "stack_norms.h"

#include <math.h>

/* maximum number of doublings; enough for any stable a whose eigenvalues are less than one by more than rounding */
enum { DOUBLINGS = 64 };

typedef struct lyapunov {
    const gla_call *c;
    gla_array *a, *q, *x;
    gla_array *power; /* current power of a */
    double *sizes;    /* norms of the power, for each matrix */
    bool estimate;    /* x is used for an error estimate, which must not fail */
    bool unstable;    /* set if no solution exists */
} lyapunov;

static gla_array *product(const lyapunov *l, const gla_array *a, const gla_array *b)
{
    return gla_failed(l->c) ? NULL : gla_call_product(l->c, a, b);
}

static gla_array *append(const lyapunov *l, gla_array *x)
{
    gla_scope *s = l->c->s;
    int start = gla_scope_mark(s);
    gla_array *terms = product(l, product(l, l->power, x), gla_s_adjoint(s, l->power));
    gla_array *sum = gla_scope_keep(s, start, gla_s_combine(s, gla_add, x, terms));
    if (x != l->q)
        gla_s_release(s, x);
    return sum;
}

/* Return true if the remaining terms are negligible.  Otherwise check that the power has not overflowed. */
static bool is_done(lyapunov *l, int k)
{
    const gla_call *c = l->c;
    double least = sqrt(gla_epsilon(c->dtype));
    bool done = true;
    char where[GLA_SHAPE_TEXT + 40];
    gla_stack_norms(c, "fro", l->power, l->sizes);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++) {
        done = done && l->sizes[i] <= least;
        if (isfinite(l->sizes[i]) && (k < DOUBLINGS || l->sizes[i] <= least))
            continue;
        l->unstable = true;
        if (!l->estimate)
            gla_s_fail(c->s, GLA_CONVERGENCE_ERROR,
                       "%s: a%s is not stable: it has an eigenvalue of modulus one or more; look for unit roots", c->op,
                       gla_stack_text(c, i, where, sizeof where));
    }
    return done || l->unstable;
}

static void add_up(lyapunov *l)
{
    const gla_call *c = l->c;
    l->power = l->a;
    l->x = l->q;
    for (int k = 0; !gla_failed(c) && !is_done(l, k); k++) {
        gla_array *power = l->power;
        l->x = append(l, l->x);
        l->power = product(l, power, power);
        if (power != l->a)
            gla_s_release(c->s, power);
    }
}

/* If q is Hermitian, rounding leaves x Hermitian only up to its last digits; make x exactly Hermitian. */
static gla_array *make_hermitian(const lyapunov *l)
{
    gla_scope *s = l->c->s;
    int start = gla_scope_mark(s);
    gla_array *half = NULL;
    if (gla_s_truth(s, gla_s_reduce_all(s, gla_all, gla_s_combine(s, gla_equal, l->q, gla_s_adjoint(s, l->q))))) {
        half = gla_s_combine(s, gla_multiply, l->x, gla_s_number(s, 0.5));
        half = gla_s_combine(s, gla_add, half, gla_s_adjoint(s, half));
    }
    gla_scope_keep(s, start, half);
    return half ? half : l->x;
}

/* Return the square roots of the diagonal of x, with ones in place of zeros.  Scaling by these roots makes the error estimate
 * independent of units. */
static gla_array *find_units(const lyapunov *l)
{
    gla_scope *s = l->c->s;
    gla_array *sizes = gla_s_apply(s, gla_abs, gla_failed(l->c) ? NULL : gla_s_diagonal(s, l->x, 0)),
              *none = gla_s_number(s, 0);
    return gla_s_apply(s, gla_sqrt, gla_s_where(s, gla_s_combine(s, gla_greater, sizes, none), sizes, gla_s_number(s, 1)));
}

/* Return m after division of row i by units i, and multiplication or division of column j by units j. */
static gla_array *in_units(const gla_call *c, const gla_array *m, gla_array *units, gla_binary *with)
{
    gla_array *column = gla_failed(c) ? NULL : gla_s_add_last(c->s, units),
              *row = column ? gla_s_swap_last(c->s, column) : NULL;
    return gla_s_combine(c->s, with, gla_s_combine(c->s, gla_divide, m, column), row);
}

/* The inverse of the operator x - a x aᴴ is positive, so its norm is attained at the identity. */
static void flag_estimates(const lyapunov *l, gla_estimates *doubts)
{
    const gla_call *c = l->c;
    gla_scope *s = c->s;
    double *n = gla_s_memory(s, 4 * c->count, sizeof *n);
    if (gla_failed(c) || !doubts->wanted)
        return;
    gla_array *eye = gla_s_new(s, c->dev, c->dtype, 2, (int64_t[]){c->n, c->n}), *units = find_units(l);
    gla_call_eye(c, eye);
    gla_array *of[4] = {in_units(c, l->a, units, gla_multiply), in_units(c, l->q, units, gla_divide),
                        in_units(c, l->x, units, gla_divide), NULL};
    lyapunov one = {.c = c,
                    .a = of[0],
                    .q = gla_failed(c) ? NULL : gla_s_broadcast(s, eye, l->x->ndim, l->x->shape),
                    .sizes = l->sizes,
                    .estimate = true};
    add_up(&one);
    of[3] = one.x;
    for (int k = 0; k < 4; k++)
        gla_stack_norms(c, k == 3 ? "1" : "fro", of[k], n + k * c->count);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++) {
        double a = n[i], q = n[c->count + i], x = n[2 * c->count + i], inverse = n[3 * c->count + i];
        doubts->of[i] = x > 0 ? gla_epsilon(c->dtype) * (a * a + q / x) * inverse : 0;
    }
}

static void check(const lyapunov *l)
{
    const gla_call *c = l->c;
    gla_estimates doubts = gla_estimates_new(c);
    if (!gla_failed(c) && !gla_call_finite(c, l->x))
        gla_s_fail(c->s, GLA_OVERFLOW_ERROR, "%s: x is too large for %s; rescale q", c->op, gla_dtype_name(c->dtype));
    flag_estimates(l, &doubts);
    gla_estimates_warn(c, &doubts, "x", "look for eigenvalues of a with modulus near one");
}

gla_array *gla_discrete_lyapunov(const gla_call *c, gla_array *a, gla_array *q, gla_estimates *doubts)
{
    lyapunov l = {.c = c, .a = a, .q = q, .sizes = gla_s_memory(c->s, c->count, sizeof(double)), .estimate = true};
    add_up(&l);
    l.x = gla_failed(c) || l.unstable ? NULL : make_hermitian(&l);
    if (l.x)
        flag_estimates(&l, doubts);
    return l.x;
}

static gla_status check_shapes(const gla_array *a, const gla_array *q)
{
    char ta[GLA_SHAPE_TEXT], tq[GLA_SHAPE_TEXT];
    if (a->ndim < 2 ||
        (q->ndim >= 2 && q->shape[q->ndim - 1] == a->shape[a->ndim - 1] && q->shape[q->ndim - 2] == a->shape[a->ndim - 1]))
        return GLA_OK; /* errors in a are reported elsewhere */
    return gla_fail(GLA_SHAPE_ERROR,
                    "solve_discrete_lyapunov: a has shape %s and q %s, but they must be square matrices of the "
                    "same order",
                    gla_shape_text(a->ndim, a->shape, ta, sizeof ta), gla_shape_text(q->ndim, q->shape, tq, sizeof tq));
}

gla_status gla_solve_discrete_lyapunov(const gla_array *a, const gla_array *q, gla_array **out)
{
    gla_call c;
    bool vector;
    *out = NULL;
    gla_status st = check_shapes(a, q);
    if (st)
        return st;
    gla_call_begin_pair(&c, "solve_discrete_lyapunov", a, q, true, false, &vector);
    gla_call_require_finite(&c, "a", c.a);
    gla_call_require_finite(&c, "q", c.b);
    lyapunov l = {.c = &c, .sizes = gla_s_memory(c.s, c.count, sizeof(double))};
    gla_matrices whole = gla_call_matrices(&c, c.n, c.n, GLA_ROW_MAJOR);
    if (gla_failed(&c) || whole.array->size == 0)
        return gla_call_return(&c, whole.array, out);
    gla_s_assign(c.s, whole.array, c.a);
    l.a = whole.array;
    l.q = gla_s_astype(c.s, c.dtype, c.b);
    add_up(&l);
    l.x = gla_failed(&c) ? NULL : make_hermitian(&l);
    if (l.x == l.q)
        l.x = gla_call_copy(&c, l.q, GLA_ROW_MAJOR).array;
    check(&l);
    return gla_call_return(&c, l.x, out);
}
