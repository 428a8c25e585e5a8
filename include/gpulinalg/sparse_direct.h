/* sparse_direct.h - sparse direct solvers: factorisation, linear systems and least squares.
 *
 * @namespace sparse Sparse  @alias transpose trans
 *
 * On the host the solvers are UMFPACK, KLU, CHOLMOD and SPQR of SuiteSparse, if the library was built with it. Matrices with a
 * narrow band are factorised without SuiteSparse. On NVIDIA GPUs the solver is cuDSS. If cuDSS is not installed, the matrix is
 * factorised on the host. All solvers work in float64 or complex128: a float32 or complex64 matrix is factorised in double
 * precision, and only the solution is rounded. */
#ifndef GPULINALG_SPARSE_DIRECT_H
#define GPULINALG_SPARSE_DIRECT_H

#include "sparse_arithmetic.h"

GLA_BEGIN_DECLS

/** A factorised sparse matrix, for solving many linear systems.
 *
 * Create it with `sparse.factor`. Threads: several threads may share one object; their calls run one after the other. */
GLA_CLASS(gla_sparse_factorization, "SparseFactor");

/** Factorise a sparse matrix to solve linear systems with it.
 *
 * The kinds "lu" and "klu" are for any square matrix. The kind "klu" is faster for very sparse, nearly triangular matrices such
 * as circuit matrices. The kind "cholesky" is for symmetric or Hermitian positive definite matrices, and "ldlt" is for other
 * symmetric or Hermitian matrices. On the host "ldlt" does not pivot, so a zero pivot is an error even if the matrix is
 * nonsingular. The kind "auto" tries "cholesky" for a symmetric or Hermitian matrix with a positive diagonal. If "cholesky"
 * fails, and for all other matrices, "auto" uses "lu".
 *
 * @param a     square sparse matrix
 * @param kind  "auto", "lu", "klu", "cholesky" or "ldlt"
 * @return      SparseFactor
 * @throws ShapeError                if a is not square
 * @throws SingularError             if a is singular
 * @throws NotPositiveDefiniteError  if kind is "cholesky" and a is not positive definite
 * @throws ArgumentError             if kind is "cholesky" or "ldlt" and a is not symmetric or Hermitian
 * @throws NonFiniteError            if a contains NaN or Inf
 * @throws NotSupportedError         if no direct solver for this kind of factorisation is available
 * @needs  direct.factor, direct.absence, direct.refactor, direct.solve, direct.release, else the host; array.map
 * @see    SciPy, sparse.linalg.splu
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   f = sparse.factor a
 *   sparse.factorization_solve f [9.0, 5.0] -> [2. 1.]
 */
gla_status gla_sparse_factor(const gla_sparse *a, gla_sparse_factorization **factor,
                             const char *kind GLA_CHOICE("auto", "lu", "klu", "cholesky", "ldlt") GLA_DEFAULT(= "auto"));

/** Solve linear systems with a factorised sparse matrix or its transpose.
 *
 * The residual is checked after each solution, both for b as a whole and for each equation, relative to the terms of the
 * equation. If the residual exceeds rounding error, x is refined by at most three steps of iterative refinement.
 *
 * @param factor  factors of a, from `sparse.factor`
 * @param b       right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param trans   0 or "n" for a x = b; 1 or "t" for aᵀ x = b; 2 or "h" for aᴴ x = b
 * @return        x, of the shape of b
 * @throws ArgumentError         if trans has another value
 * @throws ShapeError            if b does not have the same number of rows as the factorised matrix
 * @throws NonFiniteError        if b contains NaN or Inf
 * @throws OverflowError         if an element of x overflows its dtype
 * @throws SingularError         if the residual is too large even after refinement, or if the last call to refactor failed
 * @warns IllConditionedWarning  if x may have no correct digit, or the residual of an equation exceeds 1e-10 times the terms of
 *                               the equation
 * @needs  direct.solve, else the host; sparse.multiply, else the host; array.map, array.reduce
 * @vjp    saves factor if b, b if b, x
 * @see    SciPy, sparse.linalg.SuperLU.solve
 * @example a = sparse.new [[1.0, 2.0], [0.0, 4.0]]
 *   f = sparse.factor a
 *   sparse.factorization_solve f [4.0, 4.0] -> [2. 1.]
 *   sparse.factorization_solve f [1.0, 6.0] trans=1 -> [1. 1.]
 */
gla_status gla_sparse_factorization_solve(const gla_sparse_factorization *factor, const gla_array *b, gla_array **x,
                                          gla_transpose trans GLA_DEFAULT(= 0));

