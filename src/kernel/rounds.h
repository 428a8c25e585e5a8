/* rounds.h - whether the loops of a formula end soon, which is asked before a device begins with them. */
#ifndef GLA_KERNEL_ROUNDS_H
#define GLA_KERNEL_ROUNDS_H

#include "kernel/expr.h"

/* The loops of an expression and what bounds them; NULL when all bounds are constants, which are checked already. */
gla_status gla_rounds_new(const gla_expr *e, gla_expr **out);
/* ArgumentError when one has too many rounds for these arguments.  NULL is fine. */
gla_status gla_rounds_check(const gla_expr *rounds, const gla_array *const in[]);

#endif
