/* inspection.h - Kinds of dtypes in the array API standard. */
#ifndef GLA_INSPECTION_H
#define GLA_INSPECTION_H

#include "core/core.h"

/* Return true if a dtype belongs to a kind such as "real floating". *known is false if there is no such kind. */
bool gla_is_of_kind(gla_dtype t, const char *kind, bool *known);
/* Fail with ArgumentError because there is no such kind. */
gla_status gla_fail_kind(const char *op, const char *kind);

#endif
