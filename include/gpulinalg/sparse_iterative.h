/* sparse_iterative.h - solutions of sparse systems, and least squares, by iterations of Krylov's kind.
 *
 * @namespace sparse Sparse
 *
 * `cg(A, b)` and its siblings take in Python and in Perl as A, and as M, a function of the script too, which gets an array and
 * returns its product; an array of two dimensions; a list of two functions, the product with A and that with its adjoint,
 * where `lsqr` and `lsmr` want both; and an object with the methods `matvec` and `rmatvec`.  callback, where it is given, gets
 * the x of each test: after each iteration on the host, after each 16th and the last on a GPU, where a test waits for the
 * device.  Of `gmres` x changes at the end of a cycle.
 *
 * Where b is zero x is zero, whatever x0 is; only `lsqr` and `lsmr`, which look for the solution nearest to x0, begin there.
 *
 * b of shape (n, k) is k systems, solved side by side, each with its own steps: what has converged stays as it is.  At the end
 * b - A x is computed, and where it is not as small as the iteration says, the iteration begins again from there.
 *
 * An `Iteration` is a solution in progress, which says what it wants multiplied, and keeps what it has when maxiter iterations
 * were not enough: in Python the error has it as its `iteration`, in Perl as `$@->{iteration}`.  Another call goes on from
 * its x.
 *
 * Threads: several may go on with one solution, one after the other. */
#ifndef GPULINALG_SPARSE_ITERATIVE_H
#define GPULINALG_SPARSE_ITERATIVE_H

#include "sparse_preconditioners.h"

GLA_BEGIN_DECLS

/** A solution in progress.  See `sparse.cg`. */
GLA_CLASS(gla_sparse_iteration, "Iteration");

