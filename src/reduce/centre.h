/* centre.h - Deviations from a mean, for all second moments computed by other operations.
 *
 * A mean is rounded.  Its rounding error is subtracted from the deviations as well, so that large means cost no digits and
 * equal elements have deviations of exactly 0. */
#ifndef GLA_REDUCE_CENTRE_H
#define GLA_REDUCE_CENTRE_H

#include "core/scope.h"

/* Return the centre for deviations: `value`, an element, if it differs from the mean only by rounding; otherwise the mean. */
gla_array *gla_s_centre(gla_scope *s, const gla_array *mean, const gla_array *value);

/* Compute the means of x, which broadcast against it. */
typedef gla_array *gla_mean_of(gla_scope *s, const gla_array *x, const void *call);

/* Return x minus its means.  value: an element of each mean, or NULL if there is none. */
gla_array *gla_s_deviations(gla_scope *s, const gla_array *x, const gla_array *value, gla_mean_of *mean, const void *call);

#endif
