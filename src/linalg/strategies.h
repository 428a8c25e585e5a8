/* strategies.h - Tables of the algorithms of an operation, for `gpulinalg info --ops`.  Each table is defined in the file of
 * its operation. */
#ifndef GLA_LINALG_STRATEGIES_H
#define GLA_LINALG_STRATEGIES_H

#include "core/dispatch.h"

extern const gla_strategies gla_solve_strategies, gla_inv_strategies, gla_cholesky_strategies, gla_eigh_strategies,
    gla_det_strategies, gla_eig_strategies, gla_svd_strategies, gla_lstsq_strategies, gla_refine_strategies;

#endif
