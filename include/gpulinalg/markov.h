/* markov.h - Markov chains with finitely many states.
 *
 * @namespace markov Markov
 *
 * Element (i, j) of P is the probability that state j follows state i.  Functions of the same names take sparse
 * matrices, in the namespace sparse and as methods of Sparse.  All are computed on the host; results are where P is. */
#ifndef GPULINALG_MARKOV_H
#define GPULINALG_MARKOV_H

#include "core.h"
#include "random.h"

GLA_BEGIN_DECLS

/** Classes of states that can be reached from each other.
 *
 * @param P  array of shape (n, n)
 * @return   list of int64 vectors, each rising, in the order of their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if P is not square, or has no states
 * @throws DTypeError     if P is complex
 * @needs  array.copy
 * @see    R. Tarjan (1972); QuantEcon.py, MarkovChain.communication_classes
 * @example P = asarray [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = markov.communicating_classes P
 */
gla_status gla_markov_communicating_classes(const gla_array *P, gla_arrays **classes);

/** Classes of states that the chain never leaves.
 *
 * @param P  array of shape (n, n)
 * @return   list of int64 vectors, each rising, in the order of their first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if P is not square, or has no states
 * @throws DTypeError     if P is complex
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.recurrent_classes
 * @example P = asarray [[0.5, 0.5, 0.0], [0.25, 0.75, 0.0], [0.0, 0.5, 0.5]]
 *   classes = markov.recurrent_classes P
 */
gla_status gla_markov_recurrent_classes(const gla_array *P, gla_arrays **classes);

/** Whether each state can be reached from each.
 *
 * @param P  array of shape (n, n)
 * @return   bool
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if P is not square, or has no states
 * @throws DTypeError     if P is complex
 * @needs  array.copy
 * @example P = asarray [[0.5, 0.5], [0.25, 0.75]]
 *   markov.is_irreducible P -> true
 */
gla_status gla_markov_is_irreducible(const gla_array *P, bool *irreducible);

/** The period of the chain: of its recurrent classes, the least common multiple.
 *
 * That of a class is the greatest common divisor of the lengths of its cycles.
 *
 * @param P  array of shape (n, n)
 * @return   int64 array without dimensions
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if P is not square, or has no states
 * @throws DTypeError     if P is complex
 * @throws OverflowError  if the period is not below 2^63
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.period
 * @example P = asarray [[0.0, 1.0], [1.0, 0.0]]
 *   markov.period P -> 2
 */
gla_status gla_markov_period(const gla_array *P, gla_array **out);

/** Stationary distributions: a row for each recurrent class, in the order of `recurrent_classes`.
 *
 * States are eliminated without subtractions, so that small probabilities too have all their digits: of a class of up to 2000
 * as a full matrix, of a larger one over the ways that there are. Where a state's ways lead to too many others for that, the
 * equations are swept until nothing changes by more than 1e-14.
 *
 * @param P  array of shape (n, n)
 * @return   array of shape (recurrent classes, n); each row sums to 1
 * @throws ArgumentError     if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError        if P is not square, or has no states
 * @throws DTypeError        if P is complex
 * @throws ConvergenceError  if 100000 sweeps over a class that is too full to be eliminated have not converged
 * @throws SingularError     if probabilities of leaving a state vanish among floating-point numbers
 * @needs  array.copy
 * @see    W. K. Grassmann, M. I. Taksar, D. P. Heyman, Operations Research 33 (1985), 1107-1116
 * @example P = asarray [[0.5, 0.5], [0.25, 0.75]]
 *   markov.stationary_distribution P -> [[0.33333333 0.66666667]]
 */
gla_status gla_markov_stationary_distribution(const gla_array *P, gla_array **out);

/** The expected number of steps until the chain is in one of the given states for the first time.
 *
 * @param P        array of shape (n, n)
 * @param targets  numbers of states, from 0 on: one, or a vector
 * @return         vector of shape (n,): 0 for targets, infinity where the chain may never come to one
 * @throws ArgumentError     if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError        if P is not square, or has no states
 * @throws DTypeError        if P is complex
 * @throws IndexError        if a target is not a state
 * @throws ConvergenceError  if 100000 sweeps over a class that is too full to be eliminated have not converged
 * @throws SingularError     if probabilities of leaving a state vanish among floating-point numbers
 * @needs  array.copy
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.5
 * @example P = asarray [[0.5, 0.5], [0.25, 0.75]]
 *   markov.hitting_times P [1] -> [2. 0.]
 */