/** Factorise another matrix with the same sparsity pattern, reusing the analysis of the pattern.
 *
 * The SparseFactor then represents the new matrix. If the call fails, the SparseFactor has no factors until a later call
 * succeeds.
 *
 * @param factor  factors from `sparse.factor`
 * @param a       sparse matrix with the sparsity pattern of the first matrix
 * @return        nothing
 * @throws ShapeError                if a has a different shape
 * @throws ArgumentError             if the sparsity pattern of a differs from the pattern of the first matrix, or the kind is
 *                                   "cholesky" or "ldlt" and a is not symmetric or Hermitian
 * @throws DTypeError                if one of the two matrices is real and the other complex
 * @throws DeviceError               if a is on another device
 * @throws SingularError             if a is singular
 * @throws NotPositiveDefiniteError  if the kind is "cholesky" and a is not positive definite
 * @throws NonFiniteError            if a contains NaN or Inf
 * @needs  direct.refactor, else the host; array.map, array.reduce
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   f = sparse.factor a
 *   b = sparse.new [[2.0, 1.0], [1.0, 1.0]]
 *   sparse.factorization_refactor f b
 *   sparse.factorization_solve f [3.0, 2.0] -> [1. 1.]
 */
gla_status gla_sparse_factorization_refactor(const gla_sparse_factorization *factor, const gla_sparse *a);

/** Return the sign of the determinant of the factorised matrix, and the logarithm of its absolute value.
 *
 * @param factor  factors from `sparse.factor`
 * @return        sign and logabsdet, 0-d arrays on the host. The sign is 1 or −1, or for a complex matrix a complex number of
 *                modulus 1. The dtype of logabsdet is float64
 * @throws NotSupportedError  if the solver of the device does not report the determinant, and the host has no direct solver
 * @needs  nothing
 * @see    NumPy, linalg.slogdet
 * @example a = sparse.new [[0.0, 1.0], [1.0, 0.0]]
 *   f = sparse.factor a
 *   sign, logabsdet = sparse.factorization_slogdet f
 *   sign -> -1.0
 */
gla_status gla_sparse_factorization_slogdet(const gla_sparse_factorization *factor, gla_array **sign, gla_array **logabsdet);

/** Return the logarithm of the determinant of the factorised matrix, which must be positive.
 *
 * If the GPU solver does not report the determinant, the matrix is also factorised on the host.
 *
 * @param factor  factors from `sparse.factor`
 * @return        0-d float64 array on the host
 * @throws ArgumentError      if the determinant is negative or complex
 * @throws NotSupportedError  if the solver of the device does not report the determinant, and the host has no direct solver
 * @needs  nothing
 * @example a = sparse.eye 3
 *   f = sparse.factor a
 *   sparse.factorization_logdet f -> 0.0
 */
gla_status gla_sparse_factorization_logdet(const gla_sparse_factorization *factor, gla_array **out);

/** Return the inertia of the factorised matrix, that is, the numbers of positive, negative and zero eigenvalues.
 *
 * @param factor  factors from `sparse.factor`, of the kind "ldlt" or "cholesky"
 * @return        int64 array of shape (3,) on the host: positive, negative, zero
 * @throws ArgumentError      if the kind of the factors is "lu" or "klu"
 * @throws NotSupportedError  if the solver of the device does not report the inertia
 * @needs  nothing
 * @vjp    zero
 * @example a = sparse.new [[1.0, 2.0], [2.0, 1.0]]
 *   f = sparse.factor a kind="ldlt"
 *   sparse.factorization_inertia f -> [1 1 0]
 */
gla_status gla_sparse_factorization_inertia(const gla_sparse_factorization *factor, gla_array **out);

/** Estimate the reciprocal condition number of the factorised matrix in the 1-norm.
 *
 * In the first call, Higham's method solves about ten linear systems; the result is cached. The estimate is rarely more than
 * three times the true value.
 *
 * @param factor  factors from `sparse.factor`
 * @return        0-d float64 array on the host; infinity for an empty matrix
 * @throws SingularError  if the last call to refactor failed, so that there are no factors
 * @needs  direct.solve, else the host; sparse.multiply, else the host; array.map, array.reduce
 * @see    LAPACK gecon
 * @example a = sparse.new [[1.0, 0.0], [0.0, 4.0]]
 *   f = sparse.factor a
 *   sparse.factorization_rcond f -> 0.25
 */
gla_status gla_sparse_factorization_rcond(const gla_sparse_factorization *factor, gla_array **out);

/** Return the kind of the factorisation.
 *
 * @param factor  factors from `sparse.factor`
 * @return        "lu", "klu", "cholesky" or "ldlt"
 * @method property
 * @example a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_kind f -> cholesky
 */
gla_status gla_sparse_factorization_kind(const gla_sparse_factorization *factor, char **kind);

/** Return the number of rows and columns of the factorised matrix.
 *
 * @param factor  factors from `sparse.factor`
 * @return        number of rows, number of columns
 * @method property
 * @example a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_solve f [1.0, 2.0] -> [1. 2.]
 *   shape = sparse.factorization_shape f
 */
