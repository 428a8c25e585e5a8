/* random_transformed.h - more distributions: Gumbel, logistic, Laplace, Weibull, Pareto, geometric, negative binomial.  Most
 * functions transform an exponential number and use one position of the stream for each element. `generator_negative_binomial`
 * combines a gamma and a Poisson number and uses two positions. Logarithms and powers are computed by the device, so the last
 * digits may differ between kinds of devices.
 *
 * Threads: several threads may draw from one generator, as in random.h.  @namespace random Random  @alias size shape */
#ifndef GPULINALG_RANDOM_TRANSFORMED_H
#define GPULINALG_RANDOM_TRANSFORMED_H

#include "random.h"

GLA_BEGIN_DECLS

/** Draw random numbers from the Gumbel (type I extreme value) distribution, such as the shocks of a logit model.
 *
 * The maximum of many normal or exponential numbers has approximately this distribution. The mean is loc + 0.5772·scale.
 *
 * @param generator  Generator
 * @param loc        mode, scalar or array; 0 if not given
 * @param scale      scale, scalar or array; 1 if not given
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; float64 if not given
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if loc or scale is not finite, or scale is negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    loc: g; scale: masked g * (out - loc) / scale
 * @see    numpy.random.Generator.gumbel
 * @example g = random.new_generator 42
 *   random.generator_gumbel g shape=3 -> [0.45852595 0.87509679 0.92607815]
 */
gla_status gla_random_generator_gumbel(const gla_random_generator *generator, gla_array **out,
                                       const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                       const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                       const char *device GLA_DEFAULT(= NULL));

/** Draw random numbers from the logistic distribution, which is the distribution of the difference of two Gumbel numbers.
 *
 * @param generator  Generator
 * @param loc        mean, scalar or array; 0 if not given
 * @param scale      scale, scalar or array; 1 if not given. The standard deviation is 1.8138·scale
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; float64 if not given
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if loc or scale is not finite, or scale is negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    loc: g; scale: masked g * (out - loc) / scale
 * @see    numpy.random.Generator.logistic
 * @example g = random.new_generator 42
 *   random.generator_logistic g shape=3 -> [-0.12581965 -0.65945722 -0.72149717]
 */
gla_status gla_random_generator_logistic(const gla_random_generator *generator, gla_array **out,
                                         const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                         const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                         const char *device GLA_DEFAULT(= NULL));

/** Draw random numbers from the Laplace (double exponential) distribution.
 *
 * @param generator  Generator
 * @param loc        mean, scalar or array; 0 if not given
 * @param scale      scale, scalar or array; 1 if not given. The standard deviation is 1.4142·scale
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; float64 if not given
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if loc or scale is not finite, or scale is negative
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    loc: g; scale: masked g * (out - loc) / scale
 * @see    numpy.random.Generator.laplace
 * @example g = random.new_generator 42
 *   random.generator_laplace g shape=3 -> [0.06488734 0.38313172 0.42445412]
 */
gla_status gla_random_generator_laplace(const gla_random_generator *generator, gla_array **out,
                                        const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                        const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                        const char *device GLA_DEFAULT(= NULL));

/** Draw random numbers from the Weibull distribution.
 *
 * @param generator  Generator
 * @param a          shape parameter of the distribution, scalar or array
 * @param scale      scale, scalar or array; 1 if not given
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; float64 if not given
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if a is outside [1e-300, 1e300], or scale is negative or not finite
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    saves a, scale, out
 * @see    numpy.random.Generator.weibull
 * @example g = random.new_generator 42
 *   random.generator_weibull g 2.0 shape=3 -> [0.79511941 0.64561728 0.62936804]
 */
gla_status gla_random_generator_weibull(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                        const gla_array *scale GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                        gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Draw random numbers from the Pareto distribution of type II (Lomax), which starts at 0.
 *
 * Add scale to obtain the Pareto distribution of type I, which starts at scale.
 *
 * @param generator  Generator
 * @param a          tail exponent, scalar or array
 * @param scale      scale, scalar or array; 1 if not given
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; float64 if not given
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if a is outside [1e-300, 1e300], or scale is negative or not finite
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    saves a, scale, out
 * @see    numpy.random.Generator.pareto
 * @example g = random.new_generator 42
 *   random.generator_pareto g 3.0 shape=3 -> [0.23458921 0.1490558  0.14114793]
 */
gla_status gla_random_generator_pareto(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                       const gla_array *scale GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                       gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Draw random counts from the geometric distribution: the number of trials up to and including the first success.
 *
 * @param generator  Generator
 * @param p          probability of success, scalar or array
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           int64 array of random draws
 * @throws ArgumentError  if p is outside [1e-15, 1]
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    zero
 * @see    numpy.random.Generator.geometric
 * @example g = random.new_generator 42
 *   random.generator_geometric g 0.25 shape=5 -> [3 2 2 3 4]
 */
gla_status gla_random_generator_geometric(const gla_random_generator *generator, const gla_array *p, gla_array **out,
                                          const gla_ints *shape GLA_DEFAULT(= NULL), const char *device GLA_DEFAULT(= NULL));

/** Draw random counts from the negative binomial distribution: the number of failures before the n-th success.
 *
 * A count is a Poisson number whose mean is a gamma number, so n may also be a fraction.
 *
 * @param generator  Generator
 * @param n          number of successes, scalar or array
 * @param p          probability of success, scalar or array
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           int64 array of random draws
 * @throws ArgumentError  if n is not positive and finite, p is not above 0 and at most 1, or (n + 50) (1 - p) / p is above 2^50
 * @throws ShapeError     if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if a parameter is complex
 * @needs  random.draw, array.map
 * @cost   random count(shape)
 * @vjp    zero
 * @see    numpy.random.Generator.negative_binomial
 * @example g = random.new_generator 42
 *   random.generator_negative_binomial g 3.0 0.5 shape=5 -> [5 6 2 4 1]
 */
gla_status gla_random_generator_negative_binomial(const gla_random_generator *generator, const gla_array *n, const gla_array *p,
                                                  gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                                  const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
