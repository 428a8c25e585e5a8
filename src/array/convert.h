/* convert.h - the one place that decides between sharing memory and copying it. */
#ifndef GLA_ARRAY_CONVERT_H
#define GLA_ARRAY_CONVERT_H

#include "core/core.h"

/* x with another type (GLA_NO_DTYPE: its own) on another device (NULL: where it is, the default one for data that is on
 * none yet).  copy as in asarray.  The result is neither borrowed nor weak. */
gla_status gla_convert(const char *op, const gla_array *x, gla_dtype dtype, gla_device *dev, gla_maybe copy,
                       gla_array **out);

#endif
