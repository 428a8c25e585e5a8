/* where.h - gla_where in a scope, for composed operations. */
#ifndef GLA_ELEMENTWISE_WHERE_H
#define GLA_ELEMENTWISE_WHERE_H

#include "core/scope.h"

gla_array *gla_s_where(gla_scope *s, const gla_array *condition, const gla_array *x1, const gla_array *x2);

#endif