/** Solve A x = b by conjugate gradients, for a matrix that is symmetric, or Hermitian, and positive definite.
 *
 * @param A        Sparse, square
 * @param b        right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0       where to begin; none: zeros
 * @param rtol     how long the residual b - A x may be, as a share of the length of b
 * @param atol     how long it may be in any case
 * @param maxiter  how many iterations there may be; none: 10 n
 * @param M        Preconditioner: nearly the inverse of A; none: the identity
 * @return         x, of the shape of b
 * @throws ShapeError                if A is not square, or shapes do not fit together
 * @throws ArgumentError             if a tolerance or maxiter is negative
 * @throws NotPositiveDefiniteError  if A or M turns out not to be positive definite
 * @throws NonFiniteError            if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError          if maxiter iterations were not enough, or rounding lets it come no nearer
 * @needs  krylov.pass; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.cg; M. R. Hestenes and E. Stiefel (1952)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.cg a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_cg(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                         double rtol GLA_DEFAULT(= 1e-05), double atol GLA_DEFAULT(= 0.0),
                         gla_axis maxiter GLA_DEFAULT(= GLA_NONE), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve A x = b by minimal residuals, for a matrix that is symmetric, or Hermitian, and may be indefinite.
 *
 * With a preconditioner, which must be positive definite, the residual is minimal in its norm.
 *
 * @param A        Sparse, square
 * @param b        right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0       where to begin; none: zeros
 * @param rtol     how long the residual b - A x may be, as a share of the length of b
 * @param shift    solve (A - shift*I) x = b
 * @param maxiter  how many iterations there may be; none: 5 n
 * @param M        Preconditioner: nearly the inverse of A; none: the identity
 * @return         x, of the shape of b
 * @throws ShapeError        if A is not square, or shapes do not fit together
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws SingularError     if A is singular and b not in its range, or M is not positive definite
 * @throws NonFiniteError    if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError  if maxiter iterations were not enough, or rounding lets it come no nearer
 * @needs  krylov.pass; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.minres; C. C. Paige and M. A. Saunders (1975)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.minres a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_minres(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                             double rtol GLA_DEFAULT(= 1e-05), double shift GLA_DEFAULT(= 0.0),
                             gla_axis maxiter GLA_DEFAULT(= GLA_NONE), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve A x = b by stabilised biconjugate gradients, for any square matrix.
 *
 * Where it breaks down it begins again from there.
 *
 * @param A        Sparse, square
 * @param b        right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0       where to begin; none: zeros
 * @param rtol     how long the residual b - A x may be, as a share of the length of b
 * @param atol     how long it may be in any case
 * @param maxiter  how many iterations there may be; none: 10 n
 * @param M        Preconditioner: nearly the inverse of A; none: the identity
 * @return         x, of the shape of b
 * @throws ShapeError        if A is not square, or shapes do not fit together
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws NonFiniteError    if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError  if maxiter iterations were not enough, or rounding lets it come no nearer
 * @needs  krylov.pass; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.bicgstab; H. A. van der Vorst (1992)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.bicgstab a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_bicgstab(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                               double rtol GLA_DEFAULT(= 1e-05), double atol GLA_DEFAULT(= 0.0),
                               gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                               const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve A x = b by generalised minimal residuals in cycles, for any square matrix.
 *
 * It keeps restart + 1 vectors.  The preconditioner stands on the right, so that the residual is that of A x = b.
 *
 * @param A        Sparse, square
 * @param b        right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0       where to begin; none: zeros
 * @param rtol     how long the residual b - A x may be, as a share of the length of b
 * @param atol     how long it may be in any case
 * @param restart  after how many iterations it begins again, with the residual as it is then
 * @param maxiter  how many cycles there may be; none: 10 n
 * @param M        Preconditioner: nearly the inverse of A; none: the identity
 * @return         x, of the shape of b
 * @throws ShapeError        if A is not square, or shapes do not fit together
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws NonFiniteError    if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError  if maxiter iterations were not enough, or rounding lets it come no nearer
 * @needs  krylov.pass; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.gmres; Y. Saad and M. H. Schultz (1986)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.gmres a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_gmres(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                            double rtol GLA_DEFAULT(= 1e-05), double atol GLA_DEFAULT(= 0.0), int64_t restart GLA_DEFAULT(= 20),
                            gla_axis maxiter GLA_DEFAULT(= GLA_NONE), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Least squares, or a solution of A x = b, for a matrix of any shape and rank, by the bidiagonalisation of Golub and Kahan.
 *
 * Of several solutions it is the one nearest to x0, the shortest one where there is no x0.
 *
 * @param A        Sparse, shape (m, n)
 * @param b        right-hand sides: shape (m,) is one, (m, k) are k
 * @param damp     find the least of |A x - b|^2 + damp^2 |x - x0|^2
 * @param atol     the iteration ends when the length of A^H r is atol times those of A and r, where r = b - A x,
 * @param btol     or when that of r is btol times that of b, and atol times those of A and x
 * @param conlim   or when the condition of A is found to be as large; 0: never
 * @param maxiter  how many iterations there may be; none: 2 n
 * @param x0       where to begin, shape (n,) or (n, k); none: zeros
 * @return         x, of shape (n,) or (n, k)
 * @throws ShapeError        if shapes do not fit together
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws NonFiniteError    if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError  if maxiter iterations were not enough
 * @throws SingularError     if the iteration cannot go on
 * @warns  IllConditionedWarning  if the condition has reached conlim
 * @needs  krylov.pass; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.lsqr; C. C. Paige and M. A. Saunders (1982)
 * @example a = sparse.new [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
 *   x = sparse.lsqr a [1.0, 3.0, 2.0] atol=1e-12 btol=1e-12
 *   x -> [1. 2.]
 */
gla_status gla_sparse_lsqr(const gla_sparse *A, const gla_array *b, gla_array **x, double damp GLA_DEFAULT(= 0.0),
                           double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                           double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                           const gla_array *x0 GLA_DEFAULT(= NULL));

