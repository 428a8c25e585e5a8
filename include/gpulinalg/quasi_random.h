/* quasi_random.h - quasi-random points, which fill a cube more evenly than random ones.
 *
 * Threads: any may call any function.  @namespace random Random */
#ifndef GPULINALG_QUASI_RANDOM_H
#define GPULINALG_QUASI_RANDOM_H

#include "core.h"

GLA_BEGIN_DECLS

/** Points of Sobol's sequence.
 *
 * The first 2**m points, and each stretch of so many that begins at a multiple of 2**m, fill the cube evenly: take such
 * numbers.
 * They are in the order of SciPy's, whose values they have when they are not scrambled. Point number i is the same whatever n
 * is, so that with skip a sequence is made in parts.
 *
 * Owen's nested uniform scramble makes each point uniformly random and keeps the evenness; means over several seeds have an
 * error that can be estimated. A binary digit is flipped by a random bit that belongs to it and to all digits before it: the
 * first 32 are scrambled so, and those up to 53 are random. The same seed gives the same bits on every device.
 *
 * @param n         number of points
 * @param d         dimensions, 1867 at most; direction numbers of Joe and Kuo
 * @param seed      of the scramble, an integer from 0 to 2^64 - 1; none: one from the system, another each time
 * @param skip      how many points of the sequence to leave out before the first; skip + n is 2**32 at most
 * @param scramble  false: the points as they are, of which the first is 0
 * @param device    device; none means the current one
 * @return          float64 array of shape (n, d), numbers of [0, 1)
 * @throws ArgumentError  if n, d, seed or skip is negative, or there are not so many dimensions or points
 * @throws DTypeError     if seed is not an integer
 * @throws ShapeError     if seed is not one number
 * @needs  quasi.sobol
 * @see    SciPy, stats.qmc.Sobol; S. Joe and F. Y. Kuo, SIAM Journal on Scientific Computing 30 (2008) 2635; A. B. Owen,
 *         Randomly permuted (t,m,s)-nets and (t,s)-sequences (1995)
 * @example random.sobol 4 2 scramble=false
 *   -> [[0.   0.  ]
 *   ->  [0.5  0.5 ]
 *   ->  [0.75 0.25]
 *   ->  [0.25 0.75]]
 */
gla_status gla_random_sobol(int64_t n, int64_t d, gla_array **out, const gla_array *seed GLA_DEFAULT(= NULL),
                            int64_t skip GLA_DEFAULT(= 0), bool scramble GLA_DEFAULT(= true),
                            const char *device GLA_DEFAULT(= NULL));

/** Points of Halton's sequence.
 *
 * Dimension j has the digits of the point's number in the base of prime number j, mirrored at the point. Any number of
 * points will do; in more than some ten dimensions `random.sobol` is the more even. When they are not scrambled the values are
 * those of SciPy.
 *
 * Scrambled, each place of the digits has a random permutation of its own in each dimension, and each point is uniformly
 * random. The same seed gives the same bits on every device.
 *
 * @param n         number of points
 * @param d         dimensions, 1024 at most
 * @param seed      of the permutations, an integer from 0 to 2^64 - 1; none: one from the system, another each time
 * @param skip      how many points of the sequence to leave out before the first; skip + n is 2**32 at most
 * @param scramble  false: the points as they are, of which the first is 0
 * @param device    device; none means the current one
 * @return          float64 array of shape (n, d), numbers of [0, 1)
 * @throws ArgumentError  if n, d, seed or skip is negative, or there are not so many dimensions or points
 * @throws DTypeError     if seed is not an integer
 * @throws ShapeError     if seed is not one number
 * @needs  quasi.halton
 * @see    SciPy, stats.qmc.Halton; A. B. Owen, A randomized Halton algorithm in R (2017)
 * @example random.halton 3 2 scramble=false
 *   -> [[0.         0.        ]
 *   ->  [0.5        0.33333333]
 *   ->  [0.25       0.66666667]]
 */
gla_status gla_random_halton(int64_t n, int64_t d, gla_array **out, const gla_array *seed GLA_DEFAULT(= NULL),
                             int64_t skip GLA_DEFAULT(= 0), bool scramble GLA_DEFAULT(= true),
                             const char *device GLA_DEFAULT(= NULL));

GLA_END_DECLS

#endif
