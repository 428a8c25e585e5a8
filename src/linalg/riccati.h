/* riccati.h - Common parts of the two algebraic Riccati equations.  After gla_riccati_begin() the operand e is eliminated. */
#ifndef GLA_LINALG_RICCATI_H
#define GLA_LINALG_RICCATI_H

#include "equation.h"
#include "stack_norms.h"

typedef struct gla_riccati {
    gla_equation e;               /* m states, n controls */
    gla_array *a, *b, *q, *r, *s; /* s: zeros if not given */
} gla_riccati;

/* Check all operands.  Transform a, q and s to an equation in which e is the identity. */
void gla_riccati_begin(gla_riccati *p, const char *op, const gla_operand *operands, bool on_host);

/* One Newton step (D. L. Kleinman, 1968).  Given a feedback k, (n, m), for which a - b k is stable, return the cost x of that
 * feedback.  Return NULL if a - b k is not stable. */
typedef gla_array *gla_riccati_cost(const gla_riccati *p, const gla_array *closed, gla_array *cost, gla_estimates *doubts);
/* Return the feedback that x implies. */
typedef gla_array *gla_riccati_feedback(const gla_riccati *p, const gla_array *x);
/* Refine x, a first approximation, to the accuracy of the linear equations in each step.  x is NULL if no approximation was
 * found. ConvergenceError if x is not near a solution that makes a - b k stable. */
gla_array *gla_riccati_refine(const gla_riccati *p, gla_array *x, gla_riccati_feedback *feedback, gla_riccati_cost *cost);

#endif
