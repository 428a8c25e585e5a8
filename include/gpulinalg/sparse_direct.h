/* sparse_direct.h - sparse linear systems solved by factors, and sparse least squares.
 *
 * @namespace sparse Sparse  @alias transpose trans
 *
 * On the host UMFPACK, KLU, CHOLMOD and SPQR of SuiteSparse compute, which gpulinalg is built with where they are found, and
 * narrow bands are factored without them; on NVIDIA's GPUs cuDSS where that is found, else the host.  All of them work in
 * float64 and complex128: a matrix of float32 or complex64 is factored in double precision, and only the answer is rounded. */
#ifndef GPULINALG_SPARSE_DIRECT_H
#define GPULINALG_SPARSE_DIRECT_H

#include "sparse_arithmetic.h"

GLA_BEGIN_DECLS

/** The factors of a sparse matrix, for solving many systems with it.
 *
 * `sparse.factor` makes them.  Threads: several may use one object, one after the other. */
GLA_CLASS(gla_sparse_factorization, "SparseFactor");

/** Factor a sparse matrix, to solve systems with it.
 *
 * "lu" is for any square matrix; "klu" too, and is the faster one for circuits and other matrices that are very sparse and
 * nearly triangular; "cholesky" is for symmetric or Hermitian matrices that are positive definite, "ldlt" for others that are
 * symmetric or Hermitian, without pivoting on the host: a zero on the way is an error there though the matrix may be regular.
 * "auto" is "cholesky" for a symmetric or Hermitian matrix with a positive diagonal, and "lu" where that fails and for all
 * others.
 *
 * @param a     square Sparse
 * @param kind  "auto", "lu", "klu", "cholesky" or "ldlt"
 * @return      SparseFactor
 * @throws ShapeError                if a is not square
 * @throws SingularError             if a is singular
 * @throws NotPositiveDefiniteError  if kind is "cholesky" and a is not positive definite
 * @throws ArgumentError             if kind is "cholesky" or "ldlt" and a is not symmetric or Hermitian
 * @throws NonFiniteError            if a holds NaN or Inf
 * @throws NotSupportedError         if there is no library for it
 * @needs  direct.factor, direct.absence, direct.refactor, direct.solve, direct.release, else the host; array.map
 * @see    SciPy, sparse.linalg.splu
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   f = sparse.factor a
 *   sparse.factorization_solve f [9.0, 5.0] -> [2. 1.]
 */
gla_status gla_sparse_factor(const gla_sparse *a, gla_sparse_factorization **factor,
                             const char *kind GLA_CHOICE("auto", "lu", "klu", "cholesky", "ldlt") GLA_DEFAULT(= "auto"));

/** Solve systems with the factored matrix: a x = b, or with its transpose.
 *
 * What x leaves of b, and of each equation beside that equation's own terms, is looked at after each solution; where it is
 * more than rounding explains, x is corrected, once or as long as that helps, at most three times.
 *
 * Warns (IllConditionedWarning) when x may hold no correct digit, or leaves more than 1e-10 of the terms of an equation.
 *
 * @param factor  SparseFactor of a
 * @param b       right-hand sides: shape (n,) is one, (n, k) are k
 * @param trans   0 or "n": a x = b; 1 or "t": aᵀ x = b; 2 or "h": aᴴ x = b
 * @return        x, of the shape of b
 * @throws ArgumentError   if trans is something else
 * @throws ShapeError      if b does not fit
 * @throws NonFiniteError  if b holds NaN or Inf
 * @throws OverflowError   if x is too large for its type
 * @throws SingularError   if x leaves too much of b, or the object has no factors since a refactor failed
 * @warns  IllConditionedWarning  if x may hold no correct digit, or leaves more than 1e-10 of the terms of an equation
 * @needs  direct.solve, else the host; sparse.multiply, else the host; array.map, array.reduce
 * @see    SciPy, sparse.linalg.SuperLU.solve
 * @example a = sparse.new [[1.0, 2.0], [0.0, 4.0]]
 *   f = sparse.factor a
 *   sparse.factorization_solve f [4.0, 4.0] -> [2. 1.]
 *   sparse.factorization_solve f [1.0, 6.0] trans=1 -> [1. 1.]
 */
