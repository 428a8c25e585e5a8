/* krylov.h - Contract of iterative solvers. Rules for all slots are in ../backend.h. */
#ifndef GLA_CONTRACT_KRYLOV_H
#define GLA_CONTRACT_KRYLOV_H

#include "backend.h"

enum { GLA_KRYLOV_INPUTS = 4, GLA_KRYLOV_OUTPUTS = 3, GLA_KRYLOV_DOTS = 2 };

/* One pass of a Krylov method: linear combinations of vectors, inner products of inputs and outputs, then one step of the
 * method with its scalars. Vectors are (n, k), contiguous, of one dtype. An output may share memory with an input, because all
 * inputs are read first. Without inputs only the step runs. */
typedef struct gla_krylov_pass {
    const char *op;
    gla_dtype dtype;
    int64_t n, k; /* k > 0; n may be 0 */
    int inputs, outputs, dots;
    const void *in[GLA_KRYLOV_INPUTS];
    void *out[GLA_KRYLOV_OUTPUTS];
    /* Coefficient of input i in output o. f > 0: scalar f - 1 of the column; f < 0: the negative of scalar -f - 1; 0: the input
     * is not used. */
    int factor[GLA_KRYLOV_OUTPUTS][GLA_KRYLOV_INPUTS];
    /* The inner product conj(left)·right of each column is stored in the column's scalar number `sum`. Operand indices from
     * GLA_KRYLOV_INPUTS on refer to outputs. */
    int left[GLA_KRYLOV_DOTS], right[GLA_KRYLOV_DOTS], sum[GLA_KRYLOV_DOTS];
    int step, at;  /* step of kernels/krylov_steps.h, run after the inner products */
    void *numbers; /* scalars: scalar i of column j is element i*k + j; complex128, or complex64 if the device has no float64 */
} gla_krylov_pass;

typedef struct gla_krylov_ops {
    /* The order of additions depends only on n and k. */
    gla_status (*pass)(gla_device *dev, const gla_krylov_pass *p);
} gla_krylov_ops;

#endif
