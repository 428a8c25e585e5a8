/* total.h - running sums inside of other functions. */
#ifndef GLA_SCAN_TOTAL_H
#define GLA_SCAN_TOTAL_H

#include "core/core.h"

/* gla_cumulative_sum of counts in int64, which are never so many that they wrap around: nothing is looked at. */
gla_status gla_running_count(const gla_array *x, gla_array **out, gla_axis axis, bool include_initial);

#endif
