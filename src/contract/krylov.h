/* krylov.h - the contract of iterative solvers.  ../backend.h says what holds for all slots. */
#ifndef GLA_CONTRACT_KRYLOV_H
#define GLA_CONTRACT_KRYLOV_H

#include "backend.h"

enum { GLA_KRYLOV_INPUTS = 4, GLA_KRYLOV_OUTPUTS = 3, GLA_KRYLOV_DOTS = 2 };

/* Sums of vectors, inner products of what goes in and comes out, and a step of the method on its numbers.  Vectors are (n, k),
 * contiguous, of one type; an output may be one of the inputs, which are read before.  Without inputs: the step alone. */
typedef struct gla_krylov_pass {
    const char *op;
    gla_dtype dtype;
    int64_t n, k; /* k > 0; n may be 0 */
    int inputs, outputs, dots;
    const void *in[GLA_KRYLOV_INPUTS];
    void *out[GLA_KRYLOV_OUTPUTS];
    /* What output o has of input i: number factor - 1 of the column, or the negative of number -factor - 1; 0: nothing. */
    int factor[GLA_KRYLOV_OUTPUTS][GLA_KRYLOV_INPUTS];
    /* conj(left)·right, of inputs and, from GLA_KRYLOV_INPUTS on, outputs, becomes number `sum` of each column. */
    int left[GLA_KRYLOV_DOTS], right[GLA_KRYLOV_DOTS], sum[GLA_KRYLOV_DOTS];
    int step, at;  /* kernels/krylov_steps.h; after the sums */
    void *numbers; /* number i of column j at i*k + j: complex128, or complex64 on a device without float64 */
} gla_krylov_pass;

typedef struct gla_krylov_ops {
    /* The order of additions depends on n and k alone. */
    gla_status (*pass)(gla_device *dev, const gla_krylov_pass *p);
} gla_krylov_ops;

#endif
