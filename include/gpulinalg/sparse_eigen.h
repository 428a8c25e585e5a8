/* sparse_eigen.h - a few eigenvalues or singular values of large sparse matrices.
 *
 * @namespace sparse Sparse
 *
 * `eigsh`, `eigs`, `svds` and `lobpcg` find a few eigenvalues or singular values of a Sparse matrix. An `Eigensolver` performs
 * the same search step by step. An Eigensolver requests one matrix product at a time, so your script can search with any linear
 * operator:
 *
 *     s = gla.sparse.Eigensolver.hermitian(n, 6)
 *     while s.step(product(s.vector)): pass
 *     s.values
 *
 * After maxiter restarts the Eigensolver still contains the pairs that have converged.
 *
 * In Python and Perl the arguments A, B and M may also be 2-d arrays, functions of your script, or objects with the methods
 * `matvec` and `rmatvec`, as in `cg`. If A is a function, the size of A follows from v0, M or the shape option, and the dtype
 * option gives the dtype. The arguments OPinv, which returns the solution of (A − σM) x = b, and Minv, which returns the
 * solution of M x = b, are functions or factors. OPinv and Minv are required if A or M cannot be factorised. A ConvergenceError
 * has the Eigensolver as its attribute `iteration`, in Perl `$@->{iteration}`. An exception is a search with M for which no
 * sparse direct solver is available.
 *
 * Every returned pair has a residual as small as rounding errors or tol allow. No copy of a multiple eigenvalue is missed. When
 * the requested pairs have converged, `eigsh`, `eigs` and `svds` lock these pairs and search the orthogonal complement from
 * another random vector, until the complement contains no better pair. Values that differ only by rounding errors are treated
 * as equal. If an eigenvalue is defective, it has fewer independent eigenvectors than copies, and `eigs` may return an
 * eigenvector twice.
 *
 * If sigma is an eigenvalue, such as 0 for a graph Laplacian, sigma is moved by √ε (for `eigs` by ∛ε) times the largest
 * absolute value of an element of A − σM, where ε is the machine epsilon of the dtype. If M is given, this distance is divided
 * by the largest absolute value of an element of M. The returned eigenvalues are still those of A.
 *
 * All runs return bitwise identical results, because starting vectors are drawn from a generator with a fixed seed. Each
 * eigenvector, or left singular vector, is scaled so that the first element whose absolute value is at least half the largest
 * absolute value is positive.
 *
 * Threads: several threads may share one search; their calls run one after the other. */
#ifndef GPULINALG_SPARSE_EIGEN_H
#define GPULINALG_SPARSE_EIGEN_H

#include "sparse_arithmetic.h"
#include "sparse_preconditioners.h"

GLA_BEGIN_DECLS

/** A step-by-step search for eigenvalues or singular values. See `sparse.eigsh`, `sparse.eigs` and `sparse.svds`. */
GLA_CLASS(gla_sparse_eigensolver, "Eigensolver");

