/* polynomials.h - polynomials, as vectors of their coefficients, that of the highest power first.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_POLYNOMIALS_H
#define GPULINALG_POLYNOMIALS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Values of a polynomial, by Horner's method.
 *
 * @param p  coefficients, a vector: p[0]·xⁿ + p[1]·xⁿ⁻¹ + … + p[n]; without any the polynomial is zero
 * @param x  array of places
 * @return   array with the shape of x and the promoted dtype; integers wrap around
 * @throws ShapeError  if p is not a vector
 * @throws DTypeError  if p and x are bools
 * @needs  array.map
 * @see    NumPy, polyval
 * @example polyval [1.0, -3.0, 2.0] [0.0, 1.0, 3.0] -> [2. 0. 2.]
 */
gla_status gla_polyval(const gla_array *p, const gla_array *x, gla_array **out);

/** Coefficients of the polynomial that fits points best by least squares.
 *
 * Powers of x are columns for `lstsq`, whose scaling makes the fit independent of the unit of x; numbers that lie far from zero
 * beside their range, as years, still lose digits: subtract their mean first.  Warns (IllConditionedWarning) when the points do
 * not determine all coefficients, and the shortest of all that fit is returned.
 *
 * @param x    places, a vector of n numbers
 * @param y    values, shape (n,), or (n, k) for k polynomials
 * @param deg  degree, from 0 on
 * @param w    factors of the residuals, not of their squares, shape (n,): 1/σ where y has standard deviations σ; none: 1
 * @return     coefficients, that of the highest power first: shape (deg + 1,) or (deg + 1, k)
 * @throws ShapeError      if x or w is not a vector, there is no point, or numbers of points differ
 * @throws ArgumentError   if deg is negative
 * @throws NonFiniteError  if x, y or w contains NaN or Inf
 * @throws OverflowError   if a power of x overflows its dtype
 * @needs  lapack.geqrf, lapack.ormqr, lapack.gesvd, else the host; blas.trsm, blas.gemm, array.scan, array.triangle, array.map,
 *         array.reduce
 * @see    NumPy, polyfit
 * @example polyfit [0.0, 1.0, 2.0, 3.0] [1.0, 3.0, 4.0, 4.0] 1 -> [1.  1.5]
 */
gla_status gla_polyfit(const gla_array *x, const gla_array *y, gla_array **out, int64_t deg,
                       const gla_array *w GLA_DEFAULT(= NULL));

/** Roots of a polynomial: the eigenvalues of its companion matrix.
 *
 * A root that stands k times is found with about 1/k of the digits.
 *
 * @param p  coefficients, a vector, that of the highest power first; zeros at the beginning are left out
 * @return   roots, a complex vector, as many as the degree is; zeros, one for each zero at the end of p, are last
 * @throws ShapeError        if p is not a vector
 * @throws NonFiniteError    if p contains NaN or Inf
 * @throws OverflowError     if p over its first number overflows its dtype
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geev, else the host; array.map, array.reduce
 * @see    NumPy, roots; A. Edelman and H. Murakami, Polynomial roots from companion matrix eigenvalues (1995)
 * @example roots [1.0, -3.0, 2.0] -> [2.+0.j 1.+0.j]
 */
gla_status gla_roots(const gla_array *p, gla_array **out);

GLA_END_DECLS

#endif
