/* polynomials.h - Evaluate and fit polynomials, and find their roots. Coefficients are vectors that begin with the highest
 * power.
 *
 * Threads: any thread may call any function, also with arrays that threads share, because arguments are only read. */
#ifndef GPULINALG_POLYNOMIALS_H
#define GPULINALG_POLYNOMIALS_H

#include "core.h"

GLA_BEGIN_DECLS

/** Evaluate a polynomial by Horner's method.
 *
 * @param p  vector of the coefficients in p[0]·xⁿ + p[1]·xⁿ⁻¹ + … + p[n]; an empty vector is the zero polynomial
 * @param x  points at which to evaluate
 * @return   array with the shape of x and the promoted dtype; integers wrap around
 * @throws ShapeError  if p is not a vector
 * @throws DTypeError  if p and x are both bool
 * @needs  array.map
 * @vjp    saves p if x, x
 * @see    NumPy, polyval
 * @example polyval [1.0, -3.0, 2.0] [0.0, 1.0, 3.0] -> [2. 0. 2.]
 */
gla_status gla_polyval(const gla_array *p, const gla_array *x, gla_array **out);

/** Fit a polynomial to points by least squares and return its coefficients.
 *
 * The powers of x are the columns of a least-squares problem that `lstsq` solves. Because `lstsq` scales columns, the fit does
 * not depend on the unit of x. If x is far from zero compared with its range, as for years, accuracy is still lost, so subtract
 * the mean of x first.
 *
 * @param x    x-coordinates of the points, a vector of n elements
 * @param y    values at the points, shape (n,), or (n, k) for k polynomials
 * @param deg  degree, non-negative
 * @param w    weights of the residuals (not of their squares), shape (n,): 1/σ if y has standard deviations σ; 1 if not given
 * @return     coefficients, highest power first, shape (deg + 1,) or (deg + 1, k)
 * @throws ShapeError            if x or w is not a vector, there are no points, or x, y and w differ in their number of points
 * @throws ArgumentError         if deg is negative
 * @throws NonFiniteError        if x, y or w contains NaN or Inf
 * @throws OverflowError         if a power of x overflows its dtype
 * @warns IllConditionedWarning  if the points do not determine all coefficients. Among all coefficient vectors that fit best,
 *                               the one of smallest norm is returned
 * @needs  lapack.geqrf, lapack.ormqr, lapack.gesvd, else the host; blas.trsm, blas.gemm, array.scan, array.triangle, array.map,
 *         array.reduce
 * @cost   qr 400 * size(x)
 * @vjp    saves x, y, w, out
 * @see    NumPy, polyfit
 * @example polyfit [0.0, 1.0, 2.0, 3.0] [1.0, 3.0, 4.0, 4.0] 1 -> [1.  1.5]
 */
gla_status gla_polyfit(const gla_array *x, const gla_array *y, gla_array **out, int64_t deg,
                       const gla_array *w GLA_DEFAULT(= NULL));

/** Return the roots of a polynomial, computed as eigenvalues of its companion matrix.
 *
 * A root of multiplicity k is accurate to only about 1/k of the digits of the dtype.
 *
 * @param p  coefficients, a vector, highest power first; leading zeros are ignored
 * @return   complex vector whose length is the degree of the polynomial. Zero roots, one for each trailing zero of p, come last
 * @throws ShapeError        if p is not a vector
 * @throws NonFiniteError    if p contains NaN or Inf
 * @throws OverflowError     if p divided by its first non-zero element overflows its dtype
 * @throws ConvergenceError  if the iteration does not converge
 * @needs  lapack.geev, else the host; array.map, array.reduce
 * @cost   spectrum 25 * size(p) * size(p) * size(p)
 * @vjp    saves p, out
 * @see    NumPy, roots; A. Edelman and H. Murakami, Polynomial roots from companion matrix eigenvalues (1995)
 * @example roots [1.0, -3.0, 2.0] -> [2.+0.j 1.+0.j]
 */
gla_status gla_roots(const gla_array *p, gla_array **out);

GLA_END_DECLS

#endif
