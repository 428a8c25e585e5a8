/* krylov_numbers.h - Scalar steps of iterative solvers for one column, on any device.
 *
 * Divisors are checked before each division. When a column is closed, its factors are set to 0, so that x no longer changes.
 * Sources: Hestenes and Stiefel (1952); Paige and Saunders, Solution of sparse indefinite systems (1975) and LSQR (1982); van
 * der Vorst, BI-CGSTAB (1992); Fong and Saunders, LSMR (2011). */
#include "krylov_steps.h"
#define NUMBER(i) numbers[(i) * k].re
#define IS_ZERO_OR_NAN(x) (!((x) > 0) && !((x) < 0))
#define IS_A_NUMBER(x) ((x) - (x) == 0)

DEVICE float64 quotient(float64 x, float64 y)
{
    return IS_ZERO_OR_NAN(y) ? 0 : x / y;
}

DEVICE float64 krylov_root(float64 x)
{
    return x > 0 ? KRYLOV_SQRT(x) : x < 0 ? 0 : x; /* NaN is kept */
}

DEVICE float64 krylov_hypot(float64 x, float64 y)
{
    float64 a = x < 0 ? -x : x, b = y < 0 ? -y : y, large = a > b ? a : b, small = a > b ? b : a;
    if (!(large > 0))
        return large + small;
    return large * KRYLOV_SQRT(1 + small / large * (small / large));
}

DEVICE complex128 number_product(complex128 a, complex128 b)
{
    complex128 z;
    z.re = a.re * b.re - a.im * b.im;
    z.im = a.re * b.im + a.im * b.re;
    return z;
}

/* Return a/b, or 0 if the quotient is undefined. Scaling b first keeps the square of |b| in range. */
DEVICE complex128 number_quotient(complex128 a, complex128 b)
{
    float64 r = b.re < 0 ? -b.re : b.re, i = b.im < 0 ? -b.im : b.im, s = r > i ? r : i;
    complex128 z;
    z.re = z.im = 0;
    if (!(s > 0) || !IS_A_NUMBER(s))
        return z;
    b.re /= s;
    b.im /= s;
    float64 d = b.re * b.re + b.im * b.im;
    z.re = (a.re * b.re + a.im * b.im) / d / s;
    z.im = (a.im * b.re - a.re * b.im) / d / s;
    return z;
}

DEVICE void krylov_close(GLOBAL complex128 *numbers, int64 k, float64 norm)
{
    NUMBER(KRYLOV_NORM) = norm;
    NUMBER(KRYLOV_STATUS) = !IS_A_NUMBER(norm)               ? KRYLOV_NOT_FINITE
                            : norm <= NUMBER(KRYLOV_LIMIT) ? KRYLOV_CONVERGED
                                                             : KRYLOV_OPEN;
}

DEVICE void cg_step(int step, GLOBAL complex128 *numbers, int64 k)
{
    int open = NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN;
    float64 first = NUMBER(KRYLOV_FIRST);
    if (step == KRYLOV_CG_START || step == KRYLOV_CG_START_ALONE) {
        NUMBER(CG_RHO) = step == KRYLOV_CG_START ? first : NUMBER(KRYLOV_SECOND);
        if (open && !(NUMBER(CG_RHO) > 0))
            NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(NUMBER(CG_RHO)) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
        return;
    }
    if (step == KRYLOV_CG_ALPHA) {
        if (open && !(first > 0))
            NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(first) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
        NUMBER(CG_ALPHA) = open && first > 0 ? NUMBER(CG_RHO) / first : 0;
        return;
    }
    if (open && step != KRYLOV_CG_BETA_OF_M) {
        NUMBER(KRYLOV_STEPS) += 1;
        krylov_close(numbers, k, krylov_root(first));
        open = NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN;
    }
    if (step == KRYLOV_CG_TEST)
        return;
    if (open && !(first > 0))
        NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(first) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
    NUMBER(CG_BETA) = open && first > 0 ? quotient(first, NUMBER(CG_RHO)) : 0;
    NUMBER(CG_RHO) = first;
}