gla_status gla_sparse_factorization_solve(const gla_sparse_factorization *factor, const gla_array *b, gla_array **x,
                                          gla_transpose trans GLA_DEFAULT(= 0));

/** Factor a matrix with other values in the same places; what was found out of the pattern is used again.
 *
 * The object becomes that of the new matrix. After an error it has no factors until a later call succeeds.
 *
 * @param factor  SparseFactor
 * @param a       Sparse, its values in the places of the first one's
 * @return        nothing
 * @throws ShapeError                if a has another shape
 * @throws ArgumentError             if a has values in other places, or is not symmetric though the first one had to be
 * @throws DTypeError                if a is complex and the first one was real, or the other way round
 * @throws DeviceError               if a is on another device
 * @throws SingularError             if a is singular
 * @throws NotPositiveDefiniteError  if kind was "cholesky" and a is not positive definite
 * @throws NonFiniteError            if a holds NaN or Inf
 * @needs  direct.refactor, else the host; array.map, array.reduce
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   f = sparse.factor a
 *   b = sparse.new [[2.0, 1.0], [1.0, 1.0]]
 *   sparse.factorization_refactor f b
 *   sparse.factorization_solve f [3.0, 2.0] -> [1. 1.]
 */
gla_status gla_sparse_factorization_refactor(const gla_sparse_factorization *factor, const gla_sparse *a);

/** The determinant of the factored matrix, as its sign and the logarithm of its absolute value.
 *
 * @param factor  SparseFactor
 * @return        sign: 1 or -1, or a complex number of length one; logabsdet: float64; both on the host
 * @throws NotSupportedError  if the device's library does not say, and the host has none
 * @needs  nothing
 * @see    NumPy, linalg.slogdet
 * @example a = sparse.new [[0.0, 1.0], [1.0, 0.0]]
 *   f = sparse.factor a
 *   sign, logabsdet = sparse.factorization_slogdet f
 *   sign -> -1.0
 */
gla_status gla_sparse_factorization_slogdet(const gla_sparse_factorization *factor, gla_array **sign, gla_array **logabsdet);

/** The logarithm of the determinant of the factored matrix, which must be positive.  What the library of a GPU does not say
 * of its factors is found by others that are made on the host.
 *
 * @param factor  SparseFactor
 * @return        float64 array without dimensions, on the host
 * @throws ArgumentError      if the determinant is negative or complex
 * @throws NotSupportedError  if the device's library does not say, and the host has none
 * @needs  nothing
 * @example a = sparse.eye 3
 *   f = sparse.factor a
 *   sparse.factorization_logdet f -> 0.0
 */
gla_status gla_sparse_factorization_logdet(const gla_sparse_factorization *factor, gla_array **out);

/** How many eigenvalues of the factored matrix are positive, negative and zero.
 *
 * @param factor  SparseFactor of the kind "ldlt" or "cholesky"
 * @return        int64 array of shape (3,), on the host
 * @throws ArgumentError      if the factors are those of "lu" or "klu"
 * @throws NotSupportedError  if the device's library does not say
 * @needs  nothing
 * @example a = sparse.new [[1.0, 2.0], [2.0, 1.0]]
 *   f = sparse.factor a kind="ldlt"
 *   sparse.factorization_inertia f -> [1 1 0]
 */
gla_status gla_sparse_factorization_inertia(const gla_sparse_factorization *factor, gla_array **out);

/** An estimate of the reciprocal condition number of the factored matrix, in the 1-norm.
 *
 * By Higham's method, some ten systems are solved for it the first time.  It is seldom too large by more than a factor of
 * three.
 *
 * @param factor  SparseFactor
 * @return        float64 array without dimensions, on the host; inf for a matrix without rows
 * @throws SingularError  if the object has no factors since a refactor failed
 * @needs  direct.solve, else the host; sparse.multiply, else the host; array.map, array.reduce
 * @see    LAPACK gecon
 * @example a = sparse.new [[1.0, 0.0], [0.0, 4.0]]
 *   f = sparse.factor a
 *   sparse.factorization_rcond f -> 0.25
 */
gla_status gla_sparse_factorization_rcond(const gla_sparse_factorization *factor, gla_array **out);

/** What kind of factors they are.
 *
 * @param factor  SparseFactor
 * @return        "lu", "klu", "cholesky" or "ldlt"
 * @method property
 * @example a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_kind f -> cholesky
 */
