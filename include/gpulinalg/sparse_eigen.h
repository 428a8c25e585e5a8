/* sparse_eigen.h - some eigenvalues and singular values of large sparse matrices.
 *
 * @namespace sparse Sparse
 *
 * `eigsh`, `eigs`, `svds` and `lobpcg` find a few eigenvalues or singular values of a Sparse matrix.  An `Eigensolver` is the
 * same search step by step.  It requests one matrix product at a time, so your script can search with any linear operator:
 *
 *     s = gla.sparse.Eigensolver.hermitian(n, 6)
 *     while s.step(product(s.vector)): pass
 *     s.values
 *
 * After maxiter restarts the Eigensolver still contains the pairs that have converged.
 *
 * In Python and Perl the arguments A, B and M may also be 2-d arrays, functions of your script, or objects with the methods
 * `matvec` and `rmatvec`, as in `cg`.  If A is a function, its size follows from v0, M or the option shape, and its dtype is
 * the option dtype.  OPinv, the solution of (A − σM) x = b, and Minv, the solution of M x = b, are functions too.  They are
 * required if A or M cannot be factorised.  An error that ends a search has the Eigensolver as its attribute `iteration`.
 * Searches that run in a single C call do not set it: `svds` of a Sparse matrix, and searches with sigma or M.
 *
 * Every returned pair has a residual as small as rounding errors or tol allow.  No copy of a multiple eigenvalue is missed:
 * `eigsh`, `eigs` and `svds` lock the requested pairs once they have converged.  They then search the complement from another
 * random vector until it contains nothing better.  Values that differ only by rounding errors count as equal.  A defective
 * eigenvalue has fewer eigenvectors than copies, and `eigs` may return one of its eigenvectors twice.
 *
 * If sigma is an eigenvalue, such as 0 for a graph Laplacian, sigma is moved by √ε times the size of A, where ε is the machine
 * epsilon of the dtype.  The returned eigenvalues are still those of A.
 *
 * All runs return the same bits, because starting vectors are drawn from a generator with a fixed seed.  Each eigenvector, or
 * left singular vector, is scaled so that its first element of at least half the largest absolute value is positive.
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
 * The method is thick-restart Lanczos. With sigma, eigenvalues near sigma are found quickly (shift-invert). `which` then refers
 * to 1/(λ − σ), so "LM" selects the eigenvalues nearest to sigma, and A − σM is factorised. "SM" without sigma needs no
 * factorisation but many products; sigma=0 is usually faster.
 *
 * @param A                    square sparse matrix; its symmetry is assumed and not checked
 * @param k                    number of eigenvalues, at most n
 * @param M                    sparse matrix, symmetric or Hermitian and positive definite; default: the identity
 * @param sigma                find the eigenvalues near this scalar; default: find those at an end of the spectrum
 * @param which                eigenvalues to find: "LM" for the largest and "SM" for the smallest in absolute value; "LA" for
 *                             the largest and "SA" for the smallest; "BE" for both ends of the spectrum
 * @param v0                   starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv                  number of basis vectors, from k + 1 to n; at least min(k + 4, n) vectors are used. Default:
 *                             max(40, 2 k + 1), but at most n
 * @param maxiter              maximum number of restarts, counted anew in each search for missing pairs; default: 10 n
 * @param tol                  tolerance: residual norm relative to the eigenvalue; 0 for the smallest that rounding allows
 * @param return_eigenvectors  also return the eigenvectors; if false, vectors has shape (n, 0)
 * @param mode                 spectral transformation used with sigma: "normal", "buckling" or "cayley"
 * @return                     values: ascending, shape (k,); vectors: eigenvectors in columns, shape (n, k), orthonormal, in
 *                             the M inner product if M is given
 * @throws ShapeError                if A is not square, or the shape of another argument does not match A
 * @throws ArgumentError             if k, ncv, maxiter, tol or mode is out of range
 * @throws NotPositiveDefiniteError  if M is found not to be positive definite
 * @throws NotSupportedError         if a matrix must be factorised, it has more than 2000 rows, and no sparse direct solver is
 *                                   available
 * @throws DTypeError                if sigma is complex, or v0 is complex and A is real
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts; an Eigensolver keeps the converged
 *                                   pairs
 * @throws NonFiniteError            if A, M or v0 contains NaN or Inf
 * @throws SingularError             if M is singular, or A − σM is singular even after sigma is moved slightly
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
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
 * @param M                    sparse matrix, symmetric or Hermitian and positive definite; default: the identity
 * @param sigma                find the eigenvalues near this scalar; default: find those at an end of the spectrum
 * @param which                eigenvalues to find: "LM" for the largest and "SM" for the smallest in absolute value; "LR" and
 *                             "SR" for the largest and smallest real part; "LI" and "SI" for the largest and smallest imaginary
 *                             part, in absolute value if A is real
 * @param v0                   starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv                  number of basis vectors, from k + 2 to n; at least min(k + 4, n) vectors are used. Default: max(k
 *                             + 40, 3 k), but at most n
 * @param maxiter              maximum number of restarts, counted anew in each search for missing pairs; default: 10 n
 * @param tol                  tolerance: residual norm relative to the eigenvalue; 0 for the smallest that rounding allows
 * @param return_eigenvectors  also return the eigenvectors; if false, vectors has shape (n, 0)
 * @return                     values: complex, in the order that `which` prefers, shape (k,); vectors: eigenvectors in columns
 *                             of unit norm, shape (n, k)
 * @throws ShapeError                if A is not square, or the shape of another argument does not match A
 * @throws ArgumentError             if k, ncv, maxiter or tol is out of range
 * @throws NotPositiveDefiniteError  if M is found not to be positive definite
 * @throws NotSupportedError         if a matrix must be factorised, it has more than 2000 rows, and no sparse direct solver is
 *                                   available
 * @throws DTypeError                if v0 is complex and A is real
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts; an Eigensolver keeps the converged
 *                                   pairs
 * @throws NonFiniteError            if A, M or v0 contains NaN or Inf
 * @throws SingularError             if M is singular, or A − σM is singular even after sigma is moved slightly
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
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
 * ones. If the requested values are not much smaller than the largest, a faster method is used: the eigenvalues of AᴴA or AAᴴ,
 * whichever is the smaller matrix.
 *
 * @param A                        sparse matrix of shape (m, n)
 * @param k                        number of singular values, at most min(m, n)
 * @param ncv                      number of vectors in each of the two bases, from k + 1 to min(m, n); default: max(40, 2 k +
 *                                 1), but at most min(m, n)
 * @param tol                      tolerance: residual norm relative to the singular value; 0 for the smallest that rounding
 *                                 allows
 * @param which                    singular values to find: "LM" for the largest, "SM" for the smallest
 * @param v0                       starting vector, shape (min(m, n),); default: a random vector from a fixed seed
 * @param maxiter                  maximum number of restarts; default: 10 n
 * @param return_singular_vectors  also return the singular vectors; if false, U has shape (m, 0) and Vh has shape (0, n)
 * @return                         U: left singular vectors in columns, shape (m, k); S: descending, shape (k,); Vh: conjugated
 *                                 right singular vectors in rows, shape (k, n)
 * @throws ShapeError        if v0 has the wrong length
 * @throws ArgumentError     if k, ncv, maxiter or tol is out of range
 * @throws DTypeError        if v0 is complex and A is real
 * @throws ConvergenceError  if fewer than k pairs converge within maxiter restarts; an Eigensolver keeps the converged pairs
 * @throws NonFiniteError    if A or v0 contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
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
 * LOBPCG is the locally optimal block preconditioned conjugate gradient method. It needs neither a factorisation nor a large
 * basis. LOBPCG is fast with a good preconditioner, and with starting vectors that are close to the eigenvectors. An eigenvalue
 * of multiplicity r is found r times if X has enough columns. If n is less than 5 k, all eigenvalues are computed and X is not
 * used.
 *
 * Additional columns of X make the other columns converge faster, but all columns must converge.
 *
 * @param A        square sparse matrix; its symmetry is assumed and not checked
 * @param X        starting vectors, shape (n, k), linearly independent, for example random
 * @param B        sparse matrix, symmetric or Hermitian and positive definite; default: the identity
 * @param M        preconditioner, an approximation of the inverse of A; default: the identity
 * @param Y        constraints, shape (n, m): eigenvectors are sought in the B-orthogonal complement of these columns, in which
 *                 the residuals are also measured
 * @param tol      tolerance: largest norm of the residual A x − λ B x, for x of norm 1 in the B inner product. A residual that
 *                 rounding errors keep larger is accepted. Default: √ε times the largest eigenvalue seen
 * @param maxiter  maximum number of iterations; default: 10 n
 * @param largest  find the largest eigenvalues; if false, the smallest
 * @return         values: largest first, or smallest first if largest is false, shape (k,); vectors: eigenvectors in columns,
 *                 shape (n, k), orthonormal, in the B inner product if B is given
 * @throws ShapeError                if A is not square, or the shape of another argument does not match A
 * @throws ArgumentError             if tol or maxiter is out of range, or the columns of X or Y are linearly dependent
 * @throws NotPositiveDefiniteError  if B is found not to be positive definite
 * @throws ConvergenceError          if the tolerance is not reached within maxiter iterations, or rounding errors prevent
 *                                   further progress; an Eigensolver keeps the converged pairs
 * @throws NonFiniteError            if A, B, M, X or Y contains NaN or Inf
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.lobpcg; A. V. Knyazev (2001); J. A. Duersch, M. Shao, C. Yang and M. Gu (2018)
 * @example a = sparse.diags [[1.0, 2.0, 3.0, 4.0, 5.0, 6.0]]
 *   values, vectors = sparse.lobpcg a [[1.0], [1.0], [1.0], [1.0], [1.0], [1.0]]
 *   around values 6 -> [6.]
 */
