/* random_multivariate.h - random vectors and matrices.
 *
 * Threads: several threads may draw from one generator, as in random.h.  @namespace random Random  @alias size shape */
#ifndef GPULINALG_RANDOM_MULTIVARIATE_H
#define GPULINALG_RANDOM_MULTIVARIATE_H

#include "random.h"

GLA_BEGIN_DECLS

/** Draw multinomial counts: the number of outcomes in each of k categories in n independent trials.
 *
 * Binomial draws split the trials recursively between two halves of the categories. The distribution is exact, and the counts
 * are the same on every device.
 *
 * @param generator  Generator
 * @param n          number of trials, integer or array of integers
 * @param pvals      probabilities, shape (..., k); each row sums to 1
 * @param shape      shape of the result without its last dimension, an integer or a list; default: the broadcast shape of n and
 *                   the rows
 * @param device     device of the result; default: the device of n and pvals, else the current one
 * @return           int64 array whose shape is `shape` followed by k
 * @throws ArgumentError  if n is negative or above 2^52, an element of pvals is negative, or a row does not sum to 1
 * @throws ShapeError     if pvals is a scalar or has no categories, the parameters do not broadcast to shape, or a dimension is
 *                        negative
 * @throws DTypeError     if n does not consist of integers, or pvals is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    zero
 * @see    numpy.random.Generator.multinomial
 * @example g = random.new_generator 42
 *   random.generator_multinomial g 100 [0.2, 0.3, 0.5] -> [16 31 53]
 */
gla_status gla_random_generator_multinomial(const gla_random_generator *generator, const gla_array *n, const gla_array *pvals,
                                            gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                            const char *device GLA_DEFAULT(= NULL));

/** Draw vectors from the Dirichlet distribution: k shares that sum to 1.
 *
 * The shares are gamma-distributed numbers divided by their sum. If an element of alpha is below 0.1, the computation uses
 * logarithms of the gamma-distributed numbers, so that small shares keep full precision.
 *
 * @param generator  Generator
 * @param alpha      parameters, shape (..., k), positive
 * @param shape      shape of the result without its last dimension, an integer or a list; default: that of alpha
 * @param dtype      float32 or float64; float64 if not given
 * @param device     device of the result; default: the device of alpha, else the current one
 * @return           array whose shape is `shape` followed by k
 * @throws ArgumentError  if an element of alpha is outside [1e-300, 1e300]
 * @throws ShapeError     if alpha is a scalar or has no categories, alpha does not broadcast to shape, or a dimension is
 *                        negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or alpha is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    none: only the location and the scale of draws have one
 * @see    numpy.random.Generator.dirichlet
 * @example g = random.new_generator 42
 *   random.generator_dirichlet g [1.0, 2.0, 3.0] -> [0.14023517 0.26977903 0.5899858 ]
 */
gla_status gla_random_generator_dirichlet(const gla_random_generator *generator, const gla_array *alpha, gla_array **out,
                                          const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                          const char *device GLA_DEFAULT(= NULL));

/** Draw vectors from a multivariate normal distribution.
 *
 * A vector is the mean plus the product of a square root of the covariance matrix and a vector of standard normal numbers. The
 * standard normal numbers are the same on every device, but the products may differ by rounding errors.
 *
 * @param generator  Generator
 * @param mean       mean vectors, shape (..., n)
 * @param cov        covariance matrices, symmetric, shape (..., n, n)
 * @param shape      shape of the result without its last dimension, an integer or a list; default: the broadcast shape of the
 *                   stacks of mean and cov
 * @param method     square root of cov: "cholesky": the Cholesky factor; "eigh": the symmetric square root, for semidefinite
 *                   matrices too
 * @param dtype      float32 or float64, also used in the computation; float64 if not given
 * @param device     device of the result; default: the device of mean and cov, else the current one
 * @return           array whose shape is `shape` followed by n
 * @throws NotPositiveDefiniteError  if method is "cholesky" and cov is not positive definite, or method is "eigh" and an
 *                                   eigenvalue is below −1.5e-8 times the largest eigenvalue (−3.5e-4 in float32)
 * @throws ArgumentError             if mean or cov is not finite, cov is not symmetric, or method is unknown
 * @throws ShapeError                if cov is not square, the length of mean differs from the order of cov, the stacks do not
 *                                   broadcast to shape, or a dimension is negative
 * @throws DTypeError                if dtype is neither float32 nor float64, or a parameter is complex
 * @throws ConvergenceError          if the eigenvalue iteration does not converge
 * @warns IllConditionedWarning      if cov is nearly singular and method is "cholesky"
 * @needs  random.draw, array.map; lapack.potrf, else the host
 * @cost   random count(shape)
 * @vjp    saves mean if cov, cov, out
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

/** Draw matrices from the Wishart distribution.
 *
 * For an integer df the matrix is the sum of the products x xᵀ of df normal vectors x with mean 0. The matrix is generated by
 * Bartlett's decomposition, so df may also be a fraction. The results are exactly symmetric.
 *
 * @param generator  Generator
 * @param df         degrees of freedom, scalar or array, above n − 1
 * @param scale      covariance matrices of the vectors, symmetric and positive definite, shape (..., n, n)
 * @param shape      shape of the result without its last two dimensions, an integer or a list; default: the broadcast shape of
 *                   df and the stack of scale
 * @param dtype      float32 or float64, also used in the computation; float64 if not given
 * @param device     device of the result; default: the device of df and scale, else the current one
 * @return           array whose shape is `shape` followed by n, n
 * @throws NotPositiveDefiniteError  if scale is not positive definite
 * @throws ArgumentError             if df is not above n − 1 and below 1e300, or scale is not symmetric or not finite
 * @throws ShapeError                if scale is not square, the parameters do not broadcast to shape, or a dimension is
 *                                   negative
 * @throws DTypeError                if dtype is neither float32 nor float64, or a parameter is complex
 * @warns IllConditionedWarning      if scale is nearly singular
 * @needs  random.draw, array.map, array.triangle; lapack.potrf, else the host
 * @cost   random count(shape)
 * @vjp    saves scale, out
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
