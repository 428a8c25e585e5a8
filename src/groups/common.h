/* common.h - State shared by the group summaries: one call, its rows and its keys. */
#ifndef GLA_GROUPS_COMMON_H
#define GLA_GROUPS_COMMON_H

#include "core/dispatch.h"
#include "contract/reduction.h"

typedef struct gla_groups {
    gla_scope s;
    gla_device *dev;
    gla_array *values;           /* of shape (n, k), or NULL */
    gla_array *keys;             /* int64, contiguous */
    int64_t n, k, groups, least; /* least: minimum number of groups */
    int ndim;                    /* number of dimensions of the original values, and of results */
    bool guessed;                /* `groups` is estimated from some of the keys until the first summary has read all keys */
} gla_groups;

/* Validate the arguments and copy them to one device.  values may be NULL.  Failures are recorded in the scope. */
void gla_groups_begin(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups);
/* Do the same as gla_groups_begin(), but on the host `groups` may be an estimate until a summary has run, which saves a pass
 * over the keys. */
void gla_groups_begin_soon(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups,
                           int64_t least);
/* Run a summary.  x has shape (n, k) and a dtype that the slot accepts; it is NULL if the summary needs no values.  The result
 * has shape (groups, k) and dtype `dtype`. */
gla_array *gla_groups_run(gla_groups *g, gla_group_op op, const gla_array *x, gla_dtype dtype);
gla_array *gla_groups_sum(gla_groups *g, const gla_array *x);
/* Return the counts, shape (groups, 1), int64. */
gla_array *gla_groups_count(gla_groups *g);
/* End the call and return an array of shape (groups, k) as its result. */
gla_status gla_groups_return(gla_groups *g, gla_array *result, gla_array **out);

#endif