DEVICE void minres_rotate(GLOBAL complex128 *numbers, int64 k)
{
    float64 square = NUMBER(KRYLOV_FIRST), beta = krylov_root(square), alpha = NUMBER(MINRES_ALPHA);
    float64 c = NUMBER(MINRES_COSINE), s = NUMBER(MINRES_SINE), dbar = NUMBER(MINRES_DBAR), epsilon = NUMBER(MINRES_EPSILON);
    float64 delta = c * dbar + s * alpha, gbar = s * dbar - c * alpha, gamma = krylov_hypot(gbar, beta);
    int open = NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN && gamma > 0;
    float64 phi = open ? gbar / gamma * NUMBER(MINRES_PHIBAR) : 0, over = open ? 1 / gamma : 0;
    if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN && !(gamma > 0))
        NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(gamma) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
    NUMBER(MINRES_OF_V) = over * NUMBER(MINRES_INVERSE);
    NUMBER(MINRES_OF_W1) = over * epsilon;
    NUMBER(MINRES_OF_W2) = over * delta;
    NUMBER(MINRES_X_OF_V) = phi * NUMBER(MINRES_OF_V);
    NUMBER(MINRES_X_OF_W1) = phi * NUMBER(MINRES_OF_W1);
    NUMBER(MINRES_X_OF_W2) = phi * NUMBER(MINRES_OF_W2);
    NUMBER(MINRES_EPSILON) = s * beta;
    NUMBER(MINRES_DBAR) = -c * beta;
    NUMBER(MINRES_COSINE) = quotient(gbar, gamma);
    NUMBER(MINRES_SINE) = quotient(beta, gamma);
    NUMBER(MINRES_PHIBAR) *= NUMBER(MINRES_SINE);
    NUMBER(MINRES_OLD_BETA) = NUMBER(MINRES_BETA);
    NUMBER(MINRES_BETA) = beta;
    NUMBER(MINRES_INVERSE) = quotient(1, beta);
    NUMBER(MINRES_SHIFT) = NUMBER(KRYLOV_DAMP) * NUMBER(MINRES_INVERSE);
    NUMBER(MINRES_BACK) = quotient(beta, NUMBER(MINRES_OLD_BETA));
    if (!open)
        return;
    NUMBER(KRYLOV_STEPS) += 1;
    krylov_close(numbers, k, NUMBER(MINRES_PHIBAR) * NUMBER(MINRES_SCALE));
    if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN && (square < 0 || beta == 0))
        NUMBER(KRYLOV_STATUS) = KRYLOV_BROKEN;
}

DEVICE void minres_step(int step, GLOBAL complex128 *numbers, int64 k)
{
    float64 first = NUMBER(KRYLOV_FIRST), beta = krylov_root(first);
    if (step == KRYLOV_MINRES_ROTATE) {
        minres_rotate(numbers, k);
    } else if (step == KRYLOV_MINRES_ALPHA) {
        NUMBER(MINRES_ALPHA) = first * NUMBER(MINRES_INVERSE);
        NUMBER(MINRES_DOWN) = quotient(NUMBER(MINRES_ALPHA), NUMBER(MINRES_BETA));
    } else {
        if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN && !(beta > 0))
            NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(first) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
        NUMBER(MINRES_BETA) = NUMBER(MINRES_PHIBAR) = beta;
        NUMBER(MINRES_INVERSE) = quotient(1, beta);
        NUMBER(MINRES_SHIFT) = NUMBER(KRYLOV_DAMP) * NUMBER(MINRES_INVERSE);
        NUMBER(MINRES_SCALE) = quotient(NUMBER(KRYLOV_NORM), beta);
        NUMBER(MINRES_OLD_BETA) = NUMBER(MINRES_DBAR) = NUMBER(MINRES_EPSILON) = NUMBER(MINRES_BACK) = 0;
        NUMBER(MINRES_COSINE) = -1;
        NUMBER(MINRES_SINE) = 0;
    }
}

DEVICE void bicgstab_break(GLOBAL complex128 *numbers, int64 k, complex128 divisor)
{
    if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN && IS_ZERO_OR_NAN(divisor.re) && IS_ZERO_OR_NAN(divisor.im))
        NUMBER(KRYLOV_STATUS) =
            IS_A_NUMBER(divisor.re) && IS_A_NUMBER(divisor.im) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
}

