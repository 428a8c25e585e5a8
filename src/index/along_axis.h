/* along_axis.h - gla_take_along_axis in a scope, for composed operations. */
#ifndef GLA_INDEX_ALONG_AXIS_H
#define GLA_INDEX_ALONG_AXIS_H

#include "core/scope.h"

gla_array *gla_s_take_along(gla_scope *s, const gla_array *x, const gla_array *indices, int axis);

#endif
