/* linalg.h - products, systems, factorisations, eigenvalues.  All of them take stacks of matrices, shape (..., m, n), and
 * work on each matrix.  Integers become float64.  A factorisation raises NonFiniteError when it is given NaN or Inf.
 *
 * Threads: any may call any function, also with the same arrays, which are only read.
 *
 * @also linalg @alias transpose trans */
#ifndef GPULINALG_LINALG_H
#define GPULINALG_LINALG_H

#include "core.h"

GLA_BEGIN_DECLS

/** Matrix product x1 x2.
 *
 * A vector on the left is a row, on the right a column, and its dimension is absent from the result.  Stacks broadcast.
 * Transposed and strided operands are used as they lie, without a copy.
 *
 * @param x1  shape (m,), (k, m) or (..., k, m); integers wrap around, bools ask whether any pair is true
 * @param x2  shape (m,), (m, n) or (..., m, n)
 * @return    array of the promoted type, shape (..., k, n)
 * @throws ShapeError  if the inner dimensions differ, the stacks do not broadcast, or an operand is a number
 * @needs  blas.gemm
 * @see    Python array API standard 2025.12, matmul
 * @example matmul [[1.0, 2.0], [3.0, 4.0]] [1.0, -1.0] -> [-1. -1.]
 *   matmul [[1, 2], [3, 4]] [[0, 1], [1, 0]]
 *   -> [[2 1]
 *   ->  [4 3]]
 */
