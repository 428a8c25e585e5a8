/* stack_norms.h - Norms of the matrices of a stack on the host, and scale factors: one scalar for each matrix. */
#ifndef GLA_LINALG_SIZES_H
#define GLA_LINALG_SIZES_H

#include "common.h"

/* Compute the norms of x as gla_matrix_norm() does.  The stack of x must have the shape of the stack of c. */
void gla_stack_norms(const gla_call *c, const char *ord, const gla_array *x, double *norms);

/* Return these scalars as an array of shape (..., 1, 1), in the real dtype of c. */
gla_array *gla_stack_numbers(const gla_call *c, const double *numbers);

#endif
