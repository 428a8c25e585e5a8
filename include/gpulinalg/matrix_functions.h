/* matrix_functions.h - Matrix exponential, Schur form, and Lyapunov, Sylvester and Riccati equations. The functions accept
 * stacks of matrices, shape (..., n, n), and work on each matrix.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @also linalg */
#ifndef GPULINALG_MATRIX_FUNCTIONS_H
#define GPULINALG_MATRIX_FUNCTIONS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the exponential of a matrix, Σ aᵏ/k!.
 *
 * The exponential of a is the transition matrix of the linear system x' = a x over one unit of time. If a contains the
 * transition rates of a continuous-time Markov chain, its exponential contains the transition probabilities.
 *
 * A rational approximation of degree 13 to the exponential of a/2ˢ is squared s times, where s is chosen from powers of a.
 *
 * @param a  square matrix, shape (..., n, n)
 * @return   array with the shape of a
 * @throws ShapeError            if a is not square
 * @throws NonFiniteError        if a contains NaN or Inf
 * @throws OverflowError         if the exponential or an intermediate result overflows its dtype
 * @warns IllConditionedWarning  if a is so large that the squarings may leave no correct digit
 * @needs  blas.gemm, array.map, array.reduce; lapack.gesv, else the host
 * @cost   spectrum 5 * size(a) * a[-1]
 * @vjp    saves a
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

/** Solve the discrete Lyapunov equation x = a x aᴴ + q.
 *
 * If q is the covariance of the shocks u[t], the solution x is the stationary (unconditional) covariance of the process y[t] =
 * a y[t − 1] + u[t].
 *
 * x is the sum of the series q + a q aᴴ + a² q a²ᴴ + …, computed by doubling the number of terms until the remainder is below
 * rounding error. All eigenvalues of a must therefore be less than one in modulus. If q is Hermitian, x is exactly Hermitian.
 *
 * @param a  square matrix, shape (..., n, n)
 * @param q  square matrix, shape (..., n, n); stacks of matrices broadcast
 * @return   x, shape (..., n, n)
 * @throws ShapeError            if a or q is not square, a and q have different orders, or their stacks do not broadcast
 * @throws ConvergenceError      if an eigenvalue of a has modulus one or more. In this case SciPy returns a matrix that is not
 *                               a covariance
 * @throws NonFiniteError        if a or q contains NaN or Inf
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if x may have no correct digit
 * @needs  blas.gemm, array.map, array.reduce
 * @cost   spectrum 40 * size(a) * a[-1]
 * @vjp    saves a, out
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
 * The solution is computed from the Schur form of a, in float64 or complex128. If q is Hermitian, x is exactly Hermitian.
 *
 * @param a  square matrix, shape (..., n, n)
 * @param q  square matrix, shape (..., n, n); stacks of matrices broadcast
 * @return   x, shape (..., n, n)
 * @throws ShapeError            if a or q is not square, a and q have different orders, or their stacks do not broadcast
 * @throws SingularError         if the sum of an eigenvalue of a and the conjugate of an eigenvalue of a is zero
 * @throws ConvergenceError      if the eigenvalues of a did not converge
 * @throws NonFiniteError        if a or q contains NaN or Inf
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if x may have no correct digit
 * @needs  lapack.gees, else the host
 * @cost   spectrum 40 * size(a) * a[-1]
 * @vjp    saves a, out
 * @see    R. H. Bartels and G. W. Stewart, Solution of the matrix equation AX + XB = C (1972); SciPy,
 *         linalg.solve_continuous_lyapunov
 * @example solve_continuous_lyapunov [[-0.5]] [[-3.0]] -> [[3.]]
 *   solve_continuous_lyapunov [[-1.0, 1.0], [0.0, -2.0]] [[-1.0, 0.0], [0.0, -1.0]]
 *   -> [[0.58333333 0.08333333]
 *   ->  [0.08333333 0.25      ]]
 */
