/* matrix_functions.c - Derivatives of the matrix exponential and of matrix equations. */
#undef GLA_INSIDE
#include "gpulinalg.h"
#include "tape/rules/matrix.h"

/* The derivative in the direction g is the upper right block of the exponential of [[a, g], [0, a]]; the adjoint has aᴴ. */
GLA_VJP(expm)
{
    gla_array *a = gla_r_h(c, gla_r_x(c, 0)), *g = gla_r_g(c, 0);
    if (!a || !g || gla_r_is_empty(gla_r_like(c, 0)))
        return;
    int64_t n = a->shape[a->ndim - 1];
    gla_array *lower = gla_r_join(c, gla_r_scale(c, g, 0), a, -1);
    gla_array *all = gla_r_apply(c, gla_expm, gla_r_join(c, gla_r_join(c, a, g, -1), lower, -2));
    gla_r_give(c, 0, gla_r_lines(c, gla_r_lines(c, all, -2, 0, n), -1, n, 2 * n));
}

/* aᴴ Z + Z bᴴ = g */
GLA_VJP(solve_sylvester)
{
    gla_array *a = gla_r_h(c, gla_r_x(c, 0)), *b = gla_r_h(c, gla_r_x(c, 1)), *g = gla_r_g(c, 0), *Z = NULL;
    gla_array *xh = gla_r_h(c, gla_r_out(c, 0));
    if (!a || !b || !g || c->s.status)
        return;
    Z = gla_r_adopt(c, gla_solve_sylvester(a, b, g, &Z), &Z);
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, gla_r_negative(c, gla_r_matmul(c, Z, xh)));
    if (gla_r_wants(c, 1))
        gla_r_give(c, 1, gla_r_negative(c, gla_r_matmul(c, xh, Z)));
    gla_r_give(c, 2, Z);
}

/* Z - aᴴ Z a = g */
GLA_VJP(solve_discrete_lyapunov)
{
    gla_array *a = gla_r_x(c, 0), *x = gla_r_out(c, 0);
    gla_array *Z = gla_r_combine(c, gla_solve_discrete_lyapunov, gla_r_h(c, a), gla_r_g(c, 0));
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0,
                   gla_r_add(c, gla_r_matmul(c, gla_r_matmul(c, Z, a), gla_r_h(c, x)),
                             gla_r_matmul(c, gla_r_matmul(c, gla_r_h(c, Z), a), x)));
    gla_r_give(c, 1, Z);
}

/* aᴴ Z + Z a = g */
GLA_VJP(solve_continuous_lyapunov)
{
    gla_array *x = gla_r_out(c, 0);
    gla_array *Z = gla_r_combine(c, gla_solve_continuous_lyapunov, gla_r_h(c, gla_r_x(c, 0)), gla_r_g(c, 0));
    if (gla_r_wants(c, 0))
        gla_r_give(c, 0, gla_r_negative(c, gla_r_add(c, gla_r_matmul(c, Z, gla_r_h(c, x)), gla_r_matmul(c, gla_r_h(c, Z), x))));
    gla_r_give(c, 1, Z);
}

/* ---- Riccati equations ------------------------------------------------------------------------------------------- */
enum { A, B, Q, R, E, S };

/* x e⁻¹ */
static gla_array *over_e(gla_vjp *c, const gla_array *x)
{
    gla_array *e = gla_r_x(c, E);
    return e ? gla_r_h(c, gla_r_solve(c, e, gla_r_h(c, x), GLA_CONJUGATE_TRANSPOSED)) : (gla_array *)x;
}

/* e⁻¹ y e⁻ᴴ */
static gla_array *between_e(gla_vjp *c, const gla_array *y)
{
    gla_array *e = gla_r_x(c, E);
    if (!e)
        return (gla_array *)y;
    return gla_r_h(c, gla_r_solve(c, e, gla_r_h(c, gla_r_solve(c, e, y, GLA_AS_GIVEN)), GLA_AS_GIVEN));
}

static gla_array *times_e(gla_vjp *c, const gla_array *x)
{
    gla_array *e = gla_r_x(c, E);
    return e ? gla_r_matmul(c, x, e) : (gla_array *)x;
}

/* With the gain K and the adjoint solution Y, the cotangents of a and e are 2 x F Y and 2 x H Y. F may be NULL, the
 * identity. */
static void give_parts(gla_vjp *c, const gla_array *K, gla_array *Y, const gla_array *F, const gla_array *H)
{
    gla_array *x = gla_r_scale(c, gla_r_out(c, 0), 2), *kh = gla_r_h(c, K);
    gla_array *ga = gla_r_matmul(c, x, F ? gla_r_matmul(c, F, Y) : Y);
    gla_r_give(c, A, ga);
    if (gla_r_wants(c, B))
        gla_r_give(c, B, gla_r_negative(c, gla_r_matmul(c, ga, kh)));
    gla_r_give(c, Q, Y);
    if (gla_r_wants(c, R))
        gla_r_give(c, R, gla_r_matmul(c, gla_r_matmul(c, K, Y), kh));
    if (gla_r_wants(c, E))
        gla_r_give(c, E, gla_r_matmul(c, x, gla_r_matmul(c, H, Y)));
    if (gla_r_wants(c, S))
        gla_r_give(c, S, gla_r_scale(c, gla_r_matmul(c, Y, kh), -2));
}

/* K = (r + bᴴ x b)⁻¹ (bᴴ x a + sᴴ), C = a - b K: e Y eᴴ - C Y Cᴴ = g. */
GLA_VJP(solve_discrete_are)
{
    gla_array *a = gla_r_x(c, A), *b = gla_r_x(c, B), *bx = gla_r_matmul(c, gla_r_h(c, b), gla_r_out(c, 0));
    gla_array *g = gla_r_g(c, 0);
    if (!g || gla_r_is_empty(gla_r_like(c, A)))
        return;
    gla_array *K = gla_r_solve(c, gla_r_add(c, gla_r_x(c, R), gla_r_matmul(c, bx, b)),
                               gla_r_add(c, gla_r_matmul(c, bx, a), gla_r_h(c, gla_r_x(c, S))), GLA_AS_GIVEN);
    gla_array *C = gla_r_subtract(c, a, gla_r_matmul(c, b, K)), *e = gla_r_x(c, E);
    gla_array *Y = gla_r_combine(c, gla_solve_discrete_lyapunov, over_e(c, C), gla_r_hermitian(c, g));
    give_parts(c, K, between_e(c, Y), C, e ? gla_r_negative(c, e) : NULL);
}

/* K = r⁻¹ (bᴴ x e + sᴴ), C = a - b K: C Y eᴴ + e Y Cᴴ = -g. */
GLA_VJP(solve_continuous_are)
{
    gla_array *b = gla_r_x(c, B), *bx = gla_r_matmul(c, gla_r_h(c, b), gla_r_out(c, 0)), *g = gla_r_g(c, 0);
    if (!g || gla_r_is_empty(gla_r_like(c, A)))
        return;
    gla_array *K = gla_r_solve(c, gla_r_x(c, R), gla_r_add(c, times_e(c, bx), gla_r_h(c, gla_r_x(c, S))), GLA_AS_GIVEN);
    gla_array *C = gla_r_subtract(c, gla_r_x(c, A), gla_r_matmul(c, b, K));
    gla_array *Y = gla_r_combine(c, gla_solve_continuous_lyapunov, over_e(c, C), gla_r_negative(c, gla_r_hermitian(c, g)));
    give_parts(c, K, between_e(c, Y), gla_r_x(c, E), C);
}
