/* matrix_functions.h - functions of square matrices, and linear equations whose unknown is a matrix.  They take stacks of
 * matrices, shape (..., n, n), and work on each matrix.
 *
 * Threads: any may call any function, also with the same arrays, which are only read.
 *
 * @also linalg */
#ifndef GPULINALG_MATRIX_FUNCTIONS_H
#define GPULINALG_MATRIX_FUNCTIONS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Exponential of a matrix, Σ aᵏ/k!: what a system x' = a x makes of its state within one unit of time, and the transition
 * probabilities of a Markov chain in continuous time.
 *
 * A rational approximation of degree 13 of the exponential of a/2ˢ is squared s times, where s follows from powers of a.
 * Warns (IllConditionedWarning) when a is so large that the squarings may leave no correct digit.
 *
 * @param a  square matrix, shape (..., n, n)
 * @return   array of the shape of a
 * @throws ShapeError      if a is not square
 * @throws NonFiniteError  if a holds NaN or Inf
 * @throws OverflowError   if the exponential, or a number on the way to it, is too large for its type
 * @needs  blas.gemm, array.map, array.reduce; lapack.gesv, else the host
 * @see    N. J. Higham, The scaling and squaring method for the matrix exponential revisited (2005); A. H. Al-Mohy and
 *         N. J. Higham, A new scaling and squaring algorithm for the matrix exponential (2009); SciPy, linalg.expm
 * @example expm [[0.0, 1.0], [0.0, 0.0]]
 *   -> [[1. 1.]
 *   ->  [0. 1.]]
 *   rates = asarray [[-0.5, 0.5], [1.5, -1.5]]
 *   expm rates
 *   -> [[0.78383382 0.21616618]
 *   ->  [0.64849854 0.35150146]]
 */
gla_status gla_expm(const gla_array *a, gla_array **out);

/** Solve the discrete Lyapunov equation x = a x aᴴ + q: the covariance that x[t] = a x[t − 1] + u[t] has in the long run, where
 * q is that of the shocks u.
 *
 * The sum q + a q aᴴ + a² q a²ᴴ + … is doubled in length until what is left is smaller than rounding, so that all eigenvalues
 * of a must be less than one in modulus.  x is exactly Hermitian when q is.  Warns (IllConditionedWarning) when x may hold no
 * correct digit.
 *
 * @param a  square matrix, shape (..., n, n)
 * @param q  square matrix, shape (..., n, n); stacks broadcast
 * @return   x, shape (..., n, n)
 * @throws ShapeError        if a or q is not square, or they do not fit
 * @throws ConvergenceError  if an eigenvalue of a has modulus one or more, where SciPy returns a matrix that is not a
 *                           covariance
 * @throws NonFiniteError    if a or q holds NaN or Inf
 * @throws OverflowError     if x is too large for its type
 * @needs  blas.gemm, array.map, array.reduce
 * @see    R. A. Smith, Matrix equation XA + BX = C (1968); N. J. Higham, Accuracy and Stability of Numerical Algorithms, 16.6;
 *         SciPy, linalg.solve_discrete_lyapunov
 * @example solve_discrete_lyapunov [[0.5]] [[3.0]] -> [[4.]]
 *   solve_discrete_lyapunov [[0.5, 0.5], [0.0, 0.0]] [[1.0, 0.0], [0.0, 1.0]]
 *   -> [[1.66666667 0.        ]
 *   ->  [0.         1.        ]]
 */
gla_status gla_solve_discrete_lyapunov(const gla_array *a, const gla_array *q, gla_array **out);