gla_status gla_solve_continuous_lyapunov(const gla_array *a, const gla_array *q, gla_array **out);

/** Solve the Sylvester equation a x + x b = q.
 *
 * The solution is computed from the Schur forms of a and b, in float64 or complex128.
 *
 * @param a  square matrix, shape (..., m, m)
 * @param b  square matrix, shape (..., n, n)
 * @param q  matrix, shape (..., m, n); stacks of matrices broadcast
 * @return   x, shape (..., m, n)
 * @throws ShapeError            if a or b is not square, q does not have the rows of a and the columns of b, or the stacks do
 *                               not broadcast
 * @throws SingularError         if a and −b share an eigenvalue
 * @throws ConvergenceError      if the eigenvalues of a or b did not converge
 * @throws NonFiniteError        if a, b or q contains NaN or Inf
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if x may have no correct digit
 * @needs  lapack.gees, else the host
 * @cost   spectrum 40 * size(a) * a[-1]
 * @vjp    saves a, b, out
 * @see    R. H. Bartels and G. W. Stewart, Solution of the matrix equation AX + XB = C (1972); SciPy, linalg.solve_sylvester
 * @example solve_sylvester [[1.0, 0.0], [0.0, 3.0]] [[1.0]] [[4.0], [8.0]]
 *   -> [[2.]
 *   ->  [2.]]
 */
gla_status gla_solve_sylvester(const gla_array *a, const gla_array *b, const gla_array *q, gla_array **out);

/** Solve the discrete algebraic Riccati equation aᴴ x a − eᴴ x e − (aᴴ x b + s)(r + bᴴ x b)⁻¹(bᴴ x a + sᴴ) + q = 0 for the
 * stabilising solution x.
 *
 * x is the value matrix of the linear-quadratic control problem. To compute the long-run error covariance of a Kalman filter,
 * pass aᵀ, the transposed observation matrix, and the covariances of the shocks and the measurement errors.
 *
 * The solution is found by a doubling algorithm and refined by Newton's method. Each Newton step solves a Lyapunov equation,
 * which ensures that the closed loop is stable. r may be singular. x is exactly Hermitian.
 *
 * @param a         square matrix, shape (..., m, m)
 * @param b         matrix, shape (..., m, n)
 * @param q         Hermitian matrix, shape (..., m, m)
 * @param r         Hermitian matrix, shape (..., n, n); stacks of matrices broadcast
 * @param e         invertible matrix, shape (..., m, m); the identity if not given
 * @param s         matrix, shape (..., m, n); zeros if not given
 * @param balanced  accepted for compatibility with SciPy and ignored
 * @return          x, shape (..., m, m)
 * @throws ShapeError            if the shapes of the matrices are inconsistent, or b has no columns
 * @throws ArgumentError         if q or r is not Hermitian
 * @throws SingularError         if e is singular
 * @throws ConvergenceError      if no x makes the closed loop stable
 * @throws NonFiniteError        if a matrix contains NaN or Inf
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if x may have no correct digit
 * @needs  blas.gemm, array.map, array.reduce; lapack.gesv, else the host
 * @cost   spectrum 100 * size(a) * a[-1]
 * @vjp    saves a, b, r, e, s, out
 * @see    E. K.-W. Chu, H.-Y. Fan, W.-W. Lin and C.-S. Wang, Structure-preserving algorithms for periodic discrete-time
 *         algebraic Riccati equations (2004); D. L. Kleinman (1968); SciPy, linalg.solve_discrete_are
 * @example solve_discrete_are [[0.5]] [[1.0]] [[0.75]] [[1.0]] -> [[0.8660254]]
 */
gla_status gla_solve_discrete_are(const gla_array *a, const gla_array *b, const gla_array *q, const gla_array *r,
                                  gla_array **out, const gla_array *e GLA_DEFAULT(= NULL),
                                  const gla_array *s GLA_DEFAULT(= NULL), bool balanced GLA_DEFAULT(= true));