/** Least squares, or a solution of A x = b, for a matrix of any shape and rank, by steps in which A^H r falls.
 *
 * Of several solutions it is the one nearest to x0, the shortest one where there is no x0.
 *
 * @param A        Sparse, shape (m, n)
 * @param b        right-hand sides: shape (m,) is one, (m, k) are k
 * @param damp     find the least of |A x - b|^2 + damp^2 |x - x0|^2
 * @param atol     the iteration ends when the length of A^H r is atol times those of A and r, where r = b - A x,
 * @param btol     or when that of r is btol times that of b, and atol times those of A and x
 * @param conlim   or when the condition of A is found to be as large; 0: never
 * @param maxiter  how many iterations there may be; none: the smaller of m and n
 * @param x0       where to begin, shape (n,) or (n, k); none: zeros
 * @return         x, of shape (n,) or (n, k)
 * @throws ShapeError        if shapes do not fit together
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws NonFiniteError    if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError  if maxiter iterations were not enough
 * @throws SingularError     if the iteration cannot go on
 * @warns  IllConditionedWarning  if the condition has reached conlim
 * @needs  krylov.pass; sparse.multiply, else the host
 * @see    SciPy, sparse.linalg.lsmr; D. C.-L. Fong and M. A. Saunders (2011)
 * @example a = sparse.new [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
 *   x = sparse.lsmr a [1.0, 3.0, 2.0] atol=1e-12 btol=1e-12
 *   x -> [1. 2.]
 */
gla_status gla_sparse_lsmr(const gla_sparse *A, const gla_array *b, gla_array **x, double damp GLA_DEFAULT(= 0.0),
                           double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                           double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                           const gla_array *x0 GLA_DEFAULT(= NULL));

/* ---- step by step ------------------------------------------------------------------------------------------------------- */

/** Begin a solution as by `sparse.cg`, for products of the caller's.
 *
 * @param b               right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0              where to begin; none: zeros
 * @param rtol            how long the residual b - A x may be, as a share of the length of b
 * @param atol            how long it may be in any case
 * @param maxiter         how many iterations there may be; none: 10 n
 * @param preconditioned  products with a preconditioner are wanted too
 * @return                Iteration
 * @throws ShapeError     if b has not one or two dimensions, or x0 does not fit
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @needs  krylov.pass
 * @method Iteration.cg
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_cg(const gla_array *b, gla_sparse_iteration **iteration,
                                   const gla_array *x0 GLA_DEFAULT(= NULL), double rtol GLA_DEFAULT(= 1e-05),
                                   double atol GLA_DEFAULT(= 0.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                   bool preconditioned GLA_DEFAULT(= false));

/** Begin a solution as by `sparse.minres`, for products of the caller's.
 *
 * @param b               right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0              where to begin; none: zeros
 * @param rtol            how long the residual b - A x may be, as a share of the length of b
 * @param shift           solve (A - shift*I) x = b
 * @param maxiter         how many iterations there may be; none: 5 n
 * @param preconditioned  products with a preconditioner are wanted too
 * @return                Iteration
 * @throws ShapeError     if b has not one or two dimensions, or x0 does not fit
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @needs  krylov.pass
 * @method Iteration.minres
 * @example s = sparse.iteration_minres [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_minres(const gla_array *b, gla_sparse_iteration **iteration,
                                       const gla_array *x0 GLA_DEFAULT(= NULL), double rtol GLA_DEFAULT(= 1e-05),
                                       double shift GLA_DEFAULT(= 0.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                       bool preconditioned GLA_DEFAULT(= false));

/** Begin a solution as by `sparse.bicgstab`, for products of the caller's.
 *
 * @param b               right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0              where to begin; none: zeros
 * @param rtol            how long the residual b - A x may be, as a share of the length of b
 * @param atol            how long it may be in any case
 * @param maxiter         how many iterations there may be; none: 10 n
 * @param preconditioned  products with a preconditioner are wanted too
 * @return                Iteration
 * @throws ShapeError     if b has not one or two dimensions, or x0 does not fit
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @needs  krylov.pass
 * @method Iteration.bicgstab
 * @example s = sparse.iteration_bicgstab [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_bicgstab(const gla_array *b, gla_sparse_iteration **iteration,
                                         const gla_array *x0 GLA_DEFAULT(= NULL), double rtol GLA_DEFAULT(= 1e-05),
                                         double atol GLA_DEFAULT(= 0.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                         bool preconditioned GLA_DEFAULT(= false));

/** Begin a solution as by `sparse.gmres`, for products of the caller's.
 *
 * @param b               right-hand sides: shape (n,) is one, (n, k) are k
 * @param x0              where to begin; none: zeros
 * @param rtol            how long the residual b - A x may be, as a share of the length of b
 * @param atol            how long it may be in any case
 * @param restart         after how many iterations it begins again, with the residual as it is then
 * @param maxiter         how many cycles there may be; none: 10 n
 * @param preconditioned  products with a preconditioner are wanted too
 * @return                Iteration
 * @throws ShapeError     if b has not one or two dimensions, or x0 does not fit
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @needs  krylov.pass
 * @method Iteration.gmres
 * @example s = sparse.iteration_gmres [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_gmres(const gla_array *b, gla_sparse_iteration **iteration,
                                      const gla_array *x0 GLA_DEFAULT(= NULL), double rtol GLA_DEFAULT(= 1e-05),
                                      double atol GLA_DEFAULT(= 0.0), int64_t restart GLA_DEFAULT(= 20),
                                      gla_axis maxiter GLA_DEFAULT(= GLA_NONE), bool preconditioned GLA_DEFAULT(= false));

/** Begin a solution as by `sparse.lsqr`, for products of the caller's.
 *
 * @param b        right-hand sides: shape (m,) is one, (m, k) are k
 * @param damp     find the least of |A x - b|^2 + damp^2 |x - x0|^2
 * @param atol     the iteration ends when the length of A^H r is atol times those of A and r, where r = b - A x,
 * @param btol     or when that of r is btol times that of b, and atol times those of A and x
 * @param conlim   or when the condition of A is found to be as large; 0: never
 * @param maxiter  how many iterations there may be; none: 2 n
 * @param x0       where to begin, shape (n,) or (n, k); none: zeros
 * @return         Iteration
 * @throws ShapeError     if b has not one or two dimensions, or x0 does not fit
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @needs  krylov.pass
 * @method Iteration.lsqr
 * @example s = sparse.iteration_lsqr [4.0, 9.0]
 *   sparse.iteration_wants s -> AH
 */
