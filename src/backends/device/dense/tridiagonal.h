/* tridiagonal.h - eigenvalues and eigenvectors of symmetric tridiagonal matrices: a step of those of full ones.
 *
 * Both end with one wait, for whether all went well: GLA_CONVERGENCE_ERROR where an iteration did not end, or where d or e
 * holds what is not finite; d and q hold no result then. */
#ifndef GLA_BACKENDS_DEVICE_DENSE_TRIDIAGONAL_H
#define GLA_BACKENDS_DEVICE_DENSE_TRIDIAGONAL_H

#include "dense.h"

/* Eigenvalues of the symmetric tridiagonal matrix with diagonal d (n reals on the device) and off-diagonal e (n - 1),
 * ascending, into d; e is destroyed.  By multisection with Sturm counts, as LAPACK's stebz; the absolute error is a small
 * multiple of eps * norm. */
gla_status gla_device_tridiagonal_values(gla_device *dev, gla_dtype real, int64_t n, void *d, void *e);

/* The same with orthonormal eigenvectors in the columns of q (n x n, column-major, leading dimension ldq, of the real type).
 * Divide and conquer with deflation (Cuppen 1981, Gu and Eisenstat 1995), as LAPACK's stedc. */
gla_status gla_device_tridiagonal_vectors(gla_device *dev, gla_dtype real, int64_t n, void *d, void *e, void *q, int64_t ldq);

/* ---- shared by both --------------------------------------------------------------------------------------------------- */
/* d and e over a power of two; `state`, of two integers, becomes what went wrong and the power. */
gla_status gla_tridiagonal_scale(const gla_dense *d, int64_t n, void *diagonal, void *beside, int *state);
/* Wait, and report what went wrong. */
gla_status gla_tridiagonal_report(const gla_dense *d, const int *state);

#endif
