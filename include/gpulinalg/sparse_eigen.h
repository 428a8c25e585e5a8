/* sparse_eigen.h - some eigenvalues and singular values of large matrices.
 *
 * @namespace sparse Sparse
 *
 * `eigsh(A, 6)` and its siblings search for a matrix of class Sparse. An `Eigensolver` is a search in progress, which says
 * what it wants multiplied, and gets it: so a script searches for whatever it can multiply,
 *
 *     s = gla.sparse.Eigensolver.hermitian(n, 6)
 *     while s.step(product(s.vector)): pass
 *     s.values
 *
 * and has what did converge when maxiter restarts were not enough.
 *
 * `eigsh`, `eigs`, `svds` and `lobpcg` take in Python and in Perl as A, B and M what `cg` takes: a function of the script too,
 * an array of two dimensions, or an object with the methods `matvec` and `rmatvec`.  A function does not say how large its
 * matrix is: v0 or M does, or shape, a list, and dtype of what type it is.  OPinv, the solution of (A − σM) x = b, and Minv,
 * that of M x = b, are functions too; they must be given where A or M cannot be factored.  An error that ends a search
 * has it as its `iteration`, but for those that C does in one call: of a Sparse `svds`, and what has sigma or M.
 *
 * Every pair that is returned has a residual as small as rounding lets it become, or as tol allows. Nothing is missing among
 * the values: `eigsh`, `eigs` and `svds` lock the wanted pairs when they have converged, and search their complement from
 * another random vector until it shows nothing better, so that a multiple eigenvalue comes as often as it occurs. Values that
 * differ by rounding count as equal, and a defective eigenvalue has fewer vectors than copies: `eigs` may return one of them
 * twice.
 *
 * A sigma that is an eigenvalue, as 0 is of a graph's Laplacian, is moved by √ε times the size of A, where ε is the rounding
 * of the type; the eigenvalues returned are those of A all the same.
 *
 * All runs give the same bits: a vector to begin with is drawn from a generator with a fixed seed.  The first element of an
 * eigenvector, or left singular vector, that is not less than half of the largest one is positive.
 *
 * Threads: several may go on with one search, one after the other. */
#ifndef GPULINALG_SPARSE_EIGEN_H
#define GPULINALG_SPARSE_EIGEN_H

#include "sparse_arithmetic.h"
#include "sparse_preconditioners.h"

GLA_BEGIN_DECLS

/** A search for eigenvalues or singular values in progress.  See `sparse.eigsh`, `sparse.eigs` and `sparse.svds`. */
GLA_CLASS(gla_sparse_eigensolver, "Eigensolver");

