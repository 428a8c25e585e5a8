/* sparse_iterative.h - iterative solvers (Krylov methods) for sparse linear systems and least squares.
 *
 * @namespace sparse Sparse
 *
 * In Python and Perl the arguments A and M may also be 2-d arrays, functions of your script that return the product with an
 * array, or objects with the methods `matvec` and `rmatvec`. `lsqr` and `lsmr` also accept a list of two functions, one for the
 * product with A and one for the product with the adjoint of A. The option callback is a function that is called with x at each
 * convergence test. On the host there is a test after every iteration. On a GPU there is a test after every 16th iteration and
 * after the last one, because each test waits for the device. In `gmres` x changes only at the end of a cycle.
 *
 * If b is zero, x is zero for every x0, except in `lsqr` and `lsmr`, which find the solution nearest to x0.
 *
 * If b has shape (n, k), k systems are solved together but independently: a converged column is not changed further.  At the
 * end the residual b − A x is computed from x.  If this residual is larger than the iteration estimated, the iteration restarts
 * from that x.
 *
 * An `Iteration` is a solution in progress. An Iteration requests the products that it needs, and keeps the current x if
 * maxiter iterations are not enough. The error then contains the Iteration, as the attribute `iteration` in Python, and as
 * `$@->{iteration}` in Perl. Another call can start from the x of the Iteration.
 *
 * Threads: several threads may share one iteration; their calls run one after the other. */
#ifndef GPULINALG_SPARSE_ITERATIVE_H
#define GPULINALG_SPARSE_ITERATIVE_H

#include "sparse_preconditioners.h"

GLA_BEGIN_DECLS

/** An iterative solution in progress. See `sparse.cg`. */
GLA_CLASS(gla_sparse_iteration, "Iteration");

/** Solve A x = b by conjugate gradients, for a symmetric or Hermitian positive definite sparse matrix.
 *
 * The symmetry and definiteness of A are assumed and not checked in advance.
 *
 * @param A        square sparse matrix
 * @param b        right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0       initial guess, of the shape of b; zeros if not given
 * @param rtol     relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param atol     absolute tolerance: a residual norm up to atol is always accepted
 * @param maxiter  maximum number of iterations; 10 n if not given
 * @param M        preconditioner, an approximation of the inverse of A; the identity if not given
 * @return         x, of the shape of b
 * @throws ShapeError                if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError             if a tolerance or maxiter is negative
 * @throws NotPositiveDefiniteError  if the iteration finds that A or M is not positive definite
 * @throws NonFiniteError            if A, M, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError          if the tolerance is not reached within maxiter iterations, or rounding errors prevent
 *                                   further progress
 * @needs  krylov.pass; sparse.multiply, else the host
 * @cost   gather 100 * bytes(A)
 * @see    SciPy, sparse.linalg.cg; M. R. Hestenes and E. Stiefel (1952)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.cg a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_cg(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                         double rtol GLA_DEFAULT(= 1e-05), double atol GLA_DEFAULT(= 0.0),
                         gla_axis maxiter GLA_DEFAULT(= GLA_NONE), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve A x = b by MINRES, for a symmetric or Hermitian sparse matrix, which may be indefinite.
 *
 * The symmetry of A is assumed and not checked. A preconditioner must be positive definite. With a preconditioner, the residual
 * is minimal in the norm that the preconditioner defines.
 *
 * @param A        square sparse matrix
 * @param b        right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0       initial guess, of the shape of b; zeros if not given
 * @param rtol     relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param shift    scalar multiple of the identity that is subtracted from A: the system is (A − shift·I) x = b
 * @param maxiter  maximum number of iterations; 5 n if not given
 * @param M        preconditioner, an approximation of the inverse of A; the identity if not given
 * @return         x, of the shape of b
 * @throws ShapeError        if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws SingularError     if A is singular and b is not in the range of A, or M is not positive definite
 * @throws NonFiniteError    if A, M, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError  if the tolerance is not reached within maxiter iterations, or rounding errors prevent further
 *                           progress
 * @needs  krylov.pass; sparse.multiply, else the host
 * @cost   gather 100 * bytes(A)
 * @see    SciPy, sparse.linalg.minres; C. C. Paige and M. A. Saunders (1975)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.minres a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_minres(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                             double rtol GLA_DEFAULT(= 1e-05), double shift GLA_DEFAULT(= 0.0),
                             gla_axis maxiter GLA_DEFAULT(= GLA_NONE), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve A x = b by the stabilised biconjugate gradient method (BiCGSTAB), for any square sparse matrix.
 *
 * If the recurrence breaks down, the method restarts from the current x.
 *
 * @param A        square sparse matrix
 * @param b        right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0       initial guess, of the shape of b; zeros if not given
 * @param rtol     relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param atol     absolute tolerance: a residual norm up to atol is always accepted
 * @param maxiter  maximum number of iterations; 10 n if not given
 * @param M        preconditioner, an approximation of the inverse of A; the identity if not given
 * @return         x, of the shape of b
 * @throws ShapeError        if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError     if a tolerance or maxiter is negative
 * @throws NonFiniteError    if A, M, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError  if the tolerance is not reached within maxiter iterations, or rounding errors prevent further
 *                           progress
 * @needs  krylov.pass; sparse.multiply, else the host
 * @cost   gather 200 * bytes(A)
 * @see    SciPy, sparse.linalg.bicgstab; H. A. van der Vorst (1992)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.bicgstab a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_bicgstab(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                               double rtol GLA_DEFAULT(= 1e-05), double atol GLA_DEFAULT(= 0.0),
                               gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                               const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve A x = b by restarted GMRES, for any square sparse matrix.
 *
 * The method stores restart + 1 vectors. The preconditioner is applied on the right, so the residual is b − A x itself.
 *
 * @param A        square sparse matrix
 * @param b        right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0       initial guess, of the shape of b; zeros if not given
 * @param rtol     relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param atol     absolute tolerance: a residual norm up to atol is always accepted
 * @param restart  number of iterations in a cycle, after which the method restarts from the current residual
 * @param maxiter  maximum number of cycles; 10 n if not given
 * @param M        preconditioner, an approximation of the inverse of A; the identity if not given
 * @return         x, of the shape of b
 * @throws ShapeError        if A is not square, or the shape of another argument does not agree with A
 * @throws ArgumentError     if a tolerance or maxiter is negative, or `restart` is less than 1
 * @throws NonFiniteError    if A, M, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError  if the tolerance is not reached within maxiter iterations, or rounding errors prevent further
 *                           progress
 * @needs  krylov.pass; sparse.multiply, else the host
 * @cost   gather 100 * bytes(A)
 * @see    SciPy, sparse.linalg.gmres; Y. Saad and M. H. Schultz (1986)
 * @example a = sparse.new [[4.0, 1.0], [1.0, 3.0]]
 *   x = sparse.gmres a [1.0, 2.0] rtol=1e-10
 *   x -> [0.09090909 0.63636364]
 */
