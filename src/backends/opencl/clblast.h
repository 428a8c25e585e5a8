/* clblast.h - Matrix products by CLBlast. */
#ifndef GLA_BACKENDS_OPENCL_CLBLAST_H
#define GLA_BACKENDS_OPENCL_CLBLAST_H

#include "backends/device/dense/dense.h"
#include "opencl.h"

/* Multiply with CLBlast.  Set *done to false if CLBlast is not available, does not support the strides, or would be slower than
 * our own kernel. */
gla_status gla_clblast_multiply(const gla_dense *d, const gla_product *p, gla_strided a, gla_strided b, gla_strided c,
                                bool *done);

#endif
