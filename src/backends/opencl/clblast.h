/* clblast.h - the override of matrix products. */
#ifndef GLA_BACKENDS_OPENCL_CLBLAST_H
#define GLA_BACKENDS_OPENCL_CLBLAST_H

#include "backends/device/dense/dense.h"
#include "opencl.h"

/* Products by CLBlast; *done false when it is not there, does not take such strides, or would take longer than our kernel. */
gla_status gla_clblast_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c,
                                bool *done);

#endif
