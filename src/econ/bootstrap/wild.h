/* wild.h - The wild cluster bootstrap. */
#ifndef GLA_ECON_BOOTSTRAP_WILD_H
#define GLA_ECON_BOOTSTRAP_WILD_H

#include "econ/bootstrap/bootstrap.h"

/* weights.c: draws of shape (reps, groups), float64. */
gla_array *wild_weights(gla_scope *s, const gla_random_generator *g, const char *kind, int64_t reps, int64_t groups,
                        const char *device);
/* All 2^groups combinations of signs, shape (2^groups, groups). */
gla_array *wild_all_signs(gla_scope *s, const gla_econ_fit *fit, int64_t groups);

#endif
