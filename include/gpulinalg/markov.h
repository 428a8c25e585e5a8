/* markov.h - Markov chains with finitely many states.
 *
 * @namespace markov Markov
 *
 * Element (i, j) of P is the probability that state j follows state i. For sparse matrices use the functions of the same names
 * in the namespace sparse, which are also methods of Sparse. All functions compute on the host; the results are on the device
 * of P. */
#ifndef GPULINALG_MARKOV_H
#define GPULINALG_MARKOV_H

#include "core.h"
#include "random.h"

GLA_BEGIN_DECLS

/** Find the communicating classes of a Markov chain: sets of states that can all be reached from each other.
 *
 * @param P  matrix of transition probabilities, shape (n, n)
 * @return   list of int64 vectors, one for each class, with the states of the class in ascending order. The classes are sorted
 *           by their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if P is not square or is empty
 * @throws DTypeError     if P is complex
 * @needs  array.copy
 * @vjp    zero
 * @see    R. Tarjan (1972); QuantEcon.py, MarkovChain.communication_classes
 * @example P = asarray [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = markov.communicating_classes P
 */
gla_status gla_markov_communicating_classes(const gla_array *P, gla_arrays **classes);

/** Find the recurrent classes of a Markov chain: communicating classes that the chain never leaves.
 *
 * @param P  matrix of transition probabilities, shape (n, n)
 * @return   list of int64 vectors, one for each class, with the states of the class in ascending order. The classes are sorted
 *           by their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if P is not square or is empty
 * @throws DTypeError     if P is complex
 * @needs  array.copy
 * @vjp    zero
 * @see    QuantEcon.py, MarkovChain.recurrent_classes
 * @example P = asarray [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = markov.recurrent_classes P
 */
gla_status gla_markov_recurrent_classes(const gla_array *P, gla_arrays **classes);

/** Return true if a Markov chain is irreducible, that is, if every state can be reached from every other state.
 *
 * @param P  matrix of transition probabilities, shape (n, n)
 * @return   bool
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if P is not square or is empty
 * @throws DTypeError     if P is complex
 * @needs  array.copy
 * @example P = asarray [[0.5, 0.5], [0.25, 0.75]]
 *   markov.is_irreducible P -> true
 */
gla_status gla_markov_is_irreducible(const gla_array *P, bool *irreducible);

/** Compute the period of a Markov chain: the least common multiple of the periods of its recurrent classes.
 *
 * The period of a class is the greatest common divisor of the lengths of its cycles.
 *
 * @param P  matrix of transition probabilities, shape (n, n)
 * @return   0-d int64 array
 * @throws ArgumentError  if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for float32)
 * @throws ShapeError     if P is not square or is empty
 * @throws DTypeError     if P is complex
 * @throws OverflowError  if the period is 2^63 or more
 * @needs  array.copy
 * @vjp    zero
 * @see    QuantEcon.py, MarkovChain.period
 * @example P = asarray [[0.0, 1.0], [1.0, 0.0]]
 *   markov.period P -> 2
 */
gla_status gla_markov_period(const gla_array *P, gla_array **out);

/** Compute the stationary distributions of a Markov chain: one row for each recurrent class.
 *
 * The rows are in the order of `recurrent_classes`. States are eliminated without subtractions (the GTH algorithm), so small
 * probabilities are computed to full accuracy too. Elimination uses a dense matrix for classes of up to 2000 states and a
 * sparse matrix for larger classes. If sparse elimination would fill in too much, Gauss–Seidel sweeps are repeated until the
 * relative change is at most 1e-14.
 *
 * @param P  matrix of transition probabilities, shape (n, n)
 * @return   array of shape (number of recurrent classes, n); each row sums to 1
 * @throws ArgumentError     if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for
 *                           float32)
 * @throws ShapeError        if P is not square or is empty
 * @throws DTypeError        if P is complex
 * @throws ConvergenceError  if elimination would fill in too much and the iteration does not converge within 100000 sweeps
 * @throws SingularError     if the probability of leaving a state underflows to zero
 * @needs  array.copy
 * @cost   factor 0.67 * size(P) * P[-1]
 * @vjp    saves P, out
 * @see    W. K. Grassmann, M. I. Taksar, D. P. Heyman, Operations Research 33 (1985), 1107-1116
 * @example P = asarray [[0.5, 0.5], [0.25, 0.75]]
 *   markov.stationary_distribution P -> [[0.33333333 0.66666667]]
 */
gla_status gla_markov_stationary_distribution(const gla_array *P, gla_array **out);

/** Compute the expected number of steps until a Markov chain first reaches one of the given states.
 *
 * @param P        matrix of transition probabilities, shape (n, n)
 * @param targets  indices of the target states, counted from 0: an integer or a nonempty vector
 * @return         vector of shape (n,): 0 for target states, and infinity for states from which the chain might never reach a
 *                 target state
 * @throws ArgumentError     if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for
 *                           float32)
 * @throws ShapeError        if P is not square or is empty, or targets is empty or has more than one dimension
 * @throws DTypeError        if P is complex, or targets is not an integer array
 * @throws IndexError        if a target is not in 0 … n − 1
 * @throws ConvergenceError  if elimination would fill in too much and the iteration does not converge within 100000 sweeps
 * @throws SingularError     if the probability of leaving a state underflows to zero
 * @needs  array.copy
 * @cost   factor 0.67 * size(P) * P[-1]
 * @vjp    saves P, out
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.5
 * @example P = asarray [[0.5, 0.5], [0.25, 0.75]]
 *   markov.hitting_times P [1] -> [2. 0.]
 */
