/* direct_band.h - LU factors of matrices whose elements lie in a narrow band. */
#ifndef GLA_BACKENDS_HOST_SPARSE_DIRECT_BAND_H
#define GLA_BACKENDS_HOST_SPARSE_DIRECT_BAND_H

#include "backends/host/host.h"
#include "contract/direct.h"

typedef struct gla_band_factors gla_band_factors;

/* Factor a real matrix.  *f stays NULL, and the report as it is, where its band is too wide, rows or columns are of too
 * different sizes, or a pivot is nearly zero. */
gla_status gla_host_band_factor(const char *op, const gla_csr *a, gla_band_factors **f, gla_direct_report *report);
/* As the slot `solve`. */
gla_status gla_host_band_solve(const gla_band_factors *f, gla_trans trans, int64_t k, const double *b, double *x);
/* NULL is fine. */
void gla_host_band_release(gla_band_factors *f);

#endif