gla_status gla_sparse_gmres(const gla_sparse *A, const gla_array *b, gla_array **x, const gla_array *x0 GLA_DEFAULT(= NULL),
                            double rtol GLA_DEFAULT(= 1e-05), double atol GLA_DEFAULT(= 0.0), int64_t restart GLA_DEFAULT(= 20),
                            gla_axis maxiter GLA_DEFAULT(= GLA_NONE), const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL));

/** Solve a sparse least-squares problem, or A x = b, by LSQR, for a matrix of any shape and rank.
 *
 * LSQR is based on Golub–Kahan bidiagonalisation. If the solution is not unique, LSQR finds the solution nearest to x0, or
 * without x0 the solution of smallest norm.
 *
 * @param A        sparse matrix of shape (m, n)
 * @param b        right-hand side, shape (m,), or k right-hand sides in columns, shape (m, k)
 * @param damp     damping factor: minimise ‖A x − b‖² + damp² ‖x − x0‖²
 * @param atol     stop if ‖Aᴴ r‖ ≤ atol ‖A‖ ‖r‖, where r = b − A x
 * @param btol     stop if ‖r‖ ≤ btol ‖b‖ + atol ‖A‖ ‖x‖, where r = b − A x
 * @param conlim   stop if the estimated condition number of A reaches conlim; 0 for no limit
 * @param maxiter  maximum number of iterations; 2 n if not given
 * @param x0       initial guess, shape (n,) or (n, k); zeros if not given
 * @return         x, of shape (n,) or (n, k)
 * @throws ShapeError            if the shape of an argument does not agree with A
 * @throws ArgumentError         if a tolerance, conlim or maxiter is negative, or damp is NaN
 * @throws NonFiniteError        if A, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError      if the tolerance is not reached within maxiter iterations
 * @throws SingularError         if the iteration breaks down because no further independent column exists
 * @warns IllConditionedWarning  if the estimated condition number of A reaches conlim
 * @needs  krylov.pass; sparse.multiply, else the host
 * @cost   gather 200 * bytes(A)
 * @see    SciPy, sparse.linalg.lsqr; C. C. Paige and M. A. Saunders (1982)
 * @example a = sparse.new [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
 *   x = sparse.lsqr a [1.0, 3.0, 2.0] atol=1e-12 btol=1e-12
 *   x -> [1. 2.]
 */
