/* factors.c - Derivatives of the Cholesky, QR and LU factorisations and of the Schur form. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/matrix.h"

#include <string.h>

GLA_VJP(cholesky)
{
    bool upper = c->node->in[1].truth;
    gla_array *out = gla_r_out(c, 0), *g = gla_r_g(c, 0);
    gla_r_give(c, 0, gla_r_cholesky_back(c, upper ? gla_r_h(c, out) : out, upper ? gla_r_h(c, g) : g));
}

/* x Rᴴ⁻¹ for triangular R */
static gla_array *over_adjoint(gla_vjp *c, const gla_array *x, const gla_array *R, bool lower)
{
    return gla_r_h(c, gla_r_triangular(c, R, gla_r_h(c, x), GLA_AS_GIVEN, lower));
}

/* Return the Hermitian matrix with the lower triangle of x, whose diagonal is taken as real. */
static gla_array *from_lower(gla_vjp *c, const gla_array *x)
{
    gla_array *low = gla_r_tril(c, x, -1), *diagonal = gla_r_subtract(c, gla_r_tril(c, x, 0), low);
    diagonal = gla_r_tril(c, gla_r_triu(c, diagonal, 0), 0);
    return gla_r_add(c, gla_r_add(c, low, gla_r_h(c, low)), gla_r_hermitian(c, diagonal));
}

/* R is square. */
static gla_array *of_tall(gla_vjp *c, const gla_array *Q, const gla_array *R, const gla_array *gQ, const gla_array *gR)
{
    gla_array *m = gla_r_subtract(c, gla_r_matmul(c, R, gla_r_h(c, gR)), gla_r_matmul(c, gla_r_h(c, gQ), Q));
    return over_adjoint(c, gla_r_add(c, gQ, gla_r_matmul(c, Q, from_lower(c, m))), R, false);
}

/* A wide matrix is [X Y] with X = Q U and Y = Q V. */
GLA_VJP(qr)
{
    static const char remedy[] = "use mode=\"reduced\"";
    const gla_operand *x = gla_r_like(c, 0);
    gla_array *Q = gla_r_out(c, 0), *R = gla_r_out(c, 1), *gQ = gla_r_g(c, 0), *gR = gla_r_g(c, 1);
    if (gla_r_is_empty(x))
        return;
    int64_t m = x->shape[x->ndim - 2], n = x->shape[x->ndim - 1];
    if (m > n) { /* without what mode="complete" adds */
        Q = gla_r_lines(c, Q, -1, 0, n);
        R = gla_r_lines(c, R, -2, 0, n);
        gQ = gla_r_leading(c, gQ, -1, n, remedy);
        gR = gla_r_lines(c, gR, -2, 0, n);
    }
    if (m >= n) {
        gla_r_give(c, 0, of_tall(c, Q, R, gQ, gR));
        return;
    }
    gla_array *V = gla_r_lines(c, R, -1, m, n), *gV = gla_r_lines(c, gR, -1, m, n);
    gla_array *more = gla_r_matmul(c, gla_r_matmul(c, Q, V), gla_r_h(c, gV));
    gla_array *first = of_tall(c, Q, gla_r_lines(c, R, -1, 0, m), gla_r_add(c, gQ, more), gla_r_lines(c, gR, -1, 0, m));
    gla_array *second = gV ? gla_r_matmul(c, Q, gV) : gla_r_scale(c, gla_r_matmul(c, Q, V), 0);
    gla_r_give(c, 0, gla_r_join(c, first, second, -1));
}

/* P x for the permutation matrix P, or its indices p with (P x)[p] = x: rows of P x are x[p] for a = L[p] U */
static gla_array *permute_rows(gla_vjp *c, const gla_array *P, const gla_array *x, bool indices)
{
    gla_array *made = NULL, *rows = indices ? gla_r_add_last(c, P, 1) : NULL;
    if (!indices || !x || c->s.status)
        return gla_r_matmul(c, P, x);
    int64_t shape[GLA_MAX_NDIM];
    memcpy(shape, x->shape, (size_t)x->ndim * sizeof *shape);
    rows = gla_r_broadcast(c, rows, x->ndim, shape);
    return rows ? gla_r_adopt(c, gla_take_along_axis(x, rows, &made, -2), &made) : NULL;
}

