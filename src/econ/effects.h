/* effects.h - Estimates of fixed effects. */
#ifndef GLA_ECON_EFFECTS_H
#define GLA_ECON_EFFECTS_H

#include "econ/econ.h"

/* The estimates of each fixed effect, one element for each code that occurs, ascending, normalised as absorb does. Fail if
 * there are none. */
gla_array **econ_effects(gla_scope *s, const gla_econ_fit *fit);

/* The codes of an effect that occur, ascending. */
gla_array *econ_occurring(gla_scope *s, const econ_effect *effect);

#endif
