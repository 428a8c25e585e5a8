/* sparse_markov.h - Markov chains with a sparse transition matrix.
 *
 * @namespace sparse Sparse
 *
 * Element (i, j) is the probability that state j follows state i. The namespace markov has the same functions for dense
 * matrices. */
#ifndef GPULINALG_SPARSE_MARKOV_H
#define GPULINALG_SPARSE_MARKOV_H

#include "random.h"
#include "sparse.h"

GLA_BEGIN_DECLS

/** Find the communicating classes of a Markov chain with a sparse transition matrix: sets of states that can all be reached
 * from each other.
 *
 * @param a  sparse matrix of transition probabilities, shape (n, n)
 * @return   list of int64 vectors, one for each class, with the states of the class in ascending order. The classes are sorted
 *           by their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if a is not square or is empty
 * @throws DTypeError     if a is complex
 * @needs  array.copy
 * @see    R. Tarjan (1972); QuantEcon.py, MarkovChain.communication_classes
 * @example a = sparse.new [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = sparse.communicating_classes a
 */
gla_status gla_sparse_communicating_classes(const gla_sparse *a, gla_arrays **classes);

/** Find the recurrent classes of a Markov chain with a sparse transition matrix: communicating classes that the chain never
 * leaves.
 *
 * @param a  sparse matrix of transition probabilities, shape (n, n)
 * @return   list of int64 vectors, one for each class, with the states of the class in ascending order. The classes are sorted
 *           by their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if a is not square or is empty
 * @throws DTypeError     if a is complex
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.recurrent_classes
 * @example a = sparse.new [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = sparse.recurrent_classes a
 */
gla_status gla_sparse_recurrent_classes(const gla_sparse *a, gla_arrays **classes);

/** Return true if a Markov chain with a sparse transition matrix is irreducible, that is, if every state can be reached from
 * every other state.
 *
 * @param a  sparse matrix of transition probabilities, shape (n, n)
 * @return   bool
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if a is not square or is empty
 * @throws DTypeError     if a is complex
 * @needs  array.copy
 * @example a = sparse.new [[0.5, 0.5], [0.25, 0.75]]
 *   sparse.is_irreducible a -> true
 */
gla_status gla_sparse_is_irreducible(const gla_sparse *a, bool *irreducible);

/** Compute the period of a Markov chain with a sparse transition matrix: the least common multiple of the periods of its
 * recurrent classes.
 *
 * The period of a class is the greatest common divisor of the lengths of its cycles.
 *
 * @param a  sparse matrix of transition probabilities, shape (n, n)
 * @return   0-d int64 array
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if a is not square or is empty
 * @throws DTypeError     if a is complex
 * @throws OverflowError  if the period is 2^63 or more
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.period
 * @example a = sparse.new [[0.0, 1.0], [1.0, 0.0]]
 *   sparse.period a -> 2
 */
gla_status gla_sparse_period(const gla_sparse *a, gla_array **out);

/** Compute the stationary distributions of a Markov chain with a sparse transition matrix: one row for each recurrent class.
 *
 * The rows are in the order of `recurrent_classes`. States are eliminated without subtractions (the GTH algorithm), so small
 * probabilities are computed to full accuracy too. Elimination uses a dense matrix for classes of up to 2000 states and a
 * sparse matrix for larger classes. If sparse elimination would fill in too much, Gauss–Seidel sweeps are repeated until the
 * relative change is at most 1e-14. Groups of states that rarely communicate with other groups are aggregated to speed up the
 * iteration.
 *
 * @param a  sparse matrix of transition probabilities, shape (n, n)
 * @return   array of shape (number of recurrent classes, n); each row sums to 1
 * @throws ArgumentError     if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for
 *                           float32)
 * @throws ShapeError        if a is not square or is empty
 * @throws DTypeError        if a is complex
 * @throws ConvergenceError  if elimination would fill in too much and the iteration does not converge within 100000 sweeps
 * @throws SingularError     if the probability of leaving a state underflows to zero
 * @needs  array.copy
 * @cost   gather 200 * bytes(a)
 * @see    W. K. Grassmann, M. I. Taksar, D. P. Heyman, Operations Research 33 (1985), 1107-1116
 * @example a = sparse.new [[0.5, 0.5], [0.25, 0.75]]
 *   sparse.stationary_distribution a -> [[0.33333333 0.66666667]]
 */
gla_status gla_sparse_stationary_distribution(const gla_sparse *a, gla_array **out);

/** Compute the expected number of steps until a Markov chain with a sparse transition matrix first reaches one of the given
 * states.
 *
 * @param a        sparse matrix of transition probabilities, shape (n, n)
 * @param targets  indices of the target states, counted from 0: an integer or a vector
 * @return         vector of shape (n,): 0 for target states, and infinity for states from which the chain might never reach a
 *                 target state
 * @throws ArgumentError     if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for
 *                           float32)
 * @throws ShapeError        if a is not square or is empty
 * @throws DTypeError        if a is complex
 * @throws IndexError        if a target is not in 0 … n − 1
 * @throws ConvergenceError  if elimination would fill in too much and the iteration does not converge within 100000 sweeps
 * @throws SingularError     if the probability of leaving a state underflows to zero
 * @needs  array.copy
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.5
 * @example a = sparse.new [[0.5, 0.5], [0.25, 0.75]]
 *   sparse.hitting_times a [1] -> [2. 0.]
 */
gla_status gla_sparse_hitting_times(const gla_sparse *a, const gla_array *targets, gla_array **out);

/** Compute the probabilities that a Markov chain with a sparse transition matrix ends in each of its recurrent classes.
 *
 * The columns are in the order of `recurrent_classes`.
 *
 * @param a  sparse matrix of transition probabilities, shape (n, n)
 * @return   array of shape (n, number of recurrent classes)
 * @throws ArgumentError     if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for
 *                           float32)
 * @throws ShapeError        if a is not square or is empty
 * @throws DTypeError        if a is complex
 * @throws ConvergenceError  if elimination would fill in too much and the iteration does not converge within 100000 sweeps
 * @throws SingularError     if the probability of leaving a state underflows to zero
 * @needs  array.copy
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.2
 * @example a = sparse.new [[1.0, 0.0, 0.0], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]]
 *   x = sparse.absorption_probabilities a
 *   getitem x 1 -> [0.5 0.5]
 */
gla_status gla_sparse_absorption_probabilities(const gla_sparse *a, gla_array **out);

/** Simulate paths of a Markov chain with a sparse transition matrix.
 *
 * Each step draws a number u, uniform on [0, 1), from the generator. The next state is the first state whose cumulative
 * probability, in the row of the current state, exceeds u times the sum of the row. Paths are drawn one after the other, so all
 * devices return the same paths.
 *
 * @param a          sparse matrix of transition probabilities, shape (n, n)
 * @param n          number of states in each path, including the first
 * @param generator  random generator
 * @param x0         first state of the path, or a vector with the first state of each path; by default one path starts from a
 *                   random state, all states equally likely
 * @return           int64 array of shape (n,), or (k, n) for k first states
 * @throws ArgumentError  if n is not positive, a probability is negative or not finite, or a row does not sum to 1 within 1e-8
 *                        (1e-4 for float32)
 * @throws ShapeError     if a is not square or is empty, or x0 has more than one dimension
 * @throws DTypeError     if a is complex, or x0 is not an integer array
 * @throws IndexError     if an element of x0 is not in 0 … n − 1
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
