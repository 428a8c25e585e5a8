/* tridiagonal.h - Eigenvalues and eigenvectors of symmetric tridiagonal matrices, a step in the decomposition of full matrices.
 *
 * Both functions wait once, at their end, for the status.  Both functions return GLA_CONVERGENCE_ERROR if an iteration did not
 * converge, or if d or e contains NaN or Inf.  After such an error, d and q contain no result. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_TRIDIAGONAL_H
#define GLA_BACKENDS_DEVICE_DENSE_TRIDIAGONAL_H

#include "dense.h"

/* Replace d by the eigenvalues, in ascending order, of the symmetric tridiagonal matrix with diagonal d (n reals on the device)
 * and off-diagonal e (n - 1 reals).  e is overwritten.  The method is multisection with Sturm counts, as in LAPACK's stebz.
 * The absolute error is a small multiple of eps * norm. */
gla_status gla_device_tridiagonal_values(gla_device *dev, gla_dtype real, int64_t n, void *d, void *e);

/* Compute the eigenvalues, and orthonormal eigenvectors in the columns of q (n x n, column-major, leading dimension ldq, of the
 * real dtype). The method is divide and conquer with deflation (Cuppen 1981, Gu and Eisenstat 1995), as in LAPACK's stedc. */
gla_status gla_device_tridiagonal_vectors(gla_device *dev, gla_dtype real, int64_t n, void *d, void *e, void *q, int64_t ldq);

/* ---- shared by both ------------------------------------------------------------------------------------------------------ */
/* Divide d and e by a power of two.  `state` consists of two integers, which are the status and the exponent. */
gla_status gla_tridiagonal_scale(const gla_dense *d, int64_t n, void *diagonal, void *beside, int *state);
/* Wait, and return the status. */
gla_status gla_tridiagonal_report(const gla_dense *d, const int *state);

#endif
