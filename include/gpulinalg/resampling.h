/* resampling.h - random orders, and samples of data.
 *
 * Threads: several threads may draw from one generator, as in random.h.  @namespace random Random  @alias size shape
 * @alias shape size */
#ifndef GPULINALG_RESAMPLING_H
#define GPULINALG_RESAMPLING_H

#include "random.h"

GLA_BEGIN_DECLS

/** A random order of numbers, or of the elements of an array along an axis.
 *
 * All orders are equally likely: positions are sorted by words of 64 bits, one for each, which are drawn. The order is the same
 * on every device.
 *
 * @param generator  Generator
 * @param x          an integer n, for the numbers 0 … n − 1; or an array, of which a permuted copy is made
 * @param axis       of an array: along which it is permuted; what has the same position there stays together
 * @param device     where the result is; none: where x is, else the current one
 * @return           int64 array of shape (n,), or an array with the shape and dtype of x
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is negative
 * @throws DTypeError     if n is not an integer
 * @needs  random.integers, sorting.argsort, array.gather
 * @see    numpy.random.Generator.permutation
 * @example g = random.new_generator 42
 *   random.generator_permutation g 6 -> [2 1 3 0 4 5]
 */
gla_status gla_random_generator_permutation(const gla_random_generator *generator, const gla_array *x, gla_array **out,
                                            int axis GLA_DEFAULT(= 0), const char *device GLA_DEFAULT(= NULL));

/** Bring an array into a random order along an axis, in place.
 *
 * What has the same position along the axis stays together. The order is that of `generator_permutation`.
 *
 * @param generator  Generator
 * @param x          array to change; other views of its memory change with it
 * @param axis       along which it is shuffled
 * @return           nothing
 * @throws IndexError     if axis is out of range, as any is when x has no dimension
 * @throws ArgumentError  if x is read-only
 * @needs  random.integers, sorting.argsort, array.gather
 * @see    numpy.random.Generator.shuffle
 * @example g = random.new_generator 42
 *   x = arange 6
 *   random.generator_shuffle g x
 *   x -> [2 1 3 0 4 5]
 */
gla_status gla_random_generator_shuffle(const gla_random_generator *generator, gla_array *x, int axis GLA_DEFAULT(= 0));

/** Elements drawn from an array along an axis, or from the numbers 0 … n − 1.
 *
 * With probabilities, they are taken as multiples of 2^-62, whose sums have no rounding: so the same elements are drawn on
 * every device. Without replacement, each further element is drawn from those that are left, with probabilities in proportion
 * to p, and the order is a random one. Up to half of the elements, without p, are those that `generator_integers` draws,
 * without what has been there before; more are the first ones of a permutation.
 *
 * @param generator  Generator
 * @param a          an integer n, for the numbers 0 … n − 1; or an array
 * @param size       of what is drawn, an integer or a list; none: one element
 * @param replace    whether an element may be drawn again
 * @param p          probability of each element; none: all are equally likely
 * @param axis       of an array: along which elements are drawn; the dimensions of size stand in its place
 * @param device     where the result is; none: where a and p are, else the current one
 * @return           int64 array of shape `size`, or an array of the type of a
 * @throws ArgumentError  if a is empty, n or a number of p is negative, p does not add up to 1, or there are fewer elements,
 *                        or fewer above probability 0, than are drawn without replacement
 * @throws ShapeError     if p is not a vector with a number for each element, or a dimension is negative
 * @throws IndexError     if axis is out of range
 * @throws DTypeError     if n is not an integer, or p is complex
 * @needs  random.integers, random.draw, sorting.argsort, sorting.search, array.gather, array.group
 * @see    numpy.random.Generator.choice; P. S. Efraimidis and P. G. Spirakis, Weighted random sampling with a reservoir (2006)
 * @example g = random.new_generator 42
 *   random.generator_choice g 5 3 -> [2 1 1]
 *   random.generator_choice g [10, 20, 30] 2 replace=false -> [10 20]
 */
gla_status gla_random_generator_choice(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                       const gla_ints *size GLA_DEFAULT(= NULL), bool replace GLA_DEFAULT(= true),
                                       const gla_array *p GLA_DEFAULT(= NULL), int axis GLA_DEFAULT(= 0),
                                       const char *device GLA_DEFAULT(= NULL));

/** Categories, each with a row of probabilities: the next states of Markov chains, of which p has the rows of the transition
 * matrix.
 *
 * Probabilities are taken as multiples of 2^-62, whose sums have no rounding: the same categories on every device.
 *
 * @param generator  Generator
 * @param p          probabilities, shape (..., k): each row adds up to 1
 * @param shape      of the result, an integer or a list, to which the shape of p without its last dimension broadcasts; none:
 *                   that
 * @param logits     whether p holds logarithms of the probabilities instead, up to a constant for each row; −Inf is
 *                   probability 0
 * @param device     where the result is; none: where p is, else the current one
 * @return           int64 array of that shape, numbers of 0 … k − 1
 * @throws ArgumentError  if a number of p is negative, or a row does not add up to 1; with logits, when a row has NaN or
 *                        Inf, or no finite one
 * @throws ShapeError     if p has no dimension or no categories, or does not broadcast to shape
 * @throws DTypeError     if p is complex
 * @needs  random.integers, sorting.search
 * @see    numpy.random.Generator.choice
 * @example g = random.new_generator 42
 *   random.generator_categorical g [[0.9, 0.1], [0.2, 0.8]] -> [0 1]
 *   random.generator_categorical g [0.0, 1.0] 4 -> [1 1 1 1]
 */
gla_status gla_random_generator_categorical(const gla_random_generator *generator, const gla_array *p, gla_array **out,
                                            const gla_ints *shape GLA_DEFAULT(= NULL), bool logits GLA_DEFAULT(= false),
                                            const char *device GLA_DEFAULT(= NULL));

/** Positions of rows drawn with replacement, for bootstraps.
 *
 * @param generator  Generator
 * @param n          how many rows there are
 * @param shape      of the result, an integer or a list, as (replications, n); default: n
 * @param device     where the result is; default: the current one
 * @return           int64 array of that shape, whole numbers of 0 … n − 1, all equally likely
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if a dimension is negative
 * @needs  random.integers
 * @see    B. Efron, Bootstrap methods: another look at the jackknife (1979)
 * @example g = random.new_generator 42
 *   random.generator_bootstrap_indices g 6 -> [2 2 1 2 3 4]
 */
gla_status gla_random_generator_bootstrap_indices(const gla_random_generator *generator, int64_t n, gla_array **out,
                                                  const gla_ints *shape GLA_DEFAULT(= NULL),
                                                  const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