gla_status gla_matmul(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Inner product of vectors along an axis, Σ conj(x1)·x2.
 *
 * @param x1    array, any numeric type
 * @param x2    array that broadcasts with x1 but for axis, where the lengths are equal
 * @param axis  axis of the vectors, counted from the end of both: −1 is the last
 * @return      array of the promoted type without that axis
 * @throws ShapeError  if the lengths differ or the rest does not broadcast
 * @throws IndexError  if axis is out of range
 * @needs  blas.gemm, array.map, array.reduce
 * @see    Python array API standard 2025.12, vecdot
 * @example prices = asarray [2.0, 0.5, 10.0]
 *   baskets = asarray [[1.0, 4.0, 0.0], [3.0, 0.0, 1.0]]
 *   vecdot baskets prices -> [ 4. 16.]
 */
gla_status gla_vecdot(const gla_array *x1, const gla_array *x2, gla_array **out, int axis GLA_DEFAULT(= -1));

/** Outer product of two vectors: element (i, j) is x1[i]·x2[j].
 *
 * @param x1  vector, shape (m,)
 * @param x2  vector, shape (n,)
 * @return    array of the promoted type, shape (m, n)
 * @throws ShapeError  if an operand is not 1-d
 * @needs  array.map
 * @see    Python array API standard 2025.12, outer
 * @example outer [1.0, 2.0] [3.0, 4.0, 5.0]
 *   -> [[ 3.  4.  5.]
 *   ->  [ 6.  8. 10.]]
 */
gla_status gla_outer(const gla_array *x1, const gla_array *x2, gla_array **out);

/** Tensor contraction: the sum of products over pairs of axes.
 *
 * @param x1    array, any numeric type
 * @param x2    array
 * @param axes  number N: the last N axes of x1 with the first N of x2; or a pair of lists, axes of x1 and of x2;
 *              none means 2
 * @return      array of the promoted type: the other axes of x1, then those of x2
 * @throws ShapeError  if paired axes differ in length, or the lists do
 * @throws IndexError  if an axis is out of range
 * @needs  blas.gemm
 * @see    Python array API standard 2025.12, tensordot
 * @example tensordot [[1.0, 2.0], [3.0, 4.0]] [[1.0, 0.0], [0.0, 1.0]] -> 5.0
 *   tensordot [[1.0, 2.0], [3.0, 4.0]] [10.0, 1.0] axes=1 -> [12. 34.]
 */
gla_status gla_tensordot(const gla_array *x1, const gla_array *x2, gla_array **out, const gla_array *axes GLA_DEFAULT(= NULL));

/** Solve the linear system a x = b by LU factorisation with partial pivoting.
 *
 * Warns (IllConditionedWarning) when x may hold no correct digit.
 *
 * @param a      square matrix, shape (..., n, n)
 * @param b      right-hand sides: shape (n,) is one, (..., n, k) are k; stacks broadcast
 * @param trans  0 or "n": a x = b; 1 or "t": aᵀ x = b; 2 or "h": aᴴ x = b
 * @return       x, of the shape of b broadcast with the stack of a
 * @throws ShapeError      if a is not square or b does not fit
 * @throws SingularError   if a is exactly singular; the message says which pivot is zero, and where in a stack
 * @throws NonFiniteError  if a or b holds NaN or Inf
 * @throws ArgumentError   if trans is something else
 * @throws OverflowError   if x is too large for its type
 * @needs  lapack.gesv, else the host
 * @see    LAPACK gesv; Python array API standard 2025.12, linalg.solve
 * @example x = solve [[2.0, 1.0], [1.0, 3.0]] [3.0, 5.0]
 *   x -> [0.8 1.4]
 */
gla_status gla_solve(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans GLA_DEFAULT(= 0));

/** Solve a triangular system a x = b by substitution.
 *
 * Warns (IllConditionedWarning) when the reciprocal condition of a is below about n·ε, as that of R in the QR factorisation of
 * columns that depend on each other.  The columns of an upper triangle and the rows of a lower one may be of any size.
 *
 * @param a              square matrix, shape (..., n, n); the other triangle is not read
 * @param b              right-hand sides, shape (n,) or (..., n, k)
 * @param trans          0 or "n": a x = b; 1 or "t": aᵀ x = b; 2 or "h": aᴴ x = b
 * @param lower          use the lower triangle, else the upper
 * @param unit_diagonal  take the diagonal as ones, without reading it
 * @return               x, of the shape of b broadcast with the stack of a
 * @throws ShapeError      if a is not square or b does not fit
 * @throws SingularError   if a diagonal element is zero
 * @throws ArgumentError   if trans is something else
 * @throws OverflowError   if x is too large for its type
 * @needs  blas.trsm, array.count_nonzero
 * @see    BLAS trsm; SciPy, linalg.solve_triangular
 * @example L = cholesky [[4.0, 2.0], [2.0, 5.0]]
 *   solve_triangular L [2.0, 5.0] lower=true -> [1. 2.]
 */
gla_status gla_solve_triangular(const gla_array *a, const gla_array *b, gla_array **out, gla_transpose trans GLA_DEFAULT(= 0),
                                bool lower GLA_DEFAULT(= false), bool unit_diagonal GLA_DEFAULT(= false));

/** Inverse of a square matrix.  To solve a system, `solve` is faster and more accurate.
 *
 * Warns (IllConditionedWarning) when the inverse may hold no correct digit.
 *
 * @param x  square matrix, shape (..., n, n)
 * @return   inverse, of the shape of x
 * @throws ShapeError      if x is not square
 * @throws SingularError   if x is exactly singular
 * @throws NonFiniteError  if x holds NaN or Inf
 * @throws OverflowError   if the inverse is too large for its type
 * @needs  lapack.gesv, else the host
 * @see    Python array API standard 2025.12, linalg.inv
 * @example inv [[2.0, 1.0], [1.0, 1.0]]
 *   -> [[ 1. -1.]
 *   ->  [-1.  2.]]
 */
gla_status gla_inv(const gla_array *x, gla_array **out);

/** Determinant.
 *
 * Warns (IllConditionedWarning) when it may hold no correct digit.
 *
 * @param x  square matrix, shape (..., n, n)
 * @return   determinants, shape (...); 1 for n = 0; may overflow for large n, where `slogdet` does not
 * @throws ShapeError      if x is not square
 * @throws NonFiniteError  if x holds NaN or Inf
 * @throws OverflowError   if the determinant is too large for its type
 * @needs  lapack.getrf, else the host
 * @see    Python array API standard 2025.12, linalg.det
 * @example det [[2.0, 1.0], [1.0, 3.0]] -> 5.0
 */
gla_status gla_det(const gla_array *x, gla_array **out);

/** Sign and logarithm of the absolute value of the determinant.
 *
 * @param x  square matrix, shape (..., n, n)
 * @return   sign (−1, 0, 1; for complex x a number of modulus 1 or 0) and log|det|, −Inf for a singular matrix,
 *           each of shape (...)
 * @throws ShapeError      if x is not square
 * @throws NonFiniteError  if x holds NaN or Inf
 * @needs  lapack.getrf, else the host
 * @see    Python array API standard 2025.12, linalg.slogdet
 * @example sign, logabsdet = slogdet [[0.0, 1.0], [2.0, 0.0]]
 *   sign -> -1.0
 *   logabsdet -> 0.6931471805599453
 */
gla_status gla_slogdet(const gla_array *x, gla_array **sign, gla_array **logabsdet);

/** Cholesky factor of a symmetric or Hermitian positive definite matrix: x = L Lᴴ, or Uᴴ U.
 *
 * Warns (IllConditionedWarning) when what is solved with the factor may hold no correct digit.
 *
 * @param x      matrix, shape (..., n, n); only the lower triangle is read (the upper one with upper)
 * @param upper  return the upper factor U instead of L
 * @return       triangular factor, of the shape of x; zero outside the triangle
 * @throws ShapeError                if x is not square
 * @throws NotPositiveDefiniteError  if x is not positive definite; the message names the leading minor
 * @throws NonFiniteError            if x holds NaN or Inf
 * @throws OverflowError             if the factor is too large for its type
 * @needs  lapack.potrf, else the host; array.triangle
 * @see    LAPACK potrf; Python array API standard 2025.12, linalg.cholesky
 * @example cholesky [[4.0, 2.0], [2.0, 5.0]]
 *   -> [[2. 0.]
 *   ->  [1. 2.]]
 */
gla_status gla_cholesky(const gla_array *x, gla_array **out, bool upper GLA_DEFAULT(= false));

/** QR factorisation x = Q R by Householder reflections.
 *
 * @param x     matrix, shape (..., m, n)
 * @param mode  "reduced": Q of shape (..., m, k), R of (..., k, n), k = min(m, n); "complete": (..., m, m), (..., m, n);
 *              none means "reduced"
 * @return      Q with orthonormal columns, R upper triangular
 * @throws ArgumentError   if mode is neither
 * @throws ShapeError      if x has fewer than two dimensions
 * @throws NonFiniteError  if x holds NaN or Inf
 * @throws OverflowError   if r is too large for its type
 * @needs  lapack.geqrf, lapack.orgqr, else the host; array.triangle
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

/** LU factorisation with partial pivoting, a = P L U.
 *
 * @param a          matrix, shape (..., m, n)
 * @param p_indices  return the permutation as int64 positions p with a = L[p] U, shape (..., m), not as a matrix
 * @return           P permutation, shape (..., m, m); L unit lower triangular, (..., m, k); U upper triangular,
 *                   (..., k, n); k = min(m, n)
 * @throws ShapeError      if a has fewer than two dimensions
 * @throws NonFiniteError  if a holds NaN or Inf
 * @throws OverflowError   if u is too large for its type
 * @needs  lapack.getrf, else the host; array.triangle, array.map, array.range
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

/** Singular value decomposition x = U diag(S) Vh.
 *
 * @param x              matrix, shape (..., m, n)
 * @param full_matrices  U of shape (..., m, m) and Vh of (..., n, n); else (..., m, k) and (..., k, n), k = min(m, n)
 * @return               U, S real and descending of shape (..., k), Vh
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.gesvd, else the host
 * @see    LAPACK gesdd; Python array API standard 2025.12, linalg.svd
 * @example U, S, Vh = svd [[3.0, 0.0], [0.0, -2.0]]
 *   S -> [3. 2.]
 */
gla_status gla_svd(const gla_array *x, gla_array **U, gla_array **S, gla_array **Vh, bool full_matrices GLA_DEFAULT(= true));

/** Singular values, in descending order.
 *
 * @param x  matrix, shape (..., m, n)
 * @return   real array of shape (..., min(m, n))
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.gesvd, else the host
 * @see    LAPACK gesdd; Python array API standard 2025.12, linalg.svdvals
 * @example svdvals [[3.0, 4.0], [0.0, 0.0]] -> [5. 0.]
 */
gla_status gla_svdvals(const gla_array *x, gla_array **out);

/** Eigenvalues and eigenvectors of a symmetric or Hermitian matrix: x = V diag(λ) Vᴴ.
 *
 * @param x  matrix, shape (..., n, n); only the lower triangle is read
 * @return   eigenvalues, real and ascending, shape (..., n); eigenvectors, orthonormal in columns, (..., n, n)
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.syevd, else the host; array.triangle
 * @see    LAPACK syevd, heevd; Python array API standard 2025.12, linalg.eigh
 * @example values, vectors = eigh [[2.0, 1.0], [1.0, 2.0]]
 *   values -> [1. 3.]
 */
gla_status gla_eigh(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors);

/** Eigenvalues of a symmetric or Hermitian matrix, in ascending order.
 *
 * @param x  matrix, shape (..., n, n); only the lower triangle is read
 * @return   real array of shape (..., n)
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.syevd, else the host; array.triangle
 * @see    LAPACK syevd, heevd; Python array API standard 2025.12, linalg.eigvalsh
 * @example eigvalsh [[2.0, 1.0], [1.0, 2.0]] -> [1. 3.]
 */
gla_status gla_eigvalsh(const gla_array *x, gla_array **out);

/** Eigenvalues and right eigenvectors of a general square matrix: x V = V diag(λ).
 *
 * @param x  matrix, shape (..., n, n)
 * @return   eigenvalues, complex, shape (..., n), in LAPACK's order; eigenvectors, complex, columns of length 1, (..., n, n)
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.geev, else the host
 * @see    LAPACK geev; Python array API standard 2025.12, linalg.eig
 * @example values, vectors = eig [[0.9, 0.3], [0.1, 0.7]]
 *   values -> [1. +0.j 0.6+0.j]
 */
gla_status gla_eig(const gla_array *x, gla_array **eigenvalues, gla_array **eigenvectors);

/** Eigenvalues of a general square matrix.
 *
 * @param x  matrix, shape (..., n, n)
 * @return   complex array of shape (..., n), in LAPACK's order
 * @throws ShapeError        if x is not square
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.geev, else the host
 * @see    LAPACK geev; Python array API standard 2025.12, linalg.eigvals
 * @example eigvals [[0.0, -1.0], [1.0, 0.0]] -> [0.+1.j 0.-1.j]
 */
gla_status gla_eigvals(const gla_array *x, gla_array **out);

/** Moore–Penrose pseudo-inverse, from the singular value decomposition.
 *
 * @param x     matrix, shape (..., m, n)
 * @param rtol  singular values up to rtol times the largest count as zero; number or shape (...); none means
 *              max(m, n)·ε
 * @return      array of shape (..., n, m)
 * @throws ArgumentError  if rtol is NaN, infinite or negative
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @throws OverflowError     if the inverse is too large for its type
 * @needs  lapack.gesvd, else the host; blas.gemm, array.map
 * @see    Python array API standard 2025.12, linalg.pinv
 * @alias  rcond rtol
 * @example pinv [[1.0, 0.0], [0.0, 2.0], [0.0, 0.0]]
 *   -> [[1.  0.  0. ]
 *   ->  [0.  0.5 0. ]]
 */
gla_status gla_pinv(const gla_array *x, gla_array **out, const gla_array *rtol GLA_DEFAULT(= NULL));

/** Rank: the number of singular values above rtol times the largest.
 *
 * @param x     matrix, shape (..., m, n)
 * @param rtol  number or shape (...); none means max(m, n)·ε
 * @return      int64 array of shape (...)
 * @throws ArgumentError  if rtol is NaN, infinite or negative
 * @throws ShapeError        if x has fewer than two dimensions
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if x holds NaN or Inf
 * @needs  lapack.gesvd, else the host; array.map, array.reduce
 * @see    Python array API standard 2025.12, linalg.matrix_rank
 * @example matrix_rank [[1.0, 2.0], [2.0, 4.0]] -> 1
 */
gla_status gla_matrix_rank(const gla_array *x, gla_array **out, const gla_array *rtol GLA_DEFAULT(= NULL));

/** Norm of matrices.
 *
 * @param x         matrix, shape (..., m, n)
 * @param keepdims  keep the two axes with size one
 * @param ord       "fro" Frobenius; "nuc" sum of the singular values; 1, −1 largest, smallest column sum of |x|;
 *                  inf, −inf largest, smallest row sum; 2, −2 largest, smallest singular value; none means "fro"
 * @return          real array of shape (...)
 * @throws ShapeError     if x has fewer than two dimensions
 * @throws ArgumentError  if ord is none of these
 * @needs  array.map, array.reduce, blas.gemm; lapack.gesvd, else the host
 * @see    Python array API standard 2025.12, linalg.matrix_norm
 * @example matrix_norm [[3.0, 0.0], [0.0, 4.0]] -> 5.0
 *   matrix_norm [[3.0, 0.0], [0.0, 4.0]] ord=2 -> 4.0
 */
gla_status gla_matrix_norm(const gla_array *x, gla_array **out, bool keepdims GLA_DEFAULT(= false),
                           const char *ord GLA_DEFAULT(= "fro"));

/** Norm of vectors, (Σ|x|^ord)^(1/ord); it does not overflow where the result does not.
 *
 * @param x         array
 * @param axis      axis or axes that make one vector; none means all
 * @param keepdims  keep the axes with size one
 * @param ord       2 Euclid; 1 sum; inf, −inf largest, smallest |x|; 0 number of elements that are not zero; any number
 * @return          real array without those axes
 * @throws IndexError  if an axis is out of range
 * @needs  array.map, array.reduce, blas.gemm
 * @see    Python array API standard 2025.12, linalg.vector_norm
 * @example vector_norm [3.0, 4.0] -> 5.0
 *   vector_norm [[3.0, -4.0], [1.0, 1.0]] axis=1 ord=1 -> [7. 2.]
 */
gla_status gla_vector_norm(const gla_array *x, gla_array **out, const gla_ints *axis GLA_DEFAULT(= NULL),
                           bool keepdims GLA_DEFAULT(= false), double ord GLA_DEFAULT(= 2.0));

/** Condition number ‖x‖·‖x⁻¹‖.
 *
 * @param x  matrix, shape (..., m, n); square unless p is 2, −2 or none
 * @param p  as ord of `matrix_norm`; none means 2, the ratio of the extreme singular values
 * @return   real array of shape (...); Inf for a singular matrix
 * @throws ShapeError      if x has fewer than two dimensions, or is not square where it must be
 * @throws NonFiniteError  if x holds NaN or Inf
 * @needs  lapack.gesvd, else the host; array.map
 * @see    NumPy, linalg.cond
 * @example cond [[2.0, 0.0], [0.0, 0.5]] -> 4.0
 */
gla_status gla_cond(const gla_array *x, gla_array **out, const char *p GLA_DEFAULT(= NULL));

/** Sum of the elements on a diagonal.
 *
 * @param x       matrix, shape (..., m, n)
 * @param offset  which diagonal: 0 the main one, above it positive, below it negative
 * @param dtype   type of the result; none as in `sum`
 * @return        array of shape (...)
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  array.reduce
 * @see    Python array API standard 2025.12, linalg.trace
 * @alias  k offset
 * @example trace [[1.0, 2.0], [3.0, 4.0]] -> 5.0
 */
gla_status gla_trace(const gla_array *x, gla_array **out, int64_t offset GLA_DEFAULT(= 0),
                     gla_dtype dtype GLA_DEFAULT(= GLA_NONE));

/** Elements on a diagonal.
 *
 * @param x       matrix, shape (..., m, n)
 * @param offset  which diagonal: 0 the main one, above it positive, below it negative
 * @return        read-only view of shape (..., length of the diagonal)
 * @throws ShapeError  if x has fewer than two dimensions
 * @needs  nothing
 * @see    Python array API standard 2025.12, linalg.diagonal
 * @alias  k offset
 * @example diagonal [[1, 2, 3], [4, 5, 6]] -> [1 5]
 *   diagonal [[1, 2, 3], [4, 5, 6]] offset=1 -> [2 6]
 */
gla_status gla_diagonal(const gla_array *x, gla_array **out, int64_t offset GLA_DEFAULT(= 0));

/** Least squares: x with ‖b − a x‖₂ smallest; of all such x the shortest when a is rank-deficient.
 *
 * Columns are scaled to length one, the QR factorisation of the scaled matrix is taken and its rank decided by the
 * singular values of its triangle; so the units in which a column is measured do not decide the rank.  With full rank
 * the solution comes from the triangle, and is refined with residuals in twice the precision of float64 (up to 1024
 * columns, 512 complex); else from the singular value decomposition of the scaled matrix, or of a itself if rcond is given or
 * it has more columns than rows.
 *
 * The triangle of a matrix with m ≥ n and up to 8 right-hand sides is taken from Gram matrices when a bound of the condition
 * proves it as good as that of QR: on GPUs, and of float64 with m ≥ 2n and n ≤ 256 on the host.  On a GPU its small part,
 * n x n, is computed on the host; such data of the script is worked on while it is sent, and need not fit in the device's
 * memory.
 *
 * Warns (RankDeficientWarning) when the rank is below min(m, n), and names the columns that depend on others, or the rows of a
 * matrix with fewer rows than columns; once for a stack.  Warns (IllConditionedWarning) when the rank is full but x may hold no
 * correct digit.
 *
 * @param a      matrix, shape (..., m, n)
 * @param b      right-hand sides, shape (m,) or (..., m, k)
 * @param rcond  singular values of a (not of the scaled matrix) up to rcond times the largest count as zero, as in
 *               LAPACK gelsd; none: of the scaled matrix, with max(m, n)·ε
 * @return       x of shape (n,) or (..., n, k); residuals: sums of squares of b − a x, shape () or (..., k);
 *               rank: int64, shape (...); s: singular values of a, shape (..., min(m, n))
 * @throws ArgumentError  if rcond is NaN, infinite or negative
 * @throws ShapeError        if b does not fit a
 * @throws ConvergenceError  if the iteration does not converge
 * @throws NonFiniteError    if a or b holds NaN or Inf
 * @throws OverflowError     if a singular value is too large for its type
 * @needs  lapack.geqrf, lapack.ormqr, lapack.gesvd, else the host; blas.trsm, blas.gemm, array.triangle, array.map
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
