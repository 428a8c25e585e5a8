/* curve.h - nodes of grids, which are vectors in order. */
#ifndef GLA_SERIES_CURVE_H
#define GLA_SERIES_CURVE_H

#include "core/dispatch.h"

/* The numbers of a vector, on the host, rounded to a real type: an ArgumentError unless they strictly increase, or decrease
 * where that is asked for.  Then they are turned around, and *decrease is true. */
double *gla_read_nodes(gla_scope *s, const char *name, gla_dtype real, const gla_array *x, bool *decrease);

/* n numbers as an array of a device. */
gla_array *gla_place_numbers(gla_scope *s, gla_device *dev, gla_dtype dtype, int ndim, const int64_t *shape, const double *x);

/* Of the periodic spline through y in rows, n at places x: the slopes, from those of the spline with slope 0 at both ends. */
gla_array *gla_periodic_slopes(gla_scope *s, int64_t n, const double *x, const gla_array *y, const gla_array *clamped);
/* Places in the first period, that of the n nodes x. */
gla_array *gla_wrap_places(gla_scope *s, int64_t n, const double *x, const gla_array *places);

#endif