/** Find some eigenvalues and eigenvectors of a symmetric or Hermitian sparse matrix: A x = λ x, or A x = λ M x.
 *
 * The method is thick-restart Lanczos. With sigma, eigenvalues near sigma are found quickly, because A − σM is factorised
 * (shift-invert). In this case `which` refers to 1/(λ − σ), so "LM" selects the eigenvalues nearest to sigma. Without sigma,
 * "SM" needs no factorisation but many matrix products, so sigma=0 with "LM" is usually faster.
 *
 * @param A                    square sparse matrix, whose symmetry is assumed and not checked
 * @param k                    number of eigenvalues, at most n
 * @param M                    sparse matrix, symmetric or Hermitian and positive definite; the identity if not given
 * @param sigma                find the eigenvalues near this scalar; by default eigenvalues at an end of the spectrum are found
 * @param which                eigenvalues to find: "LM" or "SM" for the largest or smallest in absolute value, "LA" or "SA" for
 *                             the algebraically largest or smallest, "BE" for both ends of the spectrum
 * @param v0                   starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv                  number of basis vectors, from min(k + 1, n) to n; by default max(40, 2 k + 1), but at most n. The
 *                             search uses at least min(k + 4, n) vectors
 * @param maxiter              maximum number of restarts; the count starts again at 0 in each search for missing pairs; 10 n if
 *                             not given
 * @param tol                  tolerance for the residual norm, relative to the eigenvalue; 0 selects the smallest tolerance
 *                             that rounding errors allow
 * @param return_eigenvectors  true: also return the eigenvectors; false: vectors has shape (n, 0)
 * @param mode                 spectral transformation used with sigma: "normal", "buckling" or "cayley"; the last two need a
 *                             nonzero sigma
 * @return                     values: ascending, shape (k,); vectors: eigenvectors in columns, shape (n, k), orthonormal (in
 *                             the M inner product, if M is given)
 * @throws ShapeError                if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError             if k, ncv, maxiter, tol or mode is out of range
 * @throws NotPositiveDefiniteError  if the search finds that M is not positive definite
 * @throws NotSupportedError         if a matrix with more than 2000 rows must be factorised and no sparse direct solver is
 *                                   available
 * @throws DTypeError                if sigma is complex, or v0 is complex and A is real
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts. The converged pairs remain
 *                                   available in the Eigensolver
 * @throws NonFiniteError            if A, M or v0 contains NaN or Inf
 * @throws SingularError             if M is singular, or A − σM is singular even after sigma is moved slightly
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
 * @cost   gather 200 * bytes(A)
 * @see    SciPy, sparse.linalg.eigsh; K. Wu and H. Simon (2000)
 * @example a = sparse.diags [[4.0, 3.0, 2.0, 1.0]]
 *   values, vectors = sparse.eigsh a 2
 *   values -> [3. 4.]
 */
gla_status gla_sparse_eigsh(const gla_sparse *A, gla_array **values, gla_array **vectors, int64_t k GLA_DEFAULT(= 6),
                            const gla_sparse *M GLA_DEFAULT(= NULL), const gla_array *sigma GLA_DEFAULT(= NULL),
                            const char *which GLA_CHOICE("LM", "SM", "LA", "SA", "BE") GLA_DEFAULT(= "LM"),
                            const gla_array *v0 GLA_DEFAULT(= NULL), gla_axis ncv GLA_DEFAULT(= GLA_NONE),
                            gla_axis maxiter GLA_DEFAULT(= GLA_NONE), double tol GLA_DEFAULT(= 0.0),
                            bool return_eigenvectors GLA_DEFAULT(= true),
                            const char *mode GLA_CHOICE("normal", "buckling", "cayley") GLA_DEFAULT(= "normal"));

/** Find some eigenvalues and eigenvectors of a general square sparse matrix: A x = λ x, or A x = λ M x.
 *
 * The method is Krylov–Schur. With sigma, eigenvalues near sigma are found quickly, as in `sparse.eigsh`. A complex sigma makes
 * the computation complex.
 *
 * @param A                    square sparse matrix
 * @param k                    number of eigenvalues, at most n
 * @param M                    sparse matrix, symmetric or Hermitian and positive definite; the identity if not given
 * @param sigma                find the eigenvalues near this scalar; by default eigenvalues at an end of the spectrum are found
 * @param which                eigenvalues to find: "LM" or "SM" for the largest or smallest in absolute value; "LR" or "SR" for
 *                             the largest or smallest real part; "LI" or "SI" for the largest or smallest imaginary part, in
 *                             absolute value if A is real
 * @param v0                   starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv                  number of basis vectors, from min(k + 2, n) to n; by default max(k + 40, 3 k), but at most n. The
 *                             search uses at least min(k + 4, n) vectors
 * @param maxiter              maximum number of restarts; the count starts again at 0 in each search for missing pairs; 10 n if
 *                             not given
 * @param tol                  tolerance for the residual norm, relative to the eigenvalue; 0 selects the smallest tolerance
 *                             that rounding errors allow
 * @param return_eigenvectors  true: also return the eigenvectors; false: vectors has shape (n, 0)
 * @return                     values: complex, sorted in the order that `which` specifies, shape (k,); vectors: eigenvectors in
 *                             columns of unit norm, shape (n, k)
 * @throws ShapeError                if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError             if k, ncv, maxiter or tol is out of range
 * @throws NotPositiveDefiniteError  if the search finds that M is not positive definite
 * @throws NotSupportedError         if a matrix with more than 2000 rows must be factorised and no sparse direct solver is
 *                                   available
 * @throws DTypeError                if v0 is complex and A is real
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts. The converged pairs remain
 *                                   available in the Eigensolver
 * @throws NonFiniteError            if A, M or v0 contains NaN or Inf
 * @throws SingularError             if M is singular, or A − σM is singular even after sigma is moved slightly
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
 * @cost   gather 200 * bytes(A)
 * @see    SciPy, sparse.linalg.eigs; G. W. Stewart (2002)
 * @example a = sparse.new [[0.0, 2.0, 0.0], [-2.0, 0.0, 0.0], [0.0, 0.0, 1.0]]
 *   values, vectors = sparse.eigs a 1
 *   imag values -> [2.]
 */
