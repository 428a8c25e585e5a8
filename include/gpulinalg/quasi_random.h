/* quasi_random.h - quasi-random points, which fill a cube more evenly than random points.
 *
 * Threads: all functions are thread-safe.  @namespace random Random */
#ifndef GPULINALG_QUASI_RANDOM_H
#define GPULINALG_QUASI_RANDOM_H

#include "core.h"

GLA_BEGIN_DECLS

/** Generate points of the Sobol sequence.
 *
 * The first 2**m points fill the cube evenly, and so does every block of 2**m points that begins at a multiple of 2**m, so a
 * power of 2 is best for n. Without scrambling, the points and their order are the same as in SciPy. Point i does not depend on
 * n, so a sequence can be generated in parts by setting `skip`.
 *
 * Owen's nested uniform scrambling makes each point uniformly random and preserves the evenness. The error of a mean can be
 * estimated by repeating the computation with several seeds. The random bit that flips a binary digit depends on the position
 * of the digit and on all earlier digits. The first 32 binary digits are scrambled in this way, and digits 33 to 53 are random.
 * The same seed yields the same bits on every device.
 *
 * @param n         number of points
 * @param d         number of dimensions, at most 1867; the direction numbers are those of Joe and Kuo
 * @param seed      seed of the scrambling, an integer from 0 to 2^64 - 1; default: a random seed from the system, different
 *                  each time
 * @param skip      number of points to skip at the start of the sequence; skip + n is at most 2**32
 * @param scramble  false: return the unscrambled points, the first of which is 0
 * @param device    device; default: the current one
 * @return          float64 array of shape (n, d), values in [0, 1)
 * @throws ArgumentError  if n, d, seed or skip is negative, d is above 1867, or skip + n is above 2**32
 * @throws DTypeError     if seed is not an integer
 * @throws ShapeError     if seed is not a scalar
 * @needs  quasi.sobol
 * @vjp    zero
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

/** Generate points of the Halton sequence.
 *
 * Coordinate j of a point is the radical inverse of the index of the point in the base of the j-th prime, that is, the digits
 * of the index are mirrored at the radix point. Any number of points is suitable. In more than about ten dimensions the points
 * of `random.sobol` are more even. Without scrambling, the values are those of SciPy.
 *
 * With scrambling, each digit position in each dimension has its own random permutation, and each point is uniformly random.
 * The same seed yields the same bits on every device.
 *
 * @param n         number of points
 * @param d         number of dimensions, at most 1024
 * @param seed      seed of the permutations, an integer from 0 to 2^64 - 1; default: a random seed from the system, different
 *                  each time
 * @param skip      number of points to skip at the start of the sequence; skip + n is at most 2**32
 * @param scramble  false: return the unscrambled points, the first of which is 0
 * @param device    device; default: the current one
 * @return          float64 array of shape (n, d), values in [0, 1)
 * @throws ArgumentError  if n, d, seed or skip is negative, d is above 1024, or skip + n is above 2**32
 * @throws DTypeError     if seed is not an integer
 * @throws ShapeError     if seed is not a scalar
 * @needs  quasi.halton
 * @vjp    zero
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