gla_status gla_sparse_iteration_lsqr(const gla_array *b, gla_sparse_iteration **iteration, double damp GLA_DEFAULT(= 0.0),
                                     double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                                     double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                     const gla_array *x0 GLA_DEFAULT(= NULL));

/** Begin a solution as by `sparse.lsmr`, for products of the caller's.
 *
 * @param b        right-hand sides: shape (m,) is one, (m, k) are k
 * @param damp     find the least of |A x - b|^2 + damp^2 |x - x0|^2
 * @param atol     the iteration ends when the length of A^H r is atol times those of A and r, where r = b - A x,
 * @param btol     or when that of r is btol times that of b, and atol times those of A and x
 * @param conlim   or when the condition of A is found to be as large; 0: never
 * @param maxiter  how many iterations there may be; none: the smaller of m and n
 * @param x0       where to begin, shape (n,) or (n, k); none: zeros
 * @return         Iteration
 * @throws ShapeError     if b has not one or two dimensions, or x0 does not fit
 * @throws ArgumentError  if a tolerance or maxiter is negative
 * @needs  krylov.pass
 * @method Iteration.lsmr
 * @example s = sparse.iteration_lsmr [4.0, 9.0]
 *   sparse.iteration_wants s -> AH
 */
gla_status gla_sparse_iteration_lsmr(const gla_array *b, gla_sparse_iteration **iteration, double damp GLA_DEFAULT(= 0.0),
                                     double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                                     double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                     const gla_array *x0 GLA_DEFAULT(= NULL));

