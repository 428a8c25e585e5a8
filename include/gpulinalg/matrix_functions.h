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
 * @throws ShapeError      when a is not square
 * @throws NonFiniteError  when a holds NaN or Inf
 * @throws OverflowError   when the exponential, or a number on the way to it, is too large for its type
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
 * @throws ShapeError        when a or q is not square, or they do not fit
 * @throws ConvergenceError  when an eigenvalue of a has modulus one or more, where SciPy returns a matrix that is not a
 *                           covariance
 * @throws NonFiniteError    when a or q holds NaN or Inf
 * @throws OverflowError     when x is too large for its type
 * @needs  blas.gemm, array.map, array.reduce
 * @see    R. A. Smith, Matrix equation XA + BX = C (1968); N. J. Higham, Accuracy and Stability of Numerical Algorithms, 16.6;
 *         SciPy, linalg.solve_discrete_lyapunov
 * @example solve_discrete_lyapunov [[0.5]] [[3.0]] -> [[4.]]
 *   solve_discrete_lyapunov [[0.5, 0.5], [0.0, 0.0]] [[1.0, 0.0], [0.0, 1.0]]
 *   -> [[1.66666667 0.        ]
 *   ->  [0.         1.        ]]
 */
gla_status gla_solve_discrete_lyapunov(const gla_array *a, const gla_array *q, gla_array **out);

GLA_END_DECLS

#endif
