/* curve.h - Grid nodes (ordered vectors), and periodic splines. */
#ifndef GLA_SERIES_CURVE_H
#define GLA_SERIES_CURVE_H

#include "core/dispatch.h"

/* Return the elements of a vector on the host, rounded to a real dtype.  ArgumentError unless the elements strictly increase,
 * or strictly decrease if that is permitted.  Decreasing nodes are reversed, and *decrease is set to true. */
double *gla_read_nodes(gla_scope *s, const char *name, gla_dtype real, const gla_array *x, bool *decrease);

/* Return n values as an array on a device. */
gla_array *gla_place_numbers(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, const double *x);

/* Return the slopes at the n nodes x of the periodic spline through y (in rows).  The slopes are computed from the slopes of
 * the spline whose slope is 0 at both ends. */
gla_array *gla_periodic_slopes(gla_scope *s, int64_t n, const double *x, const gla_array *y, const gla_array *clamped);
/* Map positions to the first period, which is the interval of the n nodes x. */
gla_array *gla_wrap_places(gla_scope *s, int64_t n, const double *x, const gla_array *places);

#endif