gla_status gla_sparse_eigs(const gla_sparse *A, gla_array **values, gla_array **vectors, int64_t k GLA_DEFAULT(= 6),
                           const gla_sparse *M GLA_DEFAULT(= NULL), const gla_array *sigma GLA_DEFAULT(= NULL),
                           const char *which GLA_CHOICE("LM", "SM", "LR", "SR", "LI", "SI") GLA_DEFAULT(= "LM"),
                           const gla_array *v0 GLA_DEFAULT(= NULL), gla_axis ncv GLA_DEFAULT(= GLA_NONE),
                           gla_axis maxiter GLA_DEFAULT(= GLA_NONE), double tol GLA_DEFAULT(= 0.0),
                           bool return_eigenvectors GLA_DEFAULT(= true));

/** Find some singular values and singular vectors of a sparse matrix: A ≈ U diag(S) Vh.
 *
 * The method is Golub–Kahan bidiagonalisation with thick restarts, which finds small singular values as accurately as large
 * ones. If the requested values are not much smaller than the largest one, a faster method computes the eigenvalues of the
 * smaller of AᴴA and AAᴴ.
 *
 * @param A                        sparse matrix of shape (m, n)
 * @param k                        number of singular values, at most min(m, n)
 * @param ncv                      number of vectors in each of the two bases, from min(k + 1, m, n) to min(m, n); default:
 *                                 max(40, 2 k + 1), but at most min(m, n)
 * @param tol                      tolerance for the residual norm, relative to the singular value; 0 selects the smallest
 *                                 tolerance that rounding errors allow
 * @param which                    singular values to find: "LM" for the largest, "SM" for the smallest
 * @param v0                       starting vector, shape (min(m, n),); default: a random vector from a fixed seed
 * @param maxiter                  maximum number of restarts; 10 n if not given
 * @param return_singular_vectors  true: also return the singular vectors; false: return U of shape (m, 0) and Vh of shape (0,
 *                                 n)
 * @return                         U: left singular vectors in columns, shape (m, k); S: descending, shape (k,); Vh: conjugated
 *                                 right singular vectors in rows, shape (k, n)
 * @throws ShapeError        if v0 has the wrong length
 * @throws ArgumentError     if k, ncv, maxiter or tol is out of range
 * @throws DTypeError        if v0 is complex and A is real
 * @throws ConvergenceError  if fewer than k pairs converge within maxiter restarts. The converged pairs remain available in the
 *                           Eigensolver
 * @throws NonFiniteError    if A or v0 contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
 * @cost   gather 400 * bytes(A)
 * @see    SciPy, sparse.linalg.svds; J. Baglama and L. Reichel (2005)
 * @example a = sparse.new [[3.0, 0.0], [0.0, -2.0], [0.0, 0.0]]
 *   U, S, Vh = sparse.svds a 1
 *   S -> [3.]
 */
