/* random.h - random numbers.  @namespace random Random  @alias size shape  A Generator is a stream of random numbers that its
 * seed decides: the same on every device and in every language, however many are drawn at a time, by however many threads.
 *
 * Element i of a draw stands at position p + i of the stream, where p is how many have been drawn before: three numbers and
 * then three more are the six that one call draws. In Python `gla.random.Generator(42)`, in Perl
 * `GPULinalg::Random::Generator->new(42)`.
 *
 * Threads: several may draw from one generator; each draw gets positions of its own, in any order. */
#ifndef GPULINALG_RANDOM_H
#define GPULINALG_RANDOM_H

#include "core.h"

GLA_BEGIN_DECLS

/** A stream of random numbers, by Philox4x32-10. */
GLA_CLASS(gla_random_generator, "Generator");

/** A stream of random numbers.
 *
 * @param seed  integer from 0 to 2^64 - 1; none: one from the system, another each time
 * @return      Generator
 * @throws ArgumentError  if seed is negative
 * @throws DTypeError     if seed is not an integer
 * @throws ShapeError     if seed is not one number
 * @throws OverflowError  if seed is not below 2^64
 * @needs  nothing
 * @see    J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3 (2011)
 * @example g = random.new_generator 42
 *   random.generator_seed g -> 42
 */
gla_status gla_random_new_generator(gla_random_generator **generator, const gla_array *seed GLA_DEFAULT(= NULL));

/** The seed, also of a generator that has spawned from another one.
 *
 * @param generator  Generator
 * @return           array of no dimension, uint64
 * @needs  nothing
 * @method property
 * @example g = random.new_generator 42
 *   random.generator_seed g -> 42
 */
gla_status gla_random_generator_seed(const gla_random_generator *generator, gla_array **out);

/** All that decides what comes next: seed, position, substream, and how many have spawned.
 *
 * @param generator  Generator
 * @return           array of shape (4,), uint64, on the host
 * @needs  nothing
 * @method property
 * @example g = random.new_generator 42
 *   x = random.generator_random g 10
 *   random.generator_state g -> [42 10  0  0]
 */
gla_status gla_random_generator_state(const gla_random_generator *generator, gla_array **out);

/** Go on as from a state that `state` has returned.
 *
 * @param generator  Generator
 * @param state      array_like of shape (4,)
 * @return           nothing
 * @throws ShapeError     if the shape is another one
 * @throws ArgumentError  if it is not a state
 * @throws DTypeError     if state does not hold integers
 * @throws OverflowError  if a number is negative
 * @needs  nothing
 * @example g = random.new_generator 1
 *   random.generator_restore g [42, 0, 0, 0]
 *   random.generator_seed g -> 42
 */
gla_status gla_random_generator_restore(const gla_random_generator *generator, const gla_array *state);

/** A generator that goes on as this one does: the same numbers, drawn by each for itself.
 *
 * @param generator  Generator
 * @return           Generator
 * @needs  nothing
 * @example g = random.new_generator 42
 *   x = random.generator_random g 10
 *   h = random.generator_copy g
 *   random.generator_state h -> [42 10  0  0]
 */
gla_status gla_random_generator_copy(const gla_random_generator *generator, gla_random_generator **made);

/** Generators with numbers of their own, one for each task.
 *
 * The seed, the substream and how many have spawned before decide them: 2 and then 1 are the three that are spawned at once.
 * In C, n is GLA_NO_AXIS for none.
 *
 * @param generator  Generator
 * @param n          how many; none: one, not in a list
 * @return           Generator; where n is given a list of so many
 * @throws ArgumentError  if n is negative
 * @needs  nothing
 * @see    numpy.random.Generator.spawn
 * @example g = random.new_generator 42
 *   h, k = random.generator_spawn g 2
 *   random.generator_seed h -> 10019527706641323503
 *   random.generator_seed k -> 17854287032542857830
 */
gla_status gla_random_generator_spawn(const gla_random_generator *generator,
                                      gla_objects **children GLA_OF(gla_random_generator), gla_axis n GLA_DEFAULT(= GLA_NONE));

