/* methods.c - Iterative methods as tables of rows.  The rows are products, passes over vectors, and scalar steps
 * (kernels/krylov_numbers.h). */
#include "krylov/krylov.h"

#define PRODUCT(x, y)                                             \
    {                                                             \
        .kind = ROW_APPLY, .want = WANT_A, .from = (x), .to = (y) \
    }
#define ADJOINT(x, y)                                                   \
    {                                                                   \
        .kind = ROW_APPLY, .want = WANT_ADJOINT, .from = (x), .to = (y) \
    }
#define PRECONDITION(x, y)                                                        \
    {                                                                             \
        .kind = ROW_APPLY, .when = WITH_M, .want = WANT_M, .from = (x), .to = (y) \
    }
#define SWAP(a, b)                               \
    {                                            \
        .kind = ROW_SWAP, .from = (a), .to = (b) \
    }
#define ONE PLUS(KRYLOV_ONE)
/* Inner products of an output with itself, or of two inputs, and the scalar in which each product is stored. */
#define SQUARE(o) .dots = 1, .left = {OUT(o)}, .right = {OUT(o)}, .sum = {KRYLOV_FIRST}
#define INNER(a, b) .dots = 1, .left = {a}, .right = {b}, .sum = {KRYLOV_FIRST}
#define BOTH_LENGTHS .dots = 2, .left = {0, OUT(0)}, .right = {0, OUT(0)}, .sum = {KRYLOV_FIRST, KRYLOV_SECOND}

#define RESIDUAL(name, next)                                                                                               \
    static const krylov_row name[] = {                                                                                     \
        {.kind = ROW_APPLY, .when = WITH_X, .want = WANT_A, .from = V_X, .to = V_AX},                                      \
        {.kind = ROW_PASS,                                                                                                 \
         .when = WITH_X,                                                                                                   \
         .in = {V_B, V_AX},                                                                                                \
         .out = {V_R},                                                                                                     \
         .factor = {{ONE, -ONE}},                                                                                          \
         BOTH_LENGTHS,                                                                                                     \
         .step = (next)},                                                                                                  \
        {.kind = ROW_PASS, .when = WITHOUT_X, .in = {V_B}, .out = {V_R}, .factor = {{ONE}}, BOTH_LENGTHS, .step = (next)}, \
        {.kind = ROW_CHECK}}

RESIDUAL(residual, KRYLOV_SET_LIMIT);
RESIDUAL(squares, KRYLOV_SET_NORM);

/* ---- conjugate gradients ------------------------------------------------------------------------------------- */
static const krylov_row cg_start[] = {
    PRECONDITION(V_R, V_Z),
    {.kind = ROW_PASS,
     .when = WITH_M,
     .in = {V_R, V_Z},
     .out = {V_P},
     .factor = {{0, ONE}},
     INNER(0, 1),
     .step = KRYLOV_CG_START},
    {.kind = ROW_PASS, .when = ALONE, .in = {V_R}, .out = {V_P}, .factor = {{ONE}}, .step = KRYLOV_CG_START_ALONE},
    {.kind = ROW_END}};

/* x is updated with p in the pass that reads p anyway. */
#define CG_RESIDUAL .in = {V_R, V_AX}, .out = {V_R}, .factor = {{ONE, MINUS(CG_ALPHA)}}, SQUARE(0)
#define CG_UPDATE(z) .in = {V_X, V_P, z}, .out = {V_X, V_P}, .factor = {{ONE, PLUS(CG_ALPHA)}, {0, PLUS(CG_BETA), ONE}}

static const krylov_row cg_loop[] = {
    PRODUCT(V_P, V_AX),
    {.kind = ROW_PASS, .in = {V_P, V_AX}, INNER(0, 1), .step = KRYLOV_CG_ALPHA},
    {.kind = ROW_PASS, .when = ALONE, CG_RESIDUAL, .step = KRYLOV_CG_BETA},
    {.kind = ROW_PASS, .when = WITH_M, CG_RESIDUAL, .step = KRYLOV_CG_TEST},
    PRECONDITION(V_R, V_Z),
    {.kind = ROW_PASS, .when = WITH_M, .in = {V_R, V_Z}, INNER(0, 1), .step = KRYLOV_CG_BETA_OF_M},
    {.kind = ROW_PASS, .when = ALONE, CG_UPDATE(V_R)},
    {.kind = ROW_PASS, .when = WITH_M, CG_UPDATE(V_Z)},
    {.kind = ROW_TEST},
    {.kind = ROW_END}};

