/* riccati_continuous.c - Continuous algebraic Riccati equation, on the host in double precision.
 *
 * The ordered Schur form of the Hamiltonian matrix (A. J. Laub, 1979) yields a first approximation.  Newton's method, whose
 * steps are linear equations, refines it. */
#include "riccati.h"

#include "gpulinalg/matrix_functions.h"
#include "stack_norms.h"

#include <math.h>

/* Return powers of two that balance the off-diagonal blocks of the Hamiltonian matrix; ones unless `balanced`. */
static gla_array *choose_units(const gla_call *c, const gla_array *g, const gla_array *q, bool balanced)
{
    double *sizes = gla_s_memory(c->s, 2 * c->count, sizeof *sizes);
    gla_stack_norms(c, "fro", g, sizes);
    gla_stack_norms(c, "fro", q, sizes + c->count);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++) {
        double ratio = sqrt(sizes[c->count + i]) / sqrt(sizes[i]);
        sizes[i] = balanced && ratio > 0 && isfinite(ratio) ? ldexp(1, ilogb(ratio)) : 1;
    }
    return gla_failed(c) ? NULL : gla_stack_numbers(c, sizes);
}

/* Return one of the four blocks of a matrix of order 2 m, or of the first m columns of such a matrix. */
static gla_array *corner(const gla_call *c, const gla_array *x, int row, int col)
{
    gla_array *rows = gla_failed(c) ? NULL : gla_s_slice(c->s, x, c->nbatch, row * c->m, c->m);
    return rows ? gla_s_slice(c->s, rows, c->nbatch + 1, col * c->m, c->m) : NULL;
}

/* Return x from the invariant subspace for the eigenvalues in the left half-plane; NULL if the number of these eigenvalues is
 * not m. */
static gla_array *approximate(const gla_riccati *p, const gla_array *inverse, bool balanced)
{
    const gla_call *c = &p->e.c;
    gla_array *t, *z, *back = gla_adjoint(c, p->b);
    gla_array *cross = gla_adjoint(c, p->s);
    gla_array *a = gla_minus(c, p->a, gla_product_3(c, p->b, inverse, cross));
    gla_array *g = gla_hermitian_part(c, gla_product_3(c, p->b, inverse, back));
    gla_array *q = gla_hermitian_part(c, gla_minus(c, p->q, gla_product_3(c, p->s, inverse, cross)));
    gla_array *units = choose_units(c, g, q, balanced), *zero = gla_s_number(c->s, 0);
    gla_array *whole = gla_call_matrices(c, 2 * c->m, 2 * c->m, GLA_ROW_MAJOR).array;
    int64_t *counts = gla_s_memory(c->s, c->count, sizeof *counts);
    if (gla_failed(c))
        return NULL;
    gla_s_assign(c->s, corner(c, whole, 0, 0), a);
    gla_s_assign(c->s, corner(c, whole, 0, 1), gla_minus(c, zero, gla_s_combine(c->s, gla_multiply, g, units)));
    gla_s_assign(c->s, corner(c, whole, 1, 0), gla_minus(c, zero, gla_s_combine(c->s, gla_divide, q, units)));
    gla_s_assign(c->s, corner(c, whole, 1, 1), gla_minus(c, zero, gla_adjoint(c, a)));
    if (gla_failed(c) || !gla_call_finite(c, whole))
        return NULL;
    gla_schur_forms(c, whole, "lhp", &t, &z, counts);
    for (int64_t i = 0; !gla_failed(c) && i < c->count; i++)
        if (counts[i] != c->m)
            return NULL;
    gla_array *top = corner(c, z, 0, 0), *low = corner(c, z, 1, 0);
    top = top ? gla_equation_inverse(c, "a", gla_s_contiguous(c->s, c->dev, c->dtype, top), c->m, true) : NULL;
    return top ? gla_hermitian_part(c, gla_s_combine(c->s, gla_multiply, gla_times(c, low, top), units)) : NULL;
}

/* r⁻¹ (bᴴ x + sᴴ). */
static gla_array *feedback(const gla_riccati *p, const gla_array *x)
{
    const gla_call *c = &p->e.c;
    gla_array *inverse = gla_equation_inverse(c, "r", p->r, c->n, true);
    if (!inverse || !gla_call_finite(c, x))
        return NULL;
    gla_array *sum = gla_plus(c, gla_times(c, gla_adjoint(c, p->b), x), gla_adjoint(c, p->s));
    return gla_times(c, inverse, sum);
}

/* Solve (a - b k)ᴴ x + x (a - b k) = -cost. */
static gla_array *cost(const gla_riccati *p, const gla_array *closed, gla_array *period, gla_estimates *doubts)
{
    const gla_call *c = &p->e.c;
    bool stable = true;
    gla_array *negative = gla_minus(c, gla_s_number(c->s, 0), period);
    if (gla_failed(c) || !gla_call_finite(c, closed) || !gla_call_finite(c, negative))
        return NULL;
    return gla_continuous_lyapunov(c, gla_s_adjoint(c->s, closed), negative, doubts, &stable);
}

gla_status gla_solve_continuous_are(const gla_array *a, const gla_array *b, const gla_array *q, const gla_array *r,
                                    gla_array **out, const gla_array *e, const gla_array *s, bool balanced)
{
    const gla_operand operands[] = {{"a", a, 0, 0}, {"b", b, 0, 1}, {"q", q, 0, 0},
                                    {"r", r, 1, 1}, {"e", e, 0, 0}, {"s", s, 0, 1}};
    gla_riccati p;
    const gla_call *c = &p.e.c;
    gla_riccati_begin(&p, "solve_continuous_are", operands, true);
    gla_array *x = gla_call_matrices(c, c->m, c->m, GLA_ROW_MAJOR).array;
    if (!gla_failed(c) && x->size > 0) {
        gla_array *inverse = gla_equation_inverse(c, "r", p.r, c->n, false);
        x = gla_riccati_refine(&p, gla_failed(c) ? NULL : approximate(&p, inverse, balanced), feedback, cost);
    }
    return gla_equation_return(&p.e, x, out);
}
