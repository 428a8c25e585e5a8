/* statistics.h - what the files of this room share. */
#ifndef GLA_STATISTICS_STATISTICS_H
#define GLA_STATISTICS_STATISTICS_H

#include "core/scope.h"

/* The operand on the device of the call: data of the script is brought there once, not by each operation. */
gla_array *gla_s_operand(gla_scope *s, const gla_array *x);

/* Sums, in a type (GLA_NO_DTYPE: that of gla_sum). */
gla_array *gla_s_sum_axes(gla_scope *s, const gla_array *x, const gla_ints *axis, gla_dtype dtype, bool keepdims);

#endif
