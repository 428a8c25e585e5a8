/* sparse_markov.h - Markov chains whose probabilities stand in a sparse matrix.
 *
 * @namespace sparse Sparse
 *
 * Element (i, j) is the probability that state j follows state i.  They are the functions of the namespace markov. */
#ifndef GPULINALG_SPARSE_MARKOV_H
#define GPULINALG_SPARSE_MARKOV_H

#include "random.h"
#include "sparse.h"

GLA_BEGIN_DECLS

/** Classes of states that can be reached from each other.
 *
 * @param a  Sparse of shape (n, n)
 * @return   list of int64 vectors, each rising, in the order of their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if a is not square, or has no states
 * @throws DTypeError     if a is complex
 * @needs  array.copy
 * @see    R. Tarjan (1972); QuantEcon.py, MarkovChain.communication_classes
 * @example a = sparse.new [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = sparse.communicating_classes a
 */
gla_status gla_sparse_communicating_classes(const gla_sparse *a, gla_arrays **classes);

/** Classes of states that the chain never leaves.
 *
 * @param a  Sparse of shape (n, n)
 * @return   list of int64 vectors, each rising, in the order of their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if a is not square, or has no states
 * @throws DTypeError     if a is complex
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.recurrent_classes
 * @example a = sparse.new [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = sparse.recurrent_classes a
 */
gla_status gla_sparse_recurrent_classes(const gla_sparse *a, gla_arrays **classes);

/** Whether each state can be reached from each.
 *
 * @param a  Sparse of shape (n, n)
 * @return   bool
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if a is not square, or has no states
 * @throws DTypeError     if a is complex
 * @needs  array.copy
 * @example a = sparse.new [[0.5, 0.5], [0.25, 0.75]]
 *   sparse.is_irreducible a -> true
 */
gla_status gla_sparse_is_irreducible(const gla_sparse *a, bool *irreducible);

/** The period of the chain: of its recurrent classes, the least common multiple.
 *
 * That of a class is the greatest common divisor of the lengths of its cycles.
 *
 * @param a  Sparse of shape (n, n)
 * @return   int64 array without dimensions
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if a is not square, or has no states
 * @throws DTypeError     if a is complex
 * @throws OverflowError  if the period is not below 2^63
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.period
 * @example a = sparse.new [[0.0, 1.0], [1.0, 0.0]]
 *   sparse.period a -> 2
 */
gla_status gla_sparse_period(const gla_sparse *a, gla_array **out);

/** Stationary distributions: a row for each recurrent class, in the order of `recurrent_classes`.
 *
 * States are eliminated without subtractions, so that small probabilities too have all their digits: of a class of up to 2000
 * as a full matrix, of a larger one over the ways that there are. Where a state's ways lead to too many others for that, the
 * equations are swept until nothing changes by more than 1e-14; groups of states that hardly communicate with others are found
 * as a whole.
 *
 * @param a  Sparse of shape (n, n)
 * @return   array of shape (recurrent classes, n); each row sums to 1
 * @throws ArgumentError     if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError        if a is not square, or has no states
 * @throws DTypeError        if a is complex
 * @throws ConvergenceError  if 100000 sweeps over a class that is too full to be eliminated have not converged
 * @throws SingularError     if probabilities of leaving a state vanish among floating-point numbers
 * @needs  array.copy
 * @see    W. K. Grassmann, M. I. Taksar, D. P. Heyman, Operations Research 33 (1985), 1107-1116
 * @example a = sparse.new [[0.5, 0.5], [0.25, 0.75]]
 *   sparse.stationary_distribution a -> [[0.33333333 0.66666667]]
 */
gla_status gla_sparse_stationary_distribution(const gla_sparse *a, gla_array **out);

/** The expected number of steps until the chain is in one of the given states for the first time.
 *
 * @param a        Sparse of shape (n, n)
 * @param targets  numbers of states, from 0 on: one, or a vector
 * @return         vector of shape (n,): 0 for targets, infinity where the chain may never come to one
 * @throws ArgumentError     if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError        if a is not square, or has no states
 * @throws DTypeError        if a is complex
 * @throws IndexError        if a target is not a state
 * @throws ConvergenceError  if 100000 sweeps over a class that is too full to be eliminated have not converged
 * @throws SingularError     if probabilities of leaving a state vanish among floating-point numbers
 * @needs  array.copy
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.5
 * @example a = sparse.new [[0.5, 0.5], [0.25, 0.75]]
 *   sparse.hitting_times a [1] -> [2. 0.]
 */
gla_status gla_sparse_hitting_times(const gla_sparse *a, const gla_array *targets, gla_array **out);

/** The probabilities that the chain ends in each recurrent class, in the order of `recurrent_classes`.
 *
 * @param a  Sparse of shape (n, n)
 * @return   array of shape (n, recurrent classes)
 * @throws ArgumentError     if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError        if a is not square, or has no states
 * @throws DTypeError        if a is complex
 * @throws ConvergenceError  if 100000 sweeps over a class that is too full to be eliminated have not converged
 * @throws SingularError     if probabilities of leaving a state vanish among floating-point numbers
 * @needs  array.copy
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.2
 * @example a = sparse.new [[1.0, 0.0, 0.0], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]]
 *   x = sparse.absorption_probabilities a
 *   getitem x 1 -> [0.5 0.5]
 */
gla_status gla_sparse_absorption_probabilities(const gla_sparse *a, gla_array **out);

/** Paths of states, drawn with a generator.
 *
 * Each step takes a number u of [0, 1) from the generator: the chain goes to the first state at which the probabilities of the
 * row, added up, exceed u times their sum.  Paths are drawn one after the other, and are the same on every device.
 *
 * @param a          Sparse of shape (n, n)
 * @param n          how many states a path has, the first with them
 * @param generator  Generator
 * @param x0         the first state, or a vector of them; none: one drawn from all, each equally likely
 * @return           int64 array of shape (n,), or (k, n) for k first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if a is not square, or has no states
 * @throws DTypeError     if a is complex
 * @throws IndexError     if a first state is not a state
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.simulate
 * @example a = sparse.new [[0.0, 1.0], [1.0, 0.0]]
 *   g = random.new_generator 42
 *   sparse.simulate a 4 g x0=0 -> [0 1 0 1]
 */
gla_status gla_sparse_simulate(const gla_sparse *a, int64_t n, const gla_random_generator *generator, gla_array **paths,
                               const gla_array *x0 GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