gla_status gla_sparse_lsqr(const gla_sparse *A, const gla_array *b, gla_array **x, double damp GLA_DEFAULT(= 0.0),
                           double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                           double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                           const gla_array *x0 GLA_DEFAULT(= NULL));

/** Solve a sparse least-squares problem, or A x = b, by LSMR, for a matrix of any shape and rank.
 *
 * The norm of Aᴴ r, where r = b − A x, decreases in every iteration. If the solution is not unique, LSMR finds the solution
 * nearest to x0, or without x0 the solution of smallest norm.
 *
 * @param A        sparse matrix of shape (m, n)
 * @param b        right-hand side, shape (m,), or k right-hand sides in columns, shape (m, k)
 * @param damp     damping factor: minimise ‖A x − b‖² + damp² ‖x − x0‖²
 * @param atol     stop if ‖Aᴴ r‖ ≤ atol ‖A‖ ‖r‖, where r = b − A x
 * @param btol     stop if ‖r‖ ≤ btol ‖b‖ + atol ‖A‖ ‖x‖, where r = b − A x
 * @param conlim   stop if the estimated condition number of A reaches conlim; 0 for no limit
 * @param maxiter  maximum number of iterations; default: min(m, n)
 * @param x0       initial guess, shape (n,) or (n, k); zeros if not given
 * @return         x, of shape (n,) or (n, k)
 * @throws ShapeError            if the shape of an argument does not agree with A
 * @throws ArgumentError         if a tolerance, conlim or maxiter is negative, or damp is NaN
 * @throws NonFiniteError        if A, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError      if the tolerance is not reached within maxiter iterations
 * @throws SingularError         if the iteration breaks down because no further independent column exists
 * @warns IllConditionedWarning  if the estimated condition number of A reaches conlim
 * @needs  krylov.pass; sparse.multiply, else the host
 * @cost   gather 200 * bytes(A)
 * @see    SciPy, sparse.linalg.lsmr; D. C.-L. Fong and M. A. Saunders (2011)
 * @example a = sparse.new [[1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]
 *   x = sparse.lsmr a [1.0, 3.0, 2.0] atol=1e-12 btol=1e-12
 *   x -> [1. 2.]
 */
gla_status gla_sparse_lsmr(const gla_sparse *A, const gla_array *b, gla_array **x, double damp GLA_DEFAULT(= 0.0),
                           double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                           double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                           const gla_array *x0 GLA_DEFAULT(= NULL));

/* ---- iterations with products of your own -------------------------------------------------------------------------------- */

