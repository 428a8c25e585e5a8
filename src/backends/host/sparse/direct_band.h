/* direct_band.h - LU factorisation of matrices with a narrow band. */
#ifndef GLA_BACKENDS_HOST_SPARSE_DIRECT_BAND_H
#define GLA_BACKENDS_HOST_SPARSE_DIRECT_BAND_H

#include "backends/host/host.h"
#include "contract/direct.h"

typedef struct gla_band_factors gla_band_factors;

/* Factor a real matrix.  *f is set to NULL and the report is unchanged if the band is too wide, the magnitudes of rows or
 * columns differ too much, or a pivot is nearly zero. */
gla_status gla_host_band_factor(const char *op, const gla_csr *a, gla_band_factors **f, gla_direct_report *report);
/* Solve a system, as the slot `solve` does. */
gla_status gla_host_band_solve(const gla_band_factors *f, gla_trans trans, int64_t k, const double *b, double *x);
/* Release the factors; NULL is accepted. */
void gla_host_band_release(gla_band_factors *f);

#endif