gla_status gla_markov_hitting_times(const gla_array *P, const gla_array *targets, gla_array **out);

/** Compute the probabilities that a Markov chain ends in each of its recurrent classes.
 *
 * The columns are in the order of `recurrent_classes`.
 *
 * @param P  matrix of transition probabilities, shape (n, n)
 * @return   array of shape (n, number of recurrent classes)
 * @throws ArgumentError     if a probability is negative or not finite, or a row does not sum to 1 within 1e-8 (1e-4 for
 *                           float32)
 * @throws ShapeError        if P is not square or is empty
 * @throws DTypeError        if P is complex
 * @throws ConvergenceError  if elimination would fill in too much and the iteration does not converge within 100000 sweeps
 * @throws SingularError     if the probability of leaving a state underflows to zero
 * @needs  array.copy
 * @cost   factor 0.67 * size(P) * P[-1]
 * @vjp    saves P, out
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.2
 * @example P = asarray [[1.0, 0.0, 0.0], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]]
 *   x = markov.absorption_probabilities P
 *   getitem x 1 -> [0.5 0.5]
 */
gla_status gla_markov_absorption_probabilities(const gla_array *P, gla_array **out);

/** Simulate paths of a Markov chain.
 *
 * Each step draws a number u, uniform on [0, 1), from the generator. The next state is the first state whose cumulative
 * probability, in the row of the current state, exceeds u times the sum of the row. Paths are drawn one after the other, so all
 * devices return the same paths.
 *
 * @param P          matrix of transition probabilities, shape (n, n)
 * @param n          number of states in each path, including the first
 * @param generator  random generator
 * @param x0         first state of the path, or a vector with the first state of each path; by default one path starts from a
 *                   random state, all states equally likely
 * @return           int64 array of shape (n,), or (k, n) for k first states
 * @throws ArgumentError  if n is not positive, a probability is negative or not finite, or a row does not sum to 1 within 1e-8
 *                        (1e-4 for float32)
 * @throws ShapeError     if P is not square or is empty, or x0 has more than one dimension
 * @throws DTypeError     if P is complex, or x0 is not an integer array
 * @throws IndexError     if an element of x0 is not in 0 … n − 1
 * @needs  array.copy
 * @vjp    zero
 * @see    QuantEcon.py, MarkovChain.simulate
 * @example P = asarray [[0.0, 1.0], [1.0, 0.0]]
 *   g = random.new_generator 42
 *   markov.simulate P 4 g x0=0 -> [0 1 0 1]
 */
gla_status gla_markov_simulate(const gla_array *P, int64_t n, const gla_random_generator *generator, gla_array **paths,
                               const gla_array *x0 GLA_DEFAULT(= NULL));

/** Approximate the AR(1) process y' = μ + ρ y + e by a Markov chain on an equally spaced grid, with Tauchen's method.
 *
 * @param n       number of states
 * @param rho     autoregressive coefficient ρ, between −1 and 1
 * @param sigma   standard deviation of the innovation e, which is normal
 * @param mu      intercept μ
 * @param n_std   distance of the outermost states from the mean of y, in standard deviations of y
 * @param device  device of the results; default: the current device
 * @return        grid: values of the states, shape (n,); P: transition probabilities, shape (n, n)
 * @throws ArgumentError  if n is not positive, n_std or sigma is not positive and finite, mu is not finite, or rho is not
 *                        between −1 and 1
 * @needs  array.copy
 * @see    G. Tauchen, Economics Letters 20 (1986), 177-181; QuantEcon.py, tauchen
 * @example grid, P = markov.tauchen 3 0.0 1.0
 *   grid -> [-3.  0.  3.]
 */
gla_status gla_markov_tauchen(int64_t n, double rho, double sigma, gla_array **grid, gla_array **P,
                              double mu GLA_DEFAULT(= 0.0), double n_std GLA_DEFAULT(= 3.0),
                              const char *device GLA_DEFAULT(= NULL));

/** Approximate the AR(1) process y' = μ + ρ y + e by a Markov chain, with Rouwenhorst's method.
 *
 * The chain has exactly the mean, variance and autocorrelation of y.
 *
 * @param n       number of states
 * @param rho     autoregressive coefficient ρ, between −1 and 1
 * @param sigma   standard deviation of the innovation e
 * @param mu      intercept μ
 * @param device  device of the results; default: the current device
 * @return        grid: values of the states, shape (n,); P: transition probabilities, shape (n, n)
 * @throws ArgumentError  if n is not positive, sigma is not positive and finite, mu is not finite, or rho is not between −1 and
 *                        1
 * @needs  array.copy
 * @see    K. A. Kopecky, R. M. H. Suen, Review of Economic Dynamics 13 (2010), 701-714; QuantEcon.py, rouwenhorst
 * @example grid, P = markov.rouwenhorst 3 0.0 1.0
 *   P
 *   -> [[0.25 0.5  0.25]
 *   ->  [0.25 0.5  0.25]
 *   ->  [0.25 0.5  0.25]]
 */
gla_status gla_markov_rouwenhorst(int64_t n, double rho, double sigma, gla_array **grid, gla_array **P,
                                  double mu GLA_DEFAULT(= 0.0), const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