/** Solve the continuous Lyapunov equation a x + x aᴴ = q.
 *
 * By the Schur form of a, in float64 or complex128.  x is exactly Hermitian when q is.  Warns (IllConditionedWarning) when x
 * may hold no correct digit.
 *
 * @param a  square matrix, shape (..., n, n)
 * @param q  square matrix, shape (..., n, n); stacks broadcast
 * @return   x, shape (..., n, n)
 * @throws ShapeError        if a or q is not square, or they do not fit
 * @throws SingularError     if the sum of an eigenvalue of a and the conjugate of one is zero
 * @throws ConvergenceError  if the eigenvalues of a did not converge
 * @throws NonFiniteError    if a or q holds NaN or Inf
 * @throws OverflowError     if x is too large for its type
 * @needs  lapack.gees, else the host
 * @see    R. H. Bartels and G. W. Stewart, Solution of the matrix equation AX + XB = C (1972); SciPy,
 *         linalg.solve_continuous_lyapunov
 * @example solve_continuous_lyapunov [[-0.5]] [[-3.0]] -> [[3.]]
 *   solve_continuous_lyapunov [[-1.0, 1.0], [0.0, -2.0]] [[-1.0, 0.0], [0.0, -1.0]]
 *   -> [[0.58333333 0.08333333]
 *   ->  [0.08333333 0.25      ]]
 */
gla_status gla_solve_continuous_lyapunov(const gla_array *a, const gla_array *q, gla_array **out);

/** Solve Sylvester's equation a x + x b = q.
 *
 * By the Schur forms of a and b, in float64 or complex128.  Warns (IllConditionedWarning) when x may hold no correct digit.
 *
 * @param a  square matrix, shape (..., m, m)
 * @param b  square matrix, shape (..., n, n)
 * @param q  matrix, shape (..., m, n); stacks broadcast
 * @return   x, shape (..., m, n)
 * @throws ShapeError        if a or b is not square, or they do not fit
 * @throws SingularError     if a and −b share an eigenvalue
 * @throws ConvergenceError  if the eigenvalues of a or b did not converge
 * @throws NonFiniteError    if a, b or q holds NaN or Inf
 * @throws OverflowError     if x is too large for its type
 * @needs  lapack.gees, else the host
 * @see    R. H. Bartels and G. W. Stewart, Solution of the matrix equation AX + XB = C (1972); SciPy, linalg.solve_sylvester
 * @example solve_sylvester [[1.0, 0.0], [0.0, 3.0]] [[1.0]] [[4.0], [8.0]]
 *   -> [[2.]
 *   ->  [2.]]
 */
gla_status gla_solve_sylvester(const gla_array *a, const gla_array *b, const gla_array *q, gla_array **out);

/** Solve the discrete algebraic Riccati equation
 * aᴴ x a − eᴴ x e − (aᴴ x b + s)(r + bᴴ x b)⁻¹(bᴴ x a + sᴴ) + q = 0 for the x that makes the closed loop stable.
 *
 * That is the value of the linear-quadratic control problem; with aᵀ, the transpose of what is observed, and the covariances of
 * shocks and of errors of measurement it is the variance of a Kalman filter in the long run.  Found by doubling and ended by
 * Newton's method, each step of which solves a Lyapunov equation, so that x is one of a stable closed loop.  r need not have an
 * inverse.  x is exactly Hermitian.  Warns (IllConditionedWarning) when x may hold no correct digit.
 *
 * @param a         square matrix, shape (..., m, m)
 * @param b         matrix, shape (..., m, n)
 * @param q         Hermitian matrix, shape (..., m, m)
 * @param r         Hermitian matrix, shape (..., n, n); stacks broadcast
 * @param e         square matrix with an inverse, shape (..., m, m); none means the identity
 * @param s         matrix, shape (..., m, n); none means zeros
 * @param balanced  accepted as SciPy has it, and changes nothing
 * @return          x, shape (..., m, m)
 * @throws ShapeError        if matrices do not fit, or b has no columns
 * @throws ArgumentError     if q or r is not Hermitian
 * @throws SingularError     if e is singular
 * @throws ConvergenceError  if no x makes the closed loop stable
 * @throws NonFiniteError    if a matrix holds NaN or Inf
 * @throws OverflowError     if x is too large for its type
 * @needs  blas.gemm, array.map, array.reduce; lapack.gesv, else the host
 * @see    E. K.-W. Chu, H.-Y. Fan, W.-W. Lin and C.-S. Wang, Structure-preserving algorithms for periodic discrete-time
 *         algebraic Riccati equations (2004); D. L. Kleinman (1968); SciPy, linalg.solve_discrete_are
 * @example solve_discrete_are [[0.5]] [[1.0]] [[0.75]] [[1.0]] -> [[0.8660254]]
 */