DEVICE void bicgstab_step(int step, GLOBAL complex128 *numbers, int64 k)
{
    complex128 first = numbers[KRYLOV_FIRST * k], second = numbers[KRYLOV_SECOND * k], none;
    none.re = none.im = 0;
    if (step == KRYLOV_BICGSTAB_START) { /* the shadow residual is the residual itself */
        numbers[BICGSTAB_RHO * k] = second;
    } else if (step == KRYLOV_BICGSTAB_ALPHA) { /* first: shadow·v */
        bicgstab_break(numbers, k, first);
        numbers[BICGSTAB_ALPHA * k] =
            NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN ? number_quotient(numbers[BICGSTAB_RHO * k], first) : none;
    } else if (step == KRYLOV_BICGSTAB_OMEGA) { /* t·s, t·t; t is 0 if s is */
        numbers[BICGSTAB_OMEGA * k] = NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN ? number_quotient(first, second) : none;
    } else { /* r·r, shadow·r */
        complex128 omega = numbers[BICGSTAB_OMEGA * k], beta = none;
        if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN) {
            NUMBER(KRYLOV_STEPS) += 1;
            krylov_close(numbers, k, krylov_root(first.re));
            bicgstab_break(numbers, k, second);
            bicgstab_break(numbers, k, omega);
        }
        if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN)
            beta = number_product(number_quotient(second, numbers[BICGSTAB_RHO * k]),
                                  number_quotient(numbers[BICGSTAB_ALPHA * k], omega));
        numbers[BICGSTAB_BETA * k] = beta;
        numbers[BICGSTAB_BACK * k] = number_product(beta, omega);
        numbers[BICGSTAB_RHO * k] = second;
    }
}

/* Update the scalars after a pass that computed the vector u, whose length is beta. */
DEVICE void ls_u(GLOBAL complex128 *numbers, int64 k)
{
    float64 beta = krylov_root(NUMBER(KRYLOV_FIRST));
    NUMBER(LS_BETA) = beta;
    NUMBER(LS_OF_AHU) = quotient(1, beta);
    NUMBER(LS_OF_V) = quotient(beta, NUMBER(LS_ALPHA));
}

/* Update the scalars after a pass that computed the vector v, whose length is alpha. */
DEVICE void ls_v(GLOBAL complex128 *numbers, int64 k)
{
    float64 alpha = krylov_root(NUMBER(KRYLOV_FIRST));
    NUMBER(LS_ALPHA) = alpha;
    NUMBER(LS_UNIT_V) = NUMBER(LS_OF_AV) = quotient(1, alpha);
    NUMBER(LS_OF_U) = quotient(alpha, NUMBER(LS_BETA));
}

/* Close the column if it has converged. Convergence is tested by the residual, by the gradient relative to the norm of A, and
 * by the gradient relative to the caller's limit. Also close the column if the condition number reaches KRYLOV_CONLIM. */
DEVICE void ls_close(GLOBAL complex128 *numbers, int64 k, float64 residual)
{
    float64 norm_a = krylov_root(NUMBER(LS_NORM_A)), gradient = NUMBER(LS_GRADIENT);
    float64 small = NUMBER(KRYLOV_RTOL) * NUMBER(LS_NORM_B) + NUMBER(KRYLOV_ATOL) * norm_a * NUMBER(LS_NORM_X);
    NUMBER(KRYLOV_NORM) = residual;
    NUMBER(KRYLOV_STEPS) += 1;
    if (!IS_A_NUMBER(residual) || !IS_A_NUMBER(gradient))
        NUMBER(KRYLOV_STATUS) = KRYLOV_NOT_FINITE;
    else if (residual <= small || gradient <= NUMBER(KRYLOV_ATOL) * norm_a * residual ||
             gradient <= NUMBER(KRYLOV_LIMIT))
        NUMBER(KRYLOV_STATUS) = KRYLOV_CONVERGED;
    else if (NUMBER(KRYLOV_CONLIM) > 0 && NUMBER(LS_CONDITION) >= NUMBER(KRYLOV_CONLIM))
        NUMBER(KRYLOV_STATUS) = KRYLOV_ILL_CONDITIONED;
}