/* Pᵀ a = [L1; L2] [U1 U2] with square L1 and U1. */
GLA_VJP(lu)
{
    const gla_operand *a = gla_r_like(c, 0);
    gla_array *L = gla_r_out(c, 1), *U = gla_r_out(c, 2), *gL = gla_r_g(c, 1), *gU = gla_r_g(c, 2);
    if ((!gL && !gU) || gla_r_is_empty(a))
        return;
    int64_t m = a->shape[a->ndim - 2], n = a->shape[a->ndim - 1], k = m < n ? m : n;
    gla_array *L1 = gla_r_lines(c, L, -2, 0, k), *U1 = gla_r_lines(c, U, -1, 0, k);
    gla_array *below = m > k ? gla_r_lines(c, gL, -2, k, m) : NULL, *right = n > k ? gla_r_lines(c, gU, -1, k, n) : NULL;
    gla_array *low = gla_r_matmul(c, gla_r_h(c, L1), gla_r_lines(c, gL, -2, 0, k));
    gla_array *up = gla_r_matmul(c, gla_r_lines(c, gU, -1, 0, k), gla_r_h(c, U1));
    if (right)
        low = gla_r_subtract(c, low, gla_r_matmul(c, right, gla_r_h(c, gla_r_lines(c, U, -1, k, n))));
    if (below)
        up = gla_r_subtract(c, up, gla_r_matmul(c, gla_r_h(c, gla_r_lines(c, L, -2, k, m)), below));
    gla_array *core = gla_r_add(c, gla_r_tril(c, low, -1), gla_r_triu(c, up, 0));
    gla_array *d = over_adjoint(c, gla_r_triangular(c, L1, core, GLA_CONJUGATE_TRANSPOSED, true), U1, false);
    if (n > k) {
        right = right ? right : gla_r_scale(c, gla_r_lines(c, U, -1, k, n), 0);
        d = gla_r_join(c, d, gla_r_triangular(c, L1, right, GLA_CONJUGATE_TRANSPOSED, true), -1);
    }
    if (m > k) {
        below = below ? below : gla_r_scale(c, gla_r_lines(c, L, -2, k, m), 0);
        d = gla_r_join(c, d, over_adjoint(c, below, U1, false), -2);
    }
    gla_r_give(c, 0, permute_rows(c, gla_r_out(c, 0), d, c->node->in[1].truth));
}

/* ---- Schur form -------------------------------------------------------------------------------------------------- */
/* With N = Zᴴ da Z, Zᴴ dZ = W - Wᴴ for the strictly lower W with low(W T - T W) = low(N). Here the adjoint equation
 * low(Y Tᴴ - Tᴴ Y) = H is solved for the strictly lower Y, from the last column to the first. */
static gla_array *adjoint_rotation(gla_vjp *c, const gla_array *T, const gla_array *H)
{
    int64_t n = T->shape[T->ndim - 1];
    gla_array *th = gla_r_h(c, T), *Y = gla_r_scale(c, gla_r_lines(c, H, -1, n - 1, n), 0); /* its last column */
    for (int64_t j = n - 2; j >= 0 && !c->s.status; j--) {
        gla_array *corner = gla_r_lines(c, gla_r_lines(c, th, -2, j + 1, n), -1, j + 1, n);
        gla_array *t = gla_r_lines(c, gla_r_lines(c, th, -2, j, j + 1), -1, j, j + 1); /* conj(T[j, j]) */
        gla_array *column = gla_r_lines(c, th, -1, j, j + 1);                          /* conj(T[j, :]) */
        gla_array *right = gla_r_subtract(c, gla_r_lines(c, H, -1, j, j + 1),
                                          gla_r_matmul(c, Y, gla_r_lines(c, column, -2, j + 1, n)));
        gla_array *eye = gla_r_eye(c, gla_r_like(c, 0), n - 1 - j, n - 1 - j, 0);
        gla_array *shift = gla_r_where(c, eye, t, gla_r_number(c, 0));
        gla_array *y = gla_r_triangular(c, gla_r_subtract(c, shift, corner), gla_r_lines(c, right, -2, j + 1, n), GLA_AS_GIVEN,
                                        true);
        gla_array *top = gla_r_scale(c, gla_r_lines(c, right, -2, 0, j + 1), 0);
        Y = gla_r_join(c, gla_r_join(c, top, y, -2), Y, -1);
    }
    return Y;
}

GLA_VJP(schur)
{
    gla_array *T = gla_r_out(c, 0), *Z = gla_r_out(c, 1), *gT = gla_r_triu(c, gla_r_g(c, 0), 0), *gZ = gla_r_g(c, 1);
    gla_array *zero = gla_r_number(c, 0), *th = gla_r_h(c, T);
    if ((!gT && !gZ) || gla_r_is_empty(gla_r_like(c, 0)))
        return;
    if (gla_r_any(c, gla_r_combine(c, gla_not_equal, gla_r_tril(c, T, -1), zero))) {
        gla_r_fail(c, "with 2 x 2 blocks for complex eigenvalues has no derivative; use output=\"complex\"");
        return;
    }
    gla_array *turn = gla_r_subtract(c, gla_r_matmul(c, th, gT), gla_r_matmul(c, gT, th));
    turn = gla_r_add(c, turn, gla_r_matmul(c, gla_r_h(c, Z), gZ));
    turn = gla_r_subtract(c, turn, gla_r_h(c, turn));
    gla_r_check_phases(c, turn, gZ ? gZ : gT, NULL);
    gla_array *Y = turn && !c->s.status ? adjoint_rotation(c, T, turn) : NULL;
    gla_r_give(c, 0, gla_r_matmul(c, gla_r_matmul(c, Z, gla_r_add(c, gT, Y)), gla_r_h(c, Z)));
}