gla_status gla_solve_discrete_are(const gla_array *a, const gla_array *b, const gla_array *q, const gla_array *r,
                                  gla_array **out, const gla_array *e GLA_DEFAULT(= NULL),
                                  const gla_array *s GLA_DEFAULT(= NULL), bool balanced GLA_DEFAULT(= true));

/** Solve the continuous algebraic Riccati equation
 * aᴴ x e + eᴴ x a − (eᴴ x b + s) r⁻¹ (bᴴ x e + sᴴ) + q = 0 for the x that makes the closed loop stable.
 *
 * By the ordered Schur form of the Hamiltonian matrix, in float64 or complex128, and ended by Newton's method, each step of
 * which solves a Lyapunov equation, so that x is one of a stable closed loop.  x is exactly Hermitian.  Warns
 * (IllConditionedWarning) when x may hold no correct digit.
 *
 * @param a         square matrix, shape (..., m, m)
 * @param b         matrix, shape (..., m, n)
 * @param q         Hermitian matrix, shape (..., m, m)
 * @param r         Hermitian matrix with an inverse, shape (..., n, n); stacks broadcast
 * @param e         square matrix with an inverse, shape (..., m, m); none means the identity
 * @param s         matrix, shape (..., m, n); none means zeros
 * @param balanced  bring the parts of the Hamiltonian matrix to one size before
 * @return          x, shape (..., m, m)
 * @throws ShapeError        if matrices do not fit, or b has no columns
 * @throws ArgumentError     if q or r is not Hermitian
 * @throws SingularError     if r or e is singular
 * @throws ConvergenceError  if no x makes the closed loop stable
 * @throws NonFiniteError    if a matrix holds NaN or Inf
 * @throws OverflowError     if x is too large for its type
 * @needs  lapack.gees, else the host; lapack.trsen, else the host
 * @see    A. J. Laub, A Schur method for solving algebraic Riccati equations (1979); D. L. Kleinman, On an iterative technique
 *         for Riccati equation computations (1968); SciPy, linalg.solve_continuous_are
 * @example solve_continuous_are [[1.0]] [[1.0]] [[3.0]] [[1.0]] -> [[3.]]
 */
gla_status gla_solve_continuous_are(const gla_array *a, const gla_array *b, const gla_array *q, const gla_array *r,
                                    gla_array **out, const gla_array *e GLA_DEFAULT(= NULL),
                                    const gla_array *s GLA_DEFAULT(= NULL), bool balanced GLA_DEFAULT(= true));

/** Schur form a = Z T Zᴴ: Z is unitary and T upper triangular, with the eigenvalues on its diagonal.
 *
 * Of a real matrix T has blocks of two rows for pairs of complex eigenvalues, unless output asks for the complex form.  It is
 * computed in float64 or complex128.
 *
 * @param a       square matrix, shape (..., n, n)
 * @param output  "real", or "complex" for a complex form of a real matrix
 * @param sort    which eigenvalues come first: "lhp" and "rhp", those with negative real parts and the others; "iuc" and "ouc",
 *                those of modulus one or less and the others
 * @return        T and Z, shape (..., n, n); with sort also how many eigenvalues come first, int64 of shape (...)
 * @throws ShapeError        if a is not square
 * @throws ArgumentError     if output or sort is another text
 * @throws ConvergenceError  if the eigenvalues did not converge, or are too close to be sorted
 * @throws NonFiniteError    if a holds NaN or Inf
 * @needs  lapack.gees, else the host; lapack.trsen, else the host
 * @see    LAPACK gees and trsen; SciPy, linalg.schur
 * @example T, Z, sdim = schur [[1.0, 0.0], [2.0, -3.0]] sort="lhp"
 *   sdim -> 1
 */
gla_status gla_schur(const gla_array *a, gla_array **T, gla_array **Z, gla_array **sdim GLA_WITH(sort),
                     const char *output GLA_CHOICE("real", "complex") GLA_DEFAULT(= "real"),
                     const char *sort GLA_CHOICE("lhp", "rhp", "iuc", "ouc") GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