/* Start LSQR or LSMR from u and v. If Aᴴ r is 0 or within the limit, the column has already converged. */
DEVICE void ls_start(GLOBAL complex128 *numbers, int64 k)
{
    ls_v(numbers, k);
    NUMBER(LS_GRADIENT) = NUMBER(LS_ALPHA) * NUMBER(LS_BETA);
    NUMBER(LS_NORM_X) = 0;
    NUMBER(LS_CONDITION) = 1;
    if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN && !(NUMBER(LS_GRADIENT) > NUMBER(KRYLOV_LIMIT)))
        NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(NUMBER(LS_GRADIENT)) ? KRYLOV_CONVERGED : KRYLOV_NOT_FINITE;
}

DEVICE void lsqr_rotate(GLOBAL complex128 *numbers, int64 k)
{
    float64 alpha, beta = NUMBER(LS_BETA), damp = NUMBER(KRYLOV_DAMP), rhobar = NUMBER(LSQR_RHOBAR);
    int open = NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN;
    NUMBER(LS_NORM_A) += NUMBER(LS_ALPHA) * NUMBER(LS_ALPHA) + beta * beta + damp * damp;
    ls_v(numbers, k);
    alpha = NUMBER(LS_ALPHA);
    float64 rhobar1 = krylov_hypot(rhobar, damp), phibar = quotient(rhobar, rhobar1) * NUMBER(LSQR_PHIBAR);
    float64 psi = quotient(damp, rhobar1) * NUMBER(LSQR_PHIBAR), rho = krylov_hypot(rhobar1, beta);
    float64 c = quotient(rhobar1, rho), s = quotient(beta, rho), phi = c * phibar;
    NUMBER(LSQR_RHOBAR) = -c * alpha;
    NUMBER(LSQR_PHIBAR) = s * phibar;
    NUMBER(LSQR_X_OF_W) = open ? quotient(phi, rho) : 0;
    NUMBER(LSQR_W_OF_W) = quotient(s * alpha, rho);
    NUMBER(LSQR_INVERSE) = quotient(1, rho);
    NUMBER(LSQR_RESIDUAL2) += psi * psi;
    NUMBER(LS_GRADIENT) = alpha * (s * phi < 0 ? -s * phi : s * phi);
    if (open && !(rho > 0))
        NUMBER(KRYLOV_STATUS) = IS_A_NUMBER(rho) ? KRYLOV_BROKEN : KRYLOV_NOT_FINITE;
}

DEVICE void lsqr_step(int step, GLOBAL complex128 *numbers, int64 k)
{
    if (step == KRYLOV_LSQR_START) {
        ls_start(numbers, k);
        NUMBER(LSQR_RHOBAR) = NUMBER(LS_ALPHA);
        NUMBER(LSQR_PHIBAR) = NUMBER(LS_BETA);
        NUMBER(LS_NORM_A) = NUMBER(LSQR_NORM_D) = NUMBER(LSQR_RESIDUAL2) = 0;
    } else if (step == KRYLOV_LSQR_ROTATE) {
        lsqr_rotate(numbers, k);
    } else if (NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN) { /* w·w before the step, x·x after it */
        float64 inverse = NUMBER(LSQR_INVERSE), phibar = NUMBER(LSQR_PHIBAR);
        NUMBER(LSQR_NORM_D) += NUMBER(KRYLOV_FIRST) * inverse * inverse;
        NUMBER(LS_CONDITION) = krylov_root(NUMBER(LS_NORM_A)) * krylov_root(NUMBER(LSQR_NORM_D));
        NUMBER(LS_NORM_X) = krylov_root(NUMBER(KRYLOV_SECOND));
        ls_close(numbers, k, krylov_root(phibar * phibar + NUMBER(LSQR_RESIDUAL2)));
    }
}