/** Another stream of the same seed, from its beginning.
 *
 * There are 2^32 substreams of 2^64 numbers each, and a generator begins in that with index 0.
 *
 * @param generator  Generator
 * @param index      which one
 * @return           Generator
 * @throws ArgumentError  if index is negative
 * @throws OverflowError  if index is not below 2^32
 * @needs  nothing
 * @example g = random.new_generator 42
 *   h = random.generator_substream g 3
 *   random.generator_state h -> [42  0  3  0]
 */
gla_status gla_random_generator_substream(const gla_random_generator *generator, int64_t index, gla_random_generator **made);

/** Go to the beginning of the next substream, or of a later one.
 *
 * @param generator  Generator
 * @param n          how many substreams further
 * @return           nothing
 * @throws ArgumentError  if n is negative
 * @throws OverflowError  if there are not so many
 * @needs  nothing
 * @example g = random.new_generator 42
 *   random.generator_jump g
 *   random.generator_state g -> [42  0  1  0]
 */
gla_status gla_random_generator_jump(const gla_random_generator *generator, int64_t n GLA_DEFAULT(= 1));

/** Leave out numbers of the stream, or go back.
 *
 * @param generator  Generator
 * @param n          how many; negative: back
 * @return           nothing
 * @needs  nothing
 * @example g = random.new_generator 42
 *   random.generator_advance g 1000
 *   random.generator_state g -> [  42 1000    0    0]
 */
gla_status gla_random_generator_advance(const gla_random_generator *generator, int64_t n);

/* ---- draws -------------------------------------------------------------------------------------------------------------- */
/** Uniform numbers of [0, 1).
 *
 * The upper 53 bits of a word, as a fraction; in float32 the upper 24 of the same word.
 *
 * @param generator  Generator
 * @param shape      of the result, an integer or a list; none: one number
 * @param dtype      float32 or float64; default: float64
 * @param device     where the result is; none: the current one
 * @return           array of random draws
 * @throws ShapeError       if a dimension is negative
 * @throws DTypeError       if dtype is neither float32 nor float64
 * @needs  random.draw
 * @see    numpy.random.Generator.random
 * @example g = random.new_generator 42
 *   random.generator_random g 3 -> [0.46858652 0.34086155 0.32706338]
 */
gla_status gla_random_generator_random(const gla_random_generator *generator, gla_array **out,
                                       const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                       const char *device GLA_DEFAULT(= NULL));

/** Whole numbers of a range, all equally likely.
 *
 * @param generator  Generator
 * @param low        the least one; without high the upper bound, and the least one is 0
 * @param high       the upper bound, which does not belong to the range
 * @param shape      of the result, an integer or a list; none: that of the bounds
 * @param dtype      a type of integers; default: int64
 * @param endpoint   whether the upper bound belongs to the range
 * @param device     where the result is; none: where the bounds are, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if a range is empty
 * @throws OverflowError  if dtype has not all numbers of a range
 * @throws ShapeError     if the bounds do not broadcast to shape, or a dimension is negative
 * @throws DTypeError     if dtype is not a type of integers, or a bound is not whole
 * @needs  random.integers
 * @see    D. Lemire, Fast random integer generation in an interval (2019); numpy.random.Generator.integers
 * @example g = random.new_generator 42
 *   random.generator_integers g 1 7 shape=5 -> [3 3 2 3 4]
 */
gla_status gla_random_generator_integers(const gla_random_generator *generator, const gla_array *low, gla_array **out,
                                         const gla_array *high GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                         gla_dtype dtype GLA_DEFAULT(= GLA_NONE), bool endpoint GLA_DEFAULT(= false),
                                         const char *device GLA_DEFAULT(= NULL));

/** Uniform numbers between two.
 *
 * Rounding may make one equal to the upper bound.
 *
 * @param generator  Generator
 * @param low        lower bound, scalar or array; default: 0
 * @param high       upper bound; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError    if a bound or their difference is not finite, or high is below low
 * @throws ShapeError       if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError       if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.uniform
 * @example g = random.new_generator 42
 *   random.generator_uniform g -1.0 1.0 shape=3 -> [-0.06282696 -0.3182769  -0.34587324]
 */
