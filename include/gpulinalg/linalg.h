/* linalg.h - Matrix products, linear systems, factorisations and eigenvalues. The functions accept stacks of matrices, shape
 * (..., m, n), and work on each matrix. Integers are converted to float64. Factorisations raise NonFiniteError if their input
 * contains NaN or Inf.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read.
 *
 * @also linalg @alias transpose trans */
#ifndef GPULINALG_LINALG_H
#define GPULINALG_LINALG_H

#include "core.h"

GLA_BEGIN_DECLS

/** Return the matrix product x1 x2.
 *
 * A 1-d x1 is treated as a row and a 1-d x2 as a column. The added dimension is removed from the result. Stacks of matrices
 * broadcast. Transposed and strided operands are read in place, without a copy.
 *
 * @param x1  shape (m,), (k, m) or (..., k, m). Integer sums wrap around. For bools an element of the result is true if any
 *            product is true
 * @param x2  shape (m,), (m, n) or (..., m, n)
 * @return    array of the promoted dtype, shape (..., k, n)
 * @throws ShapeError  if the inner dimensions differ, the stacks do not broadcast, or an operand is a scalar
 * @needs  blas.gemm
 * @cost   product 2 * size(x1) * columns(x2)
 * @vjp    saves x1 if x2, x2 if x1
 * @see    Python array API standard 2025.12, matmul
 * @example matmul [[1.0, 2.0], [3.0, 4.0]] [1.0, -1.0] -> [-1. -1.]
 *   matmul [[1, 2], [3, 4]] [[0, 1], [1, 0]]
 *   -> [[2 1]
 *   ->  [4 3]]
 */