/** Solve the continuous algebraic Riccati equation aᴴ x e + eᴴ x a − (eᴴ x b + s) r⁻¹ (bᴴ x e + sᴴ) + q = 0 for the stabilising
 * solution x.
 *
 * The solution is computed from the ordered Schur form of the Hamiltonian matrix, in float64 or complex128, and refined by
 * Newton's method. Each Newton step solves a Lyapunov equation, which ensures that the closed loop is stable. x is exactly
 * Hermitian.
 *
 * @param a         square matrix, shape (..., m, m)
 * @param b         matrix, shape (..., m, n)
 * @param q         Hermitian matrix, shape (..., m, m)
 * @param r         invertible Hermitian matrix, shape (..., n, n); stacks of matrices broadcast
 * @param e         invertible matrix, shape (..., m, m); the identity if not given
 * @param s         matrix, shape (..., m, n); zeros if not given
 * @param balanced  first scale the blocks of the Hamiltonian matrix to similar magnitude
 * @return          x, shape (..., m, m)
 * @throws ShapeError            if the shapes of the matrices are inconsistent, or b has no columns
 * @throws ArgumentError         if q or r is not Hermitian
 * @throws SingularError         if r or e is singular
 * @throws ConvergenceError      if no x makes the closed loop stable
 * @throws NonFiniteError        if a matrix contains NaN or Inf
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if x may have no correct digit
 * @needs  lapack.gees, else the host; lapack.trsen, else the host
 * @cost   spectrum 100 * size(a) * a[-1]
 * @vjp    saves a, b, r, e, s, out
 * @see    A. J. Laub, A Schur method for solving algebraic Riccati equations (1979); D. L. Kleinman, On an iterative technique
 *         for Riccati equation computations (1968); SciPy, linalg.solve_continuous_are
 * @example solve_continuous_are [[1.0]] [[1.0]] [[3.0]] [[1.0]] -> [[3.]]
 */
gla_status gla_solve_continuous_are(const gla_array *a, const gla_array *b, const gla_array *q, const gla_array *r,
                                    gla_array **out, const gla_array *e GLA_DEFAULT(= NULL),
                                    const gla_array *s GLA_DEFAULT(= NULL), bool balanced GLA_DEFAULT(= true));

/** Compute the Schur form a = Z T Zᴴ, with unitary Z and upper triangular T.
 *
 * The eigenvalues of a are on the diagonal of T. If a is real, T has 2 x 2 diagonal blocks for pairs of complex eigenvalues,
 * unless `output` is "complex". The computation is in float64 or complex128.
 *
 * @param a       square matrix, shape (..., n, n)
 * @param output  "complex" to compute the complex form of a real matrix, or "real"
 * @param sort    eigenvalues to place first: "lhp": eigenvalues with negative real part; "rhp": all others; "iuc": eigenvalues
 *                of modulus at most one; "ouc": all others; default: no sorting
 * @return        T and Z, shape (..., n, n). If `sort` is given, also the number of eigenvalues that are placed first, int64,
 *                shape (...)
 * @throws ShapeError        if a is not square
 * @throws ArgumentError     if output or `sort` is another string
 * @throws ConvergenceError  if the eigenvalues did not converge, or are too close to be reordered
 * @throws NonFiniteError    if a contains NaN or Inf
 * @needs  lapack.gees, else the host; lapack.trsen, else the host
 * @cost   spectrum 25 * size(a) * a[-1]
 * @vjp    saves T, Z
 * @see    LAPACK gees and trsen; SciPy, linalg.schur
 * @example T, Z, sdim = schur [[1.0, 0.0], [2.0, -3.0]] sort="lhp"
 *   sdim -> 1
 */
gla_status gla_schur(const gla_array *a, gla_array **T, gla_array **Z, gla_array **sdim GLA_WITH(sort),
                     const char *output GLA_CHOICE("real", "complex") GLA_DEFAULT(= "real"),
                     const char *sort GLA_CHOICE("lhp", "rhp", "iuc", "ouc") GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
