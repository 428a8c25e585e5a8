/* centre.h - Deviations from a mean, for all second moments that other operations compute.
 *
 * The computed mean is rounded.  The rounding error of the mean is also subtracted from the deviations.  As a result, large
 * means cost no digits, and equal elements have deviations of exactly 0. */
#ifndef GLA_REDUCE_CENTRE_H
#define GLA_REDUCE_CENTRE_H

#include "core/scope.h"

/* Return the centre for deviations.  This is the mean, or the element `value` if it differs from the mean only by rounding. */
gla_array *gla_s_centre(gla_scope *s, const gla_array *mean, const gla_array *value);

/* Compute the means of x, in a shape that broadcasts against x. */
typedef gla_array *gla_mean_of(gla_scope *s, const gla_array *x, const void *call);

/* Return x minus its means.  `value` contains, for each mean, one element from which the mean was computed; it may be NULL. */
gla_array *gla_s_deviations(gla_scope *s, const gla_array *x, const gla_array *value, gla_mean_of *mean, const void *call);

#endif