gla_status gla_sparse_lobpcg(const gla_sparse *A, const gla_array *X, gla_array **values, gla_array **vectors,
                             const gla_sparse *B GLA_DEFAULT(= NULL), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL),
                             const gla_array *Y GLA_DEFAULT(= NULL), const gla_array *tol GLA_DEFAULT(= NULL),
                             gla_axis maxiter GLA_DEFAULT(= GLA_NONE), bool largest GLA_DEFAULT(= true));

/** Start a search of `sparse.eigsh` in which your script computes the matrix products.
 *
 * @param n        number of rows of the matrix
 * @param k        number of eigenvalues, at most n
 * @param has_m    solve the generalised problem A x = λ M x
 * @param sigma    find the eigenvalues near this scalar; default: find those at an end of the spectrum
 * @param which    eigenvalues to find, as in `sparse.eigsh`
 * @param v0       starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv      number of basis vectors, from k + 1 to n; at least min(k + 4, n) vectors are used. Default: max(40, 2 k + 1),
 *                 but at most n
 * @param maxiter  maximum number of restarts; default: 10 n
 * @param tol      tolerance: residual norm relative to the eigenvalue; 0 for the smallest that rounding allows
 * @param mode     spectral transformation used with sigma: "normal", "buckling" or "cayley"
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

/** Start a search of `sparse.eigs` in which your script computes the matrix products.
 *
 * @param n        number of rows of the matrix
 * @param k        number of eigenvalues, at most n
 * @param has_m    solve the generalised problem A x = λ M x
 * @param sigma    find the eigenvalues near this scalar; default: find those at an end of the spectrum
 * @param which    eigenvalues to find, as in `sparse.eigs`
 * @param v0       starting vector, shape (n,); default: a random vector from a fixed seed
 * @param ncv      number of basis vectors, from k + 2 to n; at least min(k + 4, n) vectors are used. Default: max(k + 40, 3 k),
 *                 but at most n
 * @param maxiter  maximum number of restarts; default: 10 n
 * @param tol      tolerance: residual norm relative to the eigenvalue; 0 for the smallest that rounding allows
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

/** Start a search of `sparse.svds` in which your script computes the matrix products.
 *
 * @param m        number of rows of the matrix
 * @param n        number of columns of the matrix
 * @param k        number of singular values, at most min(m, n)
 * @param ncv      number of vectors in each of the two bases, from k + 1 to min(m, n); default: max(40, 2 k + 1), but at most
 *                 min(m, n)
 * @param tol      tolerance: residual norm relative to the singular value; 0 for the smallest that rounding allows
 * @param which    singular values to find: "LM" for the largest, "SM" for the smallest
 * @param v0       starting vector, shape (min(m, n),); default: a random vector from a fixed seed
 * @param maxiter  maximum number of restarts; default: 10 n
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

/** Start a search of `sparse.lobpcg` in which your script computes the matrix products.
 *
 * @param X               starting vectors, shape (n, k), linearly independent, for example random
 * @param has_b           solve the generalised problem A x = λ B x
 * @param preconditioned  also request products with a preconditioner
 * @param Y               constraints, shape (n, m): eigenvectors are sought in the B-orthogonal complement of these columns
 * @param tol             tolerance: largest norm of the residual A x − λ B x, for x of norm 1 in the B inner product. A
 *                        residual that rounding errors keep larger is accepted. Default: √ε times the largest eigenvalue seen
 * @param maxiter         maximum number of iterations; default: 10 n
 * @param largest         find the largest eigenvalues; if false, the smallest
 * @return                Eigensolver
 * @throws ShapeError      if X or Y is not 2-d, their numbers of rows differ, or X has too many columns
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
 * "A" requests the product with A, "AH" the product with the adjoint of A, and "M" the product with M. "Minv" requests the
 * solution of M x = v, and "OPinv" the solution of (A − σM) x = v, where v is the vector. For `sparse.lobpcg`, "A" and "B"
 * request the product with that matrix, and "M" requests the product with the preconditioner.
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
 * @param product  array_like of the shape of `sparse.eigensolver_vector`; a product with A of shape (m, n) has m elements
 * @return         true if the search needs more products
 * @throws ShapeError                if product has a different shape
 * @throws DTypeError                if product is complex and the dtype of the search is real
 * @throws ArgumentError             if the search has ended
 * @throws NotPositiveDefiniteError  if M is found not to be positive definite
 * @throws NonFiniteError            if a product contains NaN or Inf
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts; values and vectors then contain the
 *                                   converged pairs
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
 * The search stops at the first operation for which no matrix is given. A search with sigma requests solutions with A − σM.
 * These solutions are computed by a factorisation if A is given, and also M if the problem has one.
 *
 * @param solver          the search
 * @param A               sparse matrix; default: your script computes products with A and its adjoint
 * @param M               sparse matrix M, or B for `sparse.lobpcg`; default: your script computes products with M or B
 * @param preconditioner  preconditioner of `sparse.lobpcg`; default: your script applies it
 * @return                true if the search needs more products
 * @throws ShapeError                if a matrix has the wrong shape
 * @throws DTypeError                if a matrix is complex and the dtype of the search is real
 * @throws NotPositiveDefiniteError  if M is found not to be positive definite
 * @throws NonFiniteError            if a product contains NaN or Inf
 * @throws ConvergenceError          if fewer than k pairs converge within maxiter restarts; values and vectors then contain the
 *                                   converged pairs
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
 * @throws ArgumentError  if the search has not ended, or is for eigenvalues
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
