/* resampling.h - random orders, and samples of data.
 *
 * Threads: several may draw from one generator, as in random.h.  @namespace random Random */
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
 * @return           int64 array of shape (n,), or an array of the shape and type of x
 * @throws IndexError     when axis is out of range
 * @throws ArgumentError  when n is negative
 * @throws DTypeError     when n is not an integer
 * @needs  random.integers, sorting.argsort, array.gather
 * @see    numpy.random.Generator.permutation
 * @example g = random.new_generator 42
 *   random.generator_permutation g 6 -> [2 1 3 0 4 5]
 */
gla_status gla_random_generator_permutation(const gla_random_generator *generator, const gla_array *x, gla_array **out,
                                            int axis GLA_DEFAULT(= 0), const char *device GLA_DEFAULT(= NULL));

/** Positions of rows drawn with replacement, for bootstraps.
 *
 * @param generator  Generator
 * @param n          how many rows there are
 * @param shape      of the result, an integer or a list, as (replications, n); none means n
 * @param device     where the result is; none means the current one
 * @return           int64 array of that shape, whole numbers of 0 … n − 1, all equally likely
 * @throws ArgumentError  when n is below 1
 * @throws ShapeError     when a dimension is negative
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