DEVICE void lsmr_start(GLOBAL complex128 *numbers, int64 k)
{
    ls_start(numbers, k);
    float64 alpha = NUMBER(LS_ALPHA), beta = NUMBER(LS_BETA);
    NUMBER(LSMR_ALPHABAR) = alpha;
    NUMBER(LSMR_ZETABAR) = alpha * beta;
    NUMBER(LSMR_RHO) = NUMBER(LSMR_RHOBAR) = NUMBER(LSMR_COSINE) = 1;
    NUMBER(LSMR_SINE) = 0;
    NUMBER(LSMR_BETADD) = beta;
    NUMBER(LSMR_BETAD) = 0;
    NUMBER(LSMR_RHODOLD) = 1;
    NUMBER(LSMR_TAUTILDE) = NUMBER(LSMR_THETATILDE) = NUMBER(LSMR_ZETA) = NUMBER(LSMR_D) = 0;
    NUMBER(LS_NORM_A) = alpha * alpha;
    NUMBER(LSMR_LARGEST) = 0;
    NUMBER(LSMR_SMALLEST) = 1e30f;
}

/* Estimate the residual norm after a step (Fong and Saunders, section 5). */
DEVICE float64 lsmr_residual(GLOBAL complex128 *numbers, int64 k, float64 c, float64 s, float64 chat, float64 shat,
                             float64 thetabar, float64 rhobar, float64 zeta_before)
{
    float64 betaacute = chat * NUMBER(LSMR_BETADD), betacheck = -shat * NUMBER(LSMR_BETADD), betahat = c * betaacute;
    float64 thetatilde_before = NUMBER(LSMR_THETATILDE), length = krylov_hypot(NUMBER(LSMR_RHODOLD), thetabar);
    float64 ctilde = quotient(NUMBER(LSMR_RHODOLD), length), stilde = quotient(thetabar, length);
    NUMBER(LSMR_BETADD) = -s * betaacute;
    NUMBER(LSMR_THETATILDE) = stilde * rhobar;
    NUMBER(LSMR_RHODOLD) = ctilde * rhobar;
    NUMBER(LSMR_TAUTILDE) = quotient(zeta_before - thetatilde_before * NUMBER(LSMR_TAUTILDE), length);
    float64 tau = quotient(NUMBER(LSMR_ZETA) - NUMBER(LSMR_THETATILDE) * NUMBER(LSMR_TAUTILDE), NUMBER(LSMR_RHODOLD));
    float64 betad = NUMBER(LSMR_BETAD), rest;
    NUMBER(LSMR_BETAD) = -stilde * betad + ctilde * betahat;
    NUMBER(LSMR_D) += betacheck * betacheck;
    rest = NUMBER(LSMR_BETAD) - tau;
    return krylov_root(NUMBER(LSMR_D) + rest * rest + NUMBER(LSMR_BETADD) * NUMBER(LSMR_BETADD));
}

