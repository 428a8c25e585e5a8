/* bootstrap.h - What resampling methods share. */
#ifndef GLA_ECON_BOOTSTRAP_BOOTSTRAP_H
#define GLA_ECON_BOOTSTRAP_BOOTSTRAP_H

#include "econ/econ.h"
#include "gpulinalg/econ_bootstrap.h"
#include "gpulinalg/random.h"

/* shared.c: a generator, to be released with gla_object_unref; NULL after a failure. */
gla_random_generator *bootstrap_generator(gla_scope *s, int64_t seed);
/* Group numbers, 0 to *groups - 1, of the rows of a Fit, on the device of its data.  Without `cluster` each row is a group of
 * its own: NULL; this fails if rows have frequencies. `name` is that of the argument. */
gla_array *bootstrap_clusters(gla_scope *s, const gla_econ_fit *fit, const gla_variable *cluster, const char *name,
                              int64_t *groups);
/* A small array of the host on the device of the data of a Fit. */
gla_array *bootstrap_there(gla_scope *s, const gla_econ_fit *fit, const double *values, int ndim, const int64_t *shape);
/* Fail unless the Fit is of `method` and holds its data, and is without fixed effects. */
bool bootstrap_check(gla_scope *s, const gla_econ_fit *fit, const char *method, int64_t reps, int64_t least);
/* Join arrays along an axis. */
gla_array *bootstrap_joined(gla_scope *s, int64_t n, gla_array *const parts[], int axis);
/* Release the arrays made after the mark, except x. */
gla_array *bootstrap_kept(gla_scope *s, int mark, gla_array *x);
/* Sum the rows of x by cluster; x itself if there are no clusters. */
gla_array *bootstrap_sums(gla_scope *s, gla_array *x, const gla_array *clusters, int64_t groups);

#endif