gla_status gla_sparse_svds(const gla_sparse *A, gla_array **U, gla_array **S, gla_array **Vh, int64_t k GLA_DEFAULT(= 6),
                           gla_axis ncv GLA_DEFAULT(= GLA_NONE), double tol GLA_DEFAULT(= 0.0),
                           const char *which GLA_CHOICE("LM", "SM") GLA_DEFAULT(= "LM"),
                           const gla_array *v0 GLA_DEFAULT(= NULL), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                           bool return_singular_vectors GLA_DEFAULT(= true));

/** Find the largest or smallest eigenvalues of a symmetric or Hermitian sparse matrix by LOBPCG: A x = λ x, or A x = λ B x.
 *
 * LOBPCG is the locally optimal block preconditioned conjugate gradient method. LOBPCG needs neither a factorisation nor a
 * large basis. The method is fast with a good preconditioner, and with starting vectors that are close to the eigenvectors. An
 * eigenvalue of multiplicity r is found r times if X has enough columns. If n is less than 5 k, all eigenvalues are computed
 * and X is not used.
 *
 * Additional columns in X speed up the convergence of the others, but all columns must converge.
 *
 * @param A        square sparse matrix, whose symmetry is assumed and not checked
 * @param X        starting vectors, shape (n, k), linearly independent, for example random
 * @param B        sparse matrix, symmetric or Hermitian and positive definite; the identity if not given
 * @param M        preconditioner, an approximation of the inverse of A; the identity if not given
 * @param Y        constraints, shape (n, m). Eigenvectors are sought in the B-orthogonal complement of the columns of Y, and
 *                 residuals are measured in this complement too
 * @param tol      tolerance: largest norm of the residual A x − λ B x, for x of norm 1 in the B inner product. A larger
 *                 residual is accepted if rounding errors prevent a smaller one. Default: √ε times the largest eigenvalue seen
 * @param maxiter  maximum number of iterations; 10 n if not given
 * @param largest  true: find the largest eigenvalues; false: find the smallest eigenvalues
 * @return         values: in descending order, or in ascending order if largest is false, shape (k,); vectors: eigenvectors in
 *                 columns, shape (n, k), orthonormal (in the B inner product, if B is given)
 * @throws ShapeError                if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError             if tol or maxiter is out of range, or the columns of X or Y are linearly dependent
 * @throws NotPositiveDefiniteError  if the search finds that B is not positive definite
 * @throws ConvergenceError          if the tolerance is not reached within maxiter iterations, or rounding errors prevent
 *                                   further progress. The converged pairs remain available in the Eigensolver
 * @throws NonFiniteError            if A, B, M, X or Y contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather; sparse.multiply, else the host
 * @cost   gather 100 * bytes(A) * columns(X)
 * @see    SciPy, sparse.linalg.lobpcg; A. V. Knyazev (2001); J. A. Duersch, M. Shao, C. Yang and M. Gu (2018)
 * @example a = sparse.diags [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]
 *   values, vectors = sparse.lobpcg a [[1.0], [1.0], [1.0], [1.0], [1.0], [1.0]]
 *   around values 6 -> [6.]
 */
gla_status gla_sparse_lobpcg(const gla_sparse *A, const gla_array *X, gla_array **values, gla_array **vectors,
                             const gla_sparse *B GLA_DEFAULT(= NULL), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL),
                             const gla_array *Y GLA_DEFAULT(= NULL), const gla_array *tol GLA_DEFAULT(= NULL),
                             gla_axis maxiter GLA_DEFAULT(= GLA_NONE), bool largest GLA_DEFAULT(= true));