/** Some eigenvalues and eigenvectors of a symmetric or Hermitian matrix: A x = λ x, or A x = λ M x.
 *
 * By Lanczos's method with thick restarts.  Eigenvalues near a number are found quickly with sigma: then `which` speaks of
 * 1/(λ − σ), so that "LM" means those nearest to sigma, and A − σM is factored.  "SM" without sigma needs no factors, but
 * many products; sigma=0 is the better way.
 *
 * @param A        Sparse, square; the matrix is taken to be symmetric
 * @param k        how many are wanted, at most n
 * @param M        Sparse, symmetric and positive definite; none: the identity
 * @param sigma    find eigenvalues near this number; none: at an end
 * @param which    "LM": the largest in absolute value, "SM": the smallest; "LA", "SA": the largest, the smallest; "BE": from
 *                 both ends
 * @param v0       the vector to begin with; none: a random one, always the same
 * @param ncv      how many vectors are kept, at least k + 4 or n; none: 40, 2 k + 1 or n, whatever fits
 * @param maxiter  how many restarts there may be, and again in each search for what is missing; none: 10 n
 * @param tol      how large a residual may be as a share of the eigenvalue; 0: as small as rounding lets it become
 * @param return_eigenvectors  without them vectors is of shape (n, 0)
 * @param mode     with sigma: which transform, "normal", "buckling" or "cayley"
 * @return         eigenvalues, ascending, shape (k,); eigenvectors in columns, (n, k), orthonormal, with M in its product
 * @throws ShapeError        if A is not square, or shapes do not fit together
 * @throws ArgumentError     if k, ncv, maxiter, tol or mode cannot be
 * @throws NotPositiveDefiniteError  if M turns out not to be positive definite
 * @throws NotSupportedError  if a matrix must be factored and nothing is there that can
 * @throws DTypeError        if sigma or v0 is complex and should not be
 * @throws ConvergenceError  if maxiter restarts were not enough; an Eigensolver keeps those that have converged
 * @throws NonFiniteError    if there is NaN or Inf in A, M or v0
 * @throws SingularError     if M is singular, or A − σM for any sigma
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

/** Some eigenvalues and eigenvectors of any square matrix: A x = λ x, or A x = λ M x.
 *
 * By the method of Krylov and Schur.  Near a number eigenvalues are found with sigma, as in `sparse.eigsh`; a complex sigma
 * makes A complex.
 *
 * @param A        Sparse, square
 * @param k        how many are wanted, at most n
 * @param M        Sparse, symmetric and positive definite; none: the identity
 * @param sigma    find eigenvalues near this number; none: at an end
 * @param which    "LM", "SM": the largest, the smallest in absolute value; "LR", "SR": by real part; "LI", "SI": by imaginary
 *                 part, of a real matrix its absolute value
 * @param v0       the vector to begin with; none: a random one, always the same
 * @param ncv      how many vectors are kept, at least k + 4 or n; none: k + 40, 3 k or n, whatever fits
 * @param maxiter  how many restarts there may be, and again in each search for what is missing; none: 10 n
 * @param tol      how large a residual may be as a share of the eigenvalue; 0: as small as rounding lets it become
 * @param return_eigenvectors  without them vectors is of shape (n, 0)
 * @return         eigenvalues, complex, those that are wanted most first, shape (k,); eigenvectors, columns of length 1, (n, k)
 * @throws ShapeError        if A is not square, or shapes do not fit together
 * @throws ArgumentError     if k, ncv, maxiter or tol cannot be
 * @throws NotPositiveDefiniteError  if M turns out not to be positive definite
 * @throws NotSupportedError  if a matrix must be factored and nothing is there that can
 * @throws DTypeError        if v0 is complex and A is not
 * @throws ConvergenceError  if maxiter restarts were not enough; an Eigensolver keeps those that have converged
 * @throws NonFiniteError    if there is NaN or Inf in A, M or v0
 * @throws SingularError     if M is singular, or A − σM for any sigma
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

/** Some singular values and vectors of a matrix of any shape: A ≈ U diag(S) Vh.
 *
 * By the bidiagonalisation of Golub and Kahan with thick restarts, so that small singular values are as exact as large ones;
 * where those that are wanted are not much smaller than the largest, faster, by the eigenvalues of the smaller of AᴴA and AAᴴ.
 *
 * @param A        Sparse, shape (m, n)
 * @param k        how many are wanted, at most the smaller of m and n
 * @param ncv      how many vectors of each kind are kept; none: 40, 2 k + 1 or min(m, n), whatever fits
 * @param tol      how large a residual may be as a share of the singular value; 0: as small as rounding lets it become
 * @param which    "LM": the largest, "SM": the smallest
 * @param v0       the vector to begin with, of min(m, n) elements; none: a random one, always the same
 * @param maxiter  how many restarts there may be; none: 10 n
 * @param return_singular_vectors  without them U is of shape (m, 0) and Vh of (0, n)
 * @return         U, shape (m, k); S, descending, shape (k,); Vh, shape (k, n)
 * @throws ShapeError        if v0 has another length
 * @throws ArgumentError     if k, ncv, maxiter or tol cannot be
 * @throws DTypeError        if v0 is complex and A is not
 * @throws ConvergenceError  if maxiter restarts were not enough; an Eigensolver keeps those that have converged
 * @throws NonFiniteError    if there is NaN or Inf in A or v0
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

/** Some eigenvalues and eigenvectors at an end of the spectrum of a symmetric or Hermitian matrix: A x = λ x, or A x = λ B x.
 *
 * By the locally optimal block preconditioned conjugate gradient method: it needs neither factors nor many vectors, a good
 * preconditioner makes it fast, and vectors that are nearly right already are a good beginning.  Multiple eigenvalues
 * are found as often as X has columns for them.  Where n is less than 5 k, all eigenvalues are computed, and X is not used.
 *
 * Columns of X beyond those that are wanted make the others converge faster; all must converge.
 *
 * @param A        Sparse, square; the matrix is taken to be symmetric
 * @param X        vectors to begin with, shape (n, k), linearly independent: random ones for example
 * @param B        Sparse, symmetric and positive definite; none: the identity
 * @param M        Preconditioner: nearly the inverse of A; none: the identity
 * @param Y        constraints, shape (n, m): vectors are sought in the complement of these columns, orthogonal with B, and
 *                 residuals are those there
 * @param tol      how long a residual A x − λ B x may be, with x of length 1 in the product with B, unless rounding keeps it
 *                 longer; none: √ε times the largest eigenvalue that was seen
 * @param maxiter  how many iterations there may be; none: 10 n
 * @param largest  false: the smallest eigenvalues
 * @return         eigenvalues, the largest first, or the smallest if largest is false, shape (k,); eigenvectors in
 *                 columns, (n, k), orthonormal, with B in its product
 * @throws ShapeError        if A is not square, or shapes do not fit together
 * @throws ArgumentError     if tol or maxiter cannot be, or columns of X or Y depend on one another
 * @throws NotPositiveDefiniteError  if B turns out not to be positive definite
 * @throws ConvergenceError  if maxiter iterations were not enough, or rounding lets it come no nearer; an Eigensolver keeps
 *                           those that have converged
 * @throws NonFiniteError    if there is NaN or Inf in A, B, M, X or Y
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

/** Begin a search as by `sparse.eigsh`, for products of the caller's.
 *
 * @param n        rows of the matrix
 * @param k        how many are wanted, at most n
 * @param has_m    the problem is A x = λ M x
 * @param sigma    find eigenvalues near this number; none: at an end
 * @param which    as in `sparse.eigsh`
 * @param v0       the vector to begin with; none: a random one, always the same
 * @param ncv      how many vectors are kept; none: 40, 2 k + 1 or n, whatever fits
 * @param maxiter  how many restarts there may be; none: 10 n
 * @param tol      how large a residual may be as a share of the eigenvalue; 0: as small as rounding lets it become
 * @param mode     with sigma: which transform, "normal", "buckling" or "cayley"
 * @param dtype    float32, float64, complex64 or complex128; none: that of v0, else float64
 * @param device   where the vectors are; none: where v0 is, else the current one
 * @return         Eigensolver
 * @throws ShapeError       if v0 has another length
 * @throws ArgumentError    if n, k, ncv, maxiter, tol or mode cannot be
 * @throws DTypeError       if sigma is complex, or v0 and dtype is not
 * @throws NonFiniteError   if there is NaN or Inf in v0
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

/** Begin a search as by `sparse.eigs`, for products of the caller's.
 *
 * @param n        rows of the matrix
 * @param k        how many are wanted, at most n
 * @param has_m    the problem is A x = λ M x
 * @param sigma    find eigenvalues near this number; none: at an end
 * @param which    as in `sparse.eigs`
 * @param v0       the vector to begin with; none: a random one, always the same
 * @param ncv      how many vectors are kept; none: k + 40, 3 k or n, whatever fits
 * @param maxiter  how many restarts there may be; none: 10 n
 * @param tol      how large a residual may be as a share of the eigenvalue; 0: as small as rounding lets it become
 * @param dtype    float32, float64, complex64 or complex128; none: that of v0, else float64
 * @param device   where the vectors are; none: where v0 is, else the current one
 * @return         Eigensolver
 * @throws ShapeError       if v0 has another length
 * @throws ArgumentError    if n, k, ncv, maxiter or tol cannot be
 * @throws DTypeError       if sigma or v0 is complex and dtype is not
 * @throws NonFiniteError   if there is NaN or Inf in v0
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

/** Begin a search as by `sparse.svds`, for products of the caller's.
 *
 * @param m        rows of the matrix
 * @param n        its columns
 * @param k        how many are wanted, at most the smaller of m and n
 * @param ncv      how many vectors of each kind are kept; none: 40, 2 k + 1 or min(m, n), whatever fits
 * @param tol      how large a residual may be as a share of the singular value; 0: as small as rounding lets it become
 * @param which    "LM": the largest, "SM": the smallest
 * @param v0       the vector to begin with, of min(m, n) elements; none: a random one, always the same
 * @param maxiter  how many restarts there may be; none: 10 n
 * @param dtype    float32, float64, complex64 or complex128; none: that of v0, else float64
 * @param device   where the vectors are; none: where v0 is, else the current one
 * @return         Eigensolver
 * @throws ShapeError       if v0 has another length
 * @throws ArgumentError    if m, n, k, ncv, maxiter or tol cannot be
 * @throws DTypeError       if v0 is complex and dtype is not
 * @throws NonFiniteError   if there is NaN or Inf in v0
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

/** Begin a search as by `sparse.lobpcg`, for products of the caller's.
 *
 * @param X               vectors to begin with, shape (n, k), linearly independent: random ones for example
 * @param has_b           the problem is A x = λ B x
 * @param preconditioned  products with a preconditioner are wanted too
 * @param Y               constraints, shape (n, m): vectors are sought in the complement of these columns, orthogonal with B
 * @param tol             how long a residual A x − λ B x may be, with x of length 1 in the product with B, unless rounding
 *                        keeps it longer; none: √ε times the largest eigenvalue that was seen
 * @param maxiter         how many iterations there may be; none: 10 n
 * @param largest         false: the smallest eigenvalues
 * @return                Eigensolver
 * @throws ShapeError      if shapes do not fit together
 * @throws ArgumentError   if tol or maxiter cannot be, or columns of X or Y depend on one another
 * @throws NonFiniteError  if there is NaN or Inf in X or Y
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather
 * @method Eigensolver.lobpcg
 * @example s = sparse.eigensolver_lobpcg [[1.0]]
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_lobpcg(const gla_array *X, gla_sparse_eigensolver **solver, bool has_b GLA_DEFAULT(= false),
                                         bool preconditioned GLA_DEFAULT(= false), const gla_array *Y GLA_DEFAULT(= NULL),
                                         const gla_array *tol GLA_DEFAULT(= NULL), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                         bool largest GLA_DEFAULT(= true));

/** What is wanted: the product of `sparse.eigensolver_vector` with A, "A", its adjoint, "AH", or M, "M"; the solution of
 * M x = it, "Minv", or of (A − σM) x = it, "OPinv".  By `sparse.lobpcg`: the product with A, with B, "B", or with the
 * preconditioner, "M".
 *
 * @param solver  Eigensolver
 * @return        "A", "AH", "M", "Minv", "OPinv" or "B"; "" when the search is over
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   sparse.eigensolver_wants s -> A
 */
