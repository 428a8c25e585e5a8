/* sparse.c - Derivatives of products and systems with sparse matrices, with respect to the dense operands. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "direct/direct.h"
#include "tape/rules/matrix.h"

#include <math.h>

/* Return the matrix, or its factors; NULL after a failure. */
static const void *constant(gla_vjp *c)
{
    if (gla_r_wants(c, 0))
        gla_r_fail(c, "has no derivative with respect to the sparse matrix; use a dense matrix");
    return gla_r_g(c, 0) && !c->s.status ? c->node->in[0].object : NULL;
}

/* The conjugate transpose of a matrix, the conjugate of a vector */
static gla_array *turned(gla_vjp *c, const gla_array *x)
{
    return x && x->ndim == 1 ? gla_r_conj(c, x) : gla_r_h(c, x);
}

/* aᴴ g = (gᴴ a)ᴴ */
GLA_VJP(sparse_dot)
{
    const gla_sparse *a = constant(c);
    gla_array *g = a ? turned(c, gla_r_g(c, 0)) : NULL, *made = NULL;
    if (g && !c->s.status)
        gla_r_give(c, 1, turned(c, gla_r_adopt(c, gla_sparse_rdot(a, g, &made), &made)));
}

GLA_VJP(sparse_rdot)
{
    const gla_sparse *a = constant(c);
    gla_array *g = a ? turned(c, gla_r_g(c, 0)) : NULL, *made = NULL;
    if (g && !c->s.status)
        gla_r_give(c, 1, turned(c, gla_r_adopt(c, gla_sparse_dot(a, g, &made), &made)));
}

/* The adjoint of aᵀ is the conjugate of a. */
static gla_array *solve_adjoint(gla_vjp *c, const gla_sparse_factorization *f, gla_transpose trans)
{
    bool conjugated = trans == GLA_TRANSPOSED;
    gla_array *made = NULL, *g = conjugated ? gla_r_conj(c, gla_r_g(c, 0)) : gla_r_g(c, 0);
    gla_transpose back = trans == GLA_AS_GIVEN ? GLA_CONJUGATE_TRANSPOSED : GLA_AS_GIVEN;
    if (!g || c->s.status)
        return NULL;
    gla_array *r = gla_r_adopt(c, gla_sparse_factorization_solve(f, g, &made, back), &made);
    return conjugated ? gla_r_conj(c, r) : r;
}

static double size_of(gla_vjp *c, const gla_array *x)
{
    gla_array *most = gla_r_largest(c, gla_r_apply(c, gla_abs, x), true);
    void *data;
    gla_array *host = most ? gla_s_to_host(&c->s, gla_r_astype(c, most, GLA_FLOAT64), &data) : NULL;
    return host ? *(const double *)data : 0;
}

/* `refactor` may have changed the factors since: x must still solve the system. */
static void check_factors(gla_vjp *c, const gla_sparse_factorization *f, gla_transpose trans)
{
    static const gla_trans letters[] = {GLA_NO_TRANS, GLA_TRANS, GLA_CONJ_TRANS};
    gla_array *x = gla_r_out(c, 0), *b = gla_r_x(c, 1);
    if (!x || !b || c->s.status || gla_r_is_empty(gla_r_like(c, 1)))
        return;
    int64_t n = direct_order(f);
    direct_sides given = direct_prepare_sides(&c->s, f->at, f->place, n, b);
    direct_sides found = direct_prepare_sides(&c->s, f->at, f->place, n, x);
    gla_array *product = c->s.status ? NULL : direct_product(&c->s, f->a, letters[trans], found.rows);
    gla_array *rest = gla_r_subtract(c, given.rows, product);
    double scale = size_of(c, given.rows) + f->largest * size_of(c, found.rows);
    if (size_of(c, rest) > sqrt(gla_r_epsilon(x->dtype)) * scale)
        gla_r_fail(c, "has no derivative after refactor has changed the factors; use a new SparseFactor for each matrix");
}

GLA_VJP(sparse_factorization_solve)
{
    const gla_sparse_factorization *f = constant(c);
    if (f)
        check_factors(c, f, (gla_transpose)c->node->in[2].integer);
    if (f && !c->s.status)
        gla_r_give(c, 1, solve_adjoint(c, f, (gla_transpose)c->node->in[2].integer));
}

GLA_VJP(sparse_solve)
{
    const gla_sparse *a = constant(c);
    gla_sparse_factorization *f = NULL;
    if (a && !gla_s_check(&c->s, gla_sparse_factor(a, &f, "auto")))
        gla_r_give(c, 1, solve_adjoint(c, f, GLA_AS_GIVEN));
    gla_object_unref(f);
}

/* With x = a⁺ b and r = b - a x: (aᴴ)⁺ gx, the smallest solution of aᴴ u = gx, and 2 r g for the residuals |r|². */
GLA_VJP(sparse_lstsq)
{
    const gla_sparse *a = c->node->in[0].object;
    gla_sparse *adjoint = NULL;
    bool vector = gla_r_like(c, 1)->ndim == 1;
    gla_array *gx = gla_r_g(c, 0), *gr = gla_r_column(c, gla_r_g(c, 1), vector), *b = gla_r_x(c, 1), *d = NULL, *ax = NULL;
    if (gla_r_wants(c, 0))
        gla_r_fail(c, "has no derivative with respect to the sparse matrix; use a dense matrix");
    if (gx && !gla_s_check(&c->s, gla_sparse_adjoint(a, &adjoint))) {
        gla_array *residuals = NULL, *rank = NULL;
        d = gla_r_adopt(c, gla_sparse_lstsq(adjoint, gx, &d, &residuals, &rank, c->node->in[2].real), &d);
        gla_s_own(&c->s, residuals);
        gla_s_own(&c->s, rank);
    }
    gla_object_unref(adjoint);
    if (gr && !c->s.status) {
        gla_array *r = gla_r_subtract(c, b, gla_r_adopt(c, gla_sparse_dot(a, gla_r_out(c, 0), &ax), &ax));
        gla_array *more = gla_r_multiply(c, gla_r_scale(c, gla_r_column(c, r, vector), 2), gla_r_row(c, gr));
        d = gla_r_add(c, d, gla_r_uncolumn(c, more, vector));
    }
    gla_r_give(c, 1, d);
}