/** Start conjugate gradients (`sparse.cg`) with products supplied by your script.
 *
 * @param b               right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0              initial guess, of the shape of b; zeros if not given
 * @param rtol            relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param atol            absolute tolerance: a residual norm up to atol is always accepted
 * @param maxiter         maximum number of iterations; 10 n if not given
 * @param preconditioned  also request products with a preconditioner
 * @return                Iteration
 * @throws ShapeError     if b is neither 1-d nor 2-d, or the shape of x0 does not agree with b
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

/** Start MINRES (`sparse.minres`) with products supplied by your script.
 *
 * @param b               right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0              initial guess, of the shape of b; zeros if not given
 * @param rtol            relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param shift           scalar multiple of the identity that is subtracted from A: the system is (A − shift·I) x = b
 * @param maxiter         maximum number of iterations; 5 n if not given
 * @param preconditioned  also request products with a preconditioner
 * @return                Iteration
 * @throws ShapeError     if b is neither 1-d nor 2-d, or the shape of x0 does not agree with b
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

/** Start BiCGSTAB (`sparse.bicgstab`) with products supplied by your script.
 *
 * @param b               right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0              initial guess, of the shape of b; zeros if not given
 * @param rtol            relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param atol            absolute tolerance: a residual norm up to atol is always accepted
 * @param maxiter         maximum number of iterations; 10 n if not given
 * @param preconditioned  also request products with a preconditioner
 * @return                Iteration
 * @throws ShapeError     if b is neither 1-d nor 2-d, or the shape of x0 does not agree with b
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

/** Start GMRES (`sparse.gmres`) with products supplied by your script.
 *
 * @param b               right-hand side, shape (n,), or k right-hand sides in columns, shape (n, k)
 * @param x0              initial guess, of the shape of b; zeros if not given
 * @param rtol            relative tolerance: the norm of the residual b − A x must be at most rtol times the norm of b
 * @param atol            absolute tolerance: a residual norm up to atol is always accepted
 * @param restart         number of iterations in a cycle, after which the method restarts from the current residual
 * @param maxiter         maximum number of cycles; 10 n if not given
 * @param preconditioned  also request products with a preconditioner
 * @return                Iteration
 * @throws ShapeError     if b is neither 1-d nor 2-d, or the shape of x0 does not agree with b
 * @throws ArgumentError  if a tolerance or maxiter is negative, or `restart` is less than 1
 * @needs  krylov.pass
 * @method Iteration.gmres
 * @example s = sparse.iteration_gmres [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_gmres(const gla_array *b, gla_sparse_iteration **iteration,
                                      const gla_array *x0 GLA_DEFAULT(= NULL), double rtol GLA_DEFAULT(= 1e-05),
                                      double atol GLA_DEFAULT(= 0.0), int64_t restart GLA_DEFAULT(= 20),
                                      gla_axis maxiter GLA_DEFAULT(= GLA_NONE), bool preconditioned GLA_DEFAULT(= false));

/** Start LSQR (`sparse.lsqr`) with products supplied by your script.
 *
 * @param b        right-hand side, shape (m,), or k right-hand sides in columns, shape (m, k)
 * @param damp     damping factor: minimise ‖A x − b‖² + damp² ‖x − x0‖²
 * @param atol     stop if ‖Aᴴ r‖ ≤ atol ‖A‖ ‖r‖, where r = b − A x
 * @param btol     stop if ‖r‖ ≤ btol ‖b‖ + atol ‖A‖ ‖x‖, where r = b − A x
 * @param conlim   stop if the estimated condition number of A reaches conlim; 0 for no limit
 * @param maxiter  maximum number of iterations; 2 n if not given
 * @param x0       initial guess, shape (n,) or (n, k); zeros if not given
 * @return         Iteration
 * @throws ShapeError     if b is neither 1-d nor 2-d, or the shape of x0 does not agree with b
 * @throws ArgumentError  if a tolerance, conlim or maxiter is negative, or damp is NaN
 * @needs  krylov.pass
 * @method Iteration.lsqr
 * @example s = sparse.iteration_lsqr [4.0, 9.0]
 *   sparse.iteration_wants s -> AH
 */
gla_status gla_sparse_iteration_lsqr(const gla_array *b, gla_sparse_iteration **iteration, double damp GLA_DEFAULT(= 0.0),
                                     double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                                     double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                     const gla_array *x0 GLA_DEFAULT(= NULL));

/** Start LSMR (`sparse.lsmr`) with products supplied by your script.
 *
 * @param b        right-hand side, shape (m,), or k right-hand sides in columns, shape (m, k)
 * @param damp     damping factor: minimise ‖A x − b‖² + damp² ‖x − x0‖²
 * @param atol     stop if ‖Aᴴ r‖ ≤ atol ‖A‖ ‖r‖, where r = b − A x
 * @param btol     stop if ‖r‖ ≤ btol ‖b‖ + atol ‖A‖ ‖x‖, where r = b − A x
 * @param conlim   stop if the estimated condition number of A reaches conlim; 0 for no limit
 * @param maxiter  maximum number of iterations; default: min(m, n)
 * @param x0       initial guess, shape (n,) or (n, k); zeros if not given
 * @return         Iteration
 * @throws ShapeError     if b is neither 1-d nor 2-d, or the shape of x0 does not agree with b
 * @throws ArgumentError  if a tolerance, conlim or maxiter is negative, or damp is NaN
 * @needs  krylov.pass
 * @method Iteration.lsmr
 * @example s = sparse.iteration_lsmr [4.0, 9.0]
 *   sparse.iteration_wants s -> AH
 */
gla_status gla_sparse_iteration_lsmr(const gla_array *b, gla_sparse_iteration **iteration, double damp GLA_DEFAULT(= 0.0),
                                     double atol GLA_DEFAULT(= 1e-06), double btol GLA_DEFAULT(= 1e-06),
                                     double conlim GLA_DEFAULT(= 100000000.0), gla_axis maxiter GLA_DEFAULT(= GLA_NONE),
                                     const gla_array *x0 GLA_DEFAULT(= NULL));

/** Return the name of the product that the iteration requests: "A" for a product with A, "AH" for the adjoint of A, "M" for the
 * preconditioner.
 *
 * The result is "" when the iteration has ended or pauses at a convergence test.
 *
 * @param iteration  the iteration
 * @return           "A", "AH", "M" or ""
 * @throws ArgumentError  if the iteration has failed before
 * @needs  krylov.pass
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_wants s -> A
 */
