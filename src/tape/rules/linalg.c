/* linalg.c - Derivatives of linear systems, determinants and norms. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/matrix.h"

#include <string.h>

/* ---- linear systems ---------------------------------------------------------------------------------------------- */
/* For op(a) x = b with the cotangent r of b, return that of a: op⁻¹(-r xᴴ). */
static gla_array *of_matrix(gla_vjp *c, const gla_array *r, const gla_array *x, gla_transpose trans)
{
    gla_array *product = trans == GLA_AS_GIVEN     ? gla_r_matmul(c, r, gla_r_h(c, x))
                         : trans == GLA_TRANSPOSED ? gla_r_matmul(c, gla_r_conj(c, x), gla_r_t(c, r))
                                                   : gla_r_matmul(c, x, gla_r_h(c, r));
    return gla_r_negative(c, product);
}

/* The adjoint system has the matrix op(a)ᴴ: return a, or its conjugate, and in *trans what to do with it. */
static gla_array *adjoint(gla_vjp *c, gla_transpose *trans)
{
    gla_transpose given = (gla_transpose)c->node->in[2].integer;
    *trans = given == GLA_AS_GIVEN ? GLA_CONJUGATE_TRANSPOSED : GLA_AS_GIVEN;
    return given == GLA_TRANSPOSED ? gla_r_conj(c, gla_r_x(c, 0)) : gla_r_x(c, 0);
}

GLA_VJP(solve)
{
    bool vector = gla_r_like(c, 1)->ndim == 1;
    gla_transpose trans;
    gla_array *a = adjoint(c, &trans), *r = gla_r_solve(c, a, gla_r_column(c, gla_r_g(c, 0), vector), trans);
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, of_matrix(c, r, gla_r_column(c, gla_r_out(c, 0), vector), (gla_transpose)c->node->in[2].integer));
    gla_r_give(c, 1, gla_r_uncolumn(c, r, vector));
}

GLA_VJP(solve_triangular)
{
    bool vector = gla_r_like(c, 1)->ndim == 1, lower = c->node->in[3].truth, unit = c->node->in[4].truth;
    gla_transpose trans;
    gla_array *a = adjoint(c, &trans), *g = gla_r_column(c, gla_r_g(c, 0), vector), *r = NULL;
    if (a && g && !c->s.status)
        r = gla_r_adopt(c, gla_solve_triangular(a, g, &r, trans, lower, unit), &r);
    if (gla_r_wants(c, 0)) {
        gla_array *d = of_matrix(c, r, gla_r_column(c, gla_r_out(c, 0), vector), (gla_transpose)c->node->in[2].integer);
        gla_r_give(c, 0, lower ? gla_r_tril(c, d, unit ? -1 : 0) : gla_r_triu(c, d, unit ? 1 : 0));
    }
    gla_r_give(c, 1, gla_r_uncolumn(c, r, vector));
}

static gla_array *of_inverse(gla_vjp *c, const gla_array *inverse, const gla_array *g)
{
    gla_array *t = gla_r_h(c, inverse);
    return gla_r_negative(c, gla_r_matmul(c, gla_r_matmul(c, t, g), t));
}

GLA_VJP(inv)
{
    gla_r_give(c, 0, of_inverse(c, gla_r_out(c, 0), gla_r_g(c, 0)));
}

/* Conjugate cofactors of singular matrices, from U S Vᴴ: conj(det(U Vᴴ)) times U diag(products of the other singular values)
 * Vᴴ. */
static gla_array *cofactors(gla_vjp *c)
{
    gla_array *S, *Vh, *U = gla_r_svd(c, gla_r_x(c, 0), &S, &Vh), *others = NULL;
    if (!U || c->s.status)
        return NULL;
    int64_t n = S->shape[S->ndim - 1];
    gla_array *rest = gla_r_where(c, gla_r_eye(c, gla_r_like(c, 0), n, n, 0), gla_r_number(c, 1), gla_r_row(c, S));
    if (rest && !c->s.status)
        others = gla_r_adopt(c, gla_prod(rest, &others, &(const gla_ints){1, {-1}}, GLA_NO_DTYPE, false), &others);
    gla_array *product = gla_r_from_svd(c, U, others, Vh);
    gla_array *phase = gla_r_multiply(c, gla_r_apply(c, gla_det, U), gla_r_apply(c, gla_det, Vh));
    return gla_r_multiply(c, product, gla_r_add_last(c, gla_r_conj(c, phase), 2));
}

GLA_VJP(det)
{
    gla_array *g = gla_r_g(c, 0), *out = gla_r_out(c, 0), *d;
    if (!g || gla_r_is_empty(gla_r_like(c, 0)))
        return;
    if (gla_r_any(c, gla_r_combine(c, gla_equal, out, gla_r_number(c, 0))))
        d = gla_r_multiply(c, cofactors(c), gla_r_add_last(c, g, 2));
    else
        d = gla_r_multiply(c, gla_r_h(c, gla_r_apply(c, gla_inv, gla_r_x(c, 0))),
                           gla_r_add_last(c, gla_r_multiply(c, g, gla_r_conj(c, out)), 2));
    gla_r_give(c, 0, d);
}