gla_status gla_sparse_factorization_kind(const gla_sparse_factorization *factor, char **kind);

/** The number of rows and that of columns of the factored matrix.
 *
 * @param factor  SparseFactor
 * @return        rows, columns
 * @method property
 * @example a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_solve f [1.0, 2.0] -> [1. 2.]
 *   shape = sparse.factorization_shape f
 */
gla_status gla_sparse_factorization_shape(const gla_sparse_factorization *factor, gla_ints **shape);

/** The type of the factored matrix.
 *
 * @param factor  SparseFactor
 * @return        dtype
 * @method property
 * @example a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_dtype f -> float64
 */
gla_status gla_sparse_factorization_dtype(const gla_sparse_factorization *factor, gla_dtype *dtype);

/** The name of the device on which the factored matrix is, and the solutions are.
 *
 * @param factor  SparseFactor
 * @return        name, as "host" or "cuda:0"
 * @method property
 * @example set_device "host"
 *   a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_device f -> host
 */
gla_status gla_sparse_factorization_device(const gla_sparse_factorization *factor, char **name);

/** How many values the factors hold.
 *
 * @param factor  SparseFactor
 * @return        int64 array without dimensions, on the host
 * @throws SingularError  if the object has no factors since a refactor failed
 * @needs  nothing
 * @method property
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   f = sparse.factor a kind="ldlt"
 *   n = sparse.factorization_nnz f
 */
gla_status gla_sparse_factorization_nnz(const gla_sparse_factorization *factor, gla_array **out);

/** A description of the factors: shape, kind, type and device of the matrix.
 *
 * @param factor  SparseFactor
 * @return        text
 * @example set_device "host"
 *   a = sparse.eye 2
 *   f = sparse.factor a
 *   sparse.factorization_text f -> SparseFactor(2 x 2, kind='cholesky', dtype=float64, device='host')
 */
gla_status gla_sparse_factorization_text(const gla_sparse_factorization *factor, char **text);

/** Solve the sparse linear system a x = b.
 *
 * The same as `sparse.factor` and a solution with the factors.
 *
 * @param a  square Sparse
 * @param b  right-hand sides: shape (n,) is one, (n, k) are k
 * @return   x, of the shape of b
 * @throws ShapeError         if a is not square or b does not fit
 * @throws SingularError      if a is singular
 * @throws NonFiniteError     if a or b holds NaN or Inf
 * @throws OverflowError      if x is too large for its type
 * @throws NotSupportedError  if there is no library for it
 * @warns  IllConditionedWarning  if x may hold no correct digit, or leaves more than 1e-10 of the terms of an equation
 * @needs  direct.factor, direct.absence, direct.solve, direct.release, else the host; sparse.multiply, else the host;
 *         array.map, array.reduce
 * @see    SciPy, sparse.linalg.spsolve
 * @example a = sparse.new [[4.0, 1.0], [2.0, 3.0]]
 *   sparse.solve a [9.0, 7.0] -> [2. 1.]
 */
gla_status gla_sparse_solve(const gla_sparse *a, const gla_array *b, gla_array **x);

/** Sparse least squares: x with ‖b − a x‖₂ smallest; of all such x the shortest when the rank of a is not full.
 *
 * By the QR factorisation of a with its columns scaled to length one, on the host.
 *
 * Warns (RankDeficientWarning) when the rank is below min(m, n), and names the columns that depend on others.
 *
 * @param a      Sparse, shape (m, n)
 * @param b      right-hand sides, shape (m,) or (m, k)
 * @param rcond  a column of length one, of which no more than this is left after those before it, depends on them; negative:
 *               20·(m + n)·ε of float64, and for float32 and complex64, which hold no more digits, at least 10·ε of float32
 * @return       x of shape (n,) or (n, k); residuals: sums of squares of b − a x, shape () or (k,); rank: int64, on the host
 * @throws ArgumentError      if rcond is NaN or infinite
 * @throws ShapeError         if b does not fit a
 * @throws NonFiniteError     if a or b holds NaN or Inf
 * @throws OverflowError      if x is too large for its type
 * @throws NotSupportedError  if there is no library for it
 * @needs  direct.lstsq, direct.absence, else the host; sparse.multiply, else the host; array.map, array.reduce
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
