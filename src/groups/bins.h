/* bins.h - what digitize and histogram share. */
#ifndef GLA_GROUPS_BINS_H
#define GLA_GROUPS_BINS_H

#include "array/number.h"
#include "core/scope.h"

/* Whether a comparison holds for any edge and the next one. */
bool gla_bins_step(gla_scope *s, gla_binary *comparison, const gla_array *bins);

#endif