const krylov_method krylov_cg = {
    .op = "cg",
    .times_n = 10,
    .residual = residual,
    .start = cg_start,
    .loop = cg_loop,
    .broken = "A, or the preconditioner M, is not positive definite; use minres, bicgstab or gmres",
    .breaks = GLA_NOT_POSITIVE_DEFINITE_ERROR};

/* ---- MINRES: p, s are the last two Lanczos vectors without M, t the last one with M -------------------------- */
static const krylov_row minres_residual[] = {
    {.kind = ROW_APPLY, .when = WITH_X, .want = WANT_A, .from = V_X, .to = V_AX},
    {.kind = ROW_PASS,
     .when = WITH_X,
     .in = {V_B, V_AX, V_X},
     .out = {V_R},
     .factor = {{ONE, -ONE, PLUS(KRYLOV_DAMP)}},
     BOTH_LENGTHS,
     .step = KRYLOV_SET_LIMIT},
    {.kind = ROW_PASS, .when = WITHOUT_X, .in = {V_B}, .out = {V_R}, .factor = {{ONE}}, BOTH_LENGTHS, .step = KRYLOV_SET_LIMIT},
    {.kind = ROW_CHECK}};

static const krylov_row minres_start[] = {
    PRECONDITION(V_R, V_Z),
    SWAP(V_Z, V_T),
    {.kind = ROW_PASS,
     .when = WITH_M,
     .in = {V_R, V_T},
     .out = {V_S},
     .factor = {{ONE}},
     INNER(0, 1),
     .step = KRYLOV_MINRES_START},
    {.kind = ROW_PASS, .when = ALONE, .in = {V_R}, .out = {V_S}, .factor = {{ONE}}, SQUARE(0), .step = KRYLOV_MINRES_START},
    {.kind = ROW_PASS, .in = {V_R}, .out = {V_P, V_U, V_W}}, /* zeros */
    {.kind = ROW_END}};

#define MINRES_FORM(y)                                                                                               \
    .in = {V_AX, y, V_P}, .out = {V_P}, .factor = {{PLUS(MINRES_INVERSE), MINUS(MINRES_SHIFT), MINUS(MINRES_BACK)}}, \
    .dots = 1, .left = {1}, .right = {OUT(0)}, .sum = {KRYLOV_FIRST}, .step = KRYLOV_MINRES_ALPHA
#define MINRES_UPDATE(y)                                                      \
    .in = {y, V_U, V_W, V_X}, .out = {V_U, V_X},                              \
    .factor = {{PLUS(MINRES_OF_V), MINUS(MINRES_OF_W1), MINUS(MINRES_OF_W2)}, \
               {PLUS(MINRES_X_OF_V), MINUS(MINRES_X_OF_W1), MINUS(MINRES_X_OF_W2), ONE}}

static const krylov_row minres_loop[] = {
    {.kind = ROW_APPLY, .when = ALONE, .want = WANT_A, .from = V_S, .to = V_AX},
    {.kind = ROW_APPLY, .when = WITH_M, .want = WANT_A, .from = V_T, .to = V_AX},
    {.kind = ROW_PASS, .when = ALONE, MINRES_FORM(V_S)},
    {.kind = ROW_PASS, .when = WITH_M, MINRES_FORM(V_T)},
    {.kind = ROW_PASS,
     .when = ALONE,
     .in = {V_P, V_S},
     .out = {V_P},
     .factor = {{ONE, MINUS(MINRES_DOWN)}},
     SQUARE(0),
     .step = KRYLOV_MINRES_ROTATE},
    {.kind = ROW_PASS, .when = WITH_M, .in = {V_P, V_S}, .out = {V_P}, .factor = {{ONE, MINUS(MINRES_DOWN)}}},
    SWAP(V_P, V_S),
    PRECONDITION(V_S, V_Z),
    {.kind = ROW_PASS, .when = WITH_M, .in = {V_S, V_Z}, INNER(0, 1), .step = KRYLOV_MINRES_ROTATE},
    {.kind = ROW_PASS, .when = ALONE, MINRES_UPDATE(V_P)},
    {.kind = ROW_PASS, .when = WITH_M, MINRES_UPDATE(V_T)},
    SWAP(V_U, V_W),
    SWAP(V_Z, V_T),
    {.kind = ROW_TEST},
    {.kind = ROW_END}};