gla_status gla_markov_hitting_times(const gla_array *P, const gla_array *targets, gla_array **out);

/** The probabilities that the chain ends in each recurrent class, in the order of `recurrent_classes`.
 *
 * @param P  array of shape (n, n)
 * @return   array of shape (n, recurrent classes)
 * @throws ArgumentError     if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError        if P is not square, or has no states
 * @throws DTypeError        if P is complex
 * @throws ConvergenceError  if 100000 sweeps over a class that is too full to be eliminated have not converged
 * @throws SingularError     if probabilities of leaving a state vanish among floating-point numbers
 * @needs  array.copy
 * @see    J. R. Norris, Markov Chains (1997), theorem 1.3.2
 * @example P = asarray [[1.0, 0.0, 0.0], [0.25, 0.5, 0.25], [0.0, 0.0, 1.0]]
 *   x = markov.absorption_probabilities P
 *   getitem x 1 -> [0.5 0.5]
 */
gla_status gla_markov_absorption_probabilities(const gla_array *P, gla_array **out);

/** Paths of states, drawn with a generator.
 *
 * Each step takes a number u of [0, 1) from the generator: the chain goes to the first state at which the probabilities of the
 * row, added up, exceed u times their sum.  Paths are drawn one after the other, and are the same on every device.
 *
 * @param P          array of shape (n, n)
 * @param n          how many states a path has, the first with them
 * @param generator  Generator
 * @param x0         the first state, or a vector of them; none: one drawn from all, each equally likely
 * @return           int64 array of shape (n,), or (k, n) for k first states
 * @throws ArgumentError  if a probability is negative or not finite, or a row's sum is not 1 within 1e-8 (float32: 1e-4)
 * @throws ShapeError     if P is not square, or has no states
 * @throws DTypeError     if P is complex
 * @throws IndexError     if a first state is not a state
 * @needs  array.copy
 * @see    QuantEcon.py, MarkovChain.simulate
 * @example P = asarray [[0.0, 1.0], [1.0, 0.0]]
 *   g = random.new_generator 42
 *   markov.simulate P 4 g x0=0 -> [0 1 0 1]
 */
gla_status gla_markov_simulate(const gla_array *P, int64_t n, const gla_random_generator *generator, gla_array **paths,
                               const gla_array *x0 GLA_DEFAULT(= NULL));

/** A chain for an autoregression: y' = μ + ρ y + e, by equally spaced states (Tauchen).
 *
 * @param n       number of states
 * @param rho     ρ, between −1 and 1
 * @param sigma   standard deviation of e, which is normal
 * @param mu      μ
 * @param n_std   how many standard deviations of y the outer states are away from its mean
 * @param device  where the results are; none: the current one
 * @return        grid: values of the states, shape (n,); P: transition probabilities, shape (n, n)
 * @throws ArgumentError  if n or n_std is not positive, sigma is not positive and finite, or rho not between −1 and 1
 * @needs  array.copy
 * @see    G. Tauchen, Economics Letters 20 (1986), 177-181; QuantEcon.py, tauchen
 * @example grid, P = markov.tauchen 3 0.0 1.0
 *   grid -> [-3.  0.  3.]
 */
gla_status gla_markov_tauchen(int64_t n, double rho, double sigma, gla_array **grid, gla_array **P,
                              double mu GLA_DEFAULT(= 0.0), double n_std GLA_DEFAULT(= 3.0),
                              const char *device GLA_DEFAULT(= NULL));

/** A chain for an autoregression, y' = μ + ρ y + e, with exactly its mean, variance and autocorrelation (Rouwenhorst).
 *
 * @param n       number of states
 * @param rho     ρ, between −1 and 1
 * @param sigma   standard deviation of e
 * @param mu      μ
 * @param device  where the results are; none: the current one
 * @return        grid: values of the states, shape (n,); P: transition probabilities, shape (n, n)
 * @throws ArgumentError  if n is not positive, sigma is not positive and finite, or rho not between −1 and 1
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
