/* riccati.c - Common parts of the two algebraic Riccati equations; see riccati.h. */
#include "riccati.h"

#include <math.h>

enum { STEPS = 40 };

static void check_hermitian(const gla_call *c, const char *name, const gla_array *x)
{
    char where[GLA_SHAPE_TEXT + 40];
    double *sizes = gla_s_memory(c->s, 2 * c->count, sizeof *sizes);
    gla_array *rest = gla_minus(c, x, gla_adjoint(c, x));
    gla_stack_norms(c, "fro", x, sizes);
    gla_stack_norms(c, "fro", rest, sizes + c->count);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++)
        if (sizes[c->count + i] > 100 * gla_epsilon(c->dtype) * sizes[i])
            gla_s_fail(c->s, GLA_ARGUMENT_ERROR,
                       "%s: %s%s is not symmetric or Hermitian; replace it by half the sum of itself and its adjoint", c->op,
                       name, gla_stack_text(c, i, where, sizeof where));
}

/* Return a stack of m x n zero matrices. */
static gla_array *zeros(const gla_call *c, int64_t m, int64_t n)
{
    gla_array *x = gla_call_matrices(c, m, n, GLA_ROW_MAJOR).array;
    gla_s_fill(c->s, x, 0);
    return x;
}

void gla_riccati_begin(gla_riccati *p, const char *op, const gla_operand *operands, bool on_host)
{
    gla_equation *e = &p->e;
    const gla_call *c = &e->c;
    gla_equation_begin(e, op, GLA_EQUATION_OPERANDS, operands, on_host);
    p->a = e->in[0];
    p->b = e->in[1];
    p->q = e->in[2];
    p->r = e->in[3];
    p->s = e->in[5];
    if (c->n == 0)
        gla_s_fail(c->s, GLA_SHAPE_ERROR, "%s: b has no columns, so the equation is a Lyapunov equation", op);
    if (gla_failed(c) || c->count == 0 || c->m == 0)
        return;
    check_hermitian(c, "q", p->q);
    check_hermitian(c, "r", p->r);
    p->q = gla_hermitian_part(c, p->q);
    p->r = gla_hermitian_part(c, p->r);
    p->s = p->s ? p->s : zeros(c, c->m, c->n);
    if (!e->in[4] || gla_failed(c))
        return;
    gla_array *inverse = gla_equation_inverse(c, "e", e->in[4], c->m, false);
    gla_array *left = inverse ? gla_s_adjoint(c->s, inverse) : NULL;
    p->a = gla_times(c, p->a, inverse);
    p->q = gla_hermitian_part(c, gla_product_3(c, left, p->q, inverse));
    p->s = gla_times(c, left, p->s);
}

/* Return the cost of one period, q + kᴴ r k - s k - (s k)ᴴ. */
static gla_array *period_cost(const gla_riccati *p, const gla_array *k)
{
    const gla_call *c = &p->e.c;
    if (gla_failed(c))
        return NULL;
    gla_array *cost = gla_product_3(c, gla_s_adjoint(c->s, k), p->r, k), *cross = gla_times(c, p->s, k);
    cross = gla_s_combine(c->s, gla_multiply, gla_hermitian_part(c, cross), gla_s_number(c->s, 2));
    cost = gla_minus(c, gla_plus(c, p->q, cost), cross);
    return gla_hermitian_part(c, cost);
}

static void fail(const gla_call *c)
{
    gla_s_fail(c->s, GLA_CONVERGENCE_ERROR,
               "%s: no stabilising solution was found; check that (a, b) is "
               "stabilisable and that q and s detect all unstable states of a",
               c->op);
}

/* Return the largest relative change in the stack; NaN if it is not finite. */
static double change(const gla_call *c, const gla_array *x, const gla_array *next)
{
    double *sizes = gla_s_memory(c->s, 2 * c->count, sizeof *sizes), most = 0;
    gla_stack_norms(c, "fro", next, sizes);
    gla_stack_norms(c, "fro", gla_minus(c, next, x), sizes + c->count);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++) {
        double each = sizes[c->count + i] > 0 ? sizes[c->count + i] / sizes[i] : sizes[c->count + i];
        most = each > most || isnan(each) ? each : most;
    }
    return gla_failed(c) ? 0 : most;
}

gla_array *gla_riccati_refine(const gla_riccati *p, gla_array *x, gla_riccati_feedback *feedback, gla_riccati_cost *cost)
{
    const gla_call *c = &p->e.c;
    const double least = gla_epsilon(c->dtype) * (double)(4 * c->m), enough = sqrt(gla_epsilon(c->dtype));
    double last = INFINITY, now = INFINITY;
    gla_estimates doubts = gla_estimates_new(c);
    for (int step = 0; step < STEPS && x && !gla_failed(c); step++) {
        const bool is_last = last <= enough; /* the next step shows how many digits have converged */
        int mark = gla_scope_mark(c->s);
        gla_array *k = feedback(p, x), *part = k ? gla_times(c, p->b, k) : NULL;
        gla_array *closed = part ? gla_minus(c, p->a, part) : NULL;
        gla_array *next = closed ? cost(p, closed, period_cost(p, k), &doubts) : NULL;
        now = next ? change(c, x, next) : NAN;
        x = gla_scope_keep(c->s, mark, next);
        if (!(now > least) || (is_last && now >= last / 2))
            break;
        last = now;
    }
    if (!gla_failed(c) && !(x && now <= enough))
        fail(c);
    gla_estimates_warn(c, &doubts, "x", "look for eigenvalues of the closed loop near the stability boundary");
    return x;
}