gla_status gla_random_generator_uniform(const gla_random_generator *generator, gla_array **out,
                                        const gla_array *low GLA_DEFAULT(= NULL), const gla_array *high GLA_DEFAULT(= NULL),
                                        const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                        const char *device GLA_DEFAULT(= NULL));

/** Normal numbers.
 *
 * By the method of Box and Muller: the two words of a block make two numbers.
 *
 * @param generator  Generator
 * @param loc        mean, scalar or array; default: 0
 * @param scale      standard deviation; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError    if loc or scale is not finite, or scale is negative
 * @throws ShapeError       if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError       if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.normal
 * @example g = random.new_generator 42
 *   random.generator_normal g shape=3 -> [-0.60765105  0.94614478 -0.85364406]
 */
gla_status gla_random_generator_normal(const gla_random_generator *generator, gla_array **out,
                                       const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                       const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                       const char *device GLA_DEFAULT(= NULL));

/** Numbers of which the logarithm is normal.
 *
 * @param generator  Generator
 * @param mean       of the logarithm, scalar or array; default: 0
 * @param sigma      its standard deviation; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError    if mean or sigma is not finite, or sigma is negative
 * @throws ShapeError       if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError       if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.lognormal
 * @example g = random.new_generator 42
 *   random.generator_lognormal g shape=3 -> [0.54462867 2.57576038 0.42586024]
 */
gla_status gla_random_generator_lognormal(const gla_random_generator *generator, gla_array **out,
                                          const gla_array *mean GLA_DEFAULT(= NULL), const gla_array *sigma GLA_DEFAULT(= NULL),
                                          const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                          const char *device GLA_DEFAULT(= NULL));

/** Exponential numbers.
 *
 * @param generator  Generator
 * @param scale      mean, scalar or array; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError    if scale is not finite or negative
 * @throws ShapeError       if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError       if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.exponential
 * @example g = random.new_generator 42
 *   random.generator_exponential g shape=3 -> [0.63221488 0.41682167 0.39610413]
 */
gla_status gla_random_generator_exponential(const gla_random_generator *generator, gla_array **out,
                                            const gla_array *scale GLA_DEFAULT(= NULL),
                                            const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                            const char *device GLA_DEFAULT(= NULL));

/** Gamma numbers.
 *
 * Those of shape 1 are the numbers of `generator_exponential`, with the same words.
 *
 * @param generator  Generator
 * @param alpha      shape of the distribution, scalar or array; 0: all are 0
 * @param scale      scale, scalar or array; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if alpha or scale is not finite or negative
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    G. Marsaglia and W. W. Tsang (2000); numpy.random.Generator.gamma
 * @example g = random.new_generator 42
 *   random.generator_gamma g 2.5 shape=3 -> [2.71759259 1.64655897 2.16047968]
 */
