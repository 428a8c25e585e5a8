/* statistics.h - Helpers shared by the statistics files. */
#ifndef GLA_STATISTICS_STATISTICS_H
#define GLA_STATISTICS_STATISTICS_H

#include "core/scope.h"

/* Return the operand on the device of the call.  Host data is copied once, instead of once by each operation. */
gla_array *gla_s_operand(gla_scope *s, const gla_array *x);

/* Return sums in the given dtype; for GLA_NO_DTYPE, in the default dtype of gla_sum(). */
gla_array *gla_s_sum_axes(gla_scope *s, const gla_array *x, const gla_ints *axis, gla_dtype dtype, bool keepdims);

#endif