gla_status gla_sparse_eigensolver_wants(const gla_sparse_eigensolver *solver, char **name);

/** What is to be multiplied.
 *
 * @param solver  Eigensolver
 * @return        array of shape (n,), or (n, columns) for `sparse.lobpcg`: a copy
 * @throws ArgumentError  if the search is over
 * @needs  array.copy
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   abs x -> [1.]
 */
gla_status gla_sparse_eigensolver_vector(const gla_sparse_eigensolver *solver, gla_array **out);

/** Give a search the product that it wants.
 *
 * @param solver   Eigensolver
 * @param product  array_like of the shape of `sparse.eigensolver_vector`, but of m elements for A of shape (m, n)
 * @return         bool: whether there is more to do
 * @throws ShapeError        if the product has another shape
 * @throws DTypeError        if the product is complex and the search is not
 * @throws ArgumentError     if the search is over
 * @throws NotPositiveDefiniteError  if M turns out not to be positive definite
 * @throws NonFiniteError    if there is NaN or Inf in products
 * @throws ConvergenceError  if maxiter restarts were not enough; values and vectors are those that have converged
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   y = multiply x 3.0
 *   sparse.eigensolver_step s y -> false
 *   sparse.eigensolver_values s -> [3.]
 */
gla_status gla_sparse_eigensolver_step(const gla_sparse_eigensolver *solver, const gla_array *product, bool *more);

