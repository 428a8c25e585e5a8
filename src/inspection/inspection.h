/* inspection.h - kinds of types, as the standard names them. */
#ifndef GLA_INSPECTION_H
#define GLA_INSPECTION_H

#include "core/core.h"

/* Whether a type is of a kind ("real floating"); whether there is such a kind. */
bool gla_is_of_kind(gla_dtype t, const char *kind, bool *known);
/* ArgumentError: there is no such kind. */
gla_status gla_fail_kind(const char *op, const char *kind);

#endif
