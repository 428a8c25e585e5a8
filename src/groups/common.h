/* common.h - what the summaries of groups share: one call, its rows and its keys. */
#ifndef GLA_GROUPS_COMMON_H
#define GLA_GROUPS_COMMON_H

#include "core/dispatch.h"
#include "contract/reduction.h"

typedef struct gla_groups {
    gla_scope s;
    gla_device *dev;
    gla_array *values;           /* of shape (n, k), or NULL */
    gla_array *keys;             /* int64, contiguous */
    int64_t n, k, groups, least; /* least: so many groups there are at any rate */
    int ndim;                    /* of the values as they were given, and of results */
    bool guessed;                /* `groups` is what some keys let expect, until the first summary has seen all */
} gla_groups;

/* Check, and bring to one device.  values may be NULL.  What fails is in the scope. */
void gla_groups_begin(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups);
/* The same; and on the host `groups` may be a guess until something has run, to save a pass over the keys. */
void gla_groups_begin_soon(gla_groups *g, const char *name, const gla_array *values, const gla_array *keys, gla_axis num_groups,
                           int64_t least);
/* A summary: x of shape (n, k) of a type that the slot takes, or NULL where it takes none; (groups, k) of `dtype`. */
gla_array *gla_groups_run(gla_groups *g, gla_group_op op, const gla_array *x, gla_dtype dtype);
gla_array *gla_groups_sum(gla_groups *g, const gla_array *x);
/* Of shape (groups, 1), int64. */
gla_array *gla_groups_count(gla_groups *g);
/* An array of shape (groups, k) as the result. */
gla_status gla_groups_return(gla_groups *g, gla_array *result, gla_array **out);

#endif
