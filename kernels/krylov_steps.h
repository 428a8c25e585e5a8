/* krylov_steps.h - Scalars of iterative solvers: their indices, and the steps that update them.
 *
 * Each of the k columns of the right-hand side has its own scalars, which are always complex. Scalar i of column c is stored at
 * index i*k + c. The host library includes this file too. */

/* States of a column. */
#define KRYLOV_OPEN 0
#define KRYLOV_CONVERGED 1
#define KRYLOV_BROKEN 2
#define KRYLOV_NOT_FINITE 3
#define KRYLOV_ILL_CONDITIONED 4

/* Scalars of all methods. */
#define KRYLOV_STATUS 0
#define KRYLOV_STEPS 1 /* number of steps until the column was closed */
#define KRYLOV_NORM 2  /* norm of the residual */
#define KRYLOV_LIMIT 3 /* largest residual norm of a converged column; in least squares, limit of the gradient, default 0 */
#define KRYLOV_ONE 4
#define KRYLOV_RTOL 5
#define KRYLOV_ATOL 6
#define KRYLOV_FIRST 7 /* inner products of the last pass */
#define KRYLOV_SECOND 8
#define KRYLOV_CONLIM 9
#define KRYLOV_DAMP 10
#define KRYLOV_OWN 11 /* first scalar specific to the method */

/* Steps. A pass without a step uses 0. */
#define KRYLOV_SET_LIMIT 1
#define KRYLOV_CG_START 2
#define KRYLOV_CG_START_ALONE 3
#define KRYLOV_CG_ALPHA 4
#define KRYLOV_CG_BETA 5
#define KRYLOV_CG_TEST 6
#define KRYLOV_CG_BETA_OF_M 7
#define KRYLOV_MINRES_START 8
#define KRYLOV_MINRES_ALPHA 9
#define KRYLOV_MINRES_ROTATE 10
#define KRYLOV_BICGSTAB_START 11
#define KRYLOV_BICGSTAB_ALPHA 12
#define KRYLOV_BICGSTAB_OMEGA 13
#define KRYLOV_BICGSTAB_BETA 14
#define KRYLOV_LSQR_U 15
#define KRYLOV_LSQR_START 16
#define KRYLOV_LSQR_ROTATE 17
#define KRYLOV_LSQR_TEST 18
#define KRYLOV_LSMR_START 19
#define KRYLOV_LSMR_ROTATE 20
#define KRYLOV_SET_NORM 21
#define KRYLOV_GMRES_LENGTH 22

/* Conjugate gradients. */
#define CG_RHO 11
#define CG_ALPHA 12
#define CG_BETA 13

/* Scalars of MINRES: the Lanczos coefficients, the last rotation, and the factors used in the passes. */
#define MINRES_BETA 11
#define MINRES_OLD_BETA 12
#define MINRES_ALPHA 13
#define MINRES_COSINE 14
#define MINRES_SINE 15
#define MINRES_DBAR 16
#define MINRES_EPSILON 17
#define MINRES_PHIBAR 18
#define MINRES_SCALE 19 /* factor from phibar to the residual norm */
#define MINRES_INVERSE 20 /* 1/beta */
#define MINRES_BACK 21 /* beta/old beta */
#define MINRES_DOWN 22 /* alpha/beta */
#define MINRES_OF_V 23 /* w = of_v·v − of_w1·w1 − of_w2·w2; the X_OF_... are the same factors times phi */
#define MINRES_OF_W1 24
#define MINRES_OF_W2 25
#define MINRES_X_OF_V 26
#define MINRES_X_OF_W1 27
#define MINRES_X_OF_W2 28
#define MINRES_SHIFT 29

/* BiCGSTAB. */
#define BICGSTAB_RHO 11
#define BICGSTAB_ALPHA 12
#define BICGSTAB_OMEGA 13
#define BICGSTAB_BETA 14
#define BICGSTAB_BACK 15 /* beta·omega */

/* LSQR and LSMR store u and v without normalisation; beta is the length of u, and alpha is the length of v. */
#define LS_BETA 11
#define LS_ALPHA 12
#define LS_OF_AV 13 /* u = of_av·A v − of_u·u */
#define LS_OF_U 14
#define LS_OF_AHU 15 /* v = of_ahu·Aᴴ u − of_v·v */
#define LS_OF_V 16
#define LS_UNIT_V 17 /* 1/alpha */
#define LS_NORM_A 18 /* squared */
#define LS_NORM_B 19
#define LS_NORM_X 20
#define LS_GRADIENT 21 /* the norm of Aᴴ r − damp² x */
#define LS_CONDITION 22
/* LSQR: */
#define LSQR_RHOBAR 23
#define LSQR_PHIBAR 24
#define LSQR_X_OF_W 25
#define LSQR_W_OF_W 26
#define LSQR_INVERSE 27 /* 1/rho² */
#define LSQR_NORM_D 28
#define LSQR_RESIDUAL2 29
/* LSMR: */
#define LSMR_ALPHABAR 23
#define LSMR_ZETABAR 24
#define LSMR_RHO 25
#define LSMR_RHOBAR 26
#define LSMR_COSINE 27
#define LSMR_SINE 28
#define LSMR_BETADD 29
#define LSMR_BETAD 30
#define LSMR_RHODOLD 31
#define LSMR_TAUTILDE 32
#define LSMR_THETATILDE 33
#define LSMR_ZETA 34
#define LSMR_D 35
#define LSMR_LARGEST 36
#define LSMR_SMALLEST 37
#define LSMR_HBAR_OF_HBAR 38
#define LSMR_X_OF_H 39
#define LSMR_X_OF_HBAR 40
#define LSMR_H_OF_H 41

/* GMRES_INVERSE is the reciprocal of the last vector's length. The Hessenberg matrix begins at GMRES_COLUMNS and is stored in
 * columns of restart + 1 elements. */
#define GMRES_INVERSE 11
#define GMRES_COLUMNS 12
#define KRYLOV_NUMBERS 42
