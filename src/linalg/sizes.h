/* sizes.h - one number for each matrix of a stack: how large it is, as the host decides by it, and what it is multiplied by. */
#ifndef GLA_LINALG_SIZES_H
#define GLA_LINALG_SIZES_H

#include "common.h"

/* Norms as of gla_matrix_norm of x, whose stack is that of c. */
void gla_stack_norms(const gla_call *c, const char *ord, const gla_array *x, double *norms);

/* An array of shape (..., 1, 1) with these numbers, of the real type of c. */
gla_array *gla_stack_numbers(const gla_call *c, const double *numbers);

#endif