/* With t = tr(x⁻¹ dx), log|det| changes by Re t, and the sign of a complex determinant by i·sign·Im t. */
GLA_VJP(slogdet)
{
    gla_array *sign = gla_r_out(c, 0), *turn = NULL;
    if (gla_r_like(c, 0)->dtype >= GLA_COMPLEX64 && gla_r_g(c, 0)) {
        turn = gla_r_multiply(c, gla_r_conj(c, gla_r_g(c, 0)), sign);
        turn = gla_r_scale(c, gla_r_subtract(c, gla_r_conj(c, turn), turn), 0.5);
    }
    gla_array *factor = gla_r_add(c, gla_r_g(c, 1), turn);
    if (factor)
        gla_r_give(c, 0, gla_r_multiply(c, gla_r_h(c, gla_r_apply(c, gla_inv, gla_r_x(c, 0))), gla_r_add_last(c, factor, 2)));
}

/* ---- diagonals --------------------------------------------------------------------------------------------------- */
static gla_array *on_diagonal(gla_vjp *c, int64_t k)
{
    const gla_operand *x = gla_r_like(c, 0);
    return gla_r_eye(c, x, x->shape[x->ndim - 2], x->shape[x->ndim - 1], k);
}

GLA_VJP(trace)
{
    gla_array *g = gla_r_add_last(c, gla_r_g(c, 0), 2);
    gla_r_give(c, 0, g ? gla_r_where(c, on_diagonal(c, c->node->in[1].integer), g, gla_r_number(c, 0)) : NULL);
}

/* The diagonal begins in row max(-k, 0) and column max(k, 0). */
GLA_VJP(diagonal)
{
    int64_t k = c->node->in[1].integer;
    gla_array *square = gla_r_diag(c, gla_r_like(c, 0), gla_r_g(c, 0)), *all = square ? gla_r_zeros(c, 0) : NULL;
    if (!all || c->s.status)
        return;
    int64_t n = square->shape[square->ndim - 1], row = k < 0 ? -k : 0, column = k > 0 ? k : 0;
    const gla_index key = {
        .n = 3,
        .v = {{.kind = GLA_INDEX_ELLIPSIS},
              {.kind = GLA_INDEX_SLICE, .has_start = true, .has_stop = true, .start = row, .stop = row + n, .step = 1},
              {.kind = GLA_INDEX_SLICE, .has_start = true, .has_stop = true, .start = column, .stop = column + n, .step = 1}}};
    if (n > 0)
        gla_s_check(&c->s, gla_setitem(all, &key, square));
    gla_r_give(c, 0, all);
}

/* ---- norms ------------------------------------------------------------------------------------------------------- */
/* x / y, and 0 where y is 0 */
static gla_array *ratio(gla_vjp *c, const gla_array *x, const gla_array *y)
{
    gla_array *zero = gla_r_number(c, 0), *none = gla_r_combine(c, gla_equal, y, zero);
    return gla_r_where(c, none, zero, gla_r_divide(c, x, gla_r_where(c, none, gla_r_number(c, 1), y)));
}

/* g shared by the elements of `sizes` that are equal to the norm, over some axes */
static gla_array *shared(gla_vjp *c, const gla_array *g, const gla_array *sizes, const gla_array *norm, const gla_ints *axes)
{
    gla_array *zero = gla_r_number(c, 0), *chosen = gla_r_combine(c, gla_equal, sizes, norm);
    gla_array *count = gla_r_sum(c, chosen, axes, true), *made = gla_r_astype(c, count, sizes ? sizes->dtype : GLA_FLOAT64);
    return gla_r_where(c, chosen, gla_r_divide(c, g, made), zero);
}

/* A vector of length k with true at one position. */
static gla_array *one_of(gla_vjp *c, const gla_operand *like, int64_t k, int64_t position)
{
    return gla_r_reshape(c, gla_r_eye(c, like, 1, k, position), 1, &k);
}

static gla_array *of_spectral_norm(gla_vjp *c, const gla_array *x, const gla_array *g, const char *ord)
{
    gla_array *S, *Vh, *U = gla_r_svd(c, x, &S, &Vh), *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1);
    if (!U || c->s.status)
        return NULL;
    int64_t k = S->shape[S->ndim - 1];
    gla_array *chosen = !strcmp(ord, "nuc") ? gla_r_combine(c, gla_greater, S, zero)
                                            : one_of(c, gla_r_like(c, 0), k, *ord == '-' ? k - 1 : 0);
    gla_array *weights = gla_r_astype(c, gla_r_where(c, chosen, one, zero), S->dtype);
    return gla_r_multiply(c, gla_r_from_svd(c, U, weights, Vh), g);
}

