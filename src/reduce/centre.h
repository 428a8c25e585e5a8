/* centre.h - deviations from a mean, for all second moments that are made of other operations.
 *
 * A mean is rounded.  Its rounding error is subtracted from the deviations as well, so that large means cost no digits; and
 * equal elements have deviations of exactly 0. */
#ifndef GLA_REDUCE_CENTRE_H
#define GLA_REDUCE_CENTRE_H

#include "core/scope.h"

/* Return what deviations are taken from: `value`, an element, where only rounding keeps the mean from it; else the mean. */
gla_array *gla_s_centre(gla_scope *s, const gla_array *mean, const gla_array *value);

/* The means of x, which broadcast against it. */
typedef gla_array *gla_mean_of(gla_scope *s, const gla_array *x, const void *call);

/* Return x less its means.  value: an element of each mean, or NULL if there are none. */
gla_array *gla_s_deviations(gla_scope *s, const gla_array *x, const gla_array *value, gla_mean_of *mean, const void *call);

#endif
