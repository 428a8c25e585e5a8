/* resampling.h - permutations, sampling with and without replacement, and bootstrap indices.
 *
 * Threads: several threads may draw from one generator, as in random.h.  @namespace random Random  @alias size shape @alias
 * shape size */
#ifndef GPULINALG_RESAMPLING_H
#define GPULINALG_RESAMPLING_H

#include "random.h"

GLA_BEGIN_DECLS

/** Return a random permutation of 0 … n − 1, or a permuted copy of an array along an axis.
 *
 * All orders are equally likely. One 64-bit word is drawn for each position, and the positions are sorted by these words. The
 * order is the same on every device.
 *
 * @param generator  Generator
 * @param x          integer n, for a permutation of 0 … n − 1, or an array, for a permuted copy
 * @param axis       axis of an array to permute; slices along this axis are moved as a whole
 * @param device     device of the result; default: that of x, else the current one
 * @return           int64 array of shape (n,), or an array with the shape and dtype of x
 * @throws IndexError     if axis is out of range
 * @throws ArgumentError  if n is negative
 * @throws DTypeError     if n is not an integer
 * @needs  random.integers, sorting.argsort, array.gather
 * @vjp    none: use take with a permutation of the positions
 * @see    numpy.random.Generator.permutation
 * @example g = random.new_generator 42
 *   random.generator_permutation g 6 -> [2 1 3 0 4 5]
 */
gla_status gla_random_generator_permutation(const gla_random_generator *generator, const gla_array *x, gla_array **out,
                                            int axis GLA_DEFAULT(= 0), const char *device GLA_DEFAULT(= NULL));

/** Shuffle an array along an axis, in place.
 *
 * Slices along the axis are moved as a whole. The order is the same as in `generator_permutation`.
 *
 * @param generator  Generator
 * @param x          array to change. Other arrays that share the memory of x change too
 * @param axis       axis to shuffle
 * @return           nothing
 * @throws IndexError     if axis is out of range, which for a 0-d array is true of every axis
 * @throws ArgumentError  if x is read-only
 * @needs  random.integers, sorting.argsort, array.gather
 * @see    numpy.random.Generator.shuffle
 * @example g = random.new_generator 42
 *   x = arange 6
 *   random.generator_shuffle g x
 *   x -> [2 1 3 0 4 5]
 */
gla_status gla_random_generator_shuffle(const gla_random_generator *generator, gla_array *x, int axis GLA_DEFAULT(= 0));

/** Draw a random sample from an array along an axis, or from 0 … n − 1, with or without replacement.
 *
 * Probabilities are rounded to multiples of 2^-62, whose sums have no rounding error, so that the same elements are drawn on
 * every device. Without replacement, each element is drawn from the remaining elements with a probability proportional to p,
 * and the order of the sample is random. Without replacement and without p, a sample of at most half of the elements is drawn
 * by `generator_integers`, skipping repetitions. A larger sample is the first part of a random permutation.
 *
 * @param generator  Generator
 * @param a          integer n, for a sample from 0 … n − 1, or an array to sample from
 * @param size       shape of the sample, an integer or a list; default: one element
 * @param replace    true: an element may be drawn several times
 * @param p          probability of each element; by default all elements are equally likely
 * @param axis       axis of an array to sample along; in the result this axis is replaced by the dimensions of size
 * @param device     device of the result; default: the device of a and p, else the current one
 * @return           int64 array of shape `size`, or an array with the dtype of a
 * @throws ArgumentError  if a is empty, n or an element of p is negative, p does not sum to 1, or a sample without replacement
 *                        is larger than the number of elements or the number of positive probabilities
 * @throws ShapeError     if p is not a vector with one probability for each element, or a dimension is negative
 * @throws IndexError     if axis is out of range
 * @throws DTypeError     if n is not an integer, or p is complex
 * @needs  random.integers, random.draw, sorting.argsort, sorting.search, array.gather, array.group
 * @vjp    none: use take with a choice of the positions
 * @see    numpy.random.Generator.choice; P. S. Efraimidis and P. G. Spirakis, Weighted random sampling with a reservoir (2006)
 * @example g = random.new_generator 42
 *   random.generator_choice g 5 3 -> [2 1 1]
 *   random.generator_choice g [10, 20, 30] 2 replace=false -> [10 20]
 */
gla_status gla_random_generator_choice(const gla_random_generator *generator, const gla_array *a, gla_array **out,
                                       const gla_ints *size GLA_DEFAULT(= NULL), bool replace GLA_DEFAULT(= true),
                                       const gla_array *p GLA_DEFAULT(= NULL), int axis GLA_DEFAULT(= 0),
                                       const char *device GLA_DEFAULT(= NULL));

/** Draw categories from rows of probabilities, such as the next states of Markov chains.
 *
 * To draw the next states of Markov chains, pass as p the row of the transition matrix for each current state. Probabilities
 * are rounded to multiples of 2^-62, whose sums have no rounding error, so that the categories are the same on every device.
 *
 * @param generator  Generator
 * @param p          probabilities, shape (..., k); each row sums to 1
 * @param shape      shape of the result, an integer or a list, to which the leading dimensions of p broadcast; default: the
 *                   leading dimensions of p
 * @param logits     true: p contains the logarithms of the probabilities, up to a constant for each row. The value −Inf means
 *                   probability 0
 * @param device     device of the result; default: that of p, else the current one
 * @return           int64 array of categories from 0 to k − 1
 * @throws ArgumentError  if an element of p is negative, a row does not sum to 1, or `logits` is true and a row contains NaN or
 *                        Inf, or has no finite element
 * @throws ShapeError     if p is a scalar or has no categories, or does not broadcast to shape
 * @throws DTypeError     if p is complex
 * @needs  random.integers, sorting.search
 * @vjp    zero
 * @see    numpy.random.Generator.choice
 * @example g = random.new_generator 42
 *   random.generator_categorical g [[0.9, 0.1], [0.2, 0.8]] -> [0 1]
 *   random.generator_categorical g [0.0, 1.0] 4 -> [1 1 1 1]
 */
gla_status gla_random_generator_categorical(const gla_random_generator *generator, const gla_array *p, gla_array **out,
                                            const gla_ints *shape GLA_DEFAULT(= NULL), bool logits GLA_DEFAULT(= false),
                                            const char *device GLA_DEFAULT(= NULL));

/** Draw row positions with replacement, for bootstrap samples.
 *
 * @param generator  Generator
 * @param n          number of rows
 * @param shape      shape of the result, an integer or a list, such as (replications, n); n if not given
 * @param device     device of the result; default: the current one
 * @return           int64 array of positions from 0 to n − 1, all equally likely
 * @throws ArgumentError  if n is below 1
 * @throws ShapeError     if a dimension is negative
 * @needs  random.integers
 * @vjp    zero
 * @see    B. Efron, Bootstrap methods: another look at the jackknife (1979)
 * @example g = random.new_generator 42
 *   random.generator_bootstrap_indices g 6 -> [2 2 1 2 3 4]
 */
gla_status gla_random_generator_bootstrap_indices(const gla_random_generator *generator, int64_t n, gla_array **out,
                                                  const gla_ints *shape GLA_DEFAULT(= NULL),
                                                  const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
