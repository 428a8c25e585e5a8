/* random_transformed.h - further distributions.  Numbers are made of the exponential ones of random.h: each takes a
 * position of the stream; those of `generator_negative_binomial`, of gamma and Poisson's numbers, take two.
 * Logarithms and powers are those of the device, so their last digits may differ from one kind of device to another.
 *
 * Threads: several threads may draw from one generator, as in random.h.  @namespace random Random  @alias size shape */
#ifndef GPULINALG_RANDOM_TRANSFORMED_H
#define GPULINALG_RANDOM_TRANSFORMED_H

#include "random.h"

GLA_BEGIN_DECLS

/** Numbers of the extreme value distribution of type I, as the shocks of a logit model are.
 *
 * The greatest of many normal or exponential numbers has about this distribution; the mean is 0.5772 scale above loc.
 *
 * @param generator  Generator
 * @param loc        mode, scalar or array; default: 0
 * @param scale      scale, scalar or array; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if loc or scale is not finite, or scale is negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.gumbel
 * @example g = random.new_generator 42
 *   random.generator_gumbel g shape=3 -> [0.45852595 0.87509679 0.92607815]
 */
gla_status gla_random_generator_gumbel(const gla_random_generator *generator, gla_array **out,
                                       const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                       const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                       const char *device GLA_DEFAULT(= NULL));

/** Numbers of the logistic distribution: differences of two of Gumbel.
 *
 * @param generator  Generator
 * @param loc        mean, scalar or array; default: 0
 * @param scale      scale, scalar or array; default: 1; the standard deviation is 1.8138 times as large
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if loc or scale is not finite, or scale is negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.logistic
 * @example g = random.new_generator 42
 *   random.generator_logistic g shape=3 -> [-0.12581965 -0.65945722 -0.72149717]
 */
gla_status gla_random_generator_logistic(const gla_random_generator *generator, gla_array **out,
                                         const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                         const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                         const char *device GLA_DEFAULT(= NULL));

/** Numbers of the Laplace distribution: exponential ones on both sides.
 *
 * @param generator  Generator
 * @param loc        mean, scalar or array; default: 0
 * @param scale      scale, scalar or array; default: 1; the standard deviation is 1.4142 times as large
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if loc or scale is not finite, or scale is negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.laplace
 * @example g = random.new_generator 42
 *   random.generator_laplace g shape=3 -> [0.06488734 0.38313172 0.42445412]
 */
gla_status gla_random_generator_laplace(const gla_random_generator *generator, gla_array **out,
                                        const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                        const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                        const char *device GLA_DEFAULT(= NULL));

/** Numbers of the Weibull distribution.
 *
 * @param generator  Generator
 * @param a          shape of the distribution, scalar or array
 * @param scale      scale, scalar or array; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if a is not from 1e-300 to 1e300, or scale is not finite or negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.weibull
 * @example g = random.new_generator 42
 *   random.generator_weibull g 2.0 shape=3 -> [0.79511941 0.64561728 0.62936804]
 */
gla_status gla_random_generator_weibull(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                        const gla_array *scale GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                        gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Numbers of the Pareto distribution of type II (Lomax), from 0 on.
 *
 * Add scale, and they are of type I, from scale on.
 *
 * @param generator  Generator
 * @param a          exponent of the tail, scalar or array
 * @param scale      scale, scalar or array; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if a is not from 1e-300 to 1e300, or scale is not finite or negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.pareto
 * @example g = random.new_generator 42
 *   random.generator_pareto g 3.0 shape=3 -> [0.23458921 0.1490558  0.14114793]
 */
gla_status gla_random_generator_pareto(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                       const gla_array *scale GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                       gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** How many trials there are up to the first success.
 *
 * @param generator  Generator
 * @param p          probability of a success, scalar or array
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           int64 array of random draws
 * @throws ArgumentError  if p is not from 1e-15 to 1
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.geometric
 * @example g = random.new_generator 42
 *   random.generator_geometric g 0.25 shape=5 -> [3 2 2 3 4]
 */
gla_status gla_random_generator_geometric(const gla_random_generator *generator, const gla_array *p, gla_array **out,
                                          const gla_ints *shape GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

/** How many failures there are before success number n.
 *
 * Numbers of Poisson's distribution with a mean that is a gamma number, so that n need not be whole.
 *
 * @param generator  Generator
 * @param n          number of successes, scalar or array
 * @param p          probability of a success
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           int64 array of random draws
 * @throws ArgumentError  if n is not finite and above 0, p is not above 0 and at most 1, or (n + 50) (1 - p) / p is
 *                        above 2^50
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if a parameter is complex
 * @needs  random.draw, array.map
 * @see    numpy.random.Generator.negative_binomial
 * @example g = random.new_generator 42
 *   random.generator_negative_binomial g 3.0 0.5 shape=5 -> [5 6 2 4 1]
 */
gla_status gla_random_generator_negative_binomial(const gla_random_generator *generator, const gla_array *n, const gla_array *p,
                                                  gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                                  const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