gla_status gla_sparse_factorization_shape(const gla_sparse_factorization *factor, gla_ints **shape);

/** Return the dtype of the factorised matrix.
 *
 * @param factor  factors from `sparse.factor`
 * @return        dtype
 * @method property
 * @example a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_dtype f -> float64
 */
gla_status gla_sparse_factorization_dtype(const gla_sparse_factorization *factor, gla_dtype *dtype);

/** Return the name of the device of the factorised matrix, on which solutions are also stored.
 *
 * @param factor  factors from `sparse.factor`
 * @return        name, such as "host" or "cuda:0"
 * @method property
 * @example set_device "host"
 *   a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_device f -> host
 */
gla_status gla_sparse_factorization_device(const gla_sparse_factorization *factor, char **name);

/** Return the number of values stored in the factors.
 *
 * @param factor  factors from `sparse.factor`
 * @return        0-d int64 array on the host
 * @throws SingularError  if the last call to refactor failed, so that there are no factors
 * @needs  nothing
 * @vjp    zero
 * @method property
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   f = sparse.factor a kind="ldlt"
 *   n = sparse.factorization_nnz f
 */
gla_status gla_sparse_factorization_nnz(const gla_sparse_factorization *factor, gla_array **out);

/** Return a description of the factors: the shape, kind, dtype and device of the matrix.
 *
 * @param factor  factors from `sparse.factor`
 * @return        string
 * @example set_device "host"
 *   a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_text f -> SparseFactor(2 x 2, kind='cholesky', dtype=float64, device='host')
 */
gla_status gla_sparse_factorization_text(const gla_sparse_factorization *factor, char **text);

/** Solve the sparse linear system a x = b.
 *
 * The result is the same as `sparse.factor` followed by one solution with the factors.
 *
 * @param a  square sparse matrix
 * @param b  right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @return   x, of the shape of b
 * @throws ShapeError            if a is not square, or a and b differ in their number of rows
 * @throws SingularError         if a is singular
 * @throws NonFiniteError        if a or b contains NaN or Inf
 * @throws OverflowError         if an element of x overflows its dtype
 * @throws NotSupportedError     if no direct solver for this kind of factorisation is available
 * @warns IllConditionedWarning  if x may have no correct digit, or the residual of an equation exceeds 1e-10 times the terms of
 *                               the equation
 * @needs  direct.factor, direct.absence, direct.solve, direct.release, else the host; sparse.multiply, else the host;
 *         array.map, array.reduce
 * @vjp    saves a if b
 * @see    SciPy, sparse.linalg.spsolve
 * @example a = sparse.new [[4.0, 1.0], [2.0, 3.0]]
 *   sparse.solve a [9.0, 7.0] -> [2. 1.]
 */
gla_status gla_sparse_solve(const gla_sparse *a, const gla_array *b, gla_array **x);

/** Solve a sparse least-squares problem: find x that minimises ‖b − a x‖₂.
 *
 * If a does not have full rank, the solution of smallest norm is returned. The computation, a QR factorisation of a with
 * columns scaled to unit norm, is done on the host.
 *
 * A RankDeficientWarning is issued if the rank is less than min(m, n). If a has at least as many rows as columns, the warning
 * lists the dependent columns.
 *
 * @param a      sparse matrix of shape (m, n)
 * @param b      right-hand side, shape (m,), or k right-hand sides in columns, shape (m, k)
 * @param rcond  tolerance for the rank. A column, scaled to unit norm, is dependent if its distance from the span of the
 *               preceding columns is at most rcond. A negative rcond selects 20·(m + n)·ε of float64, and for float32 and
 *               complex64 at least 10·ε of float32
 * @return       x: shape (n,) or (n, k); residuals: sum of squares of b − a x, shape () or (k,); rank: int64, 0-d on the host
 * @throws ArgumentError      if rcond is NaN or infinite
 * @throws ShapeError         if b does not have the same number of rows as a
 * @throws NonFiniteError     if a or b contains NaN or Inf
 * @throws OverflowError      if an element of x overflows its dtype
 * @throws NotSupportedError  if no direct solver for this kind of factorisation is available
 * @needs  direct.lstsq, direct.absence, else the host; sparse.multiply, else the host; array.map, array.reduce
 * @vjp    saves a if b, b, x
 * @see    T. A. Davis, ACM Transactions on Mathematical Software 38 (2011) 8
 * @alias  rtol rcond
 * @example a = sparse.new [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   y = asarray [1.0, 3.0, 4.0, 4.0]
 *   b, residuals, rank = sparse.lstsq a y
 *   rank -> 2
 */
gla_status gla_sparse_lstsq(const gla_sparse *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank,
                            double rcond GLA_DEFAULT(= -1));

GLA_END_DECLS

#endif
