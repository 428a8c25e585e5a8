/* components.h - Variance components of a Fit with random effects. */
#ifndef GLA_ECON_PANELS_COMPONENTS_H
#define GLA_ECON_PANELS_COMPONENTS_H

#include "panels.h"

typedef struct panels_components {
    double effects, errors; /* variances */
    double theta, smallest, largest;
} panels_components;

/* components.c: the variances of effects and errors, and theta of each unit, (groups,). */
gla_array *panels_estimate_components(gla_scope *s, const model_frame *f, const panels_units *u, const econ_options *o,
                                      bool small_sample, panels_components *v);

#endif