gla_status gla_random_generator_gamma(const gla_random_generator *generator, const gla_array *alpha, gla_array **out,
                                      const gla_array *scale GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                      gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Numbers of [0, 1] of the beta distribution.
 *
 * @param generator  Generator
 * @param a          scalar or array
 * @param b          scalar or array
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if a or b is not from 1e-300 to 1e300
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.beta
 * @example g = random.new_generator 42
 *   random.generator_beta g 2.0 3.0 shape=3 -> [0.60522434 0.68047261 0.33839155]
 */
gla_status gla_random_generator_beta(const gla_random_generator *generator, const gla_array *a, const gla_array *b,
                                     gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                     gla_dtype dtype GLA_DEFAULT(= GLA_NONE), const char *device GLA_DEFAULT(= NULL));

/** Chi-square numbers.
 *
 * @param generator  Generator
 * @param df         degrees of freedom, scalar or array
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if df is not finite or not above 0
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.chisquare
 * @example g = random.new_generator 42
 *   random.generator_chisquare g 3.0 shape=3 -> [3.16448161 1.59466038 2.32425646]
 */
gla_status gla_random_generator_chisquare(const gla_random_generator *generator, const gla_array *df, gla_array **out,
                                          const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                          const char *device GLA_DEFAULT(= NULL));

/** Numbers of Student's t distribution.
 *
 * @param generator  Generator
 * @param df         degrees of freedom, scalar or array
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if df is not from 1e-300 to 1e300
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    numpy.random.Generator.standard_t
 * @example g = random.new_generator 42
 *   random.generator_standard_t g 5.0 shape=3 -> [-0.90306799 -2.42490614  0.35805659]
 */
gla_status gla_random_generator_standard_t(const gla_random_generator *generator, const gla_array *df, gla_array **out,
                                           const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                           const char *device GLA_DEFAULT(= NULL));

/** Counts of Poisson's distribution.
 *
 * @param generator  Generator
 * @param lam        mean, scalar or array; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           int64 array of random draws
 * @throws ArgumentError  if lam is negative, NaN, or above 2^52
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if a parameter is complex
 * @needs  random.draw
 * @see    W. Hörmann (1993); numpy.random.Generator.poisson
 * @example g = random.new_generator 42
 *   random.generator_poisson g 3.0 shape=5 -> [2 2 0 6 2]
 */
gla_status gla_random_generator_poisson(const gla_random_generator *generator, gla_array **out,
                                        const gla_array *lam GLA_DEFAULT(= NULL), const gla_ints *shape GLA_DEFAULT(= NULL),
                                        const char *device GLA_DEFAULT(= NULL));

/** Counts of successes in independent trials.
 *
 * @param generator  Generator
 * @param n          number of trials, scalar or array
 * @param p          probability of success
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           int64 array of random draws
 * @throws ArgumentError  if n is not a whole number from 0 to 2^52, or p not from 0 to 1
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if a parameter is complex
 * @needs  random.draw
 * @see    W. Hörmann (1993); numpy.random.Generator.binomial
 * @example g = random.new_generator 42
 *   random.generator_binomial g 10 0.3 shape=5 -> [2 2 0 6 2]
 */
gla_status gla_random_generator_binomial(const gla_random_generator *generator, const gla_array *n, const gla_array *p,
                                         gla_array **out, const gla_ints *shape GLA_DEFAULT(= NULL),
                                         const char *device GLA_DEFAULT(= NULL));

/** Normal numbers between two bounds.
 *
 * low and high are bounds of the numbers themselves, not of their distance from loc in units of scale. Far from loc the numbers
 * are exponential beyond the near bound, with all digits of the distance from it.
 *
 * @param generator  Generator
 * @param low        lower bound, scalar or array; default: -Inf
 * @param high       upper bound; default: Inf
 * @param loc        mean of the normal distribution; default: 0
 * @param scale      its standard deviation; default: 1
 * @param shape      shape of the result, an integer or a list; default: the broadcast shape of the parameters
 * @param dtype      float32 or float64; default: float64
 * @param device     device of the result; default: the device of the parameters, else the current one
 * @return           array of random draws
 * @throws ArgumentError  if high is not above low, loc is not finite, scale is not finite and above 0, or the distance of the
 *                        bounds from loc overflows in units of scale
 * @throws ShapeError  if the parameters do not broadcast to shape, or a dimension is negative
 * @throws DTypeError  if dtype is neither float32 nor float64, or a parameter is complex
 * @needs  random.draw
 * @see    C. P. Robert, Simulation of truncated normal variables (1995)
 * @example g = random.new_generator 42
 *   random.generator_truncated_normal g 1.0 2.0 shape=3 -> [1.22192862 1.23232433 1.02490265]
 */
gla_status
gla_random_generator_truncated_normal(const gla_random_generator *generator, gla_array **out,
                                      const gla_array *low GLA_DEFAULT(= NULL), const gla_array *high GLA_DEFAULT(= NULL),
                                      const gla_array *loc GLA_DEFAULT(= NULL), const gla_array *scale GLA_DEFAULT(= NULL),
                                      const gla_ints *shape GLA_DEFAULT(= NULL), gla_dtype dtype GLA_DEFAULT(= GLA_NONE),
                                      const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