const krylov_method krylov_minres = {
    .op = "minres",
    .times_n = 5,
    .residual = minres_residual,
    .start = minres_start,
    .loop = minres_loop,
    .broken = "A is singular and b is not in its range, or the preconditioner M is not positive definite; use lsmr or gmres",
    .breaks = GLA_SINGULAR_ERROR};

/* ---- BiCGSTAB: u is the shadow residual, s and t the products with A, w and z preconditioned vectors --------- */
static const krylov_row bicgstab_start[] = {
    {.kind = ROW_PASS, .in = {V_R}, .out = {V_U, V_P}, .factor = {{ONE}, {ONE}}, .step = KRYLOV_BICGSTAB_START},
    {.kind = ROW_END}};

#define BICGSTAB_X(p, s) .in = {V_X, p, s}, .out = {V_X}, .factor = {{ONE, PLUS(BICGSTAB_ALPHA), PLUS(BICGSTAB_OMEGA)}}

static const krylov_row bicgstab_loop[] = {
    PRECONDITION(V_P, V_W),
    {.kind = ROW_APPLY, .when = WITH_M, .want = WANT_A, .from = V_W, .to = V_S},
    {.kind = ROW_APPLY, .when = ALONE, .want = WANT_A, .from = V_P, .to = V_S},
    {.kind = ROW_PASS, .in = {V_U, V_S}, INNER(0, 1), .step = KRYLOV_BICGSTAB_ALPHA},
    {.kind = ROW_PASS, .in = {V_R, V_S}, .out = {V_R}, .factor = {{ONE, MINUS(BICGSTAB_ALPHA)}}},
    PRECONDITION(V_R, V_Z),
    {.kind = ROW_APPLY, .when = WITH_M, .want = WANT_A, .from = V_Z, .to = V_T},
    {.kind = ROW_APPLY, .when = ALONE, .want = WANT_A, .from = V_R, .to = V_T},
    {.kind = ROW_PASS,
     .in = {V_T, V_R},
     .dots = 2,
     .left = {0, 0},
     .right = {1, 0},
     .sum = {KRYLOV_FIRST, KRYLOV_SECOND},
     .step = KRYLOV_BICGSTAB_OMEGA},
    {.kind = ROW_PASS, .when = WITH_M, BICGSTAB_X(V_W, V_Z)},
    {.kind = ROW_PASS, .when = ALONE, BICGSTAB_X(V_P, V_R)},
    {.kind = ROW_PASS,
     .in = {V_R, V_T, V_U},
     .out = {V_R},
     .factor = {{ONE, MINUS(BICGSTAB_OMEGA)}},
     .dots = 2,
     .left = {OUT(0), 2},
     .right = {OUT(0), OUT(0)},
     .sum = {KRYLOV_FIRST, KRYLOV_SECOND},
     .step = KRYLOV_BICGSTAB_BETA},
    {.kind = ROW_PASS, .in = {V_R, V_P, V_S}, .out = {V_P}, .factor = {{ONE, PLUS(BICGSTAB_BETA), MINUS(BICGSTAB_BACK)}}},
    {.kind = ROW_TEST},
    {.kind = ROW_END}};

const krylov_method krylov_bicgstab = {.op = "bicgstab",
                                       .times_n = 10,
                                       .residual = residual,
                                       .start = bicgstab_start,
                                       .loop = bicgstab_loop,
                                       .broken = "breakdown: a divisor is zero; use gmres, or another x0",
                                       .breaks = GLA_CONVERGENCE_ERROR};

/* ---- LSQR and LSMR: r becomes u; p is v ---------------------------------------------------------------------- */
#define LS_FORM_U                                                                                                   \
    {                                                                                                               \
        .kind = ROW_PASS, .in = {V_AX, V_R}, .out = {V_R}, .factor = {{PLUS(LS_OF_AV), MINUS(LS_OF_U)}}, SQUARE(0), \
        .step = KRYLOV_LSQR_U                                                                                       \
    }