DEVICE void lsmr_rotate(GLOBAL complex128 *numbers, int64 k)
{
    float64 beta = NUMBER(LS_BETA), damp = NUMBER(KRYLOV_DAMP), alphabar = NUMBER(LSMR_ALPHABAR), rho_before = NUMBER(LSMR_RHO);
    float64 rhobar_before = NUMBER(LSMR_RHOBAR), zeta_before = NUMBER(LSMR_ZETA), cbar = NUMBER(LSMR_COSINE);
    int open = NUMBER(KRYLOV_STATUS) == KRYLOV_OPEN, first = NUMBER(LSMR_LARGEST) == 0 && NUMBER(KRYLOV_STEPS) == 0;
    ls_v(numbers, k);
    float64 alpha = NUMBER(LS_ALPHA), alphahat = krylov_hypot(alphabar, damp);
    float64 chat = quotient(alphabar, alphahat), shat = quotient(damp, alphahat), rho = krylov_hypot(alphahat, beta);
    float64 c = quotient(alphahat, rho), s = quotient(beta, rho), theta = s * alpha;
    float64 thetabar = NUMBER(LSMR_SINE) * rho, product = cbar * rho, rhobar = krylov_hypot(product, theta);
    NUMBER(LSMR_ALPHABAR) = c * alpha;
    NUMBER(LSMR_COSINE) = quotient(product, rhobar);
    NUMBER(LSMR_SINE) = quotient(theta, rhobar);
    NUMBER(LSMR_ZETA) = NUMBER(LSMR_COSINE) * NUMBER(LSMR_ZETABAR);
    NUMBER(LSMR_ZETABAR) *= -NUMBER(LSMR_SINE);
    NUMBER(LSMR_RHO) = rho;
    NUMBER(LSMR_RHOBAR) = rhobar;
    /* hbar = h − q·hbar, x += p·hbar, h = v − t·h */
    float64 p = open ? quotient(NUMBER(LSMR_ZETA), rho * rhobar) : 0, q = quotient(thetabar * rho, rho_before * rhobar_before);
    NUMBER(LSMR_HBAR_OF_HBAR) = q;
    NUMBER(LSMR_X_OF_H) = p;
    NUMBER(LSMR_X_OF_HBAR) = p * q;
    NUMBER(LSMR_H_OF_H) = quotient(theta, rho);
    if (!open)
        return;
    float64 residual = lsmr_residual(numbers, k, c, s, chat, shat, thetabar, rhobar, zeta_before);
    NUMBER(LS_NORM_A) += beta * beta;
    float64 small = NUMBER(LSMR_SMALLEST), large = NUMBER(LSMR_LARGEST), norm_a = NUMBER(LS_NORM_A);
    if (rhobar_before > large)
        large = rhobar_before;
    if (!first && rhobar_before < small)
        small = rhobar_before;
    NUMBER(LSMR_LARGEST) = large;
    NUMBER(LSMR_SMALLEST) = small;
    NUMBER(LS_CONDITION) = quotient(large > product ? large : product, small < product ? small : product);
    NUMBER(LS_GRADIENT) = NUMBER(LSMR_ZETABAR) < 0 ? -NUMBER(LSMR_ZETABAR) : NUMBER(LSMR_ZETABAR);
    NUMBER(LS_NORM_X) = krylov_root(NUMBER(KRYLOV_SECOND)); /* before this step */
    ls_close(numbers, k, residual);
    NUMBER(LS_NORM_A) = norm_a + alpha * alpha;
}

/* Run one step. The argument `numbers` points to the first scalar of one column. Consecutive scalars of a column are k elements
 * apart. */
DEVICE void krylov_step(int step, int at, GLOBAL complex128 *numbers, int64 k)
{
    if (step == KRYLOV_SET_LIMIT) { /* first: b·b, second: r·r */
        float64 relative = NUMBER(KRYLOV_RTOL) * krylov_root(NUMBER(KRYLOV_FIRST)), least = NUMBER(KRYLOV_ATOL);
        NUMBER(KRYLOV_LIMIT) = relative > least ? relative : least;
        krylov_close(numbers, k, krylov_root(NUMBER(KRYLOV_SECOND)));
    } else if (step == KRYLOV_SET_NORM) { /* least squares has limits of its own */
        NUMBER(KRYLOV_NORM) = NUMBER(LS_BETA) = krylov_root(NUMBER(KRYLOV_SECOND));
        NUMBER(LS_NORM_B) = krylov_root(NUMBER(KRYLOV_FIRST));
        NUMBER(LS_OF_AHU) = quotient(1, NUMBER(LS_BETA));
    } else if (step >= KRYLOV_CG_START && step <= KRYLOV_CG_BETA_OF_M) {
        cg_step(step, numbers, k);
    } else if (step >= KRYLOV_MINRES_START && step <= KRYLOV_MINRES_ROTATE) {
        minres_step(step, numbers, k);
    } else if (step >= KRYLOV_BICGSTAB_START && step <= KRYLOV_BICGSTAB_BETA) {
        bicgstab_step(step, numbers, k);
    } else if (step == KRYLOV_LSQR_U) {
        ls_u(numbers, k);
    } else if (step >= KRYLOV_LSQR_START && step <= KRYLOV_LSQR_TEST) {
        lsqr_step(step, numbers, k);
    } else if (step == KRYLOV_LSMR_START) {
        lsmr_start(numbers, k);
    } else if (step == KRYLOV_LSMR_ROTATE) {
        lsmr_rotate(numbers, k);
    } else if (step == KRYLOV_GMRES_LENGTH) {
        NUMBER(at) = krylov_root(NUMBER(KRYLOV_FIRST));
        NUMBER(GMRES_INVERSE) = quotient(1, NUMBER(at));
    }
}