/** Go on with the products of matrices, as far as these are given.
 *
 * A search with sigma wants solutions with A − σM; where A is given, and M if it has one, factors are made for them.
 *
 * @param solver          Eigensolver
 * @param A               Sparse; none: products with A, and its adjoint, are the caller's
 * @param M               Sparse, of `sparse.lobpcg` the matrix B; none: products with it are the caller's
 * @param preconditioner  Preconditioner, of `sparse.lobpcg`; none: products with it are the caller's
 * @return                bool: whether there is more to do
 * @throws ShapeError        if a matrix has another shape
 * @throws DTypeError        if a matrix is complex and the search is not
 * @throws NotPositiveDefiniteError  if M turns out not to be positive definite
 * @throws NonFiniteError    if there is NaN or Inf in products
 * @throws ConvergenceError  if maxiter restarts were not enough; values and vectors are those that have converged
 * @needs  blas.gemm, array.map, array.copy, array.reduce, array.gather, random.draw; sparse.multiply, else the host
 * @example a = sparse.eye 3
 *   s = sparse.eigensolver_hermitian 3 1
 *   sparse.eigensolver_run s a -> false
 *   sparse.eigensolver_values s -> [1.]
 */
gla_status gla_sparse_eigensolver_run(const gla_sparse_eigensolver *solver, bool *more, const gla_sparse *A GLA_DEFAULT(= NULL),
                                      const gla_sparse *M GLA_DEFAULT(= NULL),
                                      const gla_sparse_preconditioner *preconditioner GLA_DEFAULT(= NULL));