#define LS_FORM_V(next)                                                                                             \
    {                                                                                                               \
        .kind = ROW_PASS, .in = {V_Z, V_P}, .out = {V_P}, .factor = {{PLUS(LS_OF_AHU), MINUS(LS_OF_V)}}, SQUARE(0), \
        .step = (next)                                                                                              \
    }
#define LS_FIRST_V(next)                                                                                      \
    {                                                                                                         \
        .kind = ROW_PASS, .in = {V_Z}, .out = {V_P}, .factor = {{PLUS(LS_OF_AHU)}}, SQUARE(0), .step = (next) \
    }

static const krylov_row lsqr_start[] = {ADJOINT(V_R, V_Z),
                                        LS_FIRST_V(KRYLOV_LSQR_START),
                                        {.kind = ROW_PASS, .in = {V_P}, .out = {V_W}, .factor = {{PLUS(LS_UNIT_V)}}},
                                        {.kind = ROW_END}};

static const krylov_row lsqr_loop[] = {PRODUCT(V_P, V_AX),
                                       LS_FORM_U,
                                       ADJOINT(V_R, V_Z),
                                       LS_FORM_V(KRYLOV_LSQR_ROTATE),
                                       {.kind = ROW_PASS,
                                        .in = {V_X, V_W, V_P},
                                        .out = {V_X, V_W},
                                        .factor = {{ONE, PLUS(LSQR_X_OF_W)}, {0, MINUS(LSQR_W_OF_W), PLUS(LS_UNIT_V)}},
                                        .dots = 2,
                                        .left = {1, OUT(0)},
                                        .right = {1, OUT(0)},
                                        .sum = {KRYLOV_FIRST, KRYLOV_SECOND},
                                        .step = KRYLOV_LSQR_TEST},
                                       {.kind = ROW_TEST},
                                       {.kind = ROW_END}};

static const krylov_row lsmr_start[] = {ADJOINT(V_R, V_Z),
                                        LS_FIRST_V(KRYLOV_LSMR_START),
                                        {.kind = ROW_PASS,
                                         .in = {V_P, V_X},
                                         .out = {V_T},
                                         .factor = {{PLUS(LS_UNIT_V)}},
                                         .dots = 1,
                                         .left = {1},
                                         .right = {1},
                                         .sum = {KRYLOV_SECOND}},
                                        {.kind = ROW_END}};

static const krylov_row lsmr_loop[] = {PRODUCT(V_P, V_AX),
                                       LS_FORM_U,
                                       ADJOINT(V_R, V_Z),
                                       LS_FORM_V(KRYLOV_LSMR_ROTATE),
                                       {.kind = ROW_PASS,
                                        .in = {V_W, V_T, V_X, V_P},
                                        .out = {V_W, V_X, V_T},
                                        .factor = {{MINUS(LSMR_HBAR_OF_HBAR), ONE},
                                                   {MINUS(LSMR_X_OF_HBAR), PLUS(LSMR_X_OF_H), ONE},
                                                   {0, MINUS(LSMR_H_OF_H), 0, PLUS(LS_UNIT_V)}},
                                        .dots = 1,
                                        .left = {OUT(1)},
                                        .right = {OUT(1)},
                                        .sum = {KRYLOV_SECOND}},
                                       {.kind = ROW_TEST},
                                       {.kind = ROW_END}};

#define LS_TALL (1u << V_B | 1u << V_R | 1u << V_AX)

const krylov_method krylov_lsqr = {.op = "lsqr",
                                   .times_n = 2,
                                   .residual = squares,
                                   .start = lsqr_start,
                                   .loop = lsqr_loop,
                                   .least_squares = true,
                                   .tall = LS_TALL,
                                   .broken = "A has no further linearly independent column"};

const krylov_method krylov_lsmr = {.op = "lsmr",
                                   .times_n = 1,
                                   .takes_fewer = true,
                                   .residual = squares,
                                   .start = lsmr_start,
                                   .loop = lsmr_loop,
                                   .least_squares = true,
                                   .tall = LS_TALL,
                                   .broken = "A has no further linearly independent column"};
