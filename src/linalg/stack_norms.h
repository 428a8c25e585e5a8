/* stack_norms.h - One scalar for each matrix of a stack: norms on the host, and scale factors. */
#ifndef GLA_LINALG_SIZES_H
#define GLA_LINALG_SIZES_H

#include "common.h"

/* Compute the norms of x as gla_matrix_norm() does.  x must have the same stack as c. */
void gla_stack_norms(const gla_call *c, const char *ord, const gla_array *x, double *norms);

/* Return an array of shape (..., 1, 1) with these scalars, in the real dtype of c. */
gla_array *gla_stack_numbers(const gla_call *c, const double *numbers);

#endif