/** The eigenvalues or singular values that have converged, when the search is over.
 *
 * @param solver  Eigensolver
 * @return        array
 * @throws ArgumentError  if the search is not over
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   y = multiply x 3.0
 *   sparse.eigensolver_step s y -> false
 *   sparse.eigensolver_values s -> [3.]
 */
gla_status gla_sparse_eigensolver_values(const gla_sparse_eigensolver *solver, gla_array **out);

/** The eigenvectors that belong to `sparse.eigensolver_values`, in columns; the right singular vectors, conjugated, in rows.
 *
 * @param solver  Eigensolver
 * @return        array
 * @throws ArgumentError  if the search is not over
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   x = sparse.eigensolver_vector s
 *   y = multiply x 3.0
 *   sparse.eigensolver_step s y -> false
 *   sparse.eigensolver_vectors s -> [[1.]]
 */
gla_status gla_sparse_eigensolver_vectors(const gla_sparse_eigensolver *solver, gla_array **out);

/** The left singular vectors that belong to `sparse.eigensolver_values`, in columns.
 *
 * @param solver  Eigensolver
 * @return        array
 * @throws ArgumentError  if the search is not over, or is one for eigenvalues
 * @needs  nothing
 * @method property
 * @example a = sparse.eye 1
 *   s = sparse.eigensolver_singular 1 1 1
 *   sparse.eigensolver_run s a -> false
 *   sparse.eigensolver_left s -> [[1.]]
 */
gla_status gla_sparse_eigensolver_left(const gla_sparse_eigensolver *solver, gla_array **out);

/** How many products with the matrix, or systems with it, were wanted so far.
 *
 * @param solver  Eigensolver
 * @return        int64 array without dimensions
 * @needs  nothing
 * @method property
 * @example s = sparse.eigensolver_hermitian 1 1
 *   sparse.eigensolver_products s -> 1
 */
gla_status gla_sparse_eigensolver_products(const gla_sparse_eigensolver *solver, gla_array **out);

GLA_END_DECLS

#endif
