/* integer_gemm.h - Products of integer matrices, which BLAS lacks. */
#ifndef GLA_BACKENDS_HOST_DENSE_INTEGER_GEMM_H
#define GLA_BACKENDS_HOST_DENSE_INTEGER_GEMM_H

#include "backends/host/host.h"
#include "contract/matrix.h"

gla_status gla_host_integer_gemm(gla_dtype dtype, gla_trans ta, gla_trans tb, const gla_matrix *a, const gla_matrix *b,
                                 const gla_matrix *c, int64_t batch);

#endif
