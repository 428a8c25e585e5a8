/* riccati.h - what the two algebraic Riccati equations share.  After their beginning both are without e. */
#ifndef GLA_LINALG_RICCATI_H
#define GLA_LINALG_RICCATI_H

#include "equation.h"
#include "sizes.h"

typedef struct gla_riccati {
    gla_equation e;               /* m states, n controls */
    gla_array *a, *b, *q, *r, *s; /* s: zeros where it is not given */
} gla_riccati;

/* Checks of all operands; a and q become those of the equation whose e is the identity, and s that too. */
void gla_riccati_begin(gla_riccati *p, const char *op, const gla_operand *operands, bool on_host);

/* One of Newton's steps (D. L. Kleinman, 1968): from a feedback k, (n, m), for which a - b k is stable, the x that it costs, or
 * NULL where it is not. */
typedef gla_array *gla_riccati_cost(const gla_riccati *p, const gla_array *closed, gla_array *cost, gla_doubts *doubts);
/* The feedback that x says. */
typedef gla_array *gla_riccati_feedback(const gla_riccati *p, const gla_array *x);
/* x, a first approximation (NULL: none was found), as exact as the equations of the steps are; ConvergenceError where it is not
 * near one that makes a - b k stable. */
gla_array *gla_riccati_refine(const gla_riccati *p, gla_array *x, gla_riccati_feedback *feedback, gla_riccati_cost *cost);

#endif
