/* reshape.h - gla_reshape in a scope, for composed operations. */
#ifndef GLA_SHAPE_RESHAPE_H
#define GLA_SHAPE_RESHAPE_H

#include "core/scope.h"

gla_array *gla_s_reshape(gla_scope *s, const gla_array *x, int n, const int64_t *shape);

#endif