gla_status gla_sparse_iteration_wants(const gla_sparse_iteration *iteration, char **name);

/** Return the vector or matrix that must be multiplied in the requested product.
 *
 * @param iteration  the iteration
 * @return           copy, array of shape (n,) or (n, k)
 * @throws ArgumentError  if no product is requested
 * @needs  array.copy
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_vector s -> [4. 9.]
 */
gla_status gla_sparse_iteration_vector(const gla_sparse_iteration *iteration, gla_array **out);

/** Continue the iteration with the requested product.
 *
 * @param iteration  the iteration
 * @param product    array_like of shape (n,) or (n, k), except that a product with A of shape (m, n) has m rows
 * @return           true if the iteration has not ended
 * @throws ShapeError                if `product` has a different shape
 * @throws DTypeError                if the dtype of `product` is wider than the dtype of the right-hand side, for example
 *                                   float64 instead of float32
 * @throws ArgumentError             if no product is requested
 * @throws NonFiniteError            if A, M, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError          if the tolerance is not reached within maxiter iterations, or rounding errors prevent
 *                                   further progress
 * @throws NotPositiveDefiniteError  if the iteration finds that A or M is not positive definite
 * @throws SingularError             if the method breaks down
 * @needs  krylov.pass
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   v = sparse.iteration_vector s
 *   sparse.iteration_step s [4.0, 9.0] -> true
 *   sparse.iteration_step s [4.0, 9.0] -> false
 *   sparse.iteration_x s -> [4. 9.]
 */
gla_status gla_sparse_iteration_step(const gla_sparse_iteration *iteration, const gla_array *product, bool *more);

/** Continue the iteration with products of the given matrix and preconditioner.
 *
 * The iteration stops at a requested product if the matrix or preconditioner for this product is not given.
 *
 * @param iteration  the iteration
 * @param A          sparse matrix; default: the caller supplies the products with A
 * @param M          preconditioner; default: the caller applies the preconditioner
 * @param pause      stop at each convergence test
 * @return           true if the iteration has not ended
 * @throws ShapeError                if the shape of A does not agree with b
 * @throws DTypeError                if the dtype of a product is wider than the dtype of b, for example float64 if b is float32
 * @throws NonFiniteError            if A, M, b or x0 contains NaN or Inf, or a product overflows
 * @throws ConvergenceError          if the tolerance is not reached within maxiter iterations, or rounding errors prevent
 *                                   further progress
 * @throws NotPositiveDefiniteError  if the iteration finds that A or M is not positive definite
 * @throws SingularError             if the method breaks down
 * @needs  krylov.pass; sparse.multiply, else the host
 * @example a = sparse.new [[2.0, 0.0], [0.0, 2.0]]
 *   s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_run s a -> false
 *   sparse.iteration_x s -> [2.  4.5]
 */
gla_status gla_sparse_iteration_run(const gla_sparse_iteration *iteration, bool *more, const gla_sparse *A GLA_DEFAULT(= NULL),
                                    const gla_sparse_preconditioner *M GLA_DEFAULT(= NULL), bool pause GLA_DEFAULT(= false));

/** Return the current solution of the iteration.
 *
 * @param iteration  the iteration
 * @return           copy, array of shape (n,) or (n, k)
 * @needs  array.copy
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_x s -> [0. 0.]
 */
gla_status gla_sparse_iteration_x(const gla_sparse_iteration *iteration, gla_array **out);

/** Return the number of iterations for each column, up to the last convergence test.
 *
 * @param iteration  the iteration
 * @return           int64 array of shape () or (k,), on the host
 * @needs  nothing
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_iterations s -> 0
 */
gla_status gla_sparse_iteration_iterations(const gla_sparse_iteration *iteration, gla_array **out);

/** Return the norm of the residual b − A x for each column at the last convergence test.
 *
 * When the iteration has ended, the norm is computed from x itself.
 *
 * @param iteration  the iteration
 * @return           float64 array of shape () or (k,), on the host
 * @needs  nothing
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_residual s -> 0.0
 */
gla_status gla_sparse_iteration_residual(const gla_sparse_iteration *iteration, gla_array **out);

/** Return the residual norms at the start and at each convergence test.
 *
 * @param iteration  the iteration
 * @return           float64 array of shape (tests,) or (tests, k), on the host
 * @needs  nothing
 * @method property
 * @example s = sparse.iteration_cg [4.0, 9.0]
 *   sparse.iteration_history s -> []
 */
gla_status gla_sparse_iteration_history(const gla_sparse_iteration *iteration, gla_array **out);

GLA_END_DECLS

#endif