/** Start a search by `sparse.eigsh` with products supplied by your script.
 *
 * @param n        number of rows of the matrix
 * @param k        number of eigenvalues, at most n
 * @param has_m    solve the generalised problem A x = λ M x
 * @param sigma    find the eigenvalues near this scalar; by default eigenvalues at an end of the spectrum are found
 * @param which    eigenvalues to find, as in `sparse.eigsh`
 * @param v0       starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv      number of basis vectors, from min(k + 1, n) to n; by default max(40, 2 k + 1), but at most n. The search uses
 *                 at least min(k + 4, n) vectors
 * @param maxiter  maximum number of restarts; 10 n if not given
 * @param tol      tolerance for the residual norm, relative to the eigenvalue; 0 selects the smallest tolerance that rounding
 *                 errors allow
 * @param mode     spectral transformation used with sigma: "normal", "buckling" or "cayley"; the last two need a nonzero sigma
 * @param dtype    float32, float64, complex64 or complex128; default: the dtype of v0, or float64 without v0
 * @param device   device of the vectors; default: the device of v0, or the current device without v0
 * @return         Eigensolver
 * @throws ShapeError      if v0 has the wrong length
 * @throws ArgumentError   if n, k, ncv, maxiter, tol or mode is out of range
 * @throws DTypeError      if sigma is complex, or v0 is complex and dtype is real
 * @throws NonFiniteError  if v0 contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw
 * @method Eigensolver.hermitian
 * @example s = sparse.eigensolver_hermitian 1 1
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_hermitian(int64_t n, gla_sparse_eigensolver **solver, int64_t k GLA_DEFAULT(= 6),
                                            bool has_m GLA_DEFAULT(= false), const gla_array *sigma GLA_DEFAULT(= NULL),
                                            const char *which GLA_CHOICE("LM", "SM", "LA", "SA", "BE") GLA_DEFAULT(= "LM"),
                                            const gla_array *v0 GLA_DEFAULT(= NULL), gla_axis ncv GLA_DEFAULT(= GLA_NONE),
                                            gla_axis maxiter GLA_DEFAULT(= GLA_NONE), double tol GLA_DEFAULT(= 0.0),
                                            const char *mode GLA_CHOICE("normal", "buckling", "cayley") GLA_DEFAULT(= "normal"),
                                            gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Start a search by `sparse.eigs` with products supplied by your script.
 *
 * @param n        number of rows of the matrix
 * @param k        number of eigenvalues, at most n
 * @param has_m    solve the generalised problem A x = λ M x
 * @param sigma    find the eigenvalues near this scalar; by default eigenvalues at an end of the spectrum are found
 * @param which    eigenvalues to find, as in `sparse.eigs`
 * @param v0       starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv      number of basis vectors, from min(k + 2, n) to n; by default max(k + 40, 3 k), but at most n. The search uses
 *                 at least min(k + 4, n) vectors
 * @param maxiter  maximum number of restarts; 10 n if not given
 * @param tol      tolerance for the residual norm, relative to the eigenvalue; 0 selects the smallest tolerance that rounding
 *                 errors allow
 * @param dtype    float32, float64, complex64 or complex128; default: the dtype of v0, or float64 without v0
 * @param device   device of the vectors; default: the device of v0, or the current device without v0
 * @return         Eigensolver
 * @throws ShapeError      if v0 has the wrong length
 * @throws ArgumentError   if n, k, ncv, maxiter or tol is out of range
 * @throws DTypeError      if sigma or v0 is complex and dtype is real
 * @throws NonFiniteError  if v0 contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw
 * @method Eigensolver.general
 * @example s = sparse.eigensolver_general 1 1
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_general(int64_t n, gla_sparse_eigensolver **solver, int64_t k GLA_DEFAULT(= 6),
                                          bool has_m GLA_DEFAULT(= false), const gla_array *sigma GLA_DEFAULT(= NULL),
                                          const char *which GLA_CHOICE("LM", "SM", "LR", "SR", "LI", "SI") GLA_DEFAULT(= "LM"),
                                          const gla_array *v0 GLA_DEFAULT(= NULL), gla_axis ncv GLA_DEFAULT(= GLA_NONE),
                                          gla_axis maxiter GLA_DEFAULT(= GLA_NONE), double tol GLA_DEFAULT(= 0.0),
                                          gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Start a search by `sparse.svds` with products supplied by your script.
 *
 * @param m        number of rows of the matrix
 * @param n        number of columns of the matrix
 * @param k        number of singular values, at most min(m, n)
 * @param ncv      number of vectors in each of the two bases, from min(k + 1, m, n) to min(m, n); default: max(40, 2 k + 1),
 *                 but at most min(m, n)
 * @param tol      tolerance for the residual norm, relative to the singular value; 0 selects the smallest tolerance that
 *                 rounding errors allow
 * @param which    singular values to find: "LM" for the largest, "SM" for the smallest
 * @param v0       starting vector, shape (min(m, n),); default: a random vector from a fixed seed
 * @param maxiter  maximum number of restarts; 10 n if not given
 * @param dtype    float32, float64, complex64 or complex128; default: the dtype of v0, or float64 without v0
 * @param device   device of the vectors; default: the device of v0, or the current device without v0
 * @return         Eigensolver
 * @throws ShapeError      if v0 has the wrong length
 * @throws ArgumentError   if m, n, k, ncv, maxiter or tol is out of range
 * @throws DTypeError      if v0 is complex and dtype is real
 * @throws NonFiniteError  if v0 contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw
 * @method Eigensolver.singular
 * @example s = sparse.eigensolver_singular 2 1 1
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_singular(int64_t m, int64_t n, gla_sparse_eigensolver **solver, int64_t k GLA_DEFAULT(= 6),
                                           gla_axis ncv GLA_DEFAULT(= GLA_NONE), double tol GLA_DEFAULT(= 0.0),
                                           const char *which GLA_CHOICE("LM", "SM") GLA_DEFAULT(= "LM"),
                                           const gla_array *v0 GLA_DEFAULT(= NULL), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                           gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Start a search by `sparse.lobpcg` with products supplied by your script.
 *
 * @param X               starting vectors, shape (n, k), linearly independent, for example random
 * @param has_b           solve the generalised problem A x = λ B x
 * @param preconditioned  also request products with a preconditioner
 * @param Y               constraints, shape (n, m): eigenvectors are sought in the B-orthogonal complement of the columns of Y
 * @param tol             tolerance: largest norm of the residual A x − λ B x, for x of norm 1 in the B inner product. A larger
 *                        residual is accepted if rounding errors prevent a smaller one. Default: √ε times the largest
 *                        eigenvalue seen
 * @param maxiter         maximum number of iterations; 10 n if not given
 * @param largest         true: find the largest eigenvalues; false: find the smallest eigenvalues
 * @return                Eigensolver
 * @throws ShapeError      if X or Y is not 2-d, X and Y differ in their number of rows, or X has too many columns
 * @throws ArgumentError   if tol or maxiter is out of range, or the columns of X or Y are linearly dependent
 * @throws NonFiniteError  if X or Y contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather
 * @method Eigensolver.lobpcg
 * @example s = sparse.eigensolver_lobpcg [[1.0]]
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_lobpcg(const gla_array *X, gla_sparse_eigensolver **solver, bool has_b GLA_DEFAULT(= false),
                                         bool preconditioned GLA_DEFAULT(= false), const gla_array *Y GLA_DEFAULT(= NULL),
                                         const gla_array *tol GLA_DEFAULT(= NULL), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                         bool largest GLA_DEFAULT(= true));

/** Return the name of the operation that the search requests for `sparse.eigensolver_vector`.
 *
 * "A" requests the product of A and the vector v, "AH" the product of the adjoint of A and v, and "M" the product of M and v.
 * "Minv" requests the solution of M x = v, and "OPinv" requests the solution of (A − σM) x = v. For `sparse.lobpcg`, "A" and
 * "B" request the product with A or B, and "M" requests the product with the preconditioner.
 *
 * @param solver  the search
 * @return        "A", "AH", "M", "Minv", "OPinv" or "B"; "" when the search has ended
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_wants(const gla_sparse_eigensolver *solver, char **name);

/** Return the vector, or block of vectors, to which the requested operation must be applied.
 *
 * @param solver  the search
 * @return        copy, array of shape (n,), or (n, columns) for `sparse.lobpcg`
 * @throws ArgumentError  if the search has ended
 * @needs  array.copy
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   abs x -> [1.]
 */
