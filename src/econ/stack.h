/* stack.h - Stacks of regressions. */
#ifndef GLA_ECON_STACK_H
#define GLA_ECON_STACK_H

#include "econ/vcov/vcov.h"

/* Compute the covariance matrices of a stack, (..., k, k). */
void econ_stack_covariance(vcov *v);

#endif
