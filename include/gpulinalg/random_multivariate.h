/* random_multivariate.h - random vectors and matrices.
 *
 * Threads: several threads may draw from one generator, as in random.h.  @namespace random Random  @alias size shape */
#ifndef GPULINALG_RANDOM_MULTIVARIATE_H
#define GPULINALG_RANDOM_MULTIVARIATE_H

#include "random.h"

GLA_BEGIN_DECLS

/** Counts of k categories in independent trials.
 *
 * The trials are split between two halves of the categories by binomial numbers, and so on: exact, and the same on every
 * device.
 *
 * @param generator  Generator
 * @param n          number of trials, integer or array of integers
 * @param pvals      probabilities, shape (..., k): each row adds up to 1
 * @param shape      of the result without its last dimension, an integer or a list; none: that to which n and the rows
 *                   broadcast
 * @param device     where the result is; none: where n and pvals are, else the current one
 * @return           int64 array of that shape and k
 * @throws ArgumentError  if n is negative or above 2^52, a number of pvals is negative, or a row does not add up to 1
 * @throws ShapeError     if pvals has no dimension or no categories, the parameters do not broadcast to shape, or a
 *                        dimension is negative
 * @throws DTypeError     if n does not hold integers, or pvals is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.multinomial
 * @example g = random.new_generator 42
 *   random.generator_multinomial g 100 [0.2, 0.3, 0.5] -> [16 31 53]
 */
gla_status gla_random_generator_multinomial(const gla_random_generator *generator, const gla_array *n, const gla_array *pvals,
                                            gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                            const char *device GLA_DEFAULT(= NULL));

/** Shares of k categories, which add up to 1, of Dirichlet's distribution.
 *
 * Gamma numbers by their sum; where a number of alpha is below 0.1, by their logarithms, so that small shares keep their
 * digits.
 *
 * @param generator  Generator
 * @param alpha      shape (..., k), above 0
 * @param shape      of the result without its last dimension, an integer or a list; none: that of alpha
 * @param dtype      float32 or float64; default: float64
 * @param device     where the result is; none: where alpha is, else the current one
 * @return           array of that shape and k
 * @throws ArgumentError  if a number of alpha is not from 1e-300 to 1e300
 * @throws ShapeError     if alpha has no dimension or no categories, it does not broadcast to shape, or a dimension is
 *                        negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or alpha is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.dirichlet
 * @example g = random.new_generator 42
 *   random.generator_dirichlet g [1.0, 2.0, 3.0] -> [0.14023517 0.26977903 0.5899858 ]
 */
gla_status gla_random_generator_dirichlet(const gla_random_generator *generator, const gla_array *alpha, gla_array **out,
                                          const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                          const char *device GLA_DEFAULT(= NULL));

/** Normal vectors.
 *
 * Their mean, plus a root of the covariance matrix times normal numbers, which are the same on every device; the products are
 * so but for rounding.
 *
 * @param generator  Generator
 * @param mean       shape (..., n)
 * @param cov        covariance matrices, symmetric, shape (..., n, n)
 * @param shape      of the result without its last dimension, an integer or a list; none: that to which the stacks broadcast
 * @param method     "cholesky": the root is the Cholesky factor; "eigh": the symmetric root, also of a semidefinite matrix
 * @param dtype      float32 or float64, also used in the computation; default: float64
 * @param device     where the result is; none: where mean and cov are, else the current one
 * @return           array of that shape and n
 * @throws NotPositiveDefiniteError  if cov is not positive definite; with "eigh", when it has an eigenvalue below −1.5e-8
 *                                   times the largest one (float32: −3.5e-4)
 * @throws ArgumentError  if mean or cov is not finite, cov is not symmetric, or method is neither
 * @throws ShapeError     if cov is not square, mean has another length, the stacks do not broadcast to shape, or a
 *                        dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @throws ConvergenceError  if the iteration of eigh does not converge
 * @warns  IllConditionedWarning  if cov is nearly singular; with "eigh" it may be
 * @needs  random.draw, array.map; lapack.potrf, else the host
 * @see    numpy.random.Generator.multivariate_normal
 * @example g = random.new_generator 42
 *   random.generator_multivariate_normal g [1.0, 2.0] [[4.0, 2.0], [2.0, 5.0]]
 *   -> [-0.21530211  3.28463851]
 */
gla_status gla_random_generator_multivariate_normal(const gla_random_generator *generator, const gla_array *mean,
                                                    const gla_array *cov, gla_array **out,
                                                    const gla_ints *shape GLA_DEFAULT(= NULL),
                                                    const char *method GLA_CHOICE("cholesky", "eigh") GLA_DEFAULT(= "cholesky"),
                                                    gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                                    const char *device GLA_DEFAULT(= NULL));

/** Matrices of Wishart's distribution: sums of products x xᵀ of df normal vectors with mean 0.
 *
 * By Bartlett's decomposition, so that df need not be whole.  The results are exactly symmetric.
 *
 * @param generator  Generator
 * @param df         degrees of freedom, scalar or array, above n − 1
 * @param scale      covariance matrices of the vectors, symmetric and positive definite, shape (..., n, n)
 * @param shape      of the result without its last two dimensions, an integer or a list; none: that to which df and the stack
 *                   of scale broadcast
 * @param dtype      float32 or float64, also used in the computation; default: float64
 * @param device     where the result is; none: where df and scale are, else the current one
 * @return           array of that shape, n and n
 * @throws NotPositiveDefiniteError  if scale is not positive definite
 * @throws ArgumentError  if df is not above n − 1 and below 1e300, or scale is not symmetric or not finite
 * @throws ShapeError     if scale is not square, the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @warns  IllConditionedWarning  if scale is nearly singular
 * @needs  random.draw, array.map, array.triangle; lapack.potrf, else the host
 * @see    W. B. Smith and R. R. Hocking, Wishart variate generator (1972); scipy.stats.wishart
 * @example g = random.new_generator 42
 *   random.generator_wishart g 5.0 [[2.0, 1.0], [1.0, 2.0]]
 *   -> [[9.26756415 1.45101208]
 *   ->  [1.45101208 0.94532168]]
 */
gla_status gla_random_generator_wishart(const gla_random_generator *generator, const gla_array *df, const gla_array *scale,
                                        gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                        gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