gla_status gla_sparse_eigensolver_vector(const gla_sparse_eigensolver *solver, gla_array **out);

/** Continue the search with the result of the requested operation.
 *
 * @param solver   the search
 * @param product  array_like with the shape of the vector returned by `sparse.eigensolver_vector`, except that a product with A
 *                 of shape (m, n) has m elements
 * @return         true if the search needs more products
 * @throws ShapeError                if `product` has a different shape
 * @throws DTypeError                if `product` is complex and the dtype of the search is real
 * @throws ArgumentError             if the search has ended
 * @throws NotPositiveDefiniteError  if the search finds that M is not positive definite
 * @throws NonFiniteError            if a product contains NaN or Inf
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts. The converged pairs remain
 *                                   available
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   y = multiply x 3.0
 *   sparse.eigensolver_step s y -> false
 *   sparse.eigensolver_values s -> [3.]
 */
gla_status gla_sparse_eigensolver_step(const gla_sparse_eigensolver *solver, const gla_array *product, bool *more);

/** Continue the search with the given matrices and preconditioner.
 *
 * The search stops at the first requested operation for which no matrix is given. A search with sigma requests solutions with A
 * − σM. The solutions with A − σM are computed by factorisation if A is given, and in a generalised problem also M.
 *
 * @param solver          the search
 * @param A               sparse matrix; default: the caller supplies the products with A and its adjoint
 * @param M               sparse matrix M, or B for `sparse.lobpcg`; default: the caller supplies the products with M (or B)
 * @param preconditioner  preconditioner of `sparse.lobpcg`; default: the caller applies the preconditioner
 * @return                true if the search needs more products
 * @throws ShapeError                if a matrix has the wrong shape
 * @throws DTypeError                if a matrix is complex and the dtype of the search is real
 * @throws NotPositiveDefiniteError  if the search finds that M is not positive definite
 * @throws NonFiniteError            if a product contains NaN or Inf
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts. The converged pairs remain
 *                                   available
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
 * @example a = sparse.eye 3
 *   s = sparse.eigensolver_hermitian 3 1
 *   sparse.eigensolver_run s a -> false
 *   sparse.eigensolver_values s -> [1.]
 */