gla_status gla_matmul(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Return the inner product of vectors along an axis, Σ conj(x1)·x2.
 *
 * @param x1    array of any numeric dtype
 * @param x2    array that broadcasts with x1, except along axis, where the lengths must be equal
 * @param axis  axis of the vectors, counted from the end of both arrays, so −1 is the last axis
 * @return      array of the promoted dtype without axis
 * @throws ShapeError  if the lengths along axis differ, or the other axes do not broadcast
 * @throws IndexError  if axis is out of range
 * @needs  blas.gemm, array.map, array.reduce
 * @vjp    saves x1 if x2, x2 if x1
 * @see    Python array API standard 2025.12, vecdot
 * @example prices = asarray [2.0, 0.5, 10.0]
 *   baskets = asarray [[1.0, 4.0, 0.0], [3.0, 0.0, 1.0]]
 *   vecdot baskets prices -> [ 4. 16.]
 */
gla_status gla_vecdot(const gla_array *x1, const gla_array *x2, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Return the outer product of two vectors, with elements x1[i]·x2[j].
 *
 * @param x1  vector, shape (m,)
 * @param x2  vector, shape (n,)
 * @return    array of the promoted dtype, shape (m, n)
 * @throws ShapeError  if an operand is not 1-d
 * @needs  array.map
 * @cost   bytes 8 * size(x1) * size(x2)
 * @vjp    saves x1 if x2, x2 if x1
 * @see    Python array API standard 2025.12, outer
 * @example outer [1.0, 2.0] [3.0, 4.0, 5.0]
 *   -> [[ 3.  4.  5.]
 *   ->  [ 6.  8. 10.]]
 */
gla_status gla_outer(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Contract two arrays: sum their products over pairs of axes.
 *
 * @param x1    array of any numeric dtype
 * @param x2    array
 * @param axes  number N, which pairs the last N axes of x1 with the first N axes of x2, or a pair of lists, axes of x1 and axes
 *              of x2; 2 if not given
 * @return      array of the promoted dtype; its axes are the remaining axes of x1, then the remaining axes of x2
 * @throws ShapeError  if paired axes differ in length, or the two lists differ in length
 * @throws IndexError  if an axis is out of range
 * @needs  blas.gemm
 * @cost   product 2 * size(x1) * columns(x2)
 * @vjp    saves x1 if x2, x2 if x1, axes
 * @see    Python array API standard 2025.12, tensordot
 * @example tensordot [[1.0, 2.0], [3.0, 4.0]] [[1.0, 0.0], [0.0, 1.0]] -> 5.0
 *   tensordot [[1.0, 2.0], [3.0, 4.0]] [10.0, 1.0] axes=1 -> [12. 34.]
 */
gla_status gla_tensordot(const gla_array *x1, const gla_array *x2, gla_array **out, const gla_array *axes GLA_DEFAULT(= NULL));

/** Solve the linear system a x = b by LU factorisation with partial pivoting.
 *
 * @param a      square matrix, shape (..., n, n)
 * @param b      right-hand sides, shape (n,) for a single one, or (..., n, k) for k right-hand sides; stacks of matrices
 *               broadcast
 * @param trans  0 or "n": a x = b; 1 or "t": aᵀ x = b; 2 or "h": aᴴ x = b
 * @return       x, with the shape of b broadcast with the stack of a
 * @throws ShapeError            if a is not square, a and b differ in their number of rows, or their stacks do not broadcast
 * @throws SingularError         if a is exactly singular. The message gives the position of the zero pivot and, for a stack, of
 *                               the matrix
 * @throws NonFiniteError        if a or b contains NaN or Inf
 * @throws ArgumentError         if trans has another value
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if x may have no correct digit
 * @needs  lapack.gesv, else the host
 * @cost   factor 0.67 * size(a) * a[-1] + 2 * size(a) * columns(b)
 * @vjp    saves a, out
 * @see    LAPACK gesv; Python array API standard 2025.12, linalg.solve
 * @example x = solve [[2.0, 1.0], [1.0, 3.0]] [3.0, 5.0]
 *   x -> [0.8 1.4]
 */
gla_status gla_solve(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans GLA_DEFAULT(= 0));

/** Solve a triangular system a x = b by substitution.
 *
 * The condition estimate, which decides whether a warning is issued, does not depend on the scale of individual columns of an
 * upper triangle, or of individual rows of a lower triangle.
 *
 * @param a              square matrix, shape (..., n, n), of which only one triangle is read
 * @param b              right-hand sides, shape (n,) or (..., n, k)
 * @param trans          0 or "n": a x = b; 1 or "t": aᵀ x = b; 2 or "h": aᴴ x = b
 * @param lower          true: use the lower triangle; false: use the upper triangle
 * @param unit_diagonal  assume that the diagonal elements are 1, and do not read them
 * @return               x, with the shape of b broadcast with the stack of a
 * @throws ShapeError            if a is not square, a and b differ in their number of rows, or their stacks do not broadcast
 * @throws SingularError         if a diagonal element is zero
 * @throws ArgumentError         if trans has another value
 * @throws OverflowError         if x overflows its dtype
 * @warns IllConditionedWarning  if the reciprocal condition number of a is below about n·ε, for example if a is the factor R of
 *                               linearly dependent columns
 * @needs  blas.trsm, array.count_nonzero
 * @cost   factor size(a) * columns(b)
 * @vjp    saves a, out
 * @see    BLAS trsm; SciPy, linalg.solve_triangular
 * @example L = cholesky [[4.0, 2.0], [2.0, 5.0]]
 *   solve_triangular L [2.0, 5.0] lower=true -> [1. 2.]
 */
gla_status gla_solve_triangular(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans GLA_DEFAULT(= 0),
                                bool lower GLA_DEFAULT(= false), bool unit_diagonal GLA_DEFAULT(= false));

/** Return the inverse of a square matrix. To solve a system, `solve` is faster and more accurate.
 *
 * @param x  square matrix, shape (..., n, n)
 * @return   inverse, with the shape of x
 * @throws ShapeError            if x is not square
 * @throws SingularError         if x is exactly singular
 * @throws NonFiniteError        if x contains NaN or Inf
 * @throws OverflowError         if the inverse overflows its dtype
 * @warns IllConditionedWarning  if the inverse may have no correct digit
 * @needs  lapack.gesv, else the host
 * @cost   factor 2 * size(x) * x[-1]
 * @vjp    saves out
 * @see    Python array API standard 2025.12, linalg.inv
 * @example inv [[2.0, 1.0], [1.0, 1.0]]
 *   -> [[ 1. -1.]
 *   ->  [-1.  2.]]
 */
gla_status gla_inv(const gla_array *x, gla_array **out);

/** Return the determinant of a square matrix.
 *
 * @param x  square matrix, shape (..., n, n)
 * @return   determinants, shape (...), which are 1 if n = 0. For large n determinants may overflow, unlike the results of
 *           `slogdet`
 * @throws ShapeError            if x is not square
 * @throws NonFiniteError        if x contains NaN or Inf
 * @throws OverflowError         if the determinant overflows its dtype
 * @warns IllConditionedWarning  if the determinant may have no correct digit
 * @needs  lapack.getrf, else the host
 * @cost   factor 0.67 * size(x) * x[-1]
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, linalg.det
 * @example det [[2.0, 1.0], [1.0, 3.0]] -> 5.0
 */
gla_status gla_det(const gla_array *x, gla_array **out);

/** Return the sign and the logarithm of the absolute value of the determinant.
 *
 * @param x  square matrix, shape (..., n, n)
 * @return   sign and log|det|, each of shape (...). The sign is −1, 0 or 1. If x is complex, the sign is 0 or a number of
 *           modulus 1. For a singular matrix log|det| is −Inf
 * @throws ShapeError      if x is not square
 * @throws NonFiniteError  if x contains NaN or Inf
 * @needs  lapack.getrf, else the host
 * @cost   factor 0.67 * size(x) * x[-1]
 * @vjp    saves x, sign
 * @see    Python array API standard 2025.12, linalg.slogdet
 * @example sign, logabsdet = slogdet [[0.0, 1.0], [2.0, 0.0]]
 *   sign -> -1.0
 *   logabsdet -> 0.6931471805599453
 */
gla_status gla_slogdet(const gla_array *x, gla_array **sign, gla_array **logabsdet);

/** Return the Cholesky factor of a symmetric or Hermitian positive definite matrix: x = L Lᴴ, or Uᴴ U.
 *
 * @param x      matrix, shape (..., n, n), of which only the lower triangle is read, or only the upper triangle if `upper` is
 *               true
 * @param upper  return the upper factor U instead of L
 * @return       triangular factor with the shape of x and zeros outside the triangle
 * @throws ShapeError                if x is not square
 * @throws NotPositiveDefiniteError  if x is not positive definite. The message gives the order of the leading minor that is not
 *                                   positive
 * @throws NonFiniteError            if x contains NaN or Inf
 * @throws OverflowError             if the factor overflows its dtype
 * @warns IllConditionedWarning      if solutions computed with the factor may have no correct digit
 * @needs  lapack.potrf, else the host; array.triangle
 * @cost   factor 0.33 * size(x) * x[-1]
 * @vjp    saves out
 * @see    LAPACK potrf; Python array API standard 2025.12, linalg.cholesky
 * @example cholesky [[4.0, 2.0], [2.0, 5.0]]
 *   -> [[2. 0.]
 *   ->  [1. 2.]]
 */
gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper GLA_DEFAULT(= false));

/** Compute the QR factorisation x = Q R by Householder reflections.
 *
 * @param x     matrix, shape (..., m, n)
 * @param mode  "reduced" (used if not given) returns Q of shape (..., m, k) and R of shape (..., k, n), where k = min(m, n),
 *              and "complete" returns Q of shape (..., m, m) and R of shape (..., m, n)
 * @return      Q, with orthonormal columns, and R, upper triangular
 * @throws ArgumentError   if mode is another string
 * @throws ShapeError      if x has fewer than two dimensions
 * @throws NonFiniteError  if x contains NaN or Inf
 * @throws OverflowError   if R overflows its dtype
 * @needs  lapack.geqrf, lapack.orgqr, else the host; array.triangle
 * @cost   qr 4 * size(x) * x[-1]
 * @vjp    saves Q, R
 * @see    LAPACK geqrf; Python array API standard 2025.12, linalg.qr
 * @example Q, R = qr [[3.0, 1.0], [4.0, 2.0]]
 *   Q
 *   -> [[-0.6 -0.8]
 *   ->  [-0.8  0.6]]
 *   R
 *   -> [[-5.  -2.2]
 *   ->  [ 0.   0.4]]
 */
gla_status gla_qr(const gla_array *x, gla_array **Q, gla_array **R,
                  const char *mode GLA_CHOICE("reduced", "complete") GLA_DEFAULT(= "reduced"));

/** Compute the LU factorisation with partial pivoting, a = P L U.
 *
 * @param a          matrix, shape (..., m, n)
 * @param p_indices  true: return the permutation as a vector p of int64 indices with a = L[p] U, shape (..., m), instead of as
 *                   a matrix
 * @return           P: permutation matrix, shape (..., m, m); L: unit lower triangular, shape (..., m, k); U: upper triangular,
 *                   shape (..., k, n); k = min(m, n)
 * @throws ShapeError      if a has fewer than two dimensions
 * @throws NonFiniteError  if a contains NaN or Inf
 * @throws OverflowError   if U overflows its dtype
 * @needs  lapack.getrf, else the host; array.triangle, array.map, array.range
 * @vjp    saves P, L, U
 * @see    LAPACK getrf; SciPy, linalg.lu
 * @example P, L, U = lu [[1.0, 2.0], [4.0, 4.0]]
 *   P
 *   -> [[0. 1.]
 *   ->  [1. 0.]]
 *   L
 *   -> [[1.   0.  ]
 *   ->  [0.25 1.  ]]
 *   U
 *   -> [[4. 4.]
 *   ->  [0. 1.]]
 */
gla_status gla_lu(const gla_array *a, gla_array **P, gla_array **L, gla_array **U, bool p_indices GLA_DEFAULT(= false));

/** Compute the singular value decomposition x = U diag(S) Vh.
 *
 * @param x              matrix, shape (..., m, n)
 * @param full_matrices  true: return U of shape (..., m, m) and Vh of shape (..., n, n); false: return U of shape (..., m, k)
 *                       and Vh of shape (..., k, n), where k = min(m, n)
 * @return               U: left singular vectors in columns; S: singular values, real and descending, shape (..., k); Vh:
 *                       conjugated right singular vectors in rows
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.gesvd, else the host
 * @cost   spectrum 20 * size(x) * x[-1]
 * @vjp    saves U, S, Vh
 * @see    LAPACK gesdd; Python array API standard 2025.12, linalg.svd
 * @example U, S, Vh = svd [[3.0, 0.0], [0.0, -2.0]]
 *   S -> [3. 2.]
 */
gla_status gla_svd(const gla_array *x, gla_array **U, gla_array **S, gla_array **Vh, bool full_matrices GLA_DEFAULT(= true));

/** Return the singular values of a matrix in descending order.
 *
 * @param x  matrix, shape (..., m, n)
 * @return   real array of shape (..., min(m, n))
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.gesvd, else the host
 * @cost   spectrum 4 * size(x) * x[-1]
 * @vjp    saves x
 * @see    LAPACK gesdd; Python array API standard 2025.12, linalg.svdvals
 * @example svdvals [[3.0, 4.0], [0.0, 0.0]] -> [5. 0.]
 */
gla_status gla_svdvals(const gla_array *x, gla_array **out);

/** Compute eigenvalues and eigenvectors of a symmetric or Hermitian matrix: x = V diag(λ) Vᴴ.
 *
 * @param x  matrix, shape (..., n, n); only the lower triangle is read
 * @return   eigenvalues: real and ascending, shape (..., n); eigenvectors: orthonormal columns, shape (..., n, n)
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.syevd, else the host; array.triangle
 * @cost   spectrum 9 * size(x) * x[-1]
 * @vjp    saves eigenvalues, eigenvectors
 * @see    LAPACK syevd, heevd; Python array API standard 2025.12, linalg.eigh
 * @example values, vectors = eigh [[2.0, 1.0], [1.0, 2.0]]
 *   values -> [1. 3.]
 */
gla_status gla_eigh(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors);

/** Return the eigenvalues of a symmetric or Hermitian matrix in ascending order.
 *
 * @param x  matrix, shape (..., n, n); only the lower triangle is read
 * @return   real array of shape (..., n)
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.syevd, else the host; array.triangle
 * @cost   spectrum 1.33 * size(x) * x[-1]
 * @vjp    saves x
 * @see    LAPACK syevd, heevd; Python array API standard 2025.12, linalg.eigvalsh
 * @example eigvalsh [[2.0, 1.0], [1.0, 2.0]] -> [1. 3.]
 */
gla_status gla_eigvalsh(const gla_array *x, gla_array **out);

/** Compute eigenvalues and right eigenvectors of a general square matrix: x V = V diag(λ).
 *
 * @param x  matrix, shape (..., n, n)
 * @return   eigenvalues: complex, in the order of LAPACK, shape (..., n); eigenvectors: complex columns of norm 1, shape (...,
 *           n, n)
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.geev, else the host
 * @cost   spectrum 25 * size(x) * x[-1]
 * @vjp    saves eigenvalues, eigenvectors
 * @see    LAPACK geev; Python array API standard 2025.12, linalg.eig
 * @example values, vectors = eig [[0.9, 0.3], [0.1, 0.7]]
 *   values -> [1. +0.j 0.6+0.j]
 */
gla_status gla_eig(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors);

/** Return the eigenvalues of a general square matrix.
 *
 * @param x  matrix, shape (..., n, n)
 * @return   complex array of shape (..., n), in the order of LAPACK
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.geev, else the host
 * @cost   spectrum 10 * size(x) * x[-1]
 * @vjp    saves x
 * @see    LAPACK geev; Python array API standard 2025.12, linalg.eigvals
 * @example eigvals [[0.0, -1.0], [1.0, 0.0]] -> [0.+1.j 0.-1.j]
 */
gla_status gla_eigvals(const gla_array *x, gla_array **out);

/** Return the Moore–Penrose pseudo-inverse, computed from the singular value decomposition.
 *
 * @param x     matrix, shape (..., m, n)
 * @param rtol  relative tolerance, scalar or shape (...). Singular values up to rtol times the largest are treated as zero;
 *              default: max(m, n)·ε
 * @return      array of shape (..., n, m)
 * @throws ArgumentError     if rtol is NaN, infinite or negative
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @throws OverflowError     if the inverse overflows its dtype
 * @needs  lapack.gesvd, else the host; blas.gemm, array.map
 * @cost   spectrum 22 * size(x) * x[-1]
 * @vjp    saves x if x, out
 * @see    Python array API standard 2025.12, linalg.pinv
 * @alias  rcond rtol
 * @example pinv [[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]
 *   -> [[1.  0.  0. ]
 *   ->  [0.  0.5 0. ]]
 */
gla_status gla_pinv(const gla_array *x, gla_array **out, const gla_array *rtol GLA_DEFAULT(= NULL));

/** Return the rank of a matrix: the number of singular values above rtol times the largest.
 *
 * @param x     matrix, shape (..., m, n)
 * @param rtol  relative tolerance, scalar or shape (...); default: max(m, n)·ε
 * @return      int64 array of shape (...)
 * @throws ArgumentError     if rtol is NaN, infinite or negative
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x contains NaN or Inf
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @cost   spectrum 4 * size(x) * x[-1]
 * @vjp    zero
 * @see    Python array API standard 2025.12, linalg.matrix_rank
 * @example matrix_rank [[1.0, 2.0], [2.0, 4.0]] -> 1
 */
gla_status gla_matrix_rank(const gla_array *x, gla_array **out, const gla_array *rtol GLA_DEFAULT(= NULL));

/** Return the norm of a matrix.
 *
 * @param x         matrix, shape (..., m, n)
 * @param keepdims  keep the two axes with length 1
 * @param ord       order of the norm: "fro" (used if not given) for the Frobenius norm, "nuc" for the sum of the singular
 *                  values, 1 or −1 for the largest or smallest column sum of |x|, inf or −inf for the largest or smallest row
 *                  sum of |x|, 2 or −2 for the largest or smallest singular value
 * @return          real array of shape (...)
 * @throws ShapeError     if x has fewer than two dimensions
 * @throws ArgumentError  if ord has another value
 * @needs  array.map, array.reduce, blas.gemm; lapack.gesvd, else the host
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, linalg.matrix_norm
 * @example matrix_norm [[3.0, 0.0], [0.0, 4.0]] -> 5.0
 *   matrix_norm [[3.0, 0.0], [0.0, 4.0]] ord=2 -> 4.0
 */
gla_status gla_matrix_norm(const gla_array *x, gla_array **out, bool keepdims GLA_DEFAULT(= false),
                           const char *ord GLA_DEFAULT(= "fro"));

/** Return the norm of vectors, (Σ|x|^ord)^(1/ord). Intermediate results do not overflow unless the norm itself does.
 *
 * @param x         array
 * @param axis      axis or axes over which each norm is computed; default: all axes
 * @param keepdims  keep the reduced axes with length 1
 * @param ord       order of the norm: 2 for the Euclidean norm, 1 for the sum of |x|, inf or −inf for the largest or smallest
 *                  |x|, 0 for the number of nonzero elements; any other number is allowed too
 * @return          real array without the axes in axis
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce, blas.gemm
 * @vjp    saves x, out
 * @see    Python array API standard 2025.12, linalg.vector_norm
 * @example vector_norm [3.0, 4.0] -> 5.0
 *   vector_norm [[3.0, -4.0], [1.0, 1.0]] axis=1 ord=1 -> [7. 2.]
 */
gla_status gla_vector_norm(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                           bool keepdims GLA_DEFAULT(= false), double ord GLA_DEFAULT(= 2.0));

/** Return the condition number ‖x‖·‖x⁻¹‖ of a matrix.
 *
 * @param x  matrix, shape (..., m, n), which must be square unless p is 2 or −2 or is not given
 * @param p  order of the norm, as ord in `matrix_norm`; default: 2, the ratio of the largest to the smallest singular value
 * @return   real array of shape (...); Inf for a singular matrix
 * @throws ShapeError      if x has fewer than two dimensions, or p requires a square matrix and x is not square
 * @throws NonFiniteError  if x contains NaN or Inf
 * @needs  lapack.gesvd, else the host; array.map
 * @cost   spectrum 4 * size(x) * x[-1]
 * @vjp    saves x
 * @see    NumPy, linalg.cond
 * @example cond [[2.0, 0.0], [0.0, 0.5]] -> 4.0
 */
gla_status gla_cond(const gla_array *x, gla_array **out, const char *p GLA_DEFAULT(= NULL));

/** Return the sum of the elements on a diagonal of a matrix.
 *
 * @param x       matrix, shape (..., m, n)
 * @param offset  diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @param dtype   dtype of the result; default: as in `sum`
 * @return        array of shape (...)
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  array.reduce
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, linalg.trace
 * @alias  k offset
 * @example trace [[1.0, 2.0], [3.0, 4.0]] -> 5.0
 */
gla_status gla_trace(const gla_array *x, gla_array **out, int64_t offset GLA_DEFAULT(= 0),
                     gla_dtype dtype GLA_DEFAULT(= GLA_NONE));

/** Return the elements on a diagonal of a matrix.
 *
 * @param x       matrix, shape (..., m, n)
 * @param offset  diagonal: 0 for the main diagonal, positive for a diagonal above it, negative for a diagonal below it
 * @return        read-only view of shape (..., length of the diagonal)
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  nothing
 * @cost   view
 * @vjp    saves nothing
 * @see    Python array API standard 2025.12, linalg.diagonal
 * @alias  k offset
 * @example diagonal [[1, 2, 3], [4, 5, 6]] -> [1 5]
 *   diagonal [[1, 2, 3], [4, 5, 6]] offset=1 -> [2 6]
 */
gla_status gla_diagonal(const gla_array *x, gla_array **out, int64_t offset GLA_DEFAULT(= 0));

/** Solve a least-squares problem: find the x that minimises ‖b − a x‖₂. If a is rank-deficient, x is the minimiser of smallest
 * norm.
 *
 * Columns are scaled to norm 1 before the QR factorisation, so the units in which a column is measured do not affect the rank.
 * The singular values of the triangular factor determine the rank. If the rank is n, the solution is computed from the
 * triangular factor. For up to 1024 columns (512 if complex), the solution is then refined with residuals in twice the
 * precision of float64. If the rank is less than n, the solution is computed from the singular value decomposition of the
 * scaled matrix, or of a itself if rcond is given or a has more columns than rows.
 *
 * With m ≥ n and up to 8 right-hand sides, the triangular factor is computed from Gram matrices if a bound of the condition
 * number proves that this method is as accurate as QR. Gram matrices are used on GPUs, and on the host for float64 with m ≥ 2n
 * and n ≤ 256. On a GPU, the work on n x n matrices is done on the host. Data in host memory is processed while it is copied to
 * the GPU, so the data may be larger than device memory.
 *
 * @param a      matrix, shape (..., m, n)
 * @param b      right-hand sides, shape (m,) or (..., m, k)
 * @param rcond  relative tolerance for the rank: singular values of a, not of the scaled matrix, up to rcond times the largest
 *               are treated as zero, as in LAPACK's gelsd. By default singular values of the scaled matrix up to max(m, n)·ε
 *               times the largest are treated as zero
 * @return       x: solutions, shape (n,) or (..., n, k); residuals: sums of squares of b − a x, shape () or (..., k); rank:
 *               rank of each matrix, int64, shape (...); s: singular values of a, shape (..., min(m, n))
 * @throws ArgumentError         if rcond is NaN, infinite or negative
 * @throws ShapeError            if a and b differ in their number of rows, or their stacks do not broadcast
 * @throws ConvergenceError      if the iteration does not converge
 * @throws NonFiniteError        if a or b contains NaN or Inf
 * @throws OverflowError         if x or a singular value overflows its dtype
 * @warns RankDeficientWarning   if the rank is less than min(m, n). The message lists the linearly dependent columns, or rows
 *                               if m < n. At most one warning is issued for a stack
 * @warns IllConditionedWarning  if the rank is full but x may have no correct digit
 * @needs  lapack.geqrf, lapack.ormqr, lapack.gesvd, else the host; blas.trsm, blas.gemm, array.triangle, array.map
 * @cost   qr 4 * size(a) * a[-1] + 100 * size(a)
 * @vjp    saves a, b, x, rank, s
 * @see    Å. Björck, Numerical Methods for Least Squares Problems (1996); SciPy, linalg.lstsq
 * @alias  rtol rcond
 * @example X = asarray [[1.0, 0.0], [1.0, 1.0], [1.0, 2.0], [1.0, 3.0]]
 *   y = asarray [1.0, 3.0, 4.0, 4.0]
 *   b, residuals, rank, s = lstsq X y
 *   b -> [1.5 1. ]
 *   residuals -> 1.0
 */
gla_status gla_lstsq(const gla_array *a, const gla_array *b, gla_array **x, gla_array **residuals, gla_array **rank,
                     gla_array **s, const gla_array *rcond GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
