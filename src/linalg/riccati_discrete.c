/* riccati_discrete.c - Discrete algebraic Riccati equation, by doubling (E. K.-W. Chu, H.-Y. Fan, W.-W. Lin and C.-S. Wang,
 * 2004) and then Newton's method.
 *
 * The doubling is applied to the equation for x - d, where d is a multiple of the identity.  In this equation r + bᴴ d b takes
 * the place of r.  This matrix is invertible even if r is zero, as in a Kalman filter without measurement errors.  The
 * iteration that starts from d also converges to the stabilising solution if q does not detect unstable states. */
#include "riccati.h"

#include "gpulinalg/matrix_functions.h"
#include "stack_norms.h"

#include <math.h>

enum { DOUBLINGS = 40 };

typedef struct doubling {
    const gla_call *c;
    gla_array *a, *g, *h, *eye;
} doubling;

/* Return multiples of the identity, in the units of x, that are as large as q and imply a cost that is not small compared with
 * r. */
static gla_array *choose_shifts(const gla_riccati *p)
{
    const gla_call *c = &p->e.c;
    const int64_t count = c->count;
    double *sizes = gla_s_memory(c->s, 3 * count, sizeof *sizes);
    gla_stack_norms(c, "fro", p->q, sizes);
    gla_stack_norms(c, "fro", p->r, sizes + count);
    gla_stack_norms(c, "fro", p->b, sizes + 2 * count);
    for (int64_t i = 0; !gla_failed(c) && i < count; i++) {
        double b = sizes[2 * count + i], cost = b > 0 ? sizes[count + i] / b / b : 0, size = fmax(sizes[i], cost);
        sizes[i] = size > 0 && isfinite(size) ? ldexp(1, ilogb(size)) : 1;
    }
    return gla_failed(c) ? NULL : gla_stack_numbers(c, sizes);
}

/* Return the matrices a, g and h of the equation for x - d. */
static doubling begin(const gla_riccati *p, const gla_array *d)
{
    const gla_call *c = &p->e.c;
    gla_array *eye = gla_s_new(c->s, c->dev, c->dtype, 2, (int64_t[]){c->m, c->m});
    if (eye)
        gla_call_eye(c, eye);
    gla_array *db = gla_s_combine(c->s, gla_multiply, p->b, d), *da = gla_s_combine(c->s, gla_multiply, p->a, d);
    gla_array *r = gla_plus(c, p->r, gla_times(c, gla_adjoint(c, p->b), db)),
              *s = gla_plus(c, p->s, gla_times(c, gla_adjoint(c, p->a), db));
    gla_array *q = gla_plus(c, p->q,
                            gla_minus(c, gla_times(c, gla_adjoint(c, p->a), da), gla_s_combine(c->s, gla_multiply, eye, d)));
    gla_array *inverse = gla_equation_inverse(c, "r", gla_hermitian_part(c, r), c->n, true);
    doubling l = {.c = c, .eye = eye};
    if (!inverse)
        return l;
    l.a = gla_minus(c, p->a, gla_product_3(c, p->b, inverse, gla_adjoint(c, s)));
    l.g = gla_hermitian_part(c, gla_product_3(c, p->b, inverse, gla_adjoint(c, p->b)));
    l.h = gla_hermitian_part(c, gla_minus(c, q, gla_product_3(c, s, inverse, gla_adjoint(c, s))));
    return l;
}

/* Do one doubling step.  Return false if the step cannot be computed. */
static bool double_it(doubling *l)
{
    const gla_call *c = l->c;
    gla_array *sum = gla_plus(c, gla_times(c, l->g, l->h), l->eye);
    if (gla_failed(c) || !gla_call_finite(c, sum))
        return false;
    gla_array *inverse = gla_equation_inverse(c, "a", sum, c->m, true);
    gla_array *left = inverse ? gla_times(c, l->a, inverse) : NULL;
    if (!left)
        return false;
    gla_array *back = gla_adjoint(c, l->a);
    gla_array *h = gla_plus(c, l->h, gla_product_3(c, back, gla_times(c, l->h, inverse), l->a));
    l->g = gla_hermitian_part(c, gla_plus(c, l->g, gla_product_3(c, left, l->g, back)));
    l->a = gla_times(c, left, l->a);
    l->h = gla_hermitian_part(c, h);
    return !gla_failed(c);
}

/* Return true if the last step changed x by less than Newton's method will correct. */
static bool is_near(const gla_call *c, const gla_array *before, const gla_array *h)
{
    double *sizes = gla_s_memory(c->s, 2 * c->count, sizeof *sizes);
    bool near = true;
    gla_stack_norms(c, "fro", h, sizes);
    gla_stack_norms(c, "fro", gla_minus(c, h, before), sizes + c->count);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++)
        near = near && !(sizes[c->count + i] > 1e-4 * sqrt(sqrt(gla_epsilon(c->dtype))) * sizes[i]);
    return near;
}

static gla_array *approximate(const gla_riccati *p)
{
    const gla_call *c = &p->e.c;
    gla_array *d = choose_shifts(p);
    doubling l = d ? begin(p, d) : (doubling){.c = c};
    bool near = false;
    for (int k = 0; k < DOUBLINGS && l.h && !near && !gla_failed(c); k++) {
        const gla_array *before = l.h;
        if (!double_it(&l))
            break;
        near = is_near(c, before, l.h);
    }
    return l.h ? gla_plus(c, l.h, gla_s_combine(c->s, gla_multiply, l.eye, d)) : NULL;
}

/* Return the feedback (r + bᴴ x b)⁻¹ (bᴴ x a + sᴴ). */
static gla_array *feedback(const gla_riccati *p, const gla_array *x)
{
    const gla_call *c = &p->e.c;
    gla_array *bx = gla_times(c, gla_adjoint(c, p->b), x),
              *r = gla_hermitian_part(c, gla_plus(c, p->r, gla_times(c, bx, p->b)));
    if (gla_failed(c) || !gla_call_finite(c, r))
        return NULL;
    gla_array *inverse = gla_equation_inverse(c, "r", r, c->n, true);
    return inverse ? gla_times(c, inverse, gla_plus(c, gla_times(c, bx, p->a), gla_adjoint(c, p->s))) : NULL;
}

static gla_array *cost(const gla_riccati *p, const gla_array *closed, gla_array *period, gla_estimates *doubts)
{
    gla_call of_states = p->e.c;
    if (gla_failed(&of_states))
        return NULL;
    of_states.n = of_states.m;
    return gla_discrete_lyapunov(
        &of_states, gla_s_contiguous(of_states.s, of_states.dev, of_states.dtype, gla_s_adjoint(of_states.s, closed)), period,
        doubts);
}

gla_status gla_solve_discrete_are(const gla_array *a, const gla_array *b, const gla_array *q, const gla_array *r,
                                  gla_array **out, const gla_array *e, const gla_array *s, bool balanced)
{
    const gla_operand operands[] = {{"a", a, 0, 0}, {"b", b, 0, 1}, {"q", q, 0, 0},
                                    {"r", r, 1, 1}, {"e", e, 0, 0}, {"s", s, 0, 1}};
    gla_riccati p;
    const gla_call *c = &p.e.c;
    (void)balanced;
    gla_riccati_begin(&p, "solve_discrete_are", operands, false);
    gla_array *x = gla_call_matrices(c, c->m, c->m, GLA_ROW_MAJOR).array;
    if (!gla_failed(c) && x->size > 0)
        x = gla_riccati_refine(&p, approximate(&p), feedback, cost);
    return gla_equation_return(&p.e, x, out);
}