gla_status gla_sparse_eigensolver_run(const gla_sparse_eigensolver *solver, bool *more, const gla_sparse *A GLA_DEFAULT(= NULL),
                                      const gla_sparse *M GLA_DEFAULT(= NULL),
                                      const gla_sparse_preconditioner *preconditioner GLA_DEFAULT(= NULL));

/** Return the converged eigenvalues or singular values after the search has ended.
 *
 * @param solver  the search
 * @return        array
 * @throws ArgumentError  if the search has not ended
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   y = multiply x 3.0
 *   sparse.eigensolver_step s y -> false
 *   sparse.eigensolver_values s -> [3.]
 */
gla_status gla_sparse_eigensolver_values(const gla_sparse_eigensolver *solver, gla_array **out);

/** Return the eigenvectors of the converged eigenvalues in columns, or the conjugated right singular vectors in rows.
 *
 * @param solver  the search
 * @return        array
 * @throws ArgumentError  if the search has not ended
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   y = multiply x 3.0
 *   sparse.eigensolver_step s y -> false
 *   sparse.eigensolver_vectors s -> [[1.]]
 */
gla_status gla_sparse_eigensolver_vectors(const gla_sparse_eigensolver *solver, gla_array **out);

/** Return the left singular vectors of the converged singular values, in columns.
 *
 * @param solver  the search
 * @return        array
 * @throws ArgumentError  if the search has not ended, or the search is for eigenvalues
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 1
 *   s = sparse.eigensolver_singular 1 1 1
 *   sparse.eigensolver_run s a -> false
 *   sparse.eigensolver_left s -> [[1.]]
 */
gla_status gla_sparse_eigensolver_left(const gla_sparse_eigensolver *solver, gla_array **out);

/** Return the number of matrix products or solutions requested so far.
 *
 * @param solver  the search
 * @return        0-d int64 array
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   sparse.eigensolver_products s -> 1
 */
gla_status gla_sparse_eigensolver_products(const gla_sparse_eigensolver *solver, gla_array **out);

GLA_END_DECLS

#endif