/** What is wanted: the product of a vector with A, "A", with its adjoint, "AH", or with the preconditioner, "M".
 *
 * Nothing, "", when it has ended, or pauses at a test.
 *
 * @param iteration  Iteration
 * @return           "A", "AH", "M" or ""
 * @throws ArgumentError  if the solution has failed before
 * @needs  krylov.pass
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_wants(const gla_sparse_iteration *iteration, char **name);

/** What is to be multiplied.
 *
 * @param iteration  Iteration
 * @return           array of shape (n,) or (n, k): a copy
 * @throws ArgumentError  if nothing is wanted
 * @needs  array.copy
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_vector s -> [4. 9.]
 */
gla_status gla_sparse_iteration_vector(const gla_sparse_iteration *iteration, gla_array **out);

/** Give a solution the product that it wants.
 *
 * @param iteration  Iteration
 * @param product    array_like of shape (n,) or (n, k)
 * @return           bool: whether there is more to do
 * @throws ShapeError                if the product has another shape
 * @throws DTypeError                if the product is of a type that b's does not hold
 * @throws ArgumentError             if nothing is wanted
 * @throws NonFiniteError            if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError          if maxiter iterations were not enough, or rounding lets it come no nearer
 * @throws NotPositiveDefiniteError  if A or M turns out not to be positive definite
 * @throws SingularError             if the method cannot go on
 * @needs  krylov.pass
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   v = sparse.iteration_vector s
 *   sparse.iteration_step s [4.0, 9.0] -> true
 *   sparse.iteration_step s [4.0, 9.0] -> false
 *   sparse.iteration_x s -> [4. 9.]
 */
gla_status gla_sparse_iteration_step(const gla_sparse_iteration *iteration, const gla_array *product, bool *more);

/** Go on with products of a matrix and a preconditioner, as far as these are given.
 *
 * @param iteration  Iteration
 * @param A          Sparse; none: products with A are the caller's
 * @param M          Preconditioner; none: products with it are the caller's
 * @param pause      stop at each test of the residual
 * @return           bool: whether there is more to do
 * @throws ShapeError                if A does not fit b
 * @throws DTypeError                if the products are of a type that b's does not hold
 * @throws NonFiniteError            if there is NaN or Inf in A, M, b or x0
 * @throws ConvergenceError          if maxiter iterations were not enough, or rounding lets it come no nearer
 * @throws NotPositiveDefiniteError  if A or M turns out not to be positive definite
 * @throws SingularError             if the method cannot go on
 * @needs  krylov.pass; sparse.multiply, else the host
 * @example a = sparse.new [[2.0, 0.0], [0.0, 2.0]]
 *   s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_run s a -> false
 *   sparse.iteration_x s -> [2.  4.5]
 */
gla_status gla_sparse_iteration_run(const gla_sparse_iteration *iteration, bool *more, const gla_sparse *A GLA_DEFAULT(= NULL),
                                    const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL), bool pause GLA_DEFAULT(= false));

/** The solution as far as it has come.
 *
 * @param iteration  Iteration
 * @return           array of shape (n,) or (n, k): a copy
 * @needs  array.copy
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_x s -> [0. 0.]
 */
gla_status gla_sparse_iteration_x(const gla_sparse_iteration *iteration, gla_array **out);

/** How many iterations each column took, or has taken up to the last test.
 *
 * @param iteration  Iteration
 * @return           int64 array of shape () or (k,), on the host
 * @needs  nothing
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_iterations s -> 0
 */
gla_status gla_sparse_iteration_iterations(const gla_sparse_iteration *iteration, gla_array **out);

/** The length of b - A x of each column, as of the last test; computed from x at the end.
 *
 * @param iteration  Iteration
 * @return           float64 array of shape () or (k,), on the host
 * @needs  nothing
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_residual s -> 0.0
 */
gla_status gla_sparse_iteration_residual(const gla_sparse_iteration *iteration, gla_array **out);

/** The lengths of the residuals at the beginning and at each test.
 *
 * @param iteration  Iteration
 * @return           float64 array of shape (tests,) or (tests, k), on the host
 * @needs  nothing
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_history s -> []
 */
gla_status gla_sparse_iteration_history(const gla_sparse_iteration *iteration, gla_array **out);

GLA_END_DECLS

#endif