/* The cotangent of a matrix whose norm has the cotangent g; both keep the reduced axes. ord may also be "1.0" or "+2". */
static gla_array *of_matrix_norm(gla_vjp *c, const gla_array *x, const gla_array *norm, const gla_array *g, const char *ord)
{
    if (!strcmp(ord, "fro"))
        return gla_r_multiply(c, g, ratio(c, x, norm));
    if (!strcmp(ord, "nuc") || strchr(ord, '2'))
        return of_spectral_norm(c, x, g, ord);
    int summed = strchr(ord, '1') ? -2 : -1;
    gla_array *sums = gla_r_total(c, gla_r_apply(c, gla_abs, x), summed, true);
    gla_array *parts = shared(c, g, sums, norm, &(const gla_ints){1, {-3 - summed}});
    return gla_r_multiply(c, parts, gla_r_apply(c, gla_sign, x));
}

GLA_VJP(matrix_norm)
{
    static const gla_ints both = {2, {-2, -1}};
    const gla_operand *x = gla_r_like(c, 0);
    if (!gla_r_is_empty(x))
        gla_r_give(c, 0,
                   of_matrix_norm(c, gla_r_x(c, 0), gla_r_spread(c, gla_r_out(c, 0), x, &both),
                                  gla_r_spread(c, gla_r_g(c, 0), x, &both), c->node->in[2].text));
}

/* With z = |x|/norm <= 1, ord p: sign(x) z^(p-1). */
GLA_VJP(vector_norm)
{
    const gla_operand *like = gla_r_like(c, 0);
    const gla_ints *axis = c->node->in[1].ints;
    double p = c->node->in[3].real;
    gla_array *x = gla_r_x(c, 0), *g = gla_r_spread(c, gla_r_g(c, 0), like, axis);
    gla_array *norm = gla_r_spread(c, gla_r_out(c, 0), like, axis), *d;
    if (!g || p == 0)
        return;
    if (p == 2)
        d = gla_r_multiply(c, g, ratio(c, x, norm));
    else if (p == 1)
        d = gla_r_multiply(c, g, gla_r_apply(c, gla_sign, x));
    else if (p - p != 0)
        d = gla_r_multiply(c, shared(c, g, gla_r_apply(c, gla_abs, x), norm, axis), gla_r_apply(c, gla_sign, x));
    else {
        gla_array *z = ratio(c, gla_r_apply(c, gla_abs, x), norm), *zero = gla_r_number(c, 0), *one = gla_r_number(c, 1);
        gla_array *none = gla_r_combine(c, gla_equal, z, zero);
        z = gla_r_combine(c, gla_pow, gla_r_where(c, none, one, z), gla_r_number(c, p - 1));
        d = gla_r_multiply(c, g, gla_r_multiply(c, gla_r_where(c, none, zero, z), gla_r_apply(c, gla_sign, x)));
    }
    gla_r_give(c, 0, d);
}

/* A ratio of singular values */
static gla_array *of_spectral_condition(gla_vjp *c, const gla_array *x, const gla_array *g, bool inverted)
{
    gla_array *S, *Vh, *U = gla_r_svd(c, x, &S, &Vh), *zero = gla_r_number(c, 0);
    if (!U || c->s.status)
        return NULL;
    int64_t k = S->shape[S->ndim - 1], above = inverted ? k - 1 : 0, below = inverted ? 0 : k - 1;
    gla_array *top = gla_r_lines(c, S, -1, above, above + 1), *bottom = gla_r_lines(c, S, -1, below, below + 1);
    gla_array *first = gla_r_where(c, one_of(c, gla_r_like(c, 0), k, above), gla_r_divide(c, gla_r_number(c, 1), bottom), zero);
    gla_array *second = gla_r_where(c, one_of(c, gla_r_like(c, 0), k, below),
                                    gla_r_divide(c, gla_r_divide(c, top, bottom), bottom), zero);
    return gla_r_multiply(c, gla_r_from_svd(c, U, gla_r_subtract(c, first, second), Vh), g);
}

GLA_VJP(cond)
{
    const char *p = c->node->in[1].text;
    gla_array *x = gla_r_x(c, 0), *g = gla_r_add_last(c, gla_r_g(c, 0), 2), *norm[2] = {NULL, NULL};
    if (!g || gla_r_is_empty(gla_r_like(c, 0)))
        return;
    if (!p || strchr(p, '2')) {
        gla_array *d = of_spectral_condition(c, x, g, p && *p == '-'), *zero = gla_r_number(c, 0);
        gla_r_give(c, 0, gla_r_where(c, gla_r_combine(c, gla_equal, g, zero), zero, d)); /* not 0 inf, if x is singular */
        return;
    }
    gla_array *y = gla_r_apply(c, gla_inv, x);
    for (int i = 0; i < 2 && !c->s.status; i++)
        norm[i] = gla_r_adopt(c, gla_matrix_norm(i ? y : x, &norm[i], true, p), &norm[i]);
    gla_array *of_y = of_matrix_norm(c, y, norm[1], gla_r_multiply(c, g, norm[0]), p);
    gla_r_give(c, 0, gla_r_add(c, of_matrix_norm(c, x, norm[0], gla_r_multiply(c, g, norm[1]), p), of_inverse(c, y, of_y)));
}
